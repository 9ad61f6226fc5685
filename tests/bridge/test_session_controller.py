"""One conversation: what is sent, asked, answered and told."""

import asyncio
import json
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt, SignalInstance

from loopl_desktop.bridge import session_controller
from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.ask_answer import Answered, Cancelled, Secret
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.events import (
    AgentEvent,
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    ToolCallStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.interrupts import Interrupt
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer, Scrubber
from loopl_desktop.domain.messages import Message, ToolCall, ToolResultMessage, UserMessage
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    Transcript,
    UserItem,
    messages_from,
)
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.clock import Clock, SystemClock
from loopl_desktop.engine.model import Model, ModelChunk, TextChunk, ToolSpec
from loopl_desktop.engine.scripted_model import ScriptedModel, ScriptedReply
from loopl_desktop.tools.calculator import CalculatorTool

Until = Callable[[Callable[[], object]], Awaitable[None]]
AwaitSignal = Callable[[SignalInstance], "asyncio.Task[tuple[Any, ...]]"]

CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
LOGIN: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text", "required": True},
        {"name": "pw", "label": "Password", "type": "password"},
    ],
}
MARKER = "hunter2-MARKER-7391"


class Watcher(QObject):
    """Writes down every signal of a session, in order."""

    def __init__(self, session: SessionController) -> None:
        self.told: list[tuple[str, tuple[object, ...]]] = []
        super().__init__()
        session.turn_started.connect(self._on_started)
        session.turn_ended.connect(self._on_ended)
        session.turn_failed.connect(self._on_failed)
        session.ask_raised.connect(self._on_raised)
        session.ask_settled.connect(self._on_settled)
        session.answer_came_late.connect(self._on_late)
        session.answer_rejected.connect(self._on_rejected)
        session.waiting_changed.connect(self._on_waiting)
        session.retry_waits.connect(self._on_wait)

    def names(self) -> list[str]:
        return [name for name, _ in self.told]

    def all_of(self, name: str) -> list[tuple[object, ...]]:
        return [arguments for told, arguments in self.told if told == name]

    def _on_started(self) -> None:
        self.told.append(("turn_started", ()))

    def _on_ended(self, reason: str) -> None:
        self.told.append(("turn_ended", (reason,)))

    def _on_failed(self, sentence: str, kind: str) -> None:
        self.told.append(("turn_failed", (sentence, kind)))

    def _on_raised(self, tool_use_id: str) -> None:
        self.told.append(("ask_raised", (tool_use_id,)))

    def _on_settled(self, tool_use_id: str, outcome: str) -> None:
        self.told.append(("ask_settled", (tool_use_id, outcome)))

    def _on_late(self, tool_use_id: str) -> None:
        self.told.append(("answer_came_late", (tool_use_id,)))

    def _on_rejected(self, tool_use_id: str, sentence: str) -> None:
        self.told.append(("answer_rejected", (tool_use_id, sentence)))

    def _on_waiting(self, count: int) -> None:
        self.told.append(("waiting_changed", (count,)))

    def _on_wait(self, seconds: float, sentence: str) -> None:
        self.told.append(("retry_waits", (seconds, sentence)))


class Talk:
    """A session on a scripted model, and what its agents were made of."""

    def __init__(
        self,
        model: Model,
        *,
        clock: Clock | None = None,
        patience: float = 1.0,
        transcript: Transcript | None = None,
    ) -> None:
        self.model, self.clock, self.patience = model, clock or SystemClock(), patience
        self.histories: list[list[Message]] = []
        self.supervisor = TaskSupervisor()
        self.scrubber = Scrubber()
        self.session = SessionController(
            self.make_agent,
            self.supervisor,
            transcript=transcript,
            scrubber=self.scrubber,
            close_grace_s=0.05,
        )
        self.watcher = Watcher(self.session)

    def make_agent(self, history: Sequence[Message], scrubber: Scrubber) -> Agent:
        self.histories.append(list(history))
        return Agent(
            model=self.model,
            tools=[AskUserTool(), CalculatorTool()],
            history=history,
            scrubber=scrubber,
            clock=self.clock,
            patience=self.patience,
        )

    async def say(self, until: Until, text: str = "hello") -> None:
        """Play one turn to its end."""
        assert self.session.send(text)
        await until(lambda: not self.session.running)

    async def ask(self, until: Until, text: str = "hello", waiting: int = 1) -> None:
        """Play until so many cards wait."""
        assert self.session.send(text)
        await until(lambda: len(self.session.pending_asks) == waiting)

    def row_texts(self) -> list[str]:
        model = self.session.transcript_model
        return [model.index(row).data() for row in range(model.rowCount())]


