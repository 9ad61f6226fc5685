"""Notices that the person works in a card, so that time never runs out under their hands."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

_TOUCHES = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.InputMethod})
LEAST_GAP_S = 1.0


class TouchWatcher(QObject):
    """Tells of keys and clicks in the widgets it watches, at most once a second.

    Signals:
        touched: the person did something.
    """

    touched = Signal()

    def __init__(
        self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._next = -float("inf")
        super().__init__(parent)

    def watch(self, widget: QWidget) -> None:
        """Watch one more widget."""
        widget.installEventFilter(self)

    def note(self) -> None:
        """The person did something that made no event here, e.g. by a screen reader's action."""
        now = self._clock()
        if now >= self._next:
            self._next = now + LEAST_GAP_S
            self.touched.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See every event of the watched widgets, and stop none."""
        if event.type() in _TOUCHES:
            self.note()
        return False
