"""Writes Markdown blocks into a document: paragraphs, headings, nested lists, quotations, code.

Blocks that need a ground or a grid of their own at the top level (fences, tables, rules) are
pieces; here they appear only inside of a list or a quotation, where they take a simpler form.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
)

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.inline_writer import LINE_BREAK, InlineWriter
from loopl_desktop.ui.transcript.text_style import LINE_HEIGHT_PERCENT, TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_TASK = re.compile(r"\[([ xX])\] ")


@dataclass(slots=True)
class _OpenList:
    """A list that is being written."""

    list_format: QTextListFormat
    text_list: QTextList | None = None
    item_begins: bool = False
    """The next block is the first of an item."""


class BlockWriter:
    """Writes token groups into an empty document, top to bottom."""

    def __init__(self, document: QTextDocument, style: TextStyle) -> None:
        self._style = style
        self._cursor = QTextCursor(document)
        self._inline = InlineWriter(self._cursor, style)
        self._lists: list[_OpenList] = []
        self._quotes = 0
        self._cells = 0
        self._block_chars = QTextCharFormat()
        self._is_empty = True
        document.setIndentWidth(style.indent)

    def write(self, tokens: "Sequence[Token]") -> None:
        """Write one or more whole blocks."""
        self._cursor.beginEditBlock()
        for token in tokens:
            self._write_token(token)
        self._cursor.endEditBlock()

    def _write_token(self, token: "Token") -> None:
        match token.type:
            case "inline":
                self._write_inline(token)
            case "paragraph_open":
                self._start_block(QTextBlockFormat(), QTextCharFormat())
            case "heading_open":
                self._start_heading(int(token.tag[1:]))
            case "fence" | "code_block":
                self._write_code(token.content)
            case "hr":
                self._write_rule()
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case _:
                self._write_list_token(token)

    def _write_list_token(self, token: "Token") -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._open_list(token)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._lists[-1].item_begins = True
            case "list_item_close":
                self._close_item()
            case _:
                self._write_table_token(token)

    def _write_table_token(self, token: "Token") -> None:
        """A table within a list or a quotation is written as lines."""
        if token.type == "tr_open":
            self._cells = 0
            self._start_block(QTextBlockFormat(), QTextCharFormat())
        elif token.type in ("th_open", "td_open"):
            if self._cells:
                self._cursor.insertText("  ·  ", self._block_chars)
            self._cells += 1

    def _write_inline(self, token: "Token") -> None:
        task = _TASK.match(token.content) if self._starts_item() else None
        first = token.children[0] if token.children else None
        if task and first is not None and first.type == "text":
            first.content = first.content[task.end() :]
            marked = self._cursor.blockFormat()
            is_done = task.group(1) in "xX"
            marker = QTextBlockFormat.MarkerType
            marked.setMarker(marker.Checked if is_done else marker.Unchecked)
            self._cursor.setBlockFormat(marked)
        self._inline.write(token, self._block_chars)

    def _starts_item(self) -> bool:
        return self._cursor.currentList() is not None and self._cursor.atBlockStart()

    def _start_heading(self, level: int) -> None:
        heading = QTextCharFormat()
        heading.setFontWeight(QFont.Weight.DemiBold)
        heading.setFontPointSize(self._style.heading_size(level))
        self._start_block(QTextBlockFormat(), heading, gap=2 * theme.SPACE_PX)

    def _write_code(self, code: str) -> None:
        ground = QTextBlockFormat()
        ground.setBackground(self._style.tint)
        chars = QTextCharFormat()
        chars.setFont(self._style.code_font)
        self._start_block(ground, chars)
        lines = code.rstrip("\n").replace("\n", LINE_BREAK)
        self._cursor.insertText(lines, self._block_chars)

    def _write_rule(self) -> None:
        rule = QTextBlockFormat()
        whole = QTextLength(QTextLength.Type.PercentageLength, 100)
        rule.setProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth, whole)
        self._start_block(rule, QTextCharFormat())

    def _open_list(self, token: "Token") -> None:
        list_format = QTextListFormat()
        list_format.setIndent(len(self._lists) + 1 + self._quotes)
        if token.type == "ordered_list_open":
            list_format.setStyle(QTextListFormat.Style.ListDecimal)
            start = token.attrGet("start")
            list_format.setStart(int(start) if start is not None else 1)
        else:
            list_format.setStyle(_BULLETS[len(self._lists) % len(_BULLETS)])
        if self._lists and self._lists[-1].item_begins:
            # "- - a": the outer item has no words of its own, but its mark must be seen.
            self._start_block(QTextBlockFormat(), QTextCharFormat())
        self._lists.append(_OpenList(list_format))

    def _close_item(self) -> None:
        if self._lists[-1].item_begins:  # an item without any words
            self._start_block(QTextBlockFormat(), QTextCharFormat())

    def _start_block(
        self, block: QTextBlockFormat, chars: QTextCharFormat, gap: int = theme.SPACE_PX
    ) -> None:
        item = self._lists[-1] if self._lists and self._lists[-1].item_begins else None
        if not self._is_empty:
            block.setTopMargin(gap // 2 if item else gap)
        if item is None:
            block.setIndent(len(self._lists) + self._quotes)
        block.setLineHeight(LINE_HEIGHT_PERCENT, _PROPORTIONAL)
        if self._quotes:
            chars.setForeground(self._style.quiet)
        self._block_chars = chars
        if self._is_empty:
            self._is_empty = False
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(chars)
        else:
            self._cursor.insertBlock(block, chars)
        if item is not None:
            item.item_begins = False
            self._join_list(item)

    def _join_list(self, item: _OpenList) -> None:
        if item.text_list is None:
            item.text_list = self._cursor.createList(item.list_format)
        else:
            item.text_list.add(self._cursor.block())
