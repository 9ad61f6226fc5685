"""The base of all cards: the app's own frame around a question, its keys, its time, its end.

A card knows an `AskUserRequest` and tells its one answer by a signal; it never sees the agent.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QVBoxLayout, QWidget

from loopl_desktop.domain.ask_answer import Answered, AnswerValue, Cancelled
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.cards.held_key import HeldKey
from loopl_desktop.ui.cards.pill import Pill
from loopl_desktop.ui.cards.time_left import is_short, time_left
from loopl_desktop.ui.cards.touch_watcher import TouchWatcher
from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.wrapping_button import QUIET_PADDING_PX, Emphasis, WrappingButton

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WAITING = "waiting for you"
ASKER = "The agent asks"
ESCAPE_AGAIN = "Press Escape again to cancel. Until then everything is kept."


class AskCard(CardFrame):
    """One question that waits for the person.

    Signals:
        answered: the one answer, `Answered` or `Cancelled`.
        touched: a key or a click in the card, at most once a second.
        more_time_requested: the person pressed "More time".
        notice_shown: a sentence appeared that a screen reader should say.
        time_running_out: the last 30 seconds began; with a sentence that says so.
    """

    answered = Signal(object)
    touched = Signal()
    more_time_requested = Signal()
    notice_shown = Signal(str)
    time_running_out = Signal(str)

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        self.tool_use_id = tool_use_id
        self.request = request
        self._audience = audience
        self._settled = False
        self._is_running_out = False
        self._held_key = HeldKey()
        super().__init__(f"ask-{tool_use_id}", f"question from the agent: {request.text}")
        self._touch_watcher = TouchWatcher(self)
        self._touch_watcher.touched.connect(self.touched)
        self._add_header()
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.SPACE_PX)
        self.column.addLayout(self.body)

    # Building, in reading order; a subclass adds its controls to `body`, then calls `finish`.

    def _add_header(self) -> None:
        header = FlowLayout()
        header.add(PlainLabel(ASKER, Tone.QUIET, parent=self))
        header.add_trailing(Pill(WAITING, self))
        self.column.addLayout(header)
        if self.request.title:
            self.column.addWidget(PlainLabel(self.request.title, bold=True, parent=self))
        self.column.addWidget(PlainLabel(self.request.text, parent=self))

    def finish(self, *going_on: WrappingButton) -> None:
        """Add what every card ends with: the buttons that go on, Cancel, and the time."""
        self._privacy = PlainLabel(self._privacy_text(), Tone.QUIET, parent=self)
        self._privacy.setVisible(self.is_secret())
        self.column.addWidget(self._privacy)
        self._notice = PlainLabel("", parent=self)
        self._notice.hide()
        self.column.addWidget(self._notice)
        footer = FlowLayout(overhang_right_px=QUIET_PADDING_PX)
        for button in going_on:
            footer.add(button)
        cancel = WrappingButton("Cancel", "cancel", self)
        cancel.clicked.connect(self.cancel)
        footer.add(cancel)
        self._time = PlainLabel("", Tone.QUIET, parent=self)
        footer.add_trailing(self._time)
        self._more_time = WrappingButton("More time", "more-time", self, emphasis=Emphasis.QUIET)
        self._more_time.clicked.connect(self._ask_for_more_time)
        footer.add_trailing(self._more_time)
        self.add_footer(footer)
        self.set_remaining(self.request.timeout_s)

    def going_on_button(self, label: str) -> WrappingButton:
        """The button that submits: Choose, Done, Send, Submit, Continue."""
        button = WrappingButton(label, "submit", self, emphasis=Emphasis.GOING_ON)
        button.clicked.connect(self.submit)
        return button

    def showEvent(self, event: QShowEvent) -> None:
        """Watch the controls from now on: a filter would see each event of their making, too."""
        super().showEvent(event)
        self.watch_controls()

    def watch_controls(self) -> None:
        """Count keys and clicks in the controls as touches."""
        self.watch(*self.controls())

    def watch(self, *widgets: QWidget) -> None:
        """Count keys and clicks in these widgets as touches."""
        for widget in widgets:
            self._touch_watcher.watch(widget)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Count a click beside the controls as a touch; it is not for what is behind the card."""
        self._touch_watcher.note()
        event.accept()

    # What a subclass says about its question.

    def value(self) -> AnswerValue | None:
        """What the person answered; `None` when something is missing, after saying what."""
        raise NotImplementedError

    def has_input(self) -> bool:
        """Whether the person chose or typed anything."""
        return False

    def draft_text(self) -> str:
        """What was chosen or typed, in words; never a secret."""
        return ""

    def first_control(self) -> QWidget:
        """Where the focus goes when the person comes to the card."""
        return self.controls()[0]

    def is_secret(self) -> bool:
        """Whether the answer is, or holds, a secret."""
        return False

    def accepts_text(self) -> bool:
        """Whether a message of the composer can be the answer."""
        return False

    def fill_text(self, text: str) -> None:
        """Put a text of the composer into the card; it is not sent by this."""

    def put_back(self, value: AnswerValue) -> None:
        """The answer was refused: give the person back what sending took out of the card."""

    def forget(self) -> None:
        """The card has ended: wipe what must not outlive it."""

    def option_at(self, place: int) -> QWidget | None:
        """The option that the key of this digit chooses, or `None`."""
        return None

    # Answering.

    def submit(self) -> None:
        """Send the answer if it is complete; once only."""
        if not self._settled:
            value = self.value()
            if value is not None:
                self._settle(Answered(value))

    def answer_with(self, value: AnswerValue) -> None:
        """Send this answer; once only."""
        if not self._settled:
            self._settle(Answered(value))

    def cancel(self) -> None:
        """End the question without an answer; once only."""
        if not self._settled:
            self._settle(Cancelled())

    def _settle(self, answer: Answered | Cancelled) -> None:
        self._settled = True
        self.answered.emit(answer)
        if not self._settled and isinstance(answer, Answered):
            self.put_back(answer.value)

    def show_error(self, sentence: str) -> None:
        """Say why an answer was refused; the card stays and can be answered again."""
        self._settled = False
        self._show_notice(sentence, Tone.ERROR)

    def note_edit(self) -> None:
        """The person changed something: also when no key or click made it."""
        self._touch_watcher.note()
        self._hide_notice()

    # Time.

    def set_remaining(self, seconds: float | None) -> None:
        """Show the time left; `None` where there is no limit."""
        limited = seconds is not None
        if self._more_time.isHidden() == limited:
            self._more_time.setVisible(limited)
            self._time.setVisible(limited)
            self.forget_reading_order()
        words = "" if seconds is None else time_left(seconds)
        if words != self._time.text() or not self.accessibleDescription():
            self._time.setText(words)
            self.setAccessibleDescription(f"{WAITING}, {words}" if words else WAITING)
        self._warn(running_out=seconds is not None and is_short(seconds))

    def _warn(self, *, running_out: bool) -> None:
        """Mark the last seconds, and tell of them once each time they begin."""
        if running_out != self._is_running_out:
            self._is_running_out = running_out
            self._time.set_tone(Tone.ERROR if running_out else Tone.QUIET)
            if running_out:
                self.time_running_out.emit(f"{self._time.text()}: {self.request.text}")

    def _ask_for_more_time(self) -> None:
        self._touch_watcher.note()
        self.more_time_requested.emit()

    # Who reads the answer.

    def set_audience(self, audience: str) -> None:
        """Say which model at which host will read the answer."""
        self._audience = audience
        self._privacy.setText(self._privacy_text())

    def update_privacy(self) -> None:
        """Show where the answer goes while it is secret."""
        if self._privacy.isHidden() == self.is_secret():
            self._privacy.setVisible(self.is_secret())
            self.forget_reading_order()

    def _privacy_text(self) -> str:
        hidden = "Passwords and locked fields are" if self.request.type == "form" else "It is"
        return f"This will be sent to {self._audience or 'the model'}. {hidden} not stored."

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that no control took: Enter, Escape and digits."""
        key = event.key()
        if key in (*_ENTER, Qt.Key.Key_Escape):
            if self._held_key.is_repeat(event):
                return
            if key == Qt.Key.Key_Escape:
                self._escape()
            else:
                self._enter()
        elif not (self._is_digit(event) and self._choose_by_digit(key - Qt.Key.Key_0)):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Note it: a press of the same moment is a repeat."""
        self._held_key.note_release(event)
        super().keyReleaseEvent(event)

    def _enter(self) -> None:
        focused = self.focusWidget()
        if isinstance(focused, QPushButton | QToolButton):
            focused.click()
        elif focused is not None and self.submits_on_enter(focused):
            self.submit()

    def submits_on_enter(self, focused: QWidget) -> bool:
        """Whether this control is a field in which Enter sends the answer."""
        return False

    def _escape(self) -> None:
        if self.has_input() and self._notice.text() != ESCAPE_AGAIN:
            self._show_notice(ESCAPE_AGAIN, Tone.NORMAL)
        else:
            self.cancel()

    @staticmethod
    def _is_digit(event: QKeyEvent) -> bool:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        return plain and Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9

    def _choose_by_digit(self, digit: int) -> bool:
        option = self.option_at(digit - 1)
        return option is not None and self.choose(option)

    def choose(self, option: QWidget) -> bool:
        """Choose an option by its digit; whether it did."""
        return False

    # Notices.

    def _show_notice(self, sentence: str, tone: Tone) -> None:
        self._notice.setText(sentence)
        self._notice.set_tone(tone)
        self._notice.show()
        self.forget_reading_order()
        self.notice_shown.emit(sentence)

    def _hide_notice(self) -> None:
        if not self._notice.isHidden():
            self._notice.setText("")
            self._notice.hide()
            self.forget_reading_order()

    # Size and order.

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus, in reading order."""
        return tuple(
            widget
            for widget in self.reading_order()
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        )
