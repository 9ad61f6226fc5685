"""Parks one call until the person answers.

A tool body runs from its start. Its first `scope.interrupt(...)` raises `InterruptRequested`, which
only the engine catches: it parks that one call here while its siblings run on. When the wait is
over the body runs a second time, from its start, and the same `scope.interrupt(...)` returns the
response. What comes before it runs twice and must be free of side effects.

Each wait settles exactly once: the first of answer, deadline and stop wins, and what comes later is
told so by `False`. Deadlines are read from an injected monotonic clock and only ever move later.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never, overload

from loopl_desktop.domain.ask_answer import Answered, AnswerError, AskUserAnswer, misfit
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import AgentEvent, InterruptRaised, InterruptResolved, Outcome
from loopl_desktop.domain.interrupts import (
    APPROVAL,
    ASK_USER,
    Aborted,
    Approval,
    Approved,
    Cancelled,
    Denied,
    Interrupt,
    TimedOut,
    interrupt_id_for,
)
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer, Scrubber, mask, secrets_in
from loopl_desktop.engine.clock import Clock

Response: TypeAlias = AskUserAnswer | Approval
ApprovalResponse: TypeAlias = Approval | TimedOut | Aborted

TOUCH_S = 30.0
"""Seconds that remain at least after the last key or click in a card."""
MAX_TOUCHED_S = 3600.0
"""Seconds that all touches of one card together may add, at a patience of 1."""
NO_CARD = "no card can be shown for this question"


class InterruptRequested(BaseException):
    """A tool body asks to be parked; no `except Exception` of the body may stop it."""

    def __init__(self, interrupt: Interrupt) -> None:
        super().__init__(interrupt.id)
        self.interrupt = interrupt


class InterruptScope:
    """What a tool body sees of the gate during one call."""

    def __init__(self, tool_use_id: str) -> None:
        self.tool_use_id = tool_use_id
        self.kept_result: str | None = None
        """What may be kept as the result of this call, once a question of it has ended."""
        self._responses: dict[str, tuple[JsonValue, Response]] = {}

    @overload
    def interrupt(
        self, name: Literal["ask_user"], reason: JsonValue, *, timeout_s: float | None = None
    ) -> AskUserAnswer: ...

    @overload
    def interrupt(
        self, name: Literal["approval"], reason: JsonValue, *, timeout_s: float | None = None
    ) -> ApprovalResponse: ...

    @overload
    def interrupt(
        self, name: str, reason: JsonValue, *, timeout_s: float | None = None
    ) -> Response: ...

    def interrupt(
        self, name: str, reason: JsonValue, *, timeout_s: float | None = None
    ) -> Response:
        """Return the response to this interrupt, or raise so that the call is parked first.

        Args:
            name: What kind of interrupt; one call can raise each kind once.
            reason: What the host is shown; of `ask_user` a normalised spec.
            timeout_s: Seconds to wait, instead of the agent's own limit.

        Raises:
            InterruptRequested: on the first pass; let it through.
            ValueError: if this call has raised the same kind with another reason. An answer must
                never count for another question, nor an approval for other arguments.
        """
        interrupt_id = interrupt_id_for(self.tool_use_id, name)
        if interrupt_id not in self._responses:
            raise InterruptRequested(
                Interrupt(interrupt_id, name, reason, self.tool_use_id, timeout_s)
            )
        answered_reason, response = self._responses[interrupt_id]
        if reason != answered_reason:
            raise ValueError(f"one call can raise {name!r} only once")
        return response

    def settle(self, interrupt: Interrupt, response: Response, kept: MaskedAnswer | None) -> None:
        """Take the response for the next pass of the body; for the gate only."""
        self._responses[interrupt.id] = (interrupt.reason, response)
        if kept is not None:
            self.kept_result = kept.to_result()


@dataclass(slots=True, repr=False)
class _Wait:
    """One parked call."""

    interrupt: Interrupt
    scope: InterruptScope
    request: AskUserRequest | None
    """Of an `ask_user` interrupt."""
    timeout_s: float
    deadline: float
    settled: "asyncio.Future[None]"
    touched_s: float = 0.0
    """Seconds that touches have added."""


class Gate:
    """The parked calls of one turn."""

    def __init__(
        self,
        clock: Clock,
        scrubber: Scrubber,
        *,
        approval_timeout_s: float,
        patience: float,
        emit: Callable[[AgentEvent], None],
    ) -> None:
        """Build an empty gate.

        Args:
            clock: Where deadlines are read.
            scrubber: Is taught every secret before anybody else sees the answer.
            approval_timeout_s: Seconds to wait where an interrupt names none.
            patience: The factor on every wait; `math.inf` waits without limit.
            emit: Told of every interrupt that is raised or resolved.
        """
        self._clock = clock
        self._scrubber = scrubber
        self._approval_timeout_s = approval_timeout_s
        self._patience = patience
        self._emit = emit
        self._waits: dict[str, _Wait] = {}
        self._stopped: Aborted | None = None

    async def park(self, interrupt: Interrupt, scope: InterruptScope) -> Response:
        """Tell the host, and return when the wait is over; the scope then holds the response."""
        # A question may repeat a secret. The host sees it scrubbed, so that is what is answered.
        shown = replace(interrupt, reason=self._scrubber.scrub_json(interrupt.reason))
        asks = interrupt.name == ASK_USER
        request = AskUserRequest.from_reason(shown.reason) if asks else None
        unseen = Aborted(NO_CARD) if asks and request is None else self._stopped
        if unseen is not None:  # the host is not told of what is over before it can be seen
            scope.settle(interrupt, unseen, _kept_answer(unseen, interrupt.name, request))
            return unseen
        wait = self._new_wait(interrupt, scope, request)
        self._waits[interrupt.id] = wait
        self._emit(InterruptRaised(shown))
        ending: Response = Aborted("the call was cancelled")
        try:
            while not wait.settled.done() and (left := wait.deadline - self._clock.now()) > 0:
                await self._clock.wait(wait.settled, left)
            ending = TimedOut()
        finally:  # it waits no more, whatever ended it
            self._settle(interrupt.id, ending)
        return scope.interrupt(interrupt.name, interrupt.reason)

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        """Give the response. `False`: it waits no more, and nothing has changed.

        Raises:
            AnswerError: if it does not fit; the call still waits.
        """
        wait = self._waits.get(interrupt_id)
        if wait is None:
            return False
        problem = _problem(response, wait)
        if problem is not None:
            raise AnswerError(problem)
        return self._settle(interrupt_id, response)

    def extend(self, interrupt_id: str, seconds: float | None = None) -> bool:
        """Give more time; without `seconds`, the original time again.

        `False`: it waits no more, or `seconds` is no time that can be added.
        """
        wait = self._waits.get(interrupt_id)
        if wait is None:
            return False
        added = wait.timeout_s if seconds is None else seconds
        if seconds is not None and not 0 < seconds < math.inf:
            return False
        wait.deadline = max(wait.deadline, self._clock.now()) + added
        return True

    def touch(self, interrupt_id: str) -> bool:
        """Let 30 s remain at least, since the person works in the card.

        All touches of a card together add 3,600 s at most, times the patience.
        """
        wait = self._waits.get(interrupt_id)
        if wait is None:
            return False
        lacking = self._clock.now() + TOUCH_S - wait.deadline
        added = max(0.0, min(lacking, MAX_TOUCHED_S * self._patience - wait.touched_s))
        wait.touched_s += added
        wait.deadline += added
        return True

    def remaining_s(self, interrupt_id: str) -> float | None:
        """Return the seconds left, `math.inf` without a limit, `None` where nothing waits."""
        wait = self._waits.get(interrupt_id)
        return None if wait is None else max(0.0, wait.deadline - self._clock.now())

    def stop(self, reason: str) -> None:
        """Abort what waits and what will: every body gets its second pass and reads the reason."""
        self._stopped = Aborted(reason)
        for interrupt_id in list(self._waits):
            self._settle(interrupt_id, self._stopped)

    def holds(self, tool_use_id: str) -> bool:
        """Return whether this call is parked."""
        return any(wait.interrupt.tool_use_id == tool_use_id for wait in self._waits.values())

    def _new_wait(
        self, interrupt: Interrupt, scope: InterruptScope, request: AskUserRequest | None
    ) -> _Wait:
        seconds = interrupt.timeout_s
        if seconds is None:
            seconds = self._approval_timeout_s
        # Not a product where there is no limit: 0 * inf is no number.
        timeout_s = math.inf if self._patience == math.inf else seconds * self._patience
        return _Wait(
            interrupt,
            scope,
            request,
            timeout_s,
            self._clock.now() + timeout_s,
            asyncio.get_running_loop().create_future(),
        )

    def _settle(self, interrupt_id: str, response: Response) -> bool:
        """End a wait; the one place where that happens."""
        wait = self._waits.pop(interrupt_id, None)
        if wait is None:
            return False
        for secret in secrets_in(response):
            self._scrubber.learn(secret)
        kept = _kept_answer(response, wait.interrupt.name, wait.request)
        if kept is not None:
            kept = MaskedAnswer(kept.ending, self._scrubber.scrub_json(kept.value), kept.reason)
        wait.scope.settle(wait.interrupt, response, kept)
        wait.settled.set_result(None)  # a future's repr shows its result, so it holds none
        self._emit(InterruptResolved(interrupt_id, outcome_of(response), kept))
        return True


def _problem(response: Response, wait: _Wait) -> str | None:
    """Why a response of the host cannot be taken, as a sentence; `None` if it can."""
    if isinstance(response, TimedOut):
        return "Only the clock can time out."
    if isinstance(response, Aborted):
        return None
    if wait.request is not None:
        return misfit(response, wait.request)
    if wait.interrupt.name == APPROVAL and not isinstance(response, Approved | Denied):
        return "This call waits for a yes or a no."
    return None


def _kept_answer(
    response: Response, name: str, request: AskUserRequest | None
) -> MaskedAnswer | None:
    """What may be kept of a response; `None` where no question was asked."""
    match response:
        case Aborted(reason) if name == ASK_USER:
            return MaskedAnswer("aborted", reason=reason)
        case Approved() | Denied():
            return None
        case _:
            return None if request is None else mask(response, request)


def outcome_of(response: Response) -> Outcome:
    """Return the word for how a wait ended."""
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
