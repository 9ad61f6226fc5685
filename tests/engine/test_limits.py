"""A model that runs in circles is told so, and a person is not nagged."""

import pytest

from loopl_desktop.domain.ask_answer import Answered
from loopl_desktop.domain.interrupts import Aborted, Cancelled, TimedOut
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.gate import Response
from loopl_desktop.engine.limits import RepairBudget, RepeatGuard, UnansweredAsks

A = ToolCall("1", "calculator", {"expression": "6*7", "digits": 2})
SAME = ToolCall("2", "calculator", {"digits": 2, "expression": "6*7"})
B = ToolCall("3", "calculator", {"expression": "6*8"})
BAD_LINE = "ERROR: calculator: a number is too large"


def test_the_third_identical_batch_in_a_row_is_refused_and_the_fifth_stops() -> None:
    guard = RepeatGuard()
    seen = []
    for _ in range(5):
        guard.note([A])
        seen.append((guard.refuses, guard.stops))
    assert seen == [(False, False), (False, False), (True, False), (True, False), (True, True)]
    assert "5 times in a row" in guard.refusal("calculator")


def test_neither_ids_nor_the_order_of_keys_or_calls_make_a_batch_another_one() -> None:
    guard = RepeatGuard()
    for batch in ([A, B], [B, A], [SAME, B]):
        guard.note(batch)
    assert guard.refuses


def test_another_batch_begins_a_new_count() -> None:
    guard = RepeatGuard()
    for batch in ([A], [A], [B], [A], [A]):
        guard.note(batch)
    assert not guard.refuses


def test_raw_arguments_are_compared_too() -> None:
    guard = RepeatGuard()
    for _ in range(3):
        guard.note([ToolCall("1", "calculator", '{"expression": ')])
    assert guard.refuses


def test_from_the_third_bad_call_in_a_row_on_the_model_is_told_to_leave_the_tool() -> None:
    budget = RepairBudget()
    bad = [f'ERROR: ask_user: no type {n}, e.g. {{"type": "confirm"}}' for n in range(4)]
    lines = [budget.checked("ask_user", line) for line in bad]
    assert lines[:2] == bad[:2]
    assert lines[2] == (
        "ERROR: ask_user: no type 2; this is bad call 3 in a row: "
        "stop calling ask_user and ask in prose"
    )
    assert "no type 3; this is bad call 4 in a row" in lines[3]


def test_the_line_that_ends_it_stays_short() -> None:
    budget = RepairBudget()
    lines = [budget.checked("ask_user", f"ERROR: ask_user: {'x' * 5000}") for _ in range(3)]
    assert len(lines[2]) == 420
    assert lines[2].startswith("ERROR: ask_user: xxx")
    assert "x…; this is bad call 3 in a row" in lines[2]
    assert lines[2].endswith("ask in prose")


def test_another_tool_is_not_replaced_by_prose() -> None:
    budget = RepairBudget()
    lines = [budget.checked("calculator", BAD_LINE) for _ in range(3)]
    assert lines[2].endswith("stop calling calculator and go on without it")


def test_a_good_call_of_the_tool_begins_a_new_count() -> None:
    budget = RepairBudget()
    for result in (BAD_LINE, BAD_LINE, "42"):
        assert budget.checked("calculator", result) == result
    assert budget.checked("calculator", BAD_LINE) == BAD_LINE


def test_each_tool_has_its_own_count() -> None:
    budget = RepairBudget()
    for _ in range(2):
        budget.checked("calculator", BAD_LINE)
    assert budget.checked("clock", "ERROR: clock: no") == "ERROR: clock: no"


def test_a_result_that_only_speaks_of_errors_is_no_bad_call() -> None:
    budget = RepairBudget()
    log = "ERROR 2026-12-01 disk full"
    assert [budget.checked("read_log", log) for _ in range(4)] == [log] * 4


@pytest.mark.parametrize(
    ("response", "words"), [(Cancelled(), "cancelled it"), (TimedOut(), "in time")]
)
def test_a_question_that_was_not_answered_is_refused_at_once(
    response: Response, words: str
) -> None:
    asks = UnansweredAsks()
    spec: JsonValue = {"type": "confirm", "text": "Sure?", "timeout_s": 60}
    assert asks.refusal(spec) is None
    asks.note(spec, response)
    again: JsonValue = {"text": "Sure?", "type": "confirm", "timeout_s": 3600}
    line = asks.refusal(again)
    assert line is not None
    assert line.startswith("ERROR: ask_user: ")
    assert words in line
    assert asks.refusal({"type": "confirm", "text": "Really sure?"}) is None


@pytest.mark.parametrize("response", [Answered(True), Aborted("stopped")])
def test_a_question_that_was_answered_may_be_asked_again(response: Response) -> None:
    asks = UnansweredAsks()
    asks.note({"type": "confirm", "text": "Sure?"}, response)
    assert asks.refusal({"type": "confirm", "text": "Sure?"}) is None


def test_a_reason_that_is_no_object_can_be_remembered_too() -> None:
    asks = UnansweredAsks()
    asks.note("odd", Cancelled())
    assert asks.refusal("odd") is not None
