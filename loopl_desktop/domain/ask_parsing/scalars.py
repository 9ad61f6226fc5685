"""Texts, yes-or-no words and numbers, in the ways in which models write them."""

import json
import math
import re

from loopl_desktop.domain.ask_parsing.plain_data import Plain

_INTEGER = re.compile(r"[+-]?[0-9]{1,300}")
_MAX_NUMBER_TEXT = 320
_MAX_EXACT = 2**53
_YES = frozenset(("true", "yes", "y", "ja", "oui", "sí", "si", "はい", "نعم", "是"))
_NO = frozenset(("false", "no", "n", "nein", "non", "いいえ", "لا", "否", "不"))
_ON, _OFF = frozenset(("on", "1")), frozenset(("off", "0"))


def as_text(value: Plain) -> str | None:
    """A text as it is, a number or boolean as its JSON text, `None` for everything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return json.dumps(value)
    return None


def yes_or_no(text: str) -> bool | None:
    """What a word for yes or no says; `None` for every other text."""
    word = text.strip().casefold()
    if word in _YES:
        return True
    return False if word in _NO else None


def as_flag(value: Plain) -> bool | None:
    """True or false, also in words and as 1 or 0; `None` if it says neither."""
    text = as_text(value)
    if text is None:
        return None
    word = text.strip().casefold()
    if word in _ON or word in _OFF:
        return word in _ON
    return yes_or_no(text)


def as_number(value: Plain) -> int | float | None:
    """A finite number, also from a text; a whole one as an integer. `None` for everything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return _number_in(value.strip())
    return _tidy(value) if isinstance(value, (int, float)) else None


def _number_in(text: str) -> int | float | None:
    if _INTEGER.fullmatch(text):
        return int(text)
    try:
        number = float(text[:_MAX_NUMBER_TEXT])
    except ValueError:
        return None
    return _tidy(number) if math.isfinite(number) else None


def _tidy(number: int | float) -> int | float:
    whole = number == int(number) and abs(number) <= _MAX_EXACT
    return int(number) if whole else number
