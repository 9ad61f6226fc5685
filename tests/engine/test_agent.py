"""The agent: its stream, its context between turns, and what becomes of a model's failure."""

import asyncio
import contextlib
import gc
import math
import weakref
from collections.abc import Awaitable, Callable

import pytest

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.errors import LooplError, ModelError, TurnRunningError
from loopl_desktop.domain.events import (
    AgentEvent,
    InterruptRaised,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.interrupts import interrupt_id_for
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import AssistantMessage, Message, ToolResultMessage, UserMessage
from loopl_desktop.domain.transcript import NoticeItem, messages_from
from loopl_desktop.engine.agent import UNEXPECTED_FAILURE, Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.clock import SystemClock
from loopl_desktop.engine.model import TextChunk
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.clock import FakeClock
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, Step, asks, says, wire_json

Until = Callable[[Callable[[], object]], Awaitable[None]]
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
PIN: JsonObject = {"type": "input", "text": "PIN?", "secret": True}
ID = interrupt_id_for("call_1")


def agent_of(
    *replies: list[Step],
    clock: FakeClock | None = None,
    patience: float = 1.0,
    scrubber: Scrubber | None = None,
) -> Agent:
    return Agent(
        model=RecordingModel(*replies),
        tools=[AskUserTool(), CalculatorTool()],
        clock=clock or FakeClock(),
        patience=patience,
        scrubber=scrubber,
    )


async def test_a_turn_begins_when_its_first_event_is_asked_for() -> None:
    agent = agent_of()
    stream = agent.stream("hi")
    async for event in agent.stream("another"):
        assert event is not None
    assert await anext(stream) == TurnStarted("hi")
    assert [event async for event in stream] == [TextDelta("done"), TurnFinished("done")]
    with pytest.raises(StopAsyncIteration):
        await anext(stream)


async def test_one_turn_at_a_time() -> None:
    agent = agent_of(says("", asks(CONFIRM)))
    async for event in agent.stream("hi"):
        if isinstance(event, InterruptRaised):
            with pytest.raises(TurnRunningError, match="answer its question"):
                await anext(agent.stream("another"))
            agent.resolve(ID, Answered(True))
    assert [event async for event in agent.stream("another")]


async def test_while_nothing_runs_nothing_waits() -> None:
    agent = agent_of()
    assert not agent.resolve(ID, Answered(True))
    assert not agent.extend(ID)
    assert not agent.touch(ID)
    assert agent.remaining_s(ID) is None
    agent.cancel_turn()


async def test_a_parked_call_is_reached_through_the_agent(until: Until) -> None:
    clock = FakeClock()
    host = Host(agent_of(says("", asks(CONFIRM)), clock=clock))
    task = host.begin("hi")
    await until(lambda: host.pending)
    assert host.agent.remaining_s(ID) == 180.0
    assert host.agent.extend(ID, 20.0)
    assert host.agent.remaining_s(ID) == 200.0
    clock.advance(190.0)
    assert host.agent.touch(ID)
    assert host.agent.remaining_s(ID) == 30.0
    assert host.agent.resolve(ID, Answered(True))
    await task


async def test_patience_without_end_waits_without_end(until: Until) -> None:
    host = Host(agent_of(says("", asks(CONFIRM)), patience=math.inf))
    task = host.begin("hi")
    await until(lambda: host.pending)
    assert host.agent.remaining_s(ID) == math.inf
    host.agent.cancel_turn()
    await task


async def test_the_context_is_the_last_snapshot_while_a_turn_runs(until: Until) -> None:
    host = Host(agent_of(says("One."), says("", asks(CONFIRM))))
    await host.play("one")
    before = host.agent.messages
    assert before == [UserMessage("one"), AssistantMessage("One.")]
    task = host.begin("two")
    await until(lambda: host.pending)
    assert host.agent.messages == before
    assert host.answer("call_1", Answered(True))
    await task
    assert host.agent.messages == messages_from(host.transcript.items)


async def test_the_context_is_replaced_before_the_end_is_told() -> None:
    agent = agent_of(says("", asks(PIN)))
    async for event in agent.stream("hi"):
        if isinstance(event, InterruptRaised):
            agent.resolve(ID, Answered(Secret("hunter2-MARKER")))
        if isinstance(event, TurnFinished):
            kept = ToolResultMessage("call_1", '{"ok": true, "value": "••••"}')
            assert agent.messages[2] == kept
            assert [more async for more in agent.stream("at once")]


async def test_the_messages_are_a_copy() -> None:
    agent = agent_of()
    agent.messages.append(UserMessage("not mine"))
    assert agent.messages == []


async def test_history_goes_before_the_message() -> None:
    model = RecordingModel()
    history: list[Message] = [UserMessage("before"), AssistantMessage("yes")]
    await Host(Agent(model=model, tools=[], history=history)).play("now")
    assert list(model.requests[0]) == [*history, UserMessage("now")]


async def test_a_turn_can_go_on_without_a_message() -> None:
    model = RecordingModel()
    agent = Agent(model=model, tools=[], history=[UserMessage("before")])
    host = Host(agent)
    await host.play(None)
    assert list(model.requests[0]) == [UserMessage("before")]
    assert host.events[0] == TurnStarted(None)


async def test_a_secret_that_is_typed_again_goes_to_the_model_and_is_kept_masked() -> None:
    scrubber = Scrubber()
    scrubber.learn(Secret("hunter2-MARKER"))
    model = RecordingModel()
    host = Host(Agent(model=model, tools=[], scrubber=scrubber))
    await host.play("it was hunter2-MARKER")
    assert "it was hunter2-MARKER" in wire_json(model.requests[0])
    assert host.agent.messages[0] == UserMessage("it was ••••")
    assert host.events[0] == TurnStarted("it was ••••")


# A stream that is left


async def test_leaving_the_loop_stops_the_turn(until: Until) -> None:
    model = RecordingModel(says("", asks(CONFIRM)))
    agent = Agent(model=model, tools=[AskUserTool()], clock=FakeClock())
    async for event in agent.stream("hi"):
        if isinstance(event, InterruptRaised):
            break
    await until(lambda: agent.messages)
    assert agent.messages[2] == ToolResultMessage(
        "call_1", '{"ok": false, "aborted": true, "reason": "stopped by the person"}'
    )
    assert [event async for event in agent.stream("again")]


async def test_an_exception_in_the_loop_stops_the_turn(until: Until) -> None:
    agent = agent_of(says("", asks(CONFIRM)))

    async def play() -> None:
        async for event in agent.stream("hi"):
            if isinstance(event, InterruptRaised):
                raise KeyError

    with pytest.raises(KeyError):
        await play()
    await until(lambda: agent.messages)


async def test_a_stream_that_is_left_at_its_end_does_not_stop_the_next_turn() -> None:
    agent = agent_of(says("One."), says("", asks(CONFIRM)))
    first = agent.stream("one")
    async for event in first:
        if isinstance(event, TurnFinished):
            break
    second = agent.stream("two")
    assert await anext(second) == TurnStarted("two")
    del first
    events = []
    async for event in second:
        events.append(event)
        if isinstance(event, InterruptRaised):
            assert agent.resolve(ID, Answered(True))
    assert events[-1] == TurnFinished("done")


async def test_closing_the_stream_ends_the_turn_first() -> None:
    agent = agent_of(says("", asks(CONFIRM)))
    async with contextlib.aclosing(agent.stream("hi")) as stream:
        async for event in stream:
            if isinstance(event, InterruptRaised):
                break
    assert len(agent.messages) == 3
    await stream.aclose()
    assert [event async for event in stream] == []


async def test_a_stream_that_never_began_can_be_closed() -> None:
    agent = agent_of()
    stream = agent.stream("hi")
    await stream.aclose()
    assert [event async for event in stream] == []
    assert agent.messages == []


async def test_cancelling_the_host_ends_the_turn_first(until: Until) -> None:
    host = Host(agent_of(says("", asks(CONFIRM))))
    task = host.begin("hi")
    await until(lambda: host.pending)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(host.agent.messages) == 3


def test_a_stream_that_outlives_its_loop_does_no_harm() -> None:
    agent = agent_of(says("", asks(CONFIRM)))
    streams = [agent.stream("hi")]

    async def begin() -> AgentEvent:
        return await anext(streams[0])

    with asyncio.Runner() as runner:
        assert runner.run(begin()) == TurnStarted("hi")
    streams.clear()
    gc.collect()


def test_an_application_that_ends_in_mid_turn_leaves_no_call_without_a_result() -> None:
    """The loop's shutdown cancels every task, the turn's own included."""
    host = Host(agent_of(says("", asks(CONFIRM, "a"), asks(CONFIRM, "b"))))
    stream = host.agent.stream("hi")

    async def until_both_wait() -> None:
        async for event in stream:
            host.take(event)
            if len(host.pending) == 2:
                return

    asyncio.run(until_both_wait())
    results = [msg for msg in host.agent.messages if isinstance(msg, ToolResultMessage)]
    assert [msg.tool_use_id for msg in results] == ["a", "b"]
    assert all('"aborted": true' in msg.content for msg in results)


async def test_nothing_of_a_turn_outlives_it() -> None:
    agent = agent_of(says("", asks(CONFIRM)))
    parts: list[weakref.ref[object]] = []
    stream = agent.stream("hi")
    async for event in stream:
        if isinstance(event, InterruptRaised):
            running = agent._running
            assert running is not None
            parts += [weakref.ref(running.turn), weakref.ref(running.turn._context)]
            del running
            agent.resolve(ID, Answered(True))
    gc.collect()
    assert [part() for part in parts] == [None, None]


# Failures of the model


async def test_a_models_error_ends_the_stream_with_its_sentence_and_kind() -> None:
    error = ModelError("The key was refused. Check it in Settings.", kind="auth")
    host = Host(agent_of([TextChunk("Good "), error]))
    await host.play("hi")
    sentence = "The key was refused. Check it in Settings."
    assert host.told(TurnFailed) == [TurnFailed(sentence, "auth")]
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("Good ")]
    assert isinstance(host.transcript.items[-1], NoticeItem)
    await host.play(None)
    assert host.told(TurnFinished) == [TurnFinished("done")]


