"""A model that plays a script: for tests, the demo and screenshots."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopl_desktop.domain.messages import AssistantMessage, Message, ToolCall, ToolResultMessage
from loopl_desktop.engine.model import CallChunk, FinishChunk, ModelChunk, TextChunk, ToolSpec

SCRIPT_ENDED = "The script has ended."
_RESULT = re.compile(r"\{\{result:([^{}]+)\}\}")


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One reply."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    delay_ms: int = 0
    chunk_chars: int = 20

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> "ScriptedReply":
        """Read one entry of a script."""
        calls = tuple(
            ToolCall(c["id"], c["name"], c["arguments"]) for c in raw.get("tool_calls", ())
        )
        return cls(
            raw.get("text", ""), calls, raw.get("delay_ms", 0), max(1, raw.get("chunk_chars", 20))
        )


class ScriptedModel:
    """Gives one reply per request, in order."""

    def __init__(self, replies: Sequence[ScriptedReply]) -> None:
        self._replies = list(replies)

    @classmethod
    def from_file(cls, path: Path | str) -> "ScriptedModel":
        """Read a script: a list of replies as JSON."""
        return cls(
            [
                ScriptedReply.from_json(raw)
                for raw in json.loads(Path(path).read_text(encoding="utf-8"))
            ]
        )

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        """Play the next reply."""
        reply = self._replies.pop(0) if self._replies else ScriptedReply(SCRIPT_ENDED)
        await asyncio.sleep(reply.delay_ms / 1000)
        text = _RESULT.sub(lambda match: _result_of(match[1], messages), reply.text)
        for start in range(0, len(text), reply.chunk_chars):
            yield TextChunk(text[start : start + reply.chunk_chars])
            await asyncio.sleep(0)
        for call in reply.tool_calls:
            yield CallChunk(call)
        yield FinishChunk("tool_calls" if reply.tool_calls else "stop")


def _result_of(script_id: str, messages: Sequence[Message]) -> str:
    """The newest result of the call that has this id in the script."""
    ids = {
        call.id
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.tool_calls
        if script_id in (call.id, call.provider_id)
    }
    found = [
        m.wire_text() for m in messages if isinstance(m, ToolResultMessage) and m.tool_use_id in ids
    ]
    return found[-1] if found else f"(no result of {script_id})"
