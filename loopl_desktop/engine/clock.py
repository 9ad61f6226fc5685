"""Time as the engine sees it, so that tests can turn it."""

import asyncio
import time
from typing import Any, Protocol


class Clock(Protocol):
    """A monotonic clock."""

    def now(self) -> float:
        """Seconds."""

    async def wait(self, future: "asyncio.Future[Any]", seconds: float) -> None:
        """Return when the future is done or the time is over; never cancel the future."""


class SystemClock:
    """The real one."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    async def wait(self, future: "asyncio.Future[Any]", seconds: float) -> None:
        """See `Clock.wait`."""
        await asyncio.wait([future], timeout=None if seconds == float("inf") else max(0.0, seconds))
