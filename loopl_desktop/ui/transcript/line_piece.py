"""The quiet line of a row that is folded: a chevron, what it was, and how it ended."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.pieces import Hit, HitKind, Piece
from loopl_desktop.ui.transcript.text_style import TextStyle

CHEVRON_COLUMN_PX = 3 * theme.SPACE_PX
_CHEVRON_SHARE = 0.22
"""Half the height of the chevron, of a line of text."""
_JOINT = " — "
_LEAST_SHARE = 0.4
"""The part of the line that either half keeps when both are too long."""


class LinePiece(Piece):
    """One line that never wraps: what does not fit is elided, and seen in full when unfolded."""

    def __init__(
        self, text: str, style: TextStyle, *, ending: str = "", expanded: bool = False
    ) -> None:
        """Make a line.

        Args:
            text: What it was, in quiet colour.
            style: Fonts and colours.
            ending: How it ended, in the colour of text.
            expanded: Which way the chevron points.
        """
        self._text = text
        self._ending = ending
        self._expanded = expanded
        self._style = style
        self._size = (0, 0)

    def set_width(self, width: int) -> int:
        """Take the width; the height is that of a thing to click."""
        height = max(theme.CONTROL_HEIGHT_PX, self._style.line_height + theme.SPACE_PX)
        self._size = (width, height)
        return height

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw chevron and words; right-to-left words start at the right."""
        painter.save()
        painter.setFont(self._style.font)
        line = QRect(origin.x(), origin.y(), *self._size)
        self._paint_chevron(painter, QPoint(line.left() + theme.SPACE_PX, line.center().y()))
        line.setLeft(line.left() + CHEVRON_COLUMN_PX)
        question, ending = self._elided(line.width())
        painter.setPen(self._style.quiet)
        metrics = QFontMetrics(self._style.font)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line, flags, question)
        line.setLeft(line.left() + metrics.horizontalAdvance(question))
        painter.setPen(self._style.text)
        painter.drawText(line, flags, ending)
        painter.restore()

    def hit(self, point: QPoint) -> Hit | None:
        """The whole line folds and unfolds."""
        return Hit(HitKind.TOGGLE) if QRect(0, 0, *self._size).contains(point) else None

    def plain_text(self) -> str:
        """The line, not elided."""
        return f"{self._text}{_JOINT}{self._ending}" if self._ending else self._text

    def _elided(self, width: int) -> tuple[str, str]:
        """Both halves, with the joint, as they fit; the ending is what people look for."""
        metrics = QFontMetrics(self._style.font)
        right = Qt.TextElideMode.ElideRight
        if not self._ending:
            return metrics.elidedText(self._text, right, width), ""
        joint = metrics.horizontalAdvance(_JOINT)
        free = width - joint
        least = int(free * _LEAST_SHARE)
        wanted = metrics.horizontalAdvance(self._text)
        ending = metrics.elidedText(self._ending, right, free - min(wanted, least))
        left = free - metrics.horizontalAdvance(ending)
        return metrics.elidedText(self._text, right, left) + _JOINT, ending

    def _paint_chevron(self, painter: QPainter, centre: QPoint) -> None:
        size = self._style.line_height * _CHEVRON_SHARE
        points = [(-size / 2, -size), (size / 2, 0.0), (-size / 2, size)]
        if self._expanded:
            points = [(-size, -size / 2), (0.0, size / 2), (size, -size / 2)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._style.quiet, 1.5))
        middle = QPointF(centre)
        painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in points]))
        painter.restore()
