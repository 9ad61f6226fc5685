"""What stands in an empty transcript: one calm sentence, and what to do."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.reading_column import in_reading_column
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone

WELCOME = "Write a message below. The agent can ask you back, and your answer goes on from there."
DEMO_WELCOME = (
    "This is the built-in demo agent. Type “Book me a table tonight.” below and press Enter: it "
    "leads through every kind of question."
)


class EmptyState(QWidget):
    """A sentence in the middle; lets clicks and wheels through to what is below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._sentence = PlainLabel("", Tone.QUIET)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch()
        layout.addLayout(in_reading_column(self._sentence, beside_scroll_bar=True))
        layout.addStretch()

    @property
    def sentence(self) -> str:
        """What it says."""
        return self._sentence.text()

    def show_for(self, settings: Settings) -> None:
        """Say what to do with this model."""
        self._sentence.setText(WELCOME if settings.base_url else DEMO_WELCOME)
