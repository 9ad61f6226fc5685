"""A row of controls that becomes several rows, and at last a column, when width runs out."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from loopl_desktop.ui import theme


class FlowLayout(QLayout):
    """Lays its widgets out like words; those added by `add_trailing` go to the line's end."""

    def __init__(self, gap_px: int = theme.SPACE_PX) -> None:
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
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        if not hints:
            return QSize(0, 0)
        width = sum(hint.width() for hint in hints) + self._gap_px * (len(hints) - 1)
        return QSize(width, max(hint.height() for hint in hints))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Break into lines, move the items if asked; the height of all lines."""
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max(size.height() for _, size in line)
            if move:
                self._place(line, rect, top, height)
            top += height + self._gap_px
        return max(0, top - rect.top() - self._gap_px)

    def _lines(self, width: int) -> list[list[tuple[int, QSize]]]:
        """Index and size of the items of each line."""
        lines: list[list[tuple[int, QSize]]] = []
        used = 0
        for index, item in enumerate(self._items):
            if item.isEmpty():
                continue
            size = self._size(item, width)
            if lines and used + self._gap_px + size.width() <= width:
                lines[-1].append((index, size))
                used += self._gap_px + size.width()
            else:
                lines.append([(index, size)])
                used = size.width()
        return lines

    @staticmethod
    def _size(item: QLayoutItem, width: int) -> QSize:
        hint = item.sizeHint()
        if hint.width() <= width:
            return hint
        height = item.heightForWidth(width) if item.hasHeightForWidth() else hint.height()
        return QSize(width, height)

    def _place(self, line: list[tuple[int, QSize]], rect: QRect, top: int, height: int) -> None:
        used = sum(size.width() for _, size in line) + self._gap_px * (len(line) - 1)
        left = rect.left()
        pushed = False
        mirrored = self._is_mirrored()
        for index, size in line:
            if index in self._trailing and not pushed:
                left += rect.width() - used
                pushed = True
            start = rect.left() + rect.right() - left - size.width() + 1 if mirrored else left
            self._items[index].setGeometry(
                QRect(start, top + (height - size.height()) // 2, size.width(), size.height())
            )
            left += size.width() + self._gap_px

    def _is_mirrored(self) -> bool:
        widget = self.parentWidget()
        return widget is not None and widget.layoutDirection() == Qt.LayoutDirection.RightToLeft
