"""A running turn from outside: its events, and how it is stopped."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from loopl_desktop.domain.events import AgentEvent
from loopl_desktop.domain.transcript import Transcript
from loopl_desktop.engine.gate import Gate
from loopl_desktop.engine.turn import Turn


class TurnRecord:
    """What a turn has told: its rows, and the events that the host has not taken yet."""

    def __init__(self) -> None:
        self.rows = Transcript()
        self.events: asyncio.Queue[AgentEvent | None] = asyncio.Queue()
        """`None` is the end."""

    def take(self, event: AgentEvent) -> None:
        """Fold an event in and pass it on."""
        self.rows.apply(event)
        self.events.put_nowait(event)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RunningTurn:
    """A turn and its parts that others reach."""

    turn: Turn
    gate: Gate
    events: "asyncio.Queue[AgentEvent | None]"
    task: "asyncio.Task[None]"

    def stop(self) -> None:
        """Stop it, unless it is over."""
        self.turn.stop()


class TurnStream:
    """The events of one turn.

    Not an async generator: where those are left early, only an event loop with the right hooks
    closes them, and qasync has none. This stops its turn on any loop.
    """

    def __init__(self, start: Callable[[], RunningTurn]) -> None:
        """Wait for the first event to be asked for.

        Args:
            start: Begins the turn; what it raises comes out at the first event.
        """
        self._start = start
        self._running: RunningTurn | None = None
        self._ended = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> AgentEvent:
        """Return the next event.

        Raises:
            TurnRunningError: at the first event, if another turn runs.
        """
        if self._ended:
            raise StopAsyncIteration
        if self._running is None:
            self._running = self._start()
        try:
            event = await self._running.events.get()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        if event is None:
            self._end()
            raise StopAsyncIteration
        return event

    async def aclose(self) -> None:
        """Stop the turn if it still runs, and wait for its end."""
        running = self._running
        self._end()
        if running is not None:
            running.stop()
            await asyncio.wait([running.task])

    def _end(self) -> None:
        """Let go of the turn, so that nothing of it outlives its end here."""
        self._ended = True
        self._running = None

    def __del__(self) -> None:
        running = self._running
        if running is None:
            return
        loop = running.task.get_loop()
        if not loop.is_closed():  # the garbage collector may run in any thread
            loop.call_soon_threadsafe(running.stop)
