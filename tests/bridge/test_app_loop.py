"""Scheduling of the app's loop."""

import asyncio
import contextvars
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QTimer

from loopl_desktop.bridge.app_loop import SLICE_S, AppLoop

Until = Callable[[Callable[[], object]], Awaitable[None]]
Run = Callable[[Coroutine[Any, Any, object]], object]
number: contextvars.ContextVar[int] = contextvars.ContextVar("number", default=0)


@pytest.fixture
def loop(qapp: QCoreApplication) -> Iterator[AppLoop]:
    loop = AppLoop(qapp)
    errors: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _loop, context: errors.append(context))
    asyncio.set_event_loop(loop)
    yield loop
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    asyncio.set_event_loop(None)
    assert errors == []


@pytest.fixture
def run(loop: AppLoop) -> Run:
    """Runs a coroutine to its end, bounded."""

    def until_done(work: Coroutine[Any, Any, object]) -> object:
        return loop.run_until_complete(asyncio.wait_for(work, 10.0))

    return until_done


def test_callbacks_run_in_the_order_in_which_they_came(loop: AppLoop, run: Run) -> None:
    order: list[int] = []

    async def main() -> None:
        for n in range(100):
            loop.call_soon(order.append, n)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    run(main())
    assert order == list(range(100))


def test_later_callbacks_run_in_the_order_of_their_times_and_never_early(
    loop: AppLoop, run: Run
) -> None:
    late_by: list[tuple[str, float]] = []

    async def main() -> None:
        now = loop.time()

        def note(name: str, when: float) -> None:
            late_by.append((name, loop.time() - when))

        for name, delay in (("c", 0.03), ("a", 0.01), ("b", 0.02)):
            loop.call_at(now + delay, note, name, now + delay)
        await asyncio.sleep(0.05)

    run(main())
    assert [name for name, _ in late_by] == ["a", "b", "c"]
    assert all(late >= 0 for _, late in late_by)


def test_an_earlier_callback_is_not_held_up_by_a_later_one(loop: AppLoop, run: Run) -> None:
    async def main() -> None:
        far = loop.call_later(60.0, print, "never")
        await asyncio.sleep(0.001)
        far.cancel()

    run(main())


def test_a_cancelled_callback_does_not_run(loop: AppLoop, run: Run) -> None:
    ran: list[str] = []

    async def main() -> None:
        loop.call_soon(ran.append, "soon").cancel()
        loop.call_later(0.001, ran.append, "later").cancel()
        loop.call_later(0.002, ran.append, "control")
        await asyncio.sleep(0.005)

    run(main())
    assert ran == ["control"]


def test_cancelled_time_outs_leave_nothing_behind(loop: AppLoop, run: Run) -> None:
    async def main() -> int:
        for _ in range(2000):
            async with asyncio.timeout(300):
                await asyncio.sleep(0)
        return loop.scheduled_count

    left = run(main())
    assert isinstance(left, int)
    assert left < 250


def test_a_callback_of_a_thread_runs_here_with_its_context(loop: AppLoop, run: Run) -> None:
    seen: list[tuple[int, int]] = []

    async def main() -> None:
        done = asyncio.Event()
        context = contextvars.copy_context()
        context.run(number.set, 7)

        def note() -> None:
            seen.append((threading.get_ident(), number.get()))
            done.set()

        def work() -> None:
            loop.call_soon_threadsafe(note, context=context)

        thread = threading.Thread(target=work)
        thread.start()
        await done.wait()
        thread.join()

    run(main())
    assert seen == [(threading.get_ident(), 7)]


def test_sockets_are_read_and_written(run: Run) -> None:
    async def main() -> bytes:
        left, right = socket.socketpair()
        reader, own_writer = await asyncio.open_connection(sock=left)
        _, writer = await asyncio.open_connection(sock=right)
        writer.write(b"hello\n")
        line = await reader.readline()
        for end in (writer, own_writer):
            end.close()
            await end.wait_closed()
        return line

    assert run(main()) == b"hello\n"


def test_busy_callbacks_let_qt_have_its_turn(loop: AppLoop, run: Run) -> None:
    class Painter(QObject):
        painted = 0

        def event(self, event: QEvent) -> bool:
            if event.type() == QEvent.Type.User:
                self.painted += 1
                return True
            return super().event(event)

    painter = Painter()

    async def main() -> int:
        turns = 0
        while painter.painted < 5:  # each of them only if Qt delivers an event in between
            QCoreApplication.postEvent(painter, QEvent(QEvent.Type.User))
            for _ in range(500):
                await asyncio.sleep(0)
            turns += 1
        return turns

    run(main())


def test_slow_callbacks_all_run_though_not_in_one_slice(loop: AppLoop, run: Run) -> None:
    ran: list[int] = []

    async def main() -> None:
        done = asyncio.Event()

        def work(n: int) -> None:
            end = time.perf_counter() + SLICE_S / 8
            while time.perf_counter() < end:
                pass
            ran.append(n)
            if n == 63:
                loop.call_later(0.001, done.set)

        for n in range(64):
            loop.call_soon(work, n)
        await done.wait()

    run(main())
    assert ran == list(range(64))


def test_a_nested_qt_loop_in_a_task_holds_the_others_and_loses_none(
    loop: AppLoop, run: Run
) -> None:
    ticks: list[str] = []

    async def tick() -> None:
        for _ in range(20):
            await asyncio.sleep(0.001)
            ticks.append("tick")

    async def main() -> None:
        other = asyncio.create_task(tick())
        await asyncio.sleep(0)
        nested = QEventLoop()
        QTimer.singleShot(10, nested.quit)
        ticks.append("before")
        nested.exec()
        ticks.append("after")
        await other

    run(main())
    assert ticks.count("tick") == 20
    assert ticks.index("after") == ticks.index("before") + 1


def test_after_closing_nothing_can_be_scheduled(qapp: QCoreApplication) -> None:
    loop = AppLoop(qapp)
    ran: list[int] = []
    loop.call_soon(ran.append, 1)
    loop.call_later(0.0, ran.append, 2)
    loop.close()
    assert loop.scheduled_count == 0
    qapp.processEvents()
    assert ran == []
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_soon(ran.append, 3)
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_later(1.0, ran.append, 3)


def test_an_error_in_a_callback_is_reported_and_the_next_one_runs(qapp: QCoreApplication) -> None:
    loop = AppLoop(qapp)
    errors: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _loop, context: errors.append(context))
    ran: list[str] = []

    def fail() -> None:
        raise ValueError("no")

    async def main() -> None:
        loop.call_soon(fail)
        loop.call_soon(ran.append, "next")
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.set_event_loop(loop)
    loop.run_until_complete(main())
    loop.close()
    asyncio.set_event_loop(None)
    assert [type(error["exception"]) for error in errors] == [ValueError]
    assert ran == ["next"]


async def test_a_generator_that_is_left_in_the_middle_is_closed(until: Until) -> None:
    closed: list[str] = []

    async def pieces() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            closed.append("closed")

    async for _piece in pieces():
        break
    await until(lambda: closed)