async def test_an_error_of_the_package_without_a_kind_is_told_too() -> None:
    host = Host(agent_of([LooplError("The script is broken.")]))
    await host.play("hi")
    assert host.events[-1] == TurnFailed("The script is broken.", "")


async def test_another_exception_is_told_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host = Host(agent_of([ValueError("hunter2-MARKER")]))
    await host.play("hi")
    assert host.events[-1] == TurnFailed(UNEXPECTED_FAILURE, "internal")
    assert "ValueError at recording_model.py:" in caplog.text
    assert "hunter2" not in caplog.text
    caplog.clear()


async def test_a_failure_that_repeats_a_secret_is_scrubbed() -> None:
    scrubber = Scrubber()
    scrubber.learn(Secret("hunter2-MARKER"))
    error = ModelError("Bad request: hunter2-MARKER", kind="bad_request")
    host = Host(agent_of([error], scrubber=scrubber))
    await host.play("hi")
    assert host.events[-1] == TurnFailed("Bad request: ••••", "bad_request")


def test_an_agent_plays_on_plain_asyncio_with_the_real_clock() -> None:
    model = RecordingModel(says("", asks(CONFIRM)))
    agent = Agent(model=model, tools=[AskUserTool()], clock=SystemClock())
    host = Host(agent, {"call_1": Answered(False)})
    asyncio.run(host.play("hi"))
    assert host.result("call_1") == '{"ok": true, "value": false}'
    assert isinstance(Agent(model=model, tools=[])._clock, SystemClock)
