"""The quiet lines of rows in words, and what is copied of a row.

Nothing here can hold a secret: an answer reaches a row only as a `MaskedAnswer`.
"""

import json
from collections.abc import Mapping
from typing import assert_never

from loopl_desktop.bridge.row_text import HIDDEN, Words, ending_words, filled_fields
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

WAITING = "Waiting for you"
_BRIEF_VALUES = 4
_ERROR = "ERROR: "
"""How the result of a call that failed begins."""


def question_line(request: AskUserRequest) -> str:
    """The question as one line."""
    return one_line(request.text or request.title)


def ending_line(item: AskItem) -> str:
    """How a question ended, as one line: the answer itself, or the word for its ending."""
    if item.answer is None:
        return WAITING
    words = ending_words(item.answer, item.request)
    line = _shown(words)
    return line[:1].upper() + line[1:] if words.is_own else line


def is_filled_form(item: AskItem) -> bool:
    """Whether the answer is the fields of a form."""
    is_answered = item.answer is not None and item.answer.ending == "answered"
    return is_answered and item.request.type == "form"


def chosen_values(request: AskUserRequest, answer: MaskedAnswer | None) -> frozenset[str]:
    """The values of the options that were picked."""
    if answer is None or answer.ending != "answered" or not request.options:
        return frozenset()
    values = answer.value if isinstance(answer.value, list) else [answer.value]
    return frozenset(value for value in values if isinstance(value, str))


def field_lines(request: AskUserRequest, answer: MaskedAnswer | None) -> list[tuple[str, str]]:
    """The rows of a form: label, and what was filled in ("" where nothing was)."""
    if answer is None or answer.ending != "answered":
        return [(one_line(field.label), "") for field in request.fields]
    filled = filled_fields(answer.value, request)
    return [(one_line(field.label), _shown(words)) for field, words in filled]


def tool_line(item: ToolItem) -> str:
    """A tool call as one line: "calculator · 6*7 = 42"."""
    arguments = _brief(item.arguments)
    name = one_line(item.name, 60)
    line = f"{name} · {arguments}" if arguments else name
    if item.result is None:
        return f"{line} …"
    result = one_line(_without_name(item.result, item.name), 120)
    joint = " · " if result.startswith(_ERROR) else " = "
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
    lines += [f"{label}: {value}" for label, value in field_lines(item.request, item.answer)]
    if not is_filled_form(item):
        lines.append(ending_line(item))
    return "\n".join(line for line in lines if line)


def _shown(words: Words) -> str:
    """Words as a row shows them; beside what is hidden stand dots, always as many."""
    line = one_line(words.text)
    return f"{line} {HIDDEN}" if words.is_hidden else line


def _without_name(result: str, name: str) -> str:
    """The result without the tool's name, which the line begins with."""
    repeated = f"{_ERROR}{name}: "
    return f"{_ERROR}{result[len(repeated) :]}" if result.startswith(repeated) else result


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
