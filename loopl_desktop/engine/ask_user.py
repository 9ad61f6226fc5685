"""The tool that asks the person.

It adds no control flow of its own: it raises an interrupt named `ask_user`, as an approval does,
and puts the answer into words when its body runs again.
"""

import json
from collections.abc import Mapping
from typing import Final

from loopl_desktop.domain.ask_answer import Answered, AskUserAnswer, Secret
from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest
from loopl_desktop.domain.interrupts import ASK_USER
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import mask
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec
from loopl_desktop.engine.tools import Tool

ASK_USER_DESCRIPTION: Final = """\
Ask the person one question and wait for the answer. The app draws it as a card.

Use it when you cannot go on without a decision, a missing detail, a credential or a preference. \
Do not guess, and do not ask in prose. Do not use it for what you can find out yourself.

Ask one question per call. Types and the value that you read:
- confirm: Yes or No; true or false
- select: pick one of a list; the option's value
- buttons: pick one of a few short options; the option's value
- multiselect: pick any number; a list of values, which may be empty
- input: type a text; the text
- form: several fields (text, password, number, toggle); {name: value}
- message: tell something that must be seen; "acknowledged"

The result is {"ok": true, "value": ...}, or {"ok": false, ...} with "cancelled" (the person does \
not want to answer: respect that), "timeout" (nobody answered: stop and say what you need, do not \
guess) or "aborted". A result that begins with ERROR tells how to repair the call.

Ask for a password, key or PIN only by a form field of type password, and never repeat it in prose.
"""
"""What the model reads about the tool; a change here changes how models behave."""

_OPTION: Final[JsonObject] = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                "value": {"type": "string", "description": "What you read."},
                "label": {"type": "string", "description": "What the person sees."},
                "description": {"type": "string"},
            },
            "required": ["value", "label"],
        },
    ]
}
_FIELD: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "The key in the value that you read."},
        "label": {"type": "string", "description": "What the person sees."},
        "type": {"type": "string", "enum": ["text", "password", "number", "toggle"]},
        "required": {"type": "boolean"},
        "default": {
            "anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}],
            "description": "Never for a password.",
        },
        "help": {"type": "string"},
        "min": {"type": "number"},
        "max": {"type": "number"},
        "integer": {"type": "boolean", "description": "Only whole numbers."},
        "multiline": {"type": "boolean"},
    },
    "required": ["name", "label", "type"],
}
ASK_USER_PARAMETERS: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "type": {
            "type": "string",
            "enum": ["confirm", "select", "multiselect", "input", "buttons", "form", "message"],
        },
        "text": {"type": "string", "description": "The question, in plain text."},
        "title": {"type": "string", "description": "A short heading."},
        "options": {
            "type": "array",
            "items": _OPTION,
            "description": "For select, multiselect and buttons.",
        },
        "fields": {"type": "array", "items": _FIELD, "description": "For form."},
        "default": {
            "anyOf": [
                {"type": "string"},
                {"type": "boolean"},
                {"type": "array", "items": {"type": "string"}},
            ],
            "description": "An option's value, a list of them for multiselect, a text for input.",
        },
        "multiline": {"type": "boolean", "description": "For input: a text of several lines."},
        "timeout_s": {
            "type": "number",
            "description": "Seconds to wait, 5 to 3600; 180 if you leave it out.",
        },
    },
    "required": ["type", "text"],
}
"""The JSON schema of a question."""


class AskUserTool(Tool):
    """Asks the person one question."""

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""
        return ToolSpec(
            ASK_USER, ASK_USER_DESCRIPTION, ASK_USER_PARAMETERS, reads_raw_arguments=True
        )

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        """Check the spec, ask, and put the answer into words; a bad spec never draws a card."""
        try:
            request = AskUserRequest.parse(arguments)
        except AskSpecError as error:
            return str(error)
        answer = scope.interrupt(ASK_USER, request.to_spec(), timeout_s=request.timeout_s)
        return _result(answer, request)

    def kept_arguments(self, arguments: JsonObject | str) -> JsonObject | str:
        """Return the normalised spec, which holds no password; `{}` where there is none."""
        try:
            return AskUserRequest.parse(arguments).to_spec()
        except AskSpecError:
            return {}


def _result(answer: AskUserAnswer, request: AskUserRequest) -> str:
    """Put an answer into words; the only place that writes a secret out."""
    if not isinstance(answer, Answered):
        return mask(answer, request).to_result()
    value = dict(answer.value) if isinstance(answer.value, Mapping) else answer.value
    return json.dumps({"ok": True, "value": value}, ensure_ascii=False, default=_reveal)


def _reveal(value: object) -> str:
    if isinstance(value, Secret):
        return value.reveal()
    raise TypeError(f"an answer cannot hold a {type(value).__name__}")
