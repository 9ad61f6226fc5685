"""Where each row of a very long list stands, without looking at most of the rows.

Heights live in chunks. A chunk that nobody touched holds one shared estimate, so that opening
100,000 rows costs 400 chunks; a look-up walks chunk sums, then the rows of one chunk.
"""

from bisect import bisect_right
from itertools import accumulate

CHUNK_ROWS = 256


class _Chunk:
    """Up to some hundred neighbouring rows."""

    __slots__ = ("_heights", "_measured", "_uniform", "count", "total")

    def __init__(self, count: int, height: int) -> None:
        self.count = count
        self.total = count * height
        self._uniform = height
        self._heights: list[int] | None = None  # None: every row has the uniform height
        self._measured: list[bool] = []

    def height(self, row: int) -> int:
        return self._uniform if self._heights is None else self._heights[row]

    def is_measured(self, row: int) -> bool:
        return self._heights is not None and self._measured[row]

    def set(self, row: int, height: int) -> None:
        heights = self._own()
        self.total += height - heights[row]
        heights[row] = height
        self._measured[row] = True

    def forget(self, row: int, count: int) -> None:
        if self._heights is not None:
            self._measured[row : row + count] = [False] * count

    def forget_all(self) -> None:
        self._measured = [False] * len(self._measured)

    def insert(self, row: int, count: int, height: int) -> None:
        self._own()[row:row] = [height] * count
        self._measured[row:row] = [False] * count
        self.count += count
        self.total += count * height

    def remove(self, row: int, count: int) -> None:
        heights = self._own()
        self.total -= sum(heights[row : row + count])
        del heights[row : row + count]
        del self._measured[row : row + count]
        self.count -= count

    def split(self, row: int) -> "_Chunk":
        """Give the rows from `row` on away."""
        heights = self._own()
        other = _Chunk(0, self._uniform)
        other._heights, other._measured = heights[row:], self._measured[row:]
        other.count, other.total = self.count - row, sum(other._heights)
        del heights[row:]
        del self._measured[row:]
        self.count, self.total = row, self.total - other.total
        return other

    def top(self, row: int) -> int:
        return row * self._uniform if self._heights is None else sum(self._heights[:row])

    def find(self, y: int) -> tuple[int, int]:
        if self._heights is None:
            return divmod(y, self._uniform)
        for row, height in enumerate(self._heights):
            if y < height:
                return row, y
            y -= height
        raise IndexError("the position lies behind this chunk")

    def _own(self) -> list[int]:
        if self._heights is None:
            self._heights = [self._uniform] * self.count
            self._measured = [False] * self.count
        return self._heights


