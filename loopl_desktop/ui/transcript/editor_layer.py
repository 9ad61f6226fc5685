"""The native cards of questions, held at the places of their rows.

They are no persistent editors of the view: Qt deletes those at every reset of the model, commits
and closes them on Enter and Escape, and writes what was typed into the model. Here a card is a
plain child of the viewport whose place follows the layout. It belongs to whoever made it and is
never destroyed. A card whose row is out of view stays beside the visible part, not hidden: Tab and
a screen reader still reach it, and a focus in it stays where it is. A card whose row is gone is
hidden.
"""

from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from loopl_desktop.domain.transcript import AskItem, ChildItem, TranscriptItem
from loopl_desktop.ui import theme

GAP_PX = theme.SPACE_PX
"""Free space above and below a card."""


class RowEditors(Protocol):
    """Gives the native widget of a question: the card while it waits, what is left of it after."""

    def editor_for(self, item: AskItem) -> QWidget | None:
        """The widget to show in this question's row, the same one at each call; `None`: none."""


@runtime_checkable
class _KnowsFirstControl(Protocol):
    def first_control(self) -> QWidget: ...


@dataclass(slots=True)
class _Held:
    """A card and the row it belongs to."""

    widget: QWidget
    row: QPersistentModelIndex
    top: int = 0
    """Pixels from the row's upper edge."""
    height: int = 0


