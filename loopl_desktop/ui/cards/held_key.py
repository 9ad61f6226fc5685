"""Tells a key that is held down from one that is pressed again."""

import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

LEAST_PAUSE_S = 0.05
"""No hand lets go of a key and presses it again in less; the two halves of a repeat arrive within
15 ms of each other on a busy machine."""


class HeldKey:
    """Knows the repeats of a held key, also those that Qt takes for new presses.

    An X server repeats a held key by a release and a press of one and the same moment. Qt marks
    both as repeats only if it has received the press by the time it handles the release. And while
    a screen reader listens to keys, Qt posts copies of them that have lost their time, but not the
    number of the key on the keyboard: of those only their arrival tells.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._key = Qt.Key.Key_unknown.value
        self._released_ms = 0
        self._arrived_s = 0.0

    def note_release(self, event: QKeyEvent) -> None:
        """A key was let go, or seems so."""
        self._key = event.key()
        self._released_ms = event.timestamp()
        self._arrived_s = self._clock()

    def is_repeat(self, event: QKeyEvent) -> bool:
        """Whether this press comes from a key that is held down."""
        if event.isAutoRepeat() or event.key() != self._key:
            return event.isAutoRepeat()
        if event.timestamp():
            return event.timestamp() == self._released_ms
        is_from_keyboard = event.nativeScanCode() != 0  # not made by a program
        return is_from_keyboard and self._clock() - self._arrived_s < LEAST_PAUSE_S
