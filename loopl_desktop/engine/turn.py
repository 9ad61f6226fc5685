"""One turn: ask the model, run its calls side by side, until it calls nothing."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from loopl_desktop.domain import events as e
from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest
from loopl_desktop.domain.interrupts import ASK_USER, Interrupt
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.gate import Gate, InterruptRequested, InterruptScope, kept_answer
from loopl_desktop.engine.model import (
    CallChunk,
    Finish,
    FinishChunk,
    Model,
    ModelChunk,
    ModelReply,
    ReasoningChunk,
    TextChunk,
)
from loopl_desktop.engine.tools import Tool
from loopl_desktop.engine.working_context import CallResult, WorkingContext

MAX_REQUESTS = 24
MAX_SAME_BATCH, STOP_SAME_BATCH = 3, 5
REPAIR_BUDGET = 3
STOPPED = "stopped by the user"
Ending: TypeAlias = Literal["done", "stopped", "limit"]


class Turn:
    """One reply to one message of the person."""

    def __init__(
        self,
        *,
        model: Model,
        tools: Mapping[str, Tool],
        context: WorkingContext,
        gate: Gate,
        used_ids: set[str],
        emit: Callable[[e.AgentEvent], None],
    ) -> None:
        self._model, self._tools, self._context, self._used_ids = model, tools, context, used_ids
        self._emit = emit
        self.gate = gate
        self._stopping = (
            asyncio.Event()
        )  # an Event, since mypy narrows a bool attribute across awaits
        self._running: dict[str, asyncio.Task[CallResult]] = {}
        self._request: asyncio.Task[ModelReply] | None = None
        self._batches: Counter[str] = Counter()
        self._errors: Counter[str] = Counter()

    def stop(self) -> None:
        """End early: leaves are cancelled, parked calls are aborted, the turn itself ends in order."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        if self._request is not None:
            self._request.cancel()
        for tool_use_id, task in self._running.items():
            if not self.gate.holds(tool_use_id):
                task.cancel()
        self.gate.stop(STOPPED)

    async def run(self) -> Ending:
        """Play the turn; raises what the model raises."""
        for index in range(MAX_REQUESTS):
            reply = await self._ask_model()
            if reply is None:
                return "stopped"
            calls = self._with_unique_ids(reply.tool_calls) if reply.finish != "length" else []
            results = await self._run_calls(calls, index)
            self._context.add_exchange(reply.text, calls, results)
            if self._stopping.is_set():
                return "stopped"
            if not calls:
                return "done"
            if max(self._batches.values()) >= STOP_SAME_BATCH:
                return "limit"
        return "limit"

    async def _ask_model(self) -> ModelReply | None:
        """One reply; `None` when the turn was stopped."""
        if self._stopping.is_set():
            return None
        specs = [tool.spec for tool in self._tools.values()]
        self._request = asyncio.create_task(
            self._read(self._model.stream(self._context.messages, specs))
        )
        try:
            return await self._request
        except asyncio.CancelledError:
            if self._stopping.is_set():
                return None
            self._request.cancel()
            raise
        finally:
            self._request = None

    async def _read(self, chunks: AsyncIterator[ModelChunk]) -> ModelReply:
        text, reasoning, calls = "", "", []
        finish: Finish = "stop"
        async for chunk in chunks:
            match chunk:
                case TextChunk(piece):
                    text += piece
                    self._emit(e.TextDelta(piece))
                case ReasoningChunk(piece):
                    reasoning += piece
                    self._emit(e.ReasoningDelta(piece))
                case CallChunk(call):
                    calls.append(call)
                case FinishChunk(word):
                    finish = word
        return ModelReply(text, reasoning, tuple(calls), finish)

    def _with_unique_ids(self, calls: tuple[ToolCall, ...]) -> list[ToolCall]:
        """Servers repeat `call_0`; a late click on an old card must never answer a new question."""
        unique = []
        for call in calls:
            name, number = call.id or "call", 1
            while name in self._used_ids:
                number += 1
                name = f"{call.id or 'call'}-{number}"
            self._used_ids.add(name)
            unique.append(replace(call, id=name, provider_id=call.id))
        return unique

    async def _run_calls(self, calls: list[ToolCall], index: int) -> list[CallResult]:
        """All side by side; results in call order."""
        self._batches[
            json.dumps([[call.name, call.arguments] for call in calls], sort_keys=True, default=str)
        ] += bool(calls)
        for call in calls:
            self._emit(e.ToolCallStarted(call.id, call.name, _kept_arguments(call), index))
        async with asyncio.TaskGroup() as group:
            for call in calls:
                self._running[call.id] = group.create_task(self._result_of(call))
        results = [self._running[call.id].result() for call in calls]
        self._running.clear()
        return results

    async def _result_of(self, call: ToolCall) -> CallResult:
        """Never raises but for an outside cancel: a tool's fault is that tool's result."""
        scope = InterruptScope(call.id)
        try:
            live = await self._output_of(call, scope)
        except asyncio.CancelledError:
            if not self._stopping.is_set():
                raise
            live = f"ERROR: {call.name}: {STOPPED}"
        except Exception as error:  # noqa: BLE001 (an edge)
            live = f"ERROR: {call.name}: {type(error).__name__}: {error}"
        live = self._with_hint(call.name, live)
        kept = (
            scope.kept or live
        )  # whatever a body that was answered returns, its kept result is the masked answer
        self._emit(e.ToolCallFinished(call.id, kept))
        return CallResult(kept, Secret(live))

    async def _output_of(self, call: ToolCall, scope: InterruptScope) -> str:
        tool = self._tools.get(call.name)
        if tool is None:
            return f"ERROR: there is no tool {call.name!r}; use one of {sorted(self._tools)}"
        if max(self._batches.values()) >= MAX_SAME_BATCH:
            return f"ERROR: {call.name}: the same call {MAX_SAME_BATCH} times; do something else"
        while True:
            try:
                return await tool.run(call.arguments, scope)
            except InterruptRequested as request:
                await self._park(request.interrupt, scope)
            except BaseExceptionGroup as group:  # the body asked inside a TaskGroup of its own
                asked, rest = group.split(InterruptRequested)
                if asked is None or rest is not None:
                    raise
                await self._park(_leaf(asked), scope)

    async def _park(self, interrupt: Interrupt, scope: InterruptScope) -> None:
        response = await self.gate.park(interrupt)
        kept = kept_answer(
            response,
            AskUserRequest.from_reason(interrupt.reason) if interrupt.name == ASK_USER else None,
        )
        scope.answer(interrupt.id, response, kept.to_result() if kept else None)

    def _with_hint(self, name: str, result: str) -> str:
        """After three errors in a row the model is told to stop trying."""
        self._errors[name] = self._errors[name] + 1 if result.startswith("ERROR") else 0
        if self._errors[name] < REPAIR_BUDGET:
            return result
        return f"ERROR: {name}: {self._errors[name]} bad calls in a row; stop calling {name} and ask in prose"


def _kept_arguments(call: ToolCall) -> JsonObject | str:
    """A spec may hold a password as a default: of a question only the normalised form is told."""
    if call.name != ASK_USER:
        return call.arguments
    try:
        return AskUserRequest.parse(call.arguments).to_spec()
    except AskSpecError:
        return {}


def _leaf(group: BaseExceptionGroup[InterruptRequested]) -> Interrupt:
    first = group.exceptions[0]
    return _leaf(first) if isinstance(first, BaseExceptionGroup) else first.interrupt
