"""Parks one call until the person answers.

The tool body runs from its start: its first `scope.interrupt(...)` raises `InterruptRequested`, the turn parks that
call here, and the body runs a second time, where the same `scope.interrupt(...)` returns the response. Everything
before it runs twice and must be free of side effects.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from loopl_desktop.domain.ask_answer import (
    AnswerError,
    Answered,
    AskUserAnswer,
    Cancelled,
    TimedOut,
    fits,
)
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import AgentEvent, InterruptRaised, InterruptResolved, Outcome
from loopl_desktop.domain.interrupts import (
    ASK_USER,
    Aborted,
    Approval,
    Approved,
    Denied,
    Interrupt,
    interrupt_id_for,
)
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer, Scrubber, mask, secrets_in
from loopl_desktop.engine.clock import Clock

Response: TypeAlias = AskUserAnswer | Approval
TOUCH_S, MAX_TOUCHED_S = 30.0, 3600.0


class InterruptRequested(BaseException):  # noqa: N818 (control flow, not an error: no `except Exception` may stop it)
    """The body asks to be parked."""

    def __init__(self, interrupt: Interrupt) -> None:
        super().__init__(interrupt.id)
        self.interrupt = interrupt


class InterruptScope:
    """What a tool body sees of the gate during one call."""

    def __init__(self, tool_use_id: str) -> None:
        self.tool_use_id = tool_use_id
        self._responses: dict[str, Response] = {}
        self.kept: str | None = None
        """What may be kept of this call's result, once an ask of it has ended."""

    def interrupt(
        self, name: str, reason: JsonValue, *, timeout_s: float | None = None
    ) -> Response:
        """Return the person's response, or raise so that the call is parked until there is one."""
        interrupt_id = interrupt_id_for(self.tool_use_id, name)
        if interrupt_id in self._responses:
            return self._responses[interrupt_id]
        raise InterruptRequested(Interrupt(interrupt_id, name, reason, self.tool_use_id, timeout_s))

    def answer(self, interrupt_id: str, response: Response, kept: str | None) -> None:
        """Give the body its response for the next pass."""
        self._responses[interrupt_id] = response
        self.kept = kept or self.kept


@dataclass(slots=True)
class _Parked:
    interrupt: Interrupt
    request: AskUserRequest | None
    future: "asyncio.Future[Response]"
    deadline: float
    timeout_s: float
    touched_s: float = 0.0


class Gate:
    """All parked calls of one turn. Each settles exactly once."""

    def __init__(
        self,
        clock: Clock,
        scrubber: Scrubber,
        *,
        approval_timeout_s: float,
        patience: float,
        emit: Callable[[AgentEvent], None],
    ) -> None:
        self._clock, self._scrubber, self._emit = clock, scrubber, emit
        self._approval_timeout_s, self._patience = approval_timeout_s, patience
        self._parked: dict[str, _Parked] = {}
        self._stopped: Aborted | None = None

    async def park(self, interrupt: Interrupt) -> Response:
        """Tell the host and wait; `TimedOut()` when the deadline is over. Deadlines only ever move later."""
        if self._stopped is not None:  # a body that asks again while the turn ends
            return self._stopped
        seconds = self._approval_timeout_s if interrupt.timeout_s is None else interrupt.timeout_s
        timeout_s = seconds * self._patience
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        request = (
            AskUserRequest.from_reason(interrupt.reason) if interrupt.name == ASK_USER else None
        )
        parked = _Parked(interrupt, request, future, self._clock.now() + timeout_s, timeout_s)
        self._parked[interrupt.id] = parked
        self._emit(InterruptRaised(interrupt))
        while not future.done() and (left := parked.deadline - self._clock.now()) > 0:
            await self._clock.wait(future, left)
        self._settle(interrupt.id, TimedOut())
        return future.result()

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        """Give the response. `False`: it waits no more.

        Raises:
            AnswerError: if it does not fit the request; the interrupt still waits.
        """
        parked = self._parked.get(interrupt_id)
        if parked is not None and not _fits(response, parked.request):
            raise AnswerError(f"a {type(response).__name__} does not answer {interrupt_id!r}")
        return self._settle(interrupt_id, response)

    def extend(self, interrupt_id: str, seconds: float | None = None) -> bool:
        """More time; without `seconds`, the original time again."""
        if (parked := self._parked.get(interrupt_id)) is None:
            return False
        parked.deadline += max(0.0, parked.timeout_s if seconds is None else seconds)
        return True

    def touch(self, interrupt_id: str) -> bool:
        """The person works in the card: at least 30 s remain, at most an hour more by touches alone."""
        if (parked := self._parked.get(interrupt_id)) is None:
            return False
        added = max(
            0.0,
            min(
                self._clock.now() + TOUCH_S - parked.deadline,
                MAX_TOUCHED_S * self._patience - parked.touched_s,
            ),
        )
        parked.touched_s += added
        parked.deadline += added
        return True

    def remaining_s(self, interrupt_id: str) -> float | None:
        """Seconds left; `None` where nothing waits."""
        parked = self._parked.get(interrupt_id)
        return None if parked is None else max(0.0, parked.deadline - self._clock.now())

    def stop(self, reason: str) -> None:
        """The turn is stopped: every parked body gets its second run and says so in its own words."""
        self._stopped = Aborted(reason)
        for interrupt_id in list(self._parked):
            self._settle(interrupt_id, self._stopped)

    def holds(self, tool_use_id: str) -> bool:
        """Whether this call is parked."""
        return any(parked.interrupt.tool_use_id == tool_use_id for parked in self._parked.values())

    def _settle(self, interrupt_id: str, response: Response) -> bool:
        if (parked := self._parked.pop(interrupt_id, None)) is None:
            return False
        for secret in secrets_in(response):
            self._scrubber.learn(secret)
        parked.future.set_result(response)
        self._emit(
            InterruptResolved(
                interrupt_id, outcome_of(response), kept_answer(response, parked.request)
            )
        )
        return True


def _fits(response: Response, request: AskUserRequest | None) -> bool:
    if isinstance(response, Aborted):
        return True
    is_approval = isinstance(response, (Approved, Denied))
    return is_approval if request is None else not is_approval and fits(response, request)


def kept_answer(response: Response, request: AskUserRequest | None) -> MaskedAnswer | None:
    """The answer without secrets; `None` for an approval."""
    if request is None or isinstance(response, (Approved, Denied)):
        return None
    return mask(response, request)


def outcome_of(response: Response) -> Outcome:
    """The word for how it ended."""
    match response:
        case Answered():
            return "answered"
        case Cancelled():
            return "cancelled"
        case TimedOut():
            return "timed_out"
        case Aborted():
            return "aborted"
        case Approved():
            return "approved"
        case Denied():
            return "denied"
        case never:
            assert_never(never)
