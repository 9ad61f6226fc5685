"""The messages of the running turn, unmasked, in memory only (protected module).

A message that holds a secret is a mute subclass: its plain fields are masked, the live text is a
`Secret`, and only the `wire_...` methods that request builders call read it out. When the turn
ends the engine drops this context and goes on with what the transcript gives.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.engine.model import ModelReply


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call gave."""

    kept: str
    """What may be kept: masked and scrubbed."""
    live: Secret
    """What the model reads in this turn."""


@dataclass(frozen=True, slots=True)
class LiveUserMessage(UserMessage):
    """The person's words, with a secret that was given earlier in them."""

    live: Secret

    def wire_text(self) -> str:
        """Return what the model reads; for request builders only."""
        return self.live.reveal()


@dataclass(frozen=True, slots=True)
class LiveToolResult(ToolResultMessage):
    """A result with a secret in it."""

    live: Secret

    def wire_text(self) -> str:
        """Return what the model reads; for request builders only."""
        return self.live.reveal()


@dataclass(frozen=True, slots=True)
class LiveToolCall(ToolCall):
    """A call by which the model repeats a secret."""

    live: Secret = field(kw_only=True)
    """`[arguments, extra]` as JSON text."""

    def wire_arguments(self) -> JsonObject | str:
        """Return the arguments as the model wrote them; for request builders only."""
        arguments: JsonObject | str = json.loads(self.live.reveal())[0]
        return arguments

    def wire_extra(self) -> JsonObject | None:
        """Return what the provider wants back; for request builders only."""
        extra: JsonObject | None = json.loads(self.live.reveal())[1]
        return extra


@dataclass(frozen=True, slots=True)
class LiveAssistantMessage(AssistantMessage):
    """A reply in which the model repeats a secret."""

    live: Secret = field(kw_only=True)
    """`[text, reasoning, extra]` as JSON text."""

    def wire_text(self) -> str:
        """Return the text as the model wrote it; for request builders only."""
        text: str = json.loads(self.live.reveal())[0]
        return text

    def wire_reasoning(self) -> str:
        """Return the reasoning as the model wrote it; for request builders only."""
        reasoning: str = json.loads(self.live.reveal())[1]
        return reasoning

    def wire_extra(self) -> JsonObject | None:
        """Return what the provider wants back; for request builders only."""
        extra: JsonObject | None = json.loads(self.live.reveal())[2]
        return extra


class WorkingContext:
    """What the model is sent in the running turn."""

    def __init__(self, history: Iterable[Message], scrubber: Scrubber) -> None:
        self._messages: list[Message] = list(history)
        self._scrubber = scrubber

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of the next request."""
        return tuple(self._messages)

    def add_user_text(self, text: str) -> None:
        """Add what the person said."""
        kept = self._scrubber.scrub(text)
        self._messages.append(
            UserMessage(text) if kept == text else LiveUserMessage(kept, Secret(text))
        )

    def add_exchange(
        self, reply: ModelReply, calls: Sequence[ToolCall], results: Sequence[CallResult]
    ) -> None:
        """Add one reply and all its results, in call order: never a call without a result."""
        if reply.text or calls:
            self._messages.append(self._assistant_message(reply, calls))
        for call, result in zip(calls, results, strict=True):
            plain = result.live.reveal() == result.kept
            self._messages.append(
                ToolResultMessage(call.id, result.kept)
                if plain
                else LiveToolResult(call.id, result.kept, result.live)
            )

    def _assistant_message(self, reply: ModelReply, calls: Sequence[ToolCall]) -> AssistantMessage:
        kept_calls = tuple(self._tool_call(call) for call in calls)
        live = [reply.text, reply.reasoning, reply.extra]
        if not self._has_secret(live):
            return AssistantMessage(reply.text, kept_calls, reply.reasoning, reply.extra)
        return LiveAssistantMessage(
            self._scrubber.scrub(reply.text),
            kept_calls,
            self._scrubber.scrub(reply.reasoning),
            live=Secret(json.dumps(live)),
        )

    def _tool_call(self, call: ToolCall) -> ToolCall:
        live = [call.arguments, call.extra]
        if not self._has_secret(live):
            return call
        kept = self._scrubber.scrub_json(call.arguments)
        return LiveToolCall(
            call.id,
            call.name,
            kept if isinstance(kept, str | dict) else {},
            call.provider_id,
            live=Secret(json.dumps(live)),
        )

    def _has_secret(self, live: Sequence[JsonObject | str | None]) -> bool:
        return self._scrubber.scrub_json(live) != live
