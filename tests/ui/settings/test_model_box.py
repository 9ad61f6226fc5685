"""The field for a model's name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.settings.model_box import MAX_MODELS, ModelBox


@pytest.fixture
def box(qtbot: QtBot) -> ModelBox:
    widget = ModelBox()
    qtbot.addWidget(widget)
    return widget


def names(box: ModelBox) -> list[str]:
    return [box.itemText(row) for row in range(box.count())]


def test_any_name_can_be_typed_and_is_told_when_the_field_is_left(box: ModelBox) -> None:
    told: list[str] = []
    box.name_taken.connect(told.append)
    edit = box.lineEdit()
    assert isinstance(edit, QLineEdit)
    QTest.keyClicks(edit, " mine ")
    assert told == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert set(told) == {"mine"}  # Enter both leaves the field and chooses
    assert names(box) == []


def test_an_offered_name_is_chosen_by_keyboard(box: ModelBox) -> None:
    told: list[str] = []
    box.offer(["small", "big"])
    box.name_taken.connect(told.append)
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert told[-1] == "big"


def test_an_empty_field_gets_the_first_name_and_a_typed_one_stays(box: ModelBox) -> None:
    box.offer(["small", "big"])
    assert box.name == "small"
    box.setEditText("mine")
    box.offer(["other"])
    assert box.name == "mine"
    assert names(box) == ["other"]


def test_a_server_without_models_leaves_the_field_as_it_is(box: ModelBox) -> None:
    box.offer([])
    assert box.name == ""


def test_names_of_any_length_and_number_do_not_make_it_wider(box: ModelBox) -> None:
    width = box.minimumSizeHint().width()
    box.offer(["a-long-name" * 100] * (MAX_MODELS + 1))
    assert box.count() == MAX_MODELS
    assert box.minimumSizeHint().width() == width


def test_the_field_inside_has_the_name_of_the_box(box: ModelBox) -> None:
    box.set_caption("Model name")
    edit = box.lineEdit()
    assert edit is not None
    assert (box.accessibleName(), edit.accessibleName()) == ("Model name", "Model name")


def inks_of_arrow(box: ModelBox) -> dict[int, float]:
    """For each column of pixels at the arrow's place: its greatest contrast with the ground."""
    box.show()
    QApplication.processEvents()  # the font of the application comes as an event
    box.resize(300, box.sizeHint().height())
    image = box.grab().toImage()
    ground = image.pixelColor(box.width() // 2, box.height() // 2)
    rows = range(box.height() // 4, 3 * box.height() // 4)
    return {
        x: max(theme.contrast(image.pixelColor(x, y), ground) for y in rows)
        for x in range(box.width() - 30, box.width() - 3)
    }


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
def test_the_arrow_can_be_seen(
    box: ModelBox, qapp: QApplication, dark: bool, enabled: bool
) -> None:
    theme.apply(qapp, "dark" if dark else "light")
    box.setEnabled(enabled)
    assert max(inks_of_arrow(box).values()) >= 3.0
    theme.apply(qapp, "light")


def test_the_arrow_grows_with_the_text(box: ModelBox, qapp: QApplication) -> None:
    widths = []
    for scale in (1.0, 2.0):
        theme.apply(qapp, "light", scale)
        widths.append(sum(ink > 1.5 for ink in inks_of_arrow(box).values()))
    theme.apply(qapp, "light")
    assert widths[1] > 1.6 * widths[0] > 0
