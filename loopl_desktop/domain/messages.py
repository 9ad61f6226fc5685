"""What a model is sent.

The plain fields hold what may be kept. Within the turn in which a secret was given, the engine
uses mute subclasses (`engine.working_context`) whose `wire_...` methods give what the model reads
instead; request builders, and nobody else, call those.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from loopl_desktop.domain.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a reply."""

    id: str
    """Unique in the conversation; servers repeat theirs."""
    name: str
    arguments: JsonObject | str
    """An object, or the raw text where it was none."""
    provider_id: str = ""
    """The id as the provider gave it, within the turn only."""
    extra: JsonObject | None = field(default=None, repr=False)
    """What the same provider wants back with this call, within the turn only."""

    def wire_arguments(self) -> JsonObject | str:
        """Return the arguments as the model wrote them; for request builders only."""
        return self.arguments

    def wire_extra(self) -> JsonObject | None:
        """Return what the provider wants back; for request builders only."""
        return self.extra


@dataclass(frozen=True, slots=True)
class UserMessage:
    """The person's words."""

    text: str

    def wire_text(self) -> str:
        """Return what the model reads; for request builders only."""
        return self.text


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """One reply of the model."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""
    """Of the running turn only: some servers want it back with the calls."""
    extra: JsonObject | None = field(default=None, repr=False)
    """What the same provider wants back with this reply, within the turn only."""

    def wire_text(self) -> str:
        """Return the text as the model wrote it; for request builders only."""
        return self.text

    def wire_reasoning(self) -> str:
        """Return the reasoning as the model wrote it; for request builders only."""
        return self.reasoning

    def wire_extra(self) -> JsonObject | None:
        """Return what the provider wants back; for request builders only."""
        return self.extra


@dataclass(frozen=True, slots=True)
class ToolResultMessage:
    """What a call gave."""

    tool_use_id: str
    content: str
    """What may be kept."""

    def wire_text(self) -> str:
        """Return what the model reads; for request builders only."""
        return self.content


Message: TypeAlias = UserMessage | AssistantMessage | ToolResultMessage
