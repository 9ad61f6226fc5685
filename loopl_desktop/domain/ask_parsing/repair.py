"""The line for a spec that cannot be drawn: what is wrong, and something that can be copied.

A line never repeats a value or default of a field: it may be a secret, and lines are kept.
"""

import json

from loopl_desktop.domain.ask_parsing.display_text import clean_line, shortened
from loopl_desktop.domain.errors import AskSpecError
from loopl_desktop.domain.json_types import JsonObject, JsonValue

MAX_LINE = 420
_MAX_QUOTED, _MAX_READ = 40, 400
# Characters of each text and items of each list in the example, the most generous that fits.
_ROOMS = ((280, 12), (160, 8), (100, 6), (60, 4), (30, 3), (12, 2), (5, 2))
_MARK = "e.g."


def spec_error(problem: str, example: JsonValue) -> AskSpecError:
    """The error whose text is the line.

    Args:
        problem: what is wrong and how to send it; pieces of the spec in it by `quoted` only.
        example: a call, or a part of one; it is shortened to fit.
    """
    lines = (
        f"ERROR: ask_user: {problem}, {_MARK} {_as_json(example, room, items)}"
        for room, items in _ROOMS
    )
    return AskSpecError(next(line for line in lines if len(line) <= MAX_LINE))


def quoted(text: str) -> str:
    """A name of the spec in single quotes, on one line and short."""
    return f"'{shortened(_unmarked(clean_line(text[:_MAX_READ])), _MAX_QUOTED)}'"


def call(ask_type: str, text: str, **rest: JsonValue) -> JsonObject:
    """A whole call as an example."""
    return {"type": ask_type, "text": text, **rest}


STOCK_CALL = call("confirm", "Deploy now?")
"""Where the spec says nothing that an example could be made of."""


def _as_json(example: JsonValue, room: int, items: int) -> str:
    fitted = _fitted(example, room, items)
    text = json.dumps(fitted, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(fitted)


def _fitted(example: JsonValue, room: int, items: int) -> JsonValue:
    if isinstance(example, str):
        return shortened(_unmarked(example), room)
    if isinstance(example, list):
        return [_fitted(item, room, items) for item in example[:items]]
    if isinstance(example, dict):
        return {
            key: value if key == "type" else _fitted(value, room, items)
            for key, value in example.items()
        }
    return example


def _unmarked(text: str) -> str:
    """What follows the mark is the example, so the mark stands once in a line."""
    return text.replace(_MARK, "for example")
