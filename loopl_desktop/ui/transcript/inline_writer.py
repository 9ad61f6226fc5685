"""Writes the words of a Markdown paragraph into a document: emphasis, code, links, no images."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor

from loopl_desktop.ui.transcript.links import allowed_link, destination_note
from loopl_desktop.ui.transcript.text_style import TextStyle

if TYPE_CHECKING:
    from markdown_it.token import Token

LINE_BREAK = "\u2028"
_BARE_ADDRESS = re.compile(r"https?://[^\s<>\"'`]+[^\s<>\"'`.,;:!?)\]}*_~…]")


class InlineWriter:
    """Writes at a cursor that is moved along."""

    def __init__(self, cursor: QTextCursor, style: TextStyle) -> None:
        self._cursor = cursor
        self._style = style
        self._formats: list[QTextCharFormat] = []
        self._links: list[tuple[str, list[str]]] = []

    def write(self, inline: "Token", base: QTextCharFormat) -> None:
        """Write an `inline` token's children in this format."""
        self._formats, self._links = [base], []
        for token in inline.children or ():
            self._write_token(token)

    def _write_token(self, token: "Token") -> None:
        match token.type:
            case "softbreak":
                self._insert(" ")
            case "hardbreak":
                self._insert(LINE_BREAK)
            case "code_inline":
                self._insert(token.content, self._code_format())
            case "image":
                self._write_image(token)
            case "link_open":
                self._open_link(str(token.attrGet("href") or ""))
            case "link_close":
                self._close_link()
            case "em_open" | "strong_open" | "s_open":
                self._formats.append(self._emphasised(token.type))
            case "em_close" | "strong_close" | "s_close":
                self._formats.pop()
            case _:
                self._write_text(token.content)

    def _insert(self, text: str, char_format: QTextCharFormat | None = None) -> None:
        self._cursor.insertText(text, char_format or self._formats[-1])
        if self._links:
            self._links[-1][1].append(text)

    def _write_text(self, text: str) -> None:
        if self._links:
            self._insert(text)
            return
        for part, is_address in _split_addresses(text):
            self._insert(part, self._link_format(part) if is_address else None)

    def _write_image(self, token: "Token") -> None:
        """An image is named, never fetched; a web address may be opened by hand."""
        address = str(token.attrGet("src") or "")
        label = f"[image: {token.content or 'without a description'}]"
        if self._links:
            self._insert(label)
            return
        self._open_link(address)
        self._insert(label)
        self._close_link()

    def _open_link(self, address: str) -> None:
        self._formats.append(self._link_format(address))
        self._links.append((address, []))

    def _close_link(self) -> None:
        self._formats.pop()
        address, label = self._links.pop()
        note = destination_note("".join(label), address)
        if note:
            quiet = QTextCharFormat(self._formats[-1])
            quiet.setForeground(self._style.quiet)
            self._insert(f" {note}", quiet)

    def _link_format(self, address: str) -> QTextCharFormat:
        linked = QTextCharFormat(self._formats[-1])
        link = allowed_link(address)
        if link is not None:
            linked.setAnchor(True)
            linked.setAnchorHref(link.url)
            linked.setForeground(self._style.link)
            linked.setFontUnderline(True)
        return linked

    def _code_format(self) -> QTextCharFormat:
        code = QTextCharFormat(self._formats[-1])
        code.setFontFamilies(self._style.code_font.families() or [self._style.code_font.family()])
        code.setFontFixedPitch(True)
        code.setBackground(self._style.tint)
        return code

    def _emphasised(self, kind: str) -> QTextCharFormat:
        emphasised = QTextCharFormat(self._formats[-1])
        if kind == "em_open":
            emphasised.setFontItalic(True)
        elif kind == "strong_open":
            emphasised.setFontWeight(QFont.Weight.Bold)
        else:
            emphasised.setFontStrikeOut(True)
        return emphasised


def _split_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """Parts of a text, each with whether it is a web address."""
    place = 0
    for found in _BARE_ADDRESS.finditer(text):
        if found.start() > place:
            yield text[place : found.start()], False
        yield found.group(), True
        place = found.end()
    if place < len(text):
        yield text[place:], False
