from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme

Role = QPalette.ColorRole


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def palette(request: pytest.FixtureRequest) -> QPalette:
    return theme.palette_for(request.param)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert theme.contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21.0)
    assert theme.contrast(QColor("#ffffff"), QColor("#ffffff")) == pytest.approx(1.0)
    assert theme.contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("ink", "grounds"),
    [
        (Role.WindowText, (Role.Window, Role.Base, Role.AlternateBase)),
        (Role.Text, (Role.Base, Role.AlternateBase)),
        (Role.ButtonText, (Role.Button,)),
        (Role.PlaceholderText, (Role.Window, Role.Base)),
        (Role.HighlightedText, (Role.Highlight,)),
        (Role.Link, (Role.Window, Role.Base)),
        (Role.Highlight, (Role.Window, Role.Base)),
        (Role.ToolTipText, (Role.ToolTipBase,)),
    ],
)
def test_texts_can_be_read(
    ink: QPalette.ColorRole, grounds: tuple[QPalette.ColorRole, ...], palette: QPalette
) -> None:
    for ground in grounds:
        assert theme.contrast(palette.color(ink), palette.color(ground)) >= 4.5


@pytest.mark.parametrize("colour", [theme.quiet_text, theme.error_text, theme.accent])
def test_named_texts_can_be_read(colour: Callable[[QPalette], QColor], palette: QPalette) -> None:
    for ground in (Role.Window, Role.Base):
        assert theme.contrast(colour(palette), palette.color(ground)) >= 4.5


def test_what_is_disabled_can_be_read_and_told_from_the_rest(palette: QPalette) -> None:
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        ink = palette.color(QPalette.ColorGroup.Disabled, role)
        for ground in (Role.Window, Role.Base, Role.Button, Role.AlternateBase):
            assert theme.contrast(ink, palette.color(ground)) >= 4.5
        assert theme.contrast(ink, palette.color(role)) >= 2.0


def test_lines_around_controls_can_be_seen(palette: QPalette) -> None:
    for ground in (Role.Window, Role.Base):
        assert theme.contrast(theme.border(palette), palette.color(ground)) >= 3.0


def test_what_is_proposed_can_be_read_and_told_from_the_rest(palette: QPalette) -> None:
    ground = theme.suggested_ground(palette)
    assert theme.contrast(palette.color(Role.ButtonText), ground) >= 4.5
    assert ground != palette.color(Role.Button)


def test_the_going_on_button_is_the_accent(palette: QPalette) -> None:
    tinted = theme.primary_palette(palette)
    assert tinted.color(Role.Button) == theme.accent(palette)
    assert theme.contrast(tinted.color(Role.ButtonText), tinted.color(Role.Button)) >= 4.5


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    white, black = QColor("#ffffff"), QColor("#000000")
    assert theme.mixed(white, black, 0.0) == white
    assert theme.mixed(white, black, 1.0) == black
    assert theme.mixed(white, black, 0.5) == QColor("#808080")


def test_the_look_follows_the_settings(qapp: QApplication) -> None:
    theme.apply(qapp, "dark", 2.0)
    assert theme.is_dark("dark")
    assert qapp.palette().color(Role.Window).lightnessF() < 0.3
    assert qapp.font().pointSizeF() == pytest.approx(2.0 * theme.FONT_POINTS)
    theme.apply(qapp, "light")
    assert not theme.is_dark("light")
    assert qapp.palette().color(Role.Window).lightnessF() > 0.8
    assert qapp.font().pointSizeF() == pytest.approx(theme.FONT_POINTS)
    assert theme.is_dark("system") in (True, False)
    assert theme.border_width_px() in (1, 2)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_the_outline_of_a_field_can_be_seen(
    kind: type[QLineEdit] | type[QPlainTextEdit], dark: bool, qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply(qapp, "dark" if dark else "light")
    page = QWidget()
    qtbot.addWidget(page)
    field = kind(page)
    field.setGeometry(10, 10, 200, 60)
    page.resize(QSize(220, 80))
    page.show()
    image = page.grab().toImage()
    left_edge = [image.pixelColor(x, 40) for x in range(8, 14)]
    base = qapp.palette().color(Role.Base)
    assert max(theme.contrast(colour, base) for colour in left_edge) >= 3.0
    theme.apply(qapp, "light")


def test_a_field_with_the_focus_has_the_accent(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, "light")
    field = QLineEdit()
    qtbot.addWidget(field)
    field.resize(200, 40)
    with qtbot.waitActive(field):
        field.show()
        field.activateWindow()
    field.setFocus()
    assert field.grab().toImage().pixelColor(1, 20) == theme.accent(qapp.palette())
    field.clearFocus()
    assert field.grab().toImage().pixelColor(1, 20) != theme.accent(qapp.palette())


def test_a_scroll_bar_is_a_thumb_that_can_be_seen(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp, "light")
    bar = QScrollBar()
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint().width(), 200)
    bar.setRange(0, 100)
    bar.show()
    image = bar.grab().toImage()
    colours = {image.pixelColor(bar.width() // 2, y).name() for y in range(200)}
    assert theme.border(qapp.palette()).name() in colours
