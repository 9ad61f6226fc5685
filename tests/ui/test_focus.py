"""Where the focus goes; the journeys of `test_main_window` try the same with real cards."""

import pytest
import shiboken6
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.focus import FocusManager


class Place:
    """A window with a home, another field, and two cards."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.other, self.home = QLineEdit(), QLineEdit()
        self.cards = (card("Name?"), card("Town?"))
        column = QVBoxLayout(self.window)
        for widget in (self.other, *self.cards, self.home):
            column.addWidget(widget)
        self.focus = FocusManager(self.window, self.home)
        self.focus.set_surroundings(before=[self.other], after=[self.home])
        self.window.show()

    @property
    def focused(self) -> QWidget | None:
        return self.window.focusWidget()


def card(text: str) -> AskCard:
    return card_for(text, AskUserRequest(type="input", text=text), "a model")


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    return Place(qtbot)


def test_without_a_card_there_is_nowhere_to_go(place: Place) -> None:
    place.other.setFocus()
    assert not place.focus.go_to_oldest_card()
    place.focus.toggle_card()
    assert place.focused is place.other


def test_it_goes_to_the_oldest_card_and_back(place: Place) -> None:
    place.focus.set_cards(place.cards)
    place.other.setFocus()
    place.focus.toggle_card()
    assert place.focused is place.cards[0].first_control()
    place.focus.toggle_card()
    assert place.focused is place.other


def test_the_way_back_from_the_second_card_is_the_same(place: Place) -> None:
    place.focus.set_cards(place.cards)
    place.other.setFocus()
    place.focus.toggle_card()
    place.cards[1].first_control().setFocus()
    assert place.focus.go_to_oldest_card()
    place.focus.toggle_card()
    assert place.focused is place.other


def test_a_card_that_closes_gives_its_focus_home_and_takes_it_from_nobody_else(
    place: Place,
) -> None:
    place.focus.set_cards(place.cards)
    place.cards[0].first_control().setFocus()
    place.focus.leave(place.cards[1])
    assert place.focused is place.cards[0].first_control()
    place.focus.leave(place.cards[0])
    assert place.focused is place.home


@pytest.mark.parametrize("fate", ["hidden", "disabled", "deleted"])
def test_home_is_the_place_of_a_focus_whose_own_is_gone(place: Place, fate: str) -> None:
    place.other.setFocus()
    place.focus.remember()
    place.cards[0].first_control().setFocus()
    match fate:
        case "hidden":
            place.other.hide()
        case "disabled":
            place.other.setEnabled(False)
        case _:
            place.focus.set_surroundings(before=[], after=[place.home])
            place.other.setParent(None)
            shiboken6.delete(place.other)
    place.focus.return_to_remembered()
    assert place.focused is place.home


def test_tab_goes_card_by_card(place: Place) -> None:
    place.focus.set_cards(place.cards)
    place.focus.arrange()
    way: list[QWidget] = []
    widget: QWidget | None = place.other
    while widget is not None and widget is not place.home and len(way) < 100:
        way.append(widget)
        widget = widget.nextInFocusChain()
    expected = [place.other, *place.cards[0].controls(), *place.cards[1].controls()]
    assert [widget for widget in way if widget in expected] == expected
