"""The rows of a form: one class for each kind of field, all asked in the same way."""

from typing import assert_never

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_answer import FieldValue
from loopl_desktop.domain.ask_request import FormField
from loopl_desktop.ui.cards.field_layout import FieldLayout
from loopl_desktop.ui.cards.number_text import NumberError, bounds_hint, default_text, read_number
from loopl_desktop.ui.cards.text_entry import TextEntry
from loopl_desktop.ui.widgets.option_rows import ROW_PADDING_PX, CheckRow
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.text_edits import NumberEdit


class FormRow(QObject):
    """What a form asks of each of its rows.

    Signals:
        edited: the person changed the field.
        swapped: a control or a line of the row came, went or was replaced.
        notice_shown: a sentence that a screen reader should say.
    """

    edited = Signal()
    swapped = Signal()
    notice_shown = Signal(str)

    def __init__(self, field: FormField, card: QWidget, layout: FieldLayout) -> None:
        self.field = field
        self.layout = layout
        super().__init__(card)

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus, in reading order; the field first."""
        raise NotImplementedError

    def take(self) -> FieldValue:
        """The value, once `problem` found nothing; a secret leaves the field by it."""
        raise NotImplementedError

    def is_changed(self) -> bool:
        """Whether the person changed it."""
        raise NotImplementedError

    def draft_text(self) -> str:
        """What to keep if time runs out; never a secret."""
        raise NotImplementedError

    def problem(self) -> str:
        """What is wrong with it, with the name of the field; empty if nothing is."""
        return ""

    def show_problem(self, sentence: str) -> None:
        """Say at the field what is wrong; an empty sentence takes it away."""

    def is_secret(self) -> bool:
        """Whether the value is a secret now."""
        return False

    def put_back(self, value: object) -> None:
        """Give back a secret that could not be sent."""

    def forget(self) -> None:
        """Wipe a secret that was not sent."""


class TextRow(FormRow):
    """A text or a password."""

    def __init__(self, field: FormField, card: QWidget) -> None:
        super().__init__(field, card, FieldLayout())
        self.layout.set_label(_label_of(field, card))
        self._entry = TextEntry(
            card,
            self.layout,
            identifier=f"field-{field.name}",
            suffix=field.name,
            name=field.label,
            help_text=field.help,
            secret=field.secret,
            multiline=field.multiline,
            default=field.default if isinstance(field.default, str) else "",
        )
        self._entry.edited.connect(self.edited)
        self._entry.swapped.connect(self.swapped)
        self._entry.notice_shown.connect(self.notice_shown)

    def controls(self) -> tuple[QWidget, ...]:
        """The field, and what stands beside it."""
        return self._entry.controls()

    def take(self) -> FieldValue:
        """The text, or the secret."""
        return self._entry.take()

    def is_changed(self) -> bool:
        """Whether something was typed, or the default changed."""
        return self._entry.is_changed()

    def draft_text(self) -> str:
        """The text; never a secret."""
        return self._entry.draft_text()

    def problem(self) -> str:
        """That it is empty where it must not be."""
        return _missing(self.field, is_blank=self._entry.is_blank())

    def show_problem(self, sentence: str) -> None:
        """Say it under the field."""
        self._entry.show_notice(sentence, Tone.ERROR)

    def is_secret(self) -> bool:
        """By its type, or by the lock."""
        return self._entry.is_secret()

    def put_back(self, value: object) -> None:
        """Fill the secret field again."""
        self._entry.put_back(value)

    def forget(self) -> None:
        """Wipe a secret field."""
        self._entry.forget()


class NumberRow(FormRow):
    """A number, typed as text: a spin box would clamp what is typed without a word."""

    def __init__(self, field: FormField, card: QWidget) -> None:
        self._default = default_text(field)
        self._help = "\n".join(line for line in (field.help, bounds_hint(field)) if line)
        self._error: PlainLabel | None = None
        super().__init__(field, card, FieldLayout())
        self.layout.set_label(_label_of(field, card))
        self._edit = NumberEdit(self._default, card)
        self._edit.setAccessibleIdentifier(f"field-{field.name}")
        self._edit.setAccessibleName(field.label)
        self._edit.setAccessibleDescription(self._help)
        self._edit.textChanged.connect(self._on_edited)
        self.layout.set_edit(self._edit)
        if self._help:
            self.layout.add_below(PlainLabel(self._help, Tone.QUIET, parent=card))

    def controls(self) -> tuple[QWidget, ...]:
        """The field."""
        return (self._edit,)

    def take(self) -> FieldValue:
        """The number; `None` if the field is empty."""
        return read_number(self._edit.text(), self.field)

    def is_changed(self) -> bool:
        """Whether something was typed, or the default changed."""
        return self._edit.text() != self._default

    def draft_text(self) -> str:
        """What is typed, a number or not."""
        return self._edit.text()

    def problem(self) -> str:
        """That it is no number, out of bounds, or empty where it must not be."""
        try:
            number = read_number(self._edit.text(), self.field)
        except NumberError as error:
            return str(error)
        return _missing(self.field, is_blank=number is None)

    def show_problem(self, sentence: str) -> None:
        """Say it under the field."""
        if self._error is None:
            if not sentence:
                return
            self._error = PlainLabel("", Tone.ERROR, parent=self._edit.parentWidget())
            self.layout.add_below(self._error)
        if sentence == self._error.text():
            return
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        said = (f"Error: {sentence}" if sentence else "", self._help)
        self._edit.setAccessibleDescription(" ".join(part for part in said if part))
        self.swapped.emit()
        if sentence:
            self.notice_shown.emit(sentence)

    def _on_edited(self) -> None:
        self.show_problem("")
        self.edited.emit()


class ToggleRow(FormRow):
    """Something that is on or off."""

    def __init__(self, field: FormField, card: QWidget) -> None:
        self._default = field.default is True
        super().__init__(field, card, FieldLayout(outdent_px=ROW_PADDING_PX))
        self._box = CheckRow(field.label, field.help, card)
        self._box.is_form_field = True
        self._box.setAccessibleIdentifier(f"field-{field.name}")
        self._box.setAccessibleDescription(field.help)
        self._box.setChecked(self._default)
        self._box.toggled.connect(self.edited)
        self.layout.set_edit(self._box)

    def controls(self) -> tuple[QWidget, ...]:
        """The box."""
        return (self._box,)

    def take(self) -> FieldValue:
        """Whether it is on."""
        return self._box.isChecked()

    def is_changed(self) -> bool:
        """Whether it is not as it was at the start."""
        return self._box.isChecked() != self._default

    def draft_text(self) -> str:
        """In a word."""
        return "yes" if self._box.isChecked() else "no"


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


def _label_of(field: FormField, card: QWidget) -> PlainLabel:
    """The visible label: assistive technology has no other word for a required field."""
    marked = field.required and "(required)" not in field.label.casefold()
    return PlainLabel(f"{field.label} (required)" if marked else field.label, parent=card)


def _missing(field: FormField, *, is_blank: bool) -> str:
    return f"{field.label} is required." if field.required and is_blank else ""