def says(text: str, chunk_chars: int = 20) -> ScriptedReply:
    return ScriptedReply(text=text, chunk_chars=chunk_chars)


def asks(spec: JsonObject, tool_use_id: str = "call_1") -> ScriptedReply:
    return ScriptedReply(tool_calls=(ToolCall(tool_use_id, "ask_user", spec),))


def scripted(*replies: ScriptedReply) -> Talk:
    return Talk(ScriptedModel(list(replies)))


class HeldClock:
    """Time that stands still until the test moves it."""

    def __init__(self) -> None:
        self.time_s = 0.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self.time_s

    async def wait(self, future: "asyncio.Future[Any]", seconds: float) -> None:
        end = self.time_s + seconds
        while not future.done() and self.time_s < end:
            moved = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait({future, moved}, return_when=asyncio.FIRST_COMPLETED)
            moved.cancel()

    def move(self, seconds: float) -> None:
        self.time_s += seconds
        self._moved.set()
        self._moved = asyncio.Event()


class BrokenModel:
    """Cannot be asked."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        yield TextChunk("I will")
        raise self._error


class SilentModel:
    """Never says anything, and says when it is asked."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        self.asked.set()
        await asyncio.Event().wait()
        yield TextChunk("never")


class ListeningModel(ScriptedModel):
    """A scripted model that keeps what it was sent."""

    requests: list[list[Message]]

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        self.requests = [*getattr(self, "requests", []), list(messages)]
        async for chunk in super().stream(messages, tools):
            yield chunk


async def test_a_message_is_answered_and_both_are_rows(until: Until) -> None:
    talk = scripted(says("Hi there."))
    await talk.say(until)
    assert talk.row_texts() == ["you said: hello", "agent said: Hi there."]
    assert talk.watcher.told == [("turn_started", ()), ("turn_ended", ("done",))]


async def test_while_a_turn_runs_a_second_message_is_refused(until: Until) -> None:
    talk = scripted(asks(CONFIRM), says("Booked."))
    await talk.ask(until)
    assert talk.session.send("another") is False
    assert talk.session.go_on() is False
    assert "another" not in " ".join(talk.row_texts())
    talk.session.answer("call_1", Answered(True))
    await until(lambda: not talk.session.running)
    assert talk.session.send("another") is True
    await until(lambda: not talk.session.running)


@pytest.mark.parametrize("blank", ["", "  \n"])
async def test_a_blank_message_is_not_sent(blank: str) -> None:
    talk = scripted(says("Hi."))
    assert talk.session.send(blank) is False
    assert talk.watcher.told == []


async def test_each_turn_has_a_new_agent_with_the_history_of_the_rows(until: Until) -> None:
    talk = scripted(says("One."), says("Two."))
    await talk.say(until, "first")
    await talk.say(until, "second")
    assert talk.histories[0] == []
    assert talk.histories[1][0] == UserMessage("first")
    assert len(talk.histories[1]) == 2


async def test_the_history_is_what_a_rebuild_of_all_rows_gives(until: Until) -> None:
    earlier = Transcript([UserItem("before"), AssistantItem("Yes.")])
    sum_call = ToolCall("call_2", "calculator", {"expression": "6*7"})
    talk = Talk(
        ScriptedModel(
            [
                ScriptedReply(text="Let me ask.", tool_calls=asks(CONFIRM).tool_calls),
                ScriptedReply(tool_calls=(sum_call,)),
                says("42."),
                says("Bye."),
            ]
        ),
        transcript=earlier,
    )
    await talk.ask(until, "first")
    talk.session.stop()
    await until(lambda: not talk.session.running)
    assert talk.session.go_on()
    await until(lambda: not talk.session.running)
    rebuilt = messages_from(talk.session.transcript_model.transcript.items)
    await talk.say(until, "last")
    assert talk.histories[0][0] == UserMessage("before")
    assert talk.histories[2] == rebuilt
    assert len(rebuilt) > 6


