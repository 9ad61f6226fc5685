import gzip
import zlib

import pytest

from loopl_desktop.providers.unpacking import MAX_PIECE_BYTES, Unpacker

DATA = b"some text " * 500


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", DATA),
        ("identity", DATA),
        ("gzip", gzip.compress(DATA)),
        (" GZip ", gzip.compress(DATA)),
        ("deflate", zlib.compress(DATA)),
    ],
)
def test_a_body_is_unpacked_however_it_is_cut(encoding: str, packed: bytes) -> None:
    unpacker = Unpacker(encoding)
    pieces = [piece for i in range(len(packed)) for piece in unpacker.feed(packed[i : i + 1])]
    assert b"".join(pieces) == DATA


def test_a_bomb_comes_in_small_pieces() -> None:
    bomb = gzip.compress(bytes(40 * MAX_PIECE_BYTES))
    assert len(bomb) < MAX_PIECE_BYTES
    pieces = Unpacker("gzip").feed(bomb)
    assert len(next(pieces)) <= MAX_PIECE_BYTES
    assert sum(map(len, pieces)) == 39 * MAX_PIECE_BYTES


def test_what_follows_the_packed_body_is_ignored() -> None:
    assert b"".join(Unpacker("gzip").feed(gzip.compress(DATA) + b"more")) == DATA


def test_a_wrong_packing_is_refused() -> None:
    with pytest.raises(ValueError, match="announced"):
        list(Unpacker("gzip").feed(b"plain"))
    with pytest.raises(ValueError, match="unknown"):
        Unpacker("br")
