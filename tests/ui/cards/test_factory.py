import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

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
from loopl_desktop.ui.cards.text_cards import InputCard, MessageCard
from tests.ui.cards.bare_controls import bare_controls
from tests.ui.cards.conftest import AUDIENCE
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

WIDTH_PX = 640
MOST_TIMES_BARE = 3.0
TRIES = 6


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


def cost(make: Callable[[], QWidget], height_px: int = 400) -> float:
    """The processor time of making, laying out and painting a widget, in seconds."""
    start = time.thread_time()
    widget = make()
    widget.resize(WIDTH_PX, height_px)
    widget.show()
    QApplication.processEvents()
    spent = time.thread_time() - start
    widget.hide()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
    return spent


def times_bare(request: AskUserRequest) -> float:
    """What the card costs in terms of its bare controls; the best of some tries."""
    height_px = card_for("call_1", request, AUDIENCE).height_for(WIDTH_PX)
    card = bare = float("inf")
    for _ in range(TRIES):
        card = min(card, cost(lambda: card_for("call_1", request, AUDIENCE), height_px))
        bare = min(bare, cost(lambda: bare_controls(request), height_px))
        if card <= MOST_TIMES_BARE * bare:
            break
    return card / bare


def test_strange_questions_are_drawn_and_cost_little_more_than_their_bare_controls() -> None:
    requests = strange_requests()
    assert len(requests) == COUNT
    too_dear = {
        place: (round(times, 2), request.type, len(request.options), len(request.fields))
        for place, request in enumerate(requests)
        if (times := times_bare(request)) > MOST_TIMES_BARE
    }
    assert too_dear == {}
