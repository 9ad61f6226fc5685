"""Other tools' shapes of a question, and a call that came wrapped once more."""

import re

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.decoding import decoded
from loopl_desktop.domain.ask_parsing.display_text import clean_line, says_nothing
from loopl_desktop.domain.ask_parsing.keys import Keys, merged, squeezed
from loopl_desktop.domain.ask_parsing.options import sample_labels
from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject, plain
from loopl_desktop.domain.ask_parsing.repair import STOCK_CALL, call, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_text
from loopl_desktop.domain.json_types import JsonObject

_STOCK_QUESTION = "Which city?"
_MAX_SENTENCE = 1_000
_WRAPPERS = (
    "arguments",
    "args",
    "parameters",
    "params",
    "askuser",
    "spec",
    "input",
    "request",
    "question",
)
_DATA_AND_NO_SENTENCE = re.compile(r"[{}\[\]<>=\n\r]|\b(?:type|default|fields|options)\b\s*:")


def one_question(arguments: object) -> PlainObject:
    """The one object that asks, taken out of whatever it came in.

    Raises:
        AskSpecError: if there is no object, several questions, or an answer in their place.
    """
    spec = _of_schema(_single(_unwrapped(_object(arguments))))
    keys = Keys(spec)
    if _is_answer(keys):
        raise spec_error("this looks like an answer; send a question", STOCK_CALL)
    return spec


def _is_answer(keys: Keys) -> bool:
    """Whether the model answers itself: a result in place of a question."""
    if k.ANSWER not in keys or keys.first((*k.TYPE, *k.OPTIONS, *k.FIELDS)) is not None:
        return False
    return ("ok",) in keys or keys.first((*k.TEXT, *k.TITLE)) is None


def _object(arguments: object) -> PlainObject:
    value = plain(arguments)
    read = decoded(value) if isinstance(value, str) else value
    if isinstance(read, dict):
        return read
    if isinstance(read, list):
        raise spec_error(
            "arguments must be one object, not a list; ask one question per call",
            call("input", _sentence(read[0] if read else None)),
        )
    raise spec_error("arguments must be a JSON object", call("input", _sentence(value)))


def _sentence(value: Plain) -> str:
    """The question that was sent without its object.

    Broken data is not repeated: it may hold a field's default.
    """
    if isinstance(value, dict):
        value = Keys(value).text(k.TEXT)
    text = value.strip()[:_MAX_SENTENCE] if isinstance(value, str) else ""
    shown = clean_line(text)
    if says_nothing(shown) or _DATA_AND_NO_SENTENCE.search(text):
        return _STOCK_QUESTION
    return shown


def _unwrapped(spec: PlainObject) -> PlainObject:
    """The call inside `{"name": "ask_user", "arguments": {...}}` and the like."""
    keys = Keys(spec)
    asked = (*k.TYPE, *k.OPTIONS, *k.FIELDS, *k.QUESTIONS, *k.SCHEMA)
    if keys.first(asked) is not None or keys.text(k.TEXT):
        return spec
    for inner in keys.all_of(_WRAPPERS):
        inner = decoded(inner) if isinstance(inner, str) else inner
        if isinstance(inner, dict):
            return inner
    return spec


def _single(spec: PlainObject) -> PlainObject:
    """The one question of a list of questions, with what stands beside the list."""
    questions = Keys(spec).first(k.QUESTIONS)
    if isinstance(questions, str):
        questions = decoded(questions) or [questions]
    if isinstance(questions, dict):
        questions = [questions]
    if not isinstance(questions, list):
        return spec
    asked = [_as_question(item) for item in questions if item is not None]
    if len(asked) > 1:
        raise spec_error(
            f"one question per call: call ask_user once for each of the {len(asked)} questions"
            " (they may be in the same message)",
            _first_of(asked[0]),
        )
    beside = {key: value for key, value in spec.items() if squeezed(key) not in k.QUESTIONS}
    return merged(asked[0], beside) if asked else beside


def _as_question(item: Plain) -> PlainObject:
    return item if isinstance(item, dict) else {"text": as_text(item)}


def _first_of(question: PlainObject) -> JsonObject:
    """The first of several questions as a call of its own."""
    keys = Keys(question)
    text = _sentence(question)
    labels = sample_labels(keys.first(k.OPTIONS))
    return call("select", text, options=list[Plain](labels)) if labels else call("input", text)


def _of_schema(spec: PlainObject) -> PlainObject:
    """An object schema (MCP elicitation) as a form; with one enumeration in it, as a choice."""
    schema = Keys(spec).first(k.SCHEMA)
    if isinstance(schema, str):
        schema = decoded(schema)
    if not isinstance(schema, dict):
        return spec
    keys = Keys(schema)
    properties = keys.first(("properties",))
    if not isinstance(properties, dict):
        return merged(spec, _choice(schema) or schema)
    only = next(iter(properties.values())) if len(properties) == 1 else None
    wording: PlainObject = {"title": keys.text(k.TITLE), "text": keys.text(("description",))}
    form: PlainObject = {"type": "form", "fields": properties, "required": keys.first(k.REQUIRED)}
    return merged(merged(_choice(only) or form, spec), wording)


def _choice(schema: Plain) -> PlainObject | None:
    """A schema's enumeration as the keys of a choice; `None` if it has none."""
    if not isinstance(schema, dict):
        return None
    keys = Keys(schema)
    items = keys.first(("items",))
    several = isinstance(items, dict)
    source = Keys(items) if isinstance(items, dict) else keys
    values = source.first(("enum", "oneof", "anyof"))
    if not isinstance(values, list):
        return None
    names = source.first(("enumnames",))
    if isinstance(names, list) and len(names) == len(values):
        values = [[value, name] for value, name in zip(values, names, strict=True)]
    return {
        "type": "multiselect" if several else "select",
        "options": values,
        "default": keys.first(k.DEFAULT),
    }
