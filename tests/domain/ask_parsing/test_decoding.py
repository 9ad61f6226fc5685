"""One layer of JSON or of a Python literal, bounded, and never evaluated."""

import warnings
from typing import Any

import pytest

from loopl_desktop.domain.ask_parsing.decoding import MAX_LITERAL_BYTES, decoded


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ('["a", 1, null]', ["a", 1, None]),
        ('  {"a": [true]}\n', {"a": [True]}),
        ("['a', None, True, {'b': 1.5}]", ["a", None, True, {"b": 1.5}]),
        ("('a', 'b')", ["a", "b"]),
        ("```json\n[1]\n```", [1]),
        ("```\n{'a': 1}\n```", {"a": 1}),
        ('["\\ud83d\\ude00", "\\ud83d"]', ["😀", "\ufffd"]),
        ("[NaN, Infinity, 1e999]", [None, None, None]),
        ("[]", []),
    ],
)
def test_the_list_or_object_in_a_text_is_read(text: str, held: Any) -> None:
    assert decoded(text) == held


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Which city?",
        '"[1]"',
        "7",
        "(1)",
        "[1, 2",
        "{1, 2}",
        "[__import__('os').system('true')]",
        "[x for x in (1, 2)]",
        "[" * 100_000,
        "{'a':" * 5_000,
        "[1" + "0" * 5_000 + "]",
        "['" + "x" * MAX_LITERAL_BYTES + "']",
        "['" + "é" * (MAX_LITERAL_BYTES // 2) + "']",
        "['a\x00b']",
        "(" * 9_000 + ")" * 9_000,
        "['a', -'b']",
        "[{[]: 1}]",
        "[" + "-" * 20_000 + "1]",
        "[" + "1+" * 20_000 + "1]",
    ],
)
def test_a_text_that_holds_neither_is_left_alone(text: str) -> None:
    assert decoded(text) is None


def test_a_literal_within_the_bound_is_read() -> None:
    assert decoded("['" + "x" * (MAX_LITERAL_BYTES - 4) + "']") is not None


def test_an_odd_escape_in_a_literal_warns_nobody() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert decoded(r"['C:\dir']") == [r"C:\dir"]
    assert caught == []
