from typing import Any

import pytest

from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.providers.reasoning import DETAILS, FIELD, ReasoningReader, content_parts


def read(*deltas: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    reader = ReasoningReader()
    return "".join(reader.feed(delta) for delta in deltas), dict(reader.extra())


def detail(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning.text", "text": text, "index": 0, **more}


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning"])
def test_reasoning_goes_back_under_the_key_it_came_under(key: str) -> None:
    assert read({key: "a"}, {key: "b"}) == ("ab", {FIELD: key})


def test_the_same_thought_under_two_keys_counts_once() -> None:
    delta = {"reasoning": "a", "reasoning_content": "a", DETAILS: [detail("a")]}
    text, extra = read(delta)
    assert text == "a"
    assert extra == {FIELD: "reasoning_content", DETAILS: [detail("a")]}


def test_pieces_of_a_detail_are_joined_and_its_signature_is_kept() -> None:
    text, extra = read(
        {DETAILS: [detail("Th")]},
        {DETAILS: [detail("ink", signature=None)]},
        {DETAILS: [detail("", signature="S")]},
        {DETAILS: [detail("next", index=1)]},
        {DETAILS: [{"type": "reasoning.encrypted", "data": "x", "index": 1}]},
        {DETAILS: [{"type": "reasoning.encrypted", "data": "y", "index": 1}]},
    )
    assert text == "Thinknext"
    assert extra[DETAILS] == [
        detail("Think", signature="S"),
        detail("next", index=1),
        {"type": "reasoning.encrypted", "data": "x", "index": 1},
        {"type": "reasoning.encrypted", "data": "y", "index": 1},
    ]


@pytest.mark.parametrize("value", [None, "", 5, [], {}, [5]])
def test_what_is_no_reasoning_is_none(value: Any) -> None:
    assert read({"reasoning": value, DETAILS: value}) == ("", {FIELD: ""})


def test_reasoning_may_be_an_object() -> None:
    assert read({"reasoning": {"content": "a"}})[0] == "a"
    assert read({DETAILS: [{"type": "reasoning.summary", "summary": "s"}]})[0] == "s"


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("Hi", [(False, "Hi")]),
        (["a", {"type": "text", "text": "b"}], [(False, "a"), (False, "b")]),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "x"}]}], [(True, "x")]),
        ([{"type": "thinking", "thinking": "x"}], [(True, "x")]),
        ([{"type": "reasoning", "text": "x"}], [(True, "x")]),
        ({"type": "text", "text": "b"}, [(False, "b")]),
        (None, [(False, "")]),
        ([], []),
        ([5, None], [(False, ""), (False, "")]),
    ],
)
def test_content_may_be_a_text_or_parts(content: JsonValue, parts: list[tuple[bool, str]]) -> None:
    assert content_parts(content) == parts
