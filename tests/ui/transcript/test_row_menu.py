"""What can be done with a row."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import AssistantItem, TranscriptItem, UserItem
from tests.ui.transcript.conftest import Show
from tests.ui.transcript.rows import Shown, question

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")

REPLY = AssistantItem("A **word**\n\n```\none\n```\n\n```\ntwo\n```")


def opened_menu(shown: Shown, row: int, point: QPoint | None = None) -> QMenu:
    """The menu of a row, opened by the mouse at a point or by the keyboard."""
    shown.view.setCurrentIndex(shown.model.index(row, 0))
    reason = QContextMenuEvent.Reason
    place = point or QPoint(1, 1)
    event = QContextMenuEvent(
        reason.Mouse if point else reason.Keyboard, place, shown.view.mapToGlobal(place)
    )
    shown.view.contextMenuEvent(event)
    (menu,) = shown.view.findChildren(QMenu)
    assert isinstance(menu, QMenu)
    return menu


def choose(shown: Shown, title: str, row: int, point: QPoint | None = None) -> str:
    """Choose an entry; gives the clipboard's text after it."""
    menu = opened_menu(shown, row, point)
    (action,) = [action for action in menu.actions() if action.text() == title]
    action.trigger()
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return QGuiApplication.clipboard().text()


def titles(shown: Shown, row: int) -> list[str]:
    menu = opened_menu(shown, row)
    found = [action.text() for action in menu.actions()]
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return found


def test_a_reply_is_copied_as_words_as_markdown_and_by_its_code(show: Show) -> None:
    shown = show([UserItem("Hi"), REPLY])
    assert choose(shown, "Copy", 1) == "A word\none\ntwo"
    assert choose(shown, "Copy as Markdown", 1) == REPLY.text
    assert choose(shown, "Copy code 1", 1) == "one"
    assert choose(shown, "Copy code 2", 1) == "two"


def test_other_rows_are_copied_as_they_are(show: Show) -> None:
    items: list[TranscriptItem] = [
        UserItem("**Hi**"),
        question("call-1", MaskedAnswer("answered", "Oda · Turkish")),
    ]
    shown = show(items)
    assert titles(shown, 0) == ["Copy"]
    assert choose(shown, "Copy", 0) == "**Hi**"
    assert choose(shown, "Copy", 1).startswith("Where should I book?")


def test_a_reply_too_long_to_be_shown_is_copied_whole(show: Show) -> None:
    text = "Some **words** " * 10_000
    shown = show([AssistantItem(text)])
    assert choose(shown, "Copy", 0) == text


def test_half_a_surrogate_pair_is_copied_as_a_mark(show: Show) -> None:
    shown = show([UserItem("a\ud800b")])
    assert choose(shown, "Copy", 0) == "a\ufffdb"


def test_a_link_under_the_pointer_can_be_opened_and_copied(show: Show) -> None:
    shown = show([AssistantItem("[label](https://example.org/a)")])
    opened: list[QUrl] = []
    shown.view._open_link = opened.append
    rect = shown.view.visualRect(shown.model.index(0, 0))
    point = QPoint(rect.left() + 50, rect.top() + 18)
    assert choose(shown, "Copy link example.org/a", 0, point) == "https://example.org/a"
    choose(shown, "Open example.org/a", 0, point)
    QTest.mouseClick(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert opened == [QUrl("https://example.org/a")] * 2
    QTest.mouseMove(shown.view.viewport(), point)
    assert shown.view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(shown.view.viewport(), QPoint(rect.right() - 60, rect.top() + 18))
    assert shown.view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_below_all_rows_there_is_no_menu(show: Show) -> None:
    shown = show([UserItem("Hi")])
    place = QPoint(100, 550)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, place)
    shown.view.contextMenuEvent(event)
    assert shown.view.findChildren(QMenu) == []


def test_by_keyboard_every_link_of_a_row_can_be_opened(show: Show) -> None:
    text = "[a](https://a.org/x) and [b](https://b.org/?c&d)\n\n> [a](https://a.org/x)\n\n"
    text += "| t |\n|---|\n| https://c.org |"
    shown = show([AssistantItem(text)])
    opening = [title for title in titles(shown, 0) if title.startswith("Open ")]
    assert opening == ["Open a.org/x", "Open b.org/?c&&d", "Open c.org"]
