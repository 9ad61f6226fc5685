"""Every card at every size: nothing outside, nothing cut off, nothing on top of another."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.widgets.option_rows import CheckRow, RadioRow
from loopl_desktop.ui.widgets.plain_label import PlainLabel
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton
from tests.ui.cards.gallery import cards
from tests.ui.cards.strange_requests import strange_requests

SCALES = (1.0, 2.0, 3.0)
WIDTHS_PX = (320, 720)
SOME_STRANGE = 25
PASSES = 2
LayOut: TypeAlias = Callable[[Callable[[], QWidget], int], CardFrame]
_WRAPS = (PlainLabel, WrappingButton, RadioRow, CheckRow)


@pytest.fixture(params=SCALES, ids=lambda scale: f"{scale:.0%}")
def _text_scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light", request.param)
    yield
    theme.apply(qapp, "light")


@pytest.fixture
def lay_out(qtbot: QtBot) -> LayOut:
    """Makes a card and places it as a transcript does: as wide as there, as high as it says."""
    pages: list[QWidget] = []

    def place(make: Callable[[], QWidget], width_px: int) -> CardFrame:
        page = QWidget()
        qtbot.addWidget(page)
        pages.append(page)
        card = make()
        assert isinstance(card, CardFrame)
        card.setParent(page)
        page.show()
        card.show()
        for _ in range(PASSES):  # the lines of a field are known once it has its width
            card.resize(width_px, card.height_for(width_px))
            QApplication.processEvents()
        assert card.minimumSizeHint().width() <= width_px, "it asks for more width than it has"
        assert card.height() == card.height_for(width_px)
        return card

    return place


def problems(card: CardFrame) -> list[str]:
    """What is wrong with the places of a card's parts."""
    parts = card.reading_order()
    found = [
        f"outside: {name(part)}" for part in parts if not card.rect().contains(part.geometry())
    ]
    found += [
        f"cut off: {name(part)}"
        for part in parts
        if isinstance(part, _WRAPS) and part.height() < part.heightForWidth(part.width())
    ]
    found += [
        f"overlapping: {name(one)} and {name(other)}"
        for one, other in combinations(parts, 2)
        if one.geometry().intersects(other.geometry())
    ]
    found += [
        f"too small: {name(part)}"
        for part in parts
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus and min(part.width(), part.height()) < 24
    ]
    return found


def name(part: QWidget) -> str:
    return part.accessibleIdentifier() or f"{type(part).__name__} {str(part.property('text'))[:20]}"


@pytest.mark.usefixtures("_text_scale")
@pytest.mark.parametrize("width_px", WIDTHS_PX)
@pytest.mark.parametrize(("card_name", "make"), list(cards()), ids=lambda value: str(value)[:14])
def test_every_card_fits_its_place(
    card_name: str, make: Callable[[], QWidget], width_px: int, lay_out: LayOut
) -> None:
    assert problems(lay_out(make, width_px)) == []


@pytest.mark.usefixtures("_text_scale")
@pytest.mark.parametrize("width_px", WIDTHS_PX)
def test_strange_cards_fit_their_place(width_px: int, lay_out: LayOut) -> None:
    for place, request in enumerate(strange_requests()[:SOME_STRANGE]):
        card = lay_out(partial(card_for, "call_1", request, "a model"), width_px)
        assert problems(card) == [], f"{place}: {request.type}"


def test_the_search_for_problems_finds_them(lay_out: LayOut) -> None:
    _, make = next(cards())
    card = lay_out(make, 360)
    first, second = card.reading_order()[:2]
    first.setGeometry(first.x(), first.y(), 400, 4)
    second.move(first.x(), first.y())
    kinds = {problem.split(":")[0] for problem in problems(card)}
    assert kinds == {"outside", "cut off", "overlapping"}
