"""The messages of the running turn, unmasked, in memory only (protected module)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.messages import AssistantMessage, Message, ToolCall, ToolResultMessage


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call gave: what may be kept, and what the model reads now."""

    kept: str
    live: Secret


@dataclass(frozen=True, slots=True)
class LiveToolResult(ToolResultMessage):
    """A result as the running turn reads it; mute like the `Secret` in it."""

    live: Secret

    def wire_text(self) -> str:
        """See `ToolResultMessage.wire_text`."""
        return self.live.reveal()


@dataclass(slots=True)
class WorkingContext:
    """What the model is sent."""

    _messages: list[Message] = field(default_factory=list, repr=False)

    @property
    def messages(self) -> tuple[Message, ...]:
        """For the next request."""
        return tuple(self._messages)

    def add_exchange(
        self, text: str, calls: Sequence[ToolCall], results: Sequence[CallResult]
    ) -> None:
        """One reply and all its results together, in call order: never a call without a result."""
        if text or calls:
            self._messages.append(AssistantMessage(text, tuple(calls)))
        self._messages += [
            LiveToolResult(call.id, result.kept, result.live)
            for call, result in zip(calls, results, strict=True)
        ]
