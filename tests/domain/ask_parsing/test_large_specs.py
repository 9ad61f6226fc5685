"""Whatever is sent, and however much, is answered in time that grows with its length only."""

import time
from typing import Any

import pytest

from tests.domain.ask_parsing.outcomes import outcome

SIZE = 100_000
SECONDS = 3.0
"""Of CPU time; what grows with the square of the length takes minutes."""

PIECES = (
    *("x", " ", "\n", "- \n", "1. a\n", "[", "{", "(", "'", '"', "[1,", '{"a":', "```\n", "\\"),
    *("\x1b[", "\x9d", "\u200b", "\ud83d", "é", "密", "7", "a,", "e.g. ", "(optional)", "*", "_"),
    *("password ", "name of the ", "how long "),
)


def places(text: str) -> tuple[Any, ...]:
    """The text wherever a text may stand."""
    return (
        text,
        f"```\n{text}",
        f"```\n{text}\n```",
        f"[{text}]",
        {text: text},
        {"type": text, "text": text},
        {"type": "confirm", "text": text[:20_000], "title": text, "options": text},
        {
            "type": "select",
            "text": "Q?",
            "options": [text, {"label": text, "value": "x"}, [text, "y"]],
        },
        {
            "type": "select",
            "text": "Q?",
            "options": [f"{text}{n}" for n in range(3)],
            "default": text,
        },
        {"type": "select", "text": "Q?", "options": {text: text}},
        {"type": "form", "text": "D", "fields": text},
        {"type": "form", "text": "D", "fields": [{"name": text, "label": text, "help": text}]},
        {"type": "form", "text": "D", "fields": [{"name": "n", "required": text, "type": text}]},
        {"type": "form", "text": "D", "fields": [{"name": "n", "type": "number", "default": text}]},
        {"type": "input", "text": "Q?", "default": text, "timeout_s": text, "multiline": text},
        {"questions": text},
        {"requestedSchema": text},
    )


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_a_large_spec_is_read_in_linear_time(piece: str) -> None:
    for spec in places(piece * (SIZE // len(piece))):
        started = time.process_time()
        outcome(spec)
        assert time.process_time() - started < SECONDS


def test_many_options_are_read_in_linear_time() -> None:
    started = time.process_time()
    same_labels = [{"value": "v" + " " * number, "label": "x" * 2_000} for number in range(500)]
    assert outcome({"type": "select", "text": "Q?", "options": same_labels})["do"] == "accept"
    many = [f"{number}" for number in range(50_000)]
    assert outcome({"type": "select", "text": "Q?", "options": many})["do"] == "error"
    assert time.process_time() - started < SECONDS
