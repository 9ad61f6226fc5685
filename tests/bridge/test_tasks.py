"""Background work: kept, reported, ended."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PySide6.QtCore import SignalInstance

from loopl_desktop.bridge.tasks import TaskSupervisor

Until = Callable[[Callable[[], object]], Awaitable[None]]
AwaitSignal = Callable[[SignalInstance], "asyncio.Task[tuple[Any, ...]]"]


async def wait_for_ever() -> None:
    await asyncio.Event().wait()


async def test_a_task_runs_under_its_name_and_is_let_go_at_its_end() -> None:
    supervisor = TaskSupervisor()

    async def work() -> int:
        return 7

    task = supervisor.start(work(), "counting")
    assert list(supervisor.running_names) == ["counting"]
    assert await task == 7
    await asyncio.sleep(0)
    assert list(supervisor.running_names) == []


async def test_a_failure_is_told_without_its_values(
    signal: AwaitSignal, caplog: pytest.LogCaptureFixture
) -> None:
    supervisor = TaskSupervisor()

    async def fail() -> None:
        raise ValueError("MARKER")

    failed = signal(supervisor.failed)
    supervisor.start(fail(), "failing")
    (sentence,) = await failed
    assert "ValueError" in sentence
    assert "failing" in caplog.text
    assert "test_tasks.py" in caplog.text
    assert "MARKER" not in sentence + caplog.text
    caplog.clear()


async def test_closing_cancels_and_awaits_everything() -> None:
    before = asyncio.all_tasks()
    supervisor = TaskSupervisor()
    ended: list[str] = []

    async def tidy() -> None:
        try:
            await wait_for_ever()
        finally:
            await asyncio.sleep(0)
            ended.append("tidy")

    supervisor.start(tidy(), "tidy")
    supervisor.start(wait_for_ever(), "other")
    await asyncio.sleep(0)
    await supervisor.close()
    assert ended == ["tidy"]
    assert supervisor.running_names == ()
    assert asyncio.all_tasks() == before


async def test_closing_with_nothing_to_close_returns() -> None:
    supervisor = TaskSupervisor()
    await supervisor.close()
    await supervisor.close()


async def test_a_task_that_closes_the_supervisor_does_not_wait_for_itself(until: Until) -> None:
    supervisor = TaskSupervisor()
    task = supervisor.start(supervisor.close(), "closing")
    await until(task.done)
    assert not task.cancelled()


async def test_a_task_that_does_not_end_is_named_and_not_waited_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    supervisor = TaskSupervisor(grace_s=0.01)
    released = asyncio.Event()

    async def stubborn() -> None:
        while not released.is_set():
            try:
                await released.wait()
            except asyncio.CancelledError:
                continue

    task = supervisor.start(stubborn(), "stubborn")
    await asyncio.sleep(0)
    await supervisor.close()
    assert "stubborn" in caplog.text
    caplog.clear()
    released.set()
    await task


async def test_after_closing_nothing_starts() -> None:
    supervisor = TaskSupervisor()
    await supervisor.close()
    ran: list[int] = []

    async def work() -> None:
        ran.append(1)

    task = supervisor.start(work(), "late")
    await asyncio.wait({task})
    assert task.cancelled()
    assert ran == []
