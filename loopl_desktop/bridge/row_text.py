"""The plain words of a transcript row: what a screen reader says and what copying a row gives.

Everything here is made of what the transcript holds, which is masked already: a hidden answer is
told as hidden, and never by its dots or its length.
"""

from collections.abc import Mapping
from typing import assert_never

from loopl_desktop.domain.ask_request import AskUserRequest, FormField
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.scrubbing import MASK
from loopl_desktop.domain.transcript import (
    APP_CLOSED,
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    TranscriptItem,
    UserItem,
)

HIDDEN = MASK
"""How a hidden answer is written in what may be kept; a view draws it in words, as here."""


def row_text(item: TranscriptItem, *, expanded: bool = False) -> str:
    """Say one row in words; code spans and line breaks stay as they are.

    Args:
        item: The row.
        expanded: Also say what the row shows only when it is unfolded: the choices of a settled
            question, the reasoning before a reply.
    """
    match item:
        case UserItem(text):
            return f"you said: {text}"
        case AssistantItem(text, reasoning):
            return _reply_text(text, reasoning, expanded=expanded)
        case ToolItem(name=name, result=result):
            return f"tool {name}: {'running' if result is None else result}"
        case AskItem():
            return _ask_text(item, expanded=expanded)
        case ChildItem(child_id, transcript):
            rows = [row_text(row, expanded=expanded) for row in transcript.items]
            return "\n".join([f"sub-agent {child_id}:", *rows])
        case NoticeItem(text):
            return f"notice: {text}"
        case never:
            assert_never(never)


def _reply_text(text: str, reasoning: str, *, expanded: bool) -> str:
    said = f"agent said: {text}"
    if expanded and reasoning:
        return f"agent thought: {reasoning}\n{said}" if text else f"agent thought: {reasoning}"
    return said if text else "agent is thinking"


def _ask_text(item: AskItem, *, expanded: bool) -> str:
    request, answer = item.request, item.answer
    asker = "sub-agent" if item.child_id else "agent"
    question = f"question from the {asker}: {request.text or request.title}"
    if answer is None:
        return f"{question}, waiting, press Enter to answer"
    told = f"{question}, {ending_text(answer, request)}"
    labels = [option.label for option in request.options]
    labels += [field.label for field in request.fields]
    return f"{told}. It offered: {', '.join(labels)}" if expanded and labels else told


def ending_text(answer: MaskedAnswer, request: AskUserRequest) -> str:
    """How an ask ended: four endings, four different words."""
    match answer.ending:
        case "answered":
            value = _answer_text(answer.value, request)
            hidden = request.type == "input" and answer.value == HIDDEN
            return f"answered, {value}" if hidden else f"answered: {value}"
        case "cancelled":
            return "cancelled"
        case "timed_out":
            return "timed out"
        case "aborted" if answer.reason == APP_CLOSED:
            return "the app was closed before it was answered"
        case "aborted":
            return "stopped before it was answered"
        case never:
            assert_never(never)


def _answer_text(value: JsonValue, request: AskUserRequest) -> str:
    """The kept answer in the words of its card."""
    match request.type:
        case "confirm":
            return _yes_or_no(value)
        case "select" | "buttons":
            return _label_of(value, request)
        case "multiselect":
            picked = value if isinstance(value, list | tuple) else []
            return ", ".join(_label_of(one, request) for one in picked) or "nothing chosen"
        case "input":
            if value == HIDDEN:
                # A person may hide any answer by the lock of its field: only what was asked for as
                # a secret is called a password.
                return "password hidden" if request.secret else "hidden"
            return str(value)
        case "form":
            filled = value if isinstance(value, Mapping) else {}
            return ", ".join(_field_text(field, filled.get(field.name)) for field in request.fields)
        case "message":
            return str(value)
        case never:
            assert_never(never)


def _field_text(field: FormField, value: JsonValue) -> str:
    if field.secret or value == HIDDEN:
        return f"{field.label} hidden"
    if field.type == "toggle":
        return f"{field.label}: {_yes_or_no(value)}"
    return f"{field.label}: {'empty' if value in (None, '') else value}"


def _label_of(value: JsonValue, request: AskUserRequest) -> str:
    found = (option.label for option in request.options if option.value == value)
    return next(found, str(value))


def _yes_or_no(value: JsonValue) -> str:
    return "Yes" if value is True else "No"
