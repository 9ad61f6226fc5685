"""The copy that everything else reads: plain JSON data of bounded size, whatever was sent.

Behind this copy there are exact `str`, `int`, `float`, `bool`, `None`, `list` and `dict` only, no
deeper than `MAX_DEPTH`, no number that is not finite, and no lone surrogate, so that nothing later
(a log, a database, the next request) fails on what a model sent.
"""

import math
from collections.abc import Iterator
from typing import TypeAlias, TypeGuard

from loopl_desktop.domain.ask_parsing.repair import STOCK_CALL, spec_error

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
PlainObject: TypeAlias = dict[str, Plain]

MAX_DEPTH = 16
MAX_NODES = 200_000
MAX_INTEGER_BITS = 1_000
"""An integer within this has a finite float and a text that Python is willing to write."""


def plain(value: object) -> Plain:
    """A copy as plain data; what is not JSON, or too deep, becomes `None`.

    Raises:
        AskSpecError: beyond `MAX_NODES` parts; shared and cyclic objects count each time.
    """
    return _Copier().copy(value, MAX_DEPTH)


def well_formed(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Copier:
    """Copies one object and counts its parts."""

    def __init__(self) -> None:
        self._left = MAX_NODES

    def copy(self, value: object, depth: int) -> Plain:
        self._left -= 1
        if self._left < 0:
            raise spec_error("arguments are too large; ask one short question", STOCK_CALL)
        if _is_dict(value):
            return self._object(value, depth - 1) if depth else None
        if _is_list(value):
            return self._array(list.__iter__(value), depth - 1) if depth else None
        if _is_tuple(value):
            return self._array(tuple.__iter__(value), depth - 1) if depth else None
        return _scalar(value)

    def _object(self, value: dict[object, object], depth: int) -> PlainObject:
        copied: PlainObject = {}
        for raw_key, item in dict.items(value):
            key = _key(raw_key)
            if key is not None:
                copied.setdefault(key, self.copy(item, depth))
        return copied

    def _array(self, items: Iterator[object], depth: int) -> list[Plain]:
        return [self.copy(item, depth) for item in items]


def _scalar(value: object) -> str | int | float | bool | None:
    if value is True or value is False:
        return value
    if _is_str(value):
        return well_formed(str.__str__(value))
    if _is_int(value):
        whole = int.__int__(value)
        return whole if whole.bit_length() <= MAX_INTEGER_BITS else None
    if _is_float(value):
        real = float.__float__(value)
        return real if math.isfinite(real) else None
    return None


def _key(key: object) -> str | None:
    """JSON has text keys only; a number or boolean becomes its JSON text, the rest is left out."""
    scalar = _scalar(key)
    if isinstance(scalar, bool):
        return "true" if scalar else "false"
    return None if scalar is None else str(scalar)


# An object may lie about its class, or raise when asked for it; `type` tells the truth. What a
# subclass overrides is passed over too: the copy reads by the base class's own methods.


def _is_dict(value: object) -> TypeGuard[dict[object, object]]:
    return issubclass(type(value), dict)


def _is_list(value: object) -> TypeGuard[list[object]]:
    return issubclass(type(value), list)


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return issubclass(type(value), tuple)


def _is_str(value: object) -> TypeGuard[str]:
    return issubclass(type(value), str)


def _is_int(value: object) -> TypeGuard[int]:
    return issubclass(type(value), int)


def _is_float(value: object) -> TypeGuard[float]:
    return issubclass(type(value), float)
