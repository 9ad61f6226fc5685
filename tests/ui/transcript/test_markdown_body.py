"""Replies as pieces: whatever a model writes, in one go or token by token."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QUrl
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QApplication

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript import markdown_body
from loopl_desktop.ui.transcript.markdown_body import MAX_SHOWN_CHARS, WINDOW_CHARS, MarkdownBody
from loopl_desktop.ui.transcript.markdown_parser import Parsed, References, parse
from loopl_desktop.ui.transcript.pieces import CodePiece, Hit, HitKind, TextPiece
from loopl_desktop.ui.transcript.table_piece import TablePiece
from loopl_desktop.ui.transcript.text_style import TextStyle

WIDTH = 700
SAMPLES = [
    "One paragraph\nin two lines.\n\nAnother one.",
    "# Heading\n\ntext\n\n## Second\nmore",
    "- a\n- b\n\n  loose\n- c\n  - d\n    - e\n\nafter",
    "1. one\n2. two\n\n   more\n3. three\n\n1) other\n2) list",
    "before\n```python\ndef f():\n\n    return 1\n```\nafter\n~~~\nx\n~~~",
    "````\n```\ninner\n```\n````\n\nend",
    "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n\nafter",
    "> quoted\n> more\n\n> > nested\n\nafter",
    "line\n---\ntext\n\n---\n\n***\nend",
    "a #hashtag\n#hashtag in the next line\n#\nend",
    "see [docs] and [more][2]\n\n[docs]: https://example.org/a\n\nbetween\n\n[2]: https://b.org\n",
    "- [ ] open\n- [x] done\n\n- - nested\n-\n- after an empty one",
    "    indented code\n\n    goes on\n\ntext with  \nhard break\\\nand one more",
    "**bold *both*** ~~gone~~ `code` <b>tag</b> &amp; \\* ![image](https://x.org/a.png) https://y.org.",
    "```\nopen fence without an end\n\nstill code",
    "- item\n  ```\n  code\n  in a list\n  ```\n  > quoted\n\n  ---",
    "- table\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n\nend",
    "> ```\n> quoted code\n> ```\n> 1. x",
    "\ud800 half a pair, \x1b[31m colours, \u202e backwards, \r\nnew line\x00",
]


@pytest.fixture(scope="module")
def style(qapp: QApplication) -> TextStyle:
    font = QFont(qapp.font())
    font.setPointSizeF(9.0)  # whatever other tests left the application at
    return TextStyle.of(font, theme.palette_for(dark=False))


def body_of(text: str, style: TextStyle) -> MarkdownBody:
    body = MarkdownBody(style)
    body.set_width(WIDTH)
    body.set_text(text)
    return body


def streamed(text: str, style: TextStyle, step: int) -> MarkdownBody:
    """The same text, a few characters at a time."""
    body = MarkdownBody(style)
    body.set_width(WIDTH)
    for end in range(step, len(text) + step, step):
        body.set_text(text[:end])
    return body


def picture_of(body: MarkdownBody) -> QImage:
    image = QImage(WIDTH, max(1, min(body.height, 4_000)), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    body.paint(painter, QPoint(0, 0), image.rect())
    painter.end()
    return image


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("step", [1, 7])
def test_a_streamed_reply_ends_as_one_that_came_whole(
    text: str, step: int, style: TextStyle
) -> None:
    whole, grown = body_of(text, style), streamed(text, style, step)
    assert grown.plain_text() == whole.plain_text()
    assert grown.height == whole.height
    assert picture_of(grown) == picture_of(whole)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(SAMPLES), min_size=1, max_size=4).map("\n\n".join),
    st.integers(1, 60),
)
def test_any_order_of_blocks_and_any_size_of_tokens_gives_the_same(
    style: TextStyle, text: str, step: int
) -> None:
    assert streamed(text, style, step).plain_text() == body_of(text, style).plain_text()


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="ab \n-*_`#>|[]()!~\\1.:\t\ud800\u202e", max_size=120))
def test_no_text_breaks_it(style: TextStyle, text: str) -> None:
    body = streamed(text, style, 5)
    picture_of(body)
    assert body.height >= 0


def test_a_growing_reply_reads_only_its_open_end_again(
    style: TextStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraph = "Some words of a paragraph. " * 8 + "\n\n"
    body = body_of(paragraph * 250, style)
    read: list[int] = []

    def counting(text: str, references: References) -> Parsed:
        read.append(len(text))
        return parse(text, references)

    monkeypatch.setattr(markdown_body, "parse", counting)
    closed = body._pieces[:200]
    body.set_text(paragraph * 250 + "one more")
    assert sum(read) < 2 * len(paragraph)
    assert body._pieces[:200] == closed, "the pieces above were not touched"


def test_an_open_fence_is_not_read_as_markdown_again(
    style: TextStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "```python\n" + "line = 1\n" * 3_000
    body = body_of(code, style)
    monkeypatch.setattr(markdown_body, "parse", None)
    body.set_text(code + "more = 2\n")
    assert body.codes()[0].endswith("line = 1\nmore = 2")
    assert len(body.codes()) == 1


def test_a_code_block_of_many_pieces_is_one_block(style: TextStyle) -> None:
    code = "\n".join(f"line {number}" for number in range(1_000))
    body = body_of(f"```\n{code}\n```\nafter\n\n```\nother\n```", style)
    pieces = [piece for piece in body._pieces if isinstance(piece, CodePiece)]
    assert len(pieces) > 3
    assert [piece.is_first for piece in pieces[:-1]] == [True] + [False] * (len(pieces) - 2)
    assert [piece.is_last for piece in pieces[:-1]] == [False] * (len(pieces) - 2) + [True]
    assert body.codes() == [code, "other"]


def test_an_image_that_a_reply_names_is_never_loaded(style: TextStyle, tmp_path: Path) -> None:
    red = QColor(255, 0, 0)
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(red)
    path = tmp_path / "secret.png"
    image.save(str(path))
    address = QUrl.fromLocalFile(str(path)).toString()
    for text in (
        f"![alt]({address})",
        f"![alt]({path})",
        f'<img src="{address}" alt="alt">',
        f"![alt][1]\n\n[1]: {path}",
        f"[![alt]({path})](https://example.org)",
        f"| a |\n|---|\n| ![alt]({path}) |",
    ):
        shown = picture_of(body_of(text, style))
        assert not has_colour(shown, red), text
    assert has_colour(drawn_by_qt(f"![alt]({address})"), red), "Qt alone would have drawn it"


def drawn_by_qt(text: str) -> QImage:
    """What the plain document of Qt makes of it."""
    document = QTextDocument()
    document.setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownNoHTML)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    return image


def has_colour(image: QImage, colour: QColor) -> bool:
    return any(
        image.pixelColor(x, y) == colour
        for y in range(0, image.height(), 4)
        for x in range(0, min(image.width(), 200), 4)
    )


def test_an_image_is_named_in_words_with_its_host(style: TextStyle) -> None:
    text = body_of("![a map](https://tiles.example.net/map.png)", style).plain_text()
    assert text == "[image: a map] (tiles.example.net)"


def test_tags_stay_text(style: TextStyle) -> None:
    text = "<script>alert(1)</script>\n\n<b>bold</b> <!-- hidden --> &lt;"
    assert "<script>alert(1)</script>" in body_of(text, style).plain_text()
    assert "<b>bold</b> <!-- hidden --> <" in body_of(text, style).plain_text()


def link_at_start(text: str, style: TextStyle) -> Hit | None:
    return body_of(text, style).hit(QPoint(4, 10))


def test_a_link_shows_its_host_and_opens_nothing_but_web_and_mail(style: TextStyle) -> None:
    text = "[my bank](https://evil.example.com/x)"
    assert body_of(text, style).plain_text() == "my bank (evil.example.com)"
    assert link_at_start(text, style) == Hit(HitKind.LINK, "https://evil.example.com/x")
    for address in ("file:///etc/passwd", "smb://host/share", "javascript:alert(1)", "//host/x"):
        text = f"[label]({address})"
        assert link_at_start(text, style) is None, address
        assert address in body_of(text, style).plain_text()


def test_a_bare_address_is_a_link_without_the_full_stop(style: TextStyle) -> None:
    assert link_at_start("https://example.org/a.", style) == Hit(
        HitKind.LINK, "https://example.org/a"
    )


@pytest.mark.parametrize(("rows", "cell"), [(2_000, " cell |"), (90, " cell |"), (80, "a|")])
def test_a_huge_table_is_cut_with_a_note(rows: int, cell: str, style: TextStyle) -> None:
    row = "|" + cell * 20 + "\n"
    table = row + "|" + "---|" * 20 + "\n" + row * rows + "\nThe words after it."
    body = body_of(table, style)
    cells = sum(
        len(piece._content.rows) * len(piece._content.header)
        for piece in body._pieces
        if isinstance(piece, TablePiece)
    )
    assert 0 < cells <= 600
    hidden = rows - cells // 20
    if len(table) < MAX_SHOWN_CHARS:
        assert f"{hidden:,} more rows are not shown" in body.plain_text()
        assert body.plain_text().endswith("The words after it.")
    assert body.is_cut
    assert len(body._pieces) < 10


def test_a_table_that_is_too_wide_is_shown_as_records(style: TextStyle) -> None:
    header = "|" + "|".join(f"averylongheader{n}" for n in range(9)) + "|\n"
    table = header + "|" + "---|" * 9 + "\n" + "|" + "value|" * 9
    body = body_of(table, style)
    (piece,) = body._pieces
    assert isinstance(piece, TablePiece)
    assert piece._shown is piece._records
    assert "averylongheader8" in str(piece._shown and piece._shown.plain_text())
    body.set_width(3_000)
    assert piece._shown is piece._grid


@pytest.mark.parametrize(
    "text",
    [
        "word " * 60_000,
        "a" * 300_000,
        "**a**" * 30_000,
        "[" * 50_000,
        "> " * 20_000,
        "- " * 20_000,
        "- item\n" * 20_000,
        "```\n" + "x" * 150_000,
    ],
    ids=["prose", "one word", "bold", "brackets", "quotes", "nested lists", "list", "code line"],
)
def test_an_endless_reply_is_cut_with_a_note_and_read_in_windows(
    text: str, style: TextStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0

    def watching(text: str, references: References) -> Parsed:
        nonlocal longest
        longest = max(longest, len(text))
        return parse(text, references)

    monkeypatch.setattr(markdown_body, "parse", watching)
    body = body_of(text, style)
    assert longest <= WINDOW_CHARS
    if len(text) > MAX_SHOWN_CHARS:
        assert body.is_cut
        assert "more characters are not shown" in body.plain_text()
    assert len(body.plain_text()) < 110_000
    assert all(
        len(piece.document.toPlainText()) <= WINDOW_CHARS
        for piece in body._pieces
        if isinstance(piece, TextPiece)
    )


def test_numbers_of_a_long_list_go_on_across_windows(style: TextStyle) -> None:
    body = body_of("1. some words in an item\n" * 800, style)
    assert len(body._pieces) > 1
    last = body._pieces[-1]
    assert isinstance(last, TextPiece)
    block = last.document.lastBlock()
    text_list = block.textList()
    assert text_list.format().start() + text_list.itemNumber(block) == 800


def test_a_late_link_definition_reaches_the_blocks_above(style: TextStyle) -> None:
    text = "[docs]\n\nbetween\n\n" + "more\n\n" * 10
    assert link_at_start(text, style) is None
    assert link_at_start(text + "[docs]: https://example.org/\n", style) == Hit(
        HitKind.LINK, "https://example.org/"
    )


def test_another_text_replaces_the_one_before(style: TextStyle) -> None:
    body = body_of("```\nopen", style)
    body.set_text("- a list")
    assert body.plain_text() == "a list"
    body.set_text("")
    assert (body.plain_text(), body.height) == ("", 0)


def test_only_what_is_in_view_is_painted(style: TextStyle, monkeypatch: pytest.MonkeyPatch) -> None:
    body = body_of("Some words.\n\n" * 500, style)
    painted: list[int] = []

    def count(self: TextPiece, painter: QPainter, origin: QPoint, clip: QRect) -> None:
        painted.append(origin.y())

    monkeypatch.setattr(TextPiece, "paint", count)
    image = QImage(WIDTH, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    body.paint(painter, QPoint(0, -5_000), image.rect())
    painter.end()
    assert 5 < len(painted) < 20
    assert all(-50 < y < 300 for y in painted)
