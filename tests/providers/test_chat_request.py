import json
from typing import Any

import pytest

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import ModelReply, ToolSpec
from loopl_desktop.engine.working_context import CallResult, WorkingContext
from loopl_desktop.providers.call_accumulator import OTHER_KEYS
from loopl_desktop.providers.chat_request import NO_RESULT, ChatDialect, build_request
from loopl_desktop.providers.reasoning import DETAILS, FIELD

ADD = ToolSpec("add", "Adds.", {"type": "object", "properties": {}})


def body_of(*messages: Message, tools: tuple[ToolSpec, ...] = (ADD,), **more: Any) -> Any:
    options = {"model": "m", "max_tokens": None, "dialect": ChatDialect(), **more}
    return json.loads(build_request(messages, tools, **options))


def sent(*messages: Message) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = body_of(*messages)["messages"]
    return found


def call(id: str = "c1", name: str = "add", arguments: Any = None, **more: Any) -> ToolCall:
    return ToolCall(id, name, {} if arguments is None else arguments, **more)


def test_the_request_asks_for_a_stream_with_its_token_counts() -> None:
    assert body_of(UserMessage("Hi")) == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hi"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "add",
                    "description": "Adds.",
                    "parameters": {"type": "object", "properties": {}},
                },
            }
        ],
    }


def test_without_tools_none_are_mentioned() -> None:
    assert "tools" not in body_of(UserMessage("Hi"), tools=())


def test_a_limit_is_sent_under_the_key_that_the_server_knows() -> None:
    assert body_of(max_tokens=5)["max_tokens"] == 5
    dialect = ChatDialect(include_usage=False, tokens_key="max_completion_tokens")
    body = body_of(max_tokens=5, dialect=dialect)
    assert body["max_completion_tokens"] == 5
    assert "max_tokens" not in body
    assert "stream_options" not in body


