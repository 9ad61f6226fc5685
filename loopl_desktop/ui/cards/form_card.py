"""A form: fields, and one Submit that checks them."""

from collections.abc import Mapping

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from loopl_desktop.domain.ask_answer import AnswerValue
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.form_rows import FormRow, row_for
from loopl_desktop.ui.widgets.option_rows import CheckRow


class FormCard(AskCard):
    """Grouped fields; the answer is `{field name: value}`."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        self._rows: list[FormRow] = [row_for(field, self) for field in request.fields]
        for row in self._rows:
            self.body.addLayout(row.layout)
            row.edited.connect(self._on_edited)
            row.swapped.connect(self._on_swapped)
            row.notice_shown.connect(self.notice_shown)
        self.finish(self.going_on_button("Submit"))

    def value(self) -> AnswerValue | None:
        """The value of each field, if none has a problem."""
        problems = [(row, row.problem()) for row in self._rows]
        for row, sentence in problems:
            row.show_problem(sentence)
        wrong = [row for row, sentence in problems if sentence]
        if wrong:
            wrong[0].controls()[0].setFocus()
            return None
        return {row.field.name: row.take() for row in self._rows}

    def put_back(self, value: AnswerValue) -> None:
        """Give the secrets back."""
        if isinstance(value, Mapping):
            for row in self._rows:
                row.put_back(value.get(row.field.name))

    def has_input(self) -> bool:
        """Whether the person changed a field."""
        return any(row.is_changed() for row in self._rows)

    def draft_text(self) -> str:
        """The fields that the person changed, one a line."""
        return "\n".join(
            f"{row.field.label}: {text}"
            for row in self._rows
            if row.is_changed() and (text := row.draft_text())
        )

    def is_secret(self) -> bool:
        """Whether a field is secret."""
        return any(row.is_secret() for row in self._rows)

    def forget(self) -> None:
        """Wipe the secret fields."""
        for row in self._rows:
            row.forget()

    def first_control(self) -> QWidget:
        """The first field."""
        return self._rows[0].controls()[0] if self._rows else super().first_control()

    def submits_on_enter(self, focused: QWidget) -> bool:
        """In every field, also in one of several lines and on a box to tick."""
        return isinstance(focused, QLineEdit | QPlainTextEdit | CheckRow)

    def _on_edited(self) -> None:
        self.update_privacy()
        self.note_edit()

    def _on_swapped(self) -> None:
        self.forget_reading_order()
        self.watch_controls()
