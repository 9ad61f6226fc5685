"""Bounds and defaults of a form's fields. What does not fit is left out: it is optional help."""

import math

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.plain_data import PlainObject
from loopl_desktop.domain.ask_parsing.scalars import as_flag, as_number

Number = int | float


def number_parts(keys: Keys, *, integer: bool) -> PlainObject:
    """What a number field has beyond its name: `min`, `max`, `integer`, `default`."""
    parts: PlainObject = {}
    low, high = as_number(keys.first(k.FIELD_MIN)), as_number(keys.first(k.FIELD_MAX))
    if not answerable(low, high, integer=integer):
        low = high = None
    default = as_number(keys.first(k.DEFAULT))
    if default is not None and not number_fits(default, low, high, integer=integer):
        default = None
    if low is not None:
        parts["min"] = low
    if high is not None:
        parts["max"] = high
    if integer:
        parts["integer"] = True
    if default is not None:
        parts["default"] = default
    return parts


def toggle_parts(keys: Keys) -> PlainObject:
    """What a toggle has beyond its name: `default`."""
    default = as_flag(keys.first(k.DEFAULT))
    return {} if default is None else {"default": default}


def answerable(low: Number | None, high: Number | None, *, integer: bool) -> bool:
    """Whether there is a number between the bounds; a whole one, if `integer`."""
    if low is None or high is None:
        return True
    return math.ceil(low) <= math.floor(high) if integer else low <= high


def number_fits(number: Number, low: Number | None, high: Number | None, *, integer: bool) -> bool:
    """Whether a number is within the bounds, and whole if `integer`."""
    if integer and number != int(number):
        return False
    return (low is None or low <= number) and (high is None or number <= high)
