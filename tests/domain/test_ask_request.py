"""Requests: strict where they are kept, generous only where a model calls."""

import json
import traceback
from typing import Any

import pytest
from pydantic import ValidationError

from loopl_desktop.domain.ask_request import AskOption, AskSpecError, AskUserRequest, FormField

OPTIONS = [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]
SELECT: dict[str, Any] = {"type": "select", "text": "Which?", "options": OPTIONS}
TEXT_FIELD: dict[str, Any] = {"name": "a", "label": "A", "type": "text"}
NUMBER: dict[str, Any] = {"name": "n", "label": "N", "type": "number"}
INPUT: dict[str, Any] = {"type": "input", "text": "Name?"}


def form(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "form", "text": "Details", "fields": list(fields)}


NORMALISED: dict[str, dict[str, Any]] = {
    "confirm": {"type": "confirm", "text": "Go?", "default": False, "timeout_s": 5},
    "select": {**SELECT, "title": "T", "default": "b"},
    "multiselect": {**SELECT, "type": "multiselect", "default": ["b", "a"]},
    "buttons": {**SELECT, "type": "buttons"},
    "input": {**INPUT, "default": "x\ny", "multiline": True},
    "secret input": {**INPUT, "secret": True},
    "message": {"type": "message", "text": "Done.\n\tReally."},
    "form": form(
        {**TEXT_FIELD, "required": True, "default": "x", "help": "one\ntwo", "multiline": True},
        {**NUMBER, "default": 3, "min": 0, "max": 5.5, "integer": True},
        {"name": "t", "label": "T", "type": "toggle", "default": False},
        {"name": "p", "label": "P", "type": "password", "required": True},
    ),
}


@pytest.mark.parametrize("name", NORMALISED)
def test_a_normalised_spec_is_read_and_written_as_it_is(name: str) -> None:
    spec = NORMALISED[name]
    request = AskUserRequest.from_reason(spec)
    assert request is not None
    assert request.to_spec() == spec
    assert AskUserRequest.from_reason(json.loads(json.dumps(request.to_spec()))) == request


