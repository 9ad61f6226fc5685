"""Calls that arrive encoded or wrapped, and other tools' shapes of a question."""

import pytest

from tests.domain.ask_parsing.outcomes import A_AND_B, Accepted, choice, field, form, lean, outcome

ACCEPTED: Accepted = {
    # how the arguments are encoded
    "a python literal of the whole call": (
        "{'type': 'confirm', 'text': 'Go?', 'default': None}",
        {"type": "confirm", "text": "Go?"},
    ),
    "json in a code fence": (
        '```json\n{"type": "confirm", "text": "Go?"}\n```',
        {"type": "confirm", "text": "Go?"},
    ),
    "the call wrapped as a call": (
        {"name": "ask_user", "arguments": {"type": "confirm", "text": "Go?"}},
        {"type": "confirm", "text": "Go?"},
    ),
    "the wrapped call beside other parts": (
        {"args": ["x"], "input": {"type": "confirm", "text": "Go?"}},
        {"type": "confirm", "text": "Go?"},
    ),
    "a question beside what looks like a wrapped one": (
        {"text": "Go?", "params": {"text": "Other?"}},
        {"type": "input", "text": "Go?"},
    ),
    "parts that hold no call": (
        {"title": "Go?", "params": "x", "args": None},
        {"type": "input", "text": "Go?"},
    ),
    "the wrapped call as a text": (
        {"arguments": '{"type": "confirm", "text": "Go?"}'},
        {"type": "confirm", "text": "Go?"},
    ),
    "fields as a text": (
        {"type": "form", "text": "D", "fields": '[{"name": "a"}]'},
        form(field("a", "A")),
    ),
    "surrogate halves that belong together": (
        {"type": "confirm", "text": "'\ud83d\ude00'"},
        {"type": "confirm", "text": "'😀'"},
    ),
    "a lone surrogate in a value": (
        {"type": "select", "text": "Which?", "options": ["a\udfff", "b"]},
        {
            "type": "select",
            "text": "Which?",
            "options": [{"value": "a\ufffd", "label": "a\ufffd"}, A_AND_B[1]],
        },
    ),
    # other tools' shapes
    "options of Cline as a text": (
        {"question": "Which?", "options": '["a", "b"]'},
        choice(),
    ),
    "yesno of Gemini": (
        {"questions": [{"question": "Go?", "header": "Go", "type": "yesno", "options": []}]},
        {"type": "confirm", "title": "Go", "text": "Go?"},
    ),
    "text of Gemini": (
        {"questions": [{"question": "Name?", "header": "N", "type": "text", "placeholder": "x"}]},
        {"type": "input", "title": "N", "text": "Name?"},
    ),
    "choice of Gemini with several answers": (
        {
            "questions": [{"question": "Which?", "type": "choice", "multiSelect": True}],
            "options": ["a", "b"],
        },
        choice("multiselect"),
    ),
    "several answers in deepagents": (
        {
            "questions": [
                {
                    "question": "Which?",
                    "type": "multi_select",
                    "required": True,
                    "choices": [{"value": "a"}, {"value": "b"}],
                }
            ]
        },
        choice("multiselect"),
    ),
    "the questions as a text": (
        {"questions": '[{"question": "Which?", "options": ["a", "b"]}]'},
        choice(),
    ),
    "one question without its list": (
        {"questions": {"question": "Which?", "options": ["a", "b"]}},
        choice(),
    ),
    "a question that is only a sentence": (
        {"questions": ["Which city?"], "timeout_ms": 60000},
        {"type": "input", "text": "Which city?", "timeout_s": 60},
    ),
    "one enumeration in an object schema": (
        {
            "message": "Which?",
            "requestedSchema": {
                "type": "object",
                "properties": {"colour": {"type": "string", "enum": ["a", "b"], "default": "b"}},
            },
        },
        choice(default="b"),
    ),
    "an enumeration with names": (
        {
            "message": "Which?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "c": {"type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"]}
                },
            },
        },
        {
            "type": "select",
            "text": "Which?",
            "options": [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}],
        },
    ),
    "an enumeration of constants with titles": (
        {
            "message": "Which?",
            "requestedSchema": {
                "properties": {
                    "c": {
                        "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]
                    }
                }
            },
        },
        {
            "type": "select",
            "text": "Which?",
            "options": [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}],
        },
    ),
    "an array of an enumeration": (
        {
            "message": "Which?",
            "requestedSchema": {
                "properties": {
                    "c": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
                }
            },
        },
        choice("multiselect"),
    ),
    "an enumeration as the schema": (
        {"message": "Which?", "requestedSchema": '{"type": "string", "enum": ["a", "b"]}'},
        choice(),
    ),
    "an enumeration without a schema": (
        {"message": "Which?", "type": "string", "enum": ["a", "b"]},
        choice(),
    ),
    "an array without a schema": (
        {"message": "Which?", "type": "array", "items": {"enum": ["a", "b"]}},
        choice("multiselect"),
    ),
    "a schema with its own words": (
        {
            "requestedSchema": {
                "title": "You",
                "description": "About you",
                "properties": {"name": {"type": ["null", "string"]}},
            }
        },
        form(field("name", "Name"), text="About you", title="You"),
    ),
    "a prompt with several answers allowed": (
        {"title": "T", "prompt": "Which?", "choices": ["a", "b"], "allow_multiple": True},
        choice("multiselect", title="T"),
    ),
    "a secret of Codex": (
        {"questions": [{"id": "x", "question": "The value?", "isSecret": True}]},
        {"type": "input", "text": "The value?", "secret": True},
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_another_shape_gives_its_card(name: str) -> None:
    spec, normalised = ACCEPTED[name]
    assert outcome(spec) == {"do": "accept", "normalized": lean(normalised)}
