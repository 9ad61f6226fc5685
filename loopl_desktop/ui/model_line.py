"""Says which model at which host reads what the person writes."""

from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from loopl_desktop.domain.ask_parsing.display_text import clean_line
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui import theme

DEMO_AGENT = "demo agent, built in"
UNNAMED_MODEL = "a model"


def model_line(settings: Settings) -> str:
    """The model and its host in words, e.g. "SmolLM2 at localhost:8080"; never a user name."""
    if not settings.base_url:
        return DEMO_AGENT
    return f"{clean_line(settings.model) or UNNAMED_MODEL} at {host_of(settings.base_url)}"


def host_of(base_url: str) -> str:
    """Host and port of an address, without what else may stand in it."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:  # no address: say what is there, between a user name and a path
        return clean_line(base_url.split("//")[-1].split("/")[0].split("@")[-1])
    host = f"[{host}]" if ":" in host else clean_line(host)
    return f"{host}:{port}" if port is not None else host


class ModelLine(QWidget):
    """One quiet line, cut in its middle where there is no room: the host stays readable."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._text = ""
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleIdentifier("model-line")

    @property
    def text(self) -> str:
        """The whole line."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another model."""
        self._text = text
        self.setToolTip(text)
        self.setAccessibleName(f"Model: {text}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The whole line."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text), metrics.height())

    def minimumSizeHint(self) -> QSize:
        """A few letters: the line never makes the window wide."""
        return QSize(theme.SPACE_PX, self.fontMetrics().height())

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what there is room for."""
        painter = QPainter(self)
        painter.setPen(theme.quiet_text(self.palette()))
        shown = self.fontMetrics().elidedText(
            self._text, Qt.TextElideMode.ElideMiddle, self.width()
        )
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)
