"""Calls that block, and calls that never return."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from loopl_desktop.bridge.blocking import in_thread


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Holds a thread until the test ends."""
    event = threading.Event()
    yield event
    event.set()


async def test_it_gives_the_result_and_runs_elsewhere() -> None:
    here = threading.get_ident()
    there = await in_thread(threading.get_ident, timeout_s=5.0, name="worker")
    assert there != here


async def test_it_raises_what_the_call_raises() -> None:
    def fail() -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        await in_thread(fail, timeout_s=5.0, name="worker")


async def test_a_call_that_does_not_return_is_not_waited_for(gate: threading.Event) -> None:
    with pytest.raises(TimeoutError):
        await in_thread(gate.wait, timeout_s=0.02, name="stuck")
    stuck = [thread for thread in threading.enumerate() if thread.name == "stuck"]
    assert [thread.daemon for thread in stuck] == [True]  # the app can end meanwhile


@pytest.mark.parametrize("fails", [False, True])
async def test_a_late_outcome_is_dropped(gate: threading.Event, fails: bool) -> None:
    def late() -> int:
        gate.wait()
        if fails:
            raise KeyError("late")
        return 1

    with pytest.raises(TimeoutError):
        await in_thread(late, timeout_s=0.02, name="late")
    thread = next(thread for thread in threading.enumerate() if thread.name == "late")
    gate.set()
    thread.join(timeout=5.0)
    for _ in range(3):
        await asyncio.sleep(0)  # the outcome arrives; the loop's error handler hears nothing
