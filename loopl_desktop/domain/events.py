"""Everything that an agent tells its host: a closed union.

No event can hold a secret. They leave the engine masked and scrubbed by one exit, `Agent.stream`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loopl_desktop.domain.interrupts import Interrupt
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer

Outcome: TypeAlias = Literal["answered", "cancelled", "timed_out", "aborted", "approved", "denied"]
"""How a wait ended."""
TurnEnding: TypeAlias = Literal["done", "stopped", "limit", "cut", "filtered"]
"""Why a turn is over: the model called nothing more; the person stopped it; it took too many steps
or repeated itself; the answer was cut at the provider's length limit, or by its content filter."""


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn begins."""

    text: str | None
    """The person's message; `None`: the turn goes on without a new one."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the model's prose."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """A call begins. All calls of one reply are told first, in call order."""

    tool_use_id: str
    name: str
    arguments: JsonObject | str
    """What may be kept of them; of `ask_user` the normalised spec, `{}` where it was none."""
    reply_index: int
    """Which model reply of the conversation made it; its calls stay together at a rebuild."""


@dataclass(frozen=True, slots=True)
class ToolCallFinished:
    """A call has its result. Calls of one reply end in any order."""

    tool_use_id: str
    result: str
    """What may be kept of it: masked and scrubbed."""


@dataclass(frozen=True, slots=True)
class InterruptRaised:
    """A call waits for the person, from now on."""

    interrupt: Interrupt


@dataclass(frozen=True, slots=True)
class InterruptResolved:
    """A call waits no more."""

    interrupt_id: str
    outcome: Outcome
    answer: MaskedAnswer | None = None
    """Of an `ask_user` interrupt; `None` for any other."""


@dataclass(frozen=True, slots=True)
class ChildEvent:
    """Something that a sub-agent told."""

    child_id: str
    event: "AgentEvent"


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over, and the context holds no secret any more."""

    reason: TurnEnding = "done"


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The turn is over because the model could not be asked."""

    message: str
    """One sentence for the person."""
    kind: str = ""
    """What went wrong in one word, as `ModelError.kind`."""


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
