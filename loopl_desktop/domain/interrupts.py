"""A call parked for the person: what the host is shown, how its id is made, how it ends.

The endings are separate words everywhere. Cancelled is the person, timed out is the clock, and
aborted is the program (the turn was stopped, the window closed, or no card could be shown): an
aborted question never reads as the person's Cancel.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from loopl_desktop.domain.json_types import JsonValue

ASK_USER: Final = "ask_user"
"""Name of the interrupts that a card answers, and of the tool that raises them."""
APPROVAL: Final = "approval"
"""Name of the interrupts by which a risky call waits for a yes."""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """One parked call, as the host is shown it."""

    id: str
    name: str
    reason: JsonValue
    """Why it waits; of an `ask_user` interrupt the normalised spec of the question."""
    tool_use_id: str
    timeout_s: float | None = None
    """Seconds to wait, instead of the agent's own limit; `None` leaves that."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person pressed Cancel."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock ran out: the null response."""


@dataclass(frozen=True, slots=True)
class Aborted:
    """The program ended the wait."""

    reason: str


@dataclass(frozen=True, slots=True)
class Approved:
    """The person lets a risky call run."""


@dataclass(frozen=True, slots=True)
class Denied:
    """The person does not let it run."""

    reason: str = ""
    """What the model may read about it."""


Approval: TypeAlias = Approved | Denied


def interrupt_id_for(tool_use_id: str, name: str = ASK_USER) -> str:
    """Return the id of the interrupt that this call raises under this name.

    It depends on nothing else, so that the second run of a tool body finds its answer.
    """
    return f"{name}:{tool_use_id}"


def tool_use_id_from(interrupt_id: str) -> str | None:
    """Return the call behind an `ask_user` interrupt; `None` for any other interrupt."""
    name, _, tool_use_id = interrupt_id.partition(":")
    return tool_use_id if name == ASK_USER and tool_use_id else None
