"""Whatever object arrives, a copy of plain data of bounded size is read."""

import enum
import time
from typing import Any, Never

import pytest

from loopl_desktop.domain.ask_parsing.plain_data import (
    MAX_DEPTH,
    MAX_NODES,
    plain,
    well_formed,
)
from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest


class _Hostile:
    """Raises at every question that is asked of it."""

    def refuse(self, *_: object) -> Never:
        raise RuntimeError("asked")

    __class__ = property(refuse)
    __getattr__ = __repr__ = __str__ = __eq__ = __hash__ = __bool__ = refuse
    __len__ = __iter__ = __int__ = __float__ = refuse


class _Text(str):
    __slots__ = ()
    __str__ = __iter__ = __len__ = __getitem__ = casefold = strip = _Hostile.refuse


class _Number(int):
    __int__ = __index__ = __str__ = __eq__ = bit_length = _Hostile.refuse
    __hash__ = int.__hash__


class _Real(float):
    __float__ = __str__ = _Hostile.refuse


class _Mapping(dict[str, Any]):
    items = __iter__ = __getitem__ = get = __len__ = keys = _Hostile.refuse


class _List(list[Any]):
    __iter__ = __len__ = __getitem__ = _Hostile.refuse


class _Level(enum.IntEnum):
    LOW = 1


def test_subclasses_are_read_as_what_they_are() -> None:
    spec = _Mapping(
        type=_Text("form"),
        text=_Text("Details"),
        fields=_List([_Mapping(name="n", type="number", default=_Number(3), max=_Real(4.5))]),
        timeout_s=_Level.LOW,
    )
    request = AskUserRequest.parse(spec)
    assert (request.text, request.timeout_s) == ("Details", 5.0)
    assert (request.fields[0].default, request.fields[0].max) == (3, 4.5)
    assert type(request.text) is str


def test_objects_that_are_no_data_count_as_not_given() -> None:
    assert plain([_Hostile(), object(), b"x", {1, 2}, 1j, len]) == [None] * 6
    assert plain(_Hostile()) is None


def test_tuples_are_lists() -> None:
    assert plain((1, ("a",))) == [1, ["a"]]


def test_numbers_that_json_has_not_count_as_not_given() -> None:
    assert plain([float("nan"), float("inf"), -float("inf"), 10**400]) == [None] * 4
    assert plain([10**300, 1e300, True, 0]) == [10**300, 1e300, True, 0]


def test_keys_are_texts() -> None:
    assert plain({1: "a", 2.5: "b", None: "c", (1,): "d", "\ud83d": "e"}) == {
        "1": "a",
        "2.5": "b",
        "\ufffd": "e",
    }
    assert plain({False: "a", "false": "b"}) == {"false": "a"}


def test_surrogates_are_joined_or_replaced() -> None:
    assert well_formed("a\ud83d\ude00b") == "a😀b"
    assert well_formed("\ude00\ud83dé\ud83d") == "\ufffd\ufffdé\ufffd"
    assert well_formed("é😀") == "é😀"


def test_what_is_deeper_than_anybody_asks_counts_as_not_given() -> None:
    deep: Any = "bottom"
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert "bottom" in str(plain(deep))
    assert "bottom" not in str(plain([deep]))
    assert "bottom" not in str(plain({"a": deep}))
    assert "bottom" not in str(plain((deep,)))


def test_cyclic_and_shared_objects_end() -> None:
    cyclic: dict[str, Any] = {"type": "confirm", "text": "Go?"}
    cyclic["more"] = cyclic
    assert AskUserRequest.parse(cyclic).text == "Go?"
    shared: Any = [0] * 10
    for _ in range(10):
        shared = [shared] * 10
    started = time.process_time()
    with pytest.raises(AskSpecError, match="too large"):
        AskUserRequest.parse({"type": "confirm", "text": "Go?", "more": shared})
    assert time.process_time() - started < 2


def test_the_number_of_parts_is_bounded() -> None:
    assert plain([0] * (MAX_NODES - 1)) is not None
    with pytest.raises(AskSpecError, match="too large"):
        plain([0] * MAX_NODES)
