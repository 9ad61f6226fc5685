"""A row of controls that becomes several rows, and at last a column, when width runs out."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.placed_layout import PlacedLayout, Places, height_of


class _Piece(NamedTuple):
    item: QLayoutItem
    width: int
    height: int


_Line = list[_Piece]


class FlowLayout(PlacedLayout):
    """Lays its widgets out like words; those added by `add_trailing` go to a line's end."""

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
        self._gap_px = gap_px
        self._overhang_left_px = overhang_left_px
        self._overhang_right_px = overhang_right_px
        self._leading: list[QLayoutItem] = []
        self._trailing: list[QLayoutItem] = []
        super().__init__()

    def add(self, widget: QWidget) -> None:
        """Add a widget after the others."""
        self._leading.append(self.item_of(widget))

    def add_trailing(self, widget: QWidget) -> None:
        """Add a widget to those at the end, which stay together."""
        self._trailing.append(self.item_of(widget))

    def items(self) -> Iterator[QLayoutItem]:
        """All items in reading order."""
        yield from self._leading
        yield from self._trailing

    def remove(self, item: QLayoutItem) -> None:
        """Forget an item."""
        (self._leading if item in self._leading else self._trailing).remove(item)

    def sizeHint(self) -> QSize:
        """The size that needs no break."""
        hints = [item.sizeHint() for item in self.shown_items()]
        gaps = self._gap_px * max(0, len(hints) - 1)
        return QSize(
            sum(hint.width() for hint in hints) + gaps,
            max((hint.height() for hint in hints), default=0),
        )

    def places_for(self, width: int) -> Places:
        """Break into lines, and place each."""
        whole = width + self._overhang_left_px + self._overhang_right_px
        leading = self._broken(self._leading, whole)
        trailing = self._broken(self._trailing, whole)
        places: Places = []
        top = 0
        if leading and len(trailing) == 1:
            free = whole - self._width(leading[-1]) - self._gap_px - self._width(trailing[0])
            if free >= 0:
                *leading, last = leading
                for line in leading:
                    top = self._place(line, top, places)
                height = max(piece.height for piece in (*last, *trailing[0]))
                self._place(last, top, places, height=height)
                left = self._width(last) + self._gap_px + free
                self._place(trailing[0], top, places, left=left, height=height)
                return places
        for line in leading:
            top = self._place(line, top, places)
        for line in trailing:
            top = self._place(line, top, places, left=whole - self._width(line))
        return places

    def _broken(self, items: list[QLayoutItem], width: int) -> list[_Line]:
        lines: list[_Line] = []
        for item in items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            piece = _Piece(item, hint.width(), hint.height())
            if piece.width > width:
                piece = _Piece(item, width, height_of(item, width))
            if lines and self._width([*lines[-1], piece]) <= width:
                lines[-1].append(piece)
            else:
                lines.append([piece])
        return lines

    def _width(self, line: _Line) -> int:
        return sum(piece.width for piece in line) + self._gap_px * (len(line) - 1)

    def _place(
        self, line: _Line, top: int, places: Places, *, left: int = 0, height: int = 0
    ) -> int:
        """Place a line, its items in the middle of its height; where the next line starts."""
        height = height or max(piece.height for piece in line)
        left -= self._overhang_left_px
        for piece in line:
            middle = top + (height - piece.height) // 2
            places.append((piece.item, QRect(left, middle, piece.width, piece.height)))
            left += piece.width + self._gap_px
        return top + height + self._gap_px
