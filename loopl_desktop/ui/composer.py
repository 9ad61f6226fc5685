"""Where the person writes: the field, Send, Stop, and one quiet line that says how things stand.

The composer knows no session. It is told a `ComposerState` and says what the person wants; a
message leaves it only when its owner calls `clear`, so a message that was not taken stays.
"""

from enum import Enum, auto

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.message_edit import MessageEdit
from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.wrapping_button import Emphasis, WrappingButton

ENTER_SENDS = "Enter sends, Shift+Enter starts a new line."
DRAFT_KEPT = "Your message is kept."


class ComposerState(Enum):
    """What a message of the person would meet now."""

    READY = auto()
    """It starts a turn."""
    REPLYING = auto()
    """A turn runs."""
    ASKED = auto()
    """A question waits that a text cannot answer."""
    ASKED_FOR_TEXT = auto()
    """The oldest question that waits can be answered with a text."""

    @property
    def sentence(self) -> str:
        """The state in words; empty where there is nothing to say."""
        match self:
            case ComposerState.READY:
                return ""
            case ComposerState.REPLYING:
                return "The agent is replying."
            case ComposerState.ASKED | ComposerState.ASKED_FOR_TEXT:
                return "The agent is waiting for you."


class Composer(QWidget):
    """The message field with its buttons.

    Signals:
        message_submitted(str): Enter or Send while nothing runs.
        message_held(str): Enter while something runs; the text stays, and the sentence says so.
        answer_offered(str): "Answer with this" was pressed; the text stays until `clear`.
        stop_requested: Stop was pressed.
    """

    message_submitted = Signal(str)
    message_held = Signal(str)
    answer_offered = Signal(str)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._state = ComposerState.READY
        super().__init__(parent)
        self._edit = MessageEdit(self)
        self._line = PlainLabel(ENTER_SENDS, Tone.QUIET, parent=self)
        self._answer = WrappingButton("Answer with this", "answer-with-this", self)
        self._stop = WrappingButton("Stop", "stop", self, emphasis=Emphasis.QUIET)
        self._send = WrappingButton("Send", "send", self, emphasis=Emphasis.GOING_ON)
        self._lay_out()
        self._edit.blank_changed.connect(self._refresh)
        self._edit.send_pressed.connect(self._submit)
        self._edit.focus_changed.connect(self.update)
        self._send.clicked.connect(self._submit)
        self._answer.clicked.connect(self._offer_answer)
        self._stop.clicked.connect(self.stop_requested)
        self._refresh()

    @property
    def field(self) -> MessageEdit:
        """What has the focus when the person writes."""
        return self._edit

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus, in the order of the Tab key."""
        return (self._edit, self._answer, self._stop, self._send)

    @property
    def text(self) -> str:
        """What the person has written."""
        return self._edit.text()

    def set_state(self, state: ComposerState) -> None:
        """Say what a message would meet now."""
        self._state = state
        self._refresh()

    def clear(self) -> None:
        """The text has been taken."""
        self._edit.clear()

    def add_text(self, text: str) -> None:
        """Put a text in; what is already there stays above it."""
        written = self._edit.text()
        self._edit.set_text(text if self._edit.is_blank else f"{written}\n{text}")

    def set_max_text_height(self, height_px: int) -> None:
        """Let the field grow with its text up to this height."""
        self._edit.set_max_height(height_px)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box around text and buttons; its edge tells where the focus is."""
        focused = self._edit.hasFocus()
        palette = self.palette()
        width = theme.border_width_px() + int(focused)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.accent(palette) if focused else theme.border(palette), width))
        painter.setBrush(palette.base())
        box = self.rect().toRectF().adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(box, theme.CORNER_RADIUS_PX, theme.CORNER_RADIUS_PX)

    def _lay_out(self) -> None:
        buttons = QWidget()  # together, so that they go to a line of their own together
        group = FlowLayout()
        buttons.setLayout(group)
        for button in (self._answer, self._stop, self._send):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the text
            group.add_trailing(button)
        line_and_buttons = FlowLayout()
        line_and_buttons.add(self._line)
        line_and_buttons.add_trailing(buttons)
        below = QHBoxLayout()
        below.addSpacing(theme.SPACE_PX)  # as far in as the text of the field
        below.addLayout(line_and_buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(
            theme.SPACE_PX, theme.SPACE_PX // 2, theme.SPACE_PX, theme.SPACE_PX
        )
        layout.setSpacing(0)
        layout.addWidget(self._edit)
        layout.addLayout(below)

    def _refresh(self) -> None:
        """Match the buttons and the line to the state and the text."""
        blank, ready = self._edit.is_blank, self._state is ComposerState.READY
        answerable = self._state is ComposerState.ASKED_FOR_TEXT and not blank
        for button, usable in (
            (self._send, ready and not blank),
            (self._stop, not ready),
            (self._answer, answerable),
        ):
            if not usable and self.window().focusWidget() is button:
                self._edit.setFocus()  # Qt would give it to whatever comes next
            button.setEnabled(usable)
        self._answer.setVisible(answerable)
        self._line.setText(self._sentence())

    def _sentence(self) -> str:
        if self._state is ComposerState.READY:
            return ENTER_SENDS
        if self._edit.is_blank:
            return self._state.sentence
        return f"{self._state.sentence} {DRAFT_KEPT}"

    def _submit(self) -> None:
        if self._edit.is_blank:
            return
        if self._state is ComposerState.READY:
            self.message_submitted.emit(self._edit.text())
        else:
            self.message_held.emit(self._sentence())

    def _offer_answer(self) -> None:
        self.answer_offered.emit(self._edit.text())
