"""A list view with a layout of its own: rows of any height, any number of them, a calm reader.

Qt's own list layout asks every row for its size at each reset, each change of width and each
change of data (40 s for 100,000 rows), and cuts rows at 32,767 pixels. Here `RowLayout` measures
the rows in view only and keeps the reader's place. To everybody else (accessibility, selection,
tests) this stays a QListView: one column, `visualRect`, `indexAt`, `scrollTo`.

Flow: the model tells a change, the next frame measures what is in view, moves the scroll bar, and
asks for one repaint.
"""

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QElapsedTimer,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from loopl_desktop.ui.transcript.pieces import Mark
from loopl_desktop.ui.transcript.row_layout import Align, RowLayout

FRAME_MS = 16

Index = QModelIndex | QPersistentModelIndex

_ALIGNS = {
    QAbstractItemView.ScrollHint.EnsureVisible: Align.NEAREST,
    QAbstractItemView.ScrollHint.PositionAtTop: Align.TOP,
    QAbstractItemView.ScrollHint.PositionAtCenter: Align.CENTRE,
    QAbstractItemView.ScrollHint.PositionAtBottom: Align.BOTTOM,
}


@dataclass(slots=True)
class _RowMark:
    """What stands at the upper edge of the viewport, while widths and fonts change."""

    mark: Mark
    anchor: tuple[int, int]
    """Where it was put last."""
    is_due: bool
    """It must be put back with the next layout."""


