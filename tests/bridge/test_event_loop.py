"""The app's loop and its end."""

import asyncio
import os
import signal

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from loopl_desktop.bridge.event_loop import FAILED, Lifetime, run
from loopl_desktop.bridge.tasks import TaskSupervisor

MARKER = "MARKER-8810"


class Button(QObject):
    clicked = Signal(str)


class Handler(QObject):
    def fail(self, typed: str) -> None:
        raise ValueError(typed)


def test_the_exit_code_is_that_of_main(qapp: QCoreApplication) -> None:
    async def main(lifetime: Lifetime) -> int:
        QTimer.singleShot(1, lifetime.request_close)
        await lifetime.closed()
        return 3

    assert run(qapp, main) == 3


def test_closing_the_last_window_does_not_end_the_app(qapp: QCoreApplication) -> None:
    qapp.setProperty("quitOnLastWindowClosed", True)

    async def main(_lifetime: Lifetime) -> int:
        return 0

    run(qapp, main)
    assert qapp.property("quitOnLastWindowClosed") is False


def test_the_end_closes_in_reverse_order_and_leaves_no_task(qapp: QCoreApplication) -> None:
    ended: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    async def close_window() -> None:
        ended.append("window")

    async def close_network() -> None:
        await asyncio.sleep(0)
        ended.append("network")

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("task")

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("network", close_network)
        lifetime.on_close("window", close_window)
        tasks.append(asyncio.create_task(work()))
        await asyncio.sleep(0)
        lifetime.request_close()
        lifetime.request_close()  # twice is once
        await lifetime.closed()
        return 0

    assert run(qapp, main) == 0
    assert ended == ["window", "network", "task"]
    assert all(task.cancelled() for task in tasks)


def test_the_wish_to_end_is_told_once(qapp: QCoreApplication) -> None:
    told: list[str] = []

    class Listener(QObject):
        def hear(self) -> None:
            told.append("closing")

    async def main(lifetime: Lifetime) -> int:
        listener = Listener()
        lifetime.closing.connect(listener.hear)
        before = lifetime.ending
        lifetime.request_close()
        lifetime.request_close()
        return 0 if lifetime.ending and not before else FAILED

    assert run(qapp, main) == 0
    assert told == ["closing"]


def test_what_fails_or_hangs_does_not_keep_the_rest_from_closing(
    qapp: QCoreApplication, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[str] = []

    async def good() -> None:
        ended.append("good")

    async def bad() -> None:
        raise ValueError(MARKER)

    async def hung() -> None:
        await asyncio.Event().wait()

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("good", good)
        lifetime.on_close("bad", bad)
        lifetime.on_close("hung", hung)
        return 0

    assert run(qapp, main, grace_s=0.02) == 0
    assert ended == ["good"]
    assert "closing bad" in caplog.text
    assert "ValueError" in caplog.text
    assert "resource=<hung>" in caplog.text
    assert MARKER not in caplog.text
    caplog.clear()


def test_a_task_that_does_not_end_is_named_and_not_waited_for(
    qapp: QCoreApplication, caplog: pytest.LogCaptureFixture
) -> None:
    async def stubborn() -> None:
        for _ in range(2):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                continue

    async def main(_lifetime: Lifetime) -> int:
        task = asyncio.create_task(stubborn(), name="stubborn")
        stubborn_tasks.append(task)
        await asyncio.sleep(0)
        return 0

    stubborn_tasks: list[asyncio.Task[None]] = []
    assert run(qapp, main, grace_s=0.02) == 0
    assert "task=<stubborn>" in caplog.text
    caplog.clear()
    # It can never end any more: silence the loop's last word about it.
    stubborn_tasks[0]._log_destroy_pending = False  # type: ignore[attr-defined]  # of asyncio


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_app_in_order(qapp: QCoreApplication, name: signal.Signals) -> None:
    ended: list[str] = []
    before = signal.getsignal(name)

    async def close() -> None:
        ended.append("closed")

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("window", close)
        os.kill(os.getpid(), name)
        await lifetime.closed()
        return 0

    assert run(qapp, main) == 0
    assert ended == ["closed"]
    assert signal.getsignal(name) is before


def test_a_second_signal_does_not_wait_for_the_work(qapp: QCoreApplication) -> None:
    ended: list[str] = []

    async def close() -> None:
        ended.append("closed")

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("window", close)
        os.kill(os.getpid(), signal.SIGTERM)
        await lifetime.closed()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()
        return 0

    assert run(qapp, main) == FAILED
    assert ended == ["closed"]


def test_a_signal_while_closing_cuts_it_short(qapp: QCoreApplication) -> None:
    async def slow() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("slow", slow)
        return 0

    assert run(qapp, main, grace_s=30.0) == FAILED


def test_when_qt_quits_by_itself_the_app_still_ends_in_order(qapp: QCoreApplication) -> None:
    ended: list[str] = []

    async def close() -> None:
        await asyncio.sleep(0)
        ended.append("closed")

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("window", close)
        QTimer.singleShot(1, qapp.quit)
        await lifetime.closed()
        await asyncio.sleep(0)
        return 5

    assert run(qapp, main) == 5
    assert ended == ["closed"]


def test_an_error_in_main_closes_everything_and_is_reported(
    qapp: QCoreApplication, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[str] = []

    async def close() -> None:
        ended.append("closed")

    async def main(lifetime: Lifetime) -> int:
        lifetime.on_close("window", close)
        raise ValueError(MARKER)

    assert run(qapp, main) == FAILED
    assert ended == ["closed"]
    assert "where=<main>" in caplog.text
    assert MARKER not in caplog.text
    caplog.clear()


def test_an_error_in_a_slot_or_a_task_does_not_end_the_app(
    qapp: QCoreApplication, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def fail() -> None:
        raise KeyError(MARKER)

    def fail_in_callback() -> None:
        raise RuntimeError(MARKER)

    async def main(_lifetime: Lifetime) -> int:
        supervisor = TaskSupervisor()
        button, handler = Button(), Handler()
        button.clicked.connect(handler.fail)
        button.clicked.emit(MARKER)
        supervisor.start(fail(), "failing")
        asyncio.get_running_loop().call_soon(fail_in_callback)
        asyncio.get_running_loop().call_exception_handler({"message": MARKER})
        for _ in range(3):
            await asyncio.sleep(0)
        return 4

    assert run(qapp, main) == 4
    told = caplog.text + "".join(capfd.readouterr())
    caplog.clear()
    for kind in ("ValueError", "KeyError", "RuntimeError", "without an exception"):
        assert kind in told
    assert MARKER not in told
