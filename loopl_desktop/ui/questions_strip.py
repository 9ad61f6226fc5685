"""The quiet strip that says how many questions wait, and where a screen reader finds them.

Qt does not expose widgets inside a list view to assistive technology. So the open cards are the
strip's accessible children (see `ui.accessibility`), whatever row of the transcript shows them.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.widgets.plain_label import PlainLabel
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton


class QuestionsStrip(QWidget):
    """How many questions wait, and a button that goes to the oldest.

    Signals:
        jump_requested: the person wants to go to the oldest question.
    """

    jump_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._cards: tuple[CardFrame, ...] = ()
        super().__init__(parent)
        self.setAccessibleIdentifier("questions-waiting")
        self.setAccessibleName("Questions waiting")
        self._label = PlainLabel("", parent=self)
        self._jump = WrappingButton("Go to question", "jump", self)
        self._jump.setAccessibleDescription("F6")
        self._jump.clicked.connect(self.jump_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * theme.SPACE_PX)
        layout.addWidget(self._label, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._jump)
        self.set_cards(())

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus."""
        return (self._jump,)

    def set_cards(self, cards: tuple[CardFrame, ...]) -> None:
        """Adopt these cards, oldest first; those that wait are counted."""
        for card in self._cards:
            if card not in cards:
                card.accessible_parent = None
        self._cards = cards
        for card in cards:
            card.accessible_parent = self
        waiting = sum(isinstance(card, AskCard) for card in cards)
        self._label.setText(_sentence(waiting, len(cards) - waiting))
        self._jump.setVisible(waiting > 0)
        self.setVisible(bool(cards))

    def reading_order(self) -> tuple[QWidget, ...]:
        """Its own widgets, then the cards, for the screen reader."""
        own = (self._label, self._jump)
        return (*(widget for widget in own if not widget.isHidden()), *self._cards)


def _sentence(waiting: int, kept: int) -> str:
    if waiting:
        return f"{waiting} question{'s' if waiting > 1 else ''} waiting for you"
    if kept:
        return f"No question waiting, {kept} answer{'s' if kept > 1 else ''} kept"
    return "No question waiting"
