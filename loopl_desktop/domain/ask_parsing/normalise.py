"""The door: from anything to the plain data of a normalised spec."""

from collections.abc import Callable
from dataclasses import dataclass

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.ask_types import (
    MULTILINE_WORDS,
    AskType,
    ask_type_of,
    type_word,
)
from loopl_desktop.domain.ask_parsing.defaults import (
    has_lines,
    option_default,
    options_default,
    text_default,
)
from loopl_desktop.domain.ask_parsing.display_text import clean_line, clean_text, says_nothing
from loopl_desktop.domain.ask_parsing.fields import read_fields
from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.limits import MAX_TEXT
from loopl_desktop.domain.ask_parsing.options import Option, read_options
from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject
from loopl_desktop.domain.ask_parsing.repair import STOCK_CALL, call, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_flag, yes_or_no
from loopl_desktop.domain.ask_parsing.secret_questions import asks_for_secret, names_secret
from loopl_desktop.domain.ask_parsing.shapes import one_question
from loopl_desktop.domain.ask_parsing.waits import timeout_s_of


@dataclass(frozen=True, slots=True)
class _Question:
    """What is known when the parts of one kind of question are read."""

    keys: Keys
    type: AskType
    text: str
    title: str


def normalised(arguments: object) -> PlainObject:
    """The normalised spec, keys as `AskUserRequest` has them.

    Raises:
        AskSpecError: with the line that the model reads.
    """
    keys = Keys(one_question(arguments))
    text, title = _wording(keys)
    asked = _Question(keys, ask_type_of(keys, text), text, title)
    spec: PlainObject = {"type": asked.type, "text": text, "timeout_s": timeout_s_of(keys)}
    if title:
        spec["title"] = title
    return spec | _PARTS[asked.type](asked)


def _wording(keys: Keys) -> tuple[str, str]:
    """Text and title; a title alone is the text."""
    text, title = clean_text(keys.text(k.TEXT)), clean_line(keys.text(k.TITLE))
    if says_nothing(title):
        title = ""
    if says_nothing(text):
        text, title = title, ""
    if not text:
        raise spec_error("text required", STOCK_CALL)
    if len(text) > MAX_TEXT:
        raise spec_error(
            f"text is {len(text)} characters long (at most {MAX_TEXT});"
            " put long material in your message and ask only the question here",
            call("confirm", "Is the text above right?"),
        )
    return text, title


def _confirm(asked: _Question) -> PlainObject:
    options = _options(asked)
    if options and not _yes_and_no(options):
        raise spec_error(
            "confirm answers true or false; for named choices use buttons",
            call("buttons", asked.text, options=[option.label for option in options]),
        )
    default = as_flag(asked.keys.first(k.DEFAULT))
    return {} if default is None else {"default": default}


def _yes_and_no(options: tuple[Option, ...]) -> bool:
    """Whether the options say nothing but yes and no, in label and value alike."""
    meant = [(yes_or_no(option.value), yes_or_no(option.label)) for option in options]
    return len(meant) == 2 and {(True, True), (False, False)} == set(meant)


def _message(asked: _Question) -> PlainObject:
    options = _options(asked)
    if len(options) > 1:
        raise spec_error(
            "message has only Continue; for choices use buttons",
            call("buttons", asked.text, options=[option.label for option in options]),
        )
    return {}


def _choice(asked: _Question) -> PlainObject:
    options = _options(asked)
    if not options:
        raise spec_error(f"options required for {asked.type}", ["a", "b"])
    raw = asked.keys.first(k.DEFAULT)
    several = asked.type == "multiselect"
    default: Plain = options_default(raw, options) if several else option_default(raw, options)
    parts: PlainObject = {"options": [option.to_spec() for option in options]}
    return parts | {"default": default} if default else parts


def _input(asked: _Question) -> PlainObject:
    keys = asked.keys
    if _is_secret(asked):
        return {"secret": True}
    default = text_default(keys.first(k.DEFAULT))
    parts: PlainObject = {} if default is None else {"default": default}
    wanted = type_word(keys) in MULTILINE_WORDS or as_flag(keys.first(k.MULTILINE)) is True
    if wanted or has_lines(default):
        parts["multiline"] = True
    return parts


def _is_secret(asked: _Question) -> bool:
    """Whether the wording asks for a secret, or the name or flag of another tool's shape does."""
    return (
        asks_for_secret(f"{asked.title}\n{asked.text}")
        or names_secret(clean_line(asked.keys.text(k.FIELD_NAME)))
        or as_flag(asked.keys.first(k.SECRET)) is True
    )


def _form(asked: _Question) -> PlainObject:
    return {"fields": read_fields(asked.keys, asked.text)}


def _options(asked: _Question) -> tuple[Option, ...]:
    return read_options(asked.keys.first(k.OPTIONS), asked.text)


_PARTS: dict[AskType, Callable[[_Question], PlainObject]] = {
    "confirm": _confirm,
    "select": _choice,
    "multiselect": _choice,
    "buttons": _choice,
    "input": _input,
    "form": _form,
    "message": _message,
}
