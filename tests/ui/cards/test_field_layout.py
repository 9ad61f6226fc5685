import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.field_layout import FieldLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel

WIDE_PX, NARROW_PX = 640, 320


class Field:
    """A field with a label, an edit, a button and a line below."""

    def __init__(self, label: str = "Name", **options: bool | int) -> None:
        self.page = QWidget()
        self.layout = FieldLayout(**options)  # type: ignore[arg-type]  # one dict for both kinds
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.page.setLayout(self.layout)
        self.label = PlainLabel(label, parent=self.page)
        self.edit = QLineEdit(self.page)
        self.edit.setFixedHeight(theme.CONTROL_HEIGHT_PX)
        self.button = QToolButton(self.page)
        self.button.setFixedSize(32, 32)
        self.below = PlainLabel("Where we write to", parent=self.page)
        self.layout.set_label(self.label)
        self.layout.set_edit(self.edit)
        self.layout.add_button(self.button)
        self.layout.add_below(self.below)

    def place(self, width: int) -> None:
        self.page.resize(width, self.layout.heightForWidth(width))
        self.layout.activate()


def test_the_label_stands_beside_where_there_is_room() -> None:
    field = Field()
    field.place(WIDE_PX)
    assert field.label.geometry().right() < field.edit.x()
    assert field.edit.y() == field.button.y() == 0
    assert field.button.geometry().right() == WIDE_PX - 1
    assert field.below.x() == field.edit.x()
    assert field.below.y() > field.edit.geometry().bottom()


def test_the_label_stands_above_in_a_narrow_place() -> None:
    field = Field()
    field.place(NARROW_PX)
    assert field.label.geometry().bottom() < field.edit.y()
    assert field.label.x() == field.edit.x() == 0


def test_the_label_stands_above_when_the_text_is_large() -> None:
    field = Field()
    font = field.page.font()
    font.setPointSizeF(2 * font.pointSizeF())
    field.page.setFont(font)
    field.place(WIDE_PX)
    assert field.label.geometry().bottom() < field.edit.y()


def test_a_long_label_stands_above() -> None:
    field = Field("A label that has more to say than a column for labels can hold in two lines")
    field.place(WIDE_PX)
    assert field.label.geometry().bottom() < field.edit.y()


def test_columns_of_fields_are_in_line() -> None:
    short, other = Field("A"), Field("A longer one")
    short.place(WIDE_PX)
    other.place(WIDE_PX)
    assert short.edit.x() == other.edit.x()
    assert short.edit.x() % theme.SPACE_PX == 0


def test_without_a_column_for_labels_the_edit_has_it_all() -> None:
    page = QWidget()
    layout = FieldLayout(is_labelled=False)
    layout.setContentsMargins(0, 0, 0, 0)
    page.setLayout(layout)
    edit = QLineEdit(page)
    layout.set_edit(edit)
    page.resize(WIDE_PX, 40)
    layout.activate()
    assert (edit.x(), edit.width()) == (0, WIDE_PX)


def test_another_edit_takes_the_place() -> None:
    field = Field()
    field.place(WIDE_PX)
    place = field.edit.geometry()
    other = QLineEdit(field.page)
    other.setFixedHeight(theme.CONTROL_HEIGHT_PX)
    field.edit.hide()
    field.layout.set_edit(other)
    field.place(WIDE_PX)
    assert other.geometry() == place


def test_a_first_button_stands_before_the_others() -> None:
    field = Field()
    first = QToolButton(field.page)
    first.setFixedSize(32, 32)
    field.layout.add_button(first, first=True)
    field.place(WIDE_PX)
    assert first.geometry().right() < field.button.x()


def test_hidden_lines_take_no_room() -> None:
    field = Field()
    before = field.layout.heightForWidth(WIDE_PX)
    field.below.hide()
    field.layout.invalidate()
    assert field.layout.heightForWidth(WIDE_PX) < before


def test_right_to_left_is_the_mirror_image() -> None:
    field = Field()
    field.page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    field.place(WIDE_PX)
    assert field.label.x() > field.edit.x() > field.button.x()
    assert field.button.x() == 0


@pytest.mark.parametrize("width", [NARROW_PX, 480, WIDE_PX])
def test_nothing_is_placed_below_its_height(width: int) -> None:
    field = Field()
    field.place(width)
    parts = (field.label, field.edit, field.button, field.below)
    lowest = max(part.geometry().bottom() for part in parts)
    assert lowest < field.layout.heightForWidth(width)
    assert field.layout.minimumSize().width() < NARROW_PX


def test_items_come_in_reading_order_and_can_be_taken() -> None:
    field = Field()
    items = [field.layout.itemAt(place) for place in range(field.layout.count())]
    parts = [field.label, field.edit, field.button, field.below]
    assert [item.widget() for item in items if item is not None] == parts
    for part in parts:
        taken = field.layout.takeAt(0)
        assert taken is not None
        assert taken.widget() is part
    assert field.layout.count() == 0
