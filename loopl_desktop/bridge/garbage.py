"""Collects reference cycles in the GUI's thread, and only there.

Python collects in whichever thread happens to allocate. A cycle that holds a Qt object would be
taken apart in the thread that loads httpx, say, and Qt ends the process over it: its objects may
die in their own thread only.
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

CHECK_MS = 1_000
OLDEST = 2
FULL_COLLECTION_S = 60.0
"""The oldest generation holds every row of the transcript: walking it takes a frame or more."""


class GuiThreadCollector(QObject):
    """Does what the interpreter would do by itself, at moments of its own thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        """Collect from now on, once a second where there is enough to do.

        Args:
            clock: Seconds, for the pause between full collections.
            parent: The Qt owner.
        """
        self._clock = clock
        self._last_full = clock()
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(CHECK_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def collect_if_due(self) -> int | None:
        """Collect the oldest generation that is over its threshold; which one, or `None`."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [number for number, (count, threshold) in enumerate(counts) if count > threshold]
        if not due:
            return None
        generation = due[-1]
        if generation == OLDEST and self._clock() - self._last_full < FULL_COLLECTION_S:
            generation -= 1
        if generation == OLDEST:
            self._last_full = self._clock()
        gc.collect(generation)
        return generation


@contextmanager
def collecting_in_this_thread() -> Iterator[None]:
    """Hand collection to the GUI's thread while its loop runs."""
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()  # what start-up has loaded stays: no later collection walks through it
    collector = GuiThreadCollector()
    try:
        yield
    finally:
        collector.deleteLater()
        gc.unfreeze()
        if was_enabled:
            gc.enable()
