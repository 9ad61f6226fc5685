"""What a wait survives, and what survives it: early timers, and bodies that do not end."""

import asyncio
from collections.abc import Awaitable, Callable

from loopl_desktop.domain.ask_answer import Answered
from loopl_desktop.domain.events import InterruptRaised
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine import tool_runner
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import InterruptScope
from tests.doubles.clock import FakeClock
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, asks, says
from tests.doubles.tools import BodyTool

Until = Callable[[Callable[[], object]], Awaitable[None]]
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
TURNS_OF_THE_LOOP = 20
"""More than anything here needs to take notice of a timer."""


async def let_the_loop_turn() -> None:
    for _ in range(TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)


async def test_a_timer_that_fires_early_leaves_the_question_waiting(until: Until) -> None:
    clock = FakeClock()
    agent = Agent(model=RecordingModel(says("", asks(CONFIRM))), tools=[AskUserTool()], clock=clock)
    host = Host(agent)
    task = host.begin("hi")
    await until(lambda: clock.waiting)
    for _ in range(3):
        clock.wake_all()
        await let_the_loop_turn()
        assert host.pending == ["call_1"]
        assert clock.waiting == 1
    assert host.answer("call_1", Answered(True))
    await task


async def test_a_stop_does_not_wait_for_a_second_pass_that_does_not_end(until: Until) -> None:
    released = asyncio.Event()

    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        scope.interrupt("approval", "why")
        await released.wait()
        return "at last"

    model = RecordingModel(says("", ToolCall("a", "work", {})))
    host = Host(Agent(model=model, tools=[BodyTool("work", body)]))
    task = host.begin("hi")
    await until(lambda: host.told(InterruptRaised))
    host.agent.cancel_turn()
    await asyncio.wait([task], timeout=tool_runner.STOP_GRACE_S + 2.0)
    ended = task.done()
    released.set()
    await task
    assert ended
    assert host.result("a") == "ERROR: work: stopped by the person"
