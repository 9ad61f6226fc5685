"""The base of the app's own layouts: places that follow from the width alone, worked out once."""

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

Places: TypeAlias = list[tuple[QLayoutItem, QRect]]
"""Items with their places; the origin is the layout's top left."""


class PlacedLayout(QLayout):
    """Keeps the places of its items for each width until something changes.

    Qt asks a layout for its height dozens of times before it moves anything. Right-to-left windows
    get the same places mirrored.
    """

    def __init__(self) -> None:
        self._places: dict[int, Places] = {}
        self._minimum: QSize | None = None
        self._in_order: list[QLayoutItem] | None = None
        super().__init__()

    def items(self) -> Iterator[QLayoutItem]:
        """All items in reading order."""
        raise NotImplementedError

    def places_for(self, width: int) -> Places:
        """Where everything shown goes in a column of `width` pixels."""
        raise NotImplementedError

    def remove(self, item: QLayoutItem) -> None:
        """Forget an item."""
        raise NotImplementedError

    def item_of(self, widget: QWidget) -> QLayoutItem:
        """Adopt a widget; the item for it, whose owner is the caller."""
        self.addChildWidget(widget)
        self._in_order = None
        self.invalidate()
        return QWidgetItem(widget)

    def shown_items(self) -> list[QLayoutItem]:
        """The items that are not hidden, in reading order."""
        return [item for item in self._kept_items() if not item.isEmpty()]

    # What Qt asks.

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        places = self._kept_places(width)
        return max((place.y() + place.height() for _, place in places), default=0)

    def minimumSize(self) -> QSize:
        """The least size of the widest item."""
        if self._minimum is None:
            self._minimum = self.least_size()
        return self._minimum

    def least_size(self) -> QSize:
        """`minimumSize`, worked out."""
        sizes = [item.minimumSize() for item in self.shown_items()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def sizeHint(self) -> QSize:
        """Asks for no width: the layout takes what its card has."""
        return self.minimumSize()

    def setGeometry(self, rect: QRect) -> None:
        """Move everything to its place."""
        super().setGeometry(rect)
        widget = self.parentWidget()
        mirrored = widget is not None and widget.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for item, place in self._kept_places(rect.width()):
            left = rect.width() - place.x() - place.width() if mirrored else place.x()
            item.setGeometry(
                QRect(rect.x() + left, rect.y() + place.y(), place.width(), place.height())
            )

    def invalidate(self) -> None:
        """Something changed: measure again."""
        self._places.clear()
        self._minimum = None
        super().invalidate()

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def expandingDirections(self) -> Qt.Orientation:
        """Takes no more room than it is given."""
        return Qt.Orientation(0)

    def addItem(self, item: QLayoutItem) -> None:
        """Qt's way to add is not taken: each layout says where a widget goes."""
        raise NotImplementedError

    def count(self) -> int:
        """How many items there are."""
        return len(self._kept_items())

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at this place, in reading order."""
        items = self._kept_items()
        return items[index] if 0 <= index < len(items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item up."""
        item = self.itemAt(index)
        if item is not None:
            self.remove(item)
            self._in_order = None
        return item

    def _kept_items(self) -> list[QLayoutItem]:
        if self._in_order is None:
            self._in_order = list(self.items())
        return self._in_order

    def _kept_places(self, width: int) -> Places:
        places = self._places.get(width)
        if places is None:
            places = self._places[width] = self.places_for(width)
        return places


def height_of(item: QLayoutItem, width: int) -> int:
    """The height of an item at this width."""
    if item.hasHeightForWidth():
        return item.heightForWidth(width)
    return item.sizeHint().height()
