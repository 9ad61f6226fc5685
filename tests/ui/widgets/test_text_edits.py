import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.text_edits import (
    LONGEST_LINE,
    MAX_PASTED,
    TOO_MUCH,
    LineEdit,
    MultilineEdit,
    NumberEdit,
    fits_one_line,
)


class KeyCatcher(QWidget):
    """Counts the Enter keys that its child leaves to it."""

    enters = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        if event.key() == Qt.Key.Key_Return:
            self.enters += 1


@pytest.fixture
def catcher(qtbot: QtBot) -> KeyCatcher:
    made = KeyCatcher()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\n", "a\u2028b", "x" * (LONGEST_LINE + 1)])
def test_what_does_not_fit_one_line_outgrows_it_and_is_not_cut(text: str, qtbot: QtBot) -> None:
    assert not fits_one_line(text)
    edit = LineEdit()
    qtbot.addWidget(edit)
    with qtbot.waitSignal(edit.outgrown):
        edit.insert(text)
    assert edit.text() == text


@pytest.mark.parametrize("text", ["", "a b", "x" * LONGEST_LINE])
def test_what_fits_one_line_stays(text: str, qtbot: QtBot) -> None:
    assert fits_one_line(text)
    edit = LineEdit()
    qtbot.addWidget(edit)
    with qtbot.assertNotEmitted(edit.outgrown):
        edit.insert(text)


def test_a_line_takes_more_than_qt_allows_by_itself(qtbot: QtBot) -> None:
    edit = LineEdit()
    qtbot.addWidget(edit)
    edit.insert("x" * 40_000)
    assert len(edit.text()) == 40_000


@pytest.mark.parametrize("kind", [LineEdit, MultilineEdit])
def test_enter_that_ends_a_conversion_goes_no_further(
    kind: type[LineEdit] | type[MultilineEdit], catcher: KeyCatcher
) -> None:
    edit = kind(catcher)
    QApplication.sendEvent(edit, QInputMethodEvent("に", []))
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert catcher.enters == 0
    done = QInputMethodEvent("", [])
    done.setCommitString("二")
    QApplication.sendEvent(edit, done)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert catcher.enters == 1


def test_enter_leaves_several_lines_and_shift_enter_makes_one(catcher: KeyCatcher) -> None:
    edit = MultilineEdit(catcher)
    edit.set_text("one")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert catcher.enters == 1
    assert edit.toPlainText() == "one"
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(edit, "two")
    assert edit.toPlainText() == "one\ntwo"
    assert catcher.enters == 1
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert catcher.enters == 2


def test_tab_leaves_several_lines(qtbot: QtBot) -> None:
    edit = MultilineEdit()
    qtbot.addWidget(edit)
    assert edit.tabChangesFocus()


def test_it_grows_with_its_lines_and_then_scrolls(qtbot: QtBot) -> None:
    edit = MultilineEdit()
    qtbot.addWidget(edit)
    edit.show()
    edit.set_text("one")
    least = edit.sizeHint().height()
    edit.set_text("\n".join("abcdef"))
    some = edit.sizeHint().height()
    edit.set_text("\n".join("x" * 10))
    most = edit.sizeHint().height()
    edit.set_text("\n".join("x" * 50))
    assert least < some < most == edit.sizeHint().height()


def test_a_paste_that_cannot_be_laid_out_is_refused_and_that_is_said(qtbot: QtBot) -> None:
    edit = MultilineEdit()
    qtbot.addWidget(edit)
    notices: list[str] = []
    edit.notice_changed.connect(notices.append)
    much, some = QMimeData(), QMimeData()
    much.setText("x\n" * MAX_PASTED)
    some.setText("x\n" * 20_000)
    edit.insertFromMimeData(much)
    assert notices == [TOO_MUCH]
    assert edit.toPlainText() == ""
    edit.insertFromMimeData(some)
    assert notices == [TOO_MUCH, ""]
    assert len(edit.toPlainText()) == 40_000


def test_an_endless_word_does_not_hold_the_window(qtbot: QtBot) -> None:
    edit = MultilineEdit()
    qtbot.addWidget(edit)
    assert edit.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    edit.set_text("x" * 100_000)
    assert edit.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere


def test_a_number_field_is_no_wider_than_numbers(qapp: QApplication, qtbot: QtBot) -> None:
    edit = NumberEdit("8080")
    qtbot.addWidget(edit)
    before = edit.maximumWidth()
    assert before < 320
    theme.apply(qapp, "light", 2.0)
    edit.setFont(qapp.font())
    assert edit.maximumWidth() > before
