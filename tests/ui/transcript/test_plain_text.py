"""Text from outside, made fit to be drawn."""

from hypothesis import given
from hypothesis import strategies as st

from loopl_desktop.ui.transcript.plain_text import is_right_to_left, legible, one_line


def test_what_cannot_be_shown_gets_a_mark_of_the_same_length() -> None:
    text = "a\x1b[31mb\ud800c\u202ed\x00\r\n\tz"
    assert legible(text) == "a\ufffd[31mb\ufffdc\ufffdd\ufffd \n\tz"


@given(st.text(st.characters(), max_size=200))
def test_the_length_never_changes_and_the_text_can_be_encoded(text: str) -> None:
    assert len(legible(text)) == len(text)
    legible(text).encode()


def test_letters_and_marks_of_all_scripts_stay() -> None:
    text = "ä é 漢字 العربية \u2067אב\u2069 👩‍💻 e\u0301"
    assert legible(text) == text


def test_a_text_becomes_one_line_with_an_ellipsis_where_it_goes_on() -> None:
    assert one_line("  one\n\n two\tthree ") == "one two three"
    assert one_line("abcdef", limit=4) == "abc…"
    assert len(one_line("word " * 100_000)) == 300


def test_the_first_letter_decides_where_a_text_starts() -> None:
    assert is_right_to_left("12. أين Oda")
    assert is_right_to_left("“שלום”")
    assert not is_right_to_left("Oda أين")
    assert not is_right_to_left("42 …")
