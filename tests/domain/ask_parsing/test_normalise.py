"""Types, wording and waits in the ways in which models send them."""

import pytest

from tests.domain.ask_parsing.outcomes import Accepted, choice, field, form, lean, outcome

ACCEPTED: Accepted = {
    # types
    "the type text": ({"type": "text", "text": "Q?"}, {"type": "input", "text": "Q?"}),
    "every optional part null": (
        {
            "type": "confirm",
            "text": "Q?",
            "title": None,
            "options": None,
            "fields": None,
            "default": None,
            "timeout_s": None,
        },
        {"type": "confirm", "text": "Q?"},
    ),
    "no type but fields": ({"text": "D", "fields": ["a"]}, form(field("a", "A"))),
    "no type and nothing else": ({"text": "Q?"}, {"type": "input", "text": "Q?"}),
    "buttons with several answers": (
        {"type": "buttons", "text": "Which?", "options": ["a", "b"], "multiSelect": "true"},
        choice("multiselect"),
    ),
    "an input with options is a choice": (
        {"type": "input", "text": "Which?", "options": ["a", "b"]},
        choice(),
    ),
    "an input with options that cannot be read": (
        {"type": "input", "text": "City?", "options": [["a", ["b"]]]},
        {"type": "input", "text": "City?"},
    ),
    # text and title
    "a title alone": ({"type": "confirm", "title": "Go?"}, {"type": "confirm", "text": "Go?"}),
    "a title that shows nothing": (
        {"type": "confirm", "text": "Go?", "title": "\u200d"},
        {"type": "confirm", "text": "Go?"},
    ),
    "a long text": (
        {"type": "confirm", "text": "word " * 1000},
        {"type": "confirm", "text": ("word " * 1000).strip()},
    ),
    "a literal backslash and n": (
        {"type": "confirm", "text": r"Delete C:\new\table?"},
        {"type": "confirm", "text": r"Delete C:\new\table?"},
    ),
    "a blank text and a question": (
        {"type": "confirm", "text": " ", "question": "Go?"},
        {"type": "confirm", "text": "Go?"},
    ),
    "a text in languages": (
        {"type": "confirm", "text": {"en": "x"}, "message": "Go?"},
        {"type": "confirm", "text": "Go?"},
    ),
    # waits, and parts that do not belong
    "a default too long to edit": (
        {"type": "input", "text": "Q?", "default": "x" * 20_001},
        {"type": "input", "text": "Q?"},
    ),
    "a wait in words": (
        {"type": "confirm", "text": "Q?", "timeout_s": "120"},
        {"type": "confirm", "text": "Q?", "timeout_s": 120},
    ),
    "a wait that is true": (
        {"type": "confirm", "text": "Q?", "timeout_s": True},
        {"type": "confirm", "text": "Q?"},
    ),
    "no wait at all": (
        {"type": "confirm", "text": "Q?", "timeout_s": 0},
        {"type": "confirm", "text": "Q?", "timeout_s": 5},
    ),
    "a confirm with yes and no": (
        {"type": "confirm", "text": "Q?", "options": ["No", "Yes"], "default": "yes"},
        {"type": "confirm", "text": "Q?", "default": True},
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_an_odd_type_wording_or_wait_gives_its_card(name: str) -> None:
    spec, normalised = ACCEPTED[name]
    assert outcome(spec) == {"do": "accept", "normalized": lean(normalised)}
