"""Live answers: what fits a question, and that nothing of it shows by accident."""

import copy
import dataclasses
import json
import math
import pickle
from typing import cast

import pytest

from loopl_desktop.domain.ask_answer import Answered, AnswerValue, Secret, fits, misfit
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import Aborted, Approved, Cancelled, Denied, TimedOut
from loopl_desktop.domain.json_types import JsonValue

MARKER = "hunter2-MARKER"


def request(**spec: JsonValue) -> AskUserRequest:
    return AskUserRequest.model_validate({"text": "Question?", **spec})


OPTIONS: list[JsonValue] = [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]
CONFIRM = request(type="confirm")
SELECT = request(type="select", options=OPTIONS)
BUTTONS = request(type="buttons", options=OPTIONS)
MULTISELECT = request(type="multiselect", options=OPTIONS)
INPUT = request(type="input")
SECRET_INPUT = request(type="input", secret=True)
MESSAGE = request(type="message")


def form_of(**field: JsonValue) -> AskUserRequest:
    return request(type="form", fields=[{"name": "f", "label": "Field", **field}])


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (CONFIRM, True),
        (CONFIRM, False),
        (SELECT, "a"),
        (BUTTONS, "b"),
        (MULTISELECT, []),
        (MULTISELECT, ["b", "a"]),
        (INPUT, ""),
        (INPUT, "text"),
        (INPUT, Secret("text")),
        (SECRET_INPUT, Secret("")),
        (MESSAGE, "acknowledged"),
        (form_of(type="toggle"), {"f": False}),
        (form_of(type="text"), {"f": ""}),
        (form_of(type="text", required=True), {"f": "x"}),
        (form_of(type="text", required=True), {"f": Secret("x")}),
        (form_of(type="password"), {"f": Secret("")}),
        (form_of(type="password", required=True), {"f": Secret(" ")}),
        (form_of(type="number"), {"f": None}),
        (form_of(type="number"), {"f": 10**400}),
        (form_of(type="number", min=1, max=3), {"f": 1}),
        (form_of(type="number", min=1, max=3), {"f": 3}),
        (form_of(type="number", min=1, max=3), {"f": 2.5}),
        (form_of(type="number", integer=True), {"f": 2.0}),
    ],
)
def test_an_answer_of_the_right_type_and_within_the_bounds_fits(
    asked: AskUserRequest, value: AnswerValue
) -> None:
    assert misfit(Answered(value), asked) is None
    assert fits(Answered(value), asked)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (CONFIRM, "true"),
        (CONFIRM, 1),
        (SELECT, "c"),
        (SELECT, True),
        (BUTTONS, None),
        (MULTISELECT, "a"),
        (MULTISELECT, ["c"]),
        (MULTISELECT, ["a", "a"]),
        (MULTISELECT, [["a"]]),
        (INPUT, 3),
        (SECRET_INPUT, "plain"),
        (MESSAGE, "ok"),
        (form_of(type="text"), "text"),
        (form_of(type="text"), {}),
        (form_of(type="text"), {"f": "x", "more": "y"}),
        (form_of(type="text"), {"f": 3}),
        (form_of(type="text", required=True), {"f": "  "}),
        (form_of(type="text", required=True), {"f": Secret("  ")}),
        (form_of(type="toggle"), {"f": None}),
        (form_of(type="password"), {"f": "plain"}),
        (form_of(type="password", required=True), {"f": Secret("")}),
        (form_of(type="number"), {"f": "3"}),
        (form_of(type="number"), {"f": True}),
        (form_of(type="number"), {"f": math.nan}),
        (form_of(type="number"), {"f": math.inf}),
        (form_of(type="number", required=True), {"f": None}),
        (form_of(type="number", min=1), {"f": 0.99}),
        (form_of(type="number", max=3), {"f": 4}),
        (form_of(type="number", integer=True), {"f": 2.5}),
    ],
)
def test_another_answer_is_told_apart_by_a_sentence(asked: AskUserRequest, value: object) -> None:
    answer = Answered(cast("AnswerValue", value))
    sentence = misfit(answer, asked)
    assert sentence is not None
    assert sentence.endswith(".")
    assert not fits(answer, asked)


def test_the_sentence_names_the_field_and_the_bound_but_never_the_value() -> None:
    asked = form_of(type="number", max=20)
    assert misfit(Answered({"f": 7391}), asked) == "Field must be 20 or less."


@pytest.mark.parametrize("ending", [Cancelled(), TimedOut(), Aborted("stopped")])
def test_every_ending_without_an_answer_fits_every_question(ending: object) -> None:
    assert fits(ending, CONFIRM)


@pytest.mark.parametrize("other", [Approved(), Denied(), None, True, "a"])
def test_what_is_no_answer_to_a_question_does_not_fit(other: object) -> None:
    assert not fits(other, CONFIRM)


def test_a_question_of_an_unknown_type_is_refused_loudly() -> None:
    broken = CONFIRM.model_copy(update={"type": "riddle"})
    with pytest.raises(AssertionError):
        fits(Answered(True), broken)


def test_a_field_of_an_unknown_type_is_refused_loudly() -> None:
    field = form_of(type="text").fields[0].model_copy(update={"type": "riddle"})
    broken = form_of(type="text").model_copy(update={"fields": (field,)})
    with pytest.raises(AssertionError):
        fits(Answered({"f": "x"}), broken)


def test_a_secret_reveals_its_text_to_who_asks() -> None:
    assert Secret(MARKER).reveal() == MARKER


@pytest.mark.parametrize(
    "holder",
    [
        Secret(MARKER),
        Answered(Secret(MARKER)),
        Answered({"pw": Secret(MARKER)}),
        Answered(MARKER),
        [Answered([MARKER])],
    ],
)
def test_an_answer_is_mute_in_text_form(holder: object) -> None:
    shown = f"{holder!r} {holder!s} {holder}" + "%s" % (holder,)  # noqa: UP031 (one of the ways)
    assert MARKER not in shown
    assert "••••" in shown


def test_a_secret_is_mute_in_a_format_with_a_width() -> None:
    assert f"{Secret(MARKER):>40}" == "••••"


@pytest.mark.parametrize(
    "write",
    [
        pickle.dumps,
        copy.copy,
        copy.deepcopy,
        json.dumps,
        vars,
        lambda secret: secret.__getstate__(),
        lambda secret: dataclasses.asdict(Answered(secret)),
        lambda secret: dataclasses.astuple(Answered(secret)),
    ],
)
def test_a_secret_refuses_to_be_copied_or_written(write: object) -> None:
    assert callable(write)
    with pytest.raises(TypeError) as caught:
        write(Secret(MARKER))
    assert MARKER not in str(caught.value)
