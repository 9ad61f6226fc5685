"""The message field: what sends, what does not, and what it makes of a paste."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.message_edit import MessageEdit

MEGABYTE = 1_000_000


@pytest.fixture
def edit(qtbot: QtBot) -> MessageEdit:
    field = MessageEdit()
    qtbot.addWidget(field)
    field.resize(400, 100)
    field.show()
    return field


@pytest.fixture
def sent(edit: MessageEdit) -> Iterator[list[str]]:
    texts: list[str] = []

    def take() -> None:
        texts.append(edit.text())

    edit.send_pressed.connect(take)
    yield texts
    edit.send_pressed.disconnect(take)


def paste(edit: MessageEdit, text: str) -> None:
    source = QMimeData()
    source.setText(text)
    edit.insertFromMimeData(source)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_sends_and_leaves_the_text_to_its_owner(
    edit: MessageEdit, sent: list[str], key: Qt.Key
) -> None:
    QTest.keyClicks(edit, "hello")
    QTest.keyClick(edit, key)
    assert sent == ["hello"]
    assert edit.text() == "hello"


def test_shift_enter_starts_a_new_line(edit: MessageEdit, sent: list[str]) -> None:
    QTest.keyClicks(edit, "one")
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(edit, "two")
    assert edit.text() == "one\ntwo"
    assert sent == []


def test_enter_sends_nothing_while_an_input_method_composes(
    edit: MessageEdit, sent: list[str]
) -> None:
    QApplication.sendEvent(edit, QInputMethodEvent("かんじ", []))
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert sent == []
    assert edit.text() == ""

    committed = QInputMethodEvent()
    committed.setCommitString("漢字")
    QApplication.sendEvent(edit, committed)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert sent == ["漢字"]


def test_a_composition_that_was_left_does_not_block_enter(
    edit: MessageEdit, sent: list[str]
) -> None:
    QTest.keyClicks(edit, "hello")
    QApplication.sendEvent(edit, QInputMethodEvent("か", []))
    edit.clearFocus()
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert sent == ["hello"]


def test_a_held_enter_key_sends_once(edit: MessageEdit, sent: list[str]) -> None:
    QTest.keyClicks(edit, "hello")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    QTest.simulateEvent(edit, True, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    assert sent == ["hello"]


def test_tab_leaves_the_field(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    edit, neighbour = MessageEdit(), QLineEdit()
    row.addWidget(edit)
    row.addWidget(neighbour)
    window.show()
    qtbot.waitExposed(window)
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert window.focusWidget() is neighbour
    assert edit.text() == ""


def test_what_is_pasted_is_plain_and_has_no_controls(edit: MessageEdit) -> None:
    source = QMimeData()
    source.setHtml("<b>bold</b>")
    source.setText("a\x00b\x1b[31mc\td\r\ne\rf")
    edit.insertFromMimeData(source)
    assert edit.text() == "ab[31mc\td\ne\nf"


def test_no_break_spaces_stay_what_they_are(edit: MessageEdit) -> None:
    paste(edit, "10\u00a0000\u202f€")
    assert edit.text() == "10\u00a0000\u202f€"


def test_white_space_alone_is_blank(edit: MessageEdit) -> None:
    told: list[bool] = []
    edit.blank_changed.connect(told.append)
    paste(edit, " \n\t\n ")
    assert edit.is_blank
    assert told == []
    paste(edit, "x")
    assert told == [False]
    edit.clear()
    assert told == [False, True]
    assert edit.is_blank


def test_it_grows_with_its_text_up_to_the_limit(edit: MessageEdit) -> None:
    edit.set_max_height(200)
    one_line = edit.sizeHint().height()
    paste(edit, "one\ntwo\nthree")
    three_lines = edit.sizeHint().height()
    assert one_line < three_lines < 200
    paste(edit, "line\n" * 100)
    assert edit.sizeHint().height() == 200
    edit.clear()
    assert edit.sizeHint().height() == one_line


def test_set_text_can_be_undone(edit: MessageEdit) -> None:
    QTest.keyClicks(edit, "mine")
    edit.set_text("other")
    assert edit.text() == "other"
    edit.undo()
    assert edit.text() == "mine"


@pytest.mark.parametrize(
    "text", ["x" * 5 * MEGABYTE, "line of text\n" * (5 * MEGABYTE // 13)], ids=["word", "lines"]
)
def test_a_paste_of_five_megabytes_costs_what_qt_needs_for_it(edit: MessageEdit, text: str) -> None:
    """The floor is Qt's own field, wrapping anywhere: its other mode needs an hour for the word."""
    bare = QPlainTextEdit()
    bare.setWordWrapMode(bare.wordWrapMode().WrapAnywhere)
    bare.resize(edit.size())
    bare.show()
    started = time.thread_time()
    bare.insertPlainText(text)
    floor_s = time.thread_time() - started
    bare.close()

    started = time.thread_time()
    paste(edit, text)
    assert time.thread_time() - started < 2.5 * floor_s
    assert edit.text() == text
