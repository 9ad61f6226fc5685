"""Markdown to blocks of tokens, with bounds on what one look may cost.

The library is imported at its first use, which the view makes after the first paint: the import
takes longer than drawing the window.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_BLOCK_TOKENS = 4_000
"""A block of more tokens is shown as the text it was written as."""

References = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: the tokens of a paragraph, of a list, of a fence."""

    tokens: "list[Token]"
    first_line: int
    end_line: int
    """The line after the last one."""

    @property
    def kind(self) -> str:
        """The type of the block's first token."""
        return self.tokens[0].type

    @property
    def is_too_intricate(self) -> bool:
        """Whether drawing its structure would take too long."""
        return len(self.tokens) > MAX_BLOCK_TOKENS


@dataclass(frozen=True, slots=True)
class Parsed:
    """Blocks in order, and every link definition that was met."""

    blocks: list[Block]
    references: References = field(default_factory=dict)


@cache
def load_parser() -> "MarkdownIt":
    """The parser: CommonMark with tables and strikethrough, without HTML.

    Tags in a reply stay visible text. Images become words in the writer; nothing here or there
    fetches anything.
    """
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def parse(text: str, references: References) -> Parsed:
    """Read a text.

    Args:
        text: Some lines of Markdown, a few thousand characters at most.
        references: Link definitions of the lines before; not changed.
    """
    env: dict[str, Any] = {"references": dict(references)}
    tokens = load_parser().parse(text, env)
    return Parsed(_blocks(tokens), env["references"])


def _blocks(tokens: "list[Token]") -> list[Block]:
    blocks: list[Block] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0:
            group = tokens[start : index + 1]
            first, end = group[0].map or (0, 0)
            blocks.append(Block(group, first, end))
            start = index + 1
    return blocks


@dataclass(frozen=True, slots=True)
class SplitList:
    """A list, parted before its last item."""

    closed: Block
    last_first_line: int
    """Where the last item starts."""
    last_number: int
    """The last item's number, if the list has numbers."""


def split_list(block: Block) -> SplitList | None:
    """Part a list before its last item; `None` for one item, and for any other block."""
    if block.kind not in ("bullet_list_open", "ordered_list_open"):
        return None
    starts = [
        index
        for index, token in enumerate(block.tokens)
        if token.type == "list_item_open" and token.level == 1
    ]
    if len(starts) < 2:
        return None
    first_line = (block.tokens[starts[-1]].map or (0, 0))[0]
    tokens = [*block.tokens[: starts[-1]], block.tokens[-1]]
    closed = Block(tokens, block.first_line, first_line)
    return SplitList(closed, first_line, first_number(block) + len(starts) - 1)


def first_number(block: Block) -> int:
    """The number of an ordered list's first item."""
    start = block.tokens[0].attrGet("start")
    return int(start) if start is not None else 1
