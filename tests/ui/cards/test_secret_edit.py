from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QGuiApplication,
    QInputMethodQueryEvent,
    QKeySequence,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.cards.secret_edit import (
    CAPS_LOCK_IS_ON,
    LINE_END_LEFT_OUT,
    MAX_CHARACTERS,
    SEVERAL_LINES,
    TOO_LONG,
    SecretEdit,
)

MARKER = "hunter2-MARKER"
HINTS = (
    Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhHiddenText
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhNoAutoUppercase
)


@pytest.fixture
def edit(qtbot: QtBot) -> SecretEdit:
    made = SecretEdit()
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    return made


@pytest.fixture(autouse=True)
def _empty_clipboard(qapp: QApplication) -> Iterator[None]:
    qapp.clipboard().clear()
    yield
    qapp.clipboard().clear()


def notices_of(edit: SecretEdit) -> list[str]:
    notices: list[str] = []
    edit.notice_changed.connect(notices.append)
    return notices


def paste(edit: SecretEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_take_gives_the_text_and_leaves_nothing_to_undo(edit: SecretEdit) -> None:
    QTest.keyClicks(edit, MARKER)
    assert not edit.is_blank()
    secret = edit.take()
    assert secret.reveal() == MARKER
    assert edit.is_blank()
    edit.reveal(True)
    edit.undo()
    QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.is_blank()


def test_a_very_long_secret_is_taken_whole(edit: SecretEdit) -> None:
    long = MARKER * 1000
    paste(edit, long)
    assert edit.take().reveal() == long
    assert edit.is_blank()


def test_fill_puts_a_secret_back(edit: SecretEdit) -> None:
    QTest.keyClicks(edit, MARKER)
    edit.fill(edit.take())
    assert edit.take().reveal() == MARKER


def test_edits_are_told_without_the_text(edit: SecretEdit, qtbot: QtBot) -> None:
    with qtbot.waitSignal(edit.edited) as told:
        QTest.keyClicks(edit, "h")
    assert told.args == []


def test_the_hints_stay_when_it_is_revealed_and_hidden(edit: SecretEdit) -> None:
    assert edit.inputMethodHints() == HINTS
    edit.reveal(True)
    assert edit.is_revealed()
    assert edit.inputMethodHints() == HINTS
    edit.reveal(False)
    assert not edit.is_revealed()
    assert edit.inputMethodHints() == HINTS


@pytest.mark.parametrize("revealed", [True, False])
@pytest.mark.parametrize(
    "query",
    [
        Qt.InputMethodQuery.ImSurroundingText,
        Qt.InputMethodQuery.ImCurrentSelection,
        Qt.InputMethodQuery.ImTextBeforeCursor,
        Qt.InputMethodQuery.ImTextAfterCursor,
    ],
)
def test_an_input_method_gets_no_text(
    edit: SecretEdit, query: Qt.InputMethodQuery, revealed: bool
) -> None:
    QTest.keyClicks(edit, MARKER)
    edit.reveal(revealed)
    edit.selectAll()
    asked = QInputMethodQueryEvent(query)
    QApplication.sendEvent(edit, asked)
    assert MARKER not in str(asked.value(query))
    assert MARKER not in str(edit.inputMethodQuery(query))
    assert edit.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle) is not None


