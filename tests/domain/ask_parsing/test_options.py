"""Options in every shape, and their defaults."""

import pytest

from tests.domain.ask_parsing.outcomes import A_AND_B, Accepted, choice, lean, outcome

ACCEPTED: Accepted = {
    # options
    "numbers and booleans": (
        {"type": "select", "text": "Q?", "options": [1, 2.5, True]},
        {
            "type": "select",
            "text": "Q?",
            "options": [
                {"value": "1", "label": "1"},
                {"value": "2.5", "label": "2.5"},
                {"value": "true", "label": "true"},
            ],
        },
    ),
    "blanks": (
        {
            "type": "select",
            "text": "Which?",
            "options": ["a", "", "  ", None, {}, {"label": ""}, "b"],
        },
        choice(),
    ),
    "a blank label": (
        {"type": "select", "text": "Which?", "options": [{"value": "a", "label": " "}, "b"]},
        choice(),
    ),
    "duplicates": (
        {"type": "select", "text": "Which?", "options": ["a", "b", "a", {"label": "b"}]},
        choice(),
    ),
    "the same label after cleaning": (
        {"type": "select", "text": "Q?", "options": ["a", "a ", "a\n"]},
        {
            "type": "select",
            "text": "Q?",
            "options": [
                {"value": "a", "label": "a — a"},
                {"value": "a ", "label": "a — a (2)"},
                {"value": "a\n", "label": "a — a (3)"},
            ],
        },
    ),
    "an empty value beside its label": (
        {"type": "select", "text": "Q?", "options": [{"label": "x", "value": ""}, "x"]},
        {
            "type": "select",
            "text": "Q?",
            "options": [{"value": "", "label": "x"}, {"value": "x", "label": "x — x"}],
        },
    ),
    "one option without its list": (
        {"type": "select", "text": "Q?", "options": {"value": "a", "label": "A"}},
        {"type": "select", "text": "Q?", "options": [{"value": "a", "label": "A"}]},
    ),
    "options by value with descriptions": (
        {
            "type": "select",
            "text": "Q?",
            "options": {"a": {"label": "A", "description": "d"}, "b": None},
        },
        {
            "type": "select",
            "text": "Q?",
            "options": [{"value": "a", "label": "A", "description": "d"}, A_AND_B[1]],
        },
    ),
    "keys of option objects as labels": (
        {"type": "select", "text": "Sort by?", "options": {"id": "By id", "name": "By name"}},
        {
            "type": "select",
            "text": "Sort by?",
            "options": [{"value": "id", "label": "By id"}, {"value": "name", "label": "By name"}],
        },
    ),
    "a numbered list": (
        {"type": "select", "text": "Which?", "options": "1. a\n2) b"},
        choice(),
    ),
    "one word": (
        {"type": "message", "text": "Done.", "options": "OK"},
        {"type": "message", "text": "Done."},
    ),
    "a label that is too long": (
        {"type": "select", "text": "Q?", "options": ["x" * 2001]},
        {
            "type": "select",
            "text": "Q?",
            "options": [{"value": "x" * 2001, "label": "x" * 1999 + "…"}],
        },
    ),
    "a default that is no option": (
        {"type": "select", "text": "Which?", "options": ["a", "b"], "default": "c"},
        choice(),
    ),
    "a default by its label": (
        {"type": "buttons", "text": "Q?", "options": {"x": "Delete"}, "default": "Delete"},
        {
            "type": "buttons",
            "text": "Q?",
            "options": [{"value": "x", "label": "Delete"}],
            "default": "x",
        },
    ),
    "a default that two labels share": (
        {"type": "select", "text": "Q?", "options": [["x", "S"], ["y", "S"]], "default": "S"},
        {
            "type": "select",
            "text": "Q?",
            "options": [{"value": "x", "label": "S — x"}, {"value": "y", "label": "S — y"}],
        },
    ),
    "a default in a list of one": (
        {"type": "select", "text": "Which?", "options": ["a", "b"], "default": ["b"]},
        choice(default="b"),
    ),
    "one default of several answers": (
        {"type": "multiselect", "text": "Which?", "options": ["a", "b"], "default": "b"},
        choice("multiselect", default=["b"]),
    ),
    "defaults in a text": (
        {
            "type": "multiselect",
            "text": "Which?",
            "options": ["a", "b"],
            "default": '["b","x","b","a"]',
        },
        choice("multiselect", default=["b", "a"]),
    ),
    "defaults that say nothing": (
        {"type": "multiselect", "text": "Which?", "options": ["a", "b"], "default": "x"},
        choice("multiselect"),
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_odd_options_give_their_card(name: str) -> None:
    spec, normalised = ACCEPTED[name]
    assert outcome(spec) == {"do": "accept", "normalized": lean(normalised)}
