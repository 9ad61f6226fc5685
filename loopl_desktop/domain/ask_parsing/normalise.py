"""The door: from anything to the plain data of a normalised spec."""

from collections.abc import Callable

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
from loopl_desktop.domain.ask_parsing.scalars import as_flag
from loopl_desktop.domain.ask_parsing.secret_questions import asks_for_secret, names_secret
from loopl_desktop.domain.ask_parsing.shapes import one_question
from loopl_desktop.domain.ask_parsing.waits import timeout_s_of


def normalised(arguments: object) -> PlainObject:
    """The normalised spec, keys as `AskUserRequest` has them.

    Raises:
        AskSpecError: with the line that the model reads.
    """
    keys = Keys(one_question(arguments))
    text, title = _wording(keys)
    ask_type = ask_type_of(keys, text)
    spec: PlainObject = {"type": ask_type, "text": text, "timeout_s": timeout_s_of(keys)}
    if title:
        spec["title"] = title
    return spec | _PARTS[ask_type](keys, text, ask_type)


def _wording(keys: Keys) -> tuple[str, str]:
    """Text and title; a title alone is the text."""
    title = clean_line(keys.text(k.TITLE))
    text = clean_text(keys.text(k.TEXT))
    if says_nothing(text):
        text, title = title, ""
    if says_nothing(text):
        raise spec_error("text required", STOCK_CALL)
    if len(text) > MAX_TEXT:
        raise spec_error(
            f"text is {len(text)} characters long (at most {MAX_TEXT});"
            " put long material in your message and ask only the question here",
            call("confirm", "Is the text above right?"),
        )
    return text, title


def _confirm(keys: Keys, text: str, _: AskType) -> PlainObject:
    options = read_options(keys.first(k.OPTIONS), text)
    if options and not _yes_and_no(options):
        raise spec_error(
            "confirm answers true or false; for named choices use buttons",
            call("buttons", text, options=_labels(options)),
        )
    default = as_flag(keys.first(k.DEFAULT))
    return {} if default is None else {"default": default}


def _yes_and_no(options: tuple[Option, ...]) -> bool:
    """Whether the options say nothing but yes and no, in label and value alike."""
    meant = [(as_flag(option.value.strip()), as_flag(option.label)) for option in options]
    return len(meant) == 2 and {(True, True), (False, False)} == set(meant)


def _message(keys: Keys, text: str, _: AskType) -> PlainObject:
    options = read_options(keys.first(k.OPTIONS), text)
    if len(options) > 1:
        raise spec_error(
            "message has only Continue; for choices use buttons",
            call("buttons", text, options=_labels(options)),
        )
    return {}


def _choice(keys: Keys, text: str, ask_type: AskType) -> PlainObject:
    options = read_options(keys.first(k.OPTIONS), text)
    if not options:
        raise spec_error(f"options required for {ask_type}", ["a", "b"])
    raw = keys.first(k.DEFAULT)
    default: Plain = (
        options_default(raw, options) if ask_type == "multiselect" else option_default(raw, options)
    )
    parts: PlainObject = {"options": [option.to_spec() for option in options]}
    return parts | {"default": default} if default else parts


def _input(keys: Keys, text: str, _: AskType) -> PlainObject:
    name, title = keys.text(k.FIELD_NAME), keys.text(k.TITLE)
    asked = asks_for_secret(f"{clean_line(title)}\n{text}") or names_secret(clean_line(name))
    if asked or as_flag(keys.first(k.SECRET)):
        return {"secret": True}
    default = text_default(keys.first(k.DEFAULT))
    parts: PlainObject = {} if default is None else {"default": default}
    wanted = type_word(keys) in MULTILINE_WORDS or as_flag(keys.first(k.MULTILINE)) is True
    if wanted or has_lines(default):
        parts["multiline"] = True
    return parts


def _form(keys: Keys, text: str, _: AskType) -> PlainObject:
    return {"fields": read_fields(keys, text)}


def _labels(options: tuple[Option, ...]) -> list[Plain]:
    return [option.label for option in options]


_PARTS: dict[AskType, Callable[[Keys, str, AskType], PlainObject]] = {
    "confirm": _confirm,
    "select": _choice,
    "multiselect": _choice,
    "buttons": _choice,
    "input": _input,
    "form": _form,
    "message": _message,
}
