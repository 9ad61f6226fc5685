"""Fields for plain answers: one line, and several."""

import math
from typing import TypeVar

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QInputMethodEvent, QKeyEvent, QTextCursor, QTextOption
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
_TEXT_MARGIN_PX = theme.SPACE_PX - 4
"""Qt's own frame and margin take the rest of the 8 pixels."""
_SLACK_PX = 4
"""Without it the last line makes the view scroll."""
_LEAST_LINES, _MOST_LINES = 3, 10
_NUMBER_LINES = 12
"""The width of a number's field, in line heights."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


_Line = TypeVar("_Line", bound=QLineEdit)


def padded(edit: _Line) -> _Line:
    """Give a field of one line its height, and its text some room from the frame."""
    edit.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
    edit.setTextMargins(_TEXT_MARGIN_PX, 0, _TEXT_MARGIN_PX, 0)
    return edit


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
        padded(self)
        self.textChanged.connect(self._check_size)

    def _check_size(self, text: str) -> None:
        if not fits_one_line(text):
            self.outgrown.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether an input method is converting."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the Enter that ends a conversion to the input method."""
        if self._composing and event.key() in _ENTER:
            event.accept()  # it ends the conversion of an input method, it does not send
        else:
            super().keyPressEvent(event)


class NumberEdit(QLineEdit):
    """A number as text; no wider than numbers are."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        padded(self)
        self.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)
        self._fix_width()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fix_width()

    def _fix_width(self) -> None:
        self.setMaximumWidth(_NUMBER_LINES * self.fontMetrics().height())


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
        self.document().setDocumentMargin(_TEXT_MARGIN_PX + 2)
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
        """The size that needs no break."""
        lines = min(max(self.document().size().height(), _LEAST_LINES), _MOST_LINES)
        line_height = math.ceil(QFontMetricsF(self.font()).lineSpacing())
        margin = int(self.document().documentMargin())
        frame = 2 * (self.frameWidth() + margin) + _SLACK_PX
        return QSize(40 * theme.SPACE_PX, int(lines * line_height) + frame)

    def minimumSizeHint(self) -> QSize:
        """The least size at which it can be read and hit."""
        return QSize(8 * theme.SPACE_PX, theme.CONTROL_HEIGHT_PX)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste, unless it is more than can be laid out."""
        if len(source.text()) > MAX_PASTED:
            self.notice_changed.emit(TOO_MUCH)
        else:
            self.notice_changed.emit("")
            self._wrap_for(source.text())
            super().insertFromMimeData(source)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether an input method is converting."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Enter to the card, but for Shift+Enter."""
        new_line = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() not in _ENTER or new_line:
            super().keyPressEvent(event)
        elif self._composing:
            event.accept()
        else:
            event.ignore()
