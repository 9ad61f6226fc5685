"""Waits for calls that block, without trusting them to end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_Result = TypeVar("_Result")


async def in_thread(call: Callable[[], _Result], *, timeout_s: float, name: str) -> _Result:
    """Run a blocking call in a thread of its own.

    The thread is a daemon: a call that never returns (a keyring that waits for its own dialog)
    keeps neither the caller nor the end of the app waiting, which a pool of threads would.

    Args:
        call: What to run.
        timeout_s: Seconds to wait; the call itself cannot be ended, its late result is dropped.
        name: The thread's name.

    Raises:
        TimeoutError: if the call has not returned in time.
    """
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[_Result] = loop.create_future()

    def set_result(result: _Result) -> None:
        if not outcome.done():
            outcome.set_result(result)

    def set_error(error: Exception) -> None:
        if not outcome.done():
            outcome.set_exception(error)

    def work() -> None:
        # RuntimeError: the loop was closed meanwhile, and nobody waits any more.
        with suppress(RuntimeError):
            try:
                result = call()
            except Exception as error:  # noqa: BLE001 (handed to the caller as it is)
                loop.call_soon_threadsafe(set_error, error)
            else:
                loop.call_soon_threadsafe(set_result, result)

    threading.Thread(target=work, name=name, daemon=True).start()
    async with asyncio.timeout(timeout_s):
        return await outcome
