"""Joins the cards with the session: answers and time one way, endings the other.

A live answer passes from `CardShelf.answered` to `SessionController.answer` by a direct connection
and through no function of this module.
"""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.domain.transcript import AskItem
from loopl_desktop.ui.accessibility import Announcer
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.composer import Composer
from loopl_desktop.ui.focus import FocusManager
from loopl_desktop.ui.notice_bar import NoticeBar
from loopl_desktop.ui.questions_strip import QuestionsStrip

TICK_MS = 1_000
CAME_LATE = (
    "That question has ended, so the agent did not get this answer. Send it as a message instead."
)
DRAFT_KEPT = "What you had typed in the question is in the message field."
MOVED_TO_COMPOSER = "Your answer is in the message field. Press Enter to send it."
ENDINGS = {
    "answered": "Answer sent.",
    "cancelled": "Question cancelled.",
    "timed_out": "The time to answer has run out.",
    "aborted": "The question was closed without an answer.",
}
"""What is said aloud when a card closes."""


class AskWiring(QObject):
    """Opens and closes cards; also gives the transcript the widgets of its questions."""

    def __init__(
        self,
        session: SessionController,
        shelf: CardShelf,
        strip: QuestionsStrip,
        composer: Composer,
        notice: NoticeBar,
        focus: FocusManager,
        announcer: Announcer,
        parent: QObject | None = None,
    ) -> None:
        self._session = session
        self._shelf = shelf
        self._strip = strip
        self._composer = composer
        self._notice = notice
        self._focus = focus
        self._announcer = announcer
        self._offered_to = ""
        super().__init__(parent)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._show_time)
        self._connect_session()
        self._connect_shelf()
        composer.answer_offered.connect(self._answer_with)
        strip.jump_requested.connect(focus.go_to_oldest_card)

    def _connect_session(self) -> None:
        self._session.ask_raised.connect(self._on_ask_raised)
        self._session.ask_settled.connect(self._on_ask_settled)
        self._session.answer_came_late.connect(self._on_answer_came_late)
        self._session.answer_rejected.connect(self._on_answer_rejected)

    def _connect_shelf(self) -> None:
        shelf = self._shelf
        shelf.answered.connect(self._session.answer)
        shelf.touched.connect(self._session.touch)
        shelf.more_time_requested.connect(self._give_more_time)
        shelf.send_anyway.connect(self._move_to_composer)
        shelf.draft_left.connect(self._keep_draft)
        shelf.card_closing.connect(self._focus.leave)
        shelf.cards_changed.connect(self._show_cards)
        shelf.notice_shown.connect(self._announcer.say)
        shelf.time_running_out.connect(self._on_time_running_out)

    def editor_for(self, item: AskItem) -> QWidget | None:
        """The widget of a question's row: its card while it waits, then what is left of it.

        The view may ask before the session has told of the ending, so the ending is taken from
        the row itself: a card closes before the view lets go of it.
        """
        if item.answer is None:
            return self._shelf.card(item.tool_use_id, item.request)
        self._shelf.settle(item.tool_use_id, item.answer.ending)
        return self._shelf.widget(item.tool_use_id)

    # What the session tells.

    def _on_ask_raised(self, tool_use_id: str) -> None:
        for item in self._session.pending_asks:
            if item.tool_use_id == tool_use_id:
                self._shelf.card(tool_use_id, item.request)
                self._show_time()
                self._announcer.say(f"question from the agent: {item.request.text}")

    def _on_ask_settled(self, tool_use_id: str, outcome: str) -> None:
        self._shelf.settle(tool_use_id, outcome)
        if tool_use_id == self._offered_to:
            self._offered_to = ""
            if outcome == "answered":
                self._composer.clear()
        self._announcer.say(ENDINGS[outcome])

    def _on_answer_came_late(self) -> None:
        self._notice.show_notice(CAME_LATE)

    def _on_answer_rejected(self, tool_use_id: str, sentence: str) -> None:
        self._offered_to = ""
        for card in self._shelf.open_cards():
            if card.tool_use_id == tool_use_id:
                card.show_error(sentence)

    # What the person wants.

    def _give_more_time(self, tool_use_id: str) -> None:
        self._session.touch(tool_use_id)
        self._session.extend(tool_use_id)
        self._show_time()

    def _move_to_composer(self, text: str) -> None:
        self._composer.add_text(text)
        self._focus.go_home()
        self._announcer.say(MOVED_TO_COMPOSER)

    def _keep_draft(self, text: str) -> None:
        """Keep what was typed in a card whose question was closed by Stop."""
        self._composer.add_text(text)
        self._announcer.say(DRAFT_KEPT)

    def _answer_with(self, text: str) -> None:
        """Answer the oldest question with the composer's text, which stays until it was taken."""
        cards = self._shelf.open_cards()
        if cards and cards[0].accepts_text():
            self._offered_to = cards[0].tool_use_id
            cards[0].fill_text(text)
            cards[0].submit()

    # Showing.

    def _show_cards(self) -> None:
        cards = self._shelf.shown_cards()
        self._strip.set_cards(cards)
        self._focus.set_cards(cards)
        if not self._shelf.open_cards():
            self._tick.stop()
        elif not self._tick.isActive():
            self._tick.start()

    def _show_time(self) -> None:
        self._shelf.tick(self._session.remaining_s)

    def _on_time_running_out(self, _tool_use_id: str, sentence: str) -> None:
        self._announcer.say(sentence, urgent=True)
