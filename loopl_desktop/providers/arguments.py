"""The arguments of a call, from the pieces that a server sent.

Spoilt JSON is mended only where nothing is guessed. A cut text is never completed: half an object
can look like a whole one that means something else.
"""

import re
from collections.abc import Iterator, Sequence

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.json_text import clean, load_strict

_TEXT_OR_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_SPACE = re.compile(r"\s+")


class NestingTracker:
    """Tells cheaply, piece by piece, whether a JSON text may be whole: nothing is open in it."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_text = False
        self._after_backslash = False

    def feed(self, piece: str) -> None:
        """Go through the next piece."""
        for char in piece:
            if self._after_backslash:
                self._after_backslash = False
            elif self._in_text:
                self._after_backslash = char == "\\"
                self._in_text = char != '"'
            elif char == '"':
                self._in_text = True
            elif char in "{[":
                self._depth += 1
            elif char in "}]":
                self._depth -= 1

    @property
    def may_be_whole(self) -> bool:
        """False as long as something that was opened is not closed."""
        return self._depth <= 0 and not self._in_text


def read_arguments(pieces: Sequence[str]) -> JsonObject | None:
    """The object that the pieces make; None where they make none. Nothing or null is `{}`."""
    if not "".join(pieces).strip():
        return {}
    for candidate in _candidates(pieces):
        value = _object_in(candidate)
        if value is not None:
            return value
    return None


def _candidates(pieces: Sequence[str]) -> Iterator[str]:
    """The texts to try, the likeliest first."""
    joined = "".join(pieces)
    yield joined
    *earlier, last = pieces
    if earlier and _sent_again("".join(earlier), last):
        yield last
    if earlier and _object_in(pieces[0]) == {}:
        yield "".join(pieces[1:])  # an empty object as a placeholder, then the real one
    yield _TEXT_OR_TRAILING_COMMA.sub(r"\1", joined)


def _sent_again(earlier: str, last: str) -> bool:
    """True where the last piece is the whole once more, not just the end of something cut."""
    if _object_in(earlier) is not None:
        return True
    return _SPACE.sub("", last).startswith(_SPACE.sub("", earlier))


def _object_in(text: str) -> JsonObject | None:
    try:
        value = load_strict(text)
        if isinstance(value, str):  # an object that was encoded twice
            value = load_strict(value) if value.strip() else None
    except ValueError:
        return None
    if value is None:
        return {}
    cleaned = clean(value)
    return cleaned if isinstance(cleaned, dict) else None
