"""The lock of a text field: another field takes its place while everything around lives on."""

from collections.abc import Awaitable, Callable
from itertools import combinations
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.secret_edit import SecretEdit
from loopl_desktop.ui.widgets.text_edits import MultilineEdit
from tests.doubles.recording_model import asks, says, wire_json
from tests.journeys.question import Question
from tests.ui.finding import button, cut

Until = Callable[[Callable[[], object]], Awaitable[None]]
MARKER = "aurora-MARKER"
WORD: JsonObject = {"type": "input", "text": "Favourite word?"}
CITY: JsonObject = {"type": "input", "text": "Which city?"}
PEOPLE: JsonObject = {
    "type": "form",
    "text": "Who comes?",
    "fields": [
        {"name": "first", "label": "First name", "type": "text", "help": "As on the ticket"},
        {"name": "last", "label": "Last name", "type": "text", "required": True},
        {"name": "seats", "label": "Seats", "type": "number", "min": 1, "max": 5},
        {"name": "note", "label": "Note", "type": "text"},
    ],
}
WIDE_PX, NARROW_PX, HEIGHT_PX = 760, 400, 800


async def asked(folder: Path, until: Until, spec: JsonObject = WORD) -> Question:
    """A window that asks this, and `CITY` in its next turn."""
    question = Question(folder, until, spec, says("Noted."), says("", asks(CITY, "call_2")))
    await question.open()
    return question


async def answer_the_next_turns_card(question: Question, until: Until) -> None:
    """Send a message, and answer the card that it leads to, all by keyboard."""
    world = question.world
    await question.end()
    world.say("more")
    await until(lambda: world.has("ask-call_2"))
    card = world.find("ask-call_2")
    assert isinstance(card, AskCard)
    await until(lambda: card.height() == card.height_for(card.width()))
    assert overlaps(card) == []
    world.key(Qt.Key.Key_F6)
    world.type("Oslo")
    world.key(Qt.Key.Key_Return)
    await question.end()
    assert '{"ok": true, "value": "Oslo"}' in wire_json(question.model.requests[-1]).replace(
        "\\", ""
    )
    await world.close()


def known_objects(window: QWidget) -> list[QObject]:
    """Everything of the window; Python knows all of it from here on."""
    return [window, *window.findChildren(QObject)]


def overlaps(card: QWidget) -> list[str]:
    """What is drawn over something else of the card, or outside of it."""
    shown = [child for child in card.findChildren(QWidget) if is_part(child, card)]
    places = {child: QRect(child.mapTo(card, QPoint(0, 0)), child.size()) for child in shown}
    outside = [name_of(one) for one, place in places.items() if not card.rect().contains(place)]
    return outside + [
        f"{name_of(one)} on {name_of(other)}"
        for one, other in combinations(shown, 2)
        if places[one].intersects(places[other])
    ]


def is_part(child: QWidget, card: QWidget) -> bool:
    return child.parentWidget() is card and child.isVisible() and not child.size().isEmpty()


def name_of(widget: QWidget) -> str:
    return widget.accessibleIdentifier() or str(widget.property("text"))


async def resize(question: Question, until: Until, width: int) -> None:
    """Give the window another width, and wait until its card has followed."""
    card, window = question.card, question.world.window
    before = card.width()
    window.resize(width, HEIGHT_PX)
    await until(lambda: card.width() != before)
    await until(lambda: card.height() == card.height_for(card.width()))


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("ending", ["submit", "cancel"])
async def test_the_next_turns_card_comes_after_a_lock(
    tmp_path: Path, until: Until, ending: str, times: int
) -> None:
    question = await asked(tmp_path, until)
    question.card.fill_text(MARKER)  # the focus stays in the composer
    for _ in range(times):
        question.world.press("lock-answer")
    question.world.press(ending)
    await answer_the_next_turns_card(question, until)
    sent_before = wire_json(question.model.requests[1])
    assert (MARKER in sent_before) is (ending == "submit")
    kept = repr(question.world.session.transcript_model.transcript.items)
    assert (MARKER in kept) is (ending == "submit" and times == 2)  # opened again: no secret


