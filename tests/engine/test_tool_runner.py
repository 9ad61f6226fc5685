"""Calls run side by side; whatever a body does, its call has one result."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.events import (
    InterruptRaised,
    ToolCallFinished,
    ToolCallStarted,
    TurnFinished,
)
from loopl_desktop.domain.interrupts import Approved, Cancelled, Denied
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import ToolCall, ToolResultMessage
from loopl_desktop.engine import tool_runner
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import InterruptRequested, InterruptScope
from loopl_desktop.engine.tool_runner import MAX_RESULT_CHARS
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.clock import FakeClock
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, Step, asks, computes, says
from tests.doubles.tools import Body, BodyTool

Until = Callable[[Callable[[], object]], Awaitable[None]]
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
WORK = ToolCall("a", "work", {})
STOPPED = "ERROR: work: stopped by the person"


def host_of(body: Body, *replies: list[Step]) -> Host:
    """A host of an agent with one tool, `work`, which is called in the first reply."""
    model = RecordingModel(*(replies or [says("", WORK)]))
    tools = [AskUserTool(), CalculatorTool(), BodyTool("work", body)]
    return Host(Agent(model=model, tools=tools, clock=FakeClock()))


async def result_of(body: Body) -> str | None:
    """The result of a call of a tool with this body."""
    host = host_of(body)
    await host.play("hi")
    assert host.events[-1] == TurnFinished()
    return host.result("a")


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RuntimeError("no table"), "ERROR: work: RuntimeError: no table"),
        (KeyError("x"), "ERROR: work: KeyError: 'x'"),
        (ValueError("x" * 1000), f"ERROR: work: ValueError: {'x' * 288}"),
        (GeneratorExit("odd"), "ERROR: work: GeneratorExit: odd"),
        (asyncio.CancelledError(), "ERROR: work: it was cancelled from inside"),
        (
            BaseExceptionGroup("two", [ValueError("a"), ValueError("b")]),
            "ERROR: work: ExceptionGroup: two (2 sub-exceptions)",
        ),
    ],
)
async def test_a_fault_of_a_body_is_the_result_of_its_call(error: BaseException, line: str) -> None:
    async def fails(arguments: JsonObject | str, scope: InterruptScope) -> str:
        raise error

    assert await result_of(fails) == line


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_a_wish_to_end_the_program_is_no_result(
    error: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    async def ends(arguments: JsonObject | str, scope: InterruptScope) -> str:
        raise error

    with pytest.raises(error):
        asyncio.run(host_of(ends).play("hi"))
    gc.collect()
    caplog.clear()  # asyncio tells that the loop ended before anybody could look at the task


async def test_a_very_long_result_is_cut_and_says_so() -> None:
    async def tells_much(arguments: JsonObject | str, scope: InterruptScope) -> str:
        return "x" * (MAX_RESULT_CHARS + 5)

    result = await result_of(tells_much)
    assert result is not None
    assert result.endswith("x\n[5 more characters were left out]")
    assert len(result) < MAX_RESULT_CHARS + 100


async def test_a_result_can_always_be_written_as_utf_8() -> None:
    async def tells_a_surrogate(arguments: JsonObject | str, scope: InterruptScope) -> str:
        return "a\ud800b"

    assert await result_of(tells_a_surrogate) == "a?b"


async def test_arguments_that_are_no_object_are_told_how_to_be_sent() -> None:
    host = host_of(
        _never, says("", ToolCall("a", "calculator", "6*7"), ToolCall("b", "work", "[1]"))
    )
    await host.play("hi")
    assert host.result("a") == (
        'ERROR: calculator: the arguments must be one JSON object: {"expression": ...}'
    )
    assert host.result("b") == "ERROR: work: the arguments must be one JSON object: {}"


async def test_the_question_tool_reads_raw_text_itself() -> None:
    host = host_of(_never, says("", ToolCall("a", "ask_user", "[[[")))
    await host.play("hi")
    result = host.result("a")
    assert result is not None
    assert result.startswith("ERROR: ask_user: ")
    assert "the arguments must be one JSON object" not in result


async def _never(arguments: JsonObject | str, scope: InterruptScope) -> str:
    raise AssertionError("this body must not run")


# Questions of a body's own


async def test_a_body_may_ask_from_a_task_group_of_its_own(until: Until) -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        async def ask(name: str) -> object:
            return scope.interrupt(name, "why")

        async with asyncio.TaskGroup() as group:
            async with asyncio.TaskGroup() as inner:
                first = inner.create_task(ask("approval"))
            second = group.create_task(ask("second"))
        return f"{first.result()} {second.result()}"

    host = host_of(body)
    task = host.begin("hi")
    for interrupt_id in ("approval:a", "second:a"):
        await until(partial(host.agent.extend, interrupt_id))
        assert host.agent.resolve(interrupt_id, Approved())
    await task
    assert host.result("a") == "Approved() Approved()"


def raised(host: Host) -> list[str]:
    """The ids of the interrupts that were raised so far."""
    return [event.interrupt.id for event in host.told(InterruptRaised)]


async def test_a_fault_beside_a_question_in_a_task_group_is_a_fault() -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        try:
            scope.interrupt("approval", "why")
        except InterruptRequested as asked:
            raise BaseExceptionGroup("both", [asked, ValueError("x")]) from None
        return "never"

    assert await result_of(body) == "ERROR: work: BaseExceptionGroup: both (2 sub-exceptions)"


@pytest.mark.parametrize(
    ("response", "result"), [(Approved(), "deleted"), (Denied("not today"), "kept: not today")]
)
async def test_an_approval_is_the_same_mechanism(
    until: Until, response: Approved | Denied, result: str
) -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        answer = scope.interrupt("approval", {"path": "/tmp/x"})
        return f"kept: {answer.reason}" if isinstance(answer, Denied) else "deleted"

    host = host_of(body)
    task = host.begin("hi")
    await until(lambda: raised(host) == ["approval:a"])
    assert host.pending == []
    assert host.agent.resolve("approval:a", response)
    await task
    assert host.result("a") == result


async def test_what_is_kept_of_a_call_that_asked_is_the_answer_whatever_the_body_says() -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        scope.interrupt("ask_user", {"type": "input", "text": "PIN?", "secret": True})
        return "I was told 1234, or was it 4321"

    model = RecordingModel(says("", WORK))
    agent = Agent(model=model, tools=[BodyTool("work", body)])
    host = Host(agent, {"a": Answered(Secret("1234"))})
    await host.play("hi")
    kept = '{"ok": true, "value": "••••"}'
    assert host.told(ToolCallFinished) == [ToolCallFinished("a", kept)]
    assert host.result("a") == kept
    result = model.requests[1][-1]
    assert isinstance(result, ToolResultMessage)
    assert result.content == kept
    assert result.wire_text() == "I was told 1234, or was it 4321"
    assert agent.messages[2] == ToolResultMessage("a", kept)


async def test_a_body_that_fails_after_its_question_keeps_the_answer_only() -> None:
    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        answer = scope.interrupt("ask_user", {"type": "input", "text": "PIN?", "secret": True})
        raise KeyError(answer)

    host = host_of(body)
    host.answers["a"] = Answered(Secret("1234"))
    await host.play("hi")
    assert host.result("a") == '{"ok": true, "value": "••••"}'


# Limits


async def test_the_same_calls_for_the_third_time_are_not_run_and_the_fifth_ends_the_turn() -> None:
    async def works(arguments: JsonObject | str, scope: InterruptScope) -> str:
        return "done"

    tool = BodyTool("work", works)
    model = RecordingModel(*[says("", ToolCall(f"{n}", "work", {})) for n in range(9)])
    host = Host(Agent(model=model, tools=[tool]))
    await host.play("hi")
    assert tool.runs == 2
    assert len(model.requests) == 5
    lines = [host.result(f"{n}") or "" for n in range(5)]
    assert lines[:2] == ["done", "done"]
    assert all(line.startswith("ERROR: work: you made this same call") for line in lines[2:])
    assert host.events[-1] == TurnFinished("limit")


async def test_a_question_that_was_cancelled_is_not_asked_again_in_the_turn() -> None:
    model = RecordingModel(
        says("", asks(CONFIRM, "a")),
        says("", asks({**CONFIRM, "timeout_s": 999.0}, "b"), computes("1", "c")),
        says("", asks({**CONFIRM, "text": "Really?"}, "d")),
    )
    agent = Agent(model=model, tools=[AskUserTool(), CalculatorTool()])
    host = Host(agent, {"a": Cancelled(), "d": Answered(True)})
    await host.play("hi")
    raised = [event.interrupt.tool_use_id for event in host.told(InterruptRaised)]
    assert raised == ["a", "d"]
    assert "the person cancelled it" in (host.result("b") or "")
    host.answers["call_1"] = Answered(True)
    model.script([says("", asks(CONFIRM))])
    await host.play("ask me again")  # the person's next message makes it a new question
    assert host.result("call_1") == '{"ok": true, "value": true}'


async def test_the_third_bad_spec_in_a_row_is_told_to_ask_in_prose() -> None:
    bad = [{"type": "riddle", "text": f"{n}"} for n in range(3)]
    model = RecordingModel(*[says("", asks(spec, f"{n}")) for n, spec in enumerate(bad)])
    host = Host(Agent(model=model, tools=[AskUserTool()]))
    await host.play("hi")
    second, third = host.result("1"), host.result("2")
    assert second is not None
    assert third is not None
    assert "prose" not in second
    assert third == (
        f"{second.partition(', e.g. ')[0]}; "
        "this is bad call 3 in a row: stop calling ask_user and ask in prose"
    )


# Stop


async def test_a_call_that_is_stopped_before_it_began_has_a_result() -> None:
    host = host_of(_never)
    async for event in host.agent.stream("hi"):
        host.take(event)
        if isinstance(event, ToolCallStarted):
            host.agent.cancel_turn()
    assert host.result("a") == STOPPED
    assert host.events[-1] == TurnFinished("stopped")


@pytest.mark.parametrize("error", [None, ValueError("odd")])
async def test_a_body_that_is_stopped_is_told_as_stopped(
    until: Until, error: Exception | None
) -> None:
    started = asyncio.Event()

    async def works(arguments: JsonObject | str, scope: InterruptScope) -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            if error is not None:
                raise error
        return "never"

    host = host_of(works)
    task = host.begin("hi")
    await started.wait()
    host.agent.cancel_turn()
    await task
    assert host.result("a") == STOPPED


async def test_a_body_that_finishes_in_spite_of_a_stop_keeps_its_result() -> None:
    started = asyncio.Event()

    async def works(arguments: JsonObject | str, scope: InterruptScope) -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "saved"
        return "never"

    host = host_of(works)
    task = host.begin("hi")
    await started.wait()
    host.agent.cancel_turn()
    await task
    assert host.result("a") == "saved"


async def test_the_second_pass_of_an_aborted_body_is_bounded(
    until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool_runner, "STOP_GRACE_S", 0.0)

    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        scope.interrupt("approval", "why")
        await asyncio.Event().wait()
        return "never"

    host = host_of(body)
    task = host.begin("hi")
    await until(lambda: raised(host) == ["approval:a"])
    host.agent.cancel_turn()
    await task
    assert host.result("a") == STOPPED


async def test_an_answer_that_was_taken_before_the_stop_is_kept(until: Until) -> None:
    host = host_of(_never, says("", asks(CONFIRM, "a")))
    task = host.begin("hi")
    await until(lambda: host.pending)
    assert host.answer("a", Answered(True))
    host.agent.cancel_turn()  # before the body could read the answer
    await task
    assert host.result("a") == '{"ok": true, "value": true}'
    assert host.told(ToolCallFinished) == [ToolCallFinished("a", '{"ok": true, "value": true}')]
