"""Tells a key that is held down from one that is pressed again."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


class HeldKey:
    """Knows the repeats of a held key, also those that Qt takes for new presses.

    An X server repeats a held key by a release and a press of one and the same moment. Qt marks
    both as repeats only if it has received the press by the time it handles the release.
    """

    def __init__(self) -> None:
        self._key = Qt.Key.Key_unknown.value
        self._released_ms = 0

    def note_release(self, event: QKeyEvent) -> None:
        """A key was let go, or seems so."""
        self._key = event.key()
        self._released_ms = event.timestamp()

    def is_repeat(self, event: QKeyEvent) -> bool:
        """Whether this press comes from a key that is held down."""
        if event.isAutoRepeat():
            return True
        same_moment = event.timestamp() == self._released_ms > 0  # 0: made without a time
        return same_moment and event.key() == self._key
