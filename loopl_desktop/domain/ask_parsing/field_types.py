"""What kind of field is meant, and when it has to be a password field."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.display_text import clean_line
from loopl_desktop.domain.ask_parsing.keys import Keys, squeezed, words
from loopl_desktop.domain.ask_parsing.options import sample_labels
from loopl_desktop.domain.ask_parsing.plain_data import Plain
from loopl_desktop.domain.ask_parsing.repair import call, quoted, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_flag
from loopl_desktop.domain.ask_parsing.secret_questions import names_secret
from loopl_desktop.domain.errors import AskSpecError

FieldType: TypeAlias = Literal["text", "password", "number", "toggle"]

_ALIASES: dict[FieldType, str] = {
    "text": "string str input textinput textfield textbox textarea multiline longtext paragraph"
    " email url uri tel phone date datetime datetimelocal time month week color colour search"
    " markdown path",
    "password": "hidden masked",
    "number": "integer int float double decimal numeric slider range rating spinner stepper",
    "toggle": "boolean bool checkbox switch confirm yesno",
}
_BY_WORD: dict[str, FieldType] = {
    word: field_type
    for field_type, aliases in _ALIASES.items()
    for word in (field_type, *words(aliases))
}
_CHOICES = words(
    "select choice radio dropdown combobox enum list options multiselect multichoice checkboxes"
    " array"
)
_INTEGERS = words("integer int")
_MULTILINE = words("textarea multiline longtext paragraph markdown")
_LEGAL = "type must be text, password, number or toggle"


@dataclass(frozen=True, slots=True)
class FieldKind:
    """The type of a field and what its name for it implied."""

    type: FieldType
    integer: bool = False
    multiline: bool = False

    def as_secret(self) -> "FieldKind":
        """The same as a password, unless it is a toggle: "Show password" hides nothing."""
        return self if self.type == "toggle" else FieldKind("password")


def is_field_type(word: str) -> bool:
    """Whether a word names a kind of field."""
    sent = squeezed(word.strip())
    return sent in _CHOICES or _type_of(sent) is not None


def field_kind(keys: Keys, shown_name: str, form_text: str) -> FieldKind:
    """The kind that was sent, or the one that the default implies; text if nothing does.

    Raises:
        AskSpecError: for a choice, which is asked on its own, and for what is no kind of field.
    """
    word, choices = _word(keys.first(k.TYPE)), keys.first(k.OPTIONS)
    field_type = _type_of(word) if word else _implied(keys)
    if word in _CHOICES or (field_type == "text" and choices is not None):
        raise _choice(shown_name, choices, form_text)
    if field_type is None:
        raise spec_error(
            f"field {quoted(shown_name)}: {_LEGAL}", {"name": shown_name, "type": "text"}
        )
    integer = word in _INTEGERS or as_flag(keys.first(k.FIELD_INTEGER)) is True
    multiline = word in _MULTILINE or as_flag(keys.first(k.MULTILINE)) is True
    kind = FieldKind(field_type, integer, multiline)
    return kind.as_secret() if _marked_secret(keys) else kind


def _type_of(word: str) -> FieldType | None:
    return "password" if names_secret(clean_line(word)) else _BY_WORD.get(word)


def _word(sent: Plain) -> str:
    """The type word; JSON schema may list several, null among them."""
    if isinstance(sent, list):
        sent = next((item for item in sent if item not in (None, "null")), None)
    return squeezed(sent.strip()) if isinstance(sent, str) else ""


def _marked_secret(keys: Keys) -> bool:
    return _word(keys.first(k.FIELD_FORMAT)) == "password" or as_flag(keys.first(k.SECRET)) is True


def _implied(keys: Keys) -> FieldType:
    default = keys.first(k.DEFAULT)
    if isinstance(default, bool):
        return "toggle"
    return "number" if isinstance(default, (int, float)) else "text"


def _choice(name: str, choices: Plain, form_text: str) -> AskSpecError:
    labels: list[Plain] = list(sample_labels(choices)) or ["a", "b"]
    return spec_error(
        f"field {quoted(name)}: {_LEGAL}; ask a choice on its own",
        call("select", form_text, options=labels),
    )