NOT_NORMALISED: dict[str, Any] = {
    "nothing": None,
    "a sentence": "Which city?",
    "a spec as a text": json.dumps(SELECT),
    "a list": [SELECT],
    "an empty object": {},
    "a request": AskUserRequest(type="confirm", text="Go?"),
    "another interrupt's reason": {"tool": "shell", "arguments": {"command": "ls"}},
    "an unknown part": {**SELECT, "icon": "star"},
    # what only the generous parser reads
    "a question under another name": {"type": "confirm", "question": "Go?"},
    "an alias of a type": {**SELECT, "type": "radio"},
    "options as texts": {**SELECT, "options": ["a", "b"]},
    "options as an object": {**SELECT, "options": {"a": "A"}},
    "options in a text": {**SELECT, "options": json.dumps(OPTIONS)},
    "a wait as a text": {**SELECT, "timeout_s": "60"},
    "a flag as a text": form({**TEXT_FIELD, "required": "true"}),
    # wording
    "no text": {"type": "confirm"},
    "a blank text": {"type": "confirm", "text": " \n"},
    "a long text": {"type": "confirm", "text": "x" * 20_001},
    "an escape in the text": {"type": "confirm", "text": "a\x1b[31mb"},
    "two lines of title": {"type": "confirm", "text": "Go?", "title": "a\nb"},
    "a long title": {"type": "confirm", "text": "Go?", "title": "x" * 2_001},
    "a lone surrogate in the text": {"type": "confirm", "text": "Go\ud83d"},
    "a lone surrogate in a value": {**SELECT, "options": [{"value": "\ud83d", "label": "A"}]},
    "a lone surrogate in a default": {**INPUT, "default": "\ud83d"},
    "a lone surrogate in a name": form({**TEXT_FIELD, "name": "\ud83d"}),
    # waits
    "too short a wait": {**SELECT, "timeout_s": 4.9},
    "too long a wait": {**SELECT, "timeout_s": 3_601},
    "a wait without an end": {**SELECT, "timeout_s": float("inf")},
    "a wait that is no number": {**SELECT, "timeout_s": float("nan")},
    "a wait of a very large number": {**SELECT, "timeout_s": 10**400},
    "a wait that is true": {**SELECT, "timeout_s": True},
    # options
    "a choice without options": {"type": "select", "text": "Which?"},
    "a choice of nothing": {**SELECT, "options": []},
    "a confirm with options": {**SELECT, "type": "confirm"},
    "501 options": {
        **SELECT,
        "options": [{"value": f"{n}", "label": f"{n}"} for n in range(501)],
    },
    "a value twice": {**SELECT, "options": [OPTIONS[0], {"value": "a", "label": "C"}]},
    "a label twice": {**SELECT, "options": [OPTIONS[0], {"value": "c", "label": "A"}]},
    "a blank label": {**SELECT, "options": [{"value": "a", "label": ""}]},
    "two lines of label": {**SELECT, "options": [{"value": "a", "label": "A\nB"}]},
    "a long label": {**SELECT, "options": [{"value": "a", "label": "x" * 2_001}]},
    "a value that is a number": {**SELECT, "options": [{"value": 1, "label": "A"}]},
    # defaults
    "a default that is no option": {**SELECT, "default": "c"},
    "a list as the default of one answer": {**SELECT, "default": ["a"]},
    "one default of several answers": {**SELECT, "type": "multiselect", "default": "a"},
    "a default twice": {**SELECT, "type": "multiselect", "default": ["a", "a"]},
    "a default of several that is no option": {
        **SELECT,
        "type": "multiselect",
        "default": ["a", "c"],
    },
    "a default of a message": {"type": "message", "text": "Done.", "default": "x"},
    "a word as the default of a confirm": {"type": "confirm", "text": "Go?", "default": "yes"},
    "a boolean as the default of an input": {**INPUT, "default": True},
    "a secret with a default": {**INPUT, "secret": True, "default": "hunter2"},
    "a secret of several lines": {**INPUT, "secret": True, "multiline": True},
    "a choice of several lines": {**SELECT, "multiline": True},
    "a secret choice": {**SELECT, "secret": True},
    # fields
    "a form without fields": {"type": "form", "text": "Details"},
    "a choice with fields": {**SELECT, "fields": [TEXT_FIELD]},
    "33 fields": form(*({**TEXT_FIELD, "name": f"f{n}"} for n in range(33))),
    "a name twice": form(TEXT_FIELD, TEXT_FIELD),
    "a field without a name": form({**TEXT_FIELD, "name": ""}),
    "a field without a label": form({**TEXT_FIELD, "label": " "}),
    "an alias of a field's type": form({**TEXT_FIELD, "type": "string"}),
    "a password with a default": form({**TEXT_FIELD, "type": "password", "default": "x"}),
    "a number as the default of a text": form({**TEXT_FIELD, "default": 1}),
    "bounds of a text": form({**TEXT_FIELD, "min": 1}),
    "a whole text": form({**TEXT_FIELD, "integer": True}),
    "a number of several lines": form({**NUMBER, "multiline": True}),
    "a text as the default of a number": form({**NUMBER, "default": "3"}),
    "true as the default of a number": form({**NUMBER, "default": True}),
    "a default beyond its bounds": form({**NUMBER, "default": 9, "max": 8}),
    "half a default of a whole number": form({**NUMBER, "default": 0.5, "integer": True}),
    "bounds the wrong way round": form({**NUMBER, "min": 2, "max": 1}),
    "bounds without a whole number": form({**NUMBER, "min": 0.2, "max": 0.8, "integer": True}),
    "bounds that are no numbers": form({**NUMBER, "min": float("nan")}),
    "a required toggle": form({**TEXT_FIELD, "type": "toggle", "required": True}),
    "a number as the default of a toggle": form({**TEXT_FIELD, "type": "toggle", "default": 1}),
    "an escape in the help": form({**TEXT_FIELD, "help": "\x07"}),
}


@pytest.mark.parametrize("name", NOT_NORMALISED)
def test_anything_but_a_normalised_spec_is_no_reason(name: str) -> None:
    assert AskUserRequest.from_reason(NOT_NORMALISED[name]) is None


