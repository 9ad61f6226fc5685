"""A table of a reply: a grid where it fits, else one record below the other."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontMetrics,
    QPainter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.inline_writer import LINE_BREAK, InlineWriter
from loopl_desktop.ui.transcript.pieces import Hit, Piece, TextPiece, empty_document
from loopl_desktop.ui.transcript.text_style import TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

MAX_CELLS = 600
"""Laying out a table costs Qt more than its size: this many cells stay within two frames."""
_COLUMN_LETTERS = 18
"""A column is given room for its longest word, up to this many letters."""


@dataclass(slots=True)
class TableContent:
    """The cells of a table, as inline tokens."""

    header: "list[Token]" = field(default_factory=list)
    rows: "list[list[Token]]" = field(default_factory=list)
    hidden_rows: int = 0
    """Rows at the end that are too many to be laid out."""

    @classmethod
    def of(cls, tokens: "Sequence[Token]") -> "TableContent":
        """Read a table's tokens."""
        content = cls()
        row = content.header
        for token in tokens:
            if token.type == "tr_open":
                row = []
            elif token.type in ("th_open", "td_open"):
                alignment = str(token.attrGet("style") or "")
            elif token.type == "inline":
                token.meta["alignment"] = alignment.removeprefix("text-align:")
                row.append(token)
            elif token.type == "tr_close":
                content._take(row)
        return content

    def _take(self, row: "list[Token]") -> None:
        if not self.header:
            self.header = row
        elif (len(self.rows) + 2) * max(1, len(self.header)) > MAX_CELLS:
            self.hidden_rows += 1
        else:
            self.rows.append(row)


class TablePiece(Piece):
    """Cells in a grid, or as "header: value" lines where the column is too narrow for a grid."""

    gap = 2 * theme.SPACE_PX

    def __init__(self, content: TableContent, style: TextStyle) -> None:
        self._content = content
        self._style = style
        self._grid_width = _least_grid_width(content, style)
        self._grid: TextPiece | None = None
        self._records: TextPiece | None = None
        self._shown: TextPiece | None = None

    @property
    def hides_rows(self) -> bool:
        """Whether the table has more rows than are shown."""
        return self._content.hidden_rows > 0

    def set_width(self, width: int) -> int:
        """Choose the form that fits, and wrap it."""
        if width >= self._grid_width:
            if self._grid is None:
                self._grid = TextPiece(_grid(self._content, self._style), self._style.text)
            self._shown = self._grid
        else:
            if self._records is None:
                self._records = TextPiece(_records(self._content, self._style), self._style.text)
            self._shown = self._records
        return self._shown.set_width(width)

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw the chosen form."""
        if self._shown is not None:
            self._shown.paint(painter, origin, clip)

    def hit(self, point: QPoint) -> Hit | None:
        """The link at that point."""
        return self._shown.hit(point) if self._shown is not None else None

    def links(self) -> list[str]:
        """The addresses in the cells."""
        return self._shown.links() if self._shown is not None else []

    def plain_text(self) -> str:
        """Rows as lines, cells parted by tabs."""
        rows = [self._content.header, *self._content.rows]
        return "\n".join("\t".join(cell.content for cell in row) for row in rows)


def _least_grid_width(content: TableContent, style: TextStyle) -> int:
    metrics = QFontMetrics(style.font)
    padding = 2 * theme.SPACE_PX + 1
    width = 0
    for column in range(len(content.header)):
        words = [
            word[:_COLUMN_LETTERS]
            for row in (content.header, *content.rows)
            if column < len(row)
            for word in row[column].content.split()
        ]
        longest = max(words, key=len, default="")
        width += metrics.horizontalAdvance(longest) + padding
    return width


def _grid(content: TableContent, style: TextStyle) -> QTextDocument:
    document = empty_document(style)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    rows = [content.header, *content.rows]
    table = cursor.insertTable(len(rows), max(1, len(content.header)), _grid_format(style))
    for place, row in enumerate(rows):
        for column, cell in enumerate(row[: table.columns()]):
            _write_cell(table, place, column, cell, style)
    cursor.endEditBlock()
    _drop_line_above(document)
    return document


def _grid_format(style: TextStyle) -> QTextTableFormat:
    grid = QTextTableFormat()
    grid.setBorder(1)
    grid.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    grid.setBorderBrush(QBrush(style.line))
    grid.setBorderCollapse(True)
    grid.setCellPadding(theme.SPACE_PX * 3 / 4)
    grid.setCellSpacing(0)
    grid.setHeaderRowCount(1)
    return grid


def _drop_line_above(document: QTextDocument) -> None:
    """Qt keeps an empty line above a table: give it no height."""
    cursor = QTextCursor(document)
    flat = QTextBlockFormat()
    flat.setLineHeight(0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor.setBlockFormat(flat)


def _write_cell(
    table: QTextTable, row: int, column: int, inline: "Token", style: TextStyle
) -> None:
    cell = table.cellAt(row, column)
    chars = QTextCharFormat()
    if row == 0:
        chars.setFontWeight(QFont.Weight.DemiBold)
        ground = cell.format()
        ground.setBackground(style.tint)
        cell.setFormat(ground)
    cursor = cell.firstCursorPosition()
    block = QTextBlockFormat()
    block.setAlignment(_alignment(str(inline.meta.get("alignment", ""))))
    cursor.setBlockFormat(block)
    InlineWriter(cursor, style).write(inline, chars)


def _alignment(name: str) -> Qt.AlignmentFlag:
    if name == "right":
        return Qt.AlignmentFlag.AlignRight
    return Qt.AlignmentFlag.AlignHCenter if name == "center" else Qt.AlignmentFlag.AlignLeft


def _records(content: TableContent, style: TextStyle) -> QTextDocument:
    """Each row as a paragraph of "header: value" lines."""
    document = empty_document(style)
    cursor = QTextCursor(document)
    inline = InlineWriter(cursor, style)
    quiet, plain = QTextCharFormat(), QTextCharFormat()
    quiet.setForeground(style.quiet)
    below = QTextBlockFormat()
    below.setTopMargin(theme.SPACE_PX)
    cursor.beginEditBlock()
    for place, row in enumerate(content.rows):
        if place:
            cursor.insertBlock(below, plain)
        for column, cell in enumerate(row):
            name = content.header[column].content if column < len(content.header) else ""
            cursor.insertText(f"{LINE_BREAK if column else ''}{name}: ", quiet)
            inline.write(cell, plain)
    cursor.endEditBlock()
    return document
