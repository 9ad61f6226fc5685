import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard
from loopl_desktop.ui.questions_strip import QuestionsStrip
from tests.ui.cards.requests import INPUT


@pytest.fixture
def strip(qtbot: QtBot) -> QuestionsStrip:
    made = QuestionsStrip()
    qtbot.addWidget(made)
    return made


def cards(count: int) -> tuple[AskCard, ...]:
    return tuple(card_for(f"call_{number}", INPUT, "") for number in range(count))


def sentence(strip: QuestionsStrip) -> str:
    return strip.findChildren(QLabel)[0].text()


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 question waiting for you"), (2, "2 questions waiting for you")],
)
def test_it_counts_in_digits(strip: QuestionsStrip, count: int, words: str) -> None:
    kept = cards(count)
    strip.set_cards(kept)
    assert sentence(strip) == words
    assert not strip.isHidden()
    assert strip.accessibleIdentifier() == "questions-waiting"


def test_it_is_away_while_nothing_waits(strip: QuestionsStrip) -> None:
    assert strip.isHidden()
    kept = cards(1)
    strip.set_cards(kept)
    strip.set_cards(())
    assert strip.isHidden()
    assert sentence(strip) == "No question waiting"


def test_the_button_asks_to_go_to_the_question(strip: QuestionsStrip, qtbot: QtBot) -> None:
    kept = cards(1)
    strip.set_cards(kept)
    strip.show()
    (jump,) = strip.controls
    assert jump.accessibleIdentifier() == "jump"
    with qtbot.waitSignal(strip.jump_requested):
        QTest.mouseClick(jump, Qt.MouseButton.LeftButton)


def test_what_timed_out_is_adopted_but_not_counted(strip: QuestionsStrip) -> None:
    waiting = cards(1)
    left = TimedOutCard("call_9", INPUT, "Aurora")
    strip.set_cards((left, *waiting))
    assert sentence(strip) == "1 question waiting for you"
    assert left.accessible_parent is strip
    strip.set_cards((left,))
    assert sentence(strip) == "No question waiting, 1 answer kept"
    assert not strip.isHidden()
    assert strip.controls[0].isHidden()
    assert strip.reading_order()[1:] == (left,)
    assert left.accessible_parent is strip
    assert waiting[0].accessible_parent is None


def test_its_own_parts_are_read_before_the_cards(strip: QuestionsStrip) -> None:
    kept = cards(2)
    strip.set_cards(kept)
    order: tuple[QWidget, ...] = strip.reading_order()
    assert order[2:] == kept
