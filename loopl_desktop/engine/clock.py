"""Time as the engine sees it, so that tests can turn it."""

import asyncio
import math
import time
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Clock(Protocol):
    """A monotonic clock: setting the time of the computer does not move it."""

    def now(self) -> float:
        """Return the seconds since some fixed moment."""

    async def wait(self, future: "asyncio.Future[Result]", seconds: float) -> None:
        """Return when the future is done or about when the time is over.

        It may return early, never cancels the future, and `math.inf` waits without limit.
        """


class SystemClock:
    """The clock of the computer."""

    def now(self) -> float:
        """Return the seconds since some fixed moment."""
        return time.monotonic()

    async def wait(self, future: "asyncio.Future[Result]", seconds: float) -> None:
        """Wait, see `Clock.wait`."""
        timeout = None if seconds == math.inf else max(0.0, seconds)
        await asyncio.wait([future], timeout=timeout)
