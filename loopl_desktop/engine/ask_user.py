"""The tool that asks the person."""

import json

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest
from loopl_desktop.domain.interrupts import ASK_USER, Approved, Denied
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import mask
from loopl_desktop.engine.gate import InterruptScope, Response
from loopl_desktop.engine.model import ToolSpec

ASK_USER_DESCRIPTION = (
    "Ask the person one question and wait. Use it for a decision, a missing detail, a credential or a preference. One "
    "question per call. Never repeat a password in prose. On a timeout stop; do not guess."
)
_SPEC = ToolSpec(ASK_USER, ASK_USER_DESCRIPTION, {"type": "object", "required": ["type", "text"]})


class AskUserTool:
    """Draws nothing and waits for nothing itself: it raises an interrupt and puts the answer into words."""

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""
        return _SPEC

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        """Validate, ask, answer."""
        try:
            request = AskUserRequest.parse(arguments)
        except AskSpecError as error:
            return str(error)
        return _result(
            scope.interrupt(ASK_USER, request.to_spec(), timeout_s=request.timeout_s), request
        )


def _result(response: Response, request: AskUserRequest) -> str:
    """The only place that writes a secret out."""
    match response:
        case Answered(value):
            return json.dumps({"ok": True, "value": value}, ensure_ascii=False, default=_reveal)
        case Approved() | Denied():
            raise TypeError("an approval does not answer a question")
        case _:
            return mask(response, request).to_result()


def _reveal(value: object) -> str:
    if isinstance(value, Secret):
        return value.reveal()
    raise TypeError(f"an answer cannot hold {type(value).__name__}")
