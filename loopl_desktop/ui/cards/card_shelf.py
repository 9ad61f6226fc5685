"""Keeps the live cards: whatever a view does with its rows, what was typed stays in its card."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard


class CardKey(NamedTuple):
    """Which card: call ids are unique within a conversation only."""

    conversation_id: str
    tool_use_id: str


class CardShelf(QObject):
    """Owns the cards of pending questions, and of those that timed out with a draft.

    Signals:
        answered: tool use id, and `Answered` or `Cancelled`.
        touched: the person works in the card of this tool use id.
        more_time_requested: tool use id.
        card_changed: the card of this tool use id needs another height.
        send_anyway: a text to send as a message; it came too late for its question.
        draft_left: what had been chosen or typed when the turn was stopped; never a secret.
        cards_changed: a card came or went.
        card_closing: a widget that goes away next; move the focus out of it now.
        notice_shown: a sentence in a card that a screen reader should say.
        time_running_out: tool use id, and a sentence that says how long is left.
    """

    answered = Signal(str, object)
    touched = Signal(str)
    more_time_requested = Signal(str)
    card_changed = Signal(str)
    send_anyway = Signal(str)
    draft_left = Signal(str)
    cards_changed = Signal()
    card_closing = Signal(object)
    notice_shown = Signal(str)
    time_running_out = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        self._cards: dict[CardKey, AskCard | TimedOutCard] = {}
        self._audience = ""
        super().__init__(parent)

    def card(self, tool_use_id: str, request: AskUserRequest, conversation_id: str = "") -> QWidget:
        """The card of a question; made at the first call and kept."""
        key = CardKey(conversation_id, tool_use_id)
        kept = self._cards.get(key)
        if kept is not None:
            return kept
        card = card_for(tool_use_id, request, self._audience)
        for told, retold in (
            (card.answered, self.answered),
            (card.touched, self.touched),
            (card.more_time_requested, self.more_time_requested),
            (card.height_changed, self.card_changed),
            (card.time_running_out, self.time_running_out),
        ):
            told.connect(partial(self._retell, retold, tool_use_id))
        card.notice_shown.connect(self.notice_shown)
        self._cards[key] = card
        self.cards_changed.emit()
        return card

    def widget(self, tool_use_id: str, conversation_id: str = "") -> QWidget | None:
        """The widget of this question, if one is kept."""
        return self._cards.get(CardKey(conversation_id, tool_use_id))

    def open_cards(self) -> tuple[AskCard, ...]:
        """The cards that wait, oldest first."""
        return tuple(card for card in self._cards.values() if isinstance(card, AskCard))

    def shown_cards(self) -> tuple[AskCard | TimedOutCard, ...]:
        """All kept cards, oldest first: those that wait, and those that timed out."""
        return tuple(self._cards.values())

    def settle(self, tool_use_id: str, outcome: str, conversation_id: str = "") -> None:
        """The question has ended.

        Args:
            tool_use_id: The call that asked.
            outcome: `answered`, `cancelled`, `timed_out` or `aborted`. After `timed_out` what the
                person had chosen or typed stays, unless it is a secret.
            conversation_id: The conversation of the call.
        """
        key = CardKey(conversation_id, tool_use_id)
        card = self._cards.get(key)
        if not isinstance(card, AskCard):
            return
        draft = card.draft_text() if card.has_input() else ""
        self._close(key, card)
        card.forget()
        if draft and outcome == "timed_out":
            self._keep_draft(key, card.request, draft)
        self.cards_changed.emit()
        if draft and outcome == "aborted":
            self.draft_left.emit(draft)

    def dismiss_timed_out(self) -> None:
        """Drop what timed out: the person has sent another message."""
        for key, card in list(self._cards.items()):
            if isinstance(card, TimedOutCard):
                self._close(key, card)
                self.cards_changed.emit()

    def set_audience(self, audience: str) -> None:
        """Say in every card who reads its answer, e.g. `SmolLM2 at localhost`."""
        self._audience = audience
        for card in self.open_cards():
            card.set_audience(audience)

    def tick(self, remaining: Callable[[str], float | None]) -> None:
        """Show the time left; call it once a second.

        Args:
            remaining: Gives the seconds left for a tool use id; `None` where there is no limit.
        """
        for card in self.open_cards():
            card.set_remaining(remaining(card.tool_use_id))

    def _retell(self, signal: SignalInstance, tool_use_id: str, *details: object) -> None:
        """Tell it with the card's call; a bare `emit` would not keep the shelf alive."""
        signal.emit(tool_use_id, *details)

    def _keep_draft(self, key: CardKey, request: AskUserRequest, draft: str) -> None:
        card = TimedOutCard(key.tool_use_id, request, draft)
        card.send_anyway.connect(partial(self._on_send_anyway, key))
        card.dismissed.connect(partial(self._on_dismissed, key))
        card.height_changed.connect(partial(self._retell, self.card_changed, key.tool_use_id))
        self._cards[key] = card

    def _on_send_anyway(self, key: CardKey, text: str) -> None:
        self.send_anyway.emit(text)
        self._on_dismissed(key)

    def _on_dismissed(self, key: CardKey) -> None:
        card = self._cards.get(key)
        if card is not None:
            self._close(key, card)
            self.cards_changed.emit()

    def _close(self, key: CardKey, card: QWidget) -> None:
        """Take a card away; Qt would hand its focus to the next card."""
        del self._cards[key]
        self.card_closing.emit(card)
        focused = QApplication.focusWidget()
        if focused is not None and card.isAncestorOf(focused):
            focused.clearFocus()
        card.hide()
        card.deleteLater()
