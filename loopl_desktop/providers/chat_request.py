"""The conversation as a chat completions request.

Servers refuse a history for small faults, and then refuse it for ever: a call without its result, a
result without its call, arguments that are no object, an id used twice, half a character.
"""

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import ToolSpec
from loopl_desktop.providers.call_accumulator import EXTRA_CONTENT, OTHER_KEYS
from loopl_desktop.providers.json_text import dump
from loopl_desktop.providers.reasoning import DETAILS, FIELD

NO_RESULT: Final = "ERROR: this call was not run"
"""For a call whose result the history lacks."""

_DEFAULT_REASONING_FIELD = "reasoning_content"
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_MAX_NAME_CHARS = 64

_Wire = dict[str, JsonValue]


@dataclass(slots=True)
class ChatDialect:
    """What one server understands; it learns from refusals."""

    include_usage: bool = True
    tokens_key: str = "max_tokens"

    def learn(self, refusal: str) -> bool:
        """Give up what a refusal names; True if the request is worth sending again."""
        if self.include_usage and "stream_options" in refusal:
            self.include_usage = False
            return True
        if self.tokens_key == "max_tokens" and "max_completion_tokens" in refusal:
            self.tokens_key = "max_completion_tokens"
            return True
        return False


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    *,
    model: str,
    max_tokens: int | None,
    dialect: ChatDialect,
) -> bytes:
    """The body of a streaming request.

    Request builders alone call the `wire_...` methods, which may give a secret: what is returned
    here is sent and forgotten.

    Args:
        messages: the conversation, oldest first.
        tools: what the model is offered.
        model: its name at the server.
        max_tokens: the longest reply; None: as long as the server allows.
        dialect: what the server understands.
    """
    body: _Wire = {"model": model, "messages": wire_messages(messages, tools), "stream": True}
    if tools:
        body["tools"] = [_wire_tool(tool) for tool in tools]
    if dialect.include_usage:
        body["stream_options"] = {"include_usage": True}
    if max_tokens is not None:
        body[dialect.tokens_key] = max_tokens
    return dump(body).encode()


def wire_messages(messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> list[JsonValue]:
    """The conversation in the order and form that every server takes."""
    names = {tool.name for tool in tools}
    results = _results_by_call(messages)
    ids = _WireIds()
    wire: list[JsonValue] = []
    asked: list[str] = []
    for position, message in enumerate(messages):
        if isinstance(message, UserMessage):
            asked.append(message.wire_text())
            continue
        if isinstance(message, ToolResultMessage) or _is_nothing(message):
            continue  # results stand right after their calls, wherever they were
        wire += _wire_user(asked)
        call_ids = [ids.next_for(call) for call in message.tool_calls]
        wire.append(_wire_assistant(message, call_ids, names))
        for call, call_id in zip(message.tool_calls, call_ids, strict=True):
            result = results.get((position, call.id))
            content = result.wire_text() if result is not None else NO_RESULT
            wire.append({"role": "tool", "tool_call_id": call_id, "content": content})
    return wire + _wire_user(asked)


class _WireIds:
    """The id of each call on the wire: the server's own, unless it has used it before."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def next_for(self, call: ToolCall) -> str:
        """An id that no other call of this request has; the same in every later request."""
        candidates = (name for name in self._candidates(call) if name)
        wire_id = next(name for name in candidates if name not in self._used)
        self._used.add(wire_id)
        return wire_id

    @staticmethod
    def _candidates(call: ToolCall) -> Iterator[str]:
        yield call.provider_id
        yield call.id
        for number in itertools.count(2):
            yield f"{call.id or 'call'}-{number}"


def _results_by_call(
    messages: Sequence[Message],
) -> Mapping[tuple[int, str], ToolResultMessage]:
    """Each result under the place of its reply and the id of its call; the first one counts."""
    found: dict[tuple[int, str], ToolResultMessage] = {}
    open_calls: dict[str, int] = {}
    for position, message in enumerate(messages):
        if isinstance(message, AssistantMessage):
            open_calls |= {call.id: position for call in message.tool_calls}
        elif isinstance(message, ToolResultMessage) and message.tool_use_id in open_calls:
            key = (open_calls[message.tool_use_id], message.tool_use_id)
            found.setdefault(key, message)
    return found


def _is_nothing(message: AssistantMessage) -> bool:
    return not (message.wire_text() or message.tool_calls)


def _wire_user(asked: list[str]) -> list[JsonValue]:
    """One message for what the person said in a row: several chat templates refuse two."""
    if not asked:
        return []
    content = "\n\n".join(asked)
    asked.clear()
    return [{"role": "user", "content": content}]


def _wire_assistant(
    message: AssistantMessage, call_ids: Sequence[str], tool_names: Collection[str]
) -> JsonObject:
    wire: _Wire = {"role": "assistant", "content": message.wire_text() or None}
    if not message.tool_calls:
        return wire
    wire["tool_calls"] = [
        _wire_call(call, call_id, tool_names)
        for call, call_id in zip(message.tool_calls, call_ids, strict=True)
    ]
    extra = message.wire_extra() or {}
    if DETAILS in extra:
        wire[DETAILS] = extra[DETAILS]
    reasoning_field = extra.get(FIELD, _DEFAULT_REASONING_FIELD)
    reasoning = message.wire_reasoning()
    if reasoning and isinstance(reasoning_field, str) and reasoning_field:
        wire[reasoning_field] = reasoning
    return wire


def _wire_call(call: ToolCall, call_id: str, tool_names: Collection[str]) -> JsonObject:
    extra = dict(call.wire_extra() or {})
    others = extra.pop(OTHER_KEYS, None)
    wire: _Wire = {
        "id": call_id,
        "type": "function",
        "function": {"name": _wire_name(call.name, tool_names), "arguments": _wire_arguments(call)},
    }
    if extra:
        wire[EXTRA_CONTENT] = extra
    return {**others, **wire} if isinstance(others, dict) else wire


def _wire_name(name: str, tool_names: Collection[str]) -> str:
    """A name that the model made up must still be one that the server takes."""
    if name in tool_names:
        return name
    return _NOT_IN_A_NAME.sub("_", name)[:_MAX_NAME_CHARS] or "unknown"


def _wire_arguments(call: ToolCall) -> str:
    """Always the JSON text of an object: anything else makes llama.cpp fail for ever."""
    arguments = call.wire_arguments()
    if isinstance(arguments, str):
        return "{}"
    try:
        return dump(arguments)
    except (TypeError, ValueError):
        return "{}"


def _wire_tool(tool: ToolSpec) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    }