@pytest.mark.parametrize("key", [Qt.Key.Key_C, Qt.Key.Key_X])
@pytest.mark.parametrize("revealed", [True, False])
def test_copy_and_cut_do_nothing(edit: SecretEdit, key: Qt.Key, revealed: bool) -> None:
    QTest.keyClicks(edit, MARKER)
    edit.reveal(revealed)
    edit.selectAll()
    QTest.keyClick(edit, key, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == ""
    assert edit.take().reveal() == MARKER


def test_nothing_can_be_selected_while_it_is_revealed(edit: SecretEdit) -> None:
    QTest.keyClicks(edit, MARKER)
    edit.selectAll()
    assert edit.hasSelectedText()
    edit.reveal(True)
    assert not edit.hasSelectedText()
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    QTest.mouseDClick(edit, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert not edit.hasSelectedText()
    assert edit.take().reveal() == MARKER


def test_it_takes_no_drops_and_gives_no_drags(edit: SecretEdit) -> None:
    assert not edit.acceptDrops()
    assert not edit.dragEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_offers_to_paste_only(edit: SecretEdit) -> None:
    QGuiApplication.clipboard().setText(MARKER)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(edit, asked)
    menu = edit.findChild(QMenu)
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["Paste"]
    menu.actions()[0].trigger()
    menu.close()
    assert edit.take().reveal() == MARKER


def test_a_line_break_at_the_end_is_left_out_and_that_is_said(edit: SecretEdit) -> None:
    notices = notices_of(edit)
    paste(edit, f"{MARKER}\r\n")
    assert notices == [LINE_END_LEFT_OUT]
    assert edit.take().reveal() == MARKER


def test_several_lines_are_refused_and_that_is_said(edit: SecretEdit) -> None:
    notices = notices_of(edit)
    paste(edit, "one\ntwo")
    assert notices == [SEVERAL_LINES]
    assert edit.is_blank()


def test_several_lines_are_kept_where_they_are_wanted(qtbot: QtBot) -> None:
    edit = SecretEdit(several_lines=True)
    qtbot.addWidget(edit)
    paste(edit, "-----BEGIN KEY-----\nabc\n")
    assert edit.take().reveal() == "-----BEGIN KEY-----\nabc\n"


def test_too_long_a_text_is_refused_and_not_cut(edit: SecretEdit) -> None:
    notices = notices_of(edit)
    paste(edit, "x" * (MAX_CHARACTERS + 1))
    assert notices == [TOO_LONG]
    assert edit.is_blank()
    paste(edit, "x" * MAX_CHARACTERS)
    assert notices == [TOO_LONG, ""]
    assert len(edit.take().reveal()) == MAX_CHARACTERS


def test_the_middle_button_pastes_by_the_same_rules(edit: SecretEdit) -> None:
    clipboard = QGuiApplication.clipboard()
    QTest.mouseClick(edit, Qt.MouseButton.MiddleButton)
    if clipboard.supportsSelection():
        clipboard.setText("one\ntwo", QClipboard.Mode.Selection)
        QTest.mouseClick(edit, Qt.MouseButton.MiddleButton)
    assert edit.is_blank()


def test_caps_lock_is_told_when_a_letter_shows_it(edit: SecretEdit) -> None:
    notices = notices_of(edit)
    QTest.keyClick(edit, Qt.Key.Key_A)
    assert notices == []
    QTest.sendKeyEvent(
        QTest.KeyAction.Click, edit, Qt.Key.Key_B, "B", Qt.KeyboardModifier.NoModifier
    )
    assert notices == [CAPS_LOCK_IS_ON]
    QTest.sendKeyEvent(
        QTest.KeyAction.Click, edit, Qt.Key.Key_C, "C", Qt.KeyboardModifier.ShiftModifier
    )
    assert notices == [CAPS_LOCK_IS_ON, ""]
    QTest.sendKeyEvent(
        QTest.KeyAction.Click, edit, Qt.Key.Key_D, "d", Qt.KeyboardModifier.ShiftModifier
    )
    QTest.keyClick(edit, Qt.Key.Key_CapsLock)
    assert notices == [CAPS_LOCK_IS_ON, "", CAPS_LOCK_IS_ON, ""]
    assert edit.take().reveal() == "aBCd"


def test_the_standard_keys_of_undo_are_refused(edit: SecretEdit) -> None:
    assert QKeySequence.keyBindings(QKeySequence.StandardKey.Undo)
    QTest.keyClicks(edit, MARKER)
    QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.take().reveal() == MARKER
