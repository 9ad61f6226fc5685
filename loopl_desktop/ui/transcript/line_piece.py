"""The quiet line of a row that can be folded: a chevron, what it was, and how it ended."""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout, QTextOption

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.pieces import Hit, HitKind, Piece
from loopl_desktop.ui.transcript.plain_text import is_right_to_left
from loopl_desktop.ui.transcript.text_style import LINE_HEIGHT_PERCENT, TextStyle
from loopl_desktop.ui.widgets.chevron import Pointing, draw_chevron

_JOINT = " — "
_LEAST_SHARE = 0.4
"""The part of the line that either half keeps when both are too long."""
_NARROW_LINES = 24
"""In a column narrower than this many line heights the ending may take a line of its own."""
_ELIDE = Qt.TextElideMode.ElideRight


class LinePiece(Piece):
    """One line: what does not fit is elided, and seen in full when unfolded."""

    def __init__(
        self,
        text: str,
        style: TextStyle,
        *,
        ending: str = "",
        expanded: bool = False,
        wraps: bool = False,
    ) -> None:
        """Make a line.

        Args:
            text: What it was, in quiet colour.
            style: Fonts and colours.
            ending: How it ended, in the colour of text.
            expanded: Which way the chevron points.
            wraps: Show all of the text, over several lines where it must.
        """
        self._text = text
        self._ending = ending
        self._expanded = expanded
        self._wraps = wraps
        self._style = style
        self._metrics = QFontMetrics(style.font)
        self._line_height = style.line_height * LINE_HEIGHT_PERCENT // 100
        self._is_mirrored = is_right_to_left(text)
        self._lines: list[tuple[str, ...]] = []
        self._size = (0, 0)

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """What is drawn: lines of (what it was, joint, ending), (what it was) or (ending)."""
        return self._lines

    def set_width(self, width: int) -> int:
        """Take the width; the height is at least that of a thing to click."""
        self._lines = self._broken(width - self._style.chevron_column)
        text_height = len(self._lines) * self._line_height
        self._size = (width, max(theme.CONTROL_HEIGHT_PX, text_height + theme.SPACE_PX))
        return self._size[1]

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw chevron and words; mirrored where the words start at the right."""
        painter.save()
        painter.setFont(self._style.font)
        top = origin.y() + (self._size[1] - len(self._lines) * self._line_height) // 2
        self._paint_chevron(painter, origin, top + self._line_height / 2)
        for number, parts in enumerate(self._lines):
            self._paint_line(painter, origin.x(), top + number * self._line_height, parts)
        painter.restore()

    def hit(self, point: QPoint) -> Hit | None:
        """The whole line folds and unfolds."""
        return Hit(HitKind.TOGGLE) if QRect(0, 0, *self._size).contains(point) else None

    def plain_text(self) -> str:
        """The line, not elided."""
        return f"{self._text}{_JOINT}{self._ending}" if self._ending else self._text

    def _broken(self, width: int) -> list[tuple[str, ...]]:
        """The words as they fit; the ending is what people look for."""
        advance, elided = self._metrics.horizontalAdvance, self._metrics.elidedText
        if not self._ending:
            return self._wrapped(width) if self._wraps else [(elided(self._text, _ELIDE, width),)]
        free = width - advance(_JOINT)
        wanted = advance(self._text), advance(self._ending)
        if sum(wanted) <= free:
            return [(self._text, _JOINT, self._ending)]
        if self._wraps:
            return self._wrapped(width)
        least = int(free * _LEAST_SHARE)
        if width < _NARROW_LINES * self._style.line_height and wanted[1] > free - least:
            return [(elided(self._text, _ELIDE, width),), (elided(self._ending, _ELIDE, width),)]
        ending = elided(self._ending, _ELIDE, free - min(wanted[0], least))
        return [(elided(self._text, _ELIDE, free - advance(ending)), _JOINT, ending)]

    def _wrapped(self, width: int) -> list[tuple[str, ...]]:
        """All of the text, then the ending where there is room for it."""
        *above, last = wrapped_lines(self._text, self._style.font, width)
        lines: list[tuple[str, ...]] = [(line,) for line in above]
        if not self._ending:
            return [*lines, (last,)]
        whole = (last, _JOINT, self._ending)
        if sum(map(self._metrics.horizontalAdvance, whole)) <= width:
            return [*lines, whole]
        ending = self._metrics.elidedText(self._ending, _ELIDE, width)
        return [*lines, (last,), (ending,)]

    def _paint_line(self, painter: QPainter, left: int, top: int, parts: tuple[str, ...]) -> None:
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        x = left + self._style.chevron_column
        for part in parts:
            width = self._metrics.horizontalAdvance(part)
            place = QRect(x, top, width, self._line_height)
            if self._is_mirrored:
                place.moveRight(left + self._size[0] - (x - left) - 1)
            is_ending = bool(self._ending) and part is parts[-1] and parts is self._lines[-1]
            painter.setPen(self._style.text if is_ending else self._style.quiet)
            painter.drawText(place, align | Qt.TextFlag.TextDontClip, part)
            x += width

    def _paint_chevron(self, painter: QPainter, origin: QPoint, y: float) -> None:
        pointing = Pointing.LEFT if self._is_mirrored else Pointing.RIGHT
        from_side = self._style.chevron_column // 3
        x = self._size[0] - from_side if self._is_mirrored else from_side
        draw_chevron(
            painter,
            QPointF(origin.x() + x, y),
            Pointing.DOWN if self._expanded else pointing,
            self._style.line_height,
            self._style.quiet,
        )


def wrapped_lines(text: str, font: QFont, width: int) -> list[str]:
    """A text broken into lines of at most `width` pixels, at least one."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    units = text.encode("utf-16-le")  # what Qt counts in
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width))
        start, end = line.textStart(), line.textStart() + line.textLength()
        lines.append(units[2 * start : 2 * end].decode("utf-16-le").rstrip())
    layout.endLayout()
    return lines or [text]