class Guarded(dict[str, Any]):
    """An object that must not be looked into."""

    def get(self, key: str, default: object = None) -> object:
        raise RuntimeError("not for you")

    def keys(self) -> Any:
        raise RuntimeError("not for you")


@pytest.mark.parametrize("reason", [Guarded(SELECT), {**SELECT, "options": [Guarded(OPTIONS[0])]}])
def test_an_object_that_cannot_be_read_is_no_reason(reason: object) -> None:
    assert AskUserRequest.from_reason(reason) is None


def test_the_specs_that_are_broken_above_are_sound() -> None:
    for spec in (SELECT, INPUT, form(TEXT_FIELD), form(NUMBER), {**SELECT, "type": "multiselect"}):
        assert AskUserRequest.from_reason(spec) is not None


def test_a_request_is_read_from_a_models_call() -> None:
    request = AskUserRequest.parse({"type": "select", "text": "Where?", "options": ["Oda", "Roma"]})
    assert request == AskUserRequest(
        type="select",
        text="Where?",
        options=(AskOption(value="Oda", label="Oda"), AskOption(value="Roma", label="Roma")),
    )
    assert request.timeout_s == 180.0


def test_the_spec_says_only_what_differs_and_the_type_of_each_field() -> None:
    request = AskUserRequest(
        type="form", text="Details", fields=(FormField(name="a", label="A"),), timeout_s=60
    )
    assert request.to_spec() == {
        "type": "form",
        "text": "Details",
        "fields": [{"type": "text", "name": "a", "label": "A"}],
        "timeout_s": 60,
    }


def test_secret_names_are_those_of_password_fields() -> None:
    request = AskUserRequest.parse(form({"name": "user"}, {"name": "password"}, {"name": "pin"}))
    assert request.secret_names == {"password", "pin"}


def test_a_request_cannot_be_changed() -> None:
    request = AskUserRequest.parse(INPUT)
    with pytest.raises(ValidationError):
        request.text = "Password?"


def test_a_broken_request_does_not_say_what_it_held() -> None:
    with pytest.raises(ValidationError) as caught:
        AskUserRequest.model_validate({**INPUT, "secret": True, "default": "hunter2-MARKER"})
    assert "a secret is one line and has no default" in str(caught.value)
    assert "hunter2-MARKER" not in str(caught.value)


BAD_SPECS_WITH_A_SECRET: dict[str, Any] = {
    "in a field of an unknown type": form(
        {**TEXT_FIELD, "type": "file", "default": "hunter2-MARKER"}
    ),
    "beside an odd word": form({**TEXT_FIELD, "required": "maybe", "default": "hunter2-MARKER"}),
    "in a name twice": form({**TEXT_FIELD, "default": "hunter2-MARKER"}, TEXT_FIELD),
    "in broken data": '{"type": "form", "fields": [{"default": "hunter2-MARKER"',
    "in a broken python literal": "{'type': 'form', 'fields': [{'default': 'hunter2-MARKER'",
    "in a sentence of keys": "type: form, default: hunter2-MARKER",
    "in fields as a sentence": {**form(), "fields": "password=hunter2-MARKER"},
    "in a list of calls": [form({**TEXT_FIELD, "default": "hunter2-MARKER"})],
    "in an input without text": {"type": "input", "default": "hunter2-MARKER"},
    "in a password as a type": {"type": "password", "text": "Q?", "default": "hunter2-MARKER"},
    "in an answer": {"ok": True, "value": "hunter2-MARKER"},
}


@pytest.mark.parametrize("name", BAD_SPECS_WITH_A_SECRET)
def test_an_error_holds_no_value_of_the_spec(name: str) -> None:
    spec = BAD_SPECS_WITH_A_SECRET[name]
    assert "hunter2-MARKER" in str(spec)
    with pytest.raises(AskSpecError) as caught:
        AskUserRequest.parse(spec)
    error = caught.value
    assert error.args == (str(error),)
    assert (error.__cause__, error.__context__) == (None, None)
    assert "hunter2-MARKER" not in "".join(traceback.format_exception(error))
