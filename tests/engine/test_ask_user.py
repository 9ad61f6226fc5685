"""The tool that asks: its spec for models, its results, and what it does with a bad call."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast, get_args

import pytest

from loopl_desktop.domain.ask_answer import Answered, AnswerValue, AskUserAnswer, Secret
from loopl_desktop.domain.ask_request import AskUserRequest, FormField
from loopl_desktop.domain.interrupts import Aborted, Cancelled, TimedOut
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.ask_user import (
    ASK_USER_DESCRIPTION,
    ASK_USER_PARAMETERS,
    AskUserTool,
)
from loopl_desktop.engine.gate import InterruptRequested, InterruptScope

CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?", "timeout_s": 60.0}
INPUT: JsonObject = {"type": "input", "text": "Name?"}
FORM: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text"},
        {"name": "pw", "label": "Password", "type": "password"},
        {"name": "seats", "label": "Seats", "type": "number"},
        {"name": "terrace", "label": "Terrace", "type": "toggle"},
    ],
}


async def result_of(spec: JsonObject, answer: AskUserAnswer) -> str:
    """Run the body as the engine does: to its interrupt, and again with the answer."""
    scope = InterruptScope("call_1")
    tool = AskUserTool()
    with pytest.raises(InterruptRequested) as raised:
        await tool.run(spec, scope)
    scope.settle(raised.value.interrupt, answer, None)
    return await tool.run(spec, scope)


@pytest.mark.parametrize(
    ("spec", "answer", "result"),
    [
        (CONFIRM, Answered(True), '{"ok": true, "value": true}'),
        (CONFIRM, Answered(False), '{"ok": true, "value": false}'),
        (INPUT, Answered(""), '{"ok": true, "value": ""}'),
        (INPUT, Answered("Oda · Türkiye"), '{"ok": true, "value": "Oda · Türkiye"}'),
        (INPUT, Answered(Secret("hunter2")), '{"ok": true, "value": "hunter2"}'),
        (CONFIRM, Cancelled(), '{"ok": false, "cancelled": true}'),
        (CONFIRM, TimedOut(), '{"ok": false, "timeout": true}'),
        (CONFIRM, Aborted("why"), '{"ok": false, "aborted": true, "reason": "why"}'),
        (
            FORM,
            Answered({"user": "Oda", "pw": Secret("hunter2"), "seats": 2, "terrace": False}),
            '{"ok": true, "value": {"user": "Oda", "pw": "hunter2", "seats": 2, "terrace": false}}',
        ),
        (
            FORM,
            Answered(
                MappingProxyType({"user": "", "pw": Secret(""), "seats": None, "terrace": True})
            ),
            '{"ok": true, "value": {"user": "", "pw": "", "seats": null, "terrace": true}}',
        ),
    ],
)
async def test_every_ending_is_put_into_json(
    spec: JsonObject, answer: AskUserAnswer, result: str
) -> None:
    assert await result_of(spec, answer) == result


async def test_the_interrupt_carries_the_normalised_spec_and_its_time() -> None:
    with pytest.raises(InterruptRequested) as raised:
        await AskUserTool().run(CONFIRM, InterruptScope("call_1"))
    interrupt = raised.value.interrupt
    assert (interrupt.id, interrupt.name) == ("ask_user:call_1", "ask_user")
    assert AskUserRequest.from_reason(interrupt.reason) == AskUserRequest.parse(CONFIRM)
    assert interrupt.timeout_s == 60.0


async def test_a_bad_spec_asks_nobody() -> None:
    line = await AskUserTool().run({"type": "riddle", "text": "?"}, InterruptScope("call_1"))
    assert line.startswith("ERROR: ask_user: ")


def test_what_is_kept_of_a_call_is_the_normalised_spec_or_nothing() -> None:
    tool = AskUserTool()
    assert tool.kept_arguments(INPUT) == AskUserRequest.parse(INPUT).to_spec()
    assert tool.kept_arguments({"type": "riddle", "default": "hunter2"}) == {}


async def test_an_answer_that_nobody_can_write_is_a_fault_without_its_value() -> None:
    odd = Answered(cast("AnswerValue", object()))
    with pytest.raises(TypeError) as caught:
        await result_of(INPUT, odd)
    assert str(caught.value) == "an answer cannot hold a object"


def properties_of(schema: JsonObject) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", schema["properties"])


def test_the_schema_names_all_that_a_question_can_have() -> None:
    spec = AskUserTool().spec
    assert spec.name == "ask_user"
    json.dumps(spec.parameters)
    properties = properties_of(ASK_USER_PARAMETERS)
    assert set(properties) == set(AskUserRequest.model_fields) - {"secret"}
    assert set(properties_of(properties["fields"]["items"])) == set(FormField.model_fields)
    types = get_args(AskUserRequest.model_fields["type"].annotation)
    assert set(properties["type"]["enum"]) == set(types)
    for name in types:
        assert f"- {name}:" in ASK_USER_DESCRIPTION


def test_the_description_tells_what_the_rules_need_the_model_to_know() -> None:
    for rule in (
        "one question per call",
        "never repeat it in prose",
        "timeout",
        "do not guess",
        "ask in prose",
    ):
        assert rule in ASK_USER_DESCRIPTION.lower().replace("\n", " ")
