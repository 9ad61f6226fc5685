import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_request import AskOption
from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.option_rows import CheckRow, RadioRow, doubled, option_row

LONG = "w" * 2_000
Kind = type[RadioRow] | type[CheckRow]
BOTH = pytest.mark.parametrize("kind", [RadioRow, CheckRow])


def shown(kind: Kind, label: str, qtbot: QtBot, description: str = "") -> RadioRow | CheckRow:
    row = kind(label, description)
    qtbot.addWidget(row)
    row.resize(300, row.heightForWidth(300))
    with qtbot.waitActive(row):
        row.show()
        row.activateWindow()
    return row


def colours(row: QWidget) -> set[str]:
    image = row.grab().toImage()
    return {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 1)
        for y in range(0, image.height(), 1)
    }


@BOTH
def test_a_long_label_is_broken_and_asks_for_no_width(kind: Kind, qtbot: QtBot) -> None:
    row = shown(kind, LONG, qtbot)
    assert row.minimumSizeHint().width() < 120
    assert row.heightForWidth(300) > 40 * row.fontMetrics().height()
    assert row.text() == LONG


@BOTH
def test_every_row_is_high_enough_to_hit(kind: Kind, qtbot: QtBot) -> None:
    assert shown(kind, "a", qtbot).height() >= 24


@BOTH
def test_a_description_stands_below_the_label(kind: Kind, qtbot: QtBot) -> None:
    plain, described = shown(kind, "Oda", qtbot), shown(kind, "Oda", qtbot, "Ten minutes on foot")
    assert described.height() > plain.height()


@BOTH
def test_a_click_anywhere_in_the_row_chooses(kind: Kind, qtbot: QtBot) -> None:
    row = shown(kind, "Oda", qtbot)
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(290, 30))
    assert row.isChecked()


@BOTH
@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_key_chooses(kind: Kind, key: Qt.Key, qtbot: QtBot) -> None:
    row = shown(kind, "Oda", qtbot)
    QTest.keyClick(row, key)
    assert row.isChecked()


@BOTH
def test_what_is_chosen_has_the_accent(kind: Kind, qapp: QApplication, qtbot: QtBot) -> None:
    row = shown(kind, "Oda", qtbot)
    row.clearFocus()
    accent = theme.accent(qapp.palette()).name()
    assert accent not in colours(row)
    row.setChecked(True)
    assert accent in colours(row)


@BOTH
def test_the_focus_can_be_seen(kind: Kind, qapp: QApplication, qtbot: QtBot) -> None:
    row = shown(kind, "Oda", qtbot)
    row.setFocus()
    accent = theme.accent(qapp.palette())
    edge = row.grab().toImage().pixelColor(150, 0)
    assert theme.contrast(edge, QColor("#ffffff")) > 3
    assert edge == accent


@BOTH
def test_right_to_left_is_the_mirror_image(kind: Kind, qtbot: QtBot) -> None:
    row = shown(kind, "", qtbot)
    row.clearFocus()
    row.setChecked(True)
    left = row.grab().toImage()
    row.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    right = row.grab().toImage()
    assert left != right
    assert left.flipped(Qt.Orientation.Horizontal).pixelColor(284, 16) == right.pixelColor(284, 16)


def test_an_option_knows_its_place() -> None:
    parent = QWidget()
    option = AskOption(value="b", label="R&D", description="The lab")
    row = option_row(CheckRow, option, 1, 5, parent)
    assert row.accessibleIdentifier() == "option-1"
    assert row.accessibleDescription() == "2 of 5. The lab"
    assert row.parent() is parent


@pytest.mark.parametrize(("text", "shown_as"), [("R&D", "R&&D"), ("a && b", "a &&&& b"), ("", "")])
def test_ampersands_are_doubled(text: str, shown_as: str) -> None:
    assert doubled(text) == shown_as
