from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.cards.touch_watcher import TouchWatcher


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Counter:
    count = 0

    def __call__(self) -> None:
        self.count += 1


def test_keys_and_clicks_are_told_at_most_once_a_second(qtbot: QtBot) -> None:
    clock, told = Clock(), Counter()
    watcher = TouchWatcher(clock=clock)
    watcher.touched.connect(told)
    edit = QLineEdit()
    qtbot.addWidget(edit)
    watcher.watch(edit)
    edit.show()
    assert told.count == 0

    QTest.keyClicks(edit, "abc")
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert told.count == 1

    clock.now += 0.9
    QTest.keyClicks(edit, "d")
    assert told.count == 1

    clock.now += 0.2
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert told.count == 2
    assert edit.text() == "abcd"


def test_what_made_no_event_can_be_noted(qtbot: QtBot) -> None:
    clock, told = Clock(), Counter()
    watcher = TouchWatcher(clock=clock)
    watcher.touched.connect(told)
    watcher.note()
    watcher.note()
    assert told.count == 1
