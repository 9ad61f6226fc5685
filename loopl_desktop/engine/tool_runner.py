"""Runs the tool calls of one reply side by side.

A fault of one call is that call's result and nobody else's. A call that asks the person is parked
by the gate and runs again with the response; its siblings do not wait for it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.events import AgentEvent, ToolCallFinished, ToolCallStarted
from loopl_desktop.domain.interrupts import ASK_USER, Interrupt
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.gate import Gate, InterruptRequested, InterruptScope
from loopl_desktop.engine.limits import RepairBudget, RepeatGuard, UnansweredAsks
from loopl_desktop.engine.tools import Tool, ToolRegistry, is_error, usage_line
from loopl_desktop.engine.working_context import CallResult

STOPPED = "stopped by the person"
"""Why calls of a stopped turn have no other result."""
STOP_GRACE_S = 2.0
"""Seconds that the second pass of a parked body gets when the turn is stopped."""
MAX_RESULT_CHARS = 100_000
"""A longer result is cut, and says so."""
_MAX_FAULT_CHARS = 300


class ToolRunner:
    """The tool calls of one turn."""

    def __init__(
        self,
        *,
        registry: ToolRegistry,
        gate: Gate,
        scrubber: Scrubber,
        emit: Callable[[AgentEvent], None],
    ) -> None:
        self._registry = registry
        self._gate = gate
        self._repeats = RepeatGuard()
        self._scrubber = scrubber
        self._emit = emit
        self._repairs = RepairBudget()
        self._unanswered = UnansweredAsks()
        self._tasks: dict[str, asyncio.Task[CallResult]] = {}
        self._stopped = False

    async def run_all(self, calls: Sequence[ToolCall], reply_index: int) -> list[CallResult]:
        """Run the calls of one reply, and return their results in call order."""
        self._repeats.note(calls)
        for call in calls:
            kept = self._registry.kept_arguments(call.name, call.arguments)
            self._emit(ToolCallStarted(call.id, call.name, kept, reply_index))
        async with asyncio.TaskGroup() as group:
            self._tasks = {call.id: group.create_task(self._result_of(call)) for call in calls}
        tasks, self._tasks = self._tasks, {}
        return [self._collected(call, tasks[call.id]) for call in calls]

    @property
    def goes_in_circles(self) -> bool:
        """Whether the model has made the same calls so often that the turn is over."""
        return self._repeats.stops

    def stop(self) -> None:
        """End all calls: parked ones read that the turn was stopped, then the rest is cancelled."""
        self._stopped = True
        parked = {tool_use_id for tool_use_id in self._tasks if self._gate.holds(tool_use_id)}
        self._gate.stop(STOPPED)
        for tool_use_id, task in self._tasks.items():
            if tool_use_id not in parked:
                task.cancel()

    def _collected(self, call: ToolCall, task: "asyncio.Task[CallResult]") -> CallResult:
        """The result of a task that is done; one that was stopped before it began has none."""
        if task.cancelled():
            return self._finish(call, InterruptScope(call.id), self._fault(call, STOPPED))
        return task.result()

    async def _result_of(self, call: ToolCall) -> CallResult:
        """Run one call to its result; raises only if the task of the turn itself is cancelled."""
        scope = InterruptScope(call.id)
        try:
            live = await self._output_of(call, scope)
        except asyncio.CancelledError:
            if not _being_cancelled():
                live = self._fault(call, "it was cancelled from inside")
            elif self._stopped:
                live = self._fault(call, STOPPED)
            else:
                self._finish(call, scope, self._fault(call, STOPPED))
                raise
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 (an edge: a tool's fault is its result)
            live = self._fault(
                call, STOPPED if self._stopped else f"{type(error).__name__}: {error}"
            )
        return self._finish(call, scope, live)

    def _finish(self, call: ToolCall, scope: InterruptScope, live: str) -> CallResult:
        """Tell the host the form that may be kept.

        Of a call whose question has ended that is the masked answer, whatever the body returned.
        """
        live = _well_formed(live)
        # Scrubbed before it is cut: the beginning of a secret at the cut would not be found.
        kept = _bounded(
            self._scrubber.scrub(live if scope.kept_result is None else scope.kept_result)
        )
        self._emit(ToolCallFinished(call.id, kept))
        return CallResult(kept, Secret(_bounded(live)))

    def _fault(self, call: ToolCall, what: str) -> str:
        return f"ERROR: {call.name}: {self._scrubber.scrub(what)[:_MAX_FAULT_CHARS]}"

    async def _output_of(self, call: ToolCall, scope: InterruptScope) -> str:
        if self._repeats.refuses:
            return self._repeats.refusal(call.name)
        tool = self._registry.find(call.name)
        if tool is None:
            output = self._registry.refusal(call.name)
        elif isinstance(call.arguments, Mapping) or tool.spec.reads_raw_arguments:
            output = await self._run(tool, call, scope)
        else:
            output = usage_line(tool.spec)
        if is_error(call.name, output):
            output = self._scrubber.scrub(output)  # before the budget shortens it
        return self._repairs.checked(call.name, output)

    async def _run(self, tool: Tool, call: ToolCall, scope: InterruptScope) -> str:
        """Run the body, and again after each interrupt that it raises."""
        while True:
            try:
                async with asyncio.timeout(STOP_GRACE_S if self._stopped else None):
                    return await tool.run(call.arguments, scope)
            except InterruptRequested as request:
                interrupt = request.interrupt
            except BaseExceptionGroup as group:  # the body asked inside a task group of its own
                interrupt = _first_interrupt_of(group)
            if interrupt.name == ASK_USER:
                refusal = self._unanswered.refusal(interrupt.reason)
                if refusal is not None:
                    return refusal
            response = await self._gate.park(interrupt, scope)
            if interrupt.name == ASK_USER:
                self._unanswered.note(interrupt.reason, response)


def _first_interrupt_of(group: BaseExceptionGroup[BaseException]) -> Interrupt:
    """The first interrupt of a group that holds nothing else; any other group is a fault."""
    asked, faults = group.split(InterruptRequested)
    if asked is None or faults is not None:
        raise group
    first = asked.exceptions[0]
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first.interrupt


def _being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _well_formed(text: str) -> str:
    """The text with nothing in it that cannot be stored and sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _bounded(result: str) -> str:
    if len(result) <= MAX_RESULT_CHARS:
        return result
    left_out = len(result) - MAX_RESULT_CHARS
    return f"{result[:MAX_RESULT_CHARS]}\n[{left_out} more characters were left out]"
