"""The settings page: every control changes its setting at once, by keyboard or mouse."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.cards.secret_edit import CAPS_LOCK_IS_ON, SecretEdit
from loopl_desktop.ui.settings.model_section import NO_KEY_NEEDED
from loopl_desktop.ui.settings.settings_panel import SettingsPanel
from loopl_desktop.ui.widgets.plain_label import PlainLabel
from tests.ui.finding import button, cut, named
from tests.ui.settings_world import SettingsWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]
HERE = "http://localhost:8080/v1"
MARKER = "sk-MARKER-20394"


class Page:
    """The page over its world."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.world = SettingsWorld(folder)
        self.panel = SettingsPanel(self.world.controller)
        self.announced: list[str] = []
        self.panel.announced.connect(self.announced.append)
        qtbot.addWidget(self.panel)
        self.panel.resize(600, 900)
        self.panel.show()

    @property
    def settings(self) -> Settings:
        return self.world.controller.settings

    def labels(self) -> list[str]:
        return [label.text() for label in self.panel.findChildren(PlainLabel)]

    def field(self, identifier: str) -> QLineEdit:
        widget = named(self.panel, identifier)
        edit = widget.lineEdit() if isinstance(widget, QComboBox) else widget
        assert isinstance(edit, QLineEdit)
        return edit

    def write(self, identifier: str, text: str) -> None:
        """Replace the text of a field and leave it with Enter."""
        edit = self.field(identifier)
        edit.selectAll()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def models(self) -> list[str]:
        combo = named(self.panel, "settings-model")
        assert isinstance(combo, QComboBox)
        return [combo.itemText(row) for row in range(combo.count())]


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Callable[[], Page]:
    return partial(Page, qtbot, tmp_path)


async def test_each_tool_has_its_switch_and_all_are_on_at_first(page: Callable[[], Page]) -> None:
    it = page()
    ask, calculator = (button(it.panel, f"settings-tool-{n}") for n in ("ask_user", "calculator"))
    assert ask.isChecked()
    assert calculator.text() == "Calculator && more"
    QTest.keyClick(ask, Qt.Key.Key_Space)
    assert it.settings.tools_off == {"ask_user"}
    QTest.keyClick(ask, Qt.Key.Key_Space)
    assert it.settings.tools_off == frozenset()
    await it.world.close()


async def test_a_change_from_elsewhere_is_shown(page: Callable[[], Page]) -> None:
    it = page()
    it.world.controller.update(
        tools_off=frozenset({"calculator"}), time_to_answer="no_limit", appearance="dark"
    )
    assert not button(it.panel, "settings-tool-calculator").isChecked()
    assert button(it.panel, "settings-time-no_limit").isChecked()
    assert button(it.panel, "settings-appearance-dark").isChecked()
    await it.world.close()


@pytest.mark.parametrize("value", ["as_asked", "ten_times", "no_limit"])
async def test_time_to_answer_is_chosen_by_a_click(page: Callable[[], Page], value: str) -> None:
    it = page()
    other = "no_limit" if value == "as_asked" else "as_asked"
    button(it.panel, f"settings-time-{other}").click()
    button(it.panel, f"settings-time-{value}").click()
    assert it.settings.time_to_answer == value
    await it.world.close()


@pytest.mark.parametrize("value", ["system", "light", "dark"])
async def test_appearance_is_chosen_by_a_click(page: Callable[[], Page], value: str) -> None:
    it = page()
    other = "dark" if value == "system" else "system"
    button(it.panel, f"settings-appearance-{other}").click()
    button(it.panel, f"settings-appearance-{value}").click()
    assert it.settings.appearance == value
    await it.world.close()


async def test_without_an_address_there_is_nothing_to_test_and_no_key_to_keep(
    page: Callable[[], Page],
) -> None:
    it = page()
    controls = ["settings-model", "settings-key", "settings-test", "settings-demo"]
    assert not any(named(it.panel, name).isEnabled() for name in controls)
    assert NO_KEY_NEEDED in it.labels()
    QTest.keyClicks(it.field("settings-base-url"), "localhost")
    assert all(named(it.panel, name).isEnabled() for name in controls)
    await it.world.close()


async def test_an_address_is_completed_and_kept_when_its_field_is_left(
    page: Callable[[], Page],
) -> None:
    it = page()
    it.write("settings-base-url", " localhost:8080 ")
    assert it.settings.base_url == HERE
    assert it.field("settings-base-url").text() == HERE
    await it.world.close()


async def test_a_test_offers_the_models_of_the_server_and_takes_the_first(
    page: Callable[[], Page], until: Until
) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    button(it.panel, "settings-test").click()
    await until(lambda: "It works." in it.labels())
    assert it.world.asked == [(HERE, "", None)]
    assert it.models() == ["small", "big"]
    assert it.settings.model == "small"
    assert "It works." in it.announced
    await it.world.close()


