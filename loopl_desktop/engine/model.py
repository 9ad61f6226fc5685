"""What a model is to the engine."""

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
    parameters: JsonObject


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
    """One complete call."""

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
        """One reply; an async generator, so nothing starts before the first piece is asked for."""


async def collect(chunks: AsyncIterator[ModelChunk]) -> ModelReply:
    """Read a reply to its end."""
    text, reasoning, calls = "", "", []
    last = FinishChunk("stop")
    async for chunk in chunks:
        match chunk:
            case TextChunk(piece):
                text += piece
            case ReasoningChunk(piece):
                reasoning += piece
            case CallChunk(call):
                calls.append(call)
            case FinishChunk():
                last = chunk
            case never:
                assert_never(never)
    return ModelReply(text, reasoning, tuple(calls), last.finish, last.usage, last.extra)
