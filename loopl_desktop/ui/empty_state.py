"""What stands in an empty transcript: who answers, and what to do."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.reading_column import in_reading_column
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone

HEADING = "Write a message to begin"
WELCOME = "The agent can ask you back, and your answer goes on from there."
DEMO_HEADING = "The demo agent is ready"
DEMO_WELCOME = (
    "Type “Book me a table tonight.” and press Enter. It leads you through every kind of question."
)
_COLUMN_PX = 64 * theme.SPACE_PX
"""Centred lines are read well only if they are short."""
_ABOVE, _BELOW = 2, 3
"""Shares of the free height: the middle for the eye is above that of the page."""


class EmptyState(QWidget):
    """Two centred texts; lets clicks and wheels through to what is below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        centred = Qt.AlignmentFlag.AlignHCenter
        self._heading = PlainLabel("", bold=True, alignment=centred)
        self._sentence = PlainLabel("", Tone.QUIET, alignment=centred)
        column = QWidget()
        texts = QVBoxLayout(column)
        texts.setContentsMargins(0, 0, 0, 0)
        texts.setSpacing(theme.SPACE_PX)
        texts.addWidget(self._heading)
        texts.addWidget(self._sentence)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(_ABOVE)
        layout.addLayout(in_reading_column(column, beside_scroll_bar=True))
        layout.addStretch(_BELOW)
        column.setMaximumWidth(_COLUMN_PX)

    @property
    def sentence(self) -> str:
        """What it says."""
        return f"{self._heading.text()}. {self._sentence.text()}"

    def show_for(self, *, is_demo: bool) -> None:
        """Say what to do with the demo agent, or with any other model."""
        self._heading.setText(DEMO_HEADING if is_demo else HEADING)
        self._sentence.setText(DEMO_WELCOME if is_demo else WELCOME)
