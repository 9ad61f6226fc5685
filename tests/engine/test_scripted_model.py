"""A script is played as written, quotes results, and a broken one is told where and why."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.errors import ScriptError
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import FinishChunk, ModelChunk, ModelReply, TextChunk, collect
from loopl_desktop.engine.scripted_model import SCRIPT_ENDED, ScriptedModel, ScriptedReply
from loopl_desktop.engine.working_context import LiveToolResult

LOGIN = '{"ok": true, "value": {"pw": "hunter2", "seats": 2, "tags": ["a", "b"]}}'


def results(*pairs: tuple[str, str, str]) -> list[Message]:
    """Calls by (id, provider's id, result)."""
    calls = tuple(ToolCall(own, "ask_user", {}, theirs) for own, theirs, _ in pairs)
    return [
        UserMessage("hi"),
        AssistantMessage("", calls),
        *(ToolResultMessage(own, result) for own, _, result in pairs),
    ]


async def reply_to(model: ScriptedModel, messages: Sequence[Message] = ()) -> ModelReply:
    return await collect(model.stream(messages, ()))


async def filled(text: str, messages: Sequence[Message]) -> str:
    return (await reply_to(ScriptedModel.from_json([{"text": text}]), messages)).text


async def test_replies_come_in_order_and_then_the_script_has_ended(tmp_path: Path) -> None:
    call = {"id": "call_1", "name": "ask_user", "arguments": {"type": "confirm", "text": "Sure?"}}
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"text": "One.", "tool_calls": [call]}, {"text": "Two."}]))
    model = ScriptedModel.from_file(script)
    assert await reply_to(model) == ModelReply(
        "One.",
        "",
        (ToolCall("call_1", "ask_user", {"type": "confirm", "text": "Sure?"}),),
        "tool_calls",
    )
    assert await reply_to(model) == ModelReply("Two.", "", (), "stop")
    assert (await reply_to(model)).text == SCRIPT_ENDED
    assert (await reply_to(model)).text == SCRIPT_ENDED


async def test_a_text_comes_in_pieces_after_its_delay() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    reply = ScriptedReply("{{result:call_1}}!", delay_ms=1500, chunk_chars=4)
    model = ScriptedModel([reply], sleep=sleep)
    chunks: list[ModelChunk] = []
    async for chunk in model.stream(results(("call_1", "", "0123456789")), ()):
        assert slept == [1.5]
        chunks.append(chunk)
    assert chunks == [
        TextChunk("0123"),
        TextChunk("4567"),
        TextChunk("89!"),
        FinishChunk("stop"),
    ]


@pytest.mark.parametrize(
    ("placeholder", "text"),
    [
        ("{{result:call_1}}", LOGIN),
        ("{{result:call_1.ok}}", "true"),
        ("{{result:call_1.value.pw}}", "hunter2"),
        ("{{result:call_1.value.seats}}", "2"),
        ("{{result:call_1.value.tags}}", '["a", "b"]'),
        ("{{result:call_1.value.tags.1}}", "b"),
        ("{{result:call_1.value.tags.9}}", "(nothing at result:call_1.value.tags.9)"),
        ("{{result:call_1.value.tags.x}}", "(nothing at result:call_1.value.tags.x)"),
        ("{{result:call_1.value.seats.x}}", "(nothing at result:call_1.value.seats.x)"),
        ("{{result:dotted.id}}", "not JSON"),
        ("{{result:dotted.id.value}}", "(nothing at result:dotted.id.value)"),
        ("{{result:call_9.value}}", "(no result of call_9.value)"),
        ("a {{result:call_1.ok}} b {{result:dotted.id}}", "a true b not JSON"),
    ],
)
async def test_a_placeholder_stands_for_a_result_or_a_part_of_it(
    placeholder: str, text: str
) -> None:
    messages = results(("call_1", "", LOGIN), ("dotted.id", "", "not JSON"))
    assert await filled(placeholder, messages) == text


async def test_a_placeholder_stands_for_what_the_model_reads() -> None:
    live = LiveToolResult("call_1", '{"value": "••••"}', Secret('{"value": "hunter2"}'))
    assert await filled("{{result:call_1.value}}", [live]) == "hunter2"


async def test_arguments_are_filled_in_at_every_depth() -> None:
    arguments = {"a": "{{result:call_1}}", "b": [{"c": "<{{result:call_1}}>"}, 1, None]}
    calls = [
        {"name": "login", "arguments": arguments},
        {"name": "login", "arguments": "raw {{result:call_1}}"},
    ]
    reply = await reply_to(
        ScriptedModel.from_json([{"tool_calls": calls}]), results(("call_1", "", "42"))
    )
    assert [call.arguments for call in reply.tool_calls] == [
        {"a": "42", "b": [{"c": "<42>"}, 1, None]},
        "raw 42",
    ]


async def test_an_id_of_the_script_means_its_newest_call_also_in_a_later_turn() -> None:
    model = ScriptedModel.from_json([{"text": "{{result:call_1}}"}] * 3)
    first = results(("call_1", "call_1", "old"))
    assert (await reply_to(model, first)).text == "old"
    second = results(("call_1-2", "call_1", "new"))
    assert (await reply_to(model, [*first, *second])).text == "new"
    rebuilt = results(("call_1", "", "old"), ("call_1-2", "", "new"))
    assert (await reply_to(model, rebuilt)).text == "new"


async def test_arguments_that_are_no_object_are_sent_as_a_model_would_send_them() -> None:
    calls = [{"name": "ask_user", "arguments": ["a", "b"]}, {"name": "ask_user"}]
    reply = await reply_to(ScriptedModel.from_json([{"tool_calls": calls}]))
    assert [call.arguments for call in reply.tool_calls] == ['["a", "b"]', {}]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ({"text": "x"}, "a script must be a list"),
        (["x"], "reply 1 of the script: a reply must be an object"),
        ([{}, {"text": 1}], "reply 2 of the script: 'text' must be a string"),
        ([{"tool_calls": {}}], "'tool_calls' must be a list"),
        ([{"tool_calls": ["x"]}], "must be an object with a 'name'"),
        ([{"tool_calls": [{"id": "1"}]}], "must be an object with a 'name'"),
        ([{"tool_calls": [{"id": 1, "name": "x"}]}], "'id' of a call must be a string"),
        ([{"delay_ms": "x"}], "'delay_ms' must be a number"),
        ([{"delay_ms": True}], "'delay_ms' must be a number"),
        ([{"delay_ms": -1}], "must be 0 or more"),
        ([{"chunk_chars": 0}], "must be 0 or more"),
    ],
)
def test_a_broken_script_is_told_where_and_why(script: object, words: str) -> None:
    with pytest.raises(ScriptError, match=words):
        ScriptedModel.from_json(script)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'[{"text": }]', "is not JSON: Expecting value at line 1, column 11"),
        (b"\xff\xfe", "is not JSON in UTF-8"),
        (b"[" * 100_000, "is not JSON in UTF-8"),
        (b'{"text": "x"}', "a script must be a list"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    script = tmp_path / "script.json"
    script.write_bytes(content)
    with pytest.raises(ScriptError, match=words) as caught:
        ScriptedModel.from_file(script)
    assert str(script) in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="cannot be read: No such file"):
        ScriptedModel.from_file(tmp_path / "none.json")
