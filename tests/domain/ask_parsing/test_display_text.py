"""What is shown is plain text in which nothing hides."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopl_desktop.domain.ask_parsing.display_text import (
    clean_line,
    clean_text,
    is_clean,
    says_nothing,
    shortened,
)
from loopl_desktop.domain.ask_parsing.limits import MAX_LABEL


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Which?\r\n  ", "Which?"),
        ("one\rtwo\x0bthree\u2028four", "one\ntwo\nthree\nfour"),
        ("a\tb", "a\tb"),
        ("a\x00b\x07\x7f\x85c", "ab\nc"),
        ("\x1b[1;31mred\x1b[0m \x9b4mline", "red line"),
        ("\x1b]8;;http://evil.example\x1b\\bank\x1b]8;;\x07", "bank"),
        ("\x1b]0;title\x9cx\x1bP1$r\x1b\\y", "xy"),
        ("never ended \x1b]0;title", "never ended 0;title"),
        ("cut \x1b[31", "cut 31"),
        ("charset \x1b(B ok", "charset  ok"),
        ("lone \x1b", "lone"),
        ("safe\u202eexe\u202c", "safe[U+202E]exe[U+202C]"),
        ("a\u2066b\u2069", "a[U+2066]b[U+2069]"),
        ("zero\u200bwidth\ufeff", "zero[U+200B]width[U+FEFF]"),
        ("soft\u00adhyphen", "soft[U+00AD]hyphen"),
        ("tag\U000e0041", "tag[U+E0041]"),
        ("👨\u200d👩", "👨\u200d👩"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u200fעברית (x)", "\u200fעברית (x)"),
        (
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        ),
        ("❤️ e\u0301", "❤️ e\u0301"),
        ("<b>bold</b> & [x](http://y)", "<b>bold</b> & [x](http://y)"),
    ],
)
def test_a_text_is_cleaned_and_its_words_stay(raw: str, shown: str) -> None:
    assert clean_text(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Line one\nline two", "Line one line two"),
        ("  padded\t\u3000label ", "padded label"),
        ("A\r\n", "A"),
        ("x" * MAX_LABEL, "x" * MAX_LABEL),
        ("x" * (MAX_LABEL + 1), "x" * (MAX_LABEL - 1) + "…"),
    ],
)
def test_a_label_is_one_line(raw: str, shown: str) -> None:
    assert clean_line(raw) == shown


@given(st.text())
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert clean_text(clean_text(raw)) == clean_text(raw)
    assert clean_line(clean_line(raw)) == clean_line(raw)
    assert is_clean(clean_line(raw))
    assert is_clean(clean_text(raw), lines=True)


def test_a_control_is_found() -> None:
    assert is_clean("a\n\tb", lines=True)
    assert not is_clean("a\nb")
    assert not is_clean("a\tb")
    assert not is_clean("a\x1bb", lines=True)
    assert not is_clean("a\x9bb", lines=True)


@pytest.mark.parametrize("text", ["", " \n\t", "\u200d", "\u200e\u200f ", "\ufe0f"])
def test_a_text_without_anything_to_see_is_found(text: str) -> None:
    assert says_nothing(text)
    assert not says_nothing(f"{text}x")


def test_what_is_cut_is_marked() -> None:
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"
    assert shortened("abcd  fgh", 6) == "abcd…"


@pytest.mark.parametrize(
    "piece", ["\x1b[", "\x1b]", "\x1b[1", "\x9d", "🏴\U000e0067", " ", "\x1b("]
)
def test_odd_texts_are_cleaned_in_linear_time(piece: str) -> None:
    started = time.process_time()
    clean_text(piece * (400_000 // len(piece)))
    assert time.process_time() - started < 2
