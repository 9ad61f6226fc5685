from typing import Any

import pytest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.call_accumulator import (
    OTHER_KEYS,
    CallAccumulator,
    CallPiece,
    new_call_id,
)

TOOLS = ("get_weather", "get_time", "get", "getget", "list_files")
PARIS, LIMA = '{"city":"Paris"}', '{"city":"Lima"}'


def piece(
    arguments: Any = None, *, index: Any = None, id: Any = None, name: Any = None, **extra: Any
) -> JsonObject:
    function = {"name": name, "arguments": arguments}
    return {"index": index, "id": id, "type": "function", "function": function, **extra}


def gathered(*entries: JsonObject) -> CallAccumulator:
    numbers = iter(range(100))
    accumulator = CallAccumulator(TOOLS, lambda: f"new-{next(numbers)}")
    for entry in entries:
        accumulator.add(CallPiece.read(entry))
    return accumulator


def calls_of(*entries: JsonObject) -> list[tuple[str, Any]]:
    return [(call.name, call.arguments) for call in gathered(*entries).finish()]


WEATHER = "get_weather"
TWO = [(WEATHER, {"city": "Paris"}), (WEATHER, {"city": "Lima"})]
ONE = TWO[:1]


@pytest.mark.parametrize(
    "entries",
    [
        # usual: by index, also interleaved
        [
            piece("", index=0, id="a", name=WEATHER),
            piece("", index=1, id="b", name=WEATHER),
            piece(PARIS[:5], index=0),
            piece(LIMA[:5], index=1),
            piece(PARIS[5:], index=0),
            piece(LIMA[5:], index=1),
        ],
        # no index: the id decides
        [
            piece("", id="a", name=WEATHER),
            piece("", id="b", name=WEATHER),
            piece(PARIS, id="a"),
            piece(LIMA, id="b"),
        ],
        # one index for all, other ids
        [piece(PARIS, index=0, id="a", name=WEATHER), piece(LIMA, index=0, id="b", name=WEATHER)],
        # one index and one id for all
        [piece(PARIS, index=0, id="a", name=WEATHER), piece(LIMA, index=0, id="a", name=WEATHER)],
        # one id for all
        [piece(PARIS, index=0, id="a", name=WEATHER), piece(LIMA, index=1, id="a", name=WEATHER)],
        [piece(PARIS, id="a", name=WEATHER), piece(LIMA, id="a", name=WEATHER)],
        [
            piece({"city": "Paris"}, index=0, id="a", name=WEATHER),
            piece({"city": "Lima"}, index=0, id="a", name=WEATHER),
        ],
        # neither
        [piece(PARIS, name=WEATHER), piece(LIMA, name=WEATHER)],
        [piece(PARIS, name=WEATHER), piece(LIMA[:4], name=WEATHER), piece(LIMA[4:])],
        # the id of the second comes before its name
        [
            piece(PARIS, index=0, id="a", name=WEATHER),
            piece(index=1, id="b"),
            piece(index=1, name=WEATHER),
            piece(LIMA, index=1),
        ],
        # as objects
        [piece({"city": "Paris"}, name=WEATHER), piece({"city": "Lima"}, name=WEATHER)],
        # flat, without `function`
        [{"name": WEATHER, "arguments": PARIS}, {"name": WEATHER, "arguments": LIMA}],
    ],
)
def test_two_calls_are_two(entries: list[JsonObject]) -> None:
    assert calls_of(*entries) == TWO


@pytest.mark.parametrize(
    "entries",
    [
        # everything again in each piece
        [piece(part, index=0, id="a", name=WEATHER) for part in ("", PARIS[:6], PARIS[6:], "")],
        [piece(part, id="a", name=WEATHER) for part in ("", PARIS[:6], PARIS[6:])],
        [piece(part, name=WEATHER) for part in ("", PARIS[:6], PARIS[6:])],
        # the id changes, with and without the name
        [piece("", index=0, id="a", name=WEATHER), piece(PARIS, index=0, id="b")],
        [
            piece("", index=0, id="a", name=WEATHER),
            piece(PARIS[:6], index=0, id="b", name=WEATHER),
            piece(PARIS[6:], index=0, id="c", name=WEATHER),
        ],
        [piece("", id="a", name=WEATHER), piece(PARIS, id="b")],
        # the index drifts, also with the id and the name in each piece
        [
            piece("", index=0, id="a", name=WEATHER),
            piece(PARIS[:6], index=1),
            piece(PARIS[6:], index=2),
        ],
        [
            piece("{", index=0, id="a", name=WEATHER),
            piece('"city":"Par', index=1, id="a", name=WEATHER),
            piece('is"}', index=2, id="a", name=WEATHER),
        ],
        # an empty piece at the end, with an index of its own
        [piece(PARIS, index=0, id="a", name=WEATHER), piece("", index=3), piece(" ", index=0)],
        [piece(PARIS, index=0, id="a", name=WEATHER), piece("\n", index=4)],
        # the whole call again
        [piece(PARIS, index=0, id="a", name=WEATHER), piece(PARIS, index=0, id="a", name=WEATHER)],
        [piece(PARIS, index=0, id="a", name=WEATHER), piece(PARIS, index=0)],
        # an object as a placeholder before the text
        [piece({}, index=0, id="a", name=WEATHER), piece(PARIS, index=0)],
        # the name in parts, growing, or empty later
        [piece("", index=0, id="a", name="get_"), piece(PARIS, index=0, name="weather")],
        [piece("", name="get_"), piece(PARIS, name="weather")],
        [piece("", index=0, name="get"), piece(PARIS, index=0, name="_weather")],
        [piece("", index=0, name="get_w"), piece(PARIS, index=0, name=WEATHER)],
        [piece("", index=0, name=WEATHER), piece(PARIS, index=0, name="")],
        # numbers as text, and the other way round
        [piece("", index="0", id=7, name=WEATHER), piece(PARIS, index=0.0)],
        [piece("", index=True, name=WEATHER), piece(PARIS, index=-1)],
    ],
)
def test_one_call_stays_one(entries: list[JsonObject]) -> None:
    assert calls_of(*entries) == ONE


