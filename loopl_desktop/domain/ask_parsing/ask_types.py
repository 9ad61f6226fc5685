"""Which of the seven cards is meant."""

from typing import Literal, TypeAlias

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.display_text import clean_line
from loopl_desktop.domain.ask_parsing.keys import Keys, squeezed, words
from loopl_desktop.domain.ask_parsing.names import label_of_sentence, slug
from loopl_desktop.domain.ask_parsing.options import sample_labels
from loopl_desktop.domain.ask_parsing.plain_data import Plain
from loopl_desktop.domain.ask_parsing.repair import call, quoted, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_flag
from loopl_desktop.domain.ask_parsing.secret_questions import names_secret
from loopl_desktop.domain.errors import AskSpecError
from loopl_desktop.domain.json_types import JsonObject

AskType: TypeAlias = Literal[
    "confirm", "select", "multiselect", "input", "buttons", "form", "message"
]

_ALIASES: dict[AskType, str] = {
    "confirm": "confirmation boolean bool yesno yn approval approve toggle switch",
    "select": "choice choices radio radiobutton radiobuttons radiogroup radiolist dropdown combobox"
    " list listbox option options picker enum single singleselect singlechoice selectone"
    " multiplechoice menu quickpick",
    "multiselect": "checkbox checkboxes checklist checkboxgroup multi multiple multichoice"
    " multiplechoices multipleselect selectmultiple selectmany array",
    "input": "text textarea textinput textfield textbox string str freetext freeform open"
    " openended shorttext longtext multiline question prompt search email url uri tel phone date"
    " time datetime",
    "buttons": "button buttongroup chips chip actions action quickreply quickreplies",
    "form": "fields inputs object dialog multifield questionnaire",
    "message": "info information notice notification alert infobox note acknowledge",
}
_BY_WORD: dict[str, AskType] = {
    word: ask_type for ask_type, aliases in _ALIASES.items() for word in (ask_type, *words(aliases))
}
MULTILINE_WORDS = words("textarea longtext multiline")
_NUMBER_WORDS = words("number numeric integer int float decimal double")
_NUMBER_HINTS = ("min", "max", "minimum", "maximum", "step")
_LEGAL = "confirm, select, multiselect, input, buttons, form or message"


def type_word(keys: Keys) -> str:
    """The type as sent, squeezed; blank if none was."""
    sent = keys.first(k.TYPE)
    return squeezed(sent.strip()) if isinstance(sent, str) else ""


def ask_type_of(keys: Keys, text: str) -> AskType:
    """The type that was sent, under any of its names, or the one that the other keys imply.

    Raises:
        AskSpecError: for a type that is none of the seven. A password never becomes an input,
            which would show and keep it.
    """
    word = type_word(keys)
    if not word:
        return _implied(keys)
    ask_type = _BY_WORD.get(word)
    if ask_type is None:
        raise _wrong_type(keys, text)
    if ask_type == "input" and sample_labels(keys.first(k.OPTIONS)):
        ask_type = "select"  # options are there to be picked; the answer is a text either way
    return _several(ask_type, keys)


def _implied(keys: Keys) -> AskType:
    if keys.first(k.FIELDS) is not None:
        return "form"
    return _several("select", keys) if keys.first(k.OPTIONS) is not None else "input"


def _several(ask_type: AskType, keys: Keys) -> AskType:
    if ask_type in ("select", "buttons") and as_flag(keys.first(k.MULTIPLE)):
        return "multiselect"
    return ask_type


def _wrong_type(keys: Keys, text: str) -> AskSpecError:
    sent = keys.text(k.TYPE)
    if names_secret(clean_line(sent)):
        field = {"name": "password", "label": "Password", "type": "password"}
        return spec_error("a password is asked with a form field", _form(text, field))
    if type_word(keys) in _NUMBER_WORDS:
        field = {"name": "number", "label": "Number", "type": "number"}
        return spec_error("a number is asked with a form field", _form(text, field))
    return spec_error(f"unknown type {quoted(sent)}; use {_LEGAL}", _nearest(keys, text))


def _nearest(keys: Keys, text: str) -> JsonObject:
    labels = sample_labels(keys.first(k.OPTIONS))
    if labels:
        return call("select", text, options=list[Plain](labels))
    if keys.first(k.FIELDS) is not None:
        return _form(text, {"name": "email", "label": "E-mail", "type": "text"})
    if any((hint,) in keys for hint in _NUMBER_HINTS):
        label = label_of_sentence(text)
        return _form(text, {"name": slug(label) or "number", "label": label, "type": "number"})
    return call("input", text)


def _form(text: str, field: JsonObject) -> JsonObject:
    return call("form", text, fields=[field])
