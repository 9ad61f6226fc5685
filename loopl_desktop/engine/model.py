"""What a model is to the engine: something that gives a reply in pieces."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, assert_never

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import Message, ToolCall

Finish: TypeAlias = Literal["stop", "tool_calls", "length", "content_filter"]


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model is told of it."""

    name: str
    description: str
    """What the model reads about when and how to call it."""
    parameters: JsonObject
    """The JSON schema of the arguments."""
    reads_raw_arguments: bool = False
    """Whether `run` also takes arguments that are no object; else the engine answers those."""


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A piece of prose."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningChunk:
    """A piece of reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class CallChunk:
    """One complete call, with the provider's id in `ToolCall.id`."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    input: int
    output: int


@dataclass(frozen=True, slots=True)
class FinishChunk:
    """The reply's end."""

    finish: Finish
    usage: Usage | None = None
    extra: JsonObject | None = None
    """What the same provider and model want back with this reply, within the turn only."""


ModelChunk: TypeAlias = TextChunk | ReasoningChunk | CallChunk | FinishChunk


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole reply."""

    text: str
    reasoning: str
    tool_calls: tuple[ToolCall, ...]
    finish: Finish
    usage: Usage | None = None
    extra: JsonObject | None = None


class Model(Protocol):
    """Anything that replies in pieces."""

    def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        """Give one reply; an async generator, so nothing starts before the first piece is awaited.

        Args:
            messages: The conversation so far. What they hold for the model is read by their
                `wire_...` methods; a request builder must not write it anywhere else.
            tools: What the model may call.

        Raises:
            ModelError: if there is no reply, with a sentence for the person.
        """


class ReplyBuilder:
    """Puts a reply together from its pieces."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: list[ToolCall] = []
        self._finish = FinishChunk("stop")

    def add(self, chunk: ModelChunk) -> None:
        """Take one piece."""
        match chunk:
            case TextChunk(text):
                self._text.append(text)
            case ReasoningChunk(text):
                self._reasoning.append(text)
            case CallChunk(call):
                self._calls.append(call)
            case FinishChunk():
                self._finish = chunk
            case never:
                assert_never(never)

    def reply(self) -> ModelReply:
        """Return what has come."""
        return ModelReply(
            "".join(self._text),
            "".join(self._reasoning),
            tuple(self._calls),
            self._finish.finish,
            self._finish.usage,
            self._finish.extra,
        )


async def collect(chunks: AsyncIterator[ModelChunk]) -> ModelReply:
    """Read a reply to its end."""
    builder = ReplyBuilder()
    async for chunk in chunks:
        builder.add(chunk)
    return builder.reply()
