"""Blocks of Markdown as pieces that can be laid out and painted."""

from itertools import pairwise
from typing import TYPE_CHECKING

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.block_writer import BlockWriter
from loopl_desktop.ui.transcript.markdown_parser import Block
from loopl_desktop.ui.transcript.pieces import (
    GAP_PX,
    CodePiece,
    Piece,
    QuotePiece,
    RulePiece,
    TextPiece,
    empty_document,
    plain_document,
)
from loopl_desktop.ui.transcript.table_piece import TableContent, TablePiece
from loopl_desktop.ui.transcript.text_style import TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QTextDocument

CODE_PIECE_LINES = 200
"""Lines of code in one piece: what is painted when any of them is in view."""
_HEADING_GAP_PX = 2 * theme.SPACE_PX


def pieces_of(block: Block, lines: "Sequence[str]", style: TextStyle) -> list[Piece]:
    """The pieces of one top-level block.

    Args:
        block: What was read.
        lines: The lines that the block's line numbers count.
        style: Fonts and colours.
    """
    if block.kind == "table_open":
        return table_pieces(TableContent.of(block.tokens), style)
    if block.is_too_intricate:
        return [text_piece("\n".join(lines[block.first_line : block.end_line]), style)]
    match block.kind:
        case "fence" | "code_block":
            return list(code_pieces(block.tokens[0].content.removesuffix("\n"), style))
        case "hr":
            return [RulePiece(style)]
        case "blockquote_open":
            return [QuotePiece(_written(block.tokens[1:-1], style), style.quiet, style.line)]
        case "heading_open":
            document = _written(block.tokens, style)
            return [TextPiece(document, style.text, gap=_HEADING_GAP_PX)]
        case _:
            return [TextPiece(_written(block.tokens, style), style.text)]


def text_piece(text: str, style: TextStyle, gap: int = GAP_PX) -> TextPiece:
    """A text as it was written."""
    return TextPiece(plain_document(text, style), style.text, gap)


def note_piece(text: str, style: TextStyle) -> TextPiece:
    """A quiet remark of the application."""
    return TextPiece(plain_document(text, style), style.quiet)


def code_piece(lines: "Sequence[str]", style: TextStyle) -> CodePiece:
    """Lines of code as one piece."""
    code = "\n".join(lines)
    return CodePiece(code, plain_document(code, style, code=True), style)


def code_pieces(code: str, style: TextStyle) -> list[CodePiece]:
    """One code block, in pieces that look like one."""
    lines = code.split("\n")
    pieces = [
        code_piece(lines[start : start + CODE_PIECE_LINES], style)
        for start in range(0, len(lines), CODE_PIECE_LINES)
    ]
    for above, below in pairwise(pieces):
        above.is_last = False
        below.continue_block()
    return pieces


def hidden_rows_note(count: int) -> str:
    """What stands below a table that was cut."""
    rows = "1 more row is" if count == 1 else f"{count:,} more rows are"
    return f"{rows} not shown. Copying the message gives the whole table."


def table_pieces(content: TableContent, style: TextStyle) -> list[Piece]:
    """A table, and a note where it was cut."""
    pieces: list[Piece] = [TablePiece(content, style)]
    if content.hidden_rows:
        pieces.append(note_piece(hidden_rows_note(content.hidden_rows), style))
    return pieces


def _written(tokens: "Sequence[Token]", style: TextStyle) -> "QTextDocument":
    document = empty_document(style)
    BlockWriter(document, style).write(tokens)
    return document
