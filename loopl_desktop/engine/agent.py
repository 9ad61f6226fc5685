"""The agent: one conversation with a model that can ask back."""

import asyncio
import logging
import traceback
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path

from loopl_desktop.domain.errors import LooplError, ModelError, TurnRunningError
from loopl_desktop.domain.events import AgentEvent, TurnFailed, TurnFinished, TurnStarted
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import AssistantMessage, Message
from loopl_desktop.domain.transcript import messages_from
from loopl_desktop.engine.clock import Clock, SystemClock
from loopl_desktop.engine.gate import Gate, Response
from loopl_desktop.engine.model import Model
from loopl_desktop.engine.outlet import Outlet
from loopl_desktop.engine.tool_runner import ToolRunner
from loopl_desktop.engine.tools import Tool, ToolRegistry
from loopl_desktop.engine.turn import CallIds, Turn
from loopl_desktop.engine.turn_stream import RunningTurn, TurnRecord, TurnStream
from loopl_desktop.engine.working_context import WorkingContext

_log = logging.getLogger(__name__)

UNEXPECTED_FAILURE = "Something went wrong while the model was asked. Try again."
"""Told where an exception of the model is none of ours: its own text may hold what was sent."""


class Agent:
    """Plays turns and takes answers. Use it from one event loop and its thread only."""

    def __init__(
        self,
        *,
        model: Model,
        tools: Sequence[Tool],
        approval_timeout_s: float = 180.0,
        history: Iterable[Message] = (),
        scrubber: Scrubber | None = None,
        patience: float = 1.0,
        tools_off: Collection[str] = (),
        clock: Clock | None = None,
    ) -> None:
        """Build an agent that has not been asked anything yet.

        Args:
            model: Who replies.
            tools: What it may call.
            approval_timeout_s: Seconds that an interrupt waits if it names no time of its own.
            history: The conversation so far, as `messages_from` gives it.
            scrubber: Knows the secrets of this conversation; shared with the host's other sinks.
            patience: The factor on every wait for the person; `math.inf` waits without limit.
            tools_off: Names of tools that the person has switched off: they are not offered, and
                a call to one of them is told so.
            clock: Where deadlines are read; tests give their own.
        """
        self._model = model
        self._registry = ToolRegistry(tools, tools_off)
        self._approval_timeout_s = approval_timeout_s
        self._patience = patience
        self._scrubber = scrubber or Scrubber()
        self._clock = clock or SystemClock()
        self._messages = list(history)
        self._running: RunningTurn | None = None

    @property
    def messages(self) -> list[Message]:
        """The masked context; during a turn, as it was before that turn."""
        return list(self._messages)

    def stream(self, text: str | None) -> TurnStream:
        """Play one turn; it begins when the first event is asked for.

        Leaving the loop early stops the turn. A failure of the model ends the stream with a
        `TurnFailed`; it does not raise.

        Args:
            text: The person's message; `None` goes on without a new one.

        Raises:
            TurnRunningError: at the first event, if another turn runs.
        """
        return TurnStream(partial(self._start, text))

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        """Give the response to a parked call.

        Returns:
            `False` if it waits no more (a double click, a late answer, an unknown id): nothing
            has changed then.

        Raises:
            AnswerError: if the response does not fit; the call still waits. The text is a
                sentence for the person, without what was typed.
        """
        return self._running is not None and self._running.gate.resolve(interrupt_id, response)

    def extend(self, interrupt_id: str, seconds: float | None = None) -> bool:
        """Give a parked call more time.

        Args:
            interrupt_id: Of the call.
            seconds: More than 0 and finite; by default the call's original time again.

        Returns:
            `False` if it waits no more, or if `seconds` is 0, negative, infinite or no number:
            nothing has changed then.
        """
        return self._running is not None and self._running.gate.extend(interrupt_id, seconds)

    def touch(self, interrupt_id: str) -> bool:
        """Tell that the person did something in that card: at least 30 s remain from now.

        All touches of one card together add 3,600 s at most (times `patience`), so that the wait
        ends some day; `extend` has no such cap.

        Returns:
            `False` if it waits no more.
        """
        return self._running is not None and self._running.gate.touch(interrupt_id)

    def remaining_s(self, interrupt_id: str) -> float | None:
        """Return the seconds left to answer.

        Returns:
            `math.inf` if there is no limit, `None` if nothing waits under this id.
        """
        return None if self._running is None else self._running.gate.remaining_s(interrupt_id)

    def cancel_turn(self) -> None:
        """Stop the running turn, if any; its stream ends with `TurnFinished("stopped")`."""
        if self._running is not None:
            self._running.stop()

    def _start(self, text: str | None) -> RunningTurn:
        if self._running is not None:
            raise TurnRunningError("a turn is running: answer its question, or stop it")
        self._running = running = self._new_turn(text)
        return running

    def _new_turn(self, text: str | None) -> RunningTurn:
        record = TurnRecord()
        outlet = Outlet(self._scrubber, record.take)
        outlet.send(TurnStarted(text))
        context = WorkingContext(self._messages, self._scrubber)
        if text is not None:
            context.add_user_text(text)
        gate = Gate(
            self._clock,
            self._scrubber,
            approval_timeout_s=self._approval_timeout_s,
            patience=self._patience,
            emit=outlet.send,
        )
        runner = ToolRunner(
            registry=self._registry,
            gate=gate,
            scrubber=self._scrubber,
            emit=outlet.send,
        )
        replies = [msg for msg in self._messages if isinstance(msg, AssistantMessage)]
        turn = Turn(
            model=self._model,
            registry=self._registry,
            runner=runner,
            context=context,
            ids=CallIds({call.id for reply in replies for call in reply.tool_calls}),
            first_reply_index=len(replies),
            emit=outlet.send,
        )
        task = asyncio.create_task(self._play(turn, outlet, record))
        return RunningTurn(turn, gate, record.events, task)

    async def _play(self, turn: Turn, outlet: Outlet, record: TurnRecord) -> None:
        """Run a turn to its end, and replace its live context before the end is told."""
        ending: AgentEvent = TurnFinished("stopped")  # holds where this task is cancelled
        try:
            ending = TurnFinished(await turn.run())
        except ModelError as error:
            ending = TurnFailed(str(error), error.kind)
        except LooplError as error:
            ending = TurnFailed(str(error))
        except Exception as error:  # noqa: BLE001 (the edge to the model)
            _log.error("error=<%s> | the model failed unexpectedly", _place_of(error))
            ending = TurnFailed(UNEXPECTED_FAILURE, "internal")
        finally:
            self._running = None
            outlet.send(ending)
            self._messages += messages_from(record.rows.items)
            record.events.put_nowait(None)


def _place_of(error: Exception) -> str:
    """Where an exception was raised, and its kind; never its text, which may hold what was sent."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown place"
    return f"{type(error).__name__} at {place}"
