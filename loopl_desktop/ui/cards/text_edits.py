"""Fields for plain answers: one line, and several."""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QInputMethodEvent, QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from loopl_desktop.ui import theme

_NO_LIMIT = 2**31 - 1
"""Qt's own is 32,767 characters, and it cuts the rest off without a word."""
LONGEST_LINE = 1_000
"""A longer text cannot be read in a field of one line."""
_LONGEST_WORD = 2_000
"""Looking for blanks in a longer word takes time by the square of its length."""
MAX_PASTED = 1_000_000
"""Laying more out would hold the window for seconds."""
TOO_MUCH = f"The clipboard holds more than {MAX_PASTED:,} characters. Nothing was pasted."
_LEAST_LINES, _MOST_LINES = 3, 10
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def fits_one_line(text: str) -> bool:
    """Whether a field of one line can show this text."""
    breaks = len(text.splitlines()) > 1 or text.endswith(("\n", "\r"))
    return not breaks and len(text) <= LONGEST_LINE


class LineEdit(QLineEdit):
    """One line of text.

    Signals:
        outgrown: the text has several lines, or one that is too long to read here.
    """

    outgrown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._composing = False
        super().__init__(parent)
        self.setMaxLength(_NO_LIMIT)
        self.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
        self.textChanged.connect(self._check_size)

    def _check_size(self, text: str) -> None:
        if not fits_one_line(text):
            self.outgrown.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._composing and event.key() in _ENTER:
            event.accept()  # it ends the conversion of an input method, it does not send
        else:
            super().keyPressEvent(event)


class MultilineEdit(QPlainTextEdit):
    """Several lines; Enter is left to the card, Shift+Enter starts a new line.

    Signals:
        notice_changed: why a paste was refused; empty otherwise.
    """

    notice_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._composing = False
        super().__init__(parent)
        self.setTabChangesFocus(True)
        policy = self.sizePolicy()
        policy.setVerticalPolicy(policy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.document().documentLayout().documentSizeChanged.connect(self.updateGeometry)

    def set_text(self, text: str) -> None:
        """Show this text, the cursor at its end."""
        self._wrap_for(text)
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _wrap_for(self, text: str) -> None:
        if any(len(word) > _LONGEST_WORD for word in text.split()):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

    def sizeHint(self) -> QSize:
        lines = min(max(self.document().size().height(), _LEAST_LINES), _MOST_LINES)
        line_height = QFontMetrics(self.font()).lineSpacing()
        frame = 2 * (self.frameWidth() + int(self.document().documentMargin()))
        return QSize(40 * theme.SPACE_PX, int(lines * line_height) + frame)

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * theme.SPACE_PX, theme.CONTROL_HEIGHT_PX)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if len(source.text()) > MAX_PASTED:
            self.notice_changed.emit(TOO_MUCH)
        else:
            self.notice_changed.emit("")
            self._wrap_for(source.text())
            super().insertFromMimeData(source)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        new_line = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() not in _ENTER or new_line:
            super().keyPressEvent(event)
        elif self._composing:
            event.accept()
        else:
            event.ignore()
