"""A text answer of any kind: one line, several lines, or a secret, and the ways between them.

The kinds are different widgets, because a secret must be typed into a `SecretEdit` from its first
letter on. The entry swaps them in one place of the layout and carries the text over.
"""

from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.ui.cards.field_layout import FieldLayout
from loopl_desktop.ui.cards.icon_buttons import LockButton, RevealButton
from loopl_desktop.ui.cards.secret_edit import SecretEdit
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.text_edits import LineEdit, MultilineEdit, fits_one_line

ENTER_SENDS = "Enter sends, Shift+Enter starts a new line."
VISIBLE = "Visible on the screen."


class TextEntry(QObject):
    """One text field of a card with its lock.

    Signals:
        edited: the text changed; without the text.
        swapped: another widget is the field now, or a line beside it came or went.
        notice_shown: a sentence that a screen reader should say.
    """

    edited = Signal()
    swapped = Signal()
    notice_shown = Signal(str)

    def __init__(
        self,
        card: QWidget,
        layout: FieldLayout,
        *,
        identifier: str,
        suffix: str,
        name: str,
        help_text: str = "",
        secret: bool = False,
        multiline: bool = False,
        default: str = "",
    ) -> None:
        """Build the field into `layout`.

        Args:
            card: The parent of all widgets.
            layout: Where they go; its label is the caller's.
            identifier: The field's accessible identifier.
            suffix: What makes the identifiers of its buttons unique in the card.
            name: The field's accessible name.
            help_text: Shown under the field and read with it.
            secret: Whether the answer is always a secret.
            multiline: Whether it may have several lines.
            default: The text at the start; never of a secret.
        """
        self._card = card
        self._layout = layout
        self._identifier = identifier
        self._suffix = suffix
        self._name = name
        self._help_text = help_text
        self._multiline = multiline
        self._default = default
        self._edit: LineEdit | MultilineEdit | SecretEdit
        self._reveal: RevealButton | None = None
        self._lock: LockButton | None = None
        self._help: PlainLabel | None = None
        self._notice: PlainLabel | None = None
        super().__init__(card)
        self._install(self._new_secret_edit() if secret else self._new_plain_edit(default))
        if not secret:
            self._lock = LockButton(f"lock-{suffix}", card)
            self._lock.toggled.connect(self._on_lock_toggled)
            layout.add_button(self._lock)
        self._show_help()

    # What the card asks.

    @property
    def edit(self) -> QWidget:
        """The field itself."""
        return self._edit

    def controls(self) -> tuple[QWidget, ...]:
        """The field and its buttons, in reading order."""
        reveal = self._reveal if self.is_secret() else None
        return tuple(w for w in (self._edit, reveal, self._lock) if w is not None)

    def is_secret(self) -> bool:
        """Whether the answer is a secret now."""
        return isinstance(self._edit, SecretEdit)

    def is_blank(self) -> bool:
        """Whether there is nothing in it but blanks."""
        if isinstance(self._edit, SecretEdit):
            return self._edit.is_blank()
        return not self._plain_text().strip()

    def is_changed(self) -> bool:
        """Whether the person typed something, or changed what was there."""
        if isinstance(self._edit, SecretEdit):
            return not self._edit.is_blank()
        return self._plain_text() != self._default

    def draft_text(self) -> str:
        """The text to keep if time runs out; never a secret."""
        return "" if self.is_secret() else self._plain_text()

    def take(self) -> str | Secret:
        """The answer. A secret leaves the field by it."""
        if isinstance(self._edit, SecretEdit):
            return self._edit.take()
        return self._plain_text()

    def put_back(self, value: object) -> None:
        """Give the person back a secret that could not be sent."""
        if isinstance(self._edit, SecretEdit) and isinstance(value, Secret):
            self._edit.fill(value)

    def set_text(self, text: str) -> None:
        """Put this plain text in, in place of what is there."""
        if isinstance(self._edit, LineEdit):
            self._edit.setText(text)  # swaps itself if the text has several lines
        elif isinstance(self._edit, MultilineEdit):
            self._edit.set_text(text)

    def forget(self) -> None:
        """Wipe a secret that was not sent."""
        if isinstance(self._edit, SecretEdit):
            self._edit.take()

    def _plain_text(self) -> str:
        match self._edit:
            case LineEdit():
                return self._edit.text()
            case MultilineEdit():
                return self._edit.toPlainText()
            case SecretEdit():
                return ""

    # Swapping.

    def _new_plain_edit(self, text: str) -> LineEdit | MultilineEdit:
        if self._multiline or not fits_one_line(text):
            edit = MultilineEdit(self._card)
            edit.set_text(text)
            edit.textChanged.connect(self._on_edited)
            edit.notice_changed.connect(self.show_notice)
            return edit
        line = LineEdit(self._card)
        line.setText(text)
        line.textChanged.connect(self._on_edited)
        line.outgrown.connect(self._on_outgrown)
        return line

    def _new_secret_edit(self) -> SecretEdit:
        edit = SecretEdit(self._card, several_lines=self._multiline)
        edit.edited.connect(self._on_edited)
        edit.notice_changed.connect(self.show_notice)
        if self._reveal is None:
            self._reveal = RevealButton(f"reveal-{self._suffix}", self._name, self._card)
            self._reveal.clicked.connect(self._on_reveal_clicked)
            self._layout.add_button(self._reveal, first=True)
        self._reveal.show_state(revealed=False)
        self._reveal.show()
        return edit

    def _install(self, edit: LineEdit | MultilineEdit | SecretEdit) -> None:
        edit.setAccessibleIdentifier(self._identifier)
        edit.setAccessibleName(self._name)
        self._edit = edit
        self._layout.set_edit(edit)

    def _swap(self, edit: LineEdit | MultilineEdit | SecretEdit) -> QWidget:
        """Put another field in the old one's place; the old one, hidden, is the caller's to end.

        Never ask the old field for a neighbour, e.g. its `previousInFocusChain`: the binding takes
        the result of such a call for a part of the field, and ends it together with the field.
        """
        old = self._edit
        had_focus = old.hasFocus()
        self._install(edit)
        QWidget.setTabOrder(old, edit)
        for first, second in pairwise(self.controls()):
            QWidget.setTabOrder(first, second)
        edit.show()
        if had_focus:
            edit.setFocus()
        old.hide()
        self._show_help()
        self.swapped.emit()
        return old

    def _on_outgrown(self) -> None:
        text = self._plain_text()
        self._multiline = True
        self._swap(self._new_plain_edit(text)).deleteLater()  # it is emitting the signal
        self._on_edited()

    def _on_lock_toggled(self, closed: bool) -> None:
        if closed:
            secret = Secret(self._plain_text())
            secret_edit = self._new_secret_edit()
            secret_edit.fill(secret)
            _end_now(self._swap(secret_edit))
        elif isinstance(self._edit, SecretEdit):
            secret = self._edit.take()
            if self._reveal is not None:
                self._reveal.hide()
            self._swap(self._new_plain_edit(secret.reveal())).deleteLater()
        self.edited.emit()

    def _on_reveal_clicked(self) -> None:
        if isinstance(self._edit, SecretEdit):
            revealed = not self._edit.is_revealed()
            self._edit.reveal(revealed)
            self._describe(VISIBLE if revealed else "")
            if self._reveal is not None:
                self._reveal.show_state(revealed=revealed)

    # Lines beside the field.

    def _on_edited(self) -> None:
        self.show_notice("")
        self.edited.emit()

    def _show_help(self) -> None:
        lines = [self._help_text]
        if isinstance(self._edit, MultilineEdit):
            lines.append(ENTER_SENDS)
        words = "\n".join(line for line in lines if line)
        if self._help is None and words:
            self._help = PlainLabel("", Tone.QUIET, parent=self._card)
            self._layout.add_below(self._help)
        if self._help is not None:
            self._help.setText(words)
            self._help.setVisible(bool(words))
        self._describe("")

    def show_notice(self, sentence: str, tone: Tone = Tone.NORMAL) -> None:
        """Say something at the field; an empty sentence takes it away."""
        if self._notice is None:
            if not sentence:
                return
            self._notice = PlainLabel("", parent=self._card)
            self._layout.add_below(self._notice)
        if sentence == self._notice.text():
            return
        self._notice.setText(sentence)
        self._notice.set_tone(tone)
        self._notice.setVisible(bool(sentence))
        self._describe(f"Error: {sentence}" if sentence and tone is Tone.ERROR else sentence)
        self.swapped.emit()
        if sentence:
            self.notice_shown.emit(sentence)

    def _describe(self, first: str) -> None:
        parts = (first, self._help.text() if self._help is not None else "")
        self._edit.setAccessibleDescription(" ".join(part for part in parts if part))


def _end_now(edit: QWidget) -> None:
    """Let Qt destroy a field before anything else happens.

    Emptying it would broadcast its text to assistive technology, and while it waits for its
    deletion it would keep the text, and the history of how it was typed.
    """
    edit.deleteLater()
    QCoreApplication.sendPostedEvents(edit, QEvent.Type.DeferredDelete)
