"""A reply as pieces, cheap to let grow.

A reply is read in windows of some thousand characters. Blocks that no later text can change are
closed: they are laid out once and never touched again. Only the last, open block is read anew when
text arrives, so the cost of one more token does not depend on the length of the reply, and a text
that comes whole gives the same pieces as one that came token by token.
"""

from dataclasses import dataclass, field

from loopl_desktop.ui.transcript.markdown_parser import (
    Block,
    Parsed,
    References,
    parse,
    split_list,
)
from loopl_desktop.ui.transcript.markdown_pieces import (
    CODE_PIECE_LINES,
    code_piece,
    hidden_rows_note,
    note_piece,
    pieces_of,
)
from loopl_desktop.ui.transcript.pieces import CodePiece, Piece, Stack
from loopl_desktop.ui.transcript.plain_text import legible
from loopl_desktop.ui.transcript.table_piece import TableContent, TablePiece
from loopl_desktop.ui.transcript.text_style import TextStyle

WINDOW_CHARS = 4_000
MAX_SHOWN_CHARS = 100_000
MAX_RESTARTS = 32
"""How often a late link definition may have the blocks above it written again."""


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a text that is read at once."""

    text: str
    is_last: bool
    """No text behind it yet."""

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def complete_lines(self) -> int:
        return self.text.count("\n")

    def offset_of(self, line: int) -> int:
        """Where a line starts."""
        place = 0
        for _ in range(line):
            place = self.text.find("\n", place) + 1
            if not place:
                return len(self.text)
        return place


@dataclass(slots=True)
class _OpenFence:
    """A fenced code block whose end has not come."""

    marker: str
    indent: int
    lines: list[str] = field(default_factory=list)
    is_continued: bool = False
    """Some of its pieces are closed already."""

    @classmethod
    def of(cls, block: Block, lines: list[str]) -> "_OpenFence | None":
        """The fence if this block is one and is open."""
        if block.kind != "fence":
            return None
        opening = lines[block.first_line]
        fence = cls(block.tokens[0].markup, len(opening) - len(opening.lstrip(" ")))
        is_closed = block.end_line - block.first_line > 1 and fence.ends_at(
            lines[block.end_line - 1]
        )
        return None if is_closed else fence

    def ends_at(self, line: str) -> bool:
        """Whether this line closes the fence."""
        words = line.strip(" \t")
        return len(words) >= len(self.marker) and set(words) == {self.marker[0]}

    def may_end_at(self, line: str) -> bool:
        """Whether this line may yet become the closing one."""
        return not line.strip(" ").strip(self.marker[0])

    def dedented(self, line: str) -> str:
        """The line without the indentation of the fence."""
        spaces = len(line) - len(line.lstrip(" "))
        return line[min(spaces, self.indent) :]


class MarkdownBody(Stack):
    """The pieces of one reply."""

    def __init__(self, style: TextStyle) -> None:
        super().__init__()
        self._style = style
        self._text = ""
        self._references: References = {}
        self._restarts = 0
        self._start_over()

    @property
    def is_cut(self) -> bool:
        """Whether some of the text is not shown."""
        return self._is_cut

    def set_text(self, text: str) -> None:
        """Show this text; one that starts with the text before only adds to it."""
        if text == self._text:
            return
        if not text.startswith(self._text):
            self._references, self._restarts = {}, 0
            self._start_over()
        self._text = text
        self.truncate(self._closed)
        while self._read_on():
            pass
        if len(text) > MAX_SHOWN_CHARS:
            self._is_cut = True
            left = len(text) - MAX_SHOWN_CHARS
            sentence = f"{left:,} more characters are not shown. Copying the message gives all."
            self.add(note_piece(sentence, self._style))

    def _start_over(self) -> None:
        self._closed = 0
        self._next = 0
        self._fence: _OpenFence | None = None
        self._hidden_rows: int | None = None
        self._is_cut = False
        self._continued_list: tuple[int, int] | None = None
        self.truncate(0)

    def _read_on(self) -> bool:
        """Close the blocks of the next window that can be closed.

        Returns:
            Whether there is more to read; if not, the open end was added as pieces that the next
            call of `set_text` takes off again.
        """
        if self._fence is not None:
            return self._read_fence(self._fence)
        if self._hidden_rows is not None:
            return self._read_hidden_rows(self._hidden_rows)
        window = self._window()
        parsed = parse(window.text, self._references)
        if self._learn(parsed, window):
            return True
        return self._close_blocks(parsed.blocks, window)

    def _window(self) -> _Window:
        shown = min(len(self._text), MAX_SHOWN_CHARS)
        end = self._next + WINDOW_CHARS
        if end >= shown:
            return _Window(legible(self._text[self._next : shown]), is_last=True)
        for edge in ("\n", " "):
            found = self._text.rfind(edge, self._next, end) + 1
            if found > self._next:
                end = found
                break
        return _Window(legible(self._text[self._next : end]), is_last=False)

    def _learn(self, parsed: Parsed, window: _Window) -> bool:
        """Keep link definitions; whether blocks above must be written again because of them."""
        new = {
            name: definition
            for name, definition in parsed.references.items()
            if name not in self._references and definition["map"][1] <= window.complete_lines
        }
        self._references.update(new)
        if not new or not self._closed or self._restarts >= MAX_RESTARTS:
            return False
        self._restarts += 1
        self._start_over()
        return True

    def _close_blocks(self, blocks: list[Block], window: _Window) -> bool:
        if not blocks:
            if not window.is_last:
                self._next += len(window.text)
            return not window.is_last
        number_of_first = self._number_of_continued_list(blocks[0])
        if number_of_first is not None:
            blocks[0].tokens[0].attrSet("start", str(number_of_first))
        last = blocks[-1]
        # A line that is still being written may turn out to belong to the block before it.
        is_begun = not window.is_last or last.first_line < window.complete_lines
        open_from = len(blocks) - (1 if is_begun else 2)
        if open_from > 0:
            self._close(blocks[:open_from], window)
        fence = _OpenFence.of(last, window.lines) if is_begun else None
        if fence is not None:
            self._next += window.offset_of(last.first_line + 1)
            self._fence = fence
            return True
        if window.is_last:
            self._add_open_end(blocks[max(0, open_from) :], window)
            return False
        if open_from > 0:
            self._next += window.offset_of(blocks[open_from].first_line)
            return True
        self._cut(last, window)
        return True

    def _add_open_end(self, blocks: list[Block], window: _Window) -> None:
        self._next += window.offset_of(blocks[0].first_line)
        for block in blocks:
            self._add_pieces(block, window)

    def _cut(self, block: Block, window: _Window) -> None:
        """Close a part of a block that is longer than the window."""
        parted = split_list(block)
        if parted is not None:
            self._close([parted.closed], window)
            self._next += window.offset_of(parted.last_first_line)
            if block.kind == "ordered_list_open":
                self._continued_list = (self._next, parted.last_number)
            return
        self._next += len(window.text)
        if block.kind == "table_open":
            content = TableContent.of(block.tokens)
            self._hidden_rows, self._is_cut = content.hidden_rows, True
            self._close_piece(TablePiece(content, self._style))
        else:
            self._close([block], window)

    def _number_of_continued_list(self, block: Block) -> int | None:
        if self._continued_list is None or block.kind != "ordered_list_open":
            return None
        place, number = self._continued_list
        return number if place == self._next else None

    def _close(self, blocks: list[Block], window: _Window) -> None:
        for block in blocks:
            self._add_pieces(block, window)
        self._closed = len(self)

    def _add_pieces(self, block: Block, window: _Window) -> None:
        for piece in pieces_of(block, window.lines, self._style):
            self.add(piece)
            self._is_cut |= isinstance(piece, TablePiece) and piece.hides_rows

    def _close_piece(self, piece: Piece) -> None:
        self.add(piece)
        self._closed = len(self)

    def _read_fence(self, fence: _OpenFence) -> bool:
        shown = self._text[:MAX_SHOWN_CHARS]
        while (end := shown.find("\n", self._next)) >= 0:
            line = legible(shown[self._next : end])
            self._next = end + 1
            if fence.ends_at(line):
                self._close_piece(self._code_piece(fence, fence.lines, is_last=True))
                self._fence = None
                return True
            self._take_code(fence, fence.dedented(line))
        open_line = legible(shown[self._next :])
        lines = fence.lines if fence.may_end_at(open_line) else [*fence.lines, open_line]
        self.add(self._code_piece(fence, lines, is_last=True))
        return False

    def _take_code(self, fence: _OpenFence, line: str) -> None:
        fence.lines.append(line)
        if len(fence.lines) > CODE_PIECE_LINES:
            self._close_piece(self._code_piece(fence, fence.lines[:-1], is_last=False))
            fence.lines = fence.lines[-1:]
            fence.is_continued = True

    def _code_piece(self, fence: _OpenFence, lines: list[str], is_last: bool) -> CodePiece:
        piece = code_piece(lines, self._style)
        piece.is_last = is_last
        if fence.is_continued:
            piece.continue_block()
        return piece

    def _read_hidden_rows(self, count: int) -> bool:
        """Count the rows of a table that is cut, up to its end."""
        shown = self._text[:MAX_SHOWN_CHARS]
        while (end := shown.find("\n", self._next)) >= 0:
            if "|" not in shown[self._next : end]:
                if count:
                    self._close_piece(note_piece(hidden_rows_note(count), self._style))
                self._hidden_rows = None
                return True
            count += 1
            self._next = end + 1
            self._hidden_rows = count
        count += bool(shown[self._next :].strip())
        if count:
            self.add(note_piece(hidden_rows_note(count), self._style))
        return False
