"""The one arrow of the app: two lines that point to where something unfolds."""

from enum import Enum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

_REACH = 0.22
"""Half the length of the chevron, of a line of text."""
_STROKE = 0.08
_LEAST_STROKE_PX = 1.5


class Pointing(Enum):
    """Where a chevron points."""

    LEFT = ((1, -2), (-1, 0), (1, 2))
    RIGHT = ((-1, -2), (1, 0), (-1, 2))
    DOWN = ((-2, -1), (0, 1), (2, -1))


def draw_chevron(
    painter: QPainter, middle: QPointF, pointing: Pointing, line_height: int, colour: QColor
) -> None:
    """Draw a chevron that is as large as the text beside it.

    Args:
        painter: Paints; it is as before afterwards.
        middle: The middle of the chevron.
        pointing: Where it points.
        line_height: Pixels of one line of that text.
        colour: Of its lines.
    """
    unit = line_height * _REACH / 2
    corners = [middle + QPointF(x, y) * unit for x, y in pointing.value]
    stroke = QPen(colour, max(_LEAST_STROKE_PX, line_height * _STROKE))
    stroke.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroke.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(stroke)
    painter.drawPolyline(QPolygonF(corners))
    painter.restore()
