"""Two small buttons that stand beside a text field: the lock, and the eye."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from loopl_desktop.ui import theme

LOCK_NAME = "Keep this answer secret"
_LOCK_EXPLANATION = (
    f"{LOCK_NAME}: dots on the screen, and no copy in the conversation or its history"
)
_CORNER_PX = theme.SPACE_PX / 2
_FOCUS_PX = 2


class IconButton(QToolButton):
    """A square button that paints a glyph in the colours of the palette."""

    def __init__(self, identifier: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleIdentifier(identifier)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """A square that grows with the text."""
        side = max(theme.CONTROL_HEIGHT_PX, self.fontMetrics().height() + theme.SPACE_PX)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        """Never smaller: it must be easy to hit."""
        return self.sizeHint()

    def is_on(self) -> bool:
        """Whether it is drawn in the accent."""
        return self.isChecked()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, focus and glyph."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        ground = theme.suggested_ground(palette) if self.is_on() else palette.base().color()
        if self.underMouse() or self.isDown():
            ground = theme.mixed(ground, theme.accent(palette), 0.1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect(), _CORNER_PX, _CORNER_PX)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.accent(palette), _FOCUS_PX))
            inset = _FOCUS_PX / 2
            ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, _CORNER_PX - 1, _CORNER_PX - 1)
        side = self.height() / 2
        box = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        self.paint_glyph(
            painter, box, theme.accent(palette) if self.is_on() else theme.quiet_text(palette)
        )

    def paint_glyph(self, painter: QPainter, box: QRectF, colour: QColor) -> None:
        """Draw the glyph into the box."""
        raise NotImplementedError


class LockButton(IconButton):
    """Checked: the person treats the answer as a secret."""

    def __init__(self, identifier: str, parent: QWidget | None = None) -> None:
        super().__init__(identifier, parent)
        self.setCheckable(True)
        self.setAccessibleName(LOCK_NAME)
        self.setToolTip(_LOCK_EXPLANATION)

    def paint_glyph(self, painter: QPainter, box: QRectF, colour: QColor) -> None:
        """A padlock; an open one ends in the air."""
        side = box.width()
        arc = QRectF(box.left() + side * 0.27, box.top() + side * 0.02, side * 0.46, side * 0.5)
        shackle = QPainterPath(QPointF(arc.left(), box.top() + side * 0.5))
        shackle.lineTo(arc.left(), arc.center().y())
        shackle.arcTo(arc, 180, -180)
        shackle.lineTo(arc.right(), box.top() + side * (0.5 if self.isChecked() else 0.32))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, side / 9))
        painter.drawPath(shackle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        body = QRectF(box.left() + side * 0.12, box.top() + side * 0.45, side * 0.76, side * 0.55)
        painter.drawRoundedRect(body, side * 0.1, side * 0.1)


class RevealButton(IconButton):
    """Shows what is typed into a secret field, or hides it again."""

    def __init__(self, identifier: str, field_name: str, parent: QWidget | None = None) -> None:
        self._field_name = field_name
        self._is_revealed = False
        super().__init__(identifier, parent)
        self.show_state(revealed=False)

    def show_state(self, *, revealed: bool) -> None:
        """Say what a click does next."""
        self._is_revealed = revealed
        sentence = f"{'Hide' if revealed else 'Show'} {self._field_name}"
        self.setAccessibleName(sentence)
        self.setToolTip("Hide what is typed" if revealed else "Show what is typed")
        self.update()

    def is_on(self) -> bool:
        """While the text can be read."""
        return self._is_revealed

    def paint_glyph(self, painter: QPainter, box: QRectF, colour: QColor) -> None:
        """An eye; with a stroke through it while a click would hide the text."""
        side = box.width()
        middle = box.center()
        half = QPointF(side * 0.5, 0)
        rise = QPointF(0, side * 0.62)
        lids = QPainterPath(middle - half)
        lids.quadTo(middle - rise, middle + half)
        lids.quadTo(middle + rise, middle - half)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, side / 10))
        painter.drawPath(lids)
        if self._is_revealed:
            stroke = QPointF(side * 0.36, side * 0.36)
            painter.drawLine(middle - stroke, middle + stroke)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(middle, side * 0.15, side * 0.15)
