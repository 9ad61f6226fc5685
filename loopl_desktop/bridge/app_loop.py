"""The event loop of the app: qasync's sockets and signals, asyncio's own scheduling.

The one module that knows qasync. That makes a Qt timer of every callback and keeps it until its
time has come even where it was cancelled: each read of a network stream leaves one behind, and
they may fire some milliseconds early. Here the callbacks that are ready stand in one queue, those
of later in one heap, and one posted event and one timer wake them.
"""

import asyncio
import contextvars
import heapq
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer

os.environ["QT_API"] = "pyside6"  # qasync takes the first binding that it finds, or this one

import qasync

SLICE_S = 0.004
"""How long callbacks run before input and painting have their turn: a quarter of a frame."""
_CLOCK_CHECK_EVERY = 16
_MIN_CANCELLED_TO_TIDY = 100


class AppLoop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """Runs asyncio's callbacks in slices between Qt's own events.

    Where a callback starts a nested Qt loop (a dialog's `exec()`, which nothing here should call),
    the others wait until it has ended; in qasync's own loop they would be lost.
    """

    def __init__(self, app: QCoreApplication) -> None:
        """Run within this application."""
        # Before the base, which schedules its first callbacks while it is made.
        self._queue: deque[asyncio.Handle] = deque()
        self._later: list[asyncio.TimerHandle] = []
        self._cancelled_count = 0
        self._pump = _Pump(self._run_ready, self._queue_what_is_due)
        super().__init__(app)

    @property
    def scheduled_count(self) -> int:
        """How many callbacks wait for their time, cancelled ones included until they are tidied."""
        return len(self._later)

    def run_forever(self) -> int:
        """See `asyncio.loop.run_forever`; qasync does not close generators that are left early."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
        )
        try:
            code: int = super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)
        return code

    def call_soon(
        self,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 (asyncio's signature)
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """See `asyncio.loop.call_soon`."""
        self._check_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._add_callback(handle)
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 (asyncio's signature)
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """See `asyncio.loop.call_later`."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 (asyncio's signature)
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """See `asyncio.loop.call_at`; never early."""
        self._check_closed()
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._later, handle)
        self._arm()
        return handle

    def call_soon_threadsafe(
        self,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 (asyncio's signature)
        context: contextvars.Context | None = None,
    ) -> None:
        """See `asyncio.loop.call_soon_threadsafe`; qasync drops the context."""
        super().call_soon_threadsafe(partial(self.call_soon, callback, *args, context=context))

    def close(self) -> None:
        """See `asyncio.loop.close`; what still waits is dropped."""
        self._queue.clear()
        self._later.clear()
        super().close()

    def _add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        """Queue a handle; asyncio's signal handlers come by this door."""
        self._queue.append(handle)
        self._pump.wake()
        return handle

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        """Tidy the heap when most of it was cancelled, as asyncio does."""
        self._cancelled_count += 1
        many = self._cancelled_count > _MIN_CANCELLED_TO_TIDY
        if many and self._cancelled_count * 2 > len(self._later):
            self._later = [handle for handle in self._later if not handle.cancelled()]
            heapq.heapify(self._later)
            self._cancelled_count = 0

    def _run_ready(self) -> None:
        """Run what is ready for one slice of time; Qt's events come next, then the rest."""
        if asyncio.current_task(self) is not None:
            return  # a nested Qt loop within a task's step: that step's slice goes on with the rest
        end = time.perf_counter() + SLICE_S
        count = 0
        try:
            while self._queue:
                handle = self._queue.popleft()
                if not handle.cancelled():
                    handle._run()
                count += 1
                if count % _CLOCK_CHECK_EVERY == 0 and time.perf_counter() > end:
                    break
        finally:
            if self._queue:
                self._pump.wake()

    def _queue_what_is_due(self) -> None:
        now = self.time()
        while self._later and (self._later[0].cancelled() or self._later[0].when() <= now):
            handle = heapq.heappop(self._later)
            if handle.cancelled():
                self._cancelled_count = max(0, self._cancelled_count - 1)
            else:
                self._add_callback(handle)
        self._arm()

    def _arm(self) -> None:
        """Set the one timer to the earliest callback."""
        if self._later:
            self._pump.wake_at(self._later[0].when(), self.time())


class _Pump(QObject):
    """Wakes the loop from within Qt: soon by a posted event, later by a timer."""

    _WAKE = QEvent.Type(QEvent.registerEventType())

    def __init__(self, on_wake: Callable[[], None], on_time: Callable[[], None]) -> None:
        self._on_wake = on_wake
        self._posted = False
        self._armed_for = float("inf")
        self._on_time = on_time
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)

    def wake(self) -> None:
        """Wake once, after what Qt has to do already."""
        if not self._posted:
            self._posted = True
            QCoreApplication.postEvent(
                self, QEvent(self._WAKE), Qt.EventPriority.LowEventPriority.value
            )

    def wake_at(self, when: float, now: float) -> None:
        """Wake at this time of the loop's clock, unless an earlier one is set."""
        if when < self._armed_for:
            self._armed_for = when
            # Rounded up: a timer that fires early would only be set again.
            self._timer.start(max(0, int((when - now) * 1000 + 0.999)))

    def event(self, event: QEvent) -> bool:
        """Take the posted event."""
        if event.type() != self._WAKE:
            return super().event(event)
        self._posted = False
        self._on_wake()
        return True

    def _on_timeout(self) -> None:
        self._armed_for = float("inf")
        self._on_time()
