"""The one exit of events: nothing leaves the engine unscrubbed."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from loopl_desktop.domain import events as e
from loopl_desktop.domain.masking import MaskedAnswer, ScrubbedStream, Scrubber


class Outlet:
    """Scrubs each event, text also across the borders of its pieces, and passes it on."""

    def __init__(self, scrubber: Scrubber, sink: Callable[[e.AgentEvent], None]) -> None:
        self._scrubber, self._sink = scrubber, sink
        self._text, self._reasoning = ScrubbedStream(scrubber), ScrubbedStream(scrubber)

    def send(self, event: e.AgentEvent) -> None:
        """Tell the host."""
        match event:
            case e.TextDelta(text):
                self._delta(e.TextDelta(self._text.feed(text)))
            case e.ReasoningDelta(text):
                self._delta(e.ReasoningDelta(self._reasoning.feed(text)))
            case _:
                self._delta(e.ReasoningDelta(self._reasoning.flush()))
                self._delta(e.TextDelta(self._text.flush()))
                self._sink(self._scrubbed(event))

    def _delta(self, event: e.TextDelta | e.ReasoningDelta) -> None:
        if event.text:
            self._sink(event)

    def _scrubbed(self, event: e.AgentEvent) -> e.AgentEvent:
        scrub = self._scrubber.scrub
        match event:
            case e.ToolCallStarted(arguments=arguments):
                scrubbed = self._scrubber.scrub_json(arguments)
                return replace(
                    event, arguments=scrubbed if isinstance(scrubbed, (str, dict)) else {}
                )
            case e.ToolCallFinished(result=result):
                return replace(event, result=scrub(result))
            case e.InterruptRaised(interrupt):
                return e.InterruptRaised(
                    replace(interrupt, reason=self._scrubber.scrub_json(interrupt.reason))
                )
            case e.InterruptResolved(answer=MaskedAnswer() as answer):
                return replace(
                    event, answer=replace(answer, value=self._scrubber.scrub_json(answer.value))
                )
            case e.ChildEvent(child_id, inner):
                return e.ChildEvent(child_id, self._scrubbed(inner))
            case e.TurnFailed(message=message):
                return replace(event, message=scrub(message))
            case (
                e.TurnStarted()
                | e.TextDelta()
                | e.ReasoningDelta()
                | e.InterruptResolved()
                | e.TurnFinished()
            ):
                return event
            case never:
                assert_never(never)
