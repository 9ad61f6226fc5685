"""Defaults: what fits is kept, what does not is left out and never an error."""

from loopl_desktop.domain.ask_parsing.decoding import decoded
from loopl_desktop.domain.ask_parsing.limits import MAX_TEXT
from loopl_desktop.domain.ask_parsing.options import Option
from loopl_desktop.domain.ask_parsing.plain_data import Plain
from loopl_desktop.domain.ask_parsing.scalars import as_text


def text_default(raw: Plain) -> str | None:
    """The text that a field starts with, as it was sent; not one too long to edit."""
    text = as_text(raw)
    return text if text and len(text) <= MAX_TEXT else None


def has_lines(text: str | None) -> bool:
    """Whether a default needs an editor of several lines; a field of one line would hide them."""
    return text is not None and ("\n" in text or "\r" in text)


def option_default(raw: Plain, options: tuple[Option, ...]) -> str | None:
    """The value of the one option that is meant by its value or its label."""
    if isinstance(raw, list) and len(raw) == 1:
        raw = raw[0]
    wanted = as_text(raw)
    if wanted is None:
        return None
    if any(option.value == wanted for option in options):
        return wanted
    return next((option.value for option in options if option.label == wanted.strip()), None)


def options_default(raw: Plain, options: tuple[Option, ...]) -> list[Plain]:
    """The values of the options that are meant: of a list, of a list in a text, or of one."""
    alone = option_default(raw, options)
    if alone is not None:
        return [alone]
    inner = decoded(raw) if isinstance(raw, str) else raw
    if not isinstance(inner, list):
        return []
    values = (option_default(item, options) for item in inner)
    return list(dict.fromkeys(value for value in values if value is not None))
