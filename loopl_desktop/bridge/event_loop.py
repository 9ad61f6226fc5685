"""Runs the app: asyncio on Qt's event loop, and an end in good order.

Two rules come with it: nothing ever calls `exec()` on a dialog or a menu, since every task would
wait for its end; and closing the last window does not end the app, `Lifetime.request_close` does.
"""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QObject, Signal

from loopl_desktop.bridge.app_loop import AppLoop
from loopl_desktop.bridge.error_hooks import error_hooks, report_error
from loopl_desktop.bridge.garbage import collecting_in_this_thread

_log = logging.getLogger(__name__)

FAILED = 1
"""The exit code of an app whose `main` failed or had to be cancelled."""
CLOSE_GRACE_S = 5.0
"""How long one resource, or all cancelled tasks together, may take to end."""

CloseResource: TypeAlias = Callable[[], Awaitable[object]]


class Lifetime(QObject):
    """The app's wish to end, and what has to be closed then.

    Signals:
        closing: The end was asked for; told once.
    """

    closing = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Live until somebody asks for the end. Needs a running event loop."""
        self._asked = asyncio.Event()
        self._resources: list[tuple[str, CloseResource]] = []
        super().__init__(parent)

    @property
    def ending(self) -> bool:
        """Whether the end was asked for."""
        return self._asked.is_set()

    def request_close(self) -> None:
        """Ask for the end; may be called from a slot, and more than once."""
        if not self._asked.is_set():
            self._asked.set()
            self.closing.emit()

    def on_close(self, name: str, close: CloseResource) -> None:
        """Have something closed at the end: what was named last is closed first."""
        self._resources.append((name, close))

    async def closed(self) -> None:
        """Wait until somebody asks for the end."""
        await self._asked.wait()

    async def close_resources(self, grace_s: float) -> None:
        """Close everything; what fails or hangs does not keep the rest from closing."""
        while self._resources:
            name, close = self._resources.pop()
            task = asyncio.ensure_future(close())
            done, _ = await asyncio.wait({task}, timeout=grace_s)
            if not done:
                _log.error("resource=<%s> | did not close in time", name)
            elif not task.cancelled() and (error := task.exception()) is not None:
                report_error(error, f"closing {name}")


Main: TypeAlias = Callable[[Lifetime], Awaitable[int]]


def run(app: QCoreApplication, main: Main, *, grace_s: float = CLOSE_GRACE_S) -> int:
    """Run the app until `main` returns, then close everything in order.

    Args:
        app: The application object.
        main: Builds the window, waits for `lifetime.closed()`, returns the exit code. SIGINT,
            SIGTERM and the desktop's own "quit" ask the lifetime to close.
        grace_s: Seconds that each resource, and then all left-over tasks, get to end.

    Returns:
        The exit code; 1 if `main` failed.
    """
    # By its property: the setter belongs to the GUI application, and the bridge needs QtCore only.
    app.setProperty("quitOnLastWindowClosed", False)
    loop: asyncio.AbstractEventLoop = AppLoop(app)
    loop.set_exception_handler(_on_loop_error)
    asyncio.set_event_loop(loop)
    try:
        with error_hooks(), collecting_in_this_thread():
            return _run_to_the_end(loop, main, grace_s)
    finally:
        loop.close()
        asyncio.set_event_loop(None)


def _run_to_the_end(loop: asyncio.AbstractEventLoop, main: Main, grace_s: float) -> int:
    """Play `main` through, however often Qt itself stops the loop."""
    lifetime = Lifetime()
    task: asyncio.Task[int] = loop.create_task(_guarded(main, lifetime, grace_s), name="main")
    with _signals_ask_to_close(loop, lifetime, task):
        while not task.done():
            try:
                loop.run_until_complete(task)
            except asyncio.CancelledError:
                _log.info("closing was cut short")
            except RuntimeError:
                # `QCoreApplication.quit`, as a session manager calls it, stops the loop under us.
                if task.done():
                    raise
                lifetime.request_close()
        loop.run_until_complete(_cancel_the_rest(grace_s))
    loop.run_until_complete(loop.shutdown_asyncgens())
    return FAILED if task.cancelled() else task.result()


async def _guarded(main: Main, lifetime: Lifetime, grace_s: float) -> int:
    """Run `main`, then close what it made."""
    playing = asyncio.ensure_future(main(lifetime))
    try:
        await asyncio.wait({playing})
    except asyncio.CancelledError:  # the second SIGINT: do not wait for anything `main` waits for
        playing.cancel()
        await asyncio.wait({playing}, timeout=grace_s)
    lifetime.request_close()
    await lifetime.close_resources(grace_s)
    if not playing.done() or playing.cancelled():
        return FAILED
    if (error := playing.exception()) is not None:
        report_error(error, "main")
        return FAILED
    return playing.result()


async def _cancel_the_rest(grace_s: float) -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    if rest:
        _, stuck = await asyncio.wait(rest, timeout=grace_s)
        for task in stuck:
            _log.error("task=<%s> | does not end though it was cancelled", task.get_name())


@contextmanager
def _signals_ask_to_close(
    loop: asyncio.AbstractEventLoop, lifetime: Lifetime, task: "asyncio.Task[int]"
) -> Iterator[None]:
    """SIGINT and SIGTERM end the app in order; a second one does not wait for its work."""
    asked = partial(_on_signal, lifetime, task)
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    for name in before:
        _handle_signal(loop, name, asked)
    try:
        yield
    finally:
        for name, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(name)
            if handler is not None:  # None: set by C code, which Python cannot set again
                signal.signal(name, handler)


def _handle_signal(
    loop: asyncio.AbstractEventLoop, name: signal.Signals, asked: Callable[[], None]
) -> None:
    """Call `asked` in the loop when this signal comes."""

    def from_python(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(asked)

    try:
        loop.add_signal_handler(name, asked)
    except NotImplementedError:  # Windows: Python's own handler runs with the next Qt event
        signal.signal(name, from_python)


def _on_signal(lifetime: Lifetime, task: "asyncio.Task[int]") -> None:
    if lifetime.ending:
        task.cancel()
    lifetime.request_close()


def _on_loop_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Everything asyncio reports; its messages quote results, so only the exception is told."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        report_error(error, "task")
    else:
        _log.error("an error in the event loop without an exception")
