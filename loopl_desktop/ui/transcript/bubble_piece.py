"""The person's own message: plain text on a tinted ground at the right."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.markdown_pieces import note_piece, text_piece
from loopl_desktop.ui.transcript.pieces import Piece, Stack, TextPiece, fill_rounded
from loopl_desktop.ui.transcript.plain_text import legible
from loopl_desktop.ui.transcript.text_style import TextStyle

MAX_SHOWN_CHARS = 40_000
_PART_CHARS = 4_000
_PADDING_X_PX = 2 * theme.SPACE_PX
_PADDING_Y_PX = 5 * theme.SPACE_PX // 4
_WIDEST_SHARE = 0.85


class BubblePiece(Piece):
    """As wide as its text, and no wider than most of the column."""

    def __init__(self, text: str, style: TextStyle) -> None:
        self._style = style
        self._parts = [
            text_piece(part, style, gap=0) for part in _parts(legible(text[:MAX_SHOWN_CHARS]))
        ]
        if len(text) > MAX_SHOWN_CHARS:
            left = len(text) - MAX_SHOWN_CHARS
            sentence = f"{left:,} more characters are not shown. Copying the message gives all."
            self._parts.append(note_piece(sentence, style))
        self._stack = Stack()
        for piece in self._parts:
            self._stack.add(piece)
        self._bubble = QRect()

    def set_width(self, width: int) -> int:
        """Wrap the text, then draw the ground around it."""
        widest = int(width * _WIDEST_SHARE) - 2 * _PADDING_X_PX
        self._stack.set_width(widest)
        text_width = min(widest, max(self._natural_width(piece) for piece in self._parts))
        height = self._stack.set_width(text_width) + 2 * _PADDING_Y_PX
        outer = text_width + 2 * _PADDING_X_PX
        self._bubble = QRect(width - outer, 0, outer, height)
        return height

    def paint(self, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        """Draw ground and text."""
        fill_rounded(painter, self._bubble.translated(origin), self._style.tint)
        inner = QPoint(_PADDING_X_PX, _PADDING_Y_PX + 1)
        self._stack.paint(painter, origin + self._bubble.topLeft() + inner, clip)

    def plain_text(self) -> str:
        """The message."""
        return self._stack.plain_text()

    @staticmethod
    def _natural_width(piece: TextPiece) -> int:
        return int(piece.document.idealWidth()) + 1


def _parts(text: str) -> list[str]:
    """The text in parts that are laid out one by one; cut at line ends where there are some."""
    parts: list[str] = []
    while len(text) > _PART_CHARS:
        newline = text.rfind("\n", 0, _PART_CHARS)
        parts.append(text[: newline if newline >= 0 else _PART_CHARS])
        text = text[newline + 1 if newline >= 0 else _PART_CHARS :]
    return [*parts, text]
