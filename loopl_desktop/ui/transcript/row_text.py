"""What rows say, in words: their quiet lines, and what is copied of them.

Nothing here can hold a secret: an answer reaches a row only as a `MaskedAnswer`.
"""

import json
from collections.abc import Mapping
from typing import assert_never

from loopl_desktop.bridge.row_text import HIDDEN, ending_text
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    TranscriptItem,
    UserItem,
)
from loopl_desktop.ui.transcript.plain_text import one_line

WAITING = "waiting for you"
_BRIEF_VALUES = 4


def question_line(request: AskUserRequest) -> str:
    """The question as one line."""
    return one_line(request.text or request.title)


def ending_line(item: AskItem) -> str:
    """How a question ended, as one line: the answer itself, or the word for its ending."""
    if item.answer is None:
        return WAITING
    told = ending_text(item.answer, item.request)
    words = one_line(told.removeprefix("answered: ").removeprefix("answered, "))
    return f"{words} {HIDDEN}" if words.endswith("hidden") else words or "left empty"


def chosen_values(request: AskUserRequest, answer: MaskedAnswer | None) -> frozenset[str]:
    """The values of the options that were picked."""
    if answer is None or answer.ending != "answered" or not request.options:
        return frozenset()
    values = answer.value if isinstance(answer.value, list) else [answer.value]
    return frozenset(value for value in values if isinstance(value, str))


def field_lines(request: AskUserRequest, answer: MaskedAnswer | None) -> list[tuple[str, str]]:
    """The rows of a form: label, and what was filled in ("" where nothing was)."""
    filled = answer.value if answer is not None and isinstance(answer.value, Mapping) else {}
    return [
        (one_line(field.label), _field_words(filled.get(field.name), field.secret))
        for field in request.fields
    ]


def tool_line(item: ToolItem) -> str:
    """A tool call as one line: "calculator · 6*7 = 42"."""
    arguments = _brief(item.arguments)
    name = one_line(item.name, 60)
    line = f"{name} · {arguments}" if arguments else name
    if item.result is None:
        return f"{line} …"
    result = one_line(item.result, 120)
    joint = " · " if result.startswith("ERROR") else " = "
    return f"{line}{joint}{result}" if result else line


def child_line(item: ChildItem) -> str:
    """A sub-agent as one line."""
    steps = len(item.transcript.items)
    return f"Sub-agent {one_line(item.child_id, 60)} · {steps} {'step' if steps == 1 else 'steps'}"


def pretty_json(value: JsonValue) -> str:
    """Arguments as people read them; a text that was no JSON stays as it came."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, indent=2)


def copied_text(item: TranscriptItem) -> str:
    """The whole row as plain text for the clipboard; a reply's Markdown is left as written."""
    match item:
        case UserItem(text) | AssistantItem(text) | NoticeItem(text):
            return text
        case ToolItem():
            parts = [item.name, pretty_json(item.arguments), item.result or ""]
            return "\n".join(part for part in parts if part)
        case AskItem():
            return _copied_ask(item)
        case ChildItem():
            return "\n".join(copied_text(inner) for inner in item.transcript.items)
        case never:
            assert_never(never)


def _copied_ask(item: AskItem) -> str:
    lines = [item.request.title, item.request.text]
    lines += [f"- {option.label}" for option in item.request.options]
    if item.request.fields:
        lines += [f"{label}: {value}" for label, value in field_lines(item.request, item.answer)]
    else:
        lines.append(ending_line(item))
    return "\n".join(line for line in lines if line)


def _field_words(value: JsonValue, secret: bool) -> str:
    if value is None:
        return ""
    if secret or value == HIDDEN:
        return f"hidden {HIDDEN}"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return one_line(str(value))


def _brief(arguments: JsonValue) -> str:
    """The arguments' values, without their names where one stands alone."""
    if isinstance(arguments, str):
        return one_line(arguments, 120)
    if not isinstance(arguments, Mapping) or not arguments:
        return ""
    if len(arguments) == 1:
        return one_line(_brief_value(next(iter(arguments.values()))), 120)
    pairs = [
        f"{one_line(name, 40)}: {one_line(_brief_value(value), 60)}"
        for name, value in list(arguments.items())[:_BRIEF_VALUES]
    ]
    return ", ".join(pairs) + (" …" if len(arguments) > _BRIEF_VALUES else "")


def _brief_value(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
