"""Each kind of row, folded and unfolded."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    Transcript,
    TranscriptItem,
    UserItem,
)
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.bubble_piece import MAX_SHOWN_CHARS
from loopl_desktop.ui.transcript.line_piece import LinePiece
from loopl_desktop.ui.transcript.pieces import HitKind
from loopl_desktop.ui.transcript.row_picture import MAX_DETAIL_CHARS, RowPicture
from loopl_desktop.ui.transcript.text_style import TextStyle
from tests.ui.transcript.rows import question

WIDTH = 600
CHOSEN = MaskedAnswer("answered", "Oda · Turkish")


@pytest.fixture(scope="module")
def style(qapp: QApplication) -> TextStyle:
    font = QFont(qapp.font())
    font.setPointSizeF(9.0)  # whatever other tests left the application at
    return TextStyle.of(font, theme.palette_for(dark=False))


def words(item: TranscriptItem, style: TextStyle, *, expanded: bool) -> str:
    picture = RowPicture(item, style, expanded=expanded)
    picture.set_width(WIDTH)
    painted(picture)
    return picture.plain_text()


def painted(picture: RowPicture) -> QImage:
    image = QImage(WIDTH, max(1, picture.height), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    picture.paint(painter, QPoint(0, 0), image.rect())
    painter.end()
    return image


@pytest.mark.parametrize(
    "item",
    [
        question("call-1", CHOSEN),
        ToolItem("call-1", "calculator", {"expression": "6*7"}, "42"),
        ChildItem("reader", Transcript()),
    ],
    ids=["ask", "tool", "child"],
)
def test_a_folded_row_is_one_quiet_line_that_unfolds(
    item: TranscriptItem, style: TextStyle
) -> None:
    picture = RowPicture(item, style, expanded=False)
    picture.set_width(WIDTH)
    assert len(picture) == 1
    assert picture.height == 32
    hit = picture.hit(QPoint(300, 16))
    assert hit is not None
    assert hit.kind is HitKind.TOGGLE
    unfolded = RowPicture(item, style, expanded=True)
    unfolded.set_width(WIDTH)
    assert unfolded.height > picture.height
    assert unfolded.plain_text().startswith(picture.plain_text())


def test_an_unfolded_question_shows_what_it_offered_and_the_answer(style: TextStyle) -> None:
    text = words(question("call-1", CHOSEN), style, expanded=True)
    assert text.split("\n")[1:] == ["\tAntica Pesa · Italian", "✓\tOda · Turkish"]
    text = words(question("call-1", MaskedAnswer("timed_out")), style, expanded=True)
    assert "✓" not in text
    assert text.endswith("Timed out")


def test_an_unfolded_question_of_several_lines_is_shown_as_it_was_asked(style: TextStyle) -> None:
    request = AskUserRequest(type="confirm", text="Shall I?\n\nIt takes long.")
    item = AskItem("call-1", request, MaskedAnswer("answered", True))
    assert words(item, style, expanded=False) == "Shall I? It takes long. — Yes"
    told = words(item, style, expanded=True).split("\n")[1:]
    assert told == ["Shall I?", "", "It takes long.", "Yes"]


def test_an_unfolded_form_shows_what_was_filled_in_and_no_password(style: TextStyle) -> None:
    fields = (
        FormField(name="host", label="Host"),
        FormField(name="note", label="Note"),
        FormField(name="pw", label="Password", type="password"),
    )
    request = AskUserRequest(type="form", text="How?", fields=fields)
    answer = MaskedAnswer("answered", {"host": "db", "note": "", "pw": "••••"})
    text = words(AskItem("call-1", request, answer), style, expanded=True)
    assert text.split("\n")[1:] == ["Host: db", "Note: –", "Password: hidden ••••"]
    text = words(AskItem("call-1", request, MaskedAnswer("cancelled")), style, expanded=True)
    assert text.split("\n")[1:] == ["Host: –", "Note: –", "Password: –", "Cancelled"]


def test_options_tell_their_descriptions(style: TextStyle) -> None:
    options = (AskOption(value="a", label="A", description="the first"),)
    request = AskUserRequest(type="select", text="Which?", options=options)
    item = AskItem("call-1", request, MaskedAnswer("answered", "a"))
    assert "✓\tA  the first" in words(item, style, expanded=True)


def test_the_texts_of_a_question_are_plain(style: TextStyle) -> None:
    request = AskUserRequest(type="input", text="<b>Bold</b> **and** [link](https://x.org)")
    text = words(
        AskItem("call-1", request, MaskedAnswer("answered", "<i>x</i>")), style, expanded=True
    )
    assert "<b>Bold</b> **and** [link](https://x.org)" in text
    assert "<i>x</i>" in text


def test_a_tool_shows_arguments_and_result_when_unfolded(style: TextStyle) -> None:
    item = ToolItem("call-1", "calculator", {"expression": "6*7"}, "42")
    text = words(item, style, expanded=True)
    assert text.split("\n")[1:] == ["Arguments", "{", '  "expression": "6*7"', "}", "Result", "42"]
    running = words(ToolItem("call-1", "calculator", "6*7"), style, expanded=True)
    assert "Result" not in running


def test_a_huge_result_is_cut_with_a_note(style: TextStyle) -> None:
    item = ToolItem("call-1", "files", {}, "x" * (MAX_DETAIL_CHARS + 1_234))
    assert "1,234 more characters are not shown" in words(item, style, expanded=True)


def test_reasoning_is_one_quiet_line_until_it_is_unfolded(style: TextStyle) -> None:
    item = AssistantItem("The answer.", reasoning="First I think.")
    assert words(item, style, expanded=False) == "Thought\nThe answer."
    assert words(item, style, expanded=True) == "Thought\nFirst I think.\nThe answer."


def test_the_persons_message_is_plain_text_at_the_right(style: TextStyle) -> None:
    picture = RowPicture(UserItem("**Hi** <b>there</b> &amp;"), style, expanded=False)
    picture.set_width(WIDTH)
    assert picture.plain_text() == "**Hi** <b>there</b> &amp;"
    image = painted(picture)
    middle = image.height() // 2
    assert image.pixelColor(2, middle) == QColor("white")
    assert image.pixelColor(WIDTH - 4, middle) == style.tint
    assert picture.hit(QPoint(300, middle)) is None


def test_a_pasted_book_is_cut_with_a_note(style: TextStyle) -> None:
    text = words(UserItem("word " * 20_000), style, expanded=False)
    assert f"{100_000 - MAX_SHOWN_CHARS:,} more characters are not shown" in text


def test_a_notice_shows_its_words(style: TextStyle) -> None:
    for kind in ("failed", "stopped"):
        item = NoticeItem("The model could not be reached.", kind)
        assert words(item, style, expanded=False) == "The model could not be reached."


def test_an_unfolded_sub_agent_shows_its_rows_as_lines(style: TextStyle) -> None:
    child = ChildItem("reader", Transcript([UserItem("Read\nthis"), AssistantItem("Done")]))
    assert words(child, style, expanded=True).split("\n")[1:] == ["Read this", "Done"]


def test_a_growing_reply_keeps_its_picture(style: TextStyle) -> None:
    picture = RowPicture(AssistantItem("One", reasoning="a"), style, expanded=False)
    picture.set_width(WIDTH)
    before = picture.height
    assert picture.grow(AssistantItem("One\n\ntwo\n\nthree", reasoning="ab"), expanded=False)
    assert picture.height > before
    assert picture.plain_text() == "Thought\nOne\ntwo\nthree"
    assert not picture.grow(AssistantItem("One", reasoning=""), expanded=False)


def test_reasoning_that_grows_while_unfolded_makes_a_new_picture(style: TextStyle) -> None:
    picture = RowPicture(AssistantItem("One", reasoning="a"), style, expanded=True)
    assert not picture.grow(AssistantItem("One", reasoning="ab"), expanded=True)


@pytest.mark.parametrize("width", [420, 500, 900])
def test_both_halves_of_a_line_keep_a_share_when_they_do_not_fit(
    width: int, style: TextStyle
) -> None:
    line = LinePiece("A long question " * 9, style, ending="a long answer " * 9)
    line.set_width(width)
    ((question_part, joint, ending_part),) = line.lines
    advance = QFontMetrics(style.font).horizontalAdvance
    assert advance(question_part + joint + ending_part) <= width
    assert advance(question_part) > 0.3 * width
    assert advance(ending_part) > 0.3 * width


def test_in_a_narrow_column_a_long_ending_takes_a_line_of_its_own(style: TextStyle) -> None:
    line = LinePiece("Under which name?", style, ending="stopped before it was answered")
    height = line.set_width(230)
    assert line.lines == [("Under which name?",), ("stopped before it was answered",)]
    assert height > line.set_width(900)
    assert line.lines == [("Under which name?", " — ", "stopped before it was answered")]


def test_a_line_without_an_ending_is_elided_at_its_end(style: TextStyle) -> None:
    line = LinePiece("calculator " * 50, style)
    line.set_width(300)
    assert line.lines[0][0].endswith("…")


def test_a_line_in_arabic_is_mirrored(style: TextStyle) -> None:
    picture = RowPicture(question("call-1", CHOSEN), style, expanded=False)
    request = AskUserRequest(type="input", text="أين تريد أن أحجز؟")
    mirrored = RowPicture(
        AskItem("call-1", request, MaskedAnswer("answered", "نعم")), style, expanded=False
    )
    for row, ink_at_left in ((picture, True), (mirrored, False)):
        row.set_width(WIDTH)
        image = painted(row)
        inked = {
            x < WIDTH / 2
            for x in range(WIDTH)
            for y in range(0, image.height(), 2)
            if image.pixelColor(x, y) != QColor("white")
        }
        assert inked == {ink_at_left}


def test_a_long_question_wraps_when_it_is_unfolded(style: TextStyle) -> None:
    text = "Which of the places shall I book " * 6 + "🙂 tonight?"
    folded, unfolded = (
        LinePiece(text, style, ending="Oda"),
        LinePiece(text, style, ending="Oda", expanded=True, wraps=True),
    )
    assert unfolded.set_width(WIDTH) > folded.set_width(WIDTH)
    assert "…" in "".join(folded.lines[0])
    drawn = " ".join(part for line in unfolded.lines for part in line)
    assert " ".join(drawn.replace("—", "").split()) == f"{text} Oda"
