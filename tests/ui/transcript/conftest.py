"""A transcript view on the screen of the test."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from loopl_desktop.domain.transcript import TranscriptItem
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.view import TranscriptView
from tests.ui.transcript.rows import RowsModel, Shelf, Shown

Show = Callable[[list[TranscriptItem]], Shown]


@pytest.fixture
def show(qapp: QApplication) -> Iterator[Show]:
    """`show(items)`: a view of 800 x 600 pixels that has painted once and reads Markdown."""
    shown: list[TranscriptView] = []
    before = qapp.font(), qapp.palette()
    theme.apply(qapp, "light", 1.0)

    def make(items: list[TranscriptItem]) -> Shown:
        model, shelf = RowsModel(items), Shelf()
        view = TranscriptView(model, shelf)
        shown.append(view)
        view.resize(800, 600)
        view.load_markdown()
        view.show()
        view.activateWindow()
        QTest.qWaitForWindowActive(view)
        view.setFocus()
        result = Shown(view, model, shelf)
        result.settle()
        return result

    yield make
    for view in shown:
        view.close()
        view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setFont(before[0])
    qapp.setPalette(before[1])
