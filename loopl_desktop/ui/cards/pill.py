"""The "waiting for you" pill: chrome that a question cannot imitate."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone

_SIDE_PX = 3 * theme.SPACE_PX // 2
_RISE_PX = theme.SPACE_PX // 4


class Pill(PlainLabel):
    """A short word of the app in an outline."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, Tone.ACCENT, parent=parent)
        self.setContentsMargins(_SIDE_PX, _RISE_PX, _SIDE_PX, _RISE_PX)

    def sizeHint(self) -> QSize:
        """The text and the room around it."""
        return super().sizeHint() + QSize(2 * _SIDE_PX, 2 * _RISE_PX)

    def minimumSizeHint(self) -> QSize:
        """The room for a short word of it."""
        return super().minimumSizeHint() + QSize(2 * _SIDE_PX, 2 * _RISE_PX)

    def heightForWidth(self, width: int) -> int:
        """The height of the broken text and the room around it."""
        return super().heightForWidth(width - 2 * _SIDE_PX) + 2 * _RISE_PX

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline, and the text within."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = theme.border_width_px()
        painter.setPen(QPen(theme.accent(self.palette()), line))
        outline = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        corner = min(outline.height(), self.fontMetrics().height() + 2 * _RISE_PX) / 2
        painter.drawRoundedRect(outline, corner, corner)
        painter.end()
        super().paintEvent(event)
