"""The transcript of the window: rows, the cards of questions, keys, mouse and menu."""

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDesktopServices,
    QMouseEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    ToolItem,
    TranscriptItem,
)
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.anchored_list import Index
from loopl_desktop.ui.transcript.delegate import TranscriptDelegate, column_in
from loopl_desktop.ui.transcript.editor_layer import EditorLayer, RowEditors, asks_of
from loopl_desktop.ui.transcript.focus_keeper import FocusKeeper
from loopl_desktop.ui.transcript.keyboard_list import KeyboardListView
from loopl_desktop.ui.transcript.newest_button import NewestButton
from loopl_desktop.ui.transcript.pieces import Hit, HitKind, Mark
from loopl_desktop.ui.transcript.row_layout import Align
from loopl_desktop.ui.transcript.row_menu import copy_text, plain_copy, row_menu
from loopl_desktop.ui.transcript.row_renderer import RowRenderer
from loopl_desktop.ui.transcript.text_style import TextStyle

ROWS_LOOKED_AT_FOR_CARDS = 512
"""Waiting questions belong to the last turn: so many rows from the end are looked at."""
_ESTIMATED_LINES = 5


class TranscriptView(KeyboardListView):
    """Rows of one conversation, the newest at the bottom.

    Signals:
        row_activated(int row): the person wants a row unfolded, or folded again.
    """

    row_activated = Signal(int)

    def __init__(
        self,
        model: QAbstractItemModel,
        editors: RowEditors,
        parent: QWidget | None = None,
        open_link: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        """Show a model.

        Args:
            model: Rows with the roles of `TranscriptRole`.
            editors: Gives the native widgets of questions.
            parent: As usual.
            open_link: Opens a web or mail address that the person clicked.
        """
        self._pressed: tuple[int, Hit] | None = None
        self._arrived_card: QPersistentModelIndex | None = None
        self._open_link = open_link
        super().__init__(parent)
        self._renderer = RowRenderer(TextStyle.of(self.font(), self.palette()))
        self._rows = TranscriptDelegate(self._renderer, self._is_card_only, self)
        self._cards = EditorLayer(editors, self.viewport())
        self._focus_keeper = FocusKeeper(self._cards, self._layout, self.viewport())
        self._newest = NewestButton(self)
        self._markdown_timer = QTimer(self)
        self._markdown_timer.setSingleShot(True)
        self._layout.end_padding = 3 * theme.SPACE_PX
        self.setItemDelegate(self._rows)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setAccessibleIdentifier("transcript")
        self.setAccessibleName("Transcript")
        self.viewport().setMouseTracking(True)
        self._connect_signals()
        self.setModel(model)

    def _connect_signals(self) -> None:
        self._markdown_timer.timeout.connect(self.load_markdown)
        self._cards.height_changed.connect(self.row_height_changed)
        self._newest.clicked.connect(self.show_newest)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    @property
    def is_following(self) -> bool:
        """Whether the end stays in view when rows come or grow."""
        return self._layout.following

    def show_newest(self) -> None:
        """Go to the end, and stay there while rows come and grow."""
        if self._newest.hasFocus():
            self.setFocus()
        self.scrollToBottom()

    def load_markdown(self) -> None:
        """Read replies as Markdown from now on; the view does so itself after its first paint."""
        if not self._renderer.reads_markdown:
            self.measure_again()
            self._renderer.load_markdown()

    def row_height_changed(self, tool_use_id: str) -> None:
        """The widget of this question wants another height, is another one, or is gone."""
        row = self._row_of(tool_use_id)
        if row is not None:
            self.rows_changed(row, row)
            self._layout.forget(row)
            self.schedule_layout()

    def focus_row(self, tool_use_id: str) -> bool:
        """Bring a question's card into view and the focus into it.

        Returns:
            Whether there is such a card.
        """
        row = self._row_of(tool_use_id)
        if row is None:
            return False
        self.rows_changed(row, row)
        self.go_to_row(row)
        if self._cards.row_of(tool_use_id) is None:
            return False
        self._cards.focus_into(tool_use_id)
        return True

    def ensure_widget_visible(self, widget: QWidget) -> None:
        """Scroll until a control within a card is in view; of a tall one its upper part."""
        tool_use_id = self._cards.id_around(widget)
        if tool_use_id is None:
            return
        self._settled().held = self.is_held()
        if self._focus_keeper.show(tool_use_id, self._cards.rect_in_row(tool_use_id, widget)):
            self.lay_out()
        self._focus_keeper.remember()

    # Rows and cards

    def row_height(self, index: QModelIndex) -> int:
        """The height of a row with its cards."""
        self._update_cards(index)  # a question far from the end is met here first
        item: TranscriptItem = index.data(TranscriptRole.ITEM)
        column = column_in(self.viewport().rect())
        option = QStyleOptionViewItem()
        option.rect = self.viewport().rect()
        height = self._rows.sizeHint(option, index).height()
        return height + self._cards.lay_out_row(item, height, column.width())

    def mark_in_row(self, index: QModelIndex, offset: int) -> Mark | None:
        """Which words stand there."""
        picture = self._renderer.picture(index)
        return picture.mark_at(offset - picture.margin_top)

    def offset_in_row(self, index: QModelIndex, mark: Mark) -> int | None:
        """Where those words stand now."""
        picture = self._renderer.picture(index)
        y = picture.y_of(mark)
        return y + picture.margin_top if y is not None else None

    def _is_card_only(self, index: Index) -> bool:
        """Whether the card says all of a row: the question still waits."""
        item: TranscriptItem = index.data(TranscriptRole.ITEM)
        return isinstance(item, AskItem) and item.answer is None and self._cards.holds(item)

    def estimated_row_height(self) -> int:
        """Some lines of text."""
        return _ESTIMATED_LINES * self._renderer.style.line_height

    def line_step(self) -> int:
        """One line of text."""
        return self._renderer.style.line_height

    def is_held(self) -> bool:
        """A card that the person works in does not move away."""
        return self._cards.has_focus()

    def rows_changed(self, first: int, last: int) -> None:
        """Look for questions, so that a card is there even if its row is not in view."""
        held = {index.row() for _, index in self._cards.rows()}
        looked_at = range(max(first, last - ROWS_LOOKED_AT_FOR_CARDS + 1), last + 1)
        for row in sorted({row for row in held if first <= row <= last}.union(looked_at)):
            self._update_cards(self.model().index(row, 0))

    def _update_cards(self, index: QModelIndex) -> None:
        item: TranscriptItem = index.data(TranscriptRole.ITEM)
        if asks_of(item):
            place = QPersistentModelIndex(index)
            if self._cards.update_row(place, item):
                self._arrived_card = place

    def lay_out(self) -> None:
        """Lay out, keep the focus in view, and show the upper part of a new, tall card."""
        super().lay_out()
        if self._focus_keeper.keep() or self._show_arrived_card():
            super().lay_out()
        self._focus_keeper.remember()

    def _show_arrived_card(self) -> bool:
        """Show a new card taller than the view from its top, not from its end."""
        arrived, self._arrived_card = self._arrived_card, None
        if arrived is None or not arrived.isValid() or not self.is_following or self.is_held():
            return False
        if self._layout.place_of(arrived.row()).height <= self.viewport().height():
            return False
        self._layout.show_row(arrived.row(), Align.TOP)
        return True

    def width_changed(self) -> None:
        """Wrap rows for the new column."""
        self._renderer.set_width(column_in(self.viewport().rect()).width())

    def rows_replaced(self) -> None:
        """Another conversation: its cards come with `rows_changed`."""
        self._renderer.clear()
        self._cards.release_all()

    def laid_out(self) -> None:
        """Move the cards, and show the way to the end if it is out of view."""
        self._cards.release_gone()
        column = column_in(self.viewport().rect())
        for tool_use_id, index in self._cards.rows():
            self._cards.place(tool_use_id, self._layout.place_of(index.row()).y, column)
        place = self._newest.place_at_bottom_of(self.viewport())
        covered = self._cards.cover(place.translated(-self.viewport().pos()))
        if self._layout.at_end or covered:  # the buttons of a card stay free
            self._newest.hide()
        else:
            self._newest.show_at(place)

    def _row_of(self, tool_use_id: str) -> int | None:
        """The row of a question, among the last rows."""
        held = self._cards.row_of(tool_use_id)
        if held is not None:
            return held.row()
        count = self.model().rowCount()
        for row in range(count - 1, max(-1, count - 1 - ROWS_LOOKED_AT_FOR_CARDS), -1):
            item = self.model().index(row, 0).data(TranscriptRole.ITEM)
            if any(ask.tool_use_id == tool_use_id for ask in asks_of(item)):
                return row
        return None

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.is_following:
            self.schedule_layout()  # it may wait no longer
        if new is None:
            return
        # Scrolling under a pressed button would take its release away from it.
        if QApplication.mouseButtons():
            self._focus_keeper.remember()
        else:
            self.ensure_widget_visible(new)

    # Keys

    def activate_row(self, index: QModelIndex) -> None:
        """Go into the row's card, or ask to unfold the row."""
        if not index.isValid():
            return
        tool_use_id = self._cards.id_of_row(index.row())
        if tool_use_id is not None:
            self.focus_row(tool_use_id)
        elif _can_unfold(index.data(TranscriptRole.ITEM)):
            self.row_activated.emit(index.row())

    def copy_row(self, index: QModelIndex) -> None:
        """Copy the row as plain text."""
        if index.isValid():
            item: TranscriptItem = index.data(TranscriptRole.ITEM)
            copy_text(plain_copy(item, self._renderer.picture(index)))

    # Mouse and menu

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the row current; what was hit reacts at the release."""
        self.hide_focus()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        index = self.indexAt(event.position().toPoint())
        self._pressed = None
        if index.isValid():
            self.make_current(index.row())
            hit = self._hit(event.position().toPoint())
            self._pressed = (index.row(), hit) if hit is not None else None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click is a click."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link or fold a row, if it was pressed there."""
        pressed, self._pressed = self._pressed, None
        point = event.position().toPoint()
        index = self.indexAt(point)
        if pressed is None or pressed != (index.row(), self._hit(point)):
            return
        if pressed[1].kind is HitKind.LINK:
            self._open_link(QUrl(pressed[1].target))
        else:
            self.row_activated.emit(index.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a click does something."""
        is_hit = self._hit(event.position().toPoint()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_hit else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the row; the menu never blocks."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_mouse else self.currentIndex()
        if not index.isValid():
            return
        item: TranscriptItem = index.data(TranscriptRole.ITEM)
        picture = self._renderer.picture(index)
        hit = self._hit(event.pos()) if is_mouse else None
        at_pointer = [hit.target] if hit is not None and hit.target else []
        links = at_pointer if is_mouse else picture.links()
        menu = row_menu(item, picture, links, self._open_link, self)
        menu.popup(event.globalPos() if is_mouse else self._menu_place(index))

    def _menu_place(self, index: QModelIndex) -> QPoint:
        row = self.visualRect(index) & self.viewport().rect()
        return self.viewport().mapToGlobal(column_in(row).topLeft())

    def _hit(self, point: QPoint) -> Hit | None:
        index = self.indexAt(point)
        return self._rows.hit(index, self.visualRect(index), point) if index.isValid() else None

    # Looks

    def paintEvent(self, event: QPaintEvent) -> None:
        """After the first paint there is time to load what reads Markdown."""
        super().paintEvent(event)
        if not self._renderer.reads_markdown and not self._markdown_timer.isActive():
            self._markdown_timer.start(0)

    def changeEvent(self, event: QEvent) -> None:
        """Another font or palette: all rows are written anew."""
        super().changeEvent(event)
        kinds = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if event.type() in kinds:
            self.measure_again()
            self._renderer.set_style(TextStyle.of(self.font(), self.palette()))


def _can_unfold(item: TranscriptItem) -> bool:
    if isinstance(item, AssistantItem):
        return bool(item.reasoning)
    return isinstance(item, ToolItem | AskItem | ChildItem)
