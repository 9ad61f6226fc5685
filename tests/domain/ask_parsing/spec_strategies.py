"""Generated specs: near-valid ones with odd parts, other tools' shapes, encoded ones, any JSON.

Most parts are sampled from pools of odd things and few are drawn character by character: 20,000
specs are to be had in seconds.
"""

import itertools
import json
from typing import Any

from hypothesis import strategies as st

MARKER = "hunter2-MARKER"
"""Planted as the default of fields: a line for the model never repeats it."""

_PIECES = (
    *("a", "Which?", "e.g. {", "'", '"', "\\n", "\n", "\r\n", "\t", " ", "\x00", "\x1b[31m"),
    *("\ud83d", "\udfff", "\u202e", "\u200b", "\u200d", "&", "<b>", "名前", "ع", "é", "👨‍👩‍👧"),
    *("password", "token", "API key", "PIN", "(optional)", "*", "- ", "x" * 50, "y" * 1_000),
)
_ODD_TEXTS = tuple(one + other for one, other in itertools.product(_PIECES, ("", *_PIECES)))
_PLAIN_TEXTS = ("Which city?", "Your name?", "a", "b", "c", "Oda · Turkish", "0", "true")
_texts = st.one_of(
    st.sampled_from(_PLAIN_TEXTS),
    st.sampled_from(_ODD_TEXTS),
    st.sampled_from(("", "   ", "\u200d", "z" * 20_001, "q" * 2_001)),
    st.text(max_size=8),
)
_words = st.one_of(st.sampled_from(_PLAIN_TEXTS), st.sampled_from(_ODD_TEXTS))
_numbers = st.one_of(
    st.sampled_from((0, 1, 2, -1, 10**30, 10**400, 1e300, 0.5, 3.0, 8080)),
    st.floats(),
    st.integers(),
)
_scalars = st.one_of(_words, _numbers, st.sampled_from((True, False, None, "no", "3", "maybe")))
_any_json = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(_words, inner, max_size=3)
    ),
    max_leaves=6,
)


def _objects(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of the parts, each there or not."""
    return st.fixed_dictionaries({}, optional=parts)


def _with(needed: dict[str, Any], **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The needed parts, and any of the others."""
    return st.fixed_dictionaries(needed, optional=parts)


def _encoded(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The part itself, or what models make of it: JSON or a Python literal in a text."""
    return st.tuples(part, st.sampled_from((None, None, None, json.dumps, repr))).map(_written)


def _written(made: tuple[Any, Any]) -> Any:
    part, write = made
    return part if write is None else write(part)


_good_options = st.one_of(
    st.lists(_words, min_size=1, max_size=5),
    st.lists(_with({"label": _words}, value=_scalars, description=_words), max_size=4),
)
_odd_options = st.one_of(
    st.lists(st.one_of(_scalars, st.lists(_scalars, max_size=3), _any_json), max_size=4),
    st.dictionaries(_words, st.one_of(_words, _objects(label=_words, value=_scalars)), max_size=4),
    st.integers(499, 502).map(lambda count: [f"r{number}" for number in range(count)]),
    st.sampled_from(("- a\n- b", "Boston, MA, Austin", "1. x", {"enum": ["a"]}, 7)),
)
_options = _encoded(st.one_of(_good_options, _good_options, _odd_options))

_field_types = st.sampled_from(
    (
        *("text", "password", "number", "toggle", "string", "integer", "boolean", "secret"),
        *("select", "slider", "email", "textarea", "file", None, 7),
    )
)
_names = st.sampled_from(("a", "b", "c", "d", "api_key", "port", "on", "pin", "e_mail", "f*"))
_fields_of_a_form = st.lists(
    _with(
        {"name": st.one_of(_names, _words)},
        label=_words,
        type=_field_types,
        required=_scalars,
        default=st.one_of(st.just(MARKER), _scalars),
        min=_numbers,
        max=_numbers,
    ),
    min_size=1,
    max_size=4,
)
_odd_field = _objects(
    label=_words, help=_texts, options=_options, format=_words, integer=_scalars, min=_scalars
)
_odd_fields = st.one_of(
    st.lists(st.one_of(_odd_field, _scalars, _any_json), max_size=4),
    st.dictionaries(_words, st.one_of(_odd_field, _field_types, st.just(MARKER)), max_size=4),
    st.integers(31, 34).map(lambda count: [f"f{number}" for number in range(count)]),
)
_fields = _encoded(st.one_of(_fields_of_a_form, _fields_of_a_form, _odd_fields))

_choices = st.sampled_from(("select", "multiselect", "buttons", "radio", " Select ", "checkbox"))
_others = st.sampled_from(("confirm", "input", "message", "yesno", "textarea", "info", None))
_wrong = st.one_of(st.sampled_from(("password", "number", "slider", "array", 5, [])), _words)
_waits = st.one_of(st.sampled_from((0, 1, "120", True, "NaN", "1e999", 180_000)), _scalars)
_defaults = st.one_of(_scalars, st.lists(_words, max_size=3))
_rest = {"title": _texts, "default": _defaults, "timeout_s": _waits}

_choice_specs = _with({"type": _choices, "text": _texts, "options": _options}, **_rest)
_form_specs = _with(
    {"type": st.sampled_from(("form", None)), "text": _texts, "fields": _fields}, **_rest
)
_plain_specs = _with({"type": _others, "text": _texts}, multiline=_scalars, **_rest)
_wrong_specs = _with(
    {"type": _wrong}, text=_texts, options=_options, fields=_fields, min=_numbers, **_rest
)
_usual_specs = st.one_of(_choice_specs, _form_specs, _plain_specs)
_other_shapes = st.one_of(
    st.fixed_dictionaries({"questions": _encoded(st.lists(_usual_specs, max_size=2))}),
    _with(
        {
            "requestedSchema": _objects(
                properties=st.dictionaries(_names, _odd_field, max_size=3),
                required=st.lists(_names, max_size=2),
            )
        },
        message=_texts,
    ),
    _objects(question=_texts, choices=_options, multiSelect=_scalars, timeout_ms=_waits),
)
specs = st.one_of(
    _choice_specs, _form_specs, _plain_specs, _wrong_specs, _other_shapes, _texts, _any_json
)

VARIANTS = 5


def variants(spec: Any) -> tuple[Any, ...]:
    """The same spec in the ways in which it may arrive."""
    return (
        spec,
        json.dumps(spec),
        repr(spec),
        {"name": "ask_user", "arguments": spec},
        {"questions": [spec]},
    )
