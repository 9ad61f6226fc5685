import pytest
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.cards.timed_out_card import TIME_RAN_OUT, TimedOutCard
from tests.ui.cards.finding import click, control
from tests.ui.cards.requests import INPUT

DRAFT = "Aurora,\nor maybe Borealis"


@pytest.fixture
def card(qtbot: QtBot) -> TimedOutCard:
    made = TimedOutCard("call_1", INPUT, DRAFT)
    qtbot.addWidget(made)
    made.resize(600, made.height_for(600))
    made.show()
    return made


def test_it_says_what_happened_and_keeps_the_draft(card: TimedOutCard) -> None:
    texts = [one.property("text") for one in card.reading_order()]
    assert texts[:4] == ["The agent asked", "timed out", "Name of the project?", TIME_RAN_OUT]
    assert card.draft_text() == DRAFT
    assert card.accessibleIdentifier() == "ask-call_1"
    assert card.accessibleName() == "question from the agent: Name of the project?"
    assert card.accessibleDescription() == "timed out"


def test_send_anyway_sends_once(card: TimedOutCard) -> None:
    sent: list[str] = []
    card.send_anyway.connect(sent.append)
    click(card, "send-anyway")
    click(card, "send-anyway")
    click(card, "dismiss")
    assert sent == [DRAFT]


def test_it_can_be_dismissed(card: TimedOutCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(card.dismissed), qtbot.assertNotEmitted(card.send_anyway):
        click(card, "dismiss")


def test_its_controls_are_in_reading_order(card: TimedOutCard) -> None:
    assert card.first_control() is control(card, "send-anyway")
    assert card.controls()[1:] == (control(card, "send-anyway"), control(card, "dismiss"))
