"""One question in a whole window, from the message that leads to it to its result."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QLabel, QWidget

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import ToolResultMessage
from loopl_desktop.ui.cards.ask_card import AskCard
from tests.doubles.clock import FakeClock
from tests.doubles.recording_model import RecordingModel, Step, asks, says
from tests.ui.window_world import WindowWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]
Control = TypeVar("Control", bound=QWidget)


class Question:
    """A window in which the agent has asked, and hands to answer."""

    def __init__(
        self, folder: Path, until: Until, spec: JsonObject, *more_replies: list[Step]
    ) -> None:
        """Prepare the window.

        Args:
            folder: Where its settings are.
            until: Waits for a condition.
            spec: What the model sends; its call is `call_1`.
            more_replies: What the model says after the answer.
        """
        self._until = until
        self.clock = FakeClock()
        self.model = RecordingModel(says("", asks(spec)), *(more_replies or (says("Done."),)))
        self.world = WindowWorld(folder, self.model, self.clock)

    async def open(self) -> None:
        """Show the window, send a message, and wait until the card stands in its row."""
        await self.world.show(self._until)
        self.world.say("Book me a table tonight.")
        await self._until(self.is_waiting)
        await self._until(self._is_laid_out)

    def is_waiting(self) -> bool:
        """Whether the card is to be seen."""
        return self.world.has("ask-call_1")

    def _is_laid_out(self) -> bool:
        return self.card.height() == self.card.height_for(self.card.width())

    async def end(self) -> None:
        """Wait until the turn is over."""
        await self._until(self._is_over)

    def _is_over(self) -> bool:
        return not self.world.session.running

    async def result(self) -> str:
        """What the model read as the result of its call, once the turn is over."""
        await self.end()
        (result,) = [
            message for message in self.model.requests[1] if isinstance(message, ToolResultMessage)
        ]
        return result.wire_text()

    async def result_after(self, *identifiers: str) -> str:
        """Press these controls, then see the result and close the window."""
        for identifier in identifiers:
            self.world.press(identifier)
        result = await self.result()
        await self.world.close()
        return result

    # What the card shows.

    @property
    def card(self) -> AskCard:
        """The card."""
        card = self.world.find("ask-call_1")
        assert isinstance(card, AskCard)
        return card

    def control(self, kind: type[Control], identifier: str) -> Control:
        """A control that the card shows, which must be a native one of this kind."""
        control = self.world.find(identifier)
        assert isinstance(control, kind)
        assert self.card.isAncestorOf(control)
        assert control.isVisible()
        return control

    def write(self, identifier: str, text: str) -> None:
        """Type into a field."""
        self.world.find(identifier).setFocus()
        self.world.type(text)

    def identifiers(self) -> list[str]:
        """The shown controls of the card."""
        return [
            widget.accessibleIdentifier()
            for widget in self.card.findChildren(QWidget)
            if widget.accessibleIdentifier() and widget.isVisible()
        ]

    def labels(self) -> list[str]:
        """The shown texts of the card that are no controls."""
        return [label.text() for label in self.card.findChildren(QLabel) if label.isVisible()]
