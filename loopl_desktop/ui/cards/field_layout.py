"""One field: its label, the edit with its buttons, and the lines that belong to it below."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLayoutItem, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.placed_layout import PlacedLayout, Places, height_of

_GAP_PX = theme.SPACE_PX
_CLOSE_PX = theme.SPACE_PX // 2
"""Between things that belong together."""
_STACKED_BELOW_LINES = 28
"""Narrower than so many line heights, the label goes above: narrow windows and large text alike."""
_LABEL_SHARE = 0.3


class FieldLayout(PlacedLayout):
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
        super().__init__()

    def set_label(self, label: QWidget) -> None:
        """Put a label before the edit."""
        self._label = self.item_of(label)

    def set_edit(self, edit: QWidget) -> None:
        """Put this edit in, in place of another one."""
        self._edit = self.item_of(edit)

    def add_button(self, button: QWidget, *, first: bool = False) -> None:
        """Put a button after the edit; as the first or the last of its buttons."""
        self._buttons.insert(0 if first else len(self._buttons), self.item_of(button))

    def add_below(self, line: QWidget) -> None:
        """Put a line under the edit."""
        self._below.append(self.item_of(line))

    def items(self) -> Iterator[QLayoutItem]:
        """All items in reading order."""
        if self._label is not None:
            yield self._label
        if self._edit is not None:
            yield self._edit
        yield from self._buttons
        yield from self._below

    def remove(self, item: QLayoutItem) -> None:
        """Forget an item."""
        if item is self._label:
            self._label = None
        elif item is self._edit:
            self._edit = None
        else:
            (self._buttons if item in self._buttons else self._below).remove(item)

    def least_size(self) -> QSize:
        """The edit with its buttons, or a wider line."""
        least = super().least_size()
        row = [item for item in (self._edit, *self._buttons) if item is not None]
        widths = [item.minimumSize().width() for item in row if not item.isEmpty()]
        beside = sum(widths) + _GAP_PX * max(0, len(widths) - 1)
        return QSize(max(least.width(), beside), theme.CONTROL_HEIGHT_PX)

    def places_for(self, width: int) -> Places:
        """The label beside or above, and the rest in the column that is left."""
        places: Places = []
        left = top = 0
        column = self._label_width(width)
        if self._label is not None:
            height = height_of(self._label, column)
            if column == width:
                top += _GAP_PX  # farther from what is above it than from its own edit
                places.append((self._label, QRect(0, top, width, height)))
                top += height + _CLOSE_PX
            else:
                first_line = max(0, theme.CONTROL_HEIGHT_PX - self._line_height()) // 2
                places.append((self._label, QRect(0, first_line, column, height)))
        if 0 < column < width:
            left = column + _GAP_PX
        self._place_content(QRect(left, top, width - left, 0), places)
        return places

    def _place_content(self, column: QRect, places: Places) -> None:
        """Edit, buttons and the lines below in this column."""
        top = column.y()
        buttons = [(item, item.sizeHint()) for item in self._buttons if not item.isEmpty()]
        edit_width = column.width() - sum(size.width() + _GAP_PX for _, size in buttons)
        row_height = max((size.height() for _, size in buttons), default=0)
        if self._edit is not None:
            width = min(edit_width, self._edit.maximumSize().width())
            height = height_of(self._edit, width)
            row_height = max(row_height, height)
            places.append((self._edit, QRect(column.x() - self._outdent_px, top, width, height)))
        left = column.x() + edit_width + _GAP_PX
        for item, size in buttons:
            places.append((item, QRect(left, top, size.width(), size.height())))
            left += size.width() + _GAP_PX
        top += row_height
        for item in self._below:
            if not item.isEmpty():
                height = height_of(item, column.width())
                places.append((item, QRect(column.x(), top + _CLOSE_PX, column.width(), height)))
                top += _CLOSE_PX + height

    def _label_width(self, width: int) -> int:
        """The column of labels; the whole width where they stand above, 0 where there is none."""
        if not self._is_labelled:
            return 0
        column = int(width * _LABEL_SHARE) // theme.SPACE_PX * theme.SPACE_PX
        too_long = self._label is not None and self._label.sizeHint().width() > 2 * column
        return width if too_long or width < _STACKED_BELOW_LINES * self._line_height() else column

    def _line_height(self) -> int:
        widget = self.parentWidget()
        return QFontMetrics(widget.font()).height() if widget is not None else theme.SPACE_PX
