"""When to ask again by ourselves, and how long to wait."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from loopl_desktop.providers.errors import ProviderError

FIRST_WAIT_S: Final = 0.5
LONGEST_BACKOFF_S: Final = 8.0
LONGEST_WAIT_S: Final = 60.0
"""A server that asks for more is not waited for: the person decides."""

_RETRIED = frozenset({"unreachable", "server", "overloaded", "rate_limit"})
_RETRIED_ONCE = frozenset({"tool_call_rejected"})  # the model may word the call better


@dataclass(frozen=True, slots=True)
class Timing:
    """Clocks and chance, so that tests can turn them."""

    now: Callable[[], float] = time.monotonic
    """Seconds, for limits."""
    wall: Callable[[], float] = time.time
    """Seconds since the epoch, for dates that servers send."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    timeout: Callable[[float | None], asyncio.Timeout] = asyncio.timeout
    chance: Callable[[], float] = random.random
    """From 0 up to 1."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential backoff with full jitter; never shorter than the server asks."""

    max_retries: int
    timing: Timing

    def wait_s(self, error: ProviderError, retries: int) -> float | None:
        """Seconds to wait before the next try; None: give the error to the person.

        Args:
            error: why the last try failed.
            retries: how often it was tried again already.
        """
        allowed = self.max_retries if error.kind in _RETRIED and not error.is_lasting else 0
        if error.kind in _RETRIED_ONCE:
            allowed = min(1, self.max_retries)
        if retries >= allowed:
            return None
        backoff_s = min(LONGEST_BACKOFF_S, FIRST_WAIT_S * 2**retries)
        wait_s = max(error.retry_after_s or 0.0, self.timing.chance() * backoff_s)
        return wait_s if wait_s <= LONGEST_WAIT_S else None
