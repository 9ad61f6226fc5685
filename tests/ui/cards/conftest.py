"""Fixtures of the card tests."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.factory import card_for

AUDIENCE = "SmolLM2 at localhost"
WIDTH_PX = 640

ShowCard: TypeAlias = Callable[[AskUserRequest], AskCard]
Press: TypeAlias = Callable[..., None]


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> None:
    theme.apply(qapp, "light")


@pytest.fixture
def show_card(qtbot: QtBot) -> ShowCard:
    """Draws a request as a card that is shown."""

    kept: list[AskCard] = []

    def show(request: AskUserRequest) -> AskCard:
        card = card_for("call_1", request, AUDIENCE)
        kept.append(card)
        qtbot.addWidget(card)
        card.resize(WIDTH_PX, card.height_for(WIDTH_PX))
        with qtbot.waitActive(card):  # events of the focus come to active windows only
            card.show()
            card.activateWindow()
        return card

    return show


@pytest.fixture
def press() -> Press:
    """Presses a key in a widget that gets the focus first."""

    def press_key(
        widget: QWidget,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        widget.setFocus()
        QTest.keyClick(widget, key, modifier)

    return press_key