async def test_an_answer_goes_to_the_model_and_the_turn_goes_on(until: Until) -> None:
    model = ListeningModel([asks(CONFIRM), says("Booked.")])
    talk = Talk(model)
    await talk.ask(until)
    assert [ask.tool_use_id for ask in talk.session.pending_asks] == ["call_1"]
    talk.session.answer("call_1", Answered(True))
    await until(lambda: not talk.session.running)
    (result,) = [m for m in model.requests[1] if isinstance(m, ToolResultMessage)]
    assert json.loads(result.wire_text()) == {"ok": True, "value": True}
    assert talk.watcher.told == [
        ("turn_started", ()),
        ("ask_raised", ("call_1",)),
        ("waiting_changed", (1,)),
        ("ask_settled", ("call_1", "answered")),
        ("waiting_changed", (0,)),
        ("turn_ended", ("done",)),
    ]
    assert talk.row_texts()[1:] == [
        "question from the agent: Book it?, answered: Yes",
        "agent said: Booked.",
    ]


async def test_a_view_has_heard_of_a_question_and_of_its_end_before_the_cards_do(
    until: Until,
) -> None:
    talk = scripted(asks(CONFIRM), says("Fine."))
    model = talk.session.transcript_model
    told: list[tuple[str, bool]] = []

    class Looker(QObject):
        def changed(self, first: QModelIndex) -> None:
            told.append(("view", isinstance(first.data(TranscriptRole.ITEM), AskItem)))

        def raised(self, tool_use_id: str) -> None:
            told.append(("raised", model.row_of(tool_use_id) == 1))

        def settled(self, _tool_use_id: str, _outcome: str) -> None:
            told.append(("settled", model.index(1).data().endswith("answered: Yes")))

    looker = Looker()
    model.dataChanged.connect(looker.changed)
    talk.session.ask_raised.connect(looker.raised)
    talk.session.ask_settled.connect(looker.settled)
    await talk.ask(until)
    talk.session.answer("call_1", Answered(True))
    await until(lambda: not talk.session.running)
    assert told[:4] == [("view", True), ("raised", True), ("view", True), ("settled", True)]


async def test_two_questions_are_answered_in_any_order(until: Until) -> None:
    both = ScriptedReply(
        tool_calls=(
            ToolCall("call_1", "ask_user", CONFIRM),
            ToolCall("call_2", "ask_user", CONFIRM),
        )
    )
    talk = scripted(both, says("Fine."))
    await talk.ask(until, waiting=2)
    talk.session.answer("call_2", Answered(False))
    await until(lambda: len(talk.session.pending_asks) == 1)
    talk.session.answer("call_1", Cancelled())
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("ask_settled") == [
        ("call_2", "answered"),
        ("call_1", "cancelled"),
    ]
    assert talk.watcher.all_of("waiting_changed") == [(1,), (2,), (1,), (0,)]


async def test_a_second_answer_came_late(until: Until) -> None:
    talk = scripted(asks(CONFIRM), says("Fine."))
    await talk.ask(until)
    talk.session.answer("call_1", Answered(True))
    talk.session.answer("call_1", Answered(False))
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("answer_came_late") == [("call_1",)]
    assert talk.watcher.all_of("ask_settled") == [("call_1", "answered")]


async def test_an_answer_after_the_turn_came_late(until: Until) -> None:
    talk = scripted(says("Hi."))
    await talk.say(until)
    talk.session.answer("call_1", Answered(True))
    assert talk.watcher.all_of("answer_came_late") == [("call_1",)]


async def test_an_answer_that_does_not_fit_is_refused_and_the_card_stays(until: Until) -> None:
    talk = scripted(asks(CONFIRM), says("Fine."))
    await talk.ask(until)
    talk.session.answer("call_1", Answered(MARKER))
    ((tool_use_id, sentence),) = talk.watcher.all_of("answer_rejected")
    assert tool_use_id == "call_1"
    assert sentence
    assert MARKER not in str(sentence)
    assert len(talk.session.pending_asks) == 1
    assert talk.watcher.all_of("answer_came_late") == []
    await talk.session.close()