class EditorLayer(QObject):
    """Adopts cards into the viewport and moves them with their rows.

    Signals:
        height_changed(str tool_use_id): a card wants another height.
    """

    height_changed = Signal(str)

    def __init__(self, editors: RowEditors, viewport: QWidget) -> None:
        self._editors = editors
        self._viewport = viewport
        self._held: dict[str, _Held] = {}
        super().__init__(viewport)

    def update_row(self, index: QPersistentModelIndex, item: TranscriptItem) -> bool:
        """Adopt the cards that this row shows now, and let go of those that it no longer shows.

        Returns:
            Whether there is a new one.
        """
        has_new = False
        for ask in asks_of(item):
            widget = self._editors.editor_for(ask)
            held = self._held.get(ask.tool_use_id)
            if held is not None and held.widget is not widget:
                self.release(ask.tool_use_id)
                held = None
            if widget is None:
                continue
            if held is None:
                self._adopt(ask.tool_use_id, widget, index)
                has_new = True
            else:
                held.row = index
        return has_new

    def lay_out_row(self, item: TranscriptItem, top: int, width: int) -> int:
        """Place the row's cards below each other.

        Args:
            item: The row.
            top: Pixels from the row's upper edge to the first card.
            width: Pixels of the column.

        Returns:
            The height of the cards with their gaps; 0 without cards.
        """
        bottom = top
        for ask in asks_of(item):
            held = self._held.get(ask.tool_use_id)
            if held is not None:
                held.top = bottom + GAP_PX
                held.height = _height_for(held.widget, width)
                bottom = held.top + held.height
        return bottom + GAP_PX - top if bottom > top else 0

    def place(self, tool_use_id: str, row_top: int, column: QRect) -> None:
        """Move a card to its row.

        Args:
            tool_use_id: Whose card.
            row_top: The row's upper edge in the viewport.
            column: Where rows may stand; only its x and width count.
        """
        held = self._held[tool_use_id]
        top = row_top + held.top
        # Beyond the visible part all places are alike; the nearest needs no move while scrolling.
        top = max(-held.height - GAP_PX, min(top, self._viewport.height() + GAP_PX))
        place = QRect(column.x(), top, column.width(), held.height)
        if held.widget.geometry() != place:
            held.widget.setGeometry(place)
        if held.widget.isHidden():
            held.widget.show()

    def rows(self) -> list[tuple[str, QPersistentModelIndex]]:
        """Each card's id and row."""
        return [(tool_use_id, held.row) for tool_use_id, held in self._held.items()]

    def holds(self, ask: AskItem) -> bool:
        """Whether this question has a card here."""
        return ask.tool_use_id in self._held

    def row_of(self, tool_use_id: str) -> QPersistentModelIndex | None:
        """The row of a card; `None` if there is no such card."""
        held = self._held.get(tool_use_id)
        return held.row if held is not None and held.row.isValid() else None

    def id_of_row(self, row: int) -> str | None:
        """The first card in a row."""
        return next((key for key, held in self._held.items() if held.row.row() == row), None)

    def id_around(self, widget: QWidget | None) -> str | None:
        """The card that a widget is, or is in."""
        for tool_use_id, held in self._held.items():
            if widget is held.widget or (widget and held.widget.isAncestorOf(widget)):
                return tool_use_id
        return None

    def rect_in_row(self, tool_use_id: str, widget: QWidget) -> QRect:
        """Where a widget within a card stands, from its row's upper edge."""
        held = self._held[tool_use_id]
        corner = widget.mapTo(held.widget, QPoint(0, 0)) + QPoint(0, held.top)
        return QRect(corner, widget.size())

    def card_in_row(self, tool_use_id: str) -> QRect:
        """Where a card stands, from its row's upper edge and its column's left one."""
        held = self._held[tool_use_id]
        return QRect(0, held.top, held.widget.width(), held.height)

    def cover(self, place: QRect) -> bool:
        """Whether a card stands where this rectangle of the viewport is."""
        return any(held.widget.geometry().intersects(place) for held in self._held.values())

    def has_focus(self) -> bool:
        """Whether the person works in one of the cards."""
        return self.id_around(QApplication.focusWidget()) is not None

    def focus_into(self, tool_use_id: str) -> None:
        """Move the focus to the first control of a card."""
        control = first_control(self._held[tool_use_id].widget)
        if control is not None:
            control.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def release(self, tool_use_id: str) -> None:
        """Let go of a card; it is hidden, its owner decides what becomes of it."""
        held = self._held.pop(tool_use_id)
        held.widget.removeEventFilter(self)
        if held.widget.parent() is self._viewport:
            held.widget.hide()

    def release_gone(self) -> None:
        """Let go of the cards whose rows are no longer in the model."""
        for tool_use_id, row in self.rows():
            if not row.isValid():
                self.release(tool_use_id)

    def release_all(self) -> None:
        """Let go of every card."""
        for tool_use_id in list(self._held):
            self.release(tool_use_id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A card asks for layout when its contents change."""
        if event.type() == QEvent.Type.LayoutRequest and isinstance(watched, QWidget):
            tool_use_id = self.id_around(watched)
            if tool_use_id is not None:
                self.height_changed.emit(tool_use_id)
        return False

    def _adopt(self, tool_use_id: str, widget: QWidget, row: QPersistentModelIndex) -> None:
        self._held[tool_use_id] = _Held(widget, row)
        if widget.parent() is not self._viewport:
            widget.setParent(self._viewport)
        widget.ensurePolished()
        widget.installEventFilter(self)
        widget.destroyed.connect(self._on_destroyed)

    def _on_destroyed(self) -> None:
        """The owner destroyed a card: it must not be touched any more."""
        gone = [key for key, held in self._held.items() if not isValid(held.widget)]
        for tool_use_id in gone:
            del self._held[tool_use_id]
            self.height_changed.emit(tool_use_id)


def asks_of(item: TranscriptItem) -> tuple[AskItem, ...]:
    """The questions that a row may show cards for."""
    if isinstance(item, AskItem):
        return (item,)
    return item.transcript.pending_asks if isinstance(item, ChildItem) else ()


def first_control(card: QWidget) -> QWidget | None:
    """The control of a card that a person starts with; `None` if there is nothing to do in it."""
    if isinstance(card, _KnowsFirstControl):
        return card.first_control()
    controls = [
        widget
        for widget in card.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisibleTo(card)
        and widget.isEnabledTo(card)
    ]
    return min(controls, key=partial(_reading_order, card), default=None)


def _reading_order(card: QWidget, control: QWidget) -> tuple[int, int]:
    corner = control.mapTo(card, QPoint(0, 0))
    return corner.y(), corner.x()


def _height_for(widget: QWidget, width: int) -> int:
    wanted = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    if wanted < 0:
        wanted = widget.sizeHint().height()
    least = max(1, widget.minimumHeight(), widget.minimumSizeHint().height())
    return min(max(wanted, least), widget.maximumHeight())
