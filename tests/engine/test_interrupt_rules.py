"""The twelve rules of interrupts, each on a whole agent."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence

import pytest

from loopl_desktop.domain.ask_answer import Answered, AnswerError, AnswerValue
from loopl_desktop.domain.errors import TurnRunningError
from loopl_desktop.domain.events import (
    InterruptRaised,
    InterruptResolved,
    ToolCallFinished,
    ToolCallStarted,
    TurnFinished,
)
from loopl_desktop.domain.interrupts import Aborted, Approved, Cancelled, interrupt_id_for
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import AssistantMessage, ToolCall, ToolResultMessage
from loopl_desktop.domain.transcript import AskItem, ToolItem, Transcript, messages_from
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.tools import Tool
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.clock import FakeClock
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, asks, computes, says, wire_json
from tests.doubles.tools import BodyTool

Until = Callable[[Callable[[], object]], Awaitable[None]]
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
NUMBER: JsonObject = {
    "type": "form",
    "text": "How many?",
    "fields": [{"name": "n", "label": "N", "type": "number"}],
}
OPTIONS = [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]
ENDED_BY_A_STOP = '{"ok": false, "aborted": true, "reason": "stopped by the person"}'


def agent_of(
    model: RecordingModel, *more: Tool, clock: FakeClock | None = None, off: Sequence[str] = ()
) -> Agent:
    tools = [AskUserTool(), CalculatorTool(), *more]
    return Agent(model=model, tools=tools, clock=clock or FakeClock(), tools_off=off)


def results_of(model: RecordingModel, request: int = 1) -> list[tuple[str, str]]:
    """The results that a request holds, as the model reads them."""
    return [
        (message.tool_use_id, message.wire_text())
        for message in model.requests[request]
        if isinstance(message, ToolResultMessage)
    ]


# Rule 1: the id of an interrupt is a function of its call, and calls have ids of their own.


async def test_calls_that_a_server_names_alike_get_ids_of_their_own() -> None:
    model = RecordingModel(
        says("", asks(CONFIRM, "call_0"), asks(CONFIRM, "call_0"), asks(CONFIRM, "")),
        says("", computes("1+1", "call_0")),
    )
    agent = agent_of(model)
    host = Host(agent, {"call_0": Answered(True), "call_0-2": Answered(False)})
    host.answers["call"] = Cancelled()
    await host.play("hi")
    assert [event.tool_use_id for event in host.told(ToolCallStarted)] == [
        "call_0",
        "call_0-2",
        "call",
        "call_0-3",
    ]
    raised = [event.interrupt.id for event in host.told(InterruptRaised)]
    assert raised == [interrupt_id_for(name) for name in ("call_0", "call_0-2", "call")]
    reply = model.requests[1][1]
    assert isinstance(reply, AssistantMessage)
    assert [call.provider_id for call in reply.tool_calls] == ["call_0", "call_0", ""]


async def test_an_id_is_not_used_again_in_a_later_turn() -> None:
    model = RecordingModel(says("", computes("1", "x")), says("a"), says("", computes("2", "x")))
    agent = agent_of(model)
    host = Host(agent)
    await host.play("one")
    await host.play("two")
    assert [event.tool_use_id for event in host.told(ToolCallFinished)] == ["x", "x-2"]
    rebuilt = Host(
        Agent(model=RecordingModel(says("", computes("3", "x"))), tools=[], history=agent.messages)
    )
    await rebuilt.play("three")
    assert [event.tool_use_id for event in rebuilt.told(ToolCallStarted)] == ["x-3"]


# Rule 2: "not answered yet" is a sentinel, so every value is an answer.


@pytest.mark.parametrize(
    ("spec", "value", "result"),
    [
        (CONFIRM, False, "false"),
        ({"type": "input", "text": "?"}, "", '""'),
        ({"type": "multiselect", "text": "?", "options": OPTIONS}, [], "[]"),
        (
            {
                "type": "form",
                "text": "?",
                "fields": [{"name": "n", "label": "N", "type": "number"}],
            },
            {"n": 0},
            '{"n": 0}',
        ),
        (
            {
                "type": "form",
                "text": "?",
                "fields": [{"name": "n", "label": "N", "type": "number"}],
            },
            {"n": None},
            '{"n": null}',
        ),
    ],
)
async def test_false_zero_and_nothing_are_answers(
    spec: JsonObject, value: AnswerValue, result: str
) -> None:
    model = RecordingModel(says("", asks(spec)))
    host = Host(agent_of(model), {"call_1": Answered(value)})
    await host.play("hi")
    assert results_of(model) == [("call_1", f'{{"ok": true, "value": {result}}}')]


async def test_cancel_and_time_out_are_told_apart(until: Until) -> None:
    clock = FakeClock()
    model = RecordingModel(says("", asks(CONFIRM, "a"), asks({**CONFIRM, "text": "?"}, "b")))
    host = Host(agent_of(model, clock=clock), {"a": Cancelled()})
    task = host.begin("hi")
    await until(lambda: host.pending == ["b"])
    clock.advance(180.0)
    await task
    assert results_of(model) == [
        ("a", '{"ok": false, "cancelled": true}'),
        ("b", '{"ok": false, "timeout": true}'),
    ]
    assert [event.outcome for event in host.told(InterruptResolved)] == ["cancelled", "timed_out"]


# Rule 3: the body runs twice at most, and a bad spec draws no card.


async def test_a_body_runs_once_to_ask_and_once_with_the_answer() -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        answer = scope.interrupt("ask_user", CONFIRM)
        return f"read {answer == Answered(True)}"

    tool = BodyTool("book", body)
    model = RecordingModel(says("", ToolCall("call_1", "book", {})))
    host = Host(agent_of(model, tool), {"call_1": Answered(True)})
    await host.play("hi")
    assert tool.runs == 2
    assert results_of(model) == [("call_1", "read True")]


async def test_a_bad_spec_gives_an_error_and_no_card_interrupt_or_timer() -> None:
    clock = FakeClock()
    model = RecordingModel(says("", asks({"type": "riddle", "text": "?"})))
    host = Host(agent_of(model, clock=clock))
    await host.play("hi")
    assert host.told(InterruptRaised) == []
    ((_, line),) = results_of(model)
    assert line.startswith("ERROR: ask_user: ")
    assert host.row("call_1") == ToolItem("call_1", "ask_user", {}, line, turn=1)


# Rule 4: siblings go on, and results are appended in call order when all are there.


async def test_siblings_of_a_parked_call_end_and_results_stand_in_call_order(
    until: Until,
) -> None:
    model = RecordingModel(says("", asks(CONFIRM, "a"), computes("6*7", "b"), computes("1", "c")))
    host = Host(agent_of(model))
    task = host.begin("hi")
    await until(lambda: len(host.told(ToolCallFinished)) == 2)
    assert host.pending == ["a"]
    assert len(model.requests) == 1
    assert host.answer("a", Answered(True))
    await task
    assert [name for name, _ in results_of(model)] == ["a", "b", "c"]
    assert [event.tool_use_id for event in host.told(ToolCallFinished)] == ["b", "c", "a"]


# Rule 5: two questions are two cards, answerable in any order; the first answer wins.


async def test_two_questions_of_one_message_are_answered_in_any_order(until: Until) -> None:
    model = RecordingModel(says("", asks(CONFIRM, "a"), asks(CONFIRM, "b")))
    host = Host(agent_of(model))
    task = host.begin("hi")
    await until(lambda: host.pending == ["a", "b"])
    assert host.answer("b", Answered(False))
    assert not host.answer("b", Answered(True))
    await until(lambda: host.pending == ["a"])
    assert host.answer("a", Answered(True))
    await task
    assert results_of(model) == [
        ("a", '{"ok": true, "value": true}'),
        ("b", '{"ok": true, "value": false}'),
    ]
    assert not host.answer("a", Answered(False))


async def test_cancel_on_one_card_leaves_the_other_pending(until: Until) -> None:
    host = Host(agent_of(RecordingModel(says("", asks(CONFIRM, "a"), asks(CONFIRM, "b")))))
    task = host.begin("hi")
    await until(lambda: host.pending == ["a", "b"])
    assert host.answer("a", Cancelled())
    await until(lambda: host.pending == ["b"])
    assert host.answer("b", Answered(True))
    await task


async def test_an_answer_that_does_not_fit_leaves_the_card(until: Until) -> None:
    host = Host(agent_of(RecordingModel(says("", asks(CONFIRM)))))
    task = host.begin("hi")
    await until(lambda: host.pending)
    with pytest.raises(AnswerError):
        host.answer("call_1", Answered("yes"))
    with pytest.raises(AnswerError):
        host.answer("call_1", Approved())
    assert host.pending == ["call_1"]
    assert host.answer("call_1", Answered(True))
    await task


# Rule 6: a fault of a sibling is that sibling's result.


async def test_a_fault_of_a_sibling_never_cancels_a_question(until: Until) -> None:
    async def fails(arguments: JsonObject | str, scope: InterruptScope) -> str:
        raise RuntimeError("no such table")

    model = RecordingModel(says("", asks(CONFIRM, "a"), ToolCall("b", "book", {})))
    host = Host(agent_of(model, BodyTool("book", fails)))
    task = host.begin("hi")
    await until(lambda: host.told(ToolCallFinished))
    assert host.pending == ["a"]
    assert host.answer("a", Answered(True))
    await task
    assert results_of(model)[1] == ("b", "ERROR: book: RuntimeError: no such table")


# Rule 7: the person's time is neither a tool's time nor a turn, and only the deadline ends it.


async def test_only_the_deadline_ends_the_wait_however_long_it_is(until: Until) -> None:
    clock = FakeClock()
    model = RecordingModel(says("", asks({**CONFIRM, "timeout_s": 3600.0})))
    host = Host(agent_of(model, clock=clock))
    task = host.begin("hi")
    await until(lambda: host.pending)
    interrupt_id = interrupt_id_for("call_1")
    for _ in range(50):
        clock.advance(3599.0)
        await until(lambda: clock.waiting)
        assert host.agent.extend(interrupt_id)
    assert len(model.requests) == 1
    assert host.agent.remaining_s(interrupt_id) == pytest.approx(3600 + 50)
    assert host.agent.touch(interrupt_id)
    assert host.answer("call_1", Answered(True))
    await task
    assert len(model.requests) == 2
    assert host.agent.remaining_s(interrupt_id) is None


# Rule 8: a stop leaves no call without a result; aborted is not cancelled.


async def test_a_stop_aborts_the_question_keeps_what_ended_and_cancels_the_rest(
    until: Until,
) -> None:
    cancelled: list[str] = []

    async def works(arguments: JsonObject | str, scope: InterruptScope) -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append("works")
            raise
        return "never"

    calls = (asks(CONFIRM, "a"), computes("6*7", "b"), ToolCall("c", "work", {}))
    model = RecordingModel(says("Three things.", *calls))
    host = Host(agent_of(model, BodyTool("work", works)))
    task = host.begin("hi")
    await until(lambda: host.pending and host.told(ToolCallFinished))
    host.agent.cancel_turn()
    host.agent.cancel_turn()
    await task
    assert cancelled == ["works"]
    assert [event.outcome for event in host.told(InterruptResolved)] == ["aborted"]
    assert host.result("a") == ENDED_BY_A_STOP
    assert host.result("b") == "42"
    assert host.result("c") == "ERROR: work: stopped by the person"
    assert host.events[-1] == TurnFinished("stopped")
    assert [type(message) for message in host.agent.messages[1:]] == [
        AssistantMessage,
        *[ToolResultMessage] * 3,
    ]


async def test_a_body_that_is_aborted_runs_again_and_puts_it_into_its_own_words(
    until: Until,
) -> None:
    seen: list[object] = []

    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        seen.append(scope.interrupt("approval", {"path": "/tmp/x"}))
        seen.append(scope.interrupt("ask_user", CONFIRM))
        return "tidied up"

    host = Host(
        agent_of(RecordingModel(says("", ToolCall("a", "delete", {}))), BodyTool("delete", body))
    )
    task = host.begin("hi")
    await until(lambda: host.told(InterruptRaised))
    host.agent.cancel_turn()
    await task
    reason = Aborted("stopped by the person")
    assert seen == [reason, reason, reason]  # the later question is aborted without being raised
    assert len(host.told(InterruptRaised)) == 1
    assert host.result("a") == ENDED_BY_A_STOP


# Rule 9: while a question waits, no second turn begins.


async def test_a_second_turn_is_refused_while_a_question_waits(until: Until) -> None:
    host = Host(agent_of(RecordingModel(says("", asks(CONFIRM)))))
    task = host.begin("hi")
    await until(lambda: host.pending)
    with pytest.raises(TurnRunningError):
        await host.play("another")
    assert host.pending == ["call_1"]
    assert host.answer("call_1", Answered(True))
    await task
    await host.play("another")


# Rule 10 is for sub-agents: what their events fold into is tested with the transcript.


# Rule 11: no question outlives its run; the rebuilt history says that it was not answered.


async def test_a_question_that_was_open_at_a_crash_is_aborted_in_the_next_request(
    until: Until,
) -> None:
    host = Host(agent_of(RecordingModel(says("", asks(CONFIRM)))))
    task = host.begin("hi")
    await until(lambda: host.pending)
    stored = host.transcript.items  # what is on disk when the app dies here
    host.agent.cancel_turn()
    await task

    reopened = Transcript(stored)
    (ask,) = [item for item in reopened.items if isinstance(item, AskItem)]
    assert ask.answer is not None
    assert ask.answer.ending == "aborted"
    model = RecordingModel()
    again = Agent(model=model, tools=[AskUserTool()], history=messages_from(reopened.items))
    await Host(again).play("go on")
    ((_, result),) = results_of(model, 0)
    assert json.loads(result) == {"ok": False, "aborted": True, "reason": "the app was closed"}
    assert not again.resolve(interrupt_id_for("call_1"), Answered(True))


# Rule 12: a tool that is off is not offered, and a call to it asks nobody.


async def test_a_tool_that_is_off_is_not_offered_and_a_call_to_it_is_told_so() -> None:
    model = RecordingModel(says("", asks(CONFIRM)))
    host = Host(agent_of(model, off=["ask_user"]))
    await host.play("hi")
    assert model.offered == [("calculator",), ("calculator",)]
    assert host.told(InterruptRaised) == []
    assert results_of(model) == [
        ("call_1", "ERROR: ask_user: the person has switched this tool off in Settings")
    ]
    assert "Settings" in wire_json(host.agent.messages)
