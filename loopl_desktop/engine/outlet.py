"""The one exit of events: nothing leaves the engine unscrubbed."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from loopl_desktop.domain.events import (
    AgentEvent,
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    ReasoningDelta,
    TextDelta,
    ToolCallFinished,
    ToolCallStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.masking import MaskedAnswer, ScrubbedStream, Scrubber


class Outlet:
    """Scrubs each event, text also across the borders of its pieces, and passes it on."""

    def __init__(self, scrubber: Scrubber, sink: Callable[[AgentEvent], None]) -> None:
        self._scrubber = scrubber
        self._sink = sink
        self._text = ScrubbedStream(scrubber)
        self._reasoning = ScrubbedStream(scrubber)

    def send(self, event: AgentEvent) -> None:
        """Tell the host. What was held back of a text is told before any other event."""
        match event:
            case TextDelta(text):
                self._pass_on_text(self._text.feed(text))
            case ReasoningDelta(text):
                self._pass_on_reasoning(self._reasoning.feed(text))
            case _:
                self._pass_on_reasoning(self._reasoning.flush())
                self._pass_on_text(self._text.flush())
                self._sink(_scrubbed(event, self._scrubber))

    def _pass_on_text(self, text: str) -> None:
        if text:
            self._sink(TextDelta(text))

    def _pass_on_reasoning(self, text: str) -> None:
        if text:
            self._sink(ReasoningDelta(text))


def _scrubbed(event: AgentEvent, scrubber: Scrubber) -> AgentEvent:
    match event:
        case TurnStarted(str(text)):
            return TurnStarted(scrubber.scrub(text))
        case TextDelta(text) | ReasoningDelta(text):
            return replace(event, text=scrubber.scrub(text))
        case ToolCallStarted(arguments=arguments):
            kept = scrubber.scrub_json(arguments)
            return replace(event, arguments=kept if isinstance(kept, str | dict) else {})
        case ToolCallFinished(result=result):
            return replace(event, result=scrubber.scrub(result))
        case InterruptRaised(interrupt):
            reason = scrubber.scrub_json(interrupt.reason)
            return InterruptRaised(replace(interrupt, reason=reason))
        case InterruptResolved(answer=MaskedAnswer() as answer):
            value = scrubber.scrub_json(answer.value)
            return replace(event, answer=replace(answer, value=value))
        case ChildEvent(child_id, inner):
            return ChildEvent(child_id, _scrubbed(inner, scrubber))
        case TurnFailed(message=message):
            return replace(event, message=scrubber.scrub(message))
        case TurnStarted() | InterruptResolved() | TurnFinished():
            return event
        case never:
            assert_never(never)
