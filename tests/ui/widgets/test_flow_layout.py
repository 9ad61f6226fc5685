import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel

GAP_PX = 10


class Flow:
    """A widget with a flow of leading and trailing boxes, each 100 x 20."""

    def __init__(self, leading: int, trailing: int, **overhang: int) -> None:
        self.page = QWidget()
        self.layout = FlowLayout(GAP_PX, **overhang)
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.boxes = [self.box() for _ in range(leading + trailing)]
        for box in self.boxes[:leading]:
            self.layout.add(box)
        for box in self.boxes[leading:]:
            self.layout.add_trailing(box)
        self.page.setLayout(self.layout)

    def box(self) -> QWidget:
        made = QWidget(self.page)
        made.setFixedSize(100, 20)
        return made

    def places(self, width: int) -> list[tuple[int, int]]:
        self.page.resize(width, self.layout.heightForWidth(width))
        self.layout.activate()
        return [(box.x(), box.y()) for box in self.boxes if not box.isHidden()]


def test_it_is_a_row_where_there_is_room() -> None:
    flow = Flow(2, 2)
    assert flow.places(600) == [(0, 0), (110, 0), (390, 0), (500, 0)]
    assert flow.layout.heightForWidth(600) == 20


def test_what_stays_together_goes_to_the_end_of_a_line_of_its_own_together() -> None:
    flow = Flow(2, 2)
    assert flow.places(400) == [(0, 0), (110, 0), (190, 30), (300, 30)]
    assert flow.layout.heightForWidth(400) == 50


def test_it_becomes_a_column() -> None:
    flow = Flow(2, 1)
    assert flow.places(120) == [(0, 0), (0, 30), (20, 60)]


def test_the_last_leading_line_takes_the_trailing_ones() -> None:
    flow = Flow(3, 1)
    assert flow.places(220) == [(0, 0), (110, 0), (0, 30), (120, 30)]


def test_hidden_widgets_take_no_room() -> None:
    flow = Flow(2, 1)
    flow.boxes[0].hide()
    assert flow.places(400) == [(0, 0), (300, 0)]
    for box in flow.boxes:
        box.hide()
    assert flow.layout.heightForWidth(400) == 0


def test_an_overhang_starts_before_and_ends_after() -> None:
    flow = Flow(1, 1, overhang_left_px=8, overhang_right_px=4)
    assert [place.x() for _, place in flow.layout.places_for(300)] == [-8, 204]


def test_right_to_left_is_the_mirror_image() -> None:
    flow = Flow(2, 1)
    flow.page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert flow.places(400) == [(300, 0), (190, 0), (0, 0)]


def test_what_is_wider_than_the_line_is_broken_into_it(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = FlowLayout()
    page.setLayout(layout)
    label = PlainLabel("one two three four five", parent=page)
    layout.add(label)
    page.resize(80, 200)
    page.show()
    QApplication.processEvents()
    assert label.width() <= 80
    assert label.height() > 2 * label.fontMetrics().height()


@pytest.mark.parametrize("width", [120, 250, 400, 600])
def test_its_hints_agree(width: int) -> None:
    flow = Flow(2, 2)
    assert flow.layout.sizeHint().toTuple() == (430, 20)
    assert flow.layout.minimumSize().toTuple() == (100, 20)
    flow.places(width)
    lowest = max(box.y() + box.height() for box in flow.boxes)
    assert lowest == flow.layout.heightForWidth(width)


def test_items_come_in_reading_order_and_can_be_taken() -> None:
    flow = Flow(1, 2)
    items = [flow.layout.itemAt(place) for place in range(flow.layout.count())]
    assert [item.widget() for item in items if item is not None] == flow.boxes
    assert flow.layout.itemAt(3) is None
    for box in reversed(flow.boxes):
        taken = flow.layout.takeAt(flow.layout.count() - 1)
        assert taken is not None
        assert taken.widget() is box
    assert flow.layout.takeAt(0) is None
