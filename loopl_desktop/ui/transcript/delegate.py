"""Paints one row where the view has put it. Rows are never edited through the model."""

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.pieces import Hit
from loopl_desktop.ui.transcript.row_renderer import RowRenderer

SIDE_MARGIN_PX = 3 * theme.SPACE_PX
_NARROW_MARGIN_PX = theme.SPACE_PX
_NARROW_PX = 45 * theme.SPACE_PX
_RING_PX = 2

Index = QModelIndex | QPersistentModelIndex


def column_in(rect: QRect) -> QRect:
    """The part of a row that holds text: no wider than reads well, in the middle."""
    margin = SIDE_MARGIN_PX if rect.width() >= _NARROW_PX else _NARROW_MARGIN_PX
    width = max(1, min(theme.READING_WIDTH_PX, rect.width() - 2 * margin))
    return QRect(rect.x() + (rect.width() - width) // 2, rect.y(), width, rect.height())


class TranscriptDelegate(QStyledItemDelegate):
    """The painter of rows.

    Cards are not editors of this delegate (see `editor_layer`), and it stays inert should anything
    make one: Qt's own delegate commits on Enter and would write what was typed into the model.
    """

    def __init__(
        self,
        renderer: RowRenderer,
        is_card_only: Callable[[Index], bool],
        parent: QObject | None = None,
    ) -> None:
        """Make a painter.

        Args:
            renderer: Makes the pictures of rows.
            is_card_only: Whether a card says all of a row, and nothing is painted.
            parent: As usual.
        """
        self._renderer = renderer
        self._is_card_only = is_card_only
        super().__init__(parent)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw what of the row lies within the painter's clip."""
        rect: QRect = option.rect
        column = column_in(rect)
        if not self._is_card_only(index):
            picture = self._renderer.picture(index)
            origin = column.topLeft() + QPoint(0, picture.margin_top)
            picture.paint(painter, origin, painter.clipBoundingRect().toAlignedRect())
        if option.state & QStyle.StateFlag.State_HasFocus:
            self._paint_ring(painter, column.adjusted(-theme.SPACE_PX, 0, theme.SPACE_PX, 0))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The size of the row without its cards; the view asks only for rows in view."""
        rect: QRect = option.rect
        if self._is_card_only(index):
            return QSize(rect.width(), 0)
        picture = self._renderer.picture(index)
        return QSize(rect.width(), picture.margin_top + picture.height + picture.margin_bottom)

    def hit(self, index: Index, row: QRect, point: QPoint) -> Hit | None:
        """What is under a point of the viewport, in a row that stands at `row`."""
        if self._is_card_only(index):
            return None
        picture = self._renderer.picture(index)
        corner = column_in(row).topLeft() + QPoint(0, picture.margin_top)
        return picture.hit(point - corner)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """There are no editors."""
        return None  # type: ignore[return-value]  # Qt's way to say so

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Nothing of the model goes into a card this way."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Nothing typed goes into the model."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave Enter, Escape and Tab to the widgets themselves."""
        return False

    def _paint_ring(self, painter: QPainter, rect: QRect) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._renderer.style.accent, _RING_PX))
        inside = rect.adjusted(_RING_PX, _RING_PX, -_RING_PX, -_RING_PX)
        painter.drawRoundedRect(inside, theme.CORNER_RADIUS_PX, theme.CORNER_RADIUS_PX)
        painter.restore()
