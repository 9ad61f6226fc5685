"""Each kind of row as pieces, with the free space around it."""

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    TranscriptItem,
    UserItem,
)
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript import quiet_lines
from loopl_desktop.ui.transcript.bubble_piece import BubblePiece
from loopl_desktop.ui.transcript.line_piece import LinePiece
from loopl_desktop.ui.transcript.markdown_body import MarkdownBody
from loopl_desktop.ui.transcript.markdown_pieces import code_pieces, note_piece, text_piece
from loopl_desktop.ui.transcript.pieces import (
    IndentedPiece,
    Piece,
    QuotePiece,
    Stack,
    TextPiece,
    plain_document,
)
from loopl_desktop.ui.transcript.plain_text import legible, one_line
from loopl_desktop.ui.transcript.text_style import TextStyle

SPACE = theme.SPACE_PX
MAX_DETAIL_CHARS = 20_000
"""Of reasoning, and of a tool's arguments and result: more is left to copying."""
MAX_CHILD_LINES = 200
_CHOSEN, _NOT_CHOSEN = "✓\t", "\t"


class RowPicture(Stack):
    """One row, ready to be painted at one width.

    Attributes:
        margin_top: Free pixels above the pieces.
        margin_bottom: Free pixels below them.
    """

    def __init__(
        self, item: TranscriptItem, style: TextStyle, *, expanded: bool, markdown: bool = True
    ) -> None:
        """Make the pieces.

        Args:
            item: The row.
            style: Fonts and colours.
            expanded: Also show what is behind the row's quiet line.
            markdown: Whether Markdown can be read yet; if not, a reply is shown as it came.
        """
        super().__init__()
        self._body: MarkdownBody | None = None
        self._shown_reasoning = ""
        is_line = isinstance(item, ToolItem | AskItem | ChildItem)
        self.margin_top = 3 * SPACE if isinstance(item, UserItem) else SPACE
        self.margin_bottom = SPACE
        if is_line and not expanded:
            self.margin_top = self.margin_bottom = 0
        for piece in self._pieces_for(item, style, expanded, markdown):
            self.add(piece)

    def grow(self, item: AssistantItem, expanded: bool) -> bool:
        """Take over more text of the same reply.

        Returns:
            Whether that was possible without making the picture anew.
        """
        if self._body is None or self._shown_reasoning != _shown_reasoning(item, expanded):
            return False
        self._body.set_text(item.text)
        self.last_changed()
        return True

    @property
    def is_cut(self) -> bool:
        """Whether a reply is longer than what is shown of it."""
        return self._body is not None and self._body.is_cut

    def body_text(self) -> str:
        """The words of a reply; empty for any other row."""
        return self._body.plain_text() if self._body is not None else ""

    def _pieces_for(
        self, item: TranscriptItem, style: TextStyle, expanded: bool, markdown: bool
    ) -> list[Piece]:
        match item:
            case UserItem(text):
                return [BubblePiece(text, style)]
            case AssistantItem():
                return self._reply(item, style, expanded, markdown)
            case ToolItem():
                return _tool(item, style, expanded)
            case AskItem():
                return _ask(item, style, expanded)
            case ChildItem():
                return _child(item, style, expanded)
            case NoticeItem(text, kind):
                return [_failure(text, style) if kind == "failed" else _quoted(text, style)]
            case never:
                assert_never(never)

    def _reply(
        self, item: AssistantItem, style: TextStyle, expanded: bool, markdown: bool
    ) -> list[Piece]:
        pieces: list[Piece] = []
        self._shown_reasoning = _shown_reasoning(item, expanded)
        if item.reasoning:
            pieces.append(LinePiece("Thought", style, expanded=expanded))
            if expanded:
                pieces += _set_in([_quoted(item.reasoning, style)], style)
        if not markdown:
            return [*pieces, text_piece(legible(item.text[:MAX_DETAIL_CHARS]), style)]
        self._body = MarkdownBody(style)
        self._body.set_text(item.text)
        return [*pieces, self._body]


def _shown_reasoning(item: AssistantItem, expanded: bool) -> str:
    """What the pieces before the body depend on."""
    return item.reasoning if expanded else item.reasoning[:1]


