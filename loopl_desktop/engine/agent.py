"""The agent: one conversation with a model that can ask back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import TypeAlias

from loopl_desktop.domain import events as e
from loopl_desktop.domain.errors import TurnRunningError
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import AssistantMessage, Message, UserMessage
from loopl_desktop.domain.transcript import Transcript, messages_from
from loopl_desktop.engine.clock import Clock, SystemClock
from loopl_desktop.engine.gate import Gate, Response
from loopl_desktop.engine.model import Model
from loopl_desktop.engine.outlet import Outlet
from loopl_desktop.engine.tools import Tool
from loopl_desktop.engine.turn import Turn
from loopl_desktop.engine.working_context import WorkingContext

Emit: TypeAlias = Callable[[e.AgentEvent], None]


class Agent:
    """Streams turns and takes answers."""

    def __init__(
        self,
        *,
        model: Model,
        tools: Sequence[Tool],
        approval_timeout_s: float = 180.0,
        history: Iterable[Message] = (),
        scrubber: Scrubber | None = None,
        patience: float = 1.0,
        clock: Clock | None = None,
    ) -> None:
        self._model = model
        self._tools = {tool.spec.name: tool for tool in tools}
        self._approval_timeout_s, self._patience = approval_timeout_s, patience
        self._scrubber = scrubber or Scrubber()
        self._clock = clock or SystemClock()
        self._messages = list(history)
        self._turn: Turn | None = None

    @property
    def messages(self) -> list[Message]:
        """The masked context, as the next turn will send it."""
        return list(self._messages)

    async def stream(self, text: str | None) -> AsyncIterator[e.AgentEvent]:
        """Play one turn. Leaving the loop early stops it (close the iterator with `contextlib.aclosing`).

        Raises:
            TurnRunningError: if a turn is still running.
        """
        if self._turn is not None:
            raise TurnRunningError("a turn is running: answer its card, or stop it")
        queue: asyncio.Queue[e.AgentEvent | None] = asyncio.Queue()
        rows = Transcript()

        def tell(event: e.AgentEvent) -> None:
            rows.apply(event)
            queue.put_nowait(event)

        outlet = Outlet(self._scrubber, tell)
        outlet.send(e.TurnStarted(text))
        self._turn = turn = self._new_turn(text, outlet.send)
        task = asyncio.create_task(self._play(turn, rows, outlet.send, queue))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            turn.stop()
            await task

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        """Answer a parked call. `False`: it is no longer pending.

        Raises:
            AnswerError: if the answer does not fit; the card stays.
        """
        return self._turn is not None and self._turn.gate.resolve(interrupt_id, response)

    def extend(self, interrupt_id: str, seconds: float | None = None) -> bool:
        """More time."""
        return self._turn is not None and self._turn.gate.extend(interrupt_id, seconds)

    def touch(self, interrupt_id: str) -> bool:
        """The person did something in that card."""
        return self._turn is not None and self._turn.gate.touch(interrupt_id)

    def remaining_s(self, interrupt_id: str) -> float | None:
        """Seconds left to answer; `None` where nothing waits."""
        return self._turn.gate.remaining_s(interrupt_id) if self._turn is not None else None

    def cancel_turn(self) -> None:
        """Stop the running turn."""
        if self._turn is not None:
            self._turn.stop()

    def _new_turn(self, text: str | None, emit: Emit) -> Turn:
        context = WorkingContext(
            [*self._messages, *([UserMessage(text)] if text is not None else [])]
        )
        gate = Gate(
            self._clock,
            self._scrubber,
            approval_timeout_s=self._approval_timeout_s,
            patience=self._patience,
            emit=emit,
        )
        used = {
            call.id
            for message in self._messages
            if isinstance(message, AssistantMessage)
            for call in message.tool_calls
        }
        return Turn(
            model=self._model,
            tools=self._tools,
            context=context,
            gate=gate,
            used_ids=used,
            emit=emit,
        )

    async def _play(
        self, turn: Turn, rows: Transcript, emit: Emit, queue: "asyncio.Queue[e.AgentEvent | None]"
    ) -> None:
        """Run the turn; its unmasked context is gone before the last event is told."""
        try:
            last: e.AgentEvent = e.TurnFinished(await turn.run())
        except Exception as error:  # noqa: BLE001 (the edge to the model)
            last = e.TurnFailed(str(error), type(error).__name__)
        self._turn = None
        emit(last)
        self._messages += messages_from(rows.items)
        queue.put_nowait(None)
