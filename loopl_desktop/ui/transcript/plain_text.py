"""Text from outside, made fit to be drawn."""

import re
import unicodedata

_REPLACEMENT = "\ufffd"
# Controls but tab and line feed, lone surrogates, and the two overrides that show text in an
# order in which it was not written.
_ILLEGIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e\ud800-\udfff]")

_STRONG = ("L", "R", "AL")


def legible(text: str) -> str:
    """The same text with a visible mark in place of what cannot be shown.

    One character stays one character, so that positions in both texts agree.
    """
    return _ILLEGIBLE.sub(_mark, text)


def one_line(text: str, limit: int = 300) -> str:
    """The start of a text as one line.

    Args:
        text: Any text.
        limit: The most characters to give; a longer text ends with an ellipsis.
    """
    line = " ".join(legible(text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def is_right_to_left(text: str) -> bool:
    """Whether a text starts at the right: its first letter decides."""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((found for found in directions if found in _STRONG), "L") != "L"


def _mark(match: re.Match[str]) -> str:
    return " " if match.group() == "\r" else _REPLACEMENT
