"""The one field that secrets are typed into, and the one way to read it.

What an ordinary `QLineEdit` gives away even in password mode, each measured: it tells every typed
letter on the accessibility bus (cured by its interface in `ui.accessibility`), keeps the text in
its undo history after `clear()`, hands it to input methods, forgets its hints when it is revealed,
and puts a selection made with the mouse on the X11 clipboard.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.ui.widgets.text_edits import padded

MAX_CHARACTERS = 20_000
_WIPED_SINGLY = 512
"""Taking back a letter lays the text out again: what is beyond goes at once."""
_HINTS = (
    Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhHiddenText
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhNoAutoUppercase
)
_REFUSED_KEYS = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Undo,
    QKeySequence.StandardKey.Redo,
)
_TEXT_QUERIES = frozenset(
    {
        Qt.InputMethodQuery.ImSurroundingText,
        Qt.InputMethodQuery.ImCurrentSelection,
        Qt.InputMethodQuery.ImTextBeforeCursor,
        Qt.InputMethodQuery.ImTextAfterCursor,
    }
)
CAPS_LOCK_IS_ON = "Caps Lock is on."
LINE_END_LEFT_OUT = "The line break at the end of the pasted text was left out."
SEVERAL_LINES = "The clipboard holds several lines; this field takes one. Nothing was pasted."
TOO_LONG = f"The clipboard holds more than {MAX_CHARACTERS:,} characters. Nothing was pasted."


class SecretEdit(QLineEdit):
    """A field whose text leaves it by `take` only.

    Signals:
        edited: the text changed; without the text.
        notice_changed: what to show beside the field; empty when there is nothing.
    """

    edited = Signal()
    notice_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, several_lines: bool = False) -> None:
        self._several_lines = several_lines
        self._caps_lock = False
        super().__init__(parent)
        self.setMaxLength(MAX_CHARACTERS)
        self.setAcceptDrops(False)
        self.setDragEnabled(False)
        padded(self)
        self.reveal(False)
        self.textChanged.connect(self._tell_edited)
        self.selectionChanged.connect(self._keep_from_clipboard)

    def take(self) -> Secret:
        """Read the text and leave the field empty, its history too."""
        secret = Secret(self.text())
        self._wipe()
        return secret

    def fill(self, secret: Secret) -> None:
        """Put a secret in, in place of what is there."""
        self._wipe()
        self.setMaxLength(max(MAX_CHARACTERS, len(secret.reveal())))  # never cut it short
        self.setText(secret.reveal())

    def is_blank(self) -> bool:
        """Whether nothing is typed."""
        return not self.text()

    def is_revealed(self) -> bool:
        """Whether the text can be read on the screen."""
        return self.echoMode() == QLineEdit.EchoMode.Normal

    def reveal(self, on: bool) -> None:
        """Show the text on the screen, or dots."""
        self.setEchoMode(QLineEdit.EchoMode.Normal if on else QLineEdit.EchoMode.Password)
        self.setInputMethodHints(_HINTS)  # a change of the echo mode drops them
        self.deselect()

    def _wipe(self) -> None:
        """Empty text and history: `clear()` would keep the text for undo."""
        self.blockSignals(True)
        self.reveal(False)
        if len(self.text()) > _WIPED_SINGLY:
            self.setSelection(_WIPED_SINGLY, len(self.text()))
            self.del_()
        self.end(False)
        for _ in range(len(self.text())):
            self.backspace()
        self.setText("")
        self.blockSignals(False)

    def _tell_edited(self) -> None:
        self.edited.emit()

    # Ways in.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Refuse the keys that copy or undo, and check what is pasted."""
        if any(event.matches(key) for key in _REFUSED_KEYS):
            event.accept()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste(QClipboard.Mode.Clipboard)
        else:
            self._watch_caps_lock(event)
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave the middle button to its release."""
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check what the middle button pastes."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._paste(QClipboard.Mode.Selection)
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to paste: Qt's own menu offers to copy and to undo, too."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Paste").triggered.connect(self._paste_from_menu)
        menu.popup(event.globalPos())

    def _paste_from_menu(self) -> None:
        self._paste(QClipboard.Mode.Clipboard)

    def _paste(self, mode: QClipboard.Mode) -> None:
        """Paste, and say so where the text is not taken as it is."""
        clipboard = QGuiApplication.clipboard()
        if mode == QClipboard.Mode.Selection and not clipboard.supportsSelection():
            return
        kept = clipboard.text(mode)
        notice = ""
        if not self._several_lines and kept.endswith(("\n", "\r")):
            kept = kept.rstrip("\r\n")
            notice = LINE_END_LEFT_OUT
        if not self._several_lines and len(kept.splitlines()) > 1:
            notice = SEVERAL_LINES
        elif len(self.text()) + len(kept) > MAX_CHARACTERS:
            notice = TOO_LONG
        else:
            self.insert(kept)
        self.notice_changed.emit(notice)

    def _watch_caps_lock(self, event: QKeyEvent) -> None:
        """Guess it from a letter's case: Qt does not tell."""
        letter = event.text()
        if event.key() == Qt.Key.Key_CapsLock:
            self._set_caps_lock(False)
        elif len(letter) == 1 and letter.lower() != letter.upper():
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._set_caps_lock((letter == letter.upper()) != shift)

    def _set_caps_lock(self, on: bool) -> None:
        if on != self._caps_lock:
            self._caps_lock = on
            self.notice_changed.emit(CAPS_LOCK_IS_ON if on else "")

    # Ways out.

    def _keep_from_clipboard(self) -> None:
        """What is selected while it is revealed, Qt puts on the X11 clipboard."""
        if self.is_revealed() and self.hasSelectedText():
            self.deselect()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:  # type: ignore[override]
        """Tell an input method all but the text."""
        if query in _TEXT_QUERIES:
            return ""
        return super().inputMethodQuery(query)
