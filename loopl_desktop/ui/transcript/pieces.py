"""What a row is made of: pieces that lie below each other, each with its own height and paint.

A piece is laid out for a width, then painted by parts: of a body that is far taller than the
viewport only the pieces in view are touched. Coordinates are pixels, `top` being the y of the
piece's upper edge in the painter's coordinates.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPainter,
    QPalette,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.text_style import LINE_HEIGHT_PERCENT, TextStyle

GAP_PX = theme.SPACE_PX


class HitKind(Enum):
    """What lies under the pointer."""

    LINK = auto()
    TOGGLE = auto()


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that reacts to a click."""

    kind: HitKind
    target: str = ""
    """A link's address."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a stack that outlives a new width or font."""

    index: int
    """Which piece."""
    share: float
    """How far down in it, 0 to 1."""
    inner: "Mark | None" = None
    """The place in that piece, if it is a stack itself."""


class Piece:
    """A part of a row.

    Attributes:
        gap: Free pixels above the piece; a row's first piece has none.
    """

    gap = GAP_PX

    def set_width(self, width: int) -> int:
        """Lay the piece out.

        Returns:
            Its height in pixels.
        """
        raise NotImplementedError

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw what lies within `clip`, which is in the same coordinates as `origin`."""
        raise NotImplementedError

    def hit(self, point: QPoint) -> Hit | None:
        """What is at a point; (0, 0) is the piece's upper left corner."""
        return None

    def plain_text(self) -> str:
        """The words of the piece."""
        return ""

    def links(self) -> list[str]:
        """The addresses that the piece links to, in order."""
        return []


class Stack(Piece):
    """Pieces below each other."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._tops: list[int] = []
        self._height = 0
        self._width = 0

    def __len__(self) -> int:
        return len(self._pieces)

    @property
    def height(self) -> int:
        """The height for the present width."""
        return self._height

    def add(self, piece: Piece) -> None:
        """Put a piece below the others."""
        top = self._height + (piece.gap if self._pieces else 0)
        self._pieces.append(piece)
        self._tops.append(top)
        self._height = top + (piece.set_width(self._width) if self._width else 0)

    def last_changed(self) -> None:
        """The last piece grew or shrank by itself."""
        if self._pieces:
            height = self._pieces[-1].set_width(self._width) if self._width else 0
            self._height = self._tops[-1] + height

    def truncate(self, count: int) -> None:
        """Keep the first `count` pieces."""
        if count < len(self._pieces):
            cut_top, gap = self._tops[count], self._pieces[count].gap
            self._height = cut_top - gap if count else 0
            del self._pieces[count:], self._tops[count:]

    def set_width(self, width: int) -> int:
        """Lay all pieces out, if the width is another one."""
        if width != self._width:
            pieces = self._pieces
            self._pieces, self._tops, self._height, self._width = [], [], 0, width
            for piece in pieces:
                self.add(piece)
        return self._height

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw the pieces within `clip`."""
        first = max(0, bisect_right(self._tops, clip.top() - origin.y()) - 1)
        for index in range(first, len(self._pieces)):
            top = origin.y() + self._tops[index]
            if top > clip.bottom():
                break
            self._pieces[index].paint(painter, QPoint(origin.x(), top), clip)

    def hit(self, point: QPoint) -> Hit | None:
        """What the piece at that point has there."""
        index = bisect_right(self._tops, point.y()) - 1
        if index < 0:
            return None
        return self._pieces[index].hit(point - QPoint(0, self._tops[index]))

    def plain_text(self) -> str:
        """The words of all pieces."""
        return "\n".join(text for piece in self._pieces if (text := piece.plain_text()))

    def mark_at(self, y: int) -> "Mark | None":
        """What stands at a height, so that it can be found again in another width."""
        index = bisect_right(self._tops, y) - 1
        if index < 0:
            return None
        piece, inside = self._pieces[index], y - self._tops[index]
        inner = piece.mark_at(inside) if isinstance(piece, Stack) else None
        return Mark(index, inside / max(1, self._bottom_of(index) - self._tops[index]), inner)

    def y_of(self, mark: "Mark") -> int | None:
        """Where a mark is now; `None` if there are no such pieces any more."""
        if mark.index >= len(self._pieces):
            return None
        top, piece = self._tops[mark.index], self._pieces[mark.index]
        if mark.inner is not None:
            inside = piece.y_of(mark.inner) if isinstance(piece, Stack) else None
            return top + inside if inside is not None else None
        return top + round(mark.share * (self._bottom_of(mark.index) - top))

    def _bottom_of(self, index: int) -> int:
        if index + 1 < len(self._pieces):
            return self._tops[index + 1] - self._pieces[index + 1].gap
        return self._height

    def links(self) -> list[str]:
        """The addresses of all pieces, each once."""
        return list(dict.fromkeys(link for piece in self._pieces for link in piece.links()))

    def codes(self) -> list[str]:
        """The code blocks, as they were written."""
        found: list[str] = []
        for piece in self._pieces:
            if isinstance(piece, Stack):
                found += piece.codes()
            elif isinstance(piece, CodePiece):
                if piece.is_first or not found:
                    found.append(piece.code)
                else:
                    found[-1] += "\n" + piece.code
        return found


