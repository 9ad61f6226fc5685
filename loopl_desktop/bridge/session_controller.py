"""Runs the turns of one conversation for the window.

The one subscriber of the agent's stream and the one caller of its `resolve`. Live answers pass
through here on their way from a card to the engine and are kept nowhere: no signal carries one.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Literal, TypeAlias

from PySide6.QtCore import QObject, Signal

from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.bridge.transcript_model import TranscriptModel
from loopl_desktop.domain.ask_answer import Answered, AnswerError, Cancelled
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.events import (
    AgentEvent,
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    TurnEnding,
    TurnFailed,
    TurnFinished,
)
from loopl_desktop.domain.interrupts import interrupt_id_for, tool_use_id_from
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import Message
from loopl_desktop.domain.transcript import AskItem, Transcript, messages_from
from loopl_desktop.engine.agent import Agent

_log = logging.getLogger(__name__)

MakeAgent: TypeAlias = Callable[[Sequence[Message], Scrubber], Agent]
EndReason: TypeAlias = TurnEnding | Literal["failed"]

STREAM_BUDGET_S = 0.008
"""How long a burst of events may keep the window from painting: half a frame."""
CLOSE_GRACE_S = 5.0
"""How long a stopped turn may take to end when the conversation closes."""
TURN_BROKE = "Something went wrong inside the app, and the reply was cut off. Please try again."


class SessionController(QObject):
    """One conversation: sends messages, takes answers, tells how it goes.

    Signals:
        turn_started: A turn runs; Stop is of use from now on.
        turn_ended: It is over: an `EndReason`.
        turn_failed: Why it failed, a sentence with what to do, and the kind of failure.
        ask_raised: A card waits (tool_use_id).
        ask_settled: It waits no more (tool_use_id, outcome).
        answer_came_late: What was done in a card came after its end (tool_use_id).
        answer_rejected: An answer does not fit, the card stays (tool_use_id, sentence).
        waiting_changed: How many cards wait.
        retry_waits: The model is asked again in so many seconds (seconds, sentence).
    """

    turn_started = Signal()
    turn_ended = Signal(str)
    turn_failed = Signal(str, str)
    ask_raised = Signal(str)
    ask_settled = Signal(str, str)
    answer_came_late = Signal(str)
    answer_rejected = Signal(str, str)
    waiting_changed = Signal(int)
    retry_waits = Signal(float, str)

    def __init__(
        self,
        make_agent: MakeAgent,
        supervisor: TaskSupervisor,
        parent: QObject | None = None,
        *,
        transcript: Transcript | None = None,
        scrubber: Scrubber | None = None,
        close_grace_s: float = CLOSE_GRACE_S,
    ) -> None:
        """Open a conversation.

        Args:
            make_agent: Builds the agent of one turn from the history to send and the scrubber of
                this conversation, with the settings that hold at that moment.
            supervisor: Runs the turns.
            parent: The Qt owner.
            transcript: The rows so far; a new conversation has none.
            scrubber: Shared with the other places that write text; by default its own.
            close_grace_s: Seconds that a stopped turn gets to end in `close`.
        """
        self._make_agent = make_agent
        self._supervisor = supervisor
        self._scrubber = scrubber or Scrubber()
        self._close_grace_s = close_grace_s
        self._agent: Agent | None = None
        self._task: asyncio.Task[None] | None = None
        self._history: list[Message] = []
        self._history_rows = 0
        self._waiting_count = 0
        self._stopping = False
        self._closed = False
        super().__init__(parent)
        self._model = TranscriptModel(Transcript() if transcript is None else transcript, self)

    @property
    def transcript_model(self) -> TranscriptModel:
        """The rows for a view."""
        return self._model

    @property
    def running(self) -> bool:
        """Whether a turn runs."""
        return self._agent is not None

    @property
    def pending_asks(self) -> tuple[AskItem, ...]:
        """The questions that wait for the person, oldest first; none outside a turn."""
        return self._model.transcript.pending_asks if self.running else ()

    def send(self, text: str) -> bool:
        """Start a turn with this message.

        Returns:
            `False` if nothing was sent: the caller keeps the text. A turn runs, the conversation is
            closed, there is only white space, or no agent could be made (`turn_failed` says why).
        """
        return bool(text.strip()) and self._start(text)

    def go_on(self) -> bool:
        """Ask the model again without a new message: after a failure, a limit or a stop.

        Returns:
            `False` if nothing was asked, as in `send`, or if there is no row yet.
        """
        return len(self._model.transcript) > 0 and self._start(None)

    def stop(self) -> None:
        """Stop the running turn; questions that wait are aborted, what has come is kept."""
        if self._agent is not None:
            self._stopping = True  # a turn that has not begun yet is stopped when it does
            self._agent.cancel_turn()

    async def close(self) -> None:
        """Stop the turn, see its last events through, and forget every secret.

        A question that waits ends as aborted, never as cancelled: the person did not cancel it.
        """
        self._closed = True
        self.stop()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=self._close_grace_s)
            if self._task is not None:  # it did not end in time
                self._task.cancel()
                await asyncio.wait({self._task}, timeout=self._close_grace_s)
        self._model.flush()
        self._scrubber.forget()

    def answer(self, tool_use_id: str, response: Answered | Cancelled) -> None:
        """Give the answer of a card to the agent; what became of it is told by the signals."""
        agent = self._agent
        try:
            taken = agent is not None and agent.resolve(interrupt_id_for(tool_use_id), response)
        except AnswerError as error:  # its text is made for people and quotes nothing
            self.answer_rejected.emit(tool_use_id, str(error))
            return
        if not taken:
            self.answer_came_late.emit(tool_use_id)

    def extend(self, tool_use_id: str) -> bool:
        """Give a card its original time again; too late is told like a late answer."""
        agent = self._agent
        extended = agent is not None and agent.extend(interrupt_id_for(tool_use_id))
        if not extended:
            self.answer_came_late.emit(tool_use_id)
        return extended

    def touch(self, tool_use_id: str) -> bool:
        """The person works in that card; `False` where it waits no more."""
        return self._agent is not None and self._agent.touch(interrupt_id_for(tool_use_id))

    def remaining_s(self, tool_use_id: str) -> float | None:
        """Seconds left to answer; `None` if there is no limit or nothing waits."""
        if self._agent is None:
            return None
        seconds = self._agent.remaining_s(interrupt_id_for(tool_use_id))
        return None if seconds == float("inf") else seconds

    def report_wait(self, seconds: float, sentence: str) -> None:
        """Tell that the model's server asked to wait; providers call this before they retry."""
        self.retry_waits.emit(seconds, sentence)

    def _start(self, text: str | None) -> bool:
        if self.running or self._closed:
            return False
        try:
            agent = self._make_agent(self._take_history(), self._scrubber)
        except LooplError as error:  # its text is a sentence: a demo script that is not there, say
            self.turn_failed.emit(str(error), "setup")
            return False
        self._agent = agent
        self._stopping = False
        self._task = self._supervisor.start(self._play(agent, text), "turn")
        self.turn_started.emit()
        return True

    def _take_history(self) -> list[Message]:
        """What `messages_from` gives of all rows; those of finished turns never change again.

        So only the rows of the last turn are read: sending costs the same in a long conversation.
        """
        items = self._model.transcript.items
        self._history += messages_from(items[self._history_rows :])
        self._history_rows = len(items)
        return list(self._history)

    async def _play(self, agent: Agent, text: str | None) -> None:
        """Fold the events of one turn until it ends."""
        ended: EndReason | None = None
        try:
            async with aclosing(agent.stream(text)) as events:
                slice_end = time.perf_counter() + STREAM_BUDGET_S
                async for event in events:
                    self._model.apply(event)
                    self._tell(event)
                    ended = _end_of(event) or ended
                    if self._stopping:
                        agent.cancel_turn()
                    if time.perf_counter() > slice_end:
                        await asyncio.sleep(0)  # input and painting come first
                        slice_end = time.perf_counter() + STREAM_BUDGET_S
        finally:
            self._agent = self._task = None
            self._model.flush()
            self._tell_waiting()
            if ended is None:  # an error of the app, which the supervisor reports, or a cancel
                self.turn_failed.emit(TURN_BROKE, "internal")
            self.turn_ended.emit(ended or "failed")

    def _tell(self, event: AgentEvent) -> None:
        """Turn what is not only text into signals."""
        match event:
            case InterruptRaised(interrupt):
                tool_use_id = tool_use_id_from(interrupt.id)
                if tool_use_id is not None:
                    self._model.flush()  # the row is a question before anybody looks for it
                    self.ask_raised.emit(tool_use_id)
                    self._tell_waiting()
            case InterruptResolved(interrupt_id, outcome):
                tool_use_id = tool_use_id_from(interrupt_id)
                if tool_use_id is not None:
                    self._model.flush()
                    self.ask_settled.emit(tool_use_id, outcome)
                    self._tell_waiting()
            case ChildEvent(event=inner):
                if not isinstance(inner, TurnFailed):  # the parent's turn goes on
                    self._tell(inner)
            case TurnFailed(message, kind):
                self._model.flush()
                self.turn_failed.emit(message, kind)
            case _:
                pass

    def _tell_waiting(self) -> None:
        count = len(self.pending_asks)
        if count != self._waiting_count:
            self._waiting_count = count
            self.waiting_changed.emit(count)


def _end_of(event: AgentEvent) -> EndReason | None:
    """How the turn ended, if this event ends it."""
    match event:
        case TurnFinished(reason):
            return reason
        case TurnFailed():
            return "failed"
        case _:
            return None
