"""A gate with its clock, its scrubber and the calls that are parked at it."""

import asyncio

from loopl_desktop.domain.events import AgentEvent, InterruptResolved
from loopl_desktop.domain.interrupts import Interrupt, interrupt_id_for
from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.engine.gate import Gate, InterruptScope, Response
from tests.doubles.clock import FakeClock

CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}


class Table:
    """One gate, its time in the hand of the test."""

    def __init__(self, *, patience: float = 1.0, gate_class: type[Gate] = Gate) -> None:
        self.clock = FakeClock()
        self.scrubber = Scrubber()
        self.events: list[AgentEvent] = []
        self.gate = gate_class(
            self.clock,
            self.scrubber,
            approval_timeout_s=100.0,
            patience=patience,
            emit=self.events.append,
        )
        self.scopes: dict[str, InterruptScope] = {}

    def park(
        self,
        call_id: str = "call_1",
        reason: JsonValue = CONFIRM,
        *,
        name: str = "ask_user",
        timeout_s: float | None = None,
    ) -> "asyncio.Task[Response]":
        scope = self.scopes[call_id] = InterruptScope(call_id)
        interrupt = Interrupt(interrupt_id_for(call_id, name), name, reason, call_id, timeout_s)
        return asyncio.create_task(self.gate.park(interrupt, scope))

    def resolved(self) -> list[InterruptResolved]:
        return [event for event in self.events if isinstance(event, InterruptResolved)]
