"""The field in which the person writes: Enter sends, Shift+Enter starts a new line.

It keeps plain text only, grows with it, and sends nothing while an input method is still composing:
that Enter means "this is the word I meant", not "send".
"""

import math
import re

from PySide6.QtCore import QMimeData, QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from loopl_desktop.ui import theme

LONG_LINE_CHARS = 10_000
"""From here on a line is wrapped anywhere: Qt's search for a word's end is quadratic in its length,
minutes for a pasted megabyte without a space."""
UNLIMITED_PX = 2**14
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_BLANK = QRegularExpression(r"\S")


class MessageEdit(QPlainTextEdit):
    """A plain text field as high as its text, up to `set_max_height`.

    Signals:
        send_pressed: Enter, without Shift and without an open composition.
        blank_changed(bool): whether there is nothing to send.
        focus_changed: the field got or lost the focus.
    """

    send_pressed = Signal()
    blank_changed = Signal(bool)
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._composing = False
        self._blank = True
        self._max_height_px = UNLIMITED_PX
        super().__init__(parent)
        self.setAccessibleIdentifier("composer")
        self.setAccessibleName("Message")
        self.setPlaceholderText("Write a message")
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(theme.SPACE_PX)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self.textChanged.connect(self._on_text_changed)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but white space."""
        return self._blank

    def text(self) -> str:
        """The whole text, one newline between lines, and no-break spaces as they were typed."""
        raw: str = self.document().toRawText()
        return raw.replace("\u2029", "\n").replace("\u2028", "\n")

    def set_text(self, text: str) -> None:
        """Replace the text, and put the cursor behind it; undo brings the old one back."""
        self.selectAll()
        self._insert(text)

    def set_max_height(self, height_px: int) -> None:
        """Grow no higher than this; then scroll."""
        self._max_height_px = height_px
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """One line at least, the whole text at most, and never above the limit."""
        document = self.document()
        lines = max(1, int(document.size().height()))
        margins = 2 * int(document.documentMargin()) + 1  # by less than this Qt begins to scroll
        line = math.ceil(QFontMetricsF(self.font()).lineSpacing())
        height = max(line + margins, min(lines * line + margins, self._max_height_px))
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        """As high as the text, and as narrow as the window needs it."""
        return QSize(theme.SPACE_PX * 8, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends; with Shift it makes a new line."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        new_line = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not is_enter or new_line:
            super().keyPressEvent(event)
        elif self._composing or event.isAutoRepeat():
            event.accept()
        else:
            event.accept()
            self.send_pressed.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a composition is open."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """An input method ends its composition when the field loses the focus."""
        self._composing = False
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell of it."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste and drop plain text."""
        self._insert(source.text())

    def _insert(self, text: str) -> None:
        text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        if any(len(line) > LONG_LINE_CHARS for line in text.split("\n")):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.textCursor().insertText(text)
        self.ensureCursorVisible()

    def _on_size_changed(self) -> None:
        self.updateGeometry()

    def _on_text_changed(self) -> None:
        if self.document().isEmpty():
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        blank = self.document().find(_NOT_BLANK).isNull()
        if blank != self._blank:
            self._blank = blank
            self.blank_changed.emit(blank)