async def test_stop_aborts_the_question_and_keeps_what_has_come(until: Until) -> None:
    both = ScriptedReply(text="Let me ask.", tool_calls=asks(CONFIRM).tool_calls)
    talk = scripted(both)
    await talk.ask(until)
    talk.session.stop()
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("ask_settled") == [("call_1", "aborted")]
    assert talk.watcher.all_of("turn_ended") == [("stopped",)]
    assert talk.row_texts()[1:3] == [
        "agent said: Let me ask.",
        "question from the agent: Book it?, stopped before it was answered",
    ]
    assert talk.session.pending_asks == ()


async def test_stop_without_a_turn_does_nothing() -> None:
    talk = scripted()
    talk.session.stop()
    assert talk.watcher.told == []


async def test_stop_while_the_model_is_silent_ends_the_turn(until: Until) -> None:
    model = SilentModel()
    talk = Talk(model)
    talk.session.send("hello")
    await model.asked.wait()
    talk.session.stop()
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("turn_ended") == [("stopped",)]


async def test_stop_right_after_send_stops_the_turn_before_it_asks_anything(until: Until) -> None:
    model = SilentModel()
    talk = Talk(model)
    talk.session.send("hello")
    talk.session.stop()
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("turn_ended") == [("stopped",)]
    assert talk.row_texts()[0] == "you said: hello"
    assert not model.asked.is_set()


async def test_a_stop_ends_one_turn_only(until: Until) -> None:
    talk = scripted(says("One."), says("Two."))
    talk.session.send("first")
    talk.session.stop()
    await until(lambda: not talk.session.running)
    await talk.say(until, "second")
    assert talk.watcher.all_of("turn_ended") == [("stopped",), ("done",)]


async def test_a_time_out_is_told_as_one(until: Until) -> None:
    clock = HeldClock()
    talk = Talk(ScriptedModel([asks(CONFIRM), says("Then not.")]), clock=clock)
    await talk.ask(until)
    assert talk.session.remaining_s("call_1") == 180.0
    clock.move(181.0)
    await until(lambda: not talk.session.running)
    assert talk.watcher.all_of("ask_settled") == [("call_1", "timed_out")]
    assert "timed out" in talk.row_texts()[1]


async def test_more_time_and_touches_reach_the_question(until: Until) -> None:
    clock = HeldClock()
    talk = Talk(ScriptedModel([asks(CONFIRM), says("Fine.")]), clock=clock)
    await talk.ask(until)
    assert talk.session.extend("call_1") is True
    assert talk.session.remaining_s("call_1") == 360.0
    clock.move(355.0)
    assert talk.session.touch("call_1") is True
    assert talk.session.remaining_s("call_1") == 30.0
    await talk.session.close()


async def test_more_time_that_comes_too_late_is_not_silent(until: Until) -> None:
    talk = scripted(says("Hi."))
    await talk.say(until)
    assert talk.session.extend("call_1") is False
    assert talk.session.touch("call_1") is False
    assert talk.session.remaining_s("call_1") is None
    assert talk.watcher.all_of("answer_came_late") == [("call_1",)]


async def test_no_limit_is_told_as_none(until: Until) -> None:
    talk = Talk(ScriptedModel([asks(CONFIRM)]), patience=math.inf)
    await talk.ask(until)
    assert talk.session.remaining_s("call_1") is None
    await talk.session.close()


async def test_a_failure_of_the_model_is_told_and_can_be_retried(until: Until) -> None:
    talk = Talk(BrokenModel(LooplError("The server is away. Please try again.")))
    await talk.say(until)
    ((sentence, _),) = talk.watcher.all_of("turn_failed")
    assert "The server is away" in str(sentence)
    assert talk.watcher.all_of("turn_ended") == [("failed",)]
    talk.model = ScriptedModel([says("Here I am.")])
    assert talk.session.go_on() is True
    await until(lambda: not talk.session.running)
    assert talk.histories[1][0] == UserMessage("hello")
    assert talk.row_texts()[-1] == "agent said: Here I am."
    assert talk.row_texts().count("you said: hello") == 1


