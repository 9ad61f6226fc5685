"""The plain words of a transcript row: what a screen reader says and what copying a row gives.

Everything here is made of what the transcript holds, which is masked already: a hidden answer is
told as hidden, and never by its dots or its length.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Words:
    """A part of a row that is told both by voice and in the row's picture."""

    text: str
    is_own: bool = False
    """The app's own words, no text of the person or of the question."""
    is_hidden: bool = False
    """They stand for something that must not be shown."""


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
    told = f"{question}, {_ending_text(answer, request)}"
    labels = [option.label for option in request.options]
    labels += [field.label for field in request.fields]
    return f"{told}. It offered: {', '.join(labels)}" if expanded and labels else told


def ending_words(answer: MaskedAnswer, request: AskUserRequest) -> Words:
    """How an ask ended: its answer in the words of its card, else one of three other endings."""
    match answer.ending:
        case "answered":
            return _answer_words(answer.value, request)
        case "cancelled":
            return Words("cancelled", is_own=True)
        case "timed_out":
            return Words("timed out", is_own=True)
        case "aborted" if answer.reason == APP_CLOSED:
            return Words("the app was closed before it was answered", is_own=True)
        case "aborted":
            return Words("stopped before it was answered", is_own=True)
        case never:
            assert_never(never)


def filled_fields(value: JsonValue, request: AskUserRequest) -> list[tuple[FormField, Words]]:
    """What each field of a form was answered with; no text where it was left empty."""
    filled = value if isinstance(value, Mapping) else {}
    return [(field, _field_words(field, filled.get(field.name))) for field in request.fields]


def _field_words(field: FormField, value: JsonValue) -> Words:
    if field.secret or value == HIDDEN:
        return Words("hidden", is_own=True, is_hidden=True)
    if field.type == "toggle":
        return _yes_or_no(value)
    return Words("" if value is None else str(value))


def _ending_text(answer: MaskedAnswer, request: AskUserRequest) -> str:
    words = ending_words(answer, request)
    if answer.ending != "answered":
        return words.text
    return f"answered, {words.text}" if words.is_hidden else f"answered: {words.text}"


def _answer_words(value: JsonValue, request: AskUserRequest) -> Words:
    """The kept answer in the words of its card."""
    match request.type:
        case "confirm":
            return _yes_or_no(value)
        case "select" | "buttons":
            return Words(_label_of(value, request))
        case "multiselect":
            picked = value if isinstance(value, list | tuple) else []
            labels = ", ".join(_label_of(one, request) for one in picked)
            return Words(labels) if picked else Words("nothing chosen", is_own=True)
        case "input" if value == HIDDEN:
            # A person may hide any answer by the lock of its field: only what was asked for as a
            # secret is called a password.
            text = "password hidden" if request.secret else "hidden"
            return Words(text, is_own=True, is_hidden=True)
        case "input":
            return Words(str(value)) if value else Words("left empty", is_own=True)
        case "form":
            fields = filled_fields(value, request)
            return Words(", ".join(_field_text(field, words) for field, words in fields))
        case "message":
            return Words(str(value), is_own=True)
        case never:
            assert_never(never)


def _field_text(field: FormField, words: Words) -> str:
    if words.is_hidden:
        return f"{field.label} {words.text}"
    return f"{field.label}: {words.text or 'empty'}"


def _label_of(value: JsonValue, request: AskUserRequest) -> str:
    found = (option.label for option in request.options if option.value == value)
    return next(found, str(value))


def _yes_or_no(value: JsonValue) -> Words:
    return Words("Yes" if value is True else "No", is_own=True)
