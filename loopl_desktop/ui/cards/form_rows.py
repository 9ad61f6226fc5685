"""The rows of a form: one class for each kind of field, all asked in the same way."""

from typing import TypeAlias, assert_never

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from loopl_desktop.domain.ask_answer import FieldValue
from loopl_desktop.domain.ask_request import FormField
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.field_layout import FieldLayout
from loopl_desktop.ui.cards.number_text import NumberError, bounds_hint, default_text, read_number
from loopl_desktop.ui.cards.option_rows import CheckRow
from loopl_desktop.ui.cards.text_entry import TextEntry
from loopl_desktop.ui.plain_label import PlainLabel, Tone


def identifier_of(field: FormField) -> str:
    """The accessible identifier of a field's control."""
    return f"field-{field.name}"


def _label_of(field: FormField, card: QWidget) -> PlainLabel:
    marked = field.required and "(required)" not in field.label.casefold()
    return PlainLabel(f"{field.label} (required)" if marked else field.label, parent=card)


class TextRow(QObject):
    """A text or a password."""

    edited = Signal()
    changed_shape = Signal()
    notice_shown = Signal(str)

    def __init__(self, field: FormField, card: QWidget) -> None:
        self.field = field
        self.layout = FieldLayout()
        super().__init__(card)
        self.layout.set_label(_label_of(field, card))
        self.entry = TextEntry(
            card,
            self.layout,
            identifier=identifier_of(field),
            suffix=field.name,
            name=field.label,
            help_text=field.help,
            secret=field.secret,
            multiline=field.multiline,
            default=field.default if isinstance(field.default, str) else "",
        )
        self.entry.edited.connect(self.edited)
        self.entry.swapped.connect(self.changed_shape)
        self.entry.notice_shown.connect(self.notice_shown)

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus, in reading order."""
        return self.entry.controls()

    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        missing = self.field.required and self.entry.is_blank()
        return f"{self.field.label} is required." if missing else ""

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, at the field."""
        self.entry.show_notice(sentence, Tone.ERROR)

    def take(self) -> FieldValue:
        """The value; a secret leaves the field by it."""
        return self.entry.take()

    def put_back(self, value: object) -> None:
        """Give back a secret that could not be sent."""
        self.entry.put_back(value)

    def is_secret(self) -> bool:
        """Whether the value is a secret now."""
        return self.entry.is_secret()

    def is_changed(self) -> bool:
        """Whether the person changed it."""
        return self.entry.is_changed()

    def draft_text(self) -> str:
        """What to keep if time runs out; never a secret."""
        return self.entry.draft_text()

    def forget(self) -> None:
        """Wipe a secret."""
        self.entry.forget()


class NumberRow(QObject):
    """A number, typed as text: a spin box would clamp what is typed without a word."""

    edited = Signal()
    changed_shape = Signal()
    notice_shown = Signal(str)

    def __init__(self, field: FormField, card: QWidget) -> None:
        self.field = field
        self.layout = FieldLayout()
        self._default = default_text(field)
        self._error: PlainLabel | None = None
        super().__init__(card)
        self._card = card
        self.layout.set_label(_label_of(field, card))
        self._edit = QLineEdit(self._default, card)
        self._edit.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
        self._edit.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)
        self._edit.setAccessibleIdentifier(identifier_of(field))
        self._edit.setAccessibleName(field.label)
        self._edit.textChanged.connect(self._on_edited)
        self.layout.set_edit(self._edit)
        self._help = "\n".join(line for line in (field.help, bounds_hint(field)) if line)
        if self._help:
            self.layout.add_below(PlainLabel(self._help, Tone.QUIET, parent=card))
        self._edit.setAccessibleDescription(self._help)

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus."""
        return (self._edit,)

    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        try:
            number = read_number(self._edit.text(), self.field)
        except NumberError as error:
            return str(error)
        return f"{self.field.label} is required." if number is None and self.field.required else ""

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, at the field."""
        if self._error is None:
            if not sentence:
                return
            self._error = PlainLabel("", Tone.ERROR, parent=self._card)
            self.layout.add_below(self._error)
        if sentence == self._error.text():
            return
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        first = f"Error: {sentence}" if sentence else ""
        self._edit.setAccessibleDescription(" ".join(part for part in (first, self._help) if part))
        self.changed_shape.emit()
        if sentence:
            self.notice_shown.emit(sentence)

    def take(self) -> FieldValue:
        """The number; `None` if the field is empty."""
        return read_number(self._edit.text(), self.field)

    def put_back(self, value: object) -> None:
        """Nothing to give back: a number stays in its field."""

    def is_secret(self) -> bool:
        """Never."""
        return False

    def is_changed(self) -> bool:
        """Whether the person changed it."""
        return self._edit.text() != self._default

    def draft_text(self) -> str:
        """What to keep if time runs out."""
        return self._edit.text()

    def forget(self) -> None:
        """Nothing to wipe."""

    def _on_edited(self) -> None:
        self.show_problem("")
        self.edited.emit()


class ToggleRow(QObject):
    """Something that is on or off."""

    edited = Signal()
    changed_shape = Signal()
    notice_shown = Signal(str)

    def __init__(self, field: FormField, card: QWidget) -> None:
        self.field = field
        self.layout = FieldLayout()
        self._default = field.default is True
        super().__init__(card)
        self._box = CheckRow(field.label, field.help, card)
        self._box.is_form_field = True
        self._box.setAccessibleIdentifier(identifier_of(field))
        self._box.setAccessibleDescription(field.help)
        self._box.setChecked(self._default)
        self._box.toggled.connect(self.edited)
        self.layout.set_edit(self._box)

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus."""
        return (self._box,)

    def problem(self) -> str:
        """Nothing can be wrong with it."""
        return ""

    def show_problem(self, sentence: str) -> None:
        """Nothing to show."""

    def take(self) -> FieldValue:
        """Whether it is on."""
        return self._box.isChecked()

    def put_back(self, value: object) -> None:
        """Nothing to give back."""

    def is_secret(self) -> bool:
        """Never."""
        return False

    def is_changed(self) -> bool:
        """Whether the person changed it."""
        return self._box.isChecked() != self._default

    def draft_text(self) -> str:
        """What to keep if time runs out."""
        return "yes" if self._box.isChecked() else "no"

    def forget(self) -> None:
        """Nothing to wipe."""


FormRow: TypeAlias = TextRow | NumberRow | ToggleRow


def row_for(field: FormField, card: QWidget) -> FormRow:
    """The row of a field."""
    match field.type:
        case "text" | "password":
            return TextRow(field, card)
        case "number":
            return NumberRow(field, card)
        case "toggle":
            return ToggleRow(field, card)
        case never:
            assert_never(never)
