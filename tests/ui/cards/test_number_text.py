import pytest
from PySide6.QtCore import QLocale

from loopl_desktop.domain.ask_request import FormField
from loopl_desktop.ui.cards.number_text import (
    NumberError,
    bounds_hint,
    default_text,
    number_text,
    read_number,
)

ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)
ARABIC = QLocale(QLocale.Language.Arabic, QLocale.Country.Egypt)
ANY = FormField(name="n", label="Amount", type="number")
SEATS = FormField(name="n", label="Seats", type="number", min=1, max=12, integer=True)


@pytest.mark.parametrize(
    ("text", "locale", "number"),
    [
        ("8080", ENGLISH, 8080),
        ("  7 ", ENGLISH, 7),
        ("-0.5", ENGLISH, -0.5),
        ("\N{MINUS SIGN}3", ENGLISH, -3),
        ("+4", ENGLISH, 4),
        ("2.0", ENGLISH, 2),
        ("1e3", ENGLISH, 1000),
        ("1,5", GERMAN, 1.5),
        ("12345678901234567890", ENGLISH, 12345678901234567890),
        ("\u0663", ARABIC, 3),
        ("", ENGLISH, None),
        ("   ", ENGLISH, None),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(
    text: str, locale: QLocale, number: float | None
) -> None:
    found = read_number(text, ANY, locale)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("1.500", GERMAN),
        ("1,5", ENGLISH),
        ("twelve", ENGLISH),
        ("nan", ENGLISH),
        ("inf", ENGLISH),
        ("1e999", ENGLISH),
        ("9" * 301, ENGLISH),
        ("--1", ENGLISH),
        ("0x10", ENGLISH),
    ],
)
def test_what_could_mean_two_things_is_no_number(text: str, locale: QLocale) -> None:
    with pytest.raises(NumberError) as caught:
        read_number(text, ANY, locale)
    assert str(caught.value).startswith("Amount must be a number, such as 12 or 1")
    assert text not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "Seats must be from 1 to 12."),
        ("13", "Seats must be from 1 to 12."),
        ("2.5", "Seats must be a whole number."),
        ("x", "Seats must be a number, such as 12."),
    ],
)
def test_bounds_are_told_and_never_clamped(text: str, sentence: str) -> None:
    with pytest.raises(NumberError, match=sentence):
        read_number(text, SEATS, ENGLISH)
    assert read_number("1", SEATS, ENGLISH) == 1
    assert read_number("12", SEATS, ENGLISH) == 12


def test_one_sided_bounds_have_their_own_words() -> None:
    least = FormField(name="n", label="Age", type="number", min=18)
    most = FormField(name="n", label="Part", type="number", max=0.5)
    with pytest.raises(NumberError, match=r"Age must be at least 18\."):
        read_number("17", least, ENGLISH)
    with pytest.raises(NumberError, match=r"Part must be at most 0\.5\."):
        read_number("1", most, ENGLISH)


def test_the_hint_says_what_is_taken() -> None:
    assert bounds_hint(ANY, ENGLISH) == ""
    assert bounds_hint(SEATS, ENGLISH) == "A whole number, from 1 to 12"
    assert (
        bounds_hint(FormField(name="n", label="N", type="number", integer=True), ENGLISH)
        == "A whole number"
    )
    assert (
        bounds_hint(FormField(name="n", label="N", type="number", max=1.5), GERMAN) == "At most 1,5"
    )


def test_a_default_is_shown_without_separators() -> None:
    assert number_text(8080) == "8080"
    assert number_text(2.0) == "2"
    assert number_text(0.1, GERMAN) == "0,1"
    assert default_text(FormField(name="n", label="N", type="number", default=8080)) == "8080"
    assert default_text(FormField(name="n", label="N", type="number")) == ""
