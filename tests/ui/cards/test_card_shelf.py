from functools import partial

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_answer import Answered
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard
from tests.ui.cards.finding import click, control, field, type_into
from tests.ui.cards.requests import CONFIRM, INPUT, SECRET_INPUT, SELECT

MARKER = "hunter2-MARKER"


@pytest.fixture
def shelf() -> CardShelf:
    return CardShelf()


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A window that shows the cards, as a transcript does."""
    made = QWidget()
    QVBoxLayout(made)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def put(page: QWidget, card: QWidget) -> None:
    layout = page.layout()
    assert layout is not None
    layout.addWidget(card)
    card.show()


def test_a_card_is_made_once_and_kept(shelf: CardShelf) -> None:
    card = shelf.card("call_1", INPUT)
    assert shelf.card("call_1", INPUT) is card
    assert shelf.widget("call_1") is card
    assert shelf.widget("call_2") is None


def test_the_same_call_of_another_conversation_is_another_card(shelf: CardShelf) -> None:
    here, there = shelf.card("call_0", INPUT, "a"), shelf.card("call_0", CONFIRM, "b")
    assert here is not there
    shelf.settle("call_0", "cancelled", "a")
    assert shelf.widget("call_0", "a") is None
    assert shelf.widget("call_0", "b") is there


def test_open_cards_come_oldest_first_and_are_told(shelf: CardShelf, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shelf.cards_changed):
        first = shelf.card("call_2", INPUT)
    second = shelf.card("call_1", SELECT)
    assert shelf.open_cards() == (first, second)
    with qtbot.waitSignal(shelf.cards_changed):
        shelf.settle("call_2", "answered")
    assert shelf.open_cards() == (second,)
    with qtbot.assertNotEmitted(shelf.cards_changed):
        shelf.settle("call_2", "answered")


def test_what_cards_tell_comes_with_their_call(shelf: CardShelf, page: QWidget) -> None:
    told: list[tuple[object, ...]] = []

    def note(name: str, *arguments: object) -> None:
        told.append((name, *arguments))

    for name in ("answered", "touched", "more_time_requested", "card_changed", "time_running_out"):
        getattr(shelf, name).connect(partial(note, name))
    card = shelf.card("call_1", INPUT)
    assert isinstance(card, AskCard)
    put(page, card)
    click(card, "more-time")
    card.set_remaining(10.0)
    type_into(card, "answer", "Aurora")
    click(card, "submit")
    QApplication.processEvents()
    assert {
        ("touched", "call_1"),
        ("more_time_requested", "call_1"),
        ("card_changed", "call_1"),
    } <= set(told)
    assert ("time_running_out", "call_1", "Only 10 s left: Name of the project?") in told
    assert ("answered", "call_1", Answered("Aurora")) in told


def test_a_draft_outlives_its_view(shelf: CardShelf, page: QWidget) -> None:
    card = shelf.card("call_1", INPUT)
    put(page, card)
    type_into(card, "answer", "Aurora")
    card.hide()
    card.setParent(None)
    again = shelf.card("call_1", INPUT)
    put(page, again)
    assert field(again, "answer").text() == "Aurora"


def test_the_focus_leaves_a_card_before_it_closes(shelf: CardShelf, page: QWidget) -> None:
    closing, other = shelf.card("call_1", INPUT), shelf.card("call_2", INPUT)
    put(page, closing)
    put(page, other)
    control(closing, "answer").setFocus()
    told: list[tuple[QWidget, bool]] = []

    def note(card: QWidget) -> None:
        told.append((card, card.isVisible()))

    shelf.card_closing.connect(note)
    assert QApplication.focusWidget() is control(closing, "answer")
    shelf.settle("call_1", "aborted")
    assert told == [(closing, True)]
    assert QApplication.focusWidget() is not control(other, "answer")
    assert closing.isHidden()


def test_a_settled_card_is_deleted(shelf: CardShelf, page: QWidget) -> None:
    card = shelf.card("call_1", INPUT)
    put(page, card)
    shelf.settle("call_1", "cancelled")
    QApplication.sendPostedEvents(card, 52)  # the deferred deletion
    assert not shiboken6.isValid(card)


def test_a_secret_does_not_outlive_its_card(shelf: CardShelf, page: QWidget) -> None:
    card = shelf.card("call_1", SECRET_INPUT)
    put(page, card)
    type_into(card, "answer", MARKER)
    edit = field(card, "answer")
    shelf.settle("call_1", "timed_out")
    assert edit.text() == ""
    assert shelf.widget("call_1") is None


def test_what_timed_out_with_a_draft_stays(shelf: CardShelf, page: QWidget, qtbot: QtBot) -> None:
    card = shelf.card("call_1", INPUT)
    put(page, card)
    type_into(card, "answer", "Aurora")
    shelf.settle("call_1", "timed_out")
    left = shelf.widget("call_1")
    assert isinstance(left, TimedOutCard)
    assert left.draft_text() == "Aurora"
    assert shelf.open_cards() == ()
    assert shelf.shown_cards() == (left,)
    put(page, left)
    with qtbot.waitSignal(shelf.send_anyway) as sent:
        click(left, "send-anyway")
    assert sent.args == ["Aurora"]
    assert shelf.widget("call_1") is None


def test_what_timed_out_untouched_goes(shelf: CardShelf) -> None:
    shelf.card("call_1", INPUT)
    shelf.settle("call_1", "timed_out")
    assert shelf.widget("call_1") is None


def test_what_timed_out_can_be_dismissed(shelf: CardShelf, page: QWidget, qtbot: QtBot) -> None:
    for call in ("call_1", "call_2"):
        card = shelf.card(call, INPUT)
        put(page, card)
        type_into(card, "answer", "Aurora")
        shelf.settle(call, "timed_out")
    waiting = shelf.card("call_3", INPUT)
    left = shelf.widget("call_1")
    assert left is not None
    put(page, left)
    with qtbot.waitSignal(shelf.cards_changed):
        click(left, "dismiss")
    assert shelf.widget("call_1") is None
    with qtbot.waitSignal(shelf.cards_changed):
        shelf.dismiss_timed_out()
    assert shelf.shown_cards() == (waiting,)


def test_what_was_typed_when_the_turn_was_stopped_is_told(
    shelf: CardShelf, page: QWidget, qtbot: QtBot
) -> None:
    card = shelf.card("call_1", INPUT)
    put(page, card)
    type_into(card, "answer", "Aurora")
    with qtbot.waitSignal(shelf.draft_left) as told:
        shelf.settle("call_1", "aborted")
    assert told.args == ["Aurora"]
    shelf.card("call_2", INPUT)
    with qtbot.assertNotEmitted(shelf.draft_left):
        shelf.settle("call_2", "aborted")


def test_the_audience_is_told_to_cards_of_before_and_after(shelf: CardShelf) -> None:
    before = shelf.card("call_1", SECRET_INPUT)
    shelf.set_audience("Qwen at example.org")
    after = shelf.card("call_2", SECRET_INPUT)
    for card in (before, after):
        assert isinstance(card, AskCard)
        texts = [one.property("text") for one in card.reading_order()]
        assert "This will be sent to Qwen at example.org. It is not stored." in texts


def test_a_tick_shows_the_time_left_in_every_card(shelf: CardShelf) -> None:
    first, second = shelf.card("call_1", INPUT), shelf.card("call_2", INPUT)
    left = {"call_1": 50.0, "call_2": None}
    shelf.tick(left.get)
    assert first.accessibleDescription() == "waiting for you, 50 s left"
    assert second.accessibleDescription() == "waiting for you"
