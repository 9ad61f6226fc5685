"""Where the keyboard focus goes: the order of Tab, the way to a question, and the way back.

A new card never takes the focus. A card that closes while the focus is in it gives the focus back
to the composer first: Qt would move it into the next card, and keys meant for one question would
answer another.
"""

from collections.abc import Sequence
from itertools import pairwise

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard


class FocusManager(QObject):
    """The one place that moves the focus between the parts of a window."""

    def __init__(self, window: QWidget, home: QWidget) -> None:
        """Watch over a window.

        Args:
            window: Whose focus this is.
            home: Where the focus belongs when it has no other place: the composer.
        """
        self._window = window
        self._home = home
        self._left: QWidget | None = None
        self._before: tuple[QWidget, ...] = ()
        self._after: tuple[QWidget, ...] = ()
        self._cards: tuple[AskCard | TimedOutCard, ...] = ()
        super().__init__(window)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.arrange)

    def set_surroundings(self, before: Sequence[QWidget], after: Sequence[QWidget]) -> None:
        """Name the controls that Tab reaches before and after the cards, in order."""
        self._before, self._after = tuple(before), tuple(after)
        self.arrange()

    def set_cards(self, cards: Sequence[AskCard | TimedOutCard]) -> None:
        """Name the shown cards, oldest first."""
        for card in cards:
            if card not in self._cards:
                card.installEventFilter(self)
        self._cards = tuple(cards)
        self._soon.start()  # when a new card has found its place in the window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A card lays itself out anew: a control may have come, which Qt puts last."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return False

    def arrange(self) -> None:
        """Put Tab in order: what stands above the cards, card by card, what stands below."""
        chain = [*self._before, *self._controls(), *self._after]
        for earlier, later in pairwise(chain):
            QWidget.setTabOrder(earlier, later)

    def go_home(self) -> None:
        """Give the focus to the composer."""
        self._home.setFocus(Qt.FocusReason.OtherFocusReason)

    def remember(self) -> None:
        """Keep in mind which control has the focus, for `return_to_remembered`."""
        self._left = self._window.focusWidget()

    def return_to_remembered(self) -> None:
        """Give the focus back to the control that had it, or to the composer if it is gone."""
        left, self._left = self._left, None
        if left is not None and shiboken6.isValid(left) and left.isVisible() and left.isEnabled():
            left.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.go_home()

    def go_to_oldest_card(self) -> bool:
        """Give the focus to the first control of the card that waits longest; `False`: none."""
        waiting = [card for card in self._cards if isinstance(card, AskCard)]
        if not waiting:
            return False
        if self.card_with_focus() is None:
            self.remember()
        waiting[0].first_control().setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def toggle_card(self) -> None:
        """Go to the oldest card; from a card, back to where the focus was before."""
        if self.card_with_focus() is not None:
            self.return_to_remembered()
        else:
            self.go_to_oldest_card()

    def card_with_focus(self) -> AskCard | TimedOutCard | None:
        """The card that the person works in."""
        focused = self._window.focusWidget()
        return next((card for card in self._cards if _is_in(focused, card)), None)

    def leave(self, card: QWidget) -> None:
        """This card closes: if the focus is in it, it goes to the composer."""
        if _is_in(self._window.focusWidget(), card):
            self.go_home()

    def _controls(self) -> list[QWidget]:
        return [
            control
            for card in self._cards
            if card.window() is self._window
            for control in card.controls()
        ]


def _is_in(widget: QWidget | None, card: QWidget) -> bool:
    return widget is not None and (widget is card or card.isAncestorOf(widget))
