"""What stays of a question when time ran out: what had been chosen or typed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.cards.pill import Pill
from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.text_edits import MultilineEdit
from loopl_desktop.ui.widgets.wrapping_button import Emphasis, WrappingButton

ASKED = "The agent asked"
TIMED_OUT = "timed out"
TIME_RAN_OUT = "Time ran out, and the agent was told that nobody answered. Your answer is kept:"


class TimedOutCard(CardFrame):
    """Keeps a draft until it is used or dismissed; once only.

    Signals:
        send_anyway: the person wants to send this text as a message.
        dismissed: the person does not need it any more.
    """

    send_anyway = Signal(str)
    dismissed = Signal()

    def __init__(self, tool_use_id: str, request: AskUserRequest, draft: str) -> None:
        """Keep a draft.

        Args:
            tool_use_id: The call that asked.
            request: The question.
            draft: What was chosen or typed, in words; never a secret.
        """
        self._is_used = False
        super().__init__(f"ask-{tool_use_id}", f"question from the agent: {request.text}")
        self.setAccessibleDescription(TIMED_OUT)
        header = FlowLayout()
        header.add(PlainLabel(ASKED, Tone.QUIET, parent=self))
        header.add_trailing(Pill(TIMED_OUT, self))
        self.column.addLayout(header)
        self.column.addWidget(PlainLabel(request.text, parent=self))
        self.column.addWidget(PlainLabel(TIME_RAN_OUT, Tone.QUIET, parent=self))
        self._draft = MultilineEdit(self)
        self._draft.set_text(draft)
        self._draft.setReadOnly(True)
        self._draft.setAccessibleName("Your answer")
        self.column.addWidget(self._draft)
        footer = FlowLayout()
        self._send = WrappingButton("Send anyway", "send-anyway", self, emphasis=Emphasis.GOING_ON)
        self._send.clicked.connect(self._on_send_clicked)
        self._dismiss = WrappingButton("Dismiss", "dismiss", self)
        self._dismiss.clicked.connect(self._on_dismiss_clicked)
        footer.add(self._send)
        footer.add(self._dismiss)
        self.add_footer(footer)

    def draft_text(self) -> str:
        """What is kept."""
        return self._draft.toPlainText()

    def first_control(self) -> QWidget:
        """Where the focus goes when the person comes to the card."""
        return self._send

    def controls(self) -> tuple[QWidget, ...]:
        """What can have the focus, in reading order."""
        return (self._draft, self._send, self._dismiss)

    def _on_send_clicked(self) -> None:
        if not self._is_used:
            self._is_used = True
            self.send_anyway.emit(self.draft_text())

    def _on_dismiss_clicked(self) -> None:
        if not self._is_used:
            self._is_used = True
            self.dismissed.emit()