class HeightIndex:
    """Row heights in pixels, each an estimate until it is set."""

    def __init__(self, count: int = 0, estimate: int = 120) -> None:
        self.reset(count, estimate)

    def reset(self, count: int, estimate: int) -> None:
        """Start over with `count` rows that all have the estimated height (at least 1 px)."""
        self._estimate = max(1, estimate)
        self._chunks = self._untouched(count)
        self._count = count
        self._first_rows: list[int] | None = None
        self._tops: list[int] | None = None

    def __len__(self) -> int:
        return self._count

    @property
    def total(self) -> int:
        """The height of all rows together."""
        return self._chunk_tops()[-1]

    def height(self, row: int) -> int:
        """The height of one row, measured or estimated."""
        chunk, place = self._place(row)
        return self._chunks[chunk].height(place)

    def is_measured(self, row: int) -> bool:
        """Whether the height was set and not forgotten since."""
        chunk, place = self._place(row)
        return self._chunks[chunk].is_measured(place)

    def set(self, row: int, height: int) -> None:
        """Record a measured height (at least 1 px: rows keep distinct places)."""
        chunk, place = self._place(row)
        self._chunks[chunk].set(place, max(1, height))
        self._tops = None

    def forget(self, row: int, count: int = 1) -> None:
        """Rows must be measured again; until then their old heights are the best estimates."""
        while count > 0:
            chunk, place = self._place(row)
            here = min(count, self._chunks[chunk].count - place)
            self._chunks[chunk].forget(place, here)
            row, count = row + here, count - here

    def forget_all(self) -> None:
        """Every row must be measured again."""
        for chunk in self._chunks:
            chunk.forget_all()

    def top(self, row: int) -> int:
        """The y of a row's upper edge; of the row after the last: the total."""
        if row == self._count:
            return self.total
        chunk, place = self._place(row)
        return self._chunk_tops()[chunk] + self._chunks[chunk].top(place)

    def find(self, y: int) -> tuple[int, int]:
        """The row at `y` and the offset in it; `y` is held within the rows.

        Raises:
            IndexError: if there is no row.
        """
        if not self._count:
            raise IndexError("no rows")
        tops = self._chunk_tops()
        y = max(0, min(y, tops[-1] - 1))
        chunk = bisect_right(tops, y) - 1
        row, offset = self._chunks[chunk].find(y - tops[chunk])
        return self._chunk_first_rows()[chunk] + row, offset

    def insert(self, row: int, count: int = 1) -> None:
        """Make room for `count` rows before `row`; `row` may be the length (append)."""
        if not 0 <= row <= self._count:
            raise IndexError(row)
        if count <= 0:
            return
        if not self._chunks:
            self.reset(count, self._estimate)
            return
        at_end = row == self._count
        chunk, place = self._place(row - 1 if at_end else row)
        place += at_end
        if count > CHUNK_ROWS:
            self._insert_chunks(chunk, place, count)
        else:
            self._chunks[chunk].insert(place, count, self._estimate)
            if self._chunks[chunk].count > 2 * CHUNK_ROWS:
                middle = self._chunks[chunk].count // 2
                self._chunks.insert(chunk + 1, self._chunks[chunk].split(middle))
        self._count += count
        self._forget_places()

    def append(self, count: int = 1) -> None:
        """Add rows at the end."""
        self.insert(self._count, count)

    def remove(self, row: int, count: int = 1) -> None:
        """Take rows out."""
        if not (row >= 0 and row + count <= self._count):
            raise IndexError(row)
        while count > 0:
            chunk, place = self._place(row)
            here = min(count, self._chunks[chunk].count - place)
            self._chunks[chunk].remove(place, here)
            if not self._chunks[chunk].count:
                del self._chunks[chunk]
            self._count -= here
            count -= here
            self._forget_places()

    def _untouched(self, count: int) -> list[_Chunk]:
        whole, rest = divmod(count, CHUNK_ROWS)
        sizes = [CHUNK_ROWS] * whole + ([rest] if rest else [])
        return [_Chunk(size, self._estimate) for size in sizes]

    def _insert_chunks(self, chunk: int, place: int, count: int) -> None:
        """Many rows at once stay untouched chunks, between the halves of the one they meet."""
        behind = self._chunks[chunk].split(place)
        self._chunks[chunk + 1 : chunk + 1] = [*self._untouched(count), behind]
        self._chunks = [piece for piece in self._chunks if piece.count]

    def _place(self, row: int) -> tuple[int, int]:
        if not 0 <= row < self._count:
            raise IndexError(row)
        first_rows = self._chunk_first_rows()
        chunk = bisect_right(first_rows, row) - 1
        return chunk, row - first_rows[chunk]

    def _chunk_first_rows(self) -> list[int]:
        if self._first_rows is None:
            counts = (chunk.count for chunk in self._chunks)
            self._first_rows = [0, *accumulate(counts)][:-1]
        return self._first_rows

    def _chunk_tops(self) -> list[int]:
        if self._tops is None:
            self._tops = [0, *accumulate(chunk.total for chunk in self._chunks)]
        return self._tops

    def _forget_places(self) -> None:
        self._first_rows = None
        self._tops = None
