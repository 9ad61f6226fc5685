"""One turn: ask the model, run the calls of its reply, and again, until it calls nothing."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from loopl_desktop.domain.errors import ModelError
from loopl_desktop.domain.events import AgentEvent, ReasoningDelta, TextDelta, TurnEnding
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.limits import MAX_REQUESTS
from loopl_desktop.engine.model import (
    Finish,
    Model,
    ModelChunk,
    ModelReply,
    ReasoningChunk,
    ReplyBuilder,
    TextChunk,
)
from loopl_desktop.engine.tool_runner import ToolRunner
from loopl_desktop.engine.tools import ToolRegistry
from loopl_desktop.engine.working_context import WorkingContext

_CUT_SHORT: dict[Finish, TurnEnding] = {"length": "cut", "content_filter": "filtered"}


class Turn:
    """The agent's work on one message of the person."""

    def __init__(
        self,
        *,
        model: Model,
        registry: ToolRegistry,
        runner: ToolRunner,
        context: WorkingContext,
        ids: "CallIds",
        first_reply_index: int,
        emit: Callable[[AgentEvent], None],
    ) -> None:
        self._model = model
        self._registry = registry
        self._runner = runner
        self._context = context
        self._ids = ids
        self._first_reply_index = first_reply_index
        self._emit = emit
        # An Event, not a bool: the type checker would take a bool for unchanged across an await.
        self._stopping = asyncio.Event()
        self._request: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """End early and in order: what has come is kept, no call stays without a result."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        if self._request is not None:
            self._request.cancel()
        self._runner.stop()

    async def run(self) -> TurnEnding:
        """Play the turn, and say why it is over; raises what the model raises."""
        for number in range(MAX_REQUESTS):
            reply = await self._ask_model()
            if reply is None or self._stopping.is_set():
                return "stopped"
            if reply.finish in _CUT_SHORT:  # the calls are one decision, and it is not complete
                return _CUT_SHORT[reply.finish]
            if not reply.tool_calls:
                return "done"
            calls = [self._ids.made_unique(call) for call in reply.tool_calls]
            results = await self._runner.run_all(calls, self._first_reply_index + number)
            self._context.add_exchange(reply, calls, results)
            if self._stopping.is_set():
                return "stopped"
            if self._runner.goes_in_circles:
                break
        return "limit"

    async def _ask_model(self) -> ModelReply | None:
        """Return one reply; `None` when the turn was stopped."""
        if self._stopping.is_set():
            return None
        chunks = self._model.stream(self._context.messages, self._registry.specs)
        builder = ReplyBuilder()
        # The task gives no result: its repr would show a reply, which may repeat a secret.
        self._request = asyncio.create_task(self._read(chunks, builder))
        try:
            await self._request
        except asyncio.CancelledError:
            if self._stopping.is_set():
                return None
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise ModelError(
                "The connection to the model ended unexpectedly. Try again.", kind="protocol"
            ) from None
        finally:
            self._request = None
        return builder.reply()

    async def _read(self, chunks: AsyncIterator[ModelChunk], builder: ReplyBuilder) -> None:
        """Read a reply to its end, and tell its text as it comes."""
        async with _closed_at_end(chunks):
            async for chunk in chunks:
                builder.add(chunk)
                if isinstance(chunk, TextChunk):
                    self._emit(TextDelta(chunk.text))
                elif isinstance(chunk, ReasoningChunk):
                    self._emit(ReasoningDelta(chunk.text))


class CallIds:
    """Gives each call of a conversation an id of its own.

    Servers repeat `call_0`; a late click on an old card must never answer a new question.
    """

    def __init__(self, used: set[str]) -> None:
        self._used = used

    def made_unique(self, call: ToolCall) -> ToolCall:
        """Return the call with its own id; the provider's id stays beside it."""
        wanted = call.id or "call"
        unique, number = wanted, 1
        while unique in self._used:
            number += 1
            unique = f"{wanted}-{number}"
        self._used.add(unique)
        return replace(call, id=unique, provider_id=call.id)


@asynccontextmanager
async def _closed_at_end(chunks: AsyncIterator[ModelChunk]) -> AsyncIterator[None]:
    """Close a reply that was not read to its end, so that its connection is free at once."""
    try:
        yield
    finally:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()
