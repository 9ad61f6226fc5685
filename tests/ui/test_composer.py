"""The composer keeps what the person wrote until it was taken, and says how things stand."""

from collections.abc import Sequence
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.composer import DRAFT_KEPT, ENTER_SENDS, Composer, ComposerState
from loopl_desktop.ui.widgets.plain_label import PlainLabel
from tests.ui.finding import button, named

BUSY = [ComposerState.REPLYING, ComposerState.ASKED, ComposerState.ASKED_FOR_TEXT]


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    widget = Composer()
    qtbot.addWidget(widget)
    widget.resize(600, 120)
    widget.show()
    return widget


def write(composer: Composer, text: str) -> None:
    QTest.keyClicks(named(composer, "composer"), text)


def press_enter(composer: Composer) -> None:
    QTest.keyClick(named(composer, "composer"), Qt.Key.Key_Return)


def line(composer: Composer) -> str:
    label = composer.findChild(PlainLabel)
    assert label is not None
    return label.text()


def test_nothing_can_be_sent_before_something_is_written(composer: Composer) -> None:
    assert not button(composer, "send").isEnabled()
    write(composer, "   ")
    assert not button(composer, "send").isEnabled()
    write(composer, "x")
    assert button(composer, "send").isEnabled()


def test_enter_on_an_empty_field_does_nothing(composer: Composer) -> None:
    told: list[str] = []
    composer.message_submitted.connect(told.append)
    composer.message_held.connect(told.append)
    press_enter(composer)
    assert told == []


@pytest.mark.parametrize("way", ["enter", "button"])
def test_a_message_stays_until_its_owner_took_it(composer: Composer, way: str) -> None:
    sent: list[str] = []
    composer.message_submitted.connect(sent.append)
    write(composer, "hello")
    press_enter(composer) if way == "enter" else button(composer, "send").click()
    assert sent == ["hello"]
    assert composer.text == "hello"
    composer.clear()
    assert composer.text == ""
    assert not button(composer, "send").isEnabled()


@pytest.mark.parametrize("state", BUSY)
def test_while_something_runs_enter_keeps_the_message_and_says_so(
    composer: Composer, state: ComposerState
) -> None:
    sent: list[str] = []
    held: list[str] = []
    composer.message_submitted.connect(sent.append)
    composer.message_held.connect(held.append)
    composer.set_state(state)
    write(composer, "hello")
    press_enter(composer)
    assert sent == []
    assert composer.text == "hello"
    assert len(held) == 1
    assert DRAFT_KEPT in held[0]
    assert line(composer) == held[0]
    assert not button(composer, "send").isEnabled()

    composer.set_state(ComposerState.READY)
    assert line(composer) == ENTER_SENDS
    press_enter(composer)
    assert sent == ["hello"]


def test_stop_is_enabled_only_while_a_turn_runs(composer: Composer) -> None:
    stopped: list[bool] = []
    composer.stop_requested.connect(partial(stopped.append, True))
    enabled = {}
    for state in ComposerState:
        composer.set_state(state)
        enabled[state] = button(composer, "stop").isEnabled()
    assert enabled == {state: state in BUSY for state in ComposerState}
    button(composer, "stop").click()
    assert stopped == [True]


def test_answer_with_this_is_offered_for_a_text_while_a_question_takes_one(
    composer: Composer,
) -> None:
    offered: list[str] = []
    composer.answer_offered.connect(offered.append)
    shown = []
    write(composer, "Oda")
    for state in ComposerState:
        composer.set_state(state)
        shown.append((state, button(composer, "answer-with-this").isVisible()))
    assert [state for state, visible in shown if visible] == [ComposerState.ASKED_FOR_TEXT]
    button(composer, "answer-with-this").click()
    assert offered == ["Oda"]
    assert composer.text == "Oda"
    composer.clear()
    assert not button(composer, "answer-with-this").isVisible()


def test_a_text_that_comes_in_stays_below_what_is_written(composer: Composer) -> None:
    composer.add_text("kept answer")
    assert composer.text == "kept answer"
    composer.add_text("another")
    assert composer.text == "kept answer\nanother"


def test_a_click_on_a_button_leaves_the_focus_in_the_text(composer: Composer) -> None:
    composer.field.setFocus()
    write(composer, "hello")
    QTest.mouseClick(button(composer, "send"), Qt.MouseButton.LeftButton)
    assert composer.focusWidget() is named(composer, "composer")


def test_a_button_that_goes_out_of_use_gives_the_focus_to_the_text(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    composer, neighbour = Composer(), QLineEdit()
    row.addWidget(composer)
    row.addWidget(neighbour)
    composer.message_submitted.connect(composer.clear)
    window.show()
    write(composer, "hello")
    button(composer, "send").setFocus()
    QTest.keyClick(button(composer, "send"), Qt.Key.Key_Space)
    assert window.focusWidget() is named(composer, "composer")


def test_it_never_asks_for_more_width_than_a_narrow_window_has_at_200_percent(
    composer: Composer, text_scale: None
) -> None:
    composer.set_state(ComposerState.ASKED_FOR_TEXT)
    write(composer, "x" * 400)
    composer.resize(448, 400)
    QApplication.processEvents()
    assert composer.minimumSizeHint().width() <= 448
    visible: Sequence[QWidget] = [w for w in composer.controls if w.isVisible()]
    assert len(visible) == 4
    for widget in visible:
        assert composer.rect().contains(widget.geometry())


@pytest.mark.parametrize("width", [320, 448, 900])
@pytest.mark.parametrize("state", list(ComposerState))
def test_the_buttons_stand_at_the_right_in_every_state(
    composer: Composer, state: ComposerState, width: int, text_scale: None
) -> None:
    composer.set_state(state)
    composer.resize(width, 400)
    QApplication.processEvents()
    send, stop = button(composer, "send"), button(composer, "stop")
    right = send.mapTo(composer, send.rect().topRight()).x()
    assert width - 2 * theme.SPACE_PX <= right <= width
    assert stop.mapTo(composer, stop.rect().topRight()).x() < right