class AnchoredListView(QListView):
    """Lays rows out around the place of the reader; subclasses say how tall a row is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        # Qt calls overrides from its very first setters: Python attributes come first.
        self._layout = RowLayout(self._measure)
        self._is_syncing = False
        self._is_dirty = False
        self._told: tuple[int, int] | None = None
        self._width = -1
        self._mark: _RowMark | None = None
        super().__init__(parent)
        self._last_frame = QElapsedTimer()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._on_frame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A bar that comes and goes would change the width, and with it every height.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAutoScroll(False)  # a click on a row must not move it away
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    # For subclasses

    def row_height(self, index: QModelIndex) -> int:
        """The height of a row in pixels, for the present width of the viewport."""
        raise NotImplementedError

    def estimated_row_height(self) -> int:
        """What to take for the height of rows that were never in view."""
        return 120

    def line_step(self) -> int:
        """Pixels of one step of the scroll bar."""
        return 24

    def is_held(self) -> bool:
        """Whether following the end waits."""
        return False

    def rows_changed(self, first: int, last: int) -> None:
        """These rows are new, or have other data."""

    def width_changed(self) -> None:
        """All rows will be measured again for another width."""

    def rows_replaced(self) -> None:
        """Other rows took the place of all rows."""

    def laid_out(self) -> None:
        """Rows have their places; called once a frame at most, and at each scroll."""

    def mark_in_row(self, index: QModelIndex, offset: int) -> Mark | None:
        """What stands in a row, `offset` pixels below its upper edge."""
        return None

    def offset_in_row(self, index: QModelIndex, mark: Mark) -> int | None:
        """Where a marked place stands in its row now."""
        return None

    def schedule_layout(self) -> None:
        """Lay out with the next frame; what asks for a place before gets it laid out."""
        self._is_dirty = True
        if not self._frame.isActive():
            elapsed = self._last_frame.elapsed() if self._last_frame.isValid() else FRAME_MS
            self._frame.start(max(0, FRAME_MS - elapsed))

    def measure_again(self) -> None:
        """Every row will have another height; call it while rows still look as they did."""
        self._keep_mark()
        self._layout.forget_all()
        self.schedule_layout()

    def lay_out(self) -> None:
        """Measure what is in view and bring everything to its place."""
        self._is_dirty = False
        if self.viewport().width() != self._width:
            self._width = self.viewport().width()
            self._keep_mark()
            self._layout.forget_all()
            self.width_changed()
        self._layout.viewport_height = self.viewport().height()
        self._layout.held = self.is_held()
        self._layout.settle()
        self._find_mark()
        self._sync_scroll_bar()
        self.laid_out()
        self.viewport().update()

    # Model

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show another model's rows, from their end."""
        old: QAbstractItemModel | None = self.model()
        if old is not None:
            old.rowsRemoved.disconnect(self._on_rows_removed)
            old.layoutChanged.disconnect(self.reset)
        super().setModel(model)
        if model is not None:
            model.rowsRemoved.connect(self._on_rows_removed)
            model.layoutChanged.connect(self.reset)

    def reset(self) -> None:
        """The model has other rows."""
        super().reset()
        model: QAbstractItemModel | None = self.model()
        count = model.rowCount() if model is not None else 0
        self._layout.reset(count, self.estimated_row_height())
        self._told = None
        self.rows_replaced()
        if count:
            self.rows_changed(0, count - 1)
        self.schedule_layout()

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        """Make room for new rows."""
        self._layout.insert(start, end - start + 1)
        self.rows_changed(start, end)
        super().rowsInserted(parent, start, end)
        self.schedule_layout()

    def dataChanged(self, top_left: Index, bottom_right: Index, roles: object = ()) -> None:
        """Measure changed rows with the next frame, however often they change before it."""
        first, last = top_left.row(), bottom_right.row()
        self._layout.forget(first, last - first + 1)
        self.rows_changed(first, last)
        told = self._told or (first, last)
        self._told = (min(told[0], first), max(told[1], last))
        self.schedule_layout()

    def _on_rows_removed(self, parent: QModelIndex, first: int, last: int) -> None:
        self._layout.remove(first, last - first + 1)
        self.schedule_layout()

    # Layout

    def doItemsLayout(self) -> None:
        """Qt's cue to lay out all rows; the base class would ask each for its size."""
        self.schedule_layout()

    def updateGeometries(self) -> None:
        """Qt's cue to bring the scroll bars up to date."""
        self.schedule_layout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out at once: a frame of the old layout would be seen."""
        self.lay_out()

    def _on_frame(self) -> None:
        self._last_frame.start()
        if self._told is not None:
            first, last = self._told
            self._told = None
            last = min(last, len(self._layout) - 1)
            if first <= last:
                # The base class tells assistive technology; once a frame is enough for it.
                model = self.model()
                super().dataChanged(model.index(first, 0), model.index(last, 0), [])
        self.lay_out()
        self._frame.stop()  # what the base class asked for just now is done

    def _settled(self) -> RowLayout:
        if self._is_dirty:
            self.lay_out()
        return self._layout

    def _measure(self, row: int) -> int:
        return self.row_height(self.model().index(row, 0))

    def _keep_mark(self) -> None:
        """Remember what stands at the upper edge; the same words as long as nobody scrolls."""
        row, offset = self._layout.anchor
        if self._mark is not None and self._mark.anchor == (row, offset):
            self._mark.is_due = True
            return
        mark = self.mark_in_row(self.model().index(row, 0), offset) if offset else None
        self._mark = _RowMark(mark, (row, offset), is_due=True) if mark is not None else None

    def _find_mark(self) -> None:
        """Bring what was marked back to the upper edge."""
        if self._mark is None or not self._mark.is_due:
            return
        self._mark.is_due = False
        if self._layout.following and not self._layout.held:
            return
        row = self._mark.anchor[0]
        offset = self.offset_in_row(self.model().index(row, 0), self._mark.mark)
        if offset is not None:
            self._layout.restore(row, offset)
            self._mark.anchor = self._layout.anchor

    # Scrolling

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing is moved as pixels: `_on_scrolled` lays out."""

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into view; of one taller than the viewport the top."""
        if index.isValid() and index.row() < len(self._layout):
            self._settled().show_row(index.row(), _ALIGNS[hint])
            self.lay_out()

    def scroll_by(self, pixels: int) -> None:
        """Move the view, positive towards the end."""
        self._settled().scroll_by(pixels)
        self.lay_out()

    def scrollToBottom(self) -> None:
        """Go to the end, and stay there while rows come and grow."""
        self._layout.follow()
        self.lay_out()

    def scrollToTop(self) -> None:
        """Go to the first row."""
        self._settled().scroll_to(0)
        self.lay_out()

    def _on_scrolled(self, value: int) -> None:
        if not self._is_syncing:
            self._layout.scroll_to(value)
            self.lay_out()

    def _sync_scroll_bar(self) -> None:
        bar = self.verticalScrollBar()
        self._is_syncing = True
        bar.setPageStep(max(1, self.viewport().height() - self.line_step()))
        bar.setSingleStep(self.line_step())
        bar.setRange(0, self._layout.maximum)
        bar.setValue(self._layout.position)
        self._is_syncing = False

    # Geometry

    def verticalOffset(self) -> int:
        """Pixels above the viewport."""
        return self._layout.position

    def horizontalOffset(self) -> int:
        """Rows are never wider than the viewport."""
        return 0

    def visualRect(self, index: Index) -> QRect:
        """Where a row stands; far from the viewport it is an estimate."""
        if not index.isValid() or index.row() >= len(self._layout):
            return QRect()
        place = self._settled().place_of(index.row())
        return QRect(0, place.y, self.viewport().width(), place.height)

    def indexAt(self, point: QPoint) -> QModelIndex:
        """The row at a point of the viewport."""
        row = self._settled().row_at(point.y())
        return self.model().index(row, 0) if row is not None else QModelIndex()

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the row at a rectangle's centre: one row is selected at a time."""
        index = self.indexAt(rect.center())
        if index.isValid():
            self.selectionModel().select(index, command)

    def visualRegionForSelection(self, selection: object) -> QRegion:
        """Any row in view may look otherwise when it becomes the current one."""
        return QRegion(self.viewport().rect())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Have the delegate paint the rows in view."""
        painter = QPainter(self.viewport())
        painter.setClipRect(event.rect())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        current = self.currentIndex().row()
        width, model, delegate = self.viewport().width(), self.model(), self.itemDelegate()
        state = option.state
        for place in list(self._settled().rows_in_view()):
            rect = QRect(0, place.y, width, place.height)
            if rect.intersects(event.rect()):
                option.rect = rect
                is_ringed = place.row == current and self.is_focus_shown()
                focus = QStyle.StateFlag.State_HasFocus
                option.state = state | focus if is_ringed else state & ~focus
                delegate.paint(painter, option, model.index(place.row, 0))
        painter.end()

    def is_focus_shown(self) -> bool:
        """Whether the current row is marked."""
        return self.hasFocus()
