"""Numbers as people type them in their language, read strictly: never guessed, never clamped."""

import math

from PySide6.QtCore import QLocale

from loopl_desktop.domain.ask_request import FormField

Number = int | float
_MOST_DIGITS = 300
"""More make no number that JSON readers agree on."""


class NumberError(ValueError):
    """The text is no number that this field takes; says what would be, without the text."""


def read_number(text: str, field: FormField, locale: QLocale | None = None) -> Number | None:
    """The number in a field; whole ones are integers.

    Returns:
        `None` for an empty text.

    Raises:
        NumberError: if it is no number, not a whole one where one is wanted, or out of bounds.
    """
    stripped = text.strip().replace("\N{MINUS SIGN}", "-")
    if not stripped:
        return None
    number = _parsed(stripped, locale or QLocale())
    if number is None:
        raise NumberError(f"{field.label} must be a number, {example(field, locale)}.")
    if field.integer and not isinstance(number, int):
        raise NumberError(f"{field.label} must be a whole number.")
    too_small = field.min is not None and number < field.min
    too_large = field.max is not None and number > field.max
    if too_small or too_large:
        raise NumberError(f"{field.label} must be {_bounds(field, locale)}.")
    return number


def number_text(number: Number, locale: QLocale | None = None) -> str:
    """How a number is shown in a field: shortest, without separators of thousands."""
    whole = _whole(number)
    if isinstance(whole, int):
        return str(whole)
    return repr(whole).replace(".", (locale or QLocale()).decimalPoint())


def default_text(field: FormField) -> str:
    """What a number field shows at the start."""
    default = field.default
    if isinstance(default, bool) or not isinstance(default, int | float):
        return ""
    return number_text(default)


def bounds_hint(field: FormField, locale: QLocale | None = None) -> str:
    """What a number field takes, for the line below it; empty if it takes any number."""
    bounds = _bounds(field, locale)
    if not field.integer:
        return bounds.capitalize()
    return f"A whole number, {bounds}" if bounds else "A whole number"


def example(field: FormField, locale: QLocale | None = None) -> str:
    """How a number looks here, e.g. `such as 1,5` where the comma is the decimal point."""
    return "such as 12" if field.integer else f"such as 12 or {number_text(1.5, locale)}"


def _parsed(text: str, locale: QLocale) -> Number | None:
    digits = text[1:] if text[:1] in ("+", "-") else text
    if digits.isdecimal():
        return int(text) if len(digits) <= _MOST_DIGITS else None
    strict = QLocale(locale)
    strict.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
    number, is_number = strict.toDouble(text)
    return _whole(number) if is_number and math.isfinite(number) else None


def _whole(number: Number) -> Number:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _bounds(field: FormField, locale: QLocale | None) -> str:
    least = None if field.min is None else number_text(field.min, locale)
    most = None if field.max is None else number_text(field.max, locale)
    if least is not None and most is not None:
        return f"from {least} to {most}"
    if least is not None:
        return f"at least {least}"
    return "" if most is None else f"at most {most}"
