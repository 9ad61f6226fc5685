"""The odd streams, each with the outcome that it must have."""

import base64
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.model import (
    CallChunk,
    FinishChunk,
    ModelChunk,
    ReasoningChunk,
    TextChunk,
    ToolSpec,
)
from loopl_desktop.providers.errors import ProviderError

Case: TypeAlias = dict[str, Any]

TOOLS = [
    ToolSpec(name, "", {"type": "object"})
    for name in ("ask_user", "get_weather", "calculator", "read_file", "list_files")
]
CASES: list[Case] = [
    json.loads(line)
    for line in (Path(__file__).parent / "odd_streams.jsonl").read_text("utf-8").split("\n")
    if line
]


def body_of(case: Case) -> list[bytes]:
    """The chunks as bytes."""
    return [
        base64.b64decode(chunk["b64"]) if isinstance(chunk, dict) else chunk.encode()
        for chunk in case["body_chunks"]
    ]


@dataclass
class Outcome:
    """What a reply came to."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    finish: FinishChunk | None = None
    error: ProviderError | None = None

    def add(self, chunk: ModelChunk) -> None:
        match chunk:
            case TextChunk(text):
                assert text, "an empty piece"
                self.text += text
            case ReasoningChunk(text):
                assert text, "an empty piece"
                self.reasoning += text
            case CallChunk(call):
                self.calls.append(call)
            case FinishChunk():
                assert self.finish is None, "two ends"
                self.finish = chunk

    def compared(self) -> dict[str, Any]:
        """In the form of a case's `expected`."""
        return {
            "text": self.text,
            "reasoning": self.reasoning,
            "tool_calls": [_compared(call) for call in self.calls],
            "finish": self.finish.finish if self.finish else "error",
            "error_class": self.error.kind if self.error else None,
        }


def outcome_of(chunks: Iterable[ModelChunk]) -> Outcome:
    """Read to the end or the error."""
    outcome = Outcome()
    try:
        for chunk in chunks:
            outcome.add(chunk)
    except ProviderError as error:
        outcome.error = error
    return outcome


async def read(chunks: AsyncIterator[ModelChunk]) -> Outcome:
    """Read to the end or the error."""
    outcome = Outcome()
    async with aclosing(chunks) as open_chunks:  # type: ignore[type-var]  # a generator, in fact
        try:
            async for chunk in open_chunks:
                outcome.add(chunk)
        except ProviderError as error:
            outcome.error = error
    return outcome


def check(case: Case, outcome: Outcome) -> None:
    """Assert all that a case expects, `expected_*` too."""
    assert outcome.compared() == case["expected"]
    ids = [call.id for call in outcome.calls]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    if "expected_call_id" in case:
        assert ids[0] == case["expected_call_id"]
    if "expected_extra" in case:
        assert outcome.calls[0].extra == case["expected_extra"]
    if "expected_usage" in case:
        assert outcome.finish is not None
        assert outcome.finish.usage is not None
        usage = {"input": outcome.finish.usage.input, "output": outcome.finish.usage.output}
        assert usage == case["expected_usage"]
    if isinstance(case.get("expected_retry_after"), int | float):
        assert outcome.error is not None
        assert outcome.error.retry_after_s == case["expected_retry_after"]
    for unwanted in _as_list(case.get("expected_not_in_message", [])):
        assert unwanted not in str(outcome.error)


def _compared(call: ToolCall) -> dict[str, Any]:
    if isinstance(call.arguments, str):
        return {"name": call.name, "arguments": None, "status": "invalid"}
    return {"name": call.name, "arguments": call.arguments}


def _as_list(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]
