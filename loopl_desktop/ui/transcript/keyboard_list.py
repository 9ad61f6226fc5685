"""An anchored list that is read with the keyboard."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from loopl_desktop.ui.transcript.anchored_list import AnchoredListView

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_KEYS_THAT_ACTIVATE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyboardListView(AnchoredListView):
    """Rows, pages and ends by keys; subclasses say what a row does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._is_keyboard_used = False
        super().__init__(parent)

    def activate_row(self, index: QModelIndex) -> None:
        """The person pressed Enter on a row."""

    def copy_row(self, index: QModelIndex) -> None:
        """The person wants to copy a row."""

    def hide_focus(self) -> None:
        """The person took the mouse: the current row needs no mark."""
        self._is_keyboard_used = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go by rows, pages and ends scroll, Enter unfolds or goes into the card."""
        self._is_keyboard_used = True
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_row(self.currentIndex())
        elif key in _STEPS:
            self._step(_STEPS[key])
        elif key in _PAGES:
            self._page(_PAGES[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go_to_end(first=key == Qt.Key.Key_Home)
        elif key in _KEYS_THAT_ACTIVATE:
            self.activate_row(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Typing letters searches nothing: it would read every row."""

    def moveCursor(
        self,
        cursor_action: QAbstractItemView.CursorAction,
        modifiers: Qt.KeyboardModifier,
    ) -> QModelIndex:
        """Where Qt wants to go when the focus comes: the row that was current, or the newest."""
        current = self.currentIndex()
        return current if current.isValid() else self.model().index(len(self._layout) - 1, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the current row when the person came by keyboard."""
        self._is_keyboard_used = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def is_focus_shown(self) -> bool:
        """A mouse needs no mark."""
        return self.hasFocus() and self._is_keyboard_used

    def _step(self, step: int) -> None:
        count = len(self._layout)
        if not count:
            return
        current = self.currentIndex()
        row = current.row() if current.isValid() else count
        if current.isValid() and self._scrolls_within(row, step):
            self._page(step, moves_current=False)
        else:
            self.go_to_row(max(0, min(row + step, count - 1)))

    def _scrolls_within(self, row: int, step: int) -> bool:
        """Whether a row taller than the viewport goes on in that direction.

        A screen reader reads the whole row at once: for it each step is a row.
        """
        place, height = self._settled().place_of(row), self.viewport().height()
        if QAccessible.isActive() or place.height <= height:
            return False
        return place.y < 0 < place.bottom if step < 0 else place.y < height < place.bottom

    def _page(self, pages: int, moves_current: bool = True) -> None:
        self.scroll_by(pages * self.verticalScrollBar().pageStep())
        places = list(self._layout.rows_in_view())
        if moves_current and places:
            self.make_current(places[0].row if pages < 0 else places[-1].row)

    def _go_to_end(self, first: bool) -> None:
        if len(self._layout):
            self.make_current(0 if first else len(self._layout) - 1)
            if first:
                self.scrollToTop()
            else:
                self.scrollToBottom()

    def go_to_row(self, row: int) -> None:
        """Make a row the current one and bring it into view."""
        self._settled().show_row(row)
        self.lay_out()
        self.make_current(row)

    def make_current(self, row: int) -> None:
        """Make a row the current one, wherever it stands."""
        index = self.model().index(row, 0)
        select = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, select)
        self.viewport().update()
