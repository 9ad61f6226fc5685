"""The clock double keeps its own promises."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.doubles.clock import FakeClock

Until = Callable[[Callable[[], object]], Awaitable[None]]


async def test_a_wait_ends_when_the_time_is_over_and_not_before(until: Until) -> None:
    clock = FakeClock()
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(clock.wait(never, 10.0))
    await until(lambda: clock.waiting == 1)
    clock.advance(9.9)
    await asyncio.sleep(0)
    assert not task.done()
    clock.advance(0.1)
    await task
    assert clock.now() == 1010.0
    assert clock.waiting == 0
    assert not never.cancelled()


async def test_a_wait_ends_with_its_future(until: Until) -> None:
    clock = FakeClock()
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(clock.wait(future, 10.0))
    await until(lambda: clock.waiting == 1)
    future.set_result(None)
    await task
    assert clock.now() == 1000.0


async def test_a_timer_can_fire_early(until: Until) -> None:
    clock = FakeClock()
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(clock.wait(never, 10.0))
    await until(lambda: clock.waiting == 1)
    clock.wake_all()
    await task
    assert clock.now() == 1000.0
