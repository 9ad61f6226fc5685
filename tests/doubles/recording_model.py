"""A model that says what a test wants and remembers what it was sent."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TypeAlias

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import (
    CallChunk,
    Finish,
    FinishChunk,
    ModelChunk,
    TextChunk,
    ToolSpec,
)

Step: TypeAlias = ModelChunk | BaseException | asyncio.Event
"""A piece to give, an exception to raise, or an event to wait for."""


def says(text: str, *calls: ToolCall, finish: Finish | None = None) -> list[Step]:
    """A reply: its text in one piece, its calls and its end."""
    ending = finish or ("tool_calls" if calls else "stop")
    text_steps: list[Step] = [TextChunk(text)] if text else []
    return [*text_steps, *(CallChunk(call) for call in calls), FinishChunk(ending)]


def asks(spec: JsonObject, call_id: str = "call_1") -> ToolCall:
    """A call of `ask_user`."""
    return ToolCall(call_id, "ask_user", spec)


def computes(expression: str, call_id: str = "call_2") -> ToolCall:
    """A call of the calculator."""
    return ToolCall(call_id, "calculator", {"expression": expression})


class RecordingModel:
    """Plays replies in order; after the last one it says `done`."""

    def __init__(self, *replies: Iterable[Step]) -> None:
        self.script(replies)
        self.requests: list[tuple[Message, ...]] = []
        self.offered: list[tuple[str, ...]] = []
        """The names of the tools of each request."""
        self.closed = 0
        """How many replies were closed, read to their end or not."""

    def script(self, replies: Iterable[Iterable[Step]]) -> None:
        """Take new replies in place of those that are left."""
        self._replies = [list(reply) for reply in replies]

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        self.requests.append(tuple(messages))
        self.offered.append(tuple(tool.name for tool in tools))
        try:
            for step in self._replies.pop(0) if self._replies else says("done"):
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, asyncio.Event):
                    await step.wait()
                else:
                    yield step
        finally:
            self.closed += 1


def wire(messages: Iterable[Message]) -> list[JsonObject]:
    """What a request builder makes of messages: the only form in which a secret shows."""
    return [_wire(message) for message in messages]


def wire_json(messages: Iterable[Message]) -> str:
    """The same as text."""
    return json.dumps(wire(messages), ensure_ascii=False)


def _wire(message: Message) -> JsonObject:
    match message:
        case UserMessage():
            return {"role": "user", "text": message.wire_text()}
        case AssistantMessage():
            return {
                "role": "assistant",
                "text": message.wire_text(),
                "reasoning": message.wire_reasoning(),
                "extra": message.wire_extra(),
                "calls": [
                    {
                        "id": call.id,
                        "name": call.name,
                        "arguments": call.wire_arguments(),
                        "extra": call.wire_extra(),
                    }
                    for call in message.tool_calls
                ],
            }
        case ToolResultMessage(tool_use_id):
            return {"role": "tool", "id": tool_use_id, "text": message.wire_text()}