def test_a_repeated_name_that_begins_another_tool_is_not_joined() -> None:
    assert calls_of(piece("", index=0, name="get"), piece("{}", index=0, name="get")) == [
        ("get", {})
    ]


def test_calls_of_different_tools_are_told_apart_by_name_even_when_blank() -> None:
    entries = [
        piece("", index=0, id="a", name="list_files"),
        piece(PARIS, index=0, id="b", name=WEATHER),
    ]
    assert calls_of(*entries) == [("list_files", {}), ONE[0]]


def test_a_second_tool_on_the_same_id_is_a_second_call() -> None:
    entries = [piece(PARIS, index=0, id="a", name=WEATHER), piece("", index=0, id="a", name="get")]
    assert calls_of(*entries) == [ONE[0], ("get", {})]


def test_a_call_that_lost_its_name_is_never_glued_to_another_and_never_runs() -> None:
    entries = [piece(PARIS, index=0, id="a", name=WEATHER), piece(LIMA, index=1)]
    assert calls_of(*entries) == [ONE[0], ("", LIMA)]
    assert calls_of(piece({"a": 1})) == [("", '{"a":1}')]


@pytest.mark.parametrize("cut", ['{"city":', '{"city":"Paris"', "12", "[1]"])
def test_unusable_arguments_are_given_as_they_came(cut: str) -> None:
    assert calls_of(piece(cut, index=0, id="a", name=WEATHER)) == [(WEATHER, cut)]


@pytest.mark.parametrize("value", [13, 1.5, True, [1]])
def test_a_bare_value_is_a_piece_of_the_text(value: Any) -> None:
    entries = [piece('{"a":', index=0, name="get"), piece(value, index=0), piece("}", index=0)]
    assert calls_of(*entries) == [("get", {"a": value})]


def test_pieces_with_nothing_in_them_make_no_call() -> None:
    assert calls_of({}, piece(), piece("", index=0), piece(index=0, id="a"), piece(" ")) == []


def test_wrong_types_count_as_missing() -> None:
    entry: JsonObject = {
        "index": [],
        "id": {},
        "function": {"name": 5, "arguments": None},
        "name": "get",
    }
    assert calls_of(entry) == []


def test_ids_are_the_servers_where_they_are_good_and_unique_always() -> None:
    calls = gathered(
        piece(PARIS, index=0, id="a", name=WEATHER),
        piece(LIMA, index=1, id="a", name=WEATHER),
        piece("{}", index=2, name="get"),
        piece("{}", index=3, id="\udcaf", name="get"),
    ).finish()
    assert [(call.id, call.provider_id) for call in calls] == [
        ("a", ""),
        ("new-0", "a"),
        ("new-1", ""),
        ("\ufffd", ""),
    ]


def test_the_first_id_is_kept() -> None:
    calls = gathered(piece("", index=0, id="a", name="get"), piece("{}", index=0, id="b")).finish()
    assert [call.id for call in calls] == ["a"]


def test_made_up_ids_are_nine_letters_and_digits() -> None:
    made = {new_call_id() for _ in range(100)}
    assert len(made) == 100
    assert all(len(name) == 9 and name.isalnum() for name in made)


def test_unknown_keys_of_a_call_are_kept_to_go_back() -> None:
    calls = gathered(
        piece("{", index=0, name="get", extra_content={"google": {"thought_signature": "S"}}),
        piece("}", index=0, vendor={"x": "\udcaf"}, nothing=None),
        piece("{}", index=1, name="get"),
    ).finish()
    assert calls[0].extra == {
        "google": {"thought_signature": "S"},
        OTHER_KEYS: {"vendor": {"x": "\ufffd"}},
    }
    assert calls[1].extra is None


def test_a_call_found_in_the_text_counts_unless_it_came_as_a_call_too() -> None:
    accumulator = gathered(piece(PARIS, index=0, id="a", name=WEATHER))
    accumulator.add_whole(WEATHER, {"city": "Paris"})
    accumulator.add_whole(WEATHER, {"city": "Lima"})
    accumulator.add_whole("get", {})
    found = [(call.name, call.arguments) for call in accumulator.finish()]
    assert found == [*TWO, ("get", {})]


def test_blank_pieces_do_not_count_as_content() -> None:
    accumulator = CallAccumulator(TOOLS)
    assert not accumulator.add(CallPiece.read(piece("")))
    assert accumulator.add(CallPiece.read(piece("", name="get")))
