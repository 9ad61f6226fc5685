"""Everything that an agent tells its host: a closed union. No event can hold a secret."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loopl_desktop.domain.interrupts import Interrupt
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer

Outcome: TypeAlias = Literal["answered", "cancelled", "timed_out", "aborted", "approved", "denied"]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The person's message was taken."""

    text: str | None
    """`None`: the turn goes on without a new message."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of prose."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """A call begins; these come in call order."""

    tool_use_id: str
    name: str
    arguments: JsonObject | str
    """Of `ask_user`: the normalised spec, or `{}` where it was none."""
    reply_index: int
    """Which model reply of the turn."""


@dataclass(frozen=True, slots=True)
class ToolCallFinished:
    """A call has its result, in the form that may be kept."""

    tool_use_id: str
    result: str


@dataclass(frozen=True, slots=True)
class InterruptRaised:
    """A call waits for the person."""

    interrupt: Interrupt


@dataclass(frozen=True, slots=True)
class InterruptResolved:
    """It waits no more."""

    interrupt_id: str
    outcome: Outcome
    answer: MaskedAnswer | None = None


@dataclass(frozen=True, slots=True)
class ChildEvent:
    """Something a sub-agent told."""

    child_id: str
    event: "AgentEvent"


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over and the context holds no secret any more."""

    reason: Literal["done", "stopped", "limit"] = "done"


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The model could not be asked."""

    message: str
    kind: str = ""


AgentEvent: TypeAlias = (
    TurnStarted
    | TextDelta
    | ReasoningDelta
    | ToolCallStarted
    | ToolCallFinished
    | InterruptRaised
    | InterruptResolved
    | ChildEvent
    | TurnFinished
    | TurnFailed
)
