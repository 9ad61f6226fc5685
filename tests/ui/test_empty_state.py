"""The first sentence: what to do with the demo agent, or with the person's own model."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyle
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.empty_state import EmptyState


def test_the_demo_agent_says_what_to_type(qtbot: QtBot) -> None:
    state = EmptyState()
    qtbot.addWidget(state)
    state.show_for(is_demo=True)
    assert "Book me a table tonight." in state.sentence


def test_another_model_gets_no_word_of_the_demo(qtbot: QtBot) -> None:
    state = EmptyState()
    qtbot.addWidget(state)
    state.show_for(is_demo=False)
    assert state.sentence
    assert "demo" not in state.sentence


def test_it_lets_the_mouse_through_and_takes_no_focus(qtbot: QtBot) -> None:
    state = EmptyState()
    qtbot.addWidget(state)
    assert state.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert state.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_its_texts_stand_in_the_middle(qtbot: QtBot) -> None:
    state = EmptyState()
    qtbot.addWidget(state)
    state.show_for(is_demo=True)
    state.resize(900, 600)
    state.show()
    image = state.grab().toImage()
    ground = image.pixelColor(0, 0)
    inked = [(x, y) for x in range(900) for y in range(600) if image.pixelColor(x, y) != ground]
    columns, rows = [x for x, _ in inked], [y for _, y in inked]
    scroll_bar = state.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
    assert abs(min(columns) - (900 - scroll_bar - max(columns))) <= 4
    assert 100 < min(rows) < max(rows) < 400
