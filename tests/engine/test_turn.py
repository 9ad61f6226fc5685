"""One turn: requests and calls until nothing is called, and every way in which it ends early."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest

from loopl_desktop.domain.ask_answer import Answered
from loopl_desktop.domain.errors import ModelError
from loopl_desktop.domain.events import (
    ReasoningDelta,
    TextDelta,
    ToolCallStarted,
    TurnFailed,
    TurnFinished,
)
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.domain.transcript import NoticeItem, ToolItem, messages_from
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.limits import MAX_REQUESTS
from loopl_desktop.engine.model import (
    CallChunk,
    Finish,
    FinishChunk,
    Model,
    ModelChunk,
    ReasoningChunk,
    TextChunk,
    ToolSpec,
)
from loopl_desktop.engine.turn import CallIds
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.clock import FakeClock
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, Step, asks, computes, says, wire

Until = Callable[[Callable[[], object]], Awaitable[None]]
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}


def host_of(model: Model) -> Host:
    return Host(
        Agent(model=model, tools=[AskUserTool(), CalculatorTool()], clock=FakeClock()),
        {"call_1": Answered(True)},
    )


async def test_the_model_is_asked_until_it_calls_nothing() -> None:
    model = RecordingModel(says("One.", computes("1+1")), says("", computes("2*2")), says("Two."))
    host = host_of(model)
    await host.play("hi")
    assert len(model.requests) == 3
    assert wire(model.requests[2]) == wire(host.agent.messages[:-1])
    assert host.agent.messages[-1] == AssistantMessage("Two.")
    assert host.events[-1] == TurnFinished("done")


async def test_replies_are_numbered_through_the_conversation() -> None:
    calls = [says("", computes(f"{n}", f"c{n}"), computes(f"1{n}", f"d{n}")) for n in range(2)]
    model = RecordingModel(*calls, says("a"), says("", computes("9", "e")))
    host = host_of(model)
    await host.play("one")
    await host.play("two")
    numbers = [(event.tool_use_id, event.reply_index) for event in host.told(ToolCallStarted)]
    assert numbers == [("c0", 0), ("d0", 0), ("c1", 1), ("d1", 1), ("e", 3)]


async def test_what_a_provider_wants_back_goes_back_within_the_turn_only() -> None:
    first: list[Step] = [
        ReasoningChunk("hm"),
        TextChunk("One."),
        CallChunk(computes("1+1")),
        FinishChunk("tool_calls", extra={"blocks": ["signed"]}),
    ]
    model = RecordingModel(first, says("Two."))
    host = host_of(model)
    await host.play("one")
    await host.play("two")
    reply = model.requests[1][1]
    assert isinstance(reply, AssistantMessage)
    assert (reply.reasoning, reply.extra) == ("hm", {"blocks": ["signed"]})
    rebuilt = model.requests[2][1]
    assert isinstance(rebuilt, AssistantMessage)
    assert (rebuilt.reasoning, rebuilt.extra) == ("", None)
    assert host.told(ReasoningDelta) == [ReasoningDelta("hm")]


@pytest.mark.parametrize(("finish", "ending"), [("length", "cut"), ("content_filter", "filtered")])
async def test_a_reply_that_was_cut_runs_none_of_its_calls(finish: Finish, ending: str) -> None:
    model = RecordingModel(says("I would", computes("1+1"), finish=finish))
    host = host_of(model)
    await host.play("hi")
    assert len(model.requests) == 1
    assert host.told(ToolCallStarted) == []
    assert [event.reason for event in host.told(TurnFinished)] == [ending]
    notice = host.transcript.items[-1]
    assert isinstance(notice, NoticeItem)
    assert notice.kind == ending
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("I would")]


async def test_a_turn_makes_so_many_requests_and_no_more() -> None:
    model = RecordingModel(*[says("", computes(f"{n}", f"c{n}")) for n in range(40)])
    host = host_of(model)
    await host.play("hi")
    assert len(model.requests) == MAX_REQUESTS
    assert host.events[-1] == TurnFinished("limit")
    assert host.result(f"c{MAX_REQUESTS - 1}") == f"{MAX_REQUESTS - 1}"
    await host.play(None)
    assert len(model.requests) == 40 + 1
    assert model.requests[MAX_REQUESTS][-1] == host.agent.messages[2 * MAX_REQUESTS]


# Ids of calls


def test_every_call_has_an_id_of_its_own_and_keeps_the_providers() -> None:
    ids = CallIds(used=set())
    first_reply = [ids.made_unique(ToolCall("call_0", "calculator", {})) for _ in range(2)]
    next_reply = [ids.made_unique(ToolCall("call_0", "calculator", {}))]
    calls = first_reply + next_reply
    assert [call.id for call in calls] == ["call_0", "call_0-2", "call_0-3"]
    assert [call.provider_id for call in calls] == ["call_0"] * 3


def test_an_id_of_an_earlier_turn_is_not_given_again() -> None:
    ids = CallIds(used={"call_0", "call_0-2"})
    assert ids.made_unique(ToolCall("call_0", "calculator", {})).id == "call_0-3"
    assert ids.made_unique(ToolCall("call_1", "calculator", {})).id == "call_1"


def test_an_id_that_looks_like_a_made_one_is_kept_apart() -> None:
    ids = CallIds(used=set())
    wanted = ["call_0", "call_0", "call_0-2"]
    given = [ids.made_unique(ToolCall(name, "calculator", {})).id for name in wanted]
    assert given == ["call_0", "call_0-2", "call_0-2-2"]


def test_a_call_without_an_id_gets_one() -> None:
    ids = CallIds(used=set())
    calls = [ids.made_unique(ToolCall("", "calculator", {})) for _ in range(2)]
    assert [(call.id, call.provider_id) for call in calls] == [("call", ""), ("call-2", "")]


# Stop


async def test_a_stop_in_mid_reply_keeps_the_text_and_drops_the_calls(until: Until) -> None:
    model = RecordingModel([TextChunk("Good "), CallChunk(computes("1")), asyncio.Event()])
    host = host_of(model)
    task = host.begin("hi")
    await until(lambda: host.told(TextDelta))
    host.agent.cancel_turn()
    await task
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("Good ")]
    assert host.events[-1] == TurnFinished("stopped")
    assert model.closed == 1
    await host.play("again")  # a stopped turn is over
    assert host.events[-1] == TurnFinished("done")


async def test_a_stop_before_the_first_request_asks_nobody() -> None:
    model = RecordingModel()
    host = host_of(model)
    async for event in host.agent.stream("hi"):
        host.take(event)
        host.agent.cancel_turn()
    assert host.events[-1] == TurnFinished("stopped")


async def test_a_reply_that_ends_as_the_turn_is_stopped_runs_nothing() -> None:
    class Stopper:
        """Stops the turn with the last piece of its reply."""

        async def stream(
            self, messages: Sequence[Message], tools: Sequence[ToolSpec]
        ) -> AsyncIterator[ModelChunk]:
            yield CallChunk(computes("1+1"))
            host.agent.cancel_turn()

    host = host_of(Stopper())
    await host.play("hi")
    assert host.told(ToolCallStarted) == []
    assert host.events[-1] == TurnFinished("stopped")


async def test_a_stop_between_a_reply_and_its_calls_runs_none_of_them() -> None:
    model = RecordingModel(says("Let me see.", computes("1+1")))
    host = host_of(model)
    async for event in host.agent.stream("hi"):
        host.take(event)
        if isinstance(event, TextDelta):  # the whole reply has come by now
            host.agent.cancel_turn()
    assert host.told(ToolCallStarted) == []
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("Let me see.")]


CONVERSATION = (
    says("Let me see.", computes("6*7"), asks(CONFIRM)),
    says("", computes("1+1", "call_3")),
    says("Done."),
)


async def stopped_after(count: int) -> Host:
    """A turn that is stopped when so many events have come."""
    host = host_of(RecordingModel(*CONVERSATION))
    async for event in host.agent.stream("hi"):
        host.take(event)
        if len(host.events) == count:
            host.agent.cancel_turn()
    return host


async def test_a_stop_at_any_event_leaves_nothing_behind() -> None:
    whole = host_of(RecordingModel(*CONVERSATION))
    await whole.play("hi")
    assert whole.events[-1] == TurnFinished("done")
    for count in range(1, len(whole.events)):
        host = await stopped_after(count)
        assert host.pending == [], count
        assert isinstance(host.events[-1], TurnFinished), count
        assert host.agent.messages == messages_from(host.transcript.items), count
        assert calls_without_a_result(host.agent.messages) == [], count
        rows = [item for item in host.transcript.items if isinstance(item, ToolItem)]
        assert all(item.result is not None for item in rows), count
        await host.play("again")


def calls_without_a_result(messages: Sequence[Message]) -> list[str]:
    called = [
        call.id
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.tool_calls
    ]
    answered = [msg.tool_use_id for msg in messages if isinstance(msg, ToolResultMessage)]
    assert len(set(answered)) == len(answered)
    return [call_id for call_id in called if call_id not in answered]


# Failures


async def test_a_model_that_is_cancelled_from_inside_has_failed_and_was_not_stopped() -> None:
    host = host_of(RecordingModel([TextChunk("Good "), asyncio.CancelledError()]))
    await host.play("hi")
    (failure,) = host.told(TurnFailed)
    assert failure.kind == "protocol"
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("Good ")]


async def test_a_failure_in_mid_reply_keeps_the_text_and_drops_the_calls() -> None:
    model = RecordingModel(
        [TextChunk("Good "), CallChunk(computes("1")), ModelError("gone", kind="broken")]
    )
    host = host_of(model)
    await host.play("hi")
    assert host.agent.messages == [UserMessage("hi"), AssistantMessage("Good ")]
    assert host.told(ToolCallStarted) == []


async def test_a_reply_that_nobody_reads_on_is_closed() -> None:
    class Pieces:
        """An iterator that is no generator, and says when it is closed."""

        def __init__(self, *, closable: bool) -> None:
            self.closed = False
            if closable:
                self.aclose = self._close

        def stream(
            self, messages: Sequence[Message], tools: Sequence[ToolSpec]
        ) -> AsyncIterator[ModelChunk]:
            return self

        def __aiter__(self) -> AsyncIterator[ModelChunk]:
            return self

        async def __anext__(self) -> ModelChunk:
            raise ModelError("gone", kind="broken")

        async def _close(self) -> None:
            self.closed = True

    for closable in (True, False):
        pieces = Pieces(closable=closable)
        host = host_of(pieces)
        await host.play("hi")
        assert pieces.closed == closable
        assert isinstance(host.events[-1], TurnFailed)
