"""Server-sent events: text in pieces of any size to events.

`httpx.Response.aiter_lines()` must not be used for this: it also splits at U+2028 and five other
characters that may stand inside a JSON text.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.json_text import load_lenient

MAX_EVENT_CHARS: Final = 8 * 1024 * 1024
"""More in one event (or line) than any reply needs: the server has gone mad, or means harm."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Utf8Reader:
    """Bytes to text; characters may be cut between reads, a leading byte order mark is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")

    def feed(self, data: bytes) -> str:
        """The characters that are whole by now."""
        return self._decoder.decode(data)

    def close(self) -> str:
        """What a cut character leaves."""
        return self._decoder.decode(b"", final=True)


class LineReader:
    """Text to lines; a line ends with CRLF, LF or CR, also where the pair is cut."""

    def __init__(self, max_chars: int = MAX_EVENT_CHARS) -> None:
        self._max_chars = max_chars
        self._parts: list[str] = []
        self._size = 0
        self._after_cr = False

    def feed(self, text: str) -> list[str]:
        """The lines that ended.

        Raises:
            ProviderError: protocol, if a line grows beyond all measure.
        """
        if self._after_cr and text.startswith("\n"):
            text, self._after_cr = text[1:], False  # the second half of a CRLF
        if not text:
            return []
        self._after_cr = text.endswith("\r")
        *ended, rest = _LINE_END.split(text)
        if ended:
            ended[0] = "".join([*self._parts, ended[0]])
            self._parts, self._size = [], 0
        self._parts.append(rest)
        self._size += len(rest)
        if self._size > self._max_chars:
            raise ProviderError("protocol")
        return ended

    def close(self) -> str:
        """The last line, which has no end."""
        rest, self._parts = "".join(self._parts), []
        return rest


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event."""

    name: str
    data: str
    ended: bool = True
    """False for what was still open when the stream ended: its data may be cut."""


class SseDecoder:
    """Lines to events, more tolerant than the standard where servers are sloppy."""

    def __init__(self, max_chars: int = MAX_EVENT_CHARS) -> None:
        self._max_chars = max_chars
        self._lines = LineReader(max_chars)
        self._name = ""
        self._data: list[str] = []
        self._size = 0
        self.is_event_stream = False
        """True once a field or a comment was seen, so this is no page of plain text."""

    def feed(self, text: str) -> Iterator[SseEvent]:
        """The events that ended.

        Raises:
            ProviderError: protocol, if an event grows beyond all measure.
        """
        for line in self._lines.feed(text):
            yield from self._take(line)

    def close(self) -> Iterator[SseEvent]:
        """What is pending when the stream ends: some servers forget the last blank line."""
        if line := self._lines.close():
            yield from self._take(line)
        yield from self._dispatch(ended=False)

    def _take(self, line: str) -> Iterator[SseEvent]:
        if not line:
            yield from self._dispatch()
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match field:
            case "data":
                yield from self._add(value)
            case "event":
                yield from self._dispatch_whole()
                self._name = value
            case "error":  # old llama.cpp names the field, not the event
                yield from self._dispatch_whole()
                self._name = "error"
                yield from self._add(value)
            case "" | "id" | "retry":
                pass
            case _ if line.startswith("{"):  # an error written without `data:`
                yield from self._add(line)
            case _:
                return
        self.is_event_stream = True

    def _add(self, value: str) -> Iterator[SseEvent]:
        yield from self._dispatch_whole()
        self._data.append(value)
        self._size += len(value)
        if self._size > self._max_chars:
            raise ProviderError("protocol")

    def _dispatch_whole(self) -> Iterator[SseEvent]:
        """For servers that put one line end between events: nothing can follow a whole one."""
        if len(self._data) == 1 and _is_whole(self._data[0]):
            yield from self._dispatch()

    def _dispatch(self, *, ended: bool = True) -> Iterator[SseEvent]:
        name, data = self._name, "\n".join(self._data)
        self._name, self._data, self._size = "", [], 0
        if data:
            yield SseEvent(name, data, ended)


def _is_whole(data: str) -> bool:
    """True for a document that no further line could belong to."""
    text = data.strip()
    if text == "[DONE]":
        return True
    if not text.endswith(("}", "]")):
        return False
    try:
        load_lenient(text)
    except ValueError:
        return False
    return True
