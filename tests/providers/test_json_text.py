import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.providers.json_text import (
    SurrogateJoiner,
    as_list,
    as_object,
    as_text,
    clean,
    dump,
    load_lenient,
    load_strict,
    without_surrogates,
)


def test_numbers_that_json_lacks_are_null_where_leniency_is_right() -> None:
    assert load_lenient('{"a": NaN, "b": -Infinity, "c": 1e999, "d": 1.5}') == {
        "a": None,
        "b": None,
        "c": None,
        "d": 1.5,
    }


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "1e999", "-1e999", "9" * 5000, "{", ""])
def test_numbers_that_json_lacks_are_refused_where_they_would_go_back(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (the words are json's own)
        load_strict(text)


def test_raw_control_characters_pass() -> None:
    assert load_strict('"a\nb\tc"') == "a\nb\tc"


def test_a_document_nested_beyond_reason_is_an_ordinary_fault() -> None:
    for load in (load_lenient, load_strict):
        with pytest.raises(ValueError, match="deeply"):
            load("[" * 100_000)


def test_what_is_written_is_json_that_any_server_reads() -> None:
    text = dump({"a": "\ud83c\udf55 \udcaf", "b": [True, None, 1.5]})
    assert text == '{"a":"🍕 \ufffd","b":[true,null,1.5]}'
    with pytest.raises(ValueError, match="JSON"):
        dump(math.inf)


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_no_half_of_a_character_is_left(text: str) -> None:
    assert not any("\ud800" <= char <= "\udfff" for char in without_surrogates(text))
    without_surrogates(text).encode()


@settings(deadline=None)
@given(st.lists(st.text(alphabet="\ud83c\udf55ab", max_size=3)))
def test_the_division_of_a_text_changes_nothing(pieces: list[str]) -> None:
    joiner = SurrogateJoiner()
    text = "".join(joiner.feed(piece) for piece in pieces) + joiner.close()
    assert text == without_surrogates("".join(pieces))


def test_clean_reaches_keys_and_lists() -> None:
    dirty: JsonValue = {"\udcaf": ["\udcaf", {"a": "\udcaf"}, 1]}
    assert clean(dirty) == {"\ufffd": ["\ufffd", {"a": "\ufffd"}, 1]}


@pytest.mark.parametrize("value", [None, 1, "a", True, [1], {"a": 1}])
def test_readers_take_anything(value: JsonValue) -> None:
    text = json.dumps(value)
    assert as_object(value) == ({"a": 1} if text == '{"a": 1}' else {})
    assert as_list(value) == {"[1]": [1], '{"a": 1}': [{"a": 1}]}.get(text, [])
    assert as_text(value) == ("a" if value == "a" else "")
