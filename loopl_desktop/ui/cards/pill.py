"""The "waiting for you" pill: chrome that a question cannot imitate."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from loopl_desktop.ui import theme


class Pill(QLabel):
    """A short word of the app in an outline."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(
            metrics.horizontalAdvance(self.text()) + 2 * theme.SPACE_PX + metrics.height() // 2,
            metrics.height() + theme.SPACE_PX // 2,
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.accent(self.palette())
        painter.setPen(QPen(colour, theme.border_width_px()))
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(outline, outline.height() / 2, outline.height() / 2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
