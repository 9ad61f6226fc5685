"""The height index against a plain list that does the same slowly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loopl_desktop.ui.transcript.height_index import CHUNK_ROWS, HeightIndex

ESTIMATE = 100

Change = tuple[str, int, int]
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["insert", "remove", "set", "forget"]),
        st.integers(0, 10_000),
        st.integers(1, 3 * CHUNK_ROWS),
    ),
    max_size=30,
)


def changed(index: HeightIndex, naive: list[int], change: Change) -> None:
    """Do the same to both."""
    kind, place, amount = change
    if kind == "insert":
        row = place % (len(naive) + 1)
        index.insert(row, amount)
        naive[row:row] = [ESTIMATE] * amount
    elif naive and kind == "remove":
        row = place % len(naive)
        count = min(amount, len(naive) - row)
        index.remove(row, count)
        del naive[row : row + count]
    elif naive and kind == "set":
        row = place % len(naive)
        index.set(row, amount)
        naive[row] = amount
    elif naive:
        row = place % len(naive)
        index.forget(row, min(amount, len(naive) - row))


@given(st.integers(0, 3 * CHUNK_ROWS), CHANGES)
def test_it_agrees_with_a_plain_list_after_any_changes(start: int, changes: list[Change]) -> None:
    index, naive = HeightIndex(start, ESTIMATE), [ESTIMATE] * start
    for change in changes:
        changed(index, naive, change)
    assert len(index) == len(naive)
    assert index.total == sum(naive)
    for row in {0, len(naive) // 2, len(naive) - 1} if naive else ():
        assert index.height(row) == naive[row]
        assert index.top(row) == sum(naive[:row])
        assert index.find(index.top(row)) == (row, 0)
        assert index.find(index.top(row) + naive[row] - 1) == (row, naive[row] - 1)
    assert index.top(len(naive)) == sum(naive)


def test_a_position_outside_the_rows_gives_the_nearest_row() -> None:
    index = HeightIndex(3, 10)
    assert index.find(-5) == (0, 0)
    assert index.find(10_000) == (2, 9)


def test_a_row_counts_as_measured_from_set_to_forget() -> None:
    index = HeightIndex(10, ESTIMATE)
    assert not index.is_measured(4)
    index.set(4, 33)
    assert index.is_measured(4)
    assert not index.is_measured(5)
    index.forget(4)
    assert not index.is_measured(4)
    assert index.height(4) == 33, "the old height is the best guess"


def test_many_rows_are_forgotten_at_once() -> None:
    index = HeightIndex(3 * CHUNK_ROWS, ESTIMATE)
    for row in (5, CHUNK_ROWS, 2 * CHUNK_ROWS + 9, 2 * CHUNK_ROWS + 10):
        index.set(row, 33)
    index.forget(6, 2 * CHUNK_ROWS + 4)
    measured = [row for row in range(len(index)) if index.is_measured(row)]
    assert measured == [5, 2 * CHUNK_ROWS + 10]


def test_a_measured_row_keeps_its_mark_when_rows_come_and_go_above_it() -> None:
    index = HeightIndex(2 * CHUNK_ROWS, ESTIMATE)
    index.set(300, 7)
    index.insert(0, CHUNK_ROWS)
    index.remove(10, 6)
    assert index.is_measured(300 + CHUNK_ROWS - 6)
    assert index.height(300 + CHUNK_ROWS - 6) == 7


def test_opening_many_rows_touches_only_whole_chunks() -> None:
    index = HeightIndex(100_000, ESTIMATE)
    assert index.total == 100_000 * ESTIMATE
    assert index.find(55_555 * ESTIMATE + 3) == (55_555, 3)
    assert len(index._chunks) == -(-100_000 // CHUNK_ROWS)


def test_a_row_is_never_without_height() -> None:
    index = HeightIndex(2, 0)
    index.set(0, 0)
    assert (index.height(0), index.height(1)) == (1, 1)


@pytest.mark.parametrize("row", [-1, 3])
def test_rows_that_do_not_exist_are_refused(row: int) -> None:
    index = HeightIndex(3, ESTIMATE)
    for act in (index.height, index.forget, index.is_measured):
        with pytest.raises(IndexError):
            act(row)
    with pytest.raises(IndexError):
        index.remove(2, 2)
    with pytest.raises(IndexError):
        index.insert(4)
    with pytest.raises(IndexError):
        HeightIndex().find(0)
