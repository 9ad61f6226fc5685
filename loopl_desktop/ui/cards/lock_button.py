"""The small lock by which the person treats an answer as secret."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QToolButton, QWidget

from loopl_desktop.ui import theme

LOCK_NAME = "Keep this answer secret"
_EXPLANATION = f"{LOCK_NAME}: dots on the screen, and no copy in the conversation or its history"


class LockButton(QToolButton):
    """Checked: the answer is a secret."""

    def __init__(self, identifier: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleIdentifier(identifier)
        self.setAccessibleName(LOCK_NAME)
        self.setToolTip(_EXPLANATION)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        side = max(theme.CONTROL_HEIGHT_PX, self.fontMetrics().height() + theme.SPACE_PX)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        closed = self.isChecked()
        palette = self.palette()
        colour = theme.accent(palette) if closed else theme.quiet_text(palette)
        side = self.height() / 2
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter.setPen(QPen(colour, side / 9))
        painter.drawPath(_shackle(box, closed=closed))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        body = QRectF(box.left() + side * 0.12, box.top() + side * 0.45, side * 0.76, side * 0.55)
        painter.drawRoundedRect(body, side * 0.1, side * 0.1)


def _shackle(box: QRectF, *, closed: bool) -> QPainterPath:
    """The bow of the lock; an open one ends in the air."""
    side = box.width()
    arc = QRectF(box.left() + side * 0.27, box.top() + side * 0.02, side * 0.46, side * 0.5)
    path = QPainterPath(QPointF(arc.left(), box.top() + side * 0.5))
    path.lineTo(arc.left(), arc.center().y())
    path.arcTo(arc, 180, -180)
    path.lineTo(arc.right(), box.top() + side * (0.5 if closed else 0.32))
    return path
