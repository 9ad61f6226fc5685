"""Joins composer and notice bar with the session: who starts, stops and retries a turn."""

from PySide6.QtCore import QObject

from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.domain.transcript import AssistantItem
from loopl_desktop.ui.accessibility import Announcer
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.composer import Composer, ComposerState
from loopl_desktop.ui.notice_bar import NoticeBar

SPOKEN_CHARACTERS = 400
"""How much of a reply is said aloud when it is complete; the rest can be read in its row."""


class TurnWiring(QObject):
    """Holds no state of its own: the session knows what runs."""

    def __init__(
        self,
        session: SessionController,
        shelf: CardShelf,
        composer: Composer,
        notice: NoticeBar,
        announcer: Announcer,
        parent: QObject | None = None,
    ) -> None:
        self._session = session
        self._shelf = shelf
        self._composer = composer
        self._notice = notice
        self._announcer = announcer
        super().__init__(parent)
        composer.message_submitted.connect(self._send)
        composer.message_held.connect(announcer.say)
        composer.stop_requested.connect(session.stop)
        notice.retry_requested.connect(session.go_on)
        notice.go_on_requested.connect(session.go_on)
        notice.stop_requested.connect(session.stop)
        notice.announced.connect(announcer.say)
        session.turn_started.connect(self._on_turn_started)
        session.turn_ended.connect(self._on_turn_ended)
        session.turn_failed.connect(self._on_turn_failed)
        session.retry_waits.connect(notice.show_wait)
        session.waiting_changed.connect(self._show_state)

    def _send(self, text: str) -> None:
        if self._session.send(text):
            self._composer.clear()
            self._shelf.dismiss_timed_out()

    def _on_turn_started(self) -> None:
        self._notice.clear()
        self._show_state()

    def _on_turn_ended(self, reason: str) -> None:
        self._show_state()
        if reason == "limit":
            self._notice.show_limit()
        elif reason != "failed":
            self._notice.clear()
            self._say_reply()

    def _on_turn_failed(self, sentence: str) -> None:
        self._notice.show_failure(sentence)

    def _show_state(self) -> None:
        self._composer.set_state(self._state())

    def _state(self) -> ComposerState:
        if not self._session.running:
            return ComposerState.READY
        cards = self._shelf.open_cards()
        if not cards:
            return ComposerState.REPLYING
        if cards[0].accepts_text():
            return ComposerState.ASKED_FOR_TEXT
        return ComposerState.ASKED

    def _say_reply(self) -> None:
        """Say the reply once, when it is complete: never while it streams."""
        transcript = self._session.transcript_model.transcript
        last = transcript[len(transcript) - 1] if len(transcript) else None
        if isinstance(last, AssistantItem) and last.text:
            self._announcer.say(f"agent said: {last.text[:SPOKEN_CHARACTERS]}")
