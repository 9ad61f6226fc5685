"""Random races at the gate, watched by a simple idea of what must happen."""

import asyncio
import math
import random

import pytest

from loopl_desktop.domain.ask_answer import Answered, AnswerError
from loopl_desktop.domain.events import InterruptResolved
from loopl_desktop.domain.interrupts import Cancelled, interrupt_id_for
from loopl_desktop.engine.gate import Gate, Response, outcome_of
from tests.doubles.gate_table import Table


class Race:
    """Random answers, touches, extensions, time and a stop on a few parked calls.

    Keeps its own simple idea of what must happen, and lists where the gate did something else.
    """

    def __init__(self, gate_class: type[Gate], seed: int) -> None:
        self.random = random.Random(seed)
        self.table = Table(gate_class=gate_class)
        self.tasks: dict[str, asyncio.Task[Response]] = {}
        self.deadlines: dict[str, float] = {}
        self.touched: dict[str, float] = {}
        self.accepted: dict[str, list[Response]] = {}
        self.stopped = False
        self.wrong: list[str] = []

    async def run(self) -> list[str]:
        for number in range(self.random.randint(1, 4)):
            call_id = f"call_{number}"
            timeout_s = self.random.choice([5.0, 60.0, 3600.0])
            self.tasks[call_id] = self.table.park(call_id, timeout_s=timeout_s)
            self.deadlines[call_id] = self.table.clock.now() + timeout_s
            self.touched[call_id] = 0.0
            self.accepted[call_id] = []
        await self.settle_down()
        for _ in range(self.random.randint(1, 25)):
            self.act(self.random.choice(list(self.tasks)))
            await self.settle_down(self.random.randint(0, 3))
            self.check_times()
        self.table.clock.advance(1e6)
        await self.settle_down()
        self.check()
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        return self.wrong

    async def settle_down(self, rounds: int = 8) -> None:
        for _ in range(rounds):
            await asyncio.sleep(0)

    def ending(self, call_id: str) -> InterruptResolved | None:
        interrupt_id = interrupt_id_for(call_id)
        events = [e for e in self.table.resolved() if e.interrupt_id == interrupt_id]
        if len(events) > 1:
            self.wrong.append(f"{call_id} was resolved {len(events)} times")
        return events[0] if events else None

    def act(self, call_id: str) -> None:
        """Do one thing; what the gate says of an open call must tell that it was open."""
        actions = [
            self.answer,
            self.answer,
            self.answer_wrongly,
            self.touch,
            self.extend,
            self.answer_nobody,
            self.let_time_pass,
            self.let_time_pass,
            self.let_time_pass,
        ]
        if self.random.random() < 0.01:
            actions = [self.stop]
        was_open = self.ending(call_id) is None
        told_open = self.random.choice(actions)(call_id)
        if told_open is not None and told_open != was_open:
            self.wrong.append(f"{call_id}: told {told_open} where it was open: {was_open}")

    def answer(self, call_id: str) -> bool:
        choices: list[Response] = [Answered(True), Answered(False), Cancelled()]
        response = self.random.choice(choices)
        taken = self.table.gate.resolve(interrupt_id_for(call_id), response)
        if taken:
            self.accepted[call_id].append(response)
        return taken

    def answer_wrongly(self, call_id: str) -> None:
        try:
            taken = self.table.gate.resolve(interrupt_id_for(call_id), Answered("no bool"))
        except AnswerError:
            return
        if taken:
            self.wrong.append("a misfit was taken")

    def answer_nobody(self, call_id: str) -> None:
        if self.table.gate.resolve(f"{call_id} of another turn", Cancelled()):
            self.wrong.append("an unknown id was taken")

    def touch(self, call_id: str) -> bool:
        counted = self.table.gate.touch(interrupt_id_for(call_id))
        if counted:
            lacking = self.table.clock.now() + 30.0 - self.deadlines[call_id]
            added = max(0.0, min(lacking, 3600.0 - self.touched[call_id]))
            self.touched[call_id] += added
            self.deadlines[call_id] += added
        return counted

    def extend(self, call_id: str) -> bool:
        extended = self.table.gate.extend(interrupt_id_for(call_id), 20.0)
        if extended:
            now = self.table.clock.now()
            self.deadlines[call_id] = max(self.deadlines[call_id], now) + 20.0
        return extended

    def let_time_pass(self, call_id: str) -> None:
        self.table.clock.advance(self.random.choice([0.0, 1.0, 10.0, 45.0]))

    def stop(self, call_id: str) -> None:
        self.table.gate.stop("stopped")
        self.stopped = True

    def check_times(self) -> None:
        for call_id, deadline in self.deadlines.items():
            ending = self.ending(call_id)
            if ending is not None and ending.outcome == "timed_out":
                self.wrong += ["timed out early"] if self.table.clock.now() < deadline else []

    def check(self) -> None:
        self.check_times()
        for call_id, task in self.tasks.items():
            ending, accepted = self.ending(call_id), self.accepted[call_id]
            if ending is None or not task.done():
                self.wrong.append(f"{call_id} still waits")
                continue
            if len(accepted) > 1:
                self.wrong.append(f"{call_id} took {len(accepted)} answers")
            expected = [outcome_of(response) for response in accepted] or (
                ["timed_out", "aborted"] if self.stopped else ["timed_out"]
            )
            if ending.outcome not in expected or outcome_of(task.result()) != ending.outcome:
                self.wrong.append(f"{call_id} ended as {ending.outcome}, not as {expected}")
            if accepted and task.result() != accepted[0]:
                self.wrong.append(f"{call_id} read another answer than was taken")


async def wrongs_of(gate_class: type[Gate], races: int) -> list[str]:
    return [wrong for seed in range(races) for wrong in await Race(gate_class, seed).run()]


def test_no_race_settles_a_call_twice_or_never() -> None:
    assert asyncio.run(wrongs_of(Gate, 1500)) == []


class ForgetsToRemove(Gate):
    """Takes answers for ever."""

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        wait = self._waits.get(interrupt_id)
        taken = super().resolve(interrupt_id, response)
        if taken and wait is not None:
            wait.settled = asyncio.get_running_loop().create_future()
            self._waits[interrupt_id] = wait
        return taken


class IgnoresTouches(Gate):
    """Says that a touch counts, and lets the time run out all the same."""

    def touch(self, interrupt_id: str) -> bool:
        return interrupt_id in self._waits


class TakesAnything(Gate):
    """Does not look at the answer."""

    def resolve(self, interrupt_id: str, response: Response) -> bool:
        return self._settle(interrupt_id, response)


class NeverTimesOut(Gate):
    """Waits for ever."""

    def _new_wait(self, *args: object) -> object:  # type: ignore[override]  # a break on purpose
        wait = super()._new_wait(*args)  # type: ignore[arg-type]  # passed on as they came
        wait.deadline = math.inf
        return wait


@pytest.mark.parametrize("broken", [ForgetsToRemove, IgnoresTouches, TakesAnything, NeverTimesOut])
def test_the_same_races_find_a_broken_gate(broken: type[Gate]) -> None:
    assert asyncio.run(wrongs_of(broken, 200)) != []
