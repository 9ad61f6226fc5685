"""One field: its label, the edit with its buttons, and the lines that belong to it below."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from loopl_desktop.ui import theme

_GAP_PX = theme.SPACE_PX
_CLOSE_PX = theme.SPACE_PX // 2
"""Between things that belong together."""
_STACKED_BELOW_LINES = 28
"""Narrower than so many line heights, the label goes above: narrow windows and large text alike."""
_LABEL_SHARE = 0.3


class FieldLayout(QLayout):
    """Puts the label beside the edit where there is room, above it where there is not."""

    def __init__(self, *, is_labelled: bool = True, outdent_px: int = 0) -> None:
        """Lay out a field.

        Args:
            is_labelled: Whether there is a column for labels, be it empty here.
            outdent_px: How far the edit starts before its column, to align what it paints.
        """
        self._is_labelled = is_labelled
        self._outdent_px = outdent_px
        self._label: QLayoutItem | None = None
        self._edit: QLayoutItem | None = None
        self._buttons: list[QLayoutItem] = []
        self._below: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        super().__init__()

    def set_label(self, label: QWidget) -> None:
        """Put a label before the edit."""
        self.addChildWidget(label)
        self._label = QWidgetItem(label)

    def set_edit(self, edit: QWidget) -> None:
        """Put this edit in, in place of another one."""
        self.addChildWidget(edit)
        self._edit = QWidgetItem(edit)
        self.invalidate()

    def add_button(self, button: QWidget, *, first: bool = False) -> None:
        """Put a button after the edit; as the first or the last of its buttons."""
        self.addChildWidget(button)
        self._buttons.insert(0 if first else len(self._buttons), QWidgetItem(button))

    def add_below(self, line: QWidget) -> None:
        """Put a line under the edit."""
        self.addChildWidget(line)
        self._below.append(QWidgetItem(line))

    def _all(self) -> Iterator[QLayoutItem]:
        if self._label is not None:
            yield self._label
        if self._edit is not None:
            yield self._edit
        yield from self._buttons
        yield from self._below

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item that Qt made."""
        self._below.append(item)

    def count(self) -> int:
        """How many items there are."""
        return sum(1 for _ in self._all())

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at this place, in reading order."""
        return next((item for place, item in enumerate(self._all()) if place == index), None)

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item up."""
        taken = self.itemAt(index)
        if taken is self._label:
            self._label = None
        elif taken is self._edit:
            self._edit = None
        elif taken is not None:
            (self._buttons if taken in self._buttons else self._below).remove(taken)
        return taken

    def expandingDirections(self) -> Qt.Orientation:
        """Take no more room than is needed."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        """Measure again."""
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:
        """The size that needs no break."""
        return QSize(theme.READING_WIDTH_PX, self.heightForWidth(theme.READING_WIDTH_PX))

    def minimumSize(self) -> QSize:
        """The least size of the widest item."""
        widths = [item.minimumSize().width() for item in self._all() if not item.isEmpty()]
        buttons = [item.minimumSize().width() + _GAP_PX for item in self._shown_buttons()]
        edit = self._edit.minimumSize().width() if self._edit is not None else 0
        return QSize(max([*widths, edit + sum(buttons)], default=0), theme.CONTROL_HEIGHT_PX)

    def setGeometry(self, rect: QRect) -> None:
        """Move everything to its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _shown_buttons(self) -> list[QLayoutItem]:
        return [item for item in self._buttons if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place everything, for real if asked; the height it takes."""
        left, top, width = rect.left(), rect.top(), rect.width()
        label_bottom = top
        column = self._label_width(width) if self._is_labelled else 0
        if self._label is not None:
            height = _height(self._label, column)
            if column == width:
                top += _GAP_PX  # farther from what is above it than from its own edit
                self._put(self._label, QRect(left, top, width, height), rect, move=move)
                top += height + _CLOSE_PX
            else:
                first_line = max(0, theme.CONTROL_HEIGHT_PX - self._line_height()) // 2
                place = QRect(left, top + first_line, column, height)
                self._put(self._label, place, rect, move=move)
                label_bottom = top + first_line + height
        if 0 < column < width:
            left += column + _GAP_PX
            width -= column + _GAP_PX
        bottom = self._arrange_content(QRect(left, top, width, 0), rect, move=move)
        return max(bottom, label_bottom) - rect.top()

    def _arrange_content(self, column: QRect, whole: QRect, *, move: bool) -> int:
        """Edit, buttons and the lines below in this column; where they end."""
        top = column.top()
        buttons = [(item, item.sizeHint()) for item in self._shown_buttons()]
        edit_width = column.width() - sum(size.width() + _GAP_PX for _, size in buttons)
        row_height = max((size.height() for _, size in buttons), default=0)
        if self._edit is not None:
            edit_height = _height(self._edit, edit_width)
            row_height = max(row_height, edit_height)
            wanted = min(edit_width, self._edit.maximumSize().width())
            place = QRect(column.left() - self._outdent_px, top, wanted, edit_height)
            self._put(self._edit, place, whole, move=move)
        left = column.left() + edit_width
        for item, size in buttons:
            place = QRect(left + _GAP_PX, top, size.width(), size.height())
            self._put(item, place, whole, move=move)
            left += _GAP_PX + size.width()
        top += row_height
        for item in self._below:
            if not item.isEmpty():
                height = _height(item, column.width())
                place = QRect(column.left(), top + _CLOSE_PX, column.width(), height)
                self._put(item, place, whole, move=move)
                top += _CLOSE_PX + height
        return top

    def _label_width(self, width: int) -> int:
        """The column of the label; the whole width where it stands above."""
        column = int(width * _LABEL_SHARE) // theme.SPACE_PX * theme.SPACE_PX
        too_long = self._label is not None and self._label.sizeHint().width() > 2 * column
        stacked = width < _STACKED_BELOW_LINES * self._line_height() or too_long
        return width if stacked else column

    def _line_height(self) -> int:
        widget = self.parentWidget()
        return QFontMetrics(widget.font()).height() if widget is not None else theme.SPACE_PX

    def _put(self, item: QLayoutItem, place: QRect, whole: QRect, *, move: bool) -> None:
        if move:
            widget = self.parentWidget()
            if widget is not None and widget.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                place.moveLeft(whole.left() + whole.right() - place.right())
            item.setGeometry(place)


def _height(item: QLayoutItem, width: int) -> int:
    if item.hasHeightForWidth():
        return item.heightForWidth(width)
    return item.sizeHint().height()
