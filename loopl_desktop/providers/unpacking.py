"""Undoing the packing of a body, in small pieces, so that a bomb does not burst in memory.

httpx would undo it too, but a kilobyte of input may then become a megabyte of output at once.
"""

import zlib
from collections.abc import Iterator
from typing import Final

MAX_PIECE_BYTES: Final = 256 * 1024

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class Unpacker:
    """Unpacks one body."""

    def __init__(self, encoding: str) -> None:
        """Make one for a `Content-Encoding`.

        Raises:
            ValueError: if it is none that we can undo; none is asked for.
        """
        name = encoding.strip().lower()
        if name not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            raise ValueError("an unknown packing")
        is_packed = name not in {"", "identity"}
        self._unpacking = zlib.decompressobj(_GZIP_OR_ZLIB) if is_packed else None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bytes that a piece of the body stands for.

        Raises:
            ValueError: if it is not packed as announced.
        """
        if self._unpacking is None:
            yield data
            return
        while data and not self._unpacking.eof:
            try:
                piece = self._unpacking.decompress(data, MAX_PIECE_BYTES)
            except zlib.error:
                raise ValueError("not packed as announced") from None
            data = self._unpacking.unconsumed_tail
            if piece:
                yield piece
