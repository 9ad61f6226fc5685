"""The fields of a form, in every shape that models send."""

import re
from dataclasses import dataclass

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.decoding import decoded
from loopl_desktop.domain.ask_parsing.defaults import has_lines, text_default
from loopl_desktop.domain.ask_parsing.display_text import (
    clean_line,
    clean_text,
    says_nothing,
    shortened,
)
from loopl_desktop.domain.ask_parsing.field_types import FieldKind, field_kind, is_field_type
from loopl_desktop.domain.ask_parsing.field_values import number_parts, toggle_parts
from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.limits import MAX_FIELDS, MAX_LABEL
from loopl_desktop.domain.ask_parsing.names import label_of_name, slug
from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject
from loopl_desktop.domain.ask_parsing.repair import quoted, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_flag, as_text
from loopl_desktop.domain.ask_parsing.secret_questions import asks_for_secret, names_secret
from loopl_desktop.domain.errors import AskSpecError

_SAMPLE: PlainObject = {"name": "email", "label": "E-mail", "type": "text"}
_REQUIRED_WORDS = {"required": True, "optional": False}
_ANNOTATION = re.compile(
    r"\s*(?:[(\[]\s*(optional|required)\s*[)\]]|\s[-–—:,]\s*(optional|required)|(\*))\s*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Name:
    """How a field is called by the model and for the person."""

    key: str
    label: str
    required: bool | None
    """What the label said about it, "(optional)" say."""


def read_fields(keys: Keys, text: str) -> list[Plain]:
    """The fields of a form as plain data of the normalised spec, in the order sent.

    Raises:
        AskSpecError: if there are none, too many, or one cannot be read without a guess.
    """
    entries, listed = _entries(keys.first(k.FIELDS))
    if not entries:
        raise spec_error("fields required for form", [_SAMPLE])
    if len(entries) > MAX_FIELDS:
        raise spec_error(
            f"{len(entries)} fields is too many (at most {MAX_FIELDS}); ask in several forms",
            {"type": "form", "text": text, "fields": [_SAMPLE]},
        )
    required = {as_text(name) for name in (*listed, *_list(keys.first(k.REQUIRED)))}
    names: dict[str, int] = {}
    fields: list[Plain] = []
    for position, entry in enumerate(entries, 1):
        entry_keys = Keys(entry)
        name = _name(entry_keys, position, names)
        kind = field_kind(entry_keys, name.key, text)
        if _says_secret(name) or (len(entries) == 1 and asks_for_secret(text)):
            kind = kind.as_secret()
        fields.append(_field(entry_keys, name, kind, name.key in required))
    return fields


def _field(keys: Keys, name: _Name, kind: FieldKind, listed: bool) -> PlainObject:
    field: PlainObject = {"name": name.key, "label": name.label, "type": kind.type}
    help_text = shortened(clean_text(keys.text(k.FIELD_HELP)), MAX_LABEL)
    if help_text:
        field["help"] = help_text
    if kind.type == "toggle":
        return field | toggle_parts(keys)
    field["required"] = _required(keys, name, listed)
    if kind.type == "number":
        return field | number_parts(keys, integer=kind.integer)
    return field | _text_parts(keys, kind) if kind.type == "text" else field


def _says_secret(name: _Name) -> bool:
    return names_secret(clean_line(name.key)) or names_secret(name.label)


def _text_parts(keys: Keys, kind: FieldKind) -> PlainObject:
    default = text_default(keys.first(k.DEFAULT))
    parts: PlainObject = {} if default is None else {"default": default}
    if kind.multiline or has_lines(default):
        parts["multiline"] = True
    return parts


def _required(keys: Keys, name: _Name, listed: bool) -> bool:
    """The field's own word, then the form's list, then what the label says."""
    own, optional = keys.first(k.REQUIRED), as_flag(keys.first(k.OPTIONAL))
    if own is None or isinstance(own, (list, dict)):
        return listed or (name.required is True if optional is None else not optional)
    flag = _REQUIRED_WORDS.get(own) if isinstance(own, str) else None
    flag = as_flag(own) if flag is None else flag
    if flag is None:
        raise spec_error(
            f"field {quoted(name.key)}: required must be true or false",
            {"name": name.key, "required": True},
        )
    return flag


def _name(keys: Keys, position: int, taken: dict[str, int]) -> _Name:
    key = keys.text(k.FIELD_NAME)
    named = not says_nothing(clean_line(key))
    label, required = _without_annotation(clean_line(keys.text(k.FIELD_LABEL)))
    if not named:
        key = slug(label)
        if not key or key in taken:
            key = _free(f"field{position}", taken)
    first_at = taken.setdefault(key, position)
    if first_at != position:
        raise _same_name(key, first_at, position)
    if says_nothing(label) and named:
        label, said = _without_annotation(clean_line(label_of_name(key)))
        required = said if required is None else required
    return _Name(key, f"Field {position}" if says_nothing(label) else label, required)


def _without_annotation(label: str) -> tuple[str, bool | None]:
    """Models write the marker into the label: `Nickname (optional)`."""
    found = _ANNOTATION.search(label)
    if found is None:
        return label, None
    word = next(part for part in found.groups() if part)
    return label[: found.start()].rstrip(), word.casefold() != "optional"


def _free(key: str, taken: dict[str, int]) -> str:
    while key in taken:
        key += "_"
    return key


def _same_name(key: str, first_at: int, position: int) -> AskSpecError:
    return spec_error(
        f"fields {first_at} and {position} have the same name {quoted(key)};"
        " give each its own name",
        [{"name": "email"}, {"name": "email2"}],
    )


def _entries(raw: Plain) -> tuple[list[PlainObject], list[Plain]]:
    """One object a field, and the names that a JSON schema lists as required."""
    if isinstance(raw, str):
        raw = decoded(raw)
        if raw is None:
            raise spec_error("fields must be a list", [_SAMPLE])
    if isinstance(raw, list):
        return [_entry(item, at) for at, item in enumerate(raw, 1) if item not in (None, "")], []
    if not isinstance(raw, dict):
        return [], []
    keys = Keys(raw)
    inner = keys.first(k.FIELDS)
    if isinstance(inner, dict) and all(isinstance(item, dict) for item in inner.values()):
        return _by_name(inner), _list(keys.first(k.REQUIRED))
    if _is_one_field(keys):
        return [raw], []
    return _by_name(raw), []


def _entry(item: Plain, position: int) -> PlainObject:
    if isinstance(item, dict):
        return _by_name(item)[0] if _is_named_by_key(item) else item
    name = as_text(item)
    if name is None:
        raise spec_error(f"field {position} must be an object with name, label and type", _SAMPLE)
    return {"name": name}


def _is_named_by_key(item: PlainObject) -> bool:
    """Whether an item is `{"age": {"type": "number"}}` or `{"age": "number"}`."""
    if len(item) != 1 or (*k.FIELD_NAME, *k.FIELD_LABEL, *k.TYPE) in Keys(item):
        return False
    (value,) = item.values()
    return isinstance(value, dict) or (isinstance(value, str) and is_field_type(value))


def _by_name(raw: PlainObject) -> list[PlainObject]:
    """Name to field, to type, or to a default. Another text may be a value: it is not shown."""
    entries: list[PlainObject] = []
    for name, item in raw.items():
        if isinstance(item, dict):
            entries.append({**item, "name": name})
        elif isinstance(item, str) and is_field_type(item):
            entries.append({"name": name, "type": item})
        else:
            entries.append({"name": name, "default": None if isinstance(item, str) else item})
    return entries


def _is_one_field(keys: Keys) -> bool:
    """Whether an object is a field whose list was left out, and no mapping of names."""
    return isinstance(keys.first(("name",)), str) and isinstance(keys.first(("type",)), str)


def _list(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else []