async def test_a_turn_that_was_stopped_can_go_on_without_a_new_message(until: Until) -> None:
    talk = scripted(asks(CONFIRM), says("So, without it."))
    await talk.ask(until)
    talk.session.stop()
    await until(lambda: not talk.session.running)
    assert talk.session.go_on() is True
    await until(lambda: not talk.session.running)
    assert talk.row_texts()[-1] == "agent said: So, without it."


async def test_an_empty_conversation_has_nothing_to_go_on_with() -> None:
    talk = scripted(says("Hi."))
    assert talk.session.go_on() is False


async def test_closing_aborts_the_question_and_is_never_a_cancel(until: Until) -> None:
    talk = scripted(asks(CONFIRM), says("Fine."))
    await talk.ask(until)
    await talk.session.close()
    assert talk.watcher.all_of("ask_settled") == [("call_1", "aborted")]
    assert talk.session.running is False
    assert talk.session.send("more") is False
    assert talk.supervisor.running_names == ()


async def test_closing_forgets_the_secrets_of_the_conversation(until: Until) -> None:
    talk = scripted(asks(LOGIN), says("Fine."))
    await talk.ask(until)
    talk.session.answer("call_1", Answered({"user": "ada", "pw": Secret(MARKER)}))
    await until(lambda: not talk.session.running)
    assert MARKER not in talk.scrubber.scrub(f"it was {MARKER}")
    await talk.session.close()
    assert MARKER in talk.scrubber.scrub(f"it was {MARKER}")


class DeafAgent(Agent):
    """Does not stop when it is told to."""

    def cancel_turn(self) -> None:
        pass


async def test_closing_does_not_wait_for_ever_for_a_turn_that_does_not_stop(until: Until) -> None:
    model = SilentModel()
    supervisor = TaskSupervisor()

    def make_agent(history: Sequence[Message], scrubber: Scrubber) -> Agent:
        return DeafAgent(model=model, tools=[], history=history, scrubber=scrubber)

    session = SessionController(make_agent, supervisor, close_grace_s=0.02)
    watcher = Watcher(session)
    session.send("hello")
    await model.asked.wait()
    await session.close()
    assert session.running is False
    assert watcher.all_of("turn_ended") == [("failed",)]


async def test_closing_an_idle_conversation_is_quiet() -> None:
    talk = scripted()
    await talk.session.close()
    assert talk.watcher.told == []


async def test_a_waiting_server_is_told() -> None:
    talk = scripted()
    talk.session.report_wait(12.5, "The server is busy; asking again in 12 s.")
    assert talk.watcher.told == [
        ("retry_waits", (12.5, "The server is busy; asking again in 12 s."))
    ]


async def test_a_long_reply_costs_at_most_one_model_change_a_frame(until: Until) -> None:
    talk = scripted(says("x" * 4000, chunk_chars=1))
    changes: list[int] = []

    class Counter(QObject):
        def count(self) -> None:
            changes.append(1)

    counter = Counter()
    talk.session.transcript_model.dataChanged.connect(counter.count)
    loop = asyncio.get_running_loop()
    start = loop.time()
    await talk.say(until)
    frames = (loop.time() - start) / 0.016
    revision = talk.session.transcript_model.index(1).data(TranscriptRole.REVISION)
    assert revision > 1000  # the pieces did come one by one
    assert len(changes) <= frames * 1.35 + 3  # Qt's coarse timers may fire a little early
    assert len(changes) < revision / 10


class Gushing:
    """Says everything at once."""

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncIterator[ModelChunk]:
        for _ in range(50):
            yield TextChunk("word ")


async def test_a_burst_of_events_lets_the_window_paint_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_controller, "STREAM_BUDGET_S", 0.0)
    talk = Talk(Gushing())
    seen: set[int] = set()
    talk.session.send("go")
    while talk.session.running:
        seen.update(text.count("word") for text in talk.row_texts())
        await asyncio.sleep(0)
    assert len(seen - {0, 50}) > 5


def everything_told(talk: Talk) -> str:
    """Every role of every row and every signal argument, as one text."""
    model = talk.session.transcript_model
    roles = [
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.ToolTipRole,
        *TranscriptRole,
    ]
    cells: list[object] = []
    for unfolded in (False, True):
        for row in range(model.rowCount()):
            model.set_expanded(row, unfolded)
            cells += [model.index(row).data(role) for role in roles]
    return repr(cells) + repr(talk.watcher.told)


