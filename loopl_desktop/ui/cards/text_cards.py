"""A text answer, and a message that wants none."""

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from loopl_desktop.domain.ask_answer import AnswerValue
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.field_layout import FieldLayout
from loopl_desktop.ui.cards.text_entry import TextEntry

ACKNOWLEDGED = "acknowledged"


class InputCard(AskCard):
    """A text field and Send; the answer is the text, which may be empty."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        layout = FieldLayout(is_labelled=False)
        self.body.addLayout(layout)
        self._entry = TextEntry(
            self,
            layout,
            identifier="answer",
            suffix="answer",
            name="Answer",
            secret=request.secret,
            multiline=request.multiline,
            default=request.default if isinstance(request.default, str) else "",
        )
        self._entry.edited.connect(self._on_edited)
        self._entry.swapped.connect(self._on_swapped)
        self._entry.notice_shown.connect(self.notice_shown)
        self.finish(self.going_on_button("Send"))

    def value(self) -> AnswerValue | None:
        """The text, or the secret."""
        return self._entry.take()

    def put_back(self, value: AnswerValue) -> None:
        """Give the secret back."""
        self._entry.put_back(value)

    def has_input(self) -> bool:
        """Whether the person typed something, or changed the default."""
        return self._entry.is_changed()

    def draft_text(self) -> str:
        """The text; never a secret."""
        return self._entry.draft_text()

    def is_secret(self) -> bool:
        """By the question, or by the lock."""
        return self._entry.is_secret()

    def accepts_text(self) -> bool:
        """Unless it is secret: the composer is not."""
        return not self._entry.is_secret()

    def fill_text(self, text: str) -> None:
        """Put this text into the field."""
        self._entry.set_text(text)

    def forget(self) -> None:
        """Wipe a secret."""
        self._entry.forget()

    def first_control(self) -> QWidget:
        """The field."""
        return self._entry.edit

    def submits_on_enter(self, focused: QWidget) -> bool:
        """In the field."""
        return isinstance(focused, QLineEdit | QPlainTextEdit)

    def _on_edited(self) -> None:
        self.update_privacy()
        self.note_edit()

    def _on_swapped(self) -> None:
        self.forget_reading_order()
        self.watch_controls()


class MessageCard(AskCard):
    """Something to read, and Continue."""

    def __init__(self, tool_use_id: str, request: AskUserRequest, audience: str) -> None:
        super().__init__(tool_use_id, request, audience)
        self.finish(self.going_on_button("Continue"))

    def value(self) -> AnswerValue | None:
        """That it was read."""
        return ACKNOWLEDGED
