"""A call parked for the human, and how its id is made."""

from dataclasses import dataclass
from typing import TypeAlias

from loopl_desktop.domain.json_types import JsonValue

ASK_USER = "ask_user"


@dataclass(frozen=True, slots=True)
class Interrupt:
    """What the host is shown."""

    id: str
    name: str
    reason: JsonValue
    tool_use_id: str
    timeout_s: float | None = None
    """Overrides the agent's own limit; `None` leaves it."""


@dataclass(frozen=True, slots=True)
class Approved:
    """The person lets a risky call run."""


@dataclass(frozen=True, slots=True)
class Denied:
    """The person does not; the model reads the reason."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Aborted:
    """The turn was stopped, the window closed, or no card could be shown."""

    reason: str


Approval: TypeAlias = Approved | Denied


def interrupt_id_for(tool_use_id: str, name: str = ASK_USER) -> str:
    """The id of the interrupt that this call raises under this name."""
    return f"{name}:{tool_use_id}"


def tool_use_id_from(interrupt_id: str) -> str | None:
    """The call behind an `ask_user` interrupt; `None` for any other interrupt."""
    name, _, tool_use_id = interrupt_id.partition(":")
    return tool_use_id if name == ASK_USER and tool_use_id else None