async def test_a_password_is_in_no_role_and_no_signal(until: Until) -> None:
    model = ListeningModel([asks(LOGIN), says("{{result:call_1.value.pw}} it is.")])
    talk = Talk(model)
    await talk.ask(until)
    talk.session.answer("call_1", Answered({"user": "ada-CONTROL", "pw": Secret(MARKER)}))
    await until(lambda: not talk.session.running)
    (result,) = [m for m in model.requests[1] if isinstance(m, ToolResultMessage)]
    assert MARKER in result.wire_text()  # the model did read it, within the turn
    told = everything_told(talk)
    assert "ada-CONTROL" in told  # the search does find what is there
    assert MARKER not in told


class Replaying(Agent):
    """Tells prepared events."""

    def __init__(self, events: Sequence[AgentEvent]) -> None:
        super().__init__(model=ScriptedModel([]), tools=[])
        self._events = events

    def stream(self, text: str | None) -> Any:
        return self._replay()

    async def _replay(self) -> AsyncIterator[AgentEvent]:
        for event in self._events:
            yield event


async def test_what_a_sub_agent_asks_is_told_like_any_question(until: Until) -> None:
    spec = AskUserRequest.parse(CONFIRM).to_spec()
    interrupt = Interrupt("ask_user:out/call_1", "ask_user", spec, "out/call_1")
    approval = Interrupt("approval:call_9", "approval", {}, "call_9")
    events: list[AgentEvent] = [
        TurnStarted("go"),
        ChildEvent("kid", ToolCallStarted("out/call_1", "ask_user", spec, 0)),
        ChildEvent("kid", InterruptRaised(interrupt)),
        ChildEvent(
            "kid", InterruptResolved(interrupt.id, "answered", MaskedAnswer("answered", True))
        ),
        ChildEvent("kid", TurnFailed("The child's model is away.", "network")),
        InterruptRaised(approval),  # no card of ours: nothing is told of it here
        InterruptResolved(approval.id, "denied"),
        TurnFinished(),
    ]

    def make_agent(history: Sequence[Message], scrubber: Scrubber) -> Agent:
        return Replaying(events)

    session = SessionController(make_agent, TaskSupervisor())
    watcher = Watcher(session)
    session.send("go")
    await until(lambda: not session.running)
    assert watcher.told == [
        ("turn_started", ()),
        ("ask_raised", ("out/call_1",)),
        ("waiting_changed", (1,)),
        ("ask_settled", ("out/call_1", "answered")),
        ("waiting_changed", (0,)),
        ("turn_ended", ("done",)),  # the parent's turn went on, and ended well
    ]


async def test_where_no_agent_can_be_made_that_is_said_and_the_text_is_kept() -> None:
    def make_agent(history: Sequence[Message], scrubber: Scrubber) -> Agent:
        raise LooplError("The script is not there.")

    session = SessionController(make_agent, TaskSupervisor())
    watcher = Watcher(session)
    assert session.send("hello") is False
    assert watcher.told == [("turn_failed", ("The script is not there.", "setup"))]
    assert session.running is False
    assert session.transcript_model.rowCount() == 0


async def test_an_error_inside_the_app_ends_the_turn_and_is_reported(
    until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    talk = scripted(says("Hi."))
    problems: list[str] = []

    class Listener(QObject):
        def hear(self, sentence: str) -> None:
            problems.append(sentence)

    class Faulty(Agent):
        def stream(self, text: str | None) -> Any:
            return nonsense()

    def make_agent(history: Sequence[Message], scrubber: Scrubber) -> Agent:
        return Faulty(model=talk.model, tools=[])

    async def nonsense() -> AsyncIterator[str]:
        yield "not an event"

    listener = Listener()
    talk.supervisor.failed.connect(listener.hear)
    session = SessionController(make_agent, talk.supervisor)
    watcher = Watcher(session)
    session.send("hello")
    await until(lambda: not session.running)
    await until(lambda: problems)
    assert watcher.names() == ["turn_started", "turn_failed", "turn_ended"]
    assert watcher.all_of("turn_ended") == [("failed",)]
    assert "AssertionError" in caplog.text
    assert "not an event" not in repr(watcher.told) + repr(problems) + caplog.text
    caplog.clear()