class TextPiece(Piece):
    """A text document in the colour of text."""

    def __init__(self, document: QTextDocument, colour: QColor, gap: int = GAP_PX) -> None:
        self.gap = gap
        self.document = document
        self._colour = colour

    def set_width(self, width: int) -> int:
        """Wrap the text."""
        self.document.setTextWidth(max(1, width))
        return _height_of(self.document)

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw the lines within `clip`."""
        draw_document(painter, self.document, self._colour, origin, clip)

    def hit(self, point: QPoint) -> Hit | None:
        """The link at that point."""
        target = self.document.documentLayout().anchorAt(QPointF(point))
        return Hit(HitKind.LINK, target) if target else None

    def plain_text(self) -> str:
        """The words."""
        return self.document.toPlainText()

    def links(self) -> list[str]:
        """The addresses in the text."""
        found: list[str] = []
        block = self.document.begin()
        while block.isValid():
            places = block.begin()
            while not places.atEnd():
                found.append(places.fragment().charFormat().anchorHref())
                places += 1
            block = block.next()
        return [address for address in found if address]


class QuotePiece(TextPiece):
    """Words that stand apart: set in, behind a bar."""

    def __init__(self, document: QTextDocument, colour: QColor, bar: QColor) -> None:
        super().__init__(document, colour)
        self._bar = bar
        self._height = 0

    def set_width(self, width: int) -> int:
        """Wrap the text beside the bar."""
        self._height = super().set_width(width - 2 * GAP_PX)
        return self._height

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw bar and text."""
        painter.fillRect(QRect(origin.x(), origin.y(), 3, self._height), self._bar)
        super().paint(painter, origin + QPoint(2 * GAP_PX, 0), clip)

    def hit(self, point: QPoint) -> Hit | None:
        """The link at that point."""
        return super().hit(point - QPoint(2 * GAP_PX, 0))


