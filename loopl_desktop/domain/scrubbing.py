"""Finds known texts in a stream, in one pass, however it is cut into pieces.

Each needle is followed by the method of Knuth, Morris and Pratt: the cost of a piece is its length
times the number of needles, whatever the needles are, and the length of what might be the start of
a needle is known at every moment.
"""

from collections.abc import Iterator
from dataclasses import dataclass

MASK = "••••"
"""What stands in place of a secret, whatever its length."""


@dataclass(frozen=True, slots=True, repr=False)
class Needle:
    """One form of a secret. Mute: it holds the secret in clear."""

    text: str
    margin: int = 0
    """Characters at both ends that are looked for but not replaced, quotation marks say."""
    fallbacks: tuple[int, ...] = ()
    """For each length of a partial match, the longest shorter one that ends it too."""

    @classmethod
    def of(cls, text: str, margin: int = 0) -> "Needle":
        """Prepare a text, which must not be empty, for the search."""
        fallbacks = [0, 0]
        matched = 0
        for char in text[1:]:
            while matched and text[matched] != char:
                matched = fallbacks[matched]
            matched += text[matched] == char
            fallbacks.append(matched)
        return cls(text, margin, tuple(fallbacks))


class NeedleSearch:
    """Where a needle ends in a text that comes in pieces."""

    def __init__(self, needle: Needle) -> None:
        self.needle = needle
        self.matched = 0
        """Length of the longest start of the needle that the text ends with."""

    def spans(self, piece: str) -> Iterator[tuple[int, int]]:
        """Yield what is to be replaced, as offsets into the piece; starts may be negative."""
        text, fallbacks = self.needle.text, self.needle.fallbacks
        length, margin, matched = len(text), self.needle.margin, self.matched
        for end, char in enumerate(piece, 1):
            while matched and text[matched] != char:
                matched = fallbacks[matched]
            matched += text[matched] == char
            if matched == length:
                yield end - length + margin, end - margin
                matched = fallbacks[matched]
        self.matched = matched


class MaskingStream:
    """Replaces needles by dots in a text that comes in pieces.

    What could be the start of a needle is held back, never more than the longest needle has
    characters. Needles that overlap in the text are covered together, by one mask.
    """

    def __init__(self, needles: tuple[Needle, ...]) -> None:
        self._searches = [NeedleSearch(needle) for needle in needles]
        self._held = ""
        self._spans: list[tuple[int, int]] = []
        """What is covered of the held text, as offsets into it."""
        self._after_mask = False
        """Whether the last character given out was covered."""

    def feed(self, piece: str) -> str:
        """Return what may be shown after this piece."""
        shift = len(self._held)
        self._held += piece
        for search in self._searches:
            self._spans += [(start + shift, end + shift) for start, end in search.spans(piece)]
        undecided = max((search.matched for search in self._searches), default=0)
        return self._give_out(len(self._held) - undecided)

    def flush(self) -> str:
        """Return the rest, at the end of the text."""
        return self._give_out(len(self._held))

    @property
    def held(self) -> str:
        """The text that is held back, in clear."""
        return self._held

    def _give_out(self, count: int) -> str:
        """Return the first characters of the held text, covered where it must be."""
        shown: list[str] = []
        done = 0
        for start, end in sorted(self._spans):
            start, end = max(start, done), min(end, count)
            if start >= end:
                continue
            shown.append(self._held[done:start])
            if start > done or not self._after_mask:
                shown.append(MASK)
            self._after_mask, done = True, end
        if done < count:
            shown.append(self._held[done:count])
            self._after_mask = False
        self._held = self._held[count:]
        self._spans = [(start - count, end - count) for start, end in self._spans if end > count]
        return "".join(shown)
