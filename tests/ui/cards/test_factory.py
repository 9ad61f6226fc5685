from collections import Counter

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.choice_cards import (
    ButtonsCard,
    ConfirmCard,
    MultiselectCard,
    SelectCard,
)
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.cards.form_card import FormCard
from loopl_desktop.ui.cards.option_group import MOST_IN_CARD
from loopl_desktop.ui.cards.text_cards import InputCard, MessageCard
from tests.ui.cards.conftest import AUDIENCE, WIDTH_PX
from tests.ui.cards.requests import (
    BUTTONS,
    CONFIRM,
    FORM,
    INPUT,
    MESSAGE,
    MULTISELECT,
    SECRET_INPUT,
    SELECT,
    numbered,
)
from tests.ui.cards.strange_requests import COUNT, strange_requests


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (CONFIRM, ConfirmCard),
        (SELECT, SelectCard),
        (MULTISELECT, MultiselectCard),
        (INPUT, InputCard),
        (SECRET_INPUT, InputCard),
        (BUTTONS, ButtonsCard),
        (AskUserRequest(type="buttons", text="Which?", options=numbered(13)), SelectCard),
        (FORM, FormCard),
        (MESSAGE, MessageCard),
    ],
)
def test_each_type_has_its_card(request_: AskUserRequest, kind: type[AskCard]) -> None:
    assert type(card_for("call_1", request_, AUDIENCE)) is kind


def expected_controls(request: AskUserRequest) -> list[str]:
    """The identifiers of what the card of a request must show."""
    options = [f"option-{place}" for place in range(len(request.options))]
    own = {
        "confirm": ["yes", "no"],
        "select": [*options, "submit"],
        "multiselect": [*options, "all", "none", "submit"],
        "buttons": options,
        "input": ["answer", "submit"],
        "form": [*(f"field-{field.name}" for field in request.fields), "submit"],
        "message": ["submit"],
    }
    is_list = len(request.options) > MOST_IN_CARD
    if request.type == "buttons" and is_list:
        own["buttons"].append("submit")
    return [*(["search"] if is_list else []), *own[request.type], "cancel", "more-time"]


def shown_controls(card: AskCard) -> list[str]:
    return [
        child.accessibleIdentifier()
        for child in card.findChildren(QWidget)
        if child.accessibleIdentifier() and not child.isHidden()
    ]


def test_strange_questions_are_drawn_with_their_controls(qtbot: QtBot) -> None:
    requests = strange_requests()
    assert len(requests) == COUNT
    for request in requests:
        card = card_for("call_1", request, AUDIENCE)
        qtbot.addWidget(card)
        card.resize(WIDTH_PX, card.height_for(WIDTH_PX))
        picture = card.grab()
        assert picture.height() == card.height_for(WIDTH_PX) * picture.devicePixelRatio()
        shown = Counter(shown_controls(card))
        besides = {"lock", "reveal"}  # of each text field, by its kind
        extra = shown - Counter(expected_controls(request))
        assert Counter(expected_controls(request)) <= shown
        assert {identifier.split("-")[0] for identifier in extra} <= besides
        card.close()
