"""Which rows a viewport shows, and what may move them.

The place of the reader is not a pixel of a very long page but a logical anchor: a row and an
offset in it. Rows above the anchor may turn out taller than estimated, and rows below may grow;
neither moves what is on the screen. Only rows that come into view are measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from loopl_desktop.ui.transcript.height_index import HeightIndex

NEAR_VIEWPORTS = 2
"""Scrolls up to this many viewports walk real rows, so that the step is exact to the pixel."""


class Align(Enum):
    """Where a row is to stand in the viewport."""

    NEAREST = auto()
    TOP = auto()
    CENTRE = auto()
    BOTTOM = auto()


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row in the viewport; pixels, `y` of its upper edge, negative above the viewport."""

    row: int
    y: int
    height: int

    @property
    def bottom(self) -> int:
        """The first pixel below the row."""
        return self.y + self.height


class RowLayout:
    """Rows of different heights in a viewport that stays where its reader is.

    Attributes:
        viewport_height: Pixels that can be seen.
        end_padding: Pixels left free below the last row.
        following: Whether the end stays in view when rows come or grow.
        held: Following waits: the person works in a row that must not move away.
    """

    def __init__(self, measure: Callable[[int], int], estimate: int = 120) -> None:
        self.viewport_height = 0
        self.end_padding = 0
        self.following = True
        self.held = False
        self._measure = measure
        self._heights = HeightIndex(0, estimate)
        self._row = 0
        self._offset = 0
        self._scale_from: int | None = None

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def anchor(self) -> tuple[int, int]:
        """The row at the upper edge of the viewport, and how many of its pixels are above it."""
        return self._row, self._offset

    @property
    def position(self) -> int:
        """The scroll position; an estimate above the anchor, so only good for a scroll bar."""
        return self._heights.top(self._row) + self._offset if len(self) else 0

    @property
    def maximum(self) -> int:
        """The last scroll position."""
        return max(0, self._heights.total + self.end_padding - self.viewport_height)

    @property
    def at_end(self) -> bool:
        """Whether the end of the last row is in view."""
        return self.position >= self.maximum

    def reset(self, count: int, estimate: int) -> None:
        """Other rows: show their end."""
        self._heights.reset(count, estimate)
        self._row = self._offset = 0
        self._scale_from = None
        self.following = True

    def insert(self, row: int, count: int) -> None:
        """Rows came; the anchor stays with its row."""
        had_rows = len(self) > 0
        self._heights.insert(row, count)
        if had_rows and row <= self._row:
            self._row += count

    def remove(self, row: int, count: int) -> None:
        """Rows went; the anchor stays with its row, or with what took its place."""
        self._heights.remove(row, count)
        if self._row >= row + count:
            self._row -= count
        elif self._row >= row:
            self._row, self._offset = max(0, min(row, len(self) - 1)), 0

    def forget(self, row: int, count: int = 1) -> None:
        """These rows changed."""
        self._heights.forget(row, count)

    def forget_all(self) -> None:
        """The width or the font changed; the reader stays at the same part of the same row."""
        if len(self) and self._scale_from is None:
            self._scale_from = self._heights.height(self._row)
        self._heights.forget_all()

    def settle(self) -> None:
        """Measure what is in view and bring the anchor into its bounds."""
        if not len(self):
            self._row = self._offset = 0
            return
        if self.following and not self.held:
            self._scale_from = None
            self._pin_end()
            return
        height = self._height(self._row)
        if self._scale_from is not None:
            self._offset = self._offset * height // max(1, self._scale_from)
            self._scale_from = None
        self._normalise(self._row, min(self._offset, height - 1))
        if self._bottom_of_rows_in_view() + self.end_padding < self.viewport_height:
            self._pin_end()
            self.following = True

    def restore(self, row: int, offset: int) -> None:
        """Put a row back to where it was; following stays as it is."""
        self._normalise(row, offset)
        self.settle()

    def shift(self, delta: int) -> None:
        """Move by pixels as `scroll_by` does; following stays as it is."""
        if len(self) and delta:
            self._normalise(self._row, self._offset + delta)
            self.settle()

    def scroll_to(self, position: int) -> None:
        """The person moved to a scroll position; the end takes up following again."""
        if not len(self):
            return
        if position >= self.maximum:
            self._pin_end()
        elif position <= 0:
            self._row = self._offset = 0
        else:
            delta = position - self.position
            if abs(delta) <= NEAR_VIEWPORTS * self.viewport_height:
                self._normalise(self._row, self._offset + delta)
            else:
                self._row, self._offset = self._heights.find(position)
        self._settle_where_put()

    def scroll_by(self, delta: int) -> None:
        """Move by pixels, positive towards the end."""
        if len(self):
            self._normalise(self._row, self._offset + delta)
            self._settle_where_put()

    def show_row(self, row: int, align: Align = Align.NEAREST) -> None:
        """Bring a row into view; of one taller than the viewport the top."""
        place = self.place_of(row)
        if align is Align.NEAREST and place.y >= 0 and place.bottom <= self.viewport_height:
            return
        free = self.viewport_height - self._height(row)
        match align:
            case Align.BOTTOM:
                y = free
            case Align.CENTRE:
                y = free // 2
            case Align.NEAREST if place.y >= 0:
                y = free
            case _:
                y = 0
        self._normalise(row, -max(0, y))
        self._settle_where_put()

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.following = True
        if len(self):
            self._pin_end()

    def place_of(self, row: int) -> RowPlace:
        """Where a row stands; far from the viewport it is an estimate."""
        return RowPlace(row, self._heights.top(row) - self.position, self._heights.height(row))

    def rows_in_view(self) -> Iterator[RowPlace]:
        """The rows that the viewport shows, from its upper edge down."""
        row, y = self._row, -self._offset
        while row < len(self) and y < self.viewport_height:
            height = self._height(row)
            yield RowPlace(row, y, height)
            row, y = row + 1, y + height

    def row_at(self, y: int) -> int | None:
        """The row at a y of the viewport; `None` outside of all rows."""
        if not len(self) or not 0 <= self.position + y < self._heights.total:
            return None
        return next(
            (place.row for place in self.rows_in_view() if place.y <= y < place.bottom),
            self._heights.find(self.position + y)[0],
        )

    def _height(self, row: int) -> int:
        if not self._heights.is_measured(row):
            self._heights.set(row, self._measure(row))
        return self._heights.height(row)

    def _normalise(self, row: int, offset: int) -> None:
        """Anchor the row that really holds the offset, which may lie in another one."""
        while offset < 0 and row > 0:
            row -= 1
            offset += self._height(row)
        while offset > 0 and row < len(self) - 1 and offset >= (height := self._height(row)):
            offset -= height
            row += 1
        self._row, self._offset = row, max(0, offset)

    def _settle_where_put(self) -> None:
        self.following = False
        self._scale_from = None
        self.settle()
        self.following = self.at_end

    def _bottom_of_rows_in_view(self) -> int:
        bottom = 0
        for place in self.rows_in_view():
            bottom = place.bottom
        return bottom

    def _pin_end(self) -> None:
        row, y = len(self), self.end_padding
        while row > 0 and y < self.viewport_height:
            row -= 1
            y += self._height(row)
        self._row, self._offset = row, max(0, y - self.viewport_height)
