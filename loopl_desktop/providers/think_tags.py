"""Reasoning that a server leaves in the text, as `<think>...</think>` at its start."""

from typing import Final, Literal, TypeAlias

from loopl_desktop.engine.model import ReasoningChunk, TextChunk

OPEN_TAG: Final = "<think>"
CLOSE_TAG: Final = "</think>"

_Part: TypeAlias = Literal["start", "reasoning", "text"]


class ThinkTagReader:
    """Divides a text that comes in pieces; a tag anywhere but at the start is text."""

    def __init__(self) -> None:
        self._part: _Part = "start"
        self._held = ""
        self._has_thought = False

    def feed(self, piece: str) -> list[TextChunk | ReasoningChunk]:
        """What is sure by now."""
        self._held += piece
        chunks: list[TextChunk | ReasoningChunk] = []
        if self._part == "start":
            self._look_for_open_tag()
        if self._part == "reasoning":
            chunks += self._reasoning()
        if self._part == "text" and self._held:
            chunks.append(TextChunk(self._held))
            self._held = ""
        return chunks

    def close(self) -> list[TextChunk | ReasoningChunk]:
        """The rest; a text of nothing but blanks is none."""
        rest, self._held = self._held, ""
        if self._part == "reasoning":
            return [ReasoningChunk(rest)] if rest else []
        return [TextChunk(rest)] if rest.strip() else []

    def _look_for_open_tag(self) -> None:
        text = self._held.lstrip()
        if text.startswith(OPEN_TAG):
            self._part, self._held, self._has_thought = "reasoning", text[len(OPEN_TAG) :], True
        elif not OPEN_TAG.startswith(text):
            self._part = "text"
            self._held = text if self._has_thought else self._held

    def _reasoning(self) -> list[TextChunk | ReasoningChunk]:
        thought, tag, rest = self._held.partition(CLOSE_TAG)
        if tag:
            self._part, self._held = "start", rest
            after = self.feed("")
        else:
            keep = overlap(thought, CLOSE_TAG)
            thought, self._held = thought[: len(thought) - keep], thought[len(thought) - keep :]
            after = []
        return [ReasoningChunk(thought), *after] if thought else after


def overlap(text: str, tag: str) -> int:
    """How many characters at the end of a text may be the beginning of a tag."""
    for size in range(min(len(text), len(tag) - 1), 0, -1):
        if tag.startswith(text[-size:]):
            return size
    return 0
