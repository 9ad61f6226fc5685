"""The body of a reply, whatever its label says, to JSON documents.

Servers label event streams as JSON and JSON as event streams, send one document where a stream was
asked for, or one document a line; so the first character decides, not the content type.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.json_text import as_list, load_lenient
from loopl_desktop.providers.sse import (
    MAX_EVENT_CHARS,
    LineReader,
    SseDecoder,
    SseEvent,
    Utf8Reader,
)

MAX_BODY_BYTES: Final = 128 * 1024 * 1024
"""More than any reply needs, decompressed: 128,000 tokens are about 40 MiB on the wire."""

_END_MARKS = frozenset({"[DONE]", '"[DONE]"'})
_KEEP_ALIVES = frozenset({"ping", "keepalive", "keep-alive", "heartbeat"})


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON object of the body, and the name of the event that brought it."""

    value: JsonObject
    event: str = ""


@dataclass(frozen=True, slots=True)
class EndMark:
    """The server says that nothing more comes."""


BodyItem: TypeAlias = Document | EndMark


class _Framing(Protocol):
    def feed(self, text: str) -> Iterator[BodyItem]:
        """The documents that are whole by now."""

    def close(self) -> Iterator[BodyItem]:
        """The rest; a document that is cut here is left out, since the reply is then told cut."""


class BodyDecoder:
    """Bytes of any division to documents."""

    def __init__(self) -> None:
        self._utf8 = Utf8Reader()
        self._framing: _Framing | None = None
        self._bytes = 0

    def feed(self, data: bytes) -> Iterator[BodyItem]:
        """The documents that are whole by now.

        Raises:
            ProviderError: protocol, if this is no reply of a model, or far too long a one.
        """
        self._bytes += len(data)
        if self._bytes > MAX_BODY_BYTES:
            raise ProviderError("protocol")
        yield from self._take(self._utf8.feed(data))

    def close(self) -> Iterator[BodyItem]:
        """The rest, when the body has ended or the connection broke."""
        yield from self._take(self._utf8.close())
        if self._framing is not None:
            yield from self._framing.close()

    def _take(self, text: str) -> Iterator[BodyItem]:
        if self._framing is None:
            text = text.lstrip()
            if not text:
                return
            self._framing = _framing_for(text[0])
        yield from self._framing.feed(text)


def _framing_for(first: str) -> _Framing:
    if first == "<":
        raise ProviderError("protocol")  # a web page
    return _JsonFraming() if first in "{[" else _EventFraming()


class _EventFraming:
    """Server-sent events."""

    def __init__(self) -> None:
        self._events = SseDecoder()

    def feed(self, text: str) -> Iterator[BodyItem]:
        for event in self._events.feed(text):
            yield from _items_of(event)

    def close(self) -> Iterator[BodyItem]:
        for event in self._events.close():
            yield from _items_of(event)
        if not self._events.is_event_stream:
            raise ProviderError("protocol")  # some text, not one event


class _JsonFraming:
    """One document over many lines, or one document on each line."""

    def __init__(self) -> None:
        self._lines = LineReader()
        self._document: list[str] = []
        self._size = 0
        self._one_a_line: bool | None = None

    def feed(self, text: str) -> Iterator[BodyItem]:
        for line in self._lines.feed(text):
            yield from self._take(line)

    def close(self) -> Iterator[BodyItem]:
        self._document.append(self._lines.close())
        text = "\n".join(self._document).strip()
        if not text:
            return
        try:
            yield from _documents_in(text)
        except ValueError:
            if text.endswith(("}", "]")):
                raise ProviderError("protocol") from None

    def _take(self, line: str) -> Iterator[BodyItem]:
        if self._one_a_line is not False:
            try:
                yield from _documents_in(line)
            except ValueError:
                if self._one_a_line:
                    raise ProviderError("protocol") from None
                self._one_a_line = False
            else:
                self._one_a_line = True
                return
        self._document.append(line)
        self._size += len(line)
        if self._size > MAX_EVENT_CHARS:
            raise ProviderError("protocol")


def _items_of(event: SseEvent) -> Iterator[BodyItem]:
    """The documents of one event; where the whole is no JSON, each of its lines may be."""
    try:
        yield from _documents_in(event.data, event.name)
    except ValueError:
        pass
    else:
        return
    for line in event.data.split("\n"):
        try:
            yield from _documents_in(line, event.name)
        except ValueError:
            if not event.ended:
                return  # cut with the connection
            if event.name == "error":
                yield Document({"error": True}, event.name)  # words of anybody: not to be shown
            elif line.strip().lower() not in _KEEP_ALIVES:
                raise ProviderError("protocol") from None


def _documents_in(text: str, event: str = "") -> Iterator[BodyItem]:
    """The objects of one JSON text.

    Raises:
        ValueError: if it is no JSON.
    """
    text = text.strip().removeprefix("data:").strip()  # some proxies wrap twice
    if not text or text.startswith(":"):  # a keep-alive comment wrapped as data
        return
    if text in _END_MARKS:
        yield EndMark()
        return
    value: JsonValue = load_lenient(text)
    for item in as_list(value):
        if isinstance(item, dict):
            yield Document(item, event)