class IndentedPiece(Piece):
    """Another piece, set in: what belongs to the quiet line above it."""

    def __init__(self, piece: Piece, indent: int) -> None:
        self.gap = piece.gap
        self.inner = piece
        self._indent = indent

    def set_width(self, width: int) -> int:
        """Lay the piece out in what is left."""
        return self.inner.set_width(width - self._indent)

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw the piece."""
        self.inner.paint(painter, origin + QPoint(self._indent, 0), clip)

    def hit(self, point: QPoint) -> Hit | None:
        """What the piece has there."""
        return self.inner.hit(point - QPoint(self._indent, 0))

    def plain_text(self) -> str:
        """The words of the piece."""
        return self.inner.plain_text()


class CodePiece(Piece):
    """Lines of code on a quiet ground; a long block is several pieces that look like one."""

    def __init__(self, code: str, document: QTextDocument, style: TextStyle) -> None:
        self.code = code
        self.is_first = True
        self.is_last = True
        self._document = document
        self._style = style
        self._size = (0, 0)

    @property
    def padding(self) -> int:
        """Free pixels around the code."""
        return 3 * GAP_PX // 2

    def continue_block(self) -> None:
        """This piece goes on with the block of the piece above."""
        self.is_first, self.gap = False, 0

    def set_width(self, width: int) -> int:
        """Wrap lines that are too long."""
        self._document.setTextWidth(max(1, width - 2 * self.padding))
        edges = self.padding * (self.is_first + self.is_last)
        self._size = (width, _height_of(self._document) + edges)
        return self._size[1]

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw ground and code."""
        ground = QRect(origin.x(), origin.y(), *self._size)
        if self.is_first and self.is_last:
            fill_rounded(painter, ground, self._style.tint)
        else:
            self._fill_part(painter, ground, clip)
        inner = QPoint(self.padding, self.padding if self.is_first else 0)
        draw_document(painter, self._document, self._style.text, origin + inner, clip)

    def _fill_part(self, painter: QPainter, ground: QRect, clip: QRect) -> None:
        """Draw the ground of a piece that goes on above or below."""
        beyond = 2 * theme.CORNER_RADIUS_PX  # corners of inner edges lie outside of the clip
        above, below = (0 if self.is_first else -beyond), (0 if self.is_last else beyond)
        painter.save()
        painter.setClipRect(ground & clip)
        fill_rounded(painter, ground.adjusted(0, above, 0, below), self._style.tint)
        painter.restore()

    def plain_text(self) -> str:
        """The code."""
        return self.code


class RulePiece(Piece):
    """A line across the column."""

    gap = 2 * GAP_PX

    def __init__(self, style: TextStyle) -> None:
        self._colour = style.line
        self._width = 0

    def set_width(self, width: int) -> int:
        """Take the whole width."""
        self._width = width
        return GAP_PX

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw the line."""
        painter.fillRect(QRect(origin.x(), origin.y(), self._width, 1), self._colour)


def plain_document(text: str, style: TextStyle, code: bool = False) -> QTextDocument:
    """A document that shows a text as it is: no markup is read in it."""
    document = empty_document(style)
    if code:
        document.setDefaultFont(style.code_font)
    document.setPlainText(text)
    if not code:
        airy = QTextBlockFormat()
        airy.setLineHeight(
            LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(airy)
    return document


def empty_document(style: TextStyle) -> QTextDocument:
    """A document in the style of rows, wrapping even in the middle of endless words."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(style.font)
    option = document.defaultTextOption()
    option.setWrapMode(option.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document


def draw_document(
    painter: QPainter, document: QTextDocument, colour: QColor, origin: QPoint, clip: QRect
) -> None:
    """Draw the lines of a document that lie within `clip`, which the painter is clipped to."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = QRectF(clip.translated(-origin.x(), -origin.y()))
    context.palette = _palette_of(colour.rgba())
    painter.translate(origin)
    document.documentLayout().draw(painter, context)
    painter.translate(-origin)


def fill_rounded(painter: QPainter, rect: QRect, colour: QColor) -> None:
    """Fill a rectangle with the corners of this application."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(rect, theme.CORNER_RADIUS_PX, theme.CORNER_RADIUS_PX)
    painter.restore()


@lru_cache(maxsize=16)
def _palette_of(colour: int) -> QPalette:
    """What has no colour of its own in a document takes that of this palette."""
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor.fromRgba(colour))
    return palette


def _height_of(document: QTextDocument) -> int:
    return int(document.size().height() + 0.999)
