"""The anchor: what the reader sees stays put, whatever happens above and below."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from loopl_desktop.ui.transcript.row_layout import Align, RowLayout, RowPlace

ESTIMATE = 100
VIEWPORT = 600


@dataclass
class Rows:
    """Real heights behind a layout, and which of them were asked for."""

    heights: list[int]
    asked: list[int] = field(default_factory=list)

    def measure(self, row: int) -> int:
        self.asked.append(row)
        return self.heights[row]


def laid_out(heights: list[int]) -> tuple[RowLayout, Rows]:
    rows = Rows(heights)
    layout = RowLayout(rows.measure, ESTIMATE)
    layout.viewport_height = VIEWPORT
    layout.reset(len(heights), ESTIMATE)
    layout.settle()
    return layout, rows


def y_of(layout: RowLayout, row: int) -> int:
    return next(place.y for place in layout.rows_in_view() if place.row == row)


def test_it_opens_at_the_end_and_measures_only_rows_in_view() -> None:
    layout, rows = laid_out([80] * 100_000)
    assert layout.at_end
    assert list(layout.rows_in_view())[-1] == RowPlace(99_999, VIEWPORT - 80, 80)
    assert len(rows.asked) <= VIEWPORT // 80 + 2


def test_rows_that_do_not_fill_the_viewport_stand_at_its_top() -> None:
    layout, _ = laid_out([80, 80])
    assert [place.y for place in layout.rows_in_view()] == [0, 80]
    assert layout.maximum == 0
    assert layout.following


def test_a_row_stays_while_a_reply_grows_below_it() -> None:
    layout, rows = laid_out([200] * 20)
    layout.scroll_by(-50)
    assert not layout.following
    before = y_of(layout, 17)
    for height in range(200, 5_000, 137):
        rows.heights[19] = height
        layout.forget(19)
        layout.settle()
        assert y_of(layout, 17) == before


def test_the_end_stays_in_view_while_following() -> None:
    layout, rows = laid_out([200] * 20)
    rows.heights[19] = 3_000
    layout.forget(19)
    layout.settle()
    assert list(layout.rows_in_view())[-1].bottom == VIEWPORT
    layout.insert(20, 1)
    rows.heights.append(90)
    layout.settle()
    assert list(layout.rows_in_view())[-1] == RowPlace(20, VIEWPORT - 90, 90)


def test_following_waits_while_the_person_works_in_a_row() -> None:
    layout, rows = laid_out([200] * 20)
    before = y_of(layout, 18)
    layout.held = True
    rows.heights[19] = 3_000
    layout.forget(19)
    layout.settle()
    assert y_of(layout, 18) == before
    layout.held = False
    layout.settle()
    assert layout.at_end


def test_scrolling_back_to_the_end_follows_again() -> None:
    layout, _ = laid_out([200] * 20)
    layout.scroll_by(-300)
    assert not layout.following
    layout.scroll_by(299)
    assert not layout.following
    layout.scroll_by(1)
    assert layout.following


def test_dragging_to_the_last_position_reaches_the_end_past_rows_not_yet_measured() -> None:
    layout, _ = laid_out([777] * 300)
    layout.scroll_to(0)
    layout.scroll_to(layout.maximum)
    assert layout.following
    assert list(layout.rows_in_view())[-1].bottom == VIEWPORT


@given(st.lists(st.integers(1, 900), min_size=30, max_size=60), st.integers(1, 1_150))
def test_a_near_scroll_moves_by_exactly_its_step_over_unmeasured_rows(
    heights: list[int], step: int
) -> None:
    layout, _ = laid_out(heights)
    row = next(layout.rows_in_view()).row
    before = layout.place_of(row).y
    layout.scroll_to(layout.position - step)
    if layout.position > 0:
        assert layout.place_of(row).y == before + step


@given(
    st.lists(st.integers(1, 900), min_size=10, max_size=40),
    st.integers(0, 20_000),
    st.integers(1, 5),
)
def test_rows_that_come_and_go_above_move_nothing(
    heights: list[int], position: int, count: int
) -> None:
    layout, rows = laid_out(heights)
    layout.scroll_to(position)
    first = next(layout.rows_in_view())
    if layout.following:
        return
    rows.heights[0:0] = [333] * count
    layout.insert(0, count)
    layout.settle()
    assert next(layout.rows_in_view()) == RowPlace(first.row + count, first.y, first.height)
    del rows.heights[0:count]
    layout.remove(0, count)
    layout.settle()
    assert next(layout.rows_in_view()) == first


def test_a_new_width_keeps_the_row_and_the_part_of_it() -> None:
    layout, rows = laid_out([100, 1_000, 2_000, 1_000, 2_000])
    layout.show_row(2, Align.TOP)
    layout.scroll_by(500)
    assert y_of(layout, 2) == -500
    rows.heights[:] = [200, 2_000, 4_000, 2_000, 4_000]
    layout.forget_all()
    layout.settle()
    assert y_of(layout, 2) == -1_000


def test_a_row_with_its_top_in_view_does_not_move_when_the_width_changes() -> None:
    layout, rows = laid_out([100] * 40)
    layout.show_row(10, Align.TOP)
    rows.heights[:] = [260] * 40
    layout.forget_all()
    layout.settle()
    assert y_of(layout, 10) == 0


def test_removing_the_row_being_read_shows_what_took_its_place() -> None:
    layout, rows = laid_out([400] * 10)
    layout.show_row(3, Align.TOP)
    layout.scroll_by(50)
    del rows.heights[3:5]
    layout.remove(3, 2)
    layout.settle()
    assert next(layout.rows_in_view()) == RowPlace(3, 0, 400)


def test_removing_all_rows_leaves_an_empty_viewport() -> None:
    layout, rows = laid_out([400] * 10)
    rows.heights.clear()
    layout.remove(0, 10)
    layout.settle()
    assert list(layout.rows_in_view()) == []
    assert (layout.position, layout.maximum, layout.row_at(5)) == (0, 0, None)
    layout.scroll_to(50)
    layout.scroll_by(50)
    layout.follow()


def test_a_shrinking_end_leaves_no_gap_below_the_rows() -> None:
    layout, rows = laid_out([200] * 20)
    layout.scroll_by(-10)
    rows.heights[19] = 20
    layout.forget(19)
    layout.settle()
    assert list(layout.rows_in_view())[-1].bottom == VIEWPORT


def test_showing_a_row_moves_no_more_than_it_must() -> None:
    layout, _ = laid_out([100] * 100)
    layout.show_row(97)
    assert layout.at_end, "it was in view"
    layout.show_row(50)
    assert y_of(layout, 50) == 0
    layout.show_row(57)
    assert y_of(layout, 57) == VIEWPORT - 100
    layout.show_row(20, Align.CENTRE)
    assert y_of(layout, 20) == (VIEWPORT - 100) // 2
    layout.show_row(60, Align.BOTTOM)
    assert y_of(layout, 60) == VIEWPORT - 100


def test_of_a_row_taller_than_the_viewport_the_top_is_shown() -> None:
    layout, _ = laid_out([100, 50_000, 100])
    layout.show_row(1)
    assert y_of(layout, 1) == 0
    assert layout.place_of(1).height == 50_000


def test_the_row_at_a_point_is_found_in_and_out_of_view() -> None:
    layout, _ = laid_out([100] * 100)
    assert layout.row_at(VIEWPORT - 1) == 99
    assert layout.row_at(0) == 94
    assert layout.row_at(-150) == 92
    assert layout.row_at(VIEWPORT) is None


def test_padding_below_the_last_row_belongs_to_the_end() -> None:
    layout, _ = laid_out([100] * 100)
    layout.end_padding = 24
    layout.settle()
    assert y_of(layout, 99) == VIEWPORT - 124
    assert layout.at_end


def test_scrolling_to_the_first_position_shows_the_first_row_whole() -> None:
    layout, _ = laid_out([300] * 12)
    assert layout.position < 2 * VIEWPORT, "near, over rows that are taller than estimated"
    layout.scroll_to(0)
    assert next(layout.rows_in_view()) == RowPlace(0, 0, 300)