async def test_a_lock_that_is_pressed_by_keyboard_leaves_the_focus_on_it(
    tmp_path: Path, until: Until
) -> None:
    question = await asked(tmp_path, until)
    world = question.world
    world.key(Qt.Key.Key_F6)
    world.type("bob")
    world.key(Qt.Key.Key_Tab)
    assert world.focus == "lock-answer"
    world.key(Qt.Key.Key_Space)
    assert world.focus == "lock-answer"
    world.key(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    world.key(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert world.focus == "answer"
    assert isinstance(world.find("answer"), SecretEdit)
    world.key(Qt.Key.Key_End)  # Tab selects all
    world.type("by")
    world.key(Qt.Key.Key_Return)
    await answer_the_next_turns_card(question, until)
    assert '"bobby"' in wire_json(question.model.requests[1]).replace("\\", "")


async def test_only_the_field_itself_goes_when_it_is_locked(tmp_path: Path, until: Until) -> None:
    question = await asked(tmp_path, until)
    question.card.fill_text(MARKER)
    known = known_objects(question.world.window)
    typed_into = question.control(QLineEdit, "answer")
    own = {typed_into, *typed_into.findChildren(QObject)}
    question.world.press("lock-answer")
    gone = [one for one in known if not shiboken6.isValid(one)]
    assert typed_into in gone
    assert set(gone) <= own
    assert MARKER not in str([edit.text() for edit in plain_fields(question)])
    await question.result_after("cancel")


def plain_fields(question: Question) -> list[QLineEdit]:
    """All fields of one line in the window, hidden ones included, but secret ones."""
    fields = question.world.window.findChildren(QLineEdit)
    return [one for one in fields if not isinstance(one, SecretEdit)]


async def test_a_second_card_of_the_turn_is_answered_while_the_first_is_locked(
    tmp_path: Path, until: Until
) -> None:
    question = Question(tmp_path, until, WORD)
    question.model.script([says("", asks(WORD), asks(CITY, "call_2")), says("Noted.")])
    await question.open()
    world = question.world
    await until(lambda: world.has("ask-call_2"))
    first, second = question.card, world.find("ask-call_2")
    button(first, "lock-answer").click()
    button(second, "submit").click()
    await until(lambda: not world.has("ask-call_2"))
    assert question.is_waiting()
    question.write("answer", MARKER)
    world.key(Qt.Key.Key_Return)
    await question.end()
    assert MARKER in wire_json(question.model.requests[1])
    await world.close()


async def test_a_card_of_the_same_turn_comes_after_a_lock(tmp_path: Path, until: Until) -> None:
    question = Question(tmp_path, until, WORD, says("", asks(CITY, "call_2")), says("Noted."))
    await question.open()
    world = question.world
    world.press("lock-answer")
    question.write("answer", MARKER)
    world.key(Qt.Key.Key_Return)
    await until(lambda: world.has("ask-call_2"))
    world.key(Qt.Key.Key_F6)
    world.type("Oslo")
    world.key(Qt.Key.Key_Return)
    await question.end()
    assert "Oslo" in wire_json(question.model.requests[2])
    await world.close()


# What the card looks like afterwards.


@pytest.mark.parametrize(("spec", "suffix"), [(WORD, "answer"), (PEOPLE, "first")])
async def test_a_locked_card_is_laid_out_anew_at_every_width(
    tmp_path: Path, until: Until, spec: JsonObject, suffix: str
) -> None:
    question = await asked(tmp_path, until, spec)
    await resize(question, until, WIDE_PX)
    heights = [question.card.height()]
    question.world.press(f"lock-{suffix}")
    await until(lambda: question.card.height() > heights[0])  # who reads the answer
    for width in (NARROW_PX, WIDE_PX):
        await resize(question, until, width)
        assert overlaps(question.card) == []
        assert cut(question.card) == []
    field = question.control(SecretEdit, "answer" if spec is WORD else "field-first")
    lock = question.world.find(f"lock-{suffix}")
    assert question.world.sides(field)[1] < question.world.sides(lock)[0]
    question.world.press(f"lock-{suffix}")
    await until(lambda: question.card.height() == heights[0])
    assert overlaps(question.card) == []
    await question.result_after("cancel")


async def test_the_search_for_overlaps_finds_one(tmp_path: Path, until: Until) -> None:
    question = await asked(tmp_path, until)
    field, lock = question.world.find("answer"), question.world.find("lock-answer")
    field.resize(field.width() + lock.width(), field.height())
    assert overlaps(question.card) == ["answer on lock-answer"]
    lock.move(question.card.width(), 0)
    assert overlaps(question.card) == ["lock-answer"]
    await question.result_after("cancel")


async def test_an_error_in_a_form_finds_its_place_beside_a_locked_field(
    tmp_path: Path, until: Until
) -> None:
    question = await asked(tmp_path, until, PEOPLE)
    question.world.press("lock-first")
    question.write("field-first", MARKER)
    question.write("field-seats", "9")
    question.world.press("submit")
    await until(lambda: "Last name is required." in question.labels())
    await until(lambda: question.card.height() == question.card.height_for(question.card.width()))
    assert overlaps(question.card) == []
    assert question.world.focus == "field-last"
    question.write("field-last", "Holm")
    question.world.find("field-seats").setFocus()
    question.world.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    question.world.type("2")
    question.world.key(Qt.Key.Key_Return)
    await answer_the_next_turns_card(question, until)
    sent = wire_json(question.model.requests[1]).replace("\\", "")
    assert f'{{"first": "{MARKER}", "last": "Holm", "seats": 2, "note": ""}}' in sent
    assert MARKER not in wire_json(question.model.requests[2])


# Other fields that take one another's place.


async def test_the_next_turns_card_comes_after_a_text_of_several_lines_was_pasted(
    tmp_path: Path, until: Until
) -> None:
    question = await asked(tmp_path, until)
    known = known_objects(question.world.window)
    outgrown = question.control(QLineEdit, "answer")
    own = {outgrown, *outgrown.findChildren(QObject)}
    QGuiApplication.clipboard().setText("one\ntwo")
    outgrown.paste()
    await until(lambda: not shiboken6.isValid(outgrown))
    assert {one for one in known if not shiboken6.isValid(one)} <= own
    assert isinstance(question.world.find("answer"), MultilineEdit)
    question.world.press("lock-answer")
    question.world.press("reveal-answer")
    question.world.press("submit")
    await answer_the_next_turns_card(question, until)