def test_a_call_and_its_result_stand_together() -> None:
    assert sent(
        UserMessage("1+1?"),
        AssistantMessage("", (call(arguments={"a": 1}),)),
        ToolResultMessage("c1", "2"),
        AssistantMessage("It is 2."),
    ) == [
        {"role": "user", "content": "1+1?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "add", "arguments": '{"a":1}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "2"},
        {"role": "assistant", "content": "It is 2."},
    ]


def test_results_come_in_call_order_right_after_the_calls_wherever_they_were() -> None:
    wire = sent(
        AssistantMessage("Let me see.", (call("a"), call("b"), call("c"))),
        ToolResultMessage("b", "B"),
        UserMessage("and?"),
        ToolResultMessage("a", "A"),
        ToolResultMessage("a", "again"),
        ToolResultMessage("x", "of no call"),
    )
    assert [message["role"] for message in wire] == ["assistant", *["tool"] * 3, "user"]
    assert wire[0]["content"] == "Let me see."
    results = [(message["tool_call_id"], message["content"]) for message in wire[1:4]]
    assert results == [("a", "A"), ("b", "B"), ("c", NO_RESULT)]


def test_an_id_that_is_used_again_belongs_to_the_last_call_before_its_result() -> None:
    wire = sent(
        AssistantMessage("", (call("a"),)),
        ToolResultMessage("a", "first"),
        AssistantMessage("", (call("a"),)),
        ToolResultMessage("a", "second"),
    )
    assert [(m["tool_call_id"], m["content"]) for m in wire if m["role"] == "tool"] == [
        ("a", "first"),
        ("a-2", "second"),
    ]


def test_ids_on_the_wire_are_the_servers_own_where_they_are_unique() -> None:
    history: list[Message] = [
        AssistantMessage("", (call("call_0", provider_id="call_0"),)),
        ToolResultMessage("call_0", "one"),
        AssistantMessage(
            "", (call("call_0-2", provider_id="call_0"), call("x", provider_id="theirs"))
        ),
        ToolResultMessage("x", "three"),
        ToolResultMessage("call_0-2", "two"),
    ]
    wire = sent(*history)
    called = [entry["id"] for message in wire for entry in message.get("tool_calls", [])]
    answered = [message["tool_call_id"] for message in wire if message["role"] == "tool"]
    assert called == answered == ["call_0", "call_0-2", "theirs"]
    assert sent(*history[:2]) == wire[:2]  # a longer history begins like the shorter one


def test_calls_without_any_id_still_match_their_results() -> None:
    wire = sent(AssistantMessage("", (call(""),)), ToolResultMessage("", "r"))
    assert wire[0]["tool_calls"][0]["id"] == wire[1]["tool_call_id"] == "call-2"
    assert wire[1]["content"] == "r"


@pytest.mark.parametrize("arguments", ["12", '{"a":', {"a": float("nan")}, {"a": object()}])
def test_arguments_are_always_the_text_of_an_object(arguments: Any) -> None:
    wire = sent(AssistantMessage("", (call(arguments=arguments),)))
    assert wire[0]["tool_calls"][0]["function"]["arguments"] == "{}"


@pytest.mark.parametrize(
    ("name", "wire_name"),
    [("add", "add"), ("", "unknown"), ("no such/tool", "no_such_tool"), ("x" * 99, "x" * 64)],
)
def test_a_name_that_the_model_made_up_is_one_that_servers_take(name: str, wire_name: str) -> None:
    wire = sent(AssistantMessage("", (call(name=name),)))
    assert wire[0]["tool_calls"][0]["function"]["name"] == wire_name


def test_an_odd_name_that_was_offered_stays() -> None:
    odd = ToolSpec("files.read", "", {})
    body = body_of(AssistantMessage("", (call(name="files.read"),)), tools=(odd,))
    assert body["messages"][0]["tool_calls"][0]["function"]["name"] == "files.read"


def test_what_a_person_said_in_a_row_is_one_message() -> None:
    assert sent(UserMessage("a"), UserMessage("b"), AssistantMessage(""), UserMessage("c")) == [
        {"role": "user", "content": "a\n\nb\n\nc"}
    ]


def test_no_half_of_a_character_goes_out() -> None:
    wire = sent(
        UserMessage("x\udcaf"),
        AssistantMessage("\ud83c\udf55", (call(arguments={"\udcaf": "\udcaf"}),)),
        ToolResultMessage("c1", "\udcaf"),
    )
    assert wire[0]["content"] == "x\ufffd"
    assert wire[1]["content"] == "🍕"
    assert wire[1]["tool_calls"][0]["function"]["arguments"] == '{"\ufffd":"\ufffd"}'
    assert wire[2]["content"] == "\ufffd"


def test_what_a_provider_wants_back_goes_back() -> None:
    details = [{"type": "reasoning.text", "text": "t"}]
    signed = call(extra={"google": {"thought_signature": "S"}, OTHER_KEYS: {"vendor": 1, "id": 9}})
    message = AssistantMessage(
        "", (signed,), reasoning="why", extra={FIELD: "reasoning", DETAILS: details}
    )
    wire = sent(message)[0]
    assert wire["reasoning"] == "why"
    assert wire[DETAILS] == details
    entry = wire["tool_calls"][0]
    assert entry["extra_content"] == {"google": {"thought_signature": "S"}}
    assert (entry["vendor"], entry["id"]) == (1, "c1")


@pytest.mark.parametrize(
    ("extra", "key"),
    [
        (None, "reasoning_content"),
        ({FIELD: ""}, None),
        ({FIELD: 5}, None),
        ({}, "reasoning_content"),
    ],
)
def test_reasoning_goes_back_with_calls_under_the_usual_key(extra: Any, key: str | None) -> None:
    wire = sent(AssistantMessage("", (call(),), reasoning="why", extra=extra))[0]
    assert set(wire) - {"role", "content", "tool_calls"} == ({key} if key else set())


def test_reasoning_without_calls_does_not_go_back() -> None:
    wire = sent(AssistantMessage("Hi", reasoning="why", extra={FIELD: "reasoning"}))[0]
    assert wire == {"role": "assistant", "content": "Hi"}


def test_the_model_reads_the_live_texts_where_they_differ_from_the_kept_ones() -> None:
    secret = "s3cret-MARKER"
    calls = (call(arguments={"a": secret}, extra={"sig": secret}),)
    extra: JsonObject = {FIELD: "reasoning", DETAILS: [{"text": secret}]}
    reply = ModelReply(f"You said {secret}.", f"Now {secret}.", calls, "tool_calls", extra=extra)
    scrubber = Scrubber()
    scrubber.learn(Secret(secret))
    context = WorkingContext([], scrubber)
    context.add_exchange(reply, calls, [CallResult("••••", Secret(f'"{secret}"'))])
    context.add_user_text(f"It was {secret}.")
    wire = sent(*context.messages)
    assert wire[0]["content"] == f"You said {secret}."
    assert wire[0]["reasoning"] == f"Now {secret}."
    assert wire[0][DETAILS] == [{"text": secret}]
    function = wire[0]["tool_calls"][0]["function"]
    assert json.loads(function["arguments"]) == {"a": secret}
    assert wire[0]["tool_calls"][0]["extra_content"] == {"sig": secret}
    assert wire[1]["content"] == f'"{secret}"'
    assert wire[2]["content"] == f"It was {secret}."
    assert secret not in repr(context.messages)


def test_a_server_teaches_once_what_it_does_not_know() -> None:
    dialect = ChatDialect()
    assert not dialect.learn("something else")
    assert dialect.learn("unknown field stream_options")
    assert not dialect.learn("unknown field stream_options")
    assert dialect.learn("use max_completion_tokens instead")
    assert not dialect.learn("use max_completion_tokens instead")
    assert dialect == ChatDialect(include_usage=False, tokens_key="max_completion_tokens")
