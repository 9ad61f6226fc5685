"""A long list of options: a search field above rows that scroll.

The rows are real radio buttons and check boxes (500 cost less than 20 ms), so a screen reader finds
every one of them with its role, its state and its action, in view or not.
"""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.option_rows import OptionRow
from loopl_desktop.ui.widgets.text_edits import padded

_SHOWN_ROWS = 7.5
"""Half a row at the end says that there is more."""
_MARGIN_PX = theme.SPACE_PX // 2
_TO_LIST = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)


class SearchField(QLineEdit):
    """Filters the list while one types; Enter and Down go to the rows.

    Signals:
        list_wanted: the person wants to go on in the rows.
    """

    list_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleIdentifier("search")
        self.setAccessibleName("Search the options")
        self.setPlaceholderText("Search")
        self.setClearButtonEnabled(True)
        padded(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the rows by Enter and Down."""
        if event.key() in _TO_LIST:
            self.list_wanted.emit()
        else:
            super().keyPressEvent(event)


class _Column(QWidget):
    """Places the rows that are shown, one under the other."""

    def __init__(self) -> None:
        self.rows: Sequence[OptionRow] = ()
        super().__init__()
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        return sum(row.heightForWidth(width) for row in self.rows)

    def sizeHint(self) -> QSize:
        """Its present size: the height follows from the width that it gets."""
        return self.size()

    def minimumSizeHint(self) -> QSize:
        """As narrow as it must be."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the rows anew."""
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Move every row to its place."""
        top = 0
        for row in self.rows:
            height = row.heightForWidth(self.width())
            row.setGeometry(0, top, self.width(), height)
            top += height


class OptionList(QScrollArea):
    """Rows that scroll, with one stop for the Tab key and arrows between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rows: list[OptionRow] = []
        self._column = _Column()
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(self._column)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self._column.setAutoFillBackground(False)
        self._fix_height()

    @property
    def rows_parent(self) -> QWidget:
        """The parent for the rows."""
        return self._column

    @property
    def shown_rows(self) -> Sequence[OptionRow]:
        """The rows that the search has left."""
        return self._column.rows

    def set_rows(self, rows: Sequence[OptionRow]) -> None:
        """Show these rows; made with `rows_parent`."""
        self._rows = list(rows)
        self._column.rows = list(rows)
        for row in rows:
            row.host = self
        self._keep_one_tab_stop()

    def show_only(self, wanted: Iterable[bool]) -> None:
        """Leave the wanted rows; one answer for each, in their order."""
        for row, is_wanted in zip(self._rows, wanted, strict=True):
            row.setVisible(is_wanted)
        self._column.rows = [row for row in self._rows if not row.isHidden()]
        self._keep_one_tab_stop()
        self._column.place()
        self._column.updateGeometry()

    def current_row(self) -> OptionRow | None:
        """The row that the Tab key goes to."""
        for row in self._column.rows:
            if row.focusPolicy() & Qt.FocusPolicy.TabFocus:
                return row
        return None

    def _keep_one_tab_stop(self) -> None:
        """The current row stays if it is shown; else a chosen one, else the first."""
        shown = self._column.rows
        if not shown:
            return
        chosen = (row for row in shown if row.isChecked())
        stops = [row for row in shown if row.focusPolicy() & Qt.FocusPolicy.TabFocus]
        self._set_current(stops[0] if len(stops) == 1 else next(chosen, shown[0]))

    def _set_current(self, current: QWidget) -> None:
        for row in self._rows:
            row.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if row is current else Qt.FocusPolicy.ClickFocus
            )

    # What rows ask of their host.

    def on_row_focused(self, row: QWidget) -> None:
        """Make the row the only stop of the Tab key, and bring it into view."""
        self._set_current(row)
        self.ensureWidgetVisible(row, 0, _MARGIN_PX)

    def steer(self, row: QWidget, key: int) -> bool:
        """Move the focus by arrows, Home, End and page keys; choosing stays with Space."""
        rows = list(self._column.rows)
        here = next(place for place, shown in enumerate(rows) if shown is row)
        page = max(1, int(_SHOWN_ROWS) - 1)
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -len(rows),
            Qt.Key.Key_End: len(rows),
        }
        step = steps.get(Qt.Key(key))
        if step is None:
            return False
        rows[max(0, min(len(rows) - 1, here + step))].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Start where something is chosen."""
        super().showEvent(event)
        current = self.current_row()
        if current is not None:
            self.ensureWidgetVisible(current, 0, _MARGIN_PX)

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fix_height()

    def _fix_height(self) -> None:
        """A height that does not change while one searches."""
        row = max(theme.CONTROL_HEIGHT_PX, self.fontMetrics().height() + theme.SPACE_PX)
        self.setFixedHeight(int(row * _SHOWN_ROWS))
