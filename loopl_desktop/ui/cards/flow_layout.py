"""A row of controls that becomes several rows, and at last a column, when width runs out."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from loopl_desktop.ui import theme


class FlowLayout(QLayout):
    """Lays its widgets out like words; those added by `add_trailing` go to the line's end."""

    def __init__(
        self,
        gap_px: int = theme.SPACE_PX,
        *,
        overhang_left_px: int = 0,
        overhang_right_px: int = 0,
    ) -> None:
        """Lay out in lines.

        Args:
            gap_px: Between items and between lines.
            overhang_left_px: How far lines start before their place, so that the text of a button
                without an outline is in line with the text above it.
            overhang_right_px: The same at the end.
        """
        self._overhang_left_px = overhang_left_px
        self._overhang_right_px = overhang_right_px
        self._items: list[QLayoutItem] = []
        self._trailing: set[int] = set()
        self._gap_px = gap_px
        self._heights: dict[int, int] = {}
        super().__init__()

    def add(self, widget: QWidget) -> None:
        """Add a widget after the others."""
        self.addChildWidget(widget)
        self._items.append(QWidgetItem(widget))

    def add_trailing(self, widget: QWidget) -> None:
        """Add a widget that is pushed to the end of its line."""
        self._trailing.add(len(self._items))
        self.add(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item that Qt made."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at this place, in reading order."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item up."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take no more room than is needed."""
        return Qt.Orientation(0)

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
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        if not hints:
            return QSize(0, 0)
        width = sum(hint.width() for hint in hints) + self._gap_px * (len(hints) - 1)
        return QSize(width, max(hint.height() for hint in hints))

    def minimumSize(self) -> QSize:
        """The least size of the widest item."""
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def setGeometry(self, rect: QRect) -> None:
        """Move everything to its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Break into lines, move the items if asked; the height of all lines."""
        left_px, right_px = self._overhang_left_px, self._overhang_right_px
        if self._is_mirrored():
            left_px, right_px = right_px, left_px
        rect = rect.adjusted(-left_px, 0, right_px, 0)
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max(size.height() for _, size in line)
            if move:
                self._place(line, rect, top, height)
            top += height + self._gap_px
        return max(0, top - rect.top() - self._gap_px)

    def _lines(self, width: int) -> list[list[tuple[int, QSize]]]:
        """Index and size of the items of each line; the trailing ones stay together."""
        sizes = [
            (index, self._size(item, width))
            for index, item in enumerate(self._items)
            if not item.isEmpty()
        ]
        leading = [pair for pair in sizes if pair[0] not in self._trailing]
        trailing = [pair for pair in sizes if pair[0] in self._trailing]
        lines = self._broken(leading, width)
        if trailing and lines and self._width([*lines[-1], *trailing]) <= width:
            lines[-1].extend(trailing)
            return lines
        return lines + self._broken(trailing, width)

    def _broken(self, sizes: list[tuple[int, QSize]], width: int) -> list[list[tuple[int, QSize]]]:
        lines: list[list[tuple[int, QSize]]] = []
        for pair in sizes:
            if lines and self._width([*lines[-1], pair]) <= width:
                lines[-1].append(pair)
            else:
                lines.append([pair])
        return lines

    def _width(self, line: list[tuple[int, QSize]]) -> int:
        return sum(size.width() for _, size in line) + self._gap_px * (len(line) - 1)

    @staticmethod
    def _size(item: QLayoutItem, width: int) -> QSize:
        hint = item.sizeHint()
        if hint.width() <= width:
            return hint
        height = item.heightForWidth(width) if item.hasHeightForWidth() else hint.height()
        return QSize(width, height)

    def _place(self, line: list[tuple[int, QSize]], rect: QRect, top: int, height: int) -> None:
        """Move the items of a line; trailing ones to its end if others stand before them."""
        free = rect.width() - self._width(line)
        has_leading = line[0][0] not in self._trailing
        left = rect.left()
        for index, size in line:
            if has_leading and index in self._trailing:
                left, free = left + free, 0
            start = left
            if self._is_mirrored():
                start = rect.left() + rect.right() + 1 - left - size.width()
            middle = top + (height - size.height()) // 2
            self._items[index].setGeometry(QRect(start, middle, size.width(), size.height()))
            left += size.width() + self._gap_px

    def _is_mirrored(self) -> bool:
        widget = self.parentWidget()
        return widget is not None and widget.layoutDirection() == Qt.LayoutDirection.RightToLeft
