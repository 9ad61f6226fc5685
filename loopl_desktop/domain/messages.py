"""What a model is sent."""

from dataclasses import dataclass, field
from typing import TypeAlias

from loopl_desktop.domain.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a reply."""

    id: str
    """Unique in the conversation."""
    name: str
    arguments: JsonObject | str
    """An object, or the raw text where it was none."""
    provider_id: str = ""
    """The id as the provider gave it, where it had to be replaced."""
    extra: JsonObject | None = field(default=None, repr=False)
    """What the same provider wants back with this call, within the turn only."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    """The person's words."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """One reply of the model."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""
    """Of the running turn only: some servers want it back with the calls."""
    extra: JsonObject | None = field(default=None, repr=False)
    """What the same provider wants back with this reply, within the turn only."""


@dataclass(frozen=True, slots=True)
class ToolResultMessage:
    """What a call gave."""

    tool_use_id: str
    content: str
    """What may be kept."""

    def wire_text(self) -> str:
        """What the model reads; for request builders only."""
        return self.content


Message: TypeAlias = UserMessage | AssistantMessage | ToolResultMessage
