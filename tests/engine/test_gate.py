"""The gate: a parked call settles exactly once, and its time is the person's."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from loopl_desktop.domain.ask_answer import Answered, AnswerError, Secret
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import InterruptRaised, InterruptResolved
from loopl_desktop.domain.interrupts import (
    Aborted,
    Approved,
    Cancelled,
    Denied,
    Interrupt,
    TimedOut,
    interrupt_id_for,
)
from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.engine.gate import (
    NO_CARD,
    InterruptRequested,
    InterruptScope,
    Response,
    outcome_of,
)
from tests.doubles.gate_table import CONFIRM, Table

Until = Callable[[Callable[[], object]], Awaitable[None]]
PIN: JsonObject = {"type": "input", "text": "PIN?", "secret": True}


async def parked(
    table: Table,
    until: Until,
    reason: JsonValue = CONFIRM,
    *,
    name: str = "ask_user",
    timeout_s: float | None = None,
) -> "asyncio.Task[Response]":
    task = table.park("call_1", reason, name=name, timeout_s=timeout_s)
    await until(lambda: table.clock.waiting)
    return task


ID = interrupt_id_for("call_1")


async def test_an_answer_ends_the_wait(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    assert table.events == [InterruptRaised(Interrupt(ID, "ask_user", CONFIRM, "call_1"))]
    assert table.gate.holds("call_1")
    assert table.gate.resolve(ID, Answered(False))
    assert not table.gate.holds("call_1")
    assert await task == Answered(False)
    assert table.resolved() == [InterruptResolved(ID, "answered", MaskedAnswer("answered", False))]


async def test_the_first_answer_wins_and_a_second_is_told_so(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    assert table.gate.resolve(ID, Answered(True))
    assert not table.gate.resolve(ID, Answered(False))
    assert not table.gate.resolve(ID, Cancelled())
    assert await task == Answered(True)
    assert not table.gate.resolve(ID, Answered(False))
    assert len(table.resolved()) == 1


async def test_an_unknown_id_changes_nothing() -> None:
    gate = Table().gate
    assert not gate.resolve("ask_user:nobody", Answered(True))
    assert not gate.extend("ask_user:nobody")
    assert not gate.touch("ask_user:nobody")
    assert gate.remaining_s("ask_user:nobody") is None


async def test_an_answer_that_does_not_fit_is_refused_and_the_call_still_waits(
    until: Until,
) -> None:
    table = Table()
    task = await parked(table, until, {"type": "input", "text": "PIN?", "secret": True})
    with pytest.raises(AnswerError) as caught:
        table.gate.resolve(ID, Answered("hunter2-MARKER"))
    assert "hunter2" not in str(caught.value)
    assert table.gate.holds("call_1")
    assert table.gate.resolve(ID, Answered(Secret("hunter2-MARKER")))
    await task


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("ask_user", Approved()),
        ("ask_user", Denied()),
        ("ask_user", TimedOut()),
        ("approval", Answered(True)),
        ("approval", Cancelled()),
        ("approval", TimedOut()),
        ("custom", TimedOut()),
    ],
)
async def test_a_response_of_another_kind_is_refused(
    until: Until, name: str, response: Response
) -> None:
    table = Table()
    task = await parked(table, until, name=name)
    with pytest.raises(AnswerError):
        table.gate.resolve(interrupt_id_for("call_1", name), response)
    assert not task.done()
    table.gate.stop("test is over")
    await task


@pytest.mark.parametrize(
    ("name", "response", "answer"),
    [
        ("ask_user", Answered(True), MaskedAnswer("answered", True)),
        ("ask_user", Cancelled(), MaskedAnswer("cancelled")),
        ("ask_user", Aborted("no screen"), MaskedAnswer("aborted", reason="no screen")),
        ("approval", Approved(), None),
        ("approval", Denied("not today"), None),
        ("approval", Aborted("no screen"), None),
        ("custom", Answered("anything"), None),
    ],
)
async def test_a_response_is_told_as_what_it_was(
    until: Until, name: str, response: Response, answer: MaskedAnswer | None
) -> None:
    table = Table()
    task = await parked(table, until, name=name)
    interrupt_id = interrupt_id_for("call_1", name)
    assert table.gate.resolve(interrupt_id, response)
    assert await task == response
    assert table.resolved() == [InterruptResolved(interrupt_id, outcome_of(response), answer)]
    kept = table.scopes["call_1"].kept_result
    assert kept == (None if answer is None else answer.to_result())


def test_an_unknown_response_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        outcome_of(cast("Response", "gone"))


async def test_a_secret_is_learned_before_the_answer_is_told(until: Until) -> None:
    table = Table()
    seen: list[str] = []
    table.gate._emit = lambda event: seen.append(table.scrubber.scrub("it is hunter2-MARKER"))
    task = await parked(table, until, PIN)
    table.gate.resolve(ID, Answered(Secret("hunter2-MARKER")))
    assert seen == ["it is hunter2-MARKER", "it is ••••"]
    await task


async def test_a_question_that_cannot_be_shown_is_aborted_at_once() -> None:
    table = Table()
    response = await table.park(reason={"type": "riddle"})
    assert response == Aborted(NO_CARD)
    assert table.events == []
    kept = MaskedAnswer("aborted", reason=NO_CARD).to_result()
    assert table.scopes["call_1"].kept_result == kept


async def test_a_question_that_repeats_a_secret_is_shown_scrubbed_and_can_be_answered(
    until: Until,
) -> None:
    table = Table()
    table.scrubber.learn(Secret("hunter2-MARKER"))
    options = [{"value": "hunter2-MARKER", "label": "hunter2-MARKER"}, {"value": "b", "label": "b"}]
    task = await parked(table, until, {"type": "select", "text": "Which?", "options": options})
    (raised,) = table.events
    assert isinstance(raised, InterruptRaised)
    request = AskUserRequest.from_reason(raised.interrupt.reason)
    assert request is not None
    assert "hunter2" not in repr(request)
    assert table.gate.resolve(ID, Answered(request.options[0].value))
    await task


# Time


async def test_nobody_answered_in_time(until: Until) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    table.clock.advance(59.9)
    assert table.gate.remaining_s(ID) == pytest.approx(0.1)
    assert not task.done()
    table.clock.advance(0.2)
    assert await task == TimedOut()
    assert table.resolved() == [InterruptResolved(ID, "timed_out", MaskedAnswer("timed_out"))]
    assert not table.gate.resolve(ID, Answered(True))
    assert not table.gate.extend(ID)
    assert not table.gate.touch(ID)
    assert table.gate.remaining_s(ID) is None


async def test_an_interrupt_without_a_time_waits_the_agents_own(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    assert table.gate.remaining_s(ID) == 100.0
    table.clock.advance(100.0)
    assert await task == TimedOut()


async def test_an_answer_between_the_deadline_and_its_timer_still_counts(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    table.clock.jump(101.0)
    assert table.gate.remaining_s(ID) == 0.0
    assert table.gate.resolve(ID, Answered(True))
    table.clock.wake_due()
    assert await task == Answered(True)


async def test_a_timer_that_fires_early_ends_nothing(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    table.clock.wake_all()
    await until(lambda: table.clock.waiting)
    assert not task.done()
    assert table.gate.resolve(ID, Answered(True))
    await task


async def test_more_time_is_the_original_time_again_as_often_as_wanted(until: Until) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    for _ in range(20):
        table.clock.advance(59.0)
        await until(lambda: table.clock.waiting)
        assert table.gate.extend(ID)
    assert table.gate.remaining_s(ID) == pytest.approx(20 * 60 + 60 - 20 * 59)
    assert not task.done()
    table.gate.stop("test is over")
    await task


async def test_more_time_can_be_given_in_seconds(until: Until) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    assert table.gate.extend(ID, 5.0)
    assert table.gate.remaining_s(ID) == 65.0
    table.gate.stop("test is over")
    await task


@pytest.mark.parametrize("seconds", [0.0, -50.0, math.nan, math.inf, -math.inf])
async def test_what_is_no_time_extends_nothing_and_says_so(until: Until, seconds: float) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    assert not table.gate.extend(ID, seconds)
    assert table.gate.remaining_s(ID) == 60.0
    assert table.gate.extend(ID, 0.5)
    table.gate.stop("test is over")
    await task


async def test_more_time_after_the_deadline_counts_from_now(until: Until) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    table.clock.jump(200.0)
    assert table.gate.extend(ID)
    assert table.gate.remaining_s(ID) == 60.0
    table.clock.wake_due()
    await until(lambda: table.clock.waiting)
    assert not task.done()
    table.gate.stop("test is over")
    await task


async def test_the_deadline_is_never_nearer_than_thirty_seconds_to_the_last_touch(
    until: Until,
) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=60.0)
    assert table.gate.touch(ID)
    assert table.gate.remaining_s(ID) == 60.0  # a touch takes no time away
    table.clock.advance(50.0)
    assert table.gate.touch(ID)
    assert table.gate.remaining_s(ID) == 30.0
    table.clock.advance(30.0)
    assert await task == TimedOut()


async def test_touches_alone_add_an_hour_at_most(until: Until) -> None:
    table = Table()
    task = await parked(table, until, timeout_s=30.0)
    latest = 0.0
    for _ in range(200):
        table.clock.advance(29.0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if not table.gate.touch(ID):
            break
        latest = max(latest, table.clock.now() + (table.gate.remaining_s(ID) or 0.0))
        await until(lambda: table.clock.waiting or task.done())
    assert await task == TimedOut()
    assert latest == 1000.0 + 30.0 + 3600.0


async def test_patience_scales_every_wait_and_the_cap_of_touches(until: Until) -> None:
    table = Table(patience=10.0)
    task = await parked(table, until, timeout_s=60.0)
    assert table.gate.remaining_s(ID) == 600.0
    assert table.gate.extend(ID)
    assert table.gate.remaining_s(ID) == 1200.0
    table.gate._waits[ID].touched_s = 35_990.0
    table.clock.advance(1195.0)
    assert table.gate.touch(ID)
    assert table.gate.remaining_s(ID) == 15.0
    table.gate.stop("test is over")
    await task


@pytest.mark.parametrize("timeout_s", [0.0, 60.0, None])
async def test_without_a_limit_only_the_person_ends_the_wait(
    until: Until, timeout_s: float | None
) -> None:
    table = Table(patience=math.inf)
    task = await parked(table, until, timeout_s=timeout_s)
    table.clock.advance(1e9)
    assert table.gate.remaining_s(ID) == math.inf
    assert table.gate.touch(ID)
    assert table.gate.extend(ID)
    assert table.gate.resolve(ID, Answered(True))
    assert await task == Answered(True)


# Stop


async def test_a_stop_aborts_what_waits_and_what_will(until: Until) -> None:
    table = Table()
    task = await parked(table, until)
    table.gate.stop("stopped by the person")
    assert await task == Aborted("stopped by the person")
    told = list(table.events)
    assert await table.park("call_2") == Aborted("stopped by the person")
    assert await table.park("call_3", name="approval") == Aborted("stopped by the person")
    assert table.events == told
    assert table.scopes["call_2"].kept_result is not None
    assert table.scopes["call_3"].kept_result is None


async def test_a_call_that_is_cancelled_while_it_waits_leaves_nothing_behind(
    until: Until,
) -> None:
    table = Table()
    task = await parked(table, until)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [event.outcome for event in table.resolved()] == ["aborted"]
    assert not table.gate.holds("call_1")


# The body's side


def test_a_body_is_parked_at_its_first_pass_and_answered_at_its_second() -> None:
    scope = InterruptScope("call_1")
    with pytest.raises(InterruptRequested) as raised:
        scope.interrupt("approval", {"path": "/tmp/x"}, timeout_s=5.0)
    interrupt = raised.value.interrupt
    assert interrupt == Interrupt("approval:call_1", "approval", {"path": "/tmp/x"}, "call_1", 5.0)
    scope.settle(interrupt, Approved(), None)
    assert scope.interrupt("approval", {"path": "/tmp/x"}) == Approved()


def test_an_approval_is_bound_to_its_exact_arguments() -> None:
    scope = InterruptScope("call_1")
    with pytest.raises(InterruptRequested) as raised:
        scope.interrupt("approval", {"path": "/tmp/x"})
    scope.settle(raised.value.interrupt, Approved(), None)
    with pytest.raises(ValueError, match="only once"):
        scope.interrupt("approval", {"path": "/"})


def test_no_exception_handler_of_a_body_stops_its_interrupt() -> None:
    assert not issubclass(InterruptRequested, Exception)


def test_what_waits_is_mute_and_no_future_holds_an_answer() -> None:
    scope = InterruptScope("call_1")
    interrupt = Interrupt(ID, "ask_user", PIN, "call_1")
    scope.settle(interrupt, Answered(Secret("hunter2-MARKER")), None)
    assert "hunter2" not in repr(scope) + repr(vars(scope))