async def test_a_typed_model_is_kept_when_the_server_offers_others(
    page: Callable[[], Page], until: Until
) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    it.write("settings-model", "mine")
    button(it.panel, "settings-test").click()
    await until(lambda: "It works." in it.labels())
    assert it.world.asked == [(HERE, "mine", None)]
    assert it.settings.model == "mine"
    await it.world.close()


async def test_a_failed_test_says_the_reason_it_was_given(
    page: Callable[[], Page], until: Until
) -> None:
    it = page()
    it.world.answer = (False, "Nothing listens at localhost:8080. Start the server.", ())
    it.write("settings-base-url", HERE)
    button(it.panel, "settings-test").click()
    await until(lambda: "Nothing listens at localhost:8080. Start the server." in it.labels())
    assert it.models() == []
    await it.world.close()


async def test_a_typed_key_is_tested_without_being_saved_and_saved_by_its_button(
    page: Callable[[], Page], until: Until
) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    save, forget = (button(it.panel, f"settings-key-{n}") for n in ("save", "forget"))
    assert not save.isEnabled()
    QTest.keyClicks(it.field("settings-key"), MARKER)
    button(it.panel, "settings-test").click()
    await until(lambda: it.world.asked)
    assert it.world.asked == [(HERE, "", MARKER)]
    assert it.world.keyring.keys == {}
    save.click()
    assert not save.isEnabled()
    await until(forget.isEnabled)
    assert it.world.keyring.keys == {HERE: MARKER}
    assert "The key is kept in the system keyring." in it.labels()
    forget.click()
    await until(lambda: not forget.isEnabled())
    assert it.world.keyring.keys == {}
    await it.world.close()


async def test_no_widget_and_no_file_holds_the_key_after_it_was_saved(
    page: Callable[[], Page], until: Until
) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    QTest.keyClicks(it.field("settings-key"), MARKER)
    assert _holders(it.panel) == ["settings-key"]  # the search finds it where it is
    QTest.keyClick(it.field("settings-key"), Qt.Key.Key_Return)
    await until(lambda: it.world.keyring.keys)
    assert _holders(it.panel) == []
    await it.world.close()
    assert MARKER not in it.world.path.read_text(encoding="utf-8")
    assert HERE in it.world.path.read_text(encoding="utf-8")
    assert not any(MARKER in said for said in it.announced)


async def test_what_the_key_field_has_to_say_is_shown_beside_it_and_announced(
    page: Callable[[], Page],
) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    key = it.field("settings-key")
    assert isinstance(key, SecretEdit)
    QTest.keyClicks(key, "S")  # a capital without Shift
    assert CAPS_LOCK_IS_ON in it.labels()
    assert it.announced == [CAPS_LOCK_IS_ON]
    QTest.keyClicks(key, "s")
    assert CAPS_LOCK_IS_ON not in it.labels()
    await it.world.close()


async def test_the_demo_agent_is_one_press_away(page: Callable[[], Page]) -> None:
    it = page()
    it.write("settings-base-url", HERE)
    it.write("settings-model", "mine")
    button(it.panel, "settings-demo").click()
    assert (it.settings.base_url, it.settings.model) == ("", "")
    assert it.field("settings-base-url").text() == ""
    await it.world.close()


@pytest.mark.parametrize("way", ["button", "escape"])
async def test_close_and_escape_ask_to_go_back(
    page: Callable[[], Page], until: Until, way: str
) -> None:
    it = page()
    await until(it.panel.isActiveWindow)
    asked: list[bool] = []
    it.panel.close_requested.connect(partial(asked.append, True))
    if way == "button":
        button(it.panel, "settings-close").click()
    else:
        it.panel.focus_first()
        QTest.keyClick(button(it.panel, "settings-close"), Qt.Key.Key_Escape)
    assert asked == [True]
    await it.world.close()


async def test_a_problem_with_the_disk_is_shown_and_announced(page: Callable[[], Page]) -> None:
    it = page()
    it.world.controller.problem_found.emit("The disk is full.")
    assert "The disk is full." in it.labels()
    assert it.announced == ["The disk is full."]
    await it.world.close()


async def test_nothing_is_cut_in_a_narrow_window_at_200_percent(
    page: Callable[[], Page], until: Until, text_scale: None
) -> None:
    it = page()
    it.world.controller.models_found.emit(("a-long-model-name" * 40,))
    it.panel.resize(480, 700)
    await until(lambda: cut(it.panel) == [])
    assert it.panel.width() == 480
    it.panel.resize(200, 700)  # the search finds what is cut
    await until(lambda: cut(it.panel) != [])
    await it.world.close()


def _holders(panel: QWidget) -> list[str]:
    """The identifiers of all widgets in which the marker can be read."""
    return [
        widget.accessibleIdentifier()
        for widget in panel.findChildren(QWidget)
        if MARKER in f"{widget.property('text')}{widget.accessibleDescription()}{widget.toolTip()}"
    ]
