"""Shared fixtures, and the hook that runs `async def` tests on the application's own event loop.

A test fails on a task that it leaves behind, on an exception that nobody saw, on an unexpected
warning of a log or of Qt, and on its time-out. Never drive asyncio code by `qtbot.wait*`: that
steps tasks without a running loop; nor call `processEvents` in one, which nests Qt's loop. Use an
`async def` test with `until` and `signal`.
"""

import asyncio
import gc
import inspect
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import pytest
from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QApplication

from loopl_desktop.bridge.app_loop import AppLoop

TEST_TIMEOUT_S = 20.0
CANCEL_GRACE_S = 2.0
WAIT_S = 5.0

Until = Callable[[Callable[[], object]], Awaitable[None]]
AwaitSignal = Callable[[SignalInstance], "asyncio.Task[tuple[Any, ...]]"]


@pytest.fixture(scope="session", autouse=True)
def _cycles_are_collected_in_this_thread() -> Iterator[None]:
    """As in the app: a Qt object that dies in a worker thread ends the process."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def _collect_between_tests() -> Iterator[None]:
    yield
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [number for number, (count, threshold) in enumerate(counts) if count > threshold]
    if due:
        gc.collect(due[-1])


@pytest.fixture(autouse=True)
def _private_data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the data of the person who runs it."""
    monkeypatch.setenv("LOOPL_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture(scope="session", autouse=True)
def _last_window_does_not_quit(qapp: QApplication) -> None:
    """Closing the last window would stop the loop under a test."""
    qapp.setQuitOnLastWindowClosed(False)


@pytest.fixture(autouse=True)
def _log_warnings_fail(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning that a test did not expect fails it; expect one by `caplog.clear()`."""
    yield
    found = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING
    ]
    if found:
        pytest.fail(f"unexpected log records: {found}")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test to its end on a fresh loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    loop = AppLoop(pyfuncitem._request.getfixturevalue("qapp"))
    errors: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _loop, context: errors.append(context))
    asyncio.set_event_loop(loop)
    try:
        left = loop.run_until_complete(_bounded(pyfuncitem.obj(**arguments)))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        gc.collect(1)  # an exception that nobody fetched reaches the handler here
        loop.close()
        asyncio.set_event_loop(None)
    if left:
        pytest.fail(f"tasks left over: {left}")
    if errors:
        seen = [str(error.get("exception") or error.get("message")) for error in errors]
        pytest.fail(f"errors in the loop: {seen}")
    return True


async def _bounded(test: Coroutine[Any, Any, None]) -> list["asyncio.Task[Any]"]:
    """Run a test within its time, also one that swallows its cancellation."""
    running = asyncio.create_task(test)
    done, _ = await asyncio.wait({running}, timeout=TEST_TIMEOUT_S)
    if not done:
        running.cancel()
        await asyncio.wait({running}, timeout=CANCEL_GRACE_S)
        raise TimeoutError(f"the test did not end within {TEST_TIMEOUT_S:.0f} s")
    running.result()
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=CANCEL_GRACE_S)
    return left


@pytest.fixture
def until() -> Until:
    """`await until(lambda: ...)`: go on when it is true; fails after five seconds."""

    async def wait(condition: Callable[[], object]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not condition():  # noqa: ASYNC110 (a widget's state has no event to await)
                await asyncio.sleep(0.002)

    return wait


@pytest.fixture
def signal() -> AwaitSignal:
    """`args = await signal(widget.changed)`, connected at the call, awaited where wanted."""

    def listen(qt_signal: SignalInstance) -> "asyncio.Task[tuple[Any, ...]]":
        future: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()

        def arrived(*args: Any) -> None:
            if not future.done():
                future.set_result(args)

        async def wait() -> tuple[Any, ...]:
            try:
                async with asyncio.timeout(WAIT_S):
                    return await future
            finally:
                qt_signal.disconnect(arrived)

        qt_signal.connect(arrived)
        return asyncio.create_task(wait())

    return listen