def _set_in(pieces: Sequence[Piece], style: TextStyle) -> list[Piece]:
    """In line with the words of the quiet line above."""
    return [IndentedPiece(piece, style.chevron_column) for piece in pieces]


def _quoted(text: str, style: TextStyle) -> Piece:
    document = plain_document(legible(text[:MAX_DETAIL_CHARS]), style)
    return QuotePiece(document, style.quiet, style.line)


def _failure(text: str, style: TextStyle) -> Piece:
    document = plain_document(legible(text[:MAX_DETAIL_CHARS]), style)
    return QuotePiece(document, style.text, style.error)


def _tool(item: ToolItem, style: TextStyle, expanded: bool) -> list[Piece]:
    pieces: list[Piece] = [LinePiece(quiet_lines.tool_line(item), style, expanded=expanded)]
    if expanded:
        details = _detail("Arguments", quiet_lines.pretty_json(item.arguments), style)
        if item.result is not None:
            details += _detail("Result", item.result, style)
        pieces += _set_in(details, style)
    return pieces


def _detail(title: str, text: str, style: TextStyle) -> list[Piece]:
    shown = legible(text[:MAX_DETAIL_CHARS])
    pieces: list[Piece] = [note_piece(title, style), *code_pieces(shown, style)]
    if len(text) > MAX_DETAIL_CHARS:
        left = len(text) - MAX_DETAIL_CHARS
        pieces.append(
            note_piece(f"{left:,} more characters are not shown. Copying gives all.", style)
        )
    return pieces


def _ask(item: AskItem, style: TextStyle, expanded: bool) -> list[Piece]:
    question, ending = quiet_lines.question_line(item.request), quiet_lines.ending_line(item)
    if not expanded:
        return [LinePiece(question, style, ending=ending)]
    details = TextPiece(_details(item, style), style.text)
    line = LinePiece(question, style, ending=ending, expanded=True, wraps=True)
    return [line, *_set_in([details], style)]


def _details(item: AskItem, style: TextStyle) -> QTextDocument:
    """What the line does not tell of a question: what it offered, what was chosen, how it ended.

    The question itself is told again only where it is more than the one line.
    """
    request = item.request
    text = legible(request.text)
    is_whole = text.strip() == quiet_lines.question_line(request)
    document = plain_document("" if is_whole else text, style)
    option_text = document.defaultTextOption()
    option_text.setTabStopDistance(style.indent)
    document.setDefaultTextOption(option_text)
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    quiet, plain, strong = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    quiet.setForeground(style.quiet)
    strong.setFontWeight(QFont.Weight.DemiBold)
    chosen = quiet_lines.chosen_values(request, item.answer)
    for option in request.options:
        is_chosen = option.value in chosen
        _start_block(cursor)
        cursor.insertText(_CHOSEN if is_chosen else _NOT_CHOSEN, quiet)
        cursor.insertText(legible(option.label), strong if is_chosen else plain)
        if option.description:
            cursor.insertText(f"  {one_line(option.description)}", quiet)
    for label, value in quiet_lines.field_lines(request, item.answer):
        _start_block(cursor)
        cursor.insertText(f"{label}: ", quiet)
        cursor.insertText(value or "–", plain)
    if not chosen and not quiet_lines.is_filled_form(item):
        _start_block(cursor)
        cursor.insertText(quiet_lines.ending_line(item), strong)
    return document


def _start_block(cursor: QTextCursor) -> None:
    """Go to a block of its own; an empty document has one already."""
    spaced = QTextBlockFormat()
    spaced.setTopMargin(SPACE // 2)
    if cursor.document().isEmpty():
        cursor.setBlockFormat(spaced)
    else:
        cursor.insertBlock(spaced, QTextCharFormat())


def _child(item: ChildItem, style: TextStyle, expanded: bool) -> list[Piece]:
    pieces: list[Piece] = [LinePiece(quiet_lines.child_line(item), style, expanded=expanded)]
    if expanded:
        lines = [
            one_line(quiet_lines.copied_text(inner))
            for inner in item.transcript.items[-MAX_CHILD_LINES:]
        ]
        pieces += _set_in([_quoted("\n".join(lines), style)], style)
    return pieces
