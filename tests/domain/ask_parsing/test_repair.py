"""Specs that cannot be drawn, and the lines that repair them."""

from typing import Any

import pytest

from tests.domain.ask_parsing.lines import check_line
from tests.domain.ask_parsing.outcomes import form, outcome

STOCK = '{"type": "confirm", "text": "Deploy now?"}'
CONFIRM_LINE = "confirm answers true or false; for named choices use buttons, e.g. "
REFUSED: dict[str, tuple[Any, str]] = {
    "nothing": ({}, f"text required, e.g. {STOCK}"),
    "a blank text": ({"type": "input", "text": " \n"}, f"text required, e.g. {STOCK}"),
    "a text that shows nothing": ({"text": "\u200d\x00"}, f"text required, e.g. {STOCK}"),
    "broken json is not repeated": (
        '{"type": "form", "fields": [{"name": "pw", "default": "hunter2"',
        'arguments must be a JSON object, e.g. {"type": "input", "text": "Which city?"}',
    ),
    "a number": (
        7,
        'arguments must be a JSON object, e.g. {"type": "input", "text": "Which city?"}',
    ),
    "a list of calls": (
        [{"type": "confirm", "text": "Go?"}],
        "arguments must be one object, not a list; ask one question per call, e.g. "
        '{"type": "input", "text": "Go?"}',
    ),
    "an empty list": (
        [],
        "arguments must be one object, not a list; ask one question per call, e.g. "
        '{"type": "input", "text": "Which city?"}',
    ),
    "several questions without options": (
        {"questions": ["Name?", "Size?"]},
        "one question per call: call ask_user once for each of the 2 questions (they may be in "
        'the same message), e.g. {"type": "input", "text": "Name?"}',
    ),
    "a secret as a type": (
        {"type": "One-time code", "text": "The code?"},
        'a password is asked with a form field, e.g. {"type": "form", "text": "The code?", '
        '"fields": [{"name": "password", "label": "Password", "type": "password"}]}',
    ),
    "a number as a type": (
        {"type": "number", "text": "How many?"},
        'a number is asked with a form field, e.g. {"type": "form", "text": "How many?", '
        '"fields": [{"name": "number", "label": "Number", "type": "number"}]}',
    ),
    "an unknown type with options": (
        {"type": "carousel", "text": "Q?", "options": ["a", "b"]},
        "unknown type 'carousel'; use confirm, select, multiselect, input, buttons, form or "
        'message, e.g. {"type": "select", "text": "Q?", "options": ["a", "b"]}',
    ),
    "an unknown type with fields": (
        {"type": "wizard", "text": "Q?", "fields": ["a"]},
        "unknown type 'wizard'; use confirm, select, multiselect, input, buttons, form or message,"
        ' e.g. {"type": "form", "text": "Q?", "fields": [{"name": "email", "label": "E-mail", '
        '"type": "text"}]}',
    ),
    "an unknown type alone": (
        {"type": "voice", "text": "Q?"},
        "unknown type 'voice'; use confirm, select, multiselect, input, buttons, form or message,"
        ' e.g. {"type": "input", "text": "Q?"}',
    ),
    "a type that means a number": (
        {"type": "rating", "text": "?", "max": 5},
        "unknown type 'rating'; use confirm, select, multiselect, input, buttons, form or message,"
        ' e.g. {"type": "form", "text": "?", "fields": [{"name": "number", "label": "Number", '
        '"type": "number"}]}',
    ),
    "only blank options": (
        {"type": "buttons", "text": "Q?", "options": [" ", None]},
        'options required for buttons, e.g. ["a", "b"]',
    ),
    "an option without anything to show": (
        {"type": "select", "text": "Q?", "options": ["a", {"icon": "star"}]},
        "option 2 must be a string or an object with value and label, e.g. "
        '{"value": "a", "label": "A"}',
    ),
    "one value under labels without letters": (
        {"type": "select", "text": "Q?", "options": [["x", "?"], ["x", "!"]]},
        'options 1 and 2 have the same value \'x\'; give each its own value, e.g. ["a", "b"]',
    ),
    "a confirm of three": (
        {"type": "confirm", "text": "Q?", "options": ["a", "b", "c"]},
        CONFIRM_LINE + '{"type": "buttons", "text": "Q?", "options": ["a", "b", "c"]}',
    ),
    "a confirm whose values are not its labels": (
        {"type": "confirm", "text": "Q?", "options": [["drop", "Yes"], ["keep", "No"]]},
        CONFIRM_LINE + '{"type": "buttons", "text": "Q?", "options": ["Yes", "No"]}',
    ),
    "a field name twice": (
        form({"name": "a"}, {"name": "b"}, {"name": "a"}),
        "fields 1 and 3 have the same name 'a'; give each its own name, e.g. "
        '[{"name": "email"}, {"name": "email2"}]',
    ),
    "33 fields": (
        form(*({"name": f"f{number}"} for number in range(33))),
        "33 fields is too many (at most 32); ask in several forms, e.g. "
        '{"type": "form", "text": "D", "fields": [{"name": "email", "label": "E-mail", '
        '"type": "text"}]}',
    ),
    "fields in a sentence": (
        {"type": "form", "text": "D", "fields": "name, password hunter2"},
        'fields must be a list, e.g. [{"name": "email", "label": "E-mail", "type": "text"}]',
    ),
    "fields of no kind": (
        {"type": "form", "text": "D", "fields": 7},
        'fields required for form, e.g. [{"name": "email", "label": "E-mail", "type": "text"}]',
    ),
    "a field that is a list": (
        {"type": "form", "text": "D", "fields": ["a", ["b"]]},
        "field 2 must be an object with name, label and type, e.g. "
        '{"name": "email", "label": "E-mail", "type": "text"}',
    ),
    "a field of an unknown type": (
        form({"name": "a", "type": "file"}),
        "field 'a': type must be text, password, number or toggle, e.g. "
        '{"name": "a", "type": "text"}',
    ),
    "a choice among fields": (
        {
            "message": "D",
            "requestedSchema": {
                "properties": {
                    "a": {},
                    "b": {"type": "string", "enum": []},
                    "c": {"enum": ["x", "y"]},
                }
            },
        },
        "field 'c': type must be text, password, number or toggle; ask a choice on its own, e.g. "
        '{"type": "select", "text": "D", "options": ["x", "y"]}',
    ),
    "a choice without options among fields": (
        form({"name": "a", "type": "radio"}),
        "field 'a': type must be text, password, number or toggle; ask a choice on its own, e.g. "
        '{"type": "select", "text": "D", "options": ["a", "b"]}',
    ),
    "an answer with a message": (
        {"ok": True, "value": "a", "message": "Done."},
        f"this looks like an answer; send a question, e.g. {STOCK}",
    ),
    "an answer": ({"cancelled": True}, f"this looks like an answer; send a question, e.g. {STOCK}"),
    "a million parts": (
        {"text": "Q?", "options": [[0] * 1000] * 1000},
        f"arguments are too large; ask one short question, e.g. {STOCK}",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_spec_that_cannot_be_drawn_gives_the_line_that_repairs_it(name: str) -> None:
    spec, line = REFUSED[name]
    assert outcome(spec) == {"do": "error", "error": f"ERROR: ask_user: {line}"}


AWKWARD = {
    "long": "x" * 3_000,
    "quotes": "\"'" * 500,
    "lines": "a\n\r\n\u2028b\t" * 300,
    "escapes": "\x1b[31m\x00\\" * 300,
    "surrogates": "\ud83d\udfff" * 300,
    "marks": "e.g. [1, e.g. {" * 100,
    "families": "👨‍👩‍👧" * 300,
    "hidden": "\u202e\u200b\ufeff" * 300,
    "other letters": "名前" * 700,
    "unassigned": "\U000e0fff\u0378\ue000" * 300,
}


def awkward_specs(text: str) -> dict[str, Any]:
    """A spec for every kind of line, with the text wherever a line may show it."""
    names = {"name": text, "label": text}
    options = [f"{number} {text}" for number in range(20)]
    return {
        "a sentence": f"a{text}",
        "a list": [f"a{text}"],
        "several questions": {"questions": [{"text": text, "options": options}, {"text": text}]},
        "an unknown type": {"type": f"q{text}", "text": text},
        "an unknown type with options": {"type": f"q{text}", "text": text, "options": options},
        "an unknown type with bounds": {"type": f"q{text}", "text": text, "min": 1},
        "an unknown type with fields": {"type": f"q{text}", "text": text, "fields": [names]},
        "a password": {"type": "password", "text": text},
        "a number": {"type": "number", "text": text},
        "no options": {"type": "select", "text": text},
        "options in a sentence": {"type": "select", "text": text, "options": "a, b"},
        "a bad option": {"type": "select", "text": text, "options": [[text, [text]]]},
        "a value twice": {
            "type": "select",
            "text": text,
            "options": [{"value": text, "label": f"a {text}"}, {"value": text, "label": "b"}],
        },
        "many options": {"type": "select", "text": text, "options": [f"{n}" for n in range(501)]},
        "a confirm of choices": {"type": "confirm", "text": text, "options": options},
        "a message of choices": {"type": "message", "text": text, "options": options},
        "no fields": {"type": "form", "text": text},
        "many fields": {"type": "form", "text": text, "fields": [f"f{n}" for n in range(33)]},
        "a bad field": {"type": "form", "text": text, "fields": [[text]]},
        "a field name twice": {"type": "form", "text": text, "fields": [names, names]},
        "an odd word": {"type": "form", "text": text, "fields": [{**names, "required": "maybe"}]},
        "a bad type": {"type": "form", "text": text, "fields": [{**names, "type": f"q{text}"}]},
        "a choice": {
            "type": "form",
            "text": text,
            "fields": [{**names, "type": "select", "options": options}],
        },
    }


@pytest.mark.parametrize("kind", awkward_specs(""))
@pytest.mark.parametrize("text", AWKWARD)
def test_every_line_is_short_and_its_example_can_be_copied(text: str, kind: str) -> None:
    made = outcome(awkward_specs(AWKWARD[text])[kind])
    assert made["do"] == "error"
    check_line(made["error"])
