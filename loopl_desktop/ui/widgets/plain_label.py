"""Labels for text that somebody else wrote: plain, whole, and broken wherever it must be.

`QLabel` guesses rich text and wraps at blanks only, so that one long word makes a window 35,000
pixels wide. A `PlainLabel` shows every character as it is and never asks for more width than its
place has.
"""

import math
from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QStaticText,
    QTextOption,
    QTransform,
)
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from loopl_desktop.ui import theme

_MEASURED_CHARACTERS = 400
"""A line with more characters is wider than any place for it; measuring it would tell no more."""
_LONGEST_WORD = 500
_WIDEST_PX = 10 * theme.READING_WIDTH_PX
_ROUNDING_PX = 2
"""Glyphs are placed at fractions of a pixel: without it a line may break that just fits."""
_LINE_BREAK = "\N{LINE SEPARATOR}"
"""The one line break that `QStaticText` knows."""


class Tone(Enum):
    """What a text means; its colour follows the palette."""

    NORMAL = auto()
    QUIET = auto()
    ERROR = auto()
    ACCENT = auto()

    def colour(self, palette: QPalette) -> QColor:
        """The colour of this tone on the palette's Window and Base."""
        match self:
            case Tone.NORMAL:
                return palette.color(QPalette.ColorRole.WindowText)
            case Tone.QUIET:
                return theme.quiet_text(palette)
            case Tone.ERROR:
                return theme.error_text(palette)
            case Tone.ACCENT:
                return theme.accent(palette)


class WrappedText:
    """Plain text broken to a width: at blanks, and within a word that is longer than the line.

    Sizes are kept until `forget_sizes` is called, which an owner does when its font changes. The
    font is given as the owner's method, e.g. `self.font`, and asked for when there is something
    to measure: a layout asks for sizes hundreds of times.
    """

    def __init__(self, text: str, alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        self._text = text
        self._alignment = alignment
        self._is_simple = text.isascii() and "\n" not in text
        """Needs no layout where it fits into one line."""
        self._static: QStaticText | None = None
        self._natural_width: int | None = None
        self._heights: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._text)

    def forget_sizes(self) -> None:
        """Measure again: the font has changed."""
        self._static = None
        self._natural_width = None
        self._heights.clear()

    def natural_width(self, font: Callable[[], QFont]) -> int:
        """The width that needs no break, in pixels; bounded for endless lines."""
        if self._natural_width is None:
            lines = self._text.split("\n")
            metrics = QFontMetricsF(font())
            self._natural_width = (
                _WIDEST_PX
                if max(map(len, lines)) > _MEASURED_CHARACTERS
                else math.ceil(max(map(metrics.horizontalAdvance, lines))) + _ROUNDING_PX
            )
        return self._natural_width

    def height(self, width: int, font: Callable[[], QFont]) -> int:
        """The height of the text in a column of `width` pixels."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._measured_height(width, font)
        return height

    def _measured_height(self, width: int, font: Callable[[], QFont]) -> int:
        if not self._text:
            return 0
        if self._is_simple and self.natural_width(font) <= width:
            return QFontMetrics(font()).height()
        return math.ceil(self._prepared(width, font()).size().height())

    def _prepared(self, width: int, font: QFont) -> QStaticText:
        static = self._static
        if static is None:
            option = QTextOption(self._alignment)
            option.setWrapMode(_wrap_mode(self._text))
            static = self._static = QStaticText(self._text.replace("\n", _LINE_BREAK))
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.setTextOption(option)
        if static.textWidth() != width:
            static.setTextWidth(width)
            static.prepare(QTransform(), font)
        return static

    def paint(self, painter: QPainter, left: int, top: int, width: int) -> None:
        """Draw it in a column of `width` pixels, with the painter's font and pen."""
        if not self._text:
            return
        natural = self.natural_width(painter.font)
        if self._is_simple and natural <= width:
            if self._alignment == Qt.AlignmentFlag.AlignHCenter:
                left += (width - natural + _ROUNDING_PX) // 2
            painter.drawText(left, top + painter.fontMetrics().ascent(), self._text)
        else:
            painter.drawStaticText(QPointF(left, top), self._prepared(width, painter.font()))


def _wrap_mode(text: str) -> QTextOption.WrapMode:
    """At blanks; but looking for them in an endless word takes time by the square of its length."""
    if len(text) > _LONGEST_WORD and max(map(len, text.split()), default=0) > _LONGEST_WORD:
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class PlainLabel(QLabel):
    """A wrapping label of plain text that can be copied from its context menu."""

    def __init__(
        self,
        text: str = "",
        tone: Tone = Tone.NORMAL,
        *,
        bold: bool = False,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        self._alignment = alignment
        self._wrapped = WrappedText(text, alignment)
        self._tone = tone
        self._hint: QSize | None = None
        self._least: QSize | None = None
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)  # gives the size policy that layouts ask for a height by width
        if bold:
            font = QFont()  # resolves the weight only: size and family stay the application's
            font.setWeight(QFont.Weight.DemiBold)
            self.setFont(font)
        super().setText(text)

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            self._wrapped = WrappedText(text, self._alignment)
            self._hint = self._least = None
            super().setText(text)

    def set_tone(self, tone: Tone) -> None:
        """Give the text another meaning."""
        if tone is not self._tone:
            self._tone = tone
            self.update()

    def sizeHint(self) -> QSize:
        """The size that needs no break."""
        if self._hint is None:
            width = self._wrapped.natural_width(self.font)
            self._hint = QSize(width, self._wrapped.height(width, self.font))
        return self._hint

    def minimumSizeHint(self) -> QSize:
        """Room for a short word, in one line."""
        if self._least is None:
            line = self.fontMetrics().height()
            self._least = QSize(min(2 * line, self._wrapped.natural_width(self.font)), line)
        return self._least

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        return self._wrapped.height(width, self.font)

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
        if event.type() == QEvent.Type.FontChange:
            self._wrapped.forget_sizes()
            self._hint = self._least = None
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text in the colour of its tone."""
        painter = QPainter(self)
        painter.setPen(self._tone.colour(self.palette()))
        place = self.contentsRect()
        self._wrapped.paint(painter, place.left(), place.top(), place.width())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the text."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy").triggered.connect(self._copy)
        menu.popup(event.globalPos())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
