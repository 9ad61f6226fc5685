import asyncio
import math

import pytest

from loopl_desktop.providers.content_watch import ContentWatch
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.retry import Timing


class Clock:
    """Time that stands until it is moved; a limit of no seconds is over at once."""

    def __init__(self) -> None:
        self.time = 100.0
        self.limits: list[float | None] = []

    def timing(self) -> Timing:
        return Timing(now=lambda: self.time, timeout=self._timeout)

    def _timeout(self, seconds: float | None) -> asyncio.Timeout:
        self.limits.append(seconds)
        return asyncio.timeout(None if seconds is None or seconds > 0 else 0)


async def soon(value: int) -> int:
    await asyncio.sleep(0)
    return value


async def test_what_comes_in_time_is_given() -> None:
    clock = Clock()
    watch = ContentWatch(clock.timing(), 10)
    clock.time += 4
    assert await watch.wait_for(soon(7)) == 7
    assert clock.limits == [6]


async def test_the_limit_is_counted_from_the_last_content() -> None:
    clock = Clock()
    watch = ContentWatch(clock.timing(), 10)
    clock.time += 9
    watch.check()
    watch.restart(20)
    clock.time += 19
    watch.check()
    clock.time += 1
    with pytest.raises(ProviderError) as caught:
        watch.check()
    assert caught.value.kind == "idle_timeout"


async def test_waiting_ends_with_the_limit() -> None:
    clock = Clock()
    watch = ContentWatch(clock.timing(), 10)
    clock.time += 11
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    with pytest.raises(ProviderError) as caught:
        await watch.wait_for(never)
    assert caught.value.kind == "idle_timeout"
    assert never.cancelled()


async def test_without_a_limit_nothing_is_over() -> None:
    clock = Clock()
    watch = ContentWatch(clock.timing(), math.inf)
    clock.time += 1e9
    watch.check()
    assert await watch.wait_for(soon(7)) == 7
    assert clock.limits == [None]
