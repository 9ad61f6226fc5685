"""A model that plays a script: for the demo, tests and screenshots.

A script is a JSON list of replies, one for each model request:

    [{"text": "Where to?",
      "tool_calls": [{"id": "call_1", "name": "ask_user", "arguments": {"type": "input", ...}}],
      "delay_ms": 0,
      "chunk_chars": 20},
     {"text": "You said {{result:call_1.value}}."}]

`{{result:call_1}}` in a text or in an argument stands for the result of that call as the model
reads it, `{{result:call_1.value.name}}` for a part of it.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loopl_desktop.domain.errors import ScriptError
from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.messages import AssistantMessage, Message, ToolCall, ToolResultMessage
from loopl_desktop.engine.model import CallChunk, FinishChunk, ModelChunk, TextChunk, ToolSpec

SCRIPT_ENDED = "The script has ended."
"""The reply to every request after the last one of the script."""

_PLACEHOLDER = re.compile(r"\{\{result:([^{}]+)\}\}")


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One reply of a script."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    delay_ms: float = 0
    """Milliseconds before the first piece."""
    chunk_chars: int = 20
    """Characters of each piece of the text."""

    @classmethod
    def from_json(cls, data: object) -> "ScriptedReply":
        """Read one entry of a script.

        Raises:
            ScriptError: if it is none; the text says what is wrong with it.
        """
        if not isinstance(data, dict):
            raise ScriptError("a reply must be an object")
        text, calls = data.get("text", ""), data.get("tool_calls", [])
        if not isinstance(text, str):
            raise ScriptError("'text' must be a string")
        if not isinstance(calls, list):
            raise ScriptError("'tool_calls' must be a list")
        delay_ms = _number(data, "delay_ms", 0)
        chunk_chars = _number(data, "chunk_chars", 20)
        if delay_ms < 0 or chunk_chars < 1:
            raise ScriptError("'delay_ms' must be 0 or more and 'chunk_chars' 1 or more")
        return cls(text, tuple(_call_from_json(call) for call in calls), delay_ms, int(chunk_chars))


class ScriptedModel:
    """Gives one reply for each request, in order."""

    def __init__(
        self,
        replies: Iterable[ScriptedReply],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Build a model that begins with the first reply.

        Args:
            replies: What it says.
            sleep: Waits so many seconds; tests give their own.
        """
        self._replies = iter(tuple(replies))
        self._sleep = sleep
        self._script_ids: dict[str, str] = {}
        """By the id that the agent has given a call, the one in the script."""

    @classmethod
    def from_json(cls, data: object) -> "ScriptedModel":
        """Read a script from plain data.

        Raises:
            ScriptError: if it is none; the text says where and why.
        """
        if not isinstance(data, list):
            raise ScriptError("a script must be a list of replies")
        replies = []
        for number, entry in enumerate(data, 1):
            try:
                replies.append(ScriptedReply.from_json(entry))
            except ScriptError as error:
                raise ScriptError(f"reply {number} of the script: {error}") from None
        return cls(replies)

    @classmethod
    def from_file(cls, path: Path | str) -> "ScriptedModel":
        """Read a script from a JSON file.

        Raises:
            ScriptError: if it cannot be read; the text says where and why.
        """
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise ScriptError(f"{path} cannot be read: {error.strerror}") from None
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise ScriptError(f"{path} is not JSON: {error.msg} at {place}") from None
        except (ValueError, RecursionError):
            raise ScriptError(f"{path} is not JSON in UTF-8") from None
        try:
            return cls.from_json(data)
        except ScriptError as error:
            raise ScriptError(f"{path}: {error}") from None

    async def stream(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],  # noqa: ARG002 (plays on)
    ) -> AsyncIterator[ModelChunk]:
        """Play the next reply."""
        reply = next(self._replies, ScriptedReply(SCRIPT_ENDED))
        results = self._results_in(messages)
        await self._sleep(reply.delay_ms / 1000)
        text = results.fill_in(reply.text)
        for start in range(0, len(text), reply.chunk_chars):
            yield TextChunk(text[start : start + reply.chunk_chars])
            await asyncio.sleep(0)
        for call in reply.tool_calls:
            yield CallChunk(replace(call, arguments=_filled(call.arguments, results)))
        yield FinishChunk("tool_calls" if reply.tool_calls else "stop")

    def _results_in(self, messages: Sequence[Message]) -> "_Results":
        """The newest result of each call, by its id in the script."""
        results: dict[str, str] = {}
        for message in messages:
            if isinstance(message, AssistantMessage):
                # The provider's id is given back in the call's own turn only.
                self._script_ids.update(
                    (call.id, call.provider_id) for call in message.tool_calls if call.provider_id
                )
            elif isinstance(message, ToolResultMessage):
                call_id = message.tool_use_id
                results[self._script_ids.get(call_id, call_id)] = message.wire_text()
        return _Results(results)


class _Results:
    """The results that a script may quote. Mute: they are live."""

    def __init__(self, by_call_id: dict[str, str]) -> None:
        self._by_call_id = by_call_id

    def fill_in(self, text: str) -> str:
        """Return the text with results in place of its placeholders."""
        return _PLACEHOLDER.sub(self._quoted, text)

    def _quoted(self, placeholder: re.Match[str]) -> str:
        parts = placeholder[1].split(".")
        for count in range(len(parts), 0, -1):  # an id may hold dots itself
            result = self._by_call_id.get(".".join(parts[:count]))
            if result is not None:
                return _part_of(result, parts[count:], placeholder[0])
        return f"(no result of {placeholder[1]})"


def _part_of(result: str, keys: Sequence[str], placeholder: str) -> str:
    if not keys:
        return result
    try:
        value = json.loads(result)
        for key in keys:
            value = value[int(key)] if isinstance(value, list) else value[key]
    except (ValueError, LookupError, TypeError):
        return f"(nothing at {placeholder[2:-2]})"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _filled(arguments: JsonObject | str, results: _Results) -> JsonObject | str:
    if isinstance(arguments, str):
        return results.fill_in(arguments)
    return {key: _filled_value(value, results) for key, value in arguments.items()}


def _filled_value(value: JsonValue, results: _Results) -> JsonValue:
    if isinstance(value, str | dict):
        return _filled(value, results)
    if isinstance(value, list):
        return [_filled_value(item, results) for item in value]
    return value


def _call_from_json(data: object) -> ToolCall:
    if not (isinstance(data, dict) and isinstance(data.get("name"), str)):
        raise ScriptError("each of 'tool_calls' must be an object with a 'name'")
    call_id, arguments = data.get("id", ""), data.get("arguments", {})
    if not isinstance(call_id, str):
        raise ScriptError("the 'id' of a call must be a string")
    if not isinstance(arguments, dict | str):
        arguments = json.dumps(arguments)  # what a model may send all the same
    return ToolCall(call_id, data["name"], arguments)


def _number(data: dict[str, object], key: str, default: float) -> float:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ScriptError(f"{key!r} must be a number")
    return value
