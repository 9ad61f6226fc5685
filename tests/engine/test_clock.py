"""The real clock waits for a future or for the time, and never cancels what it waits for."""

import asyncio
import math

from loopl_desktop.engine.clock import SystemClock


def test_time_goes_forward() -> None:
    clock = SystemClock()
    assert clock.now() <= clock.now()


async def test_a_wait_ends_when_the_time_is_over() -> None:
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    await SystemClock().wait(never, 0.0)
    await SystemClock().wait(never, -1.0)
    assert not never.done()


async def test_a_wait_without_limit_ends_with_its_future() -> None:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    done.set_result(None)
    await SystemClock().wait(done, math.inf)
    assert done.done()
