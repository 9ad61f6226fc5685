"""The limit on the wait for content, which keep-alives do not lengthen."""

import math
from collections.abc import Awaitable
from typing import TypeVar

from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.retry import Timing

_T = TypeVar("_T")


class ContentWatch:
    """Counts the seconds since the last piece of content, while somebody waits for the next."""

    def __init__(self, timing: Timing, limit_s: float) -> None:
        """Begin to count.

        Args:
            timing: the clock.
            limit_s: the longest wait; infinite: none.
        """
        self._timing = timing
        self._deadline = timing.now() + limit_s

    def restart(self, limit_s: float) -> None:
        """Content came: count anew, up to the given limit."""
        self._deadline = self._timing.now() + limit_s

    def check(self) -> None:
        """Fail when the time is over.

        Raises:
            ProviderError: idle_timeout.
        """
        if self._timing.now() >= self._deadline:
            raise ProviderError("idle_timeout")

    async def wait_for(self, answer: Awaitable[_T]) -> _T:
        """Wait, but not beyond the limit.

        Raises:
            ProviderError: idle_timeout.
        """
        left_s = max(0.0, self._deadline - self._timing.now())
        try:
            async with self._timing.timeout(left_s if math.isfinite(left_s) else None):
                return await answer
        except TimeoutError:
            pass
        raise ProviderError("idle_timeout")
