import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.wrapping_button import Emphasis, WrappingButton


def ground(button: WrappingButton) -> QColor:
    return button.grab().toImage().pixelColor(button.width() // 2, 4)


def shown(label: str, qtbot: QtBot, emphasis: Emphasis = Emphasis.PLAIN) -> WrappingButton:
    button = WrappingButton(label, "x", emphasis=emphasis)
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.show()
    button.clearFocus()
    return button


def test_a_long_label_is_broken(qtbot: QtBot) -> None:
    button = shown("w" * 400, qtbot)
    assert button.minimumSizeHint().width() < 120
    assert button.heightForWidth(200) > 10 * button.fontMetrics().height()


def test_a_description_is_a_line_of_its_own(qtbot: QtBot) -> None:
    button = WrappingButton("Leave it", "x", description="Nothing is changed")
    qtbot.addWidget(button)
    assert button.sizeHint().height() > 2 * button.fontMetrics().height()
    assert button.text() == "Leave it"


def test_the_one_that_goes_on_has_the_accent(qapp: QApplication, qtbot: QtBot) -> None:
    palette = qapp.palette()
    assert ground(shown("Send", qtbot, Emphasis.GOING_ON)) == theme.accent(palette)
    assert ground(shown("Try", qtbot, Emphasis.SUGGESTED)) == theme.suggested_ground(palette)
    assert ground(shown("No", qtbot)) == palette.button().color()


def test_a_disabled_one_does_not_call(qapp: QApplication, qtbot: QtBot) -> None:
    button = shown("Send", qtbot, Emphasis.GOING_ON)
    button.setEnabled(False)
    assert ground(button) != theme.accent(qapp.palette())


@pytest.mark.parametrize("emphasis", [Emphasis.PLAIN, Emphasis.SUGGESTED, Emphasis.GOING_ON])
def test_the_outline_of_a_disabled_one_is_a_hairline(
    emphasis: Emphasis, qapp: QApplication, qtbot: QtBot
) -> None:
    button = shown("Send", qtbot, emphasis)
    hairline = theme.hairline(qapp.palette())
    for enabled in (True, False):
        button.setEnabled(enabled)
        edge = button.grab().toImage().pixelColor(0, button.height() // 2)
        assert (edge == hairline) is not enabled


@pytest.mark.parametrize("emphasis", list(Emphasis))
def test_a_press_can_be_seen(emphasis: Emphasis, qtbot: QtBot) -> None:
    button = shown("Send", qtbot, emphasis)
    before = ground(button)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert ground(button) != before
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)  # else Qt takes it as held from now on


@pytest.mark.parametrize("emphasis", list(Emphasis))
def test_the_focus_can_be_seen(emphasis: Emphasis, qtbot: QtBot) -> None:
    button = shown("Send", qtbot, emphasis)
    before = button.grab().toImage()
    with qtbot.waitActive(button):
        button.activateWindow()
    button.setFocus()
    assert button.grab().toImage() != before


def test_another_label_is_measured_anew(qtbot: QtBot) -> None:
    button = shown("All", qtbot)
    before = button.sizeHint().width()
    button.set_label("All shown & more")
    assert button.sizeHint().width() > before
    assert button.text() == "All shown && more"


def test_a_larger_font_needs_more_room(qapp: QApplication, qtbot: QtBot) -> None:
    button = shown("Continue", qtbot)
    before = button.sizeHint()
    theme.apply(qapp, "light", 2.0)
    button.setFont(qapp.font())
    assert button.sizeHint().width() > before.width()
    assert button.sizeHint().height() > before.height()
