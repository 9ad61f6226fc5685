"""The look follows the settings, and the platform where the settings say so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from loopl_desktop.ui import theme
from loopl_desktop.ui.appearance import AppearanceFollower
from tests.ui.settings_world import SettingsWorld


@pytest.fixture
def look(qapp: QApplication) -> Iterator[QApplication]:
    """The application, whose look is put back after the test."""
    font, palette = qapp.font(), qapp.palette()
    yield qapp
    qapp.setFont(font)
    qapp.setPalette(palette)


def window_colour(app: QApplication) -> str:
    return app.palette().color(QPalette.ColorRole.Window).name()


def colour(dark: bool) -> str:
    return theme.palette_for(dark).color(QPalette.ColorRole.Window).name()


async def test_a_change_of_the_setting_changes_the_colours_at_once(
    look: QApplication, tmp_path: Path
) -> None:
    world = SettingsWorld(tmp_path)
    follower = AppearanceFollower(look, world.controller)
    world.controller.update(appearance="dark")
    assert window_colour(look) == colour(dark=True)
    world.controller.update(appearance="light")
    assert window_colour(look) == colour(dark=False)
    await world.close()
    follower.deleteLater()


async def test_a_change_of_the_platform_is_followed_only_where_the_setting_says_so(
    look: QApplication, tmp_path: Path
) -> None:
    world = SettingsWorld(tmp_path)
    world.controller.update(appearance="dark")
    follower = AppearanceFollower(look, world.controller)
    look.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert window_colour(look) == colour(dark=True)

    world.controller.update(appearance="system")
    now = window_colour(look)
    look.setPalette(theme.palette_for(now == colour(dark=False)))
    look.styleHints().colorSchemeChanged.emit(look.styleHints().colorScheme())
    assert window_colour(look) == now
    await world.close()
    follower.deleteLater()


async def test_another_setting_does_not_touch_the_look(look: QApplication, tmp_path: Path) -> None:
    world = SettingsWorld(tmp_path)
    follower = AppearanceFollower(look, world.controller)
    look.setPalette(theme.palette_for(dark=True))
    world.controller.update(time_to_answer="no_limit")
    assert window_colour(look) == colour(dark=True)
    await world.close()
    follower.deleteLater()


async def test_the_text_scale_holds_through_a_change(look: QApplication, tmp_path: Path) -> None:
    world = SettingsWorld(tmp_path)
    follower = AppearanceFollower(look, world.controller, text_scale=2.0)
    world.controller.update(appearance="dark")
    assert look.font().pointSizeF() == 2 * theme.FONT_POINTS
    await world.close()
    follower.deleteLater()
