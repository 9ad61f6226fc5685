"""A clock that stands still until a test turns it."""

import asyncio
from typing import Any, TypeVar

Result = TypeVar("Result")


class FakeClock:
    """Implements `engine.clock.Clock` without waiting."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def wait(self, future: "asyncio.Future[Result]", seconds: float) -> None:
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        sleeper = (self._now + seconds, wake)
        self._sleepers.append(sleeper)
        try:
            either: list[asyncio.Future[Any]] = [future, wake]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._sleepers.remove(sleeper)

    @property
    def waiting(self) -> int:
        """How many wait for this clock and were not woken yet."""
        return sum(not wake.done() for _, wake in self._sleepers)

    def jump(self, seconds: float) -> None:
        """Let time go by without waking anybody: a timer that is due but has not run."""
        self._now += seconds

    def advance(self, seconds: float) -> None:
        """Let time go by, and wake those whose time is over."""
        self.jump(seconds)
        self.wake_due()

    def wake_due(self) -> None:
        """Wake those whose time is over."""
        for due, wake in self._sleepers:
            if due <= self._now and not wake.done():
                wake.set_result(None)

    def wake_all(self) -> None:
        """Wake everybody, due or not: a timer that fires early."""
        for _, wake in self._sleepers:
            if not wake.done():
                wake.set_result(None)
