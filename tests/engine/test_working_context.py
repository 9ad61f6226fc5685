"""A message with a secret says it to the model and to nobody else."""

import copy
import dataclasses
import json
import pickle

import pytest

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import ModelReply
from loopl_desktop.engine.working_context import CallResult, WorkingContext
from tests.doubles.recording_model import wire, wire_json

MARKER = "hunter2-MARKER"
CALL = ToolCall("call_1", "login", {"pw": MARKER}, "0", {"signature": MARKER})
REPLY = ModelReply(f"It is {MARKER}.", f"hm {MARKER}", (CALL,), "tool_calls", None, {"b": MARKER})
RESULT = CallResult('{"ok": true}', Secret(MARKER))


def context_of(*secrets: str) -> WorkingContext:
    scrubber = Scrubber()
    for secret in secrets:
        scrubber.learn(Secret(secret))
    return WorkingContext([UserMessage("before")], scrubber)


def live_messages() -> list[Message]:
    context = context_of(MARKER)
    context.add_user_text(f"use {MARKER}")
    context.add_exchange(REPLY, [CALL], [RESULT])
    return list(context.messages[1:])


def test_the_model_reads_what_was_said() -> None:
    assert wire(live_messages()) == [
        {"role": "user", "text": f"use {MARKER}"},
        {
            "role": "assistant",
            "text": f"It is {MARKER}.",
            "reasoning": f"hm {MARKER}",
            "extra": {"b": MARKER},
            "calls": [
                {
                    "id": "call_1",
                    "name": "login",
                    "arguments": {"pw": MARKER},
                    "extra": {"signature": MARKER},
                }
            ],
        },
        {"role": "tool", "id": "call_1", "text": MARKER},
    ]


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_message_with_a_secret_is_mute(index: int) -> None:
    message = live_messages()[index]
    assert MARKER in wire_json([message])  # the control: it is there
    assert MARKER not in repr(message)
    for field in dataclasses.fields(message):
        assert MARKER not in str(getattr(message, field.name))


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize(
    "write", [pickle.dumps, copy.deepcopy, json.dumps, dataclasses.asdict, dataclasses.astuple]
)
def test_a_message_with_a_secret_refuses_to_be_written(index: int, write: object) -> None:
    assert callable(write)
    with pytest.raises(TypeError) as caught:
        write(live_messages()[index])
    assert MARKER not in str(caught.value)


def test_messages_without_a_secret_are_plain_ones() -> None:
    context = context_of()
    context.add_user_text("hello")
    call = ToolCall("call_1", "calculator", {"expression": "6*7"}, "0", {"signature": "s"})
    reply = ModelReply("Let me see.", "hm", (call,), "tool_calls", None, {"b": 1})
    context.add_exchange(reply, [call], [CallResult("42", Secret("42"))])
    assert list(context.messages) == [
        UserMessage("before"),
        UserMessage("hello"),
        AssistantMessage("Let me see.", (call,), "hm", {"b": 1}),
        ToolResultMessage("call_1", "42"),
    ]
    assert [type(message) for message in context.messages[1:]] == [
        UserMessage,
        AssistantMessage,
        ToolResultMessage,
    ]


def test_raw_arguments_with_a_secret_are_mute_too() -> None:
    call = ToolCall("call_1", "login", f'{{"pw": "{MARKER}')
    context = context_of(MARKER)
    context.add_exchange(ModelReply("", "", (call,), "tool_calls"), [call], [RESULT])
    assert MARKER not in repr(context.messages)
    assert MARKER in wire_json(context.messages)


def test_an_empty_reply_is_no_message() -> None:
    context = context_of()
    context.add_exchange(ModelReply("", "hm", (), "stop"), [], [])
    assert context.messages == (UserMessage("before"),)


def test_a_call_without_a_result_is_refused_loudly() -> None:
    with pytest.raises(ValueError, match="shorter"):
        context_of().add_exchange(REPLY, [CALL], [])
