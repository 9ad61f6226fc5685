"""Each kind of question in a whole window: what is drawn, and what the model reads."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QRadioButton

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.ui import theme
from tests.journeys.question import Question

Until = Callable[[Callable[[], object]], Awaitable[None]]
Ask = Callable[[JsonObject], Awaitable[Question]]

PLACES = ["Antica Pesa · Italian", "Oda · Turkish", "Blue Ribbon · Sushi"]
PLACE: JsonObject = {
    "type": "select",
    "title": "Pick a restaurant",
    "text": "Where should I book for tonight at 20:00, for two?",
    "options": PLACES,
}
CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
EXTRAS: JsonObject = {"type": "multiselect", "text": "Which extras?", "options": ["a", "b", "c"]}
NAME: JsonObject = {"type": "input", "text": "In which name?"}
HOUR: JsonObject = {
    "type": "buttons",
    "text": "When?",
    "options": ["19:00", "20:00", "21:00"],
    "default": "20:00",
}
FORM: JsonObject = {
    "type": "form",
    "text": "Your details",
    "fields": [
        {"name": "who", "label": "Name", "type": "text", "required": True},
        {"name": "pw", "label": "Password", "type": "password"},
        {"name": "seats", "label": "Seats", "type": "number"},
        {"name": "terrace", "label": "On the terrace", "type": "toggle"},
    ],
}
NOTE: JsonObject = {"type": "message", "text": "The kitchen closes at 22:00."}
CARDS = (CONFIRM, PLACE, EXTRAS, NAME, HOUR, FORM, NOTE)
every_card = pytest.mark.parametrize("spec", CARDS, ids=[str(spec["type"]) for spec in CARDS])


@pytest.fixture
def ask(tmp_path: Path, until: Until) -> Ask:
    """Open a window in which the agent has asked this."""

    async def ask_it(spec: JsonObject) -> Question:
        question = Question(tmp_path, until, spec)
        await question.open()
        return question

    return ask_it


def value_in(result: str) -> object:
    """The value of an answered question."""
    read = json.loads(result)
    assert read["ok"] is True
    return read["value"]


# What every card has.


@every_card
async def test_every_card_says_that_it_waits_and_shows_its_question(
    ask: Ask, spec: JsonObject
) -> None:
    question = await ask(spec)
    assert "waiting for you" in question.labels()
    assert spec["text"] in question.labels()
    assert await question.result_after("cancel")


@every_card
async def test_every_card_can_be_cancelled(ask: Ask, spec: JsonObject) -> None:
    question = await ask(spec)
    assert question.control(QPushButton, "cancel").text() == "Cancel"
    assert await question.result_after("cancel") == '{"ok": false, "cancelled": true}'


@every_card
async def test_every_card_waits_no_longer_than_it_says(ask: Ask, spec: JsonObject) -> None:
    question = await ask({**spec, "timeout_s": 60})
    question.clock.advance(60)
    assert await question.result() == '{"ok": false, "timeout": true}'
    assert not question.is_waiting()
    await question.world.close()


async def test_a_title_stands_above_its_question(ask: Ask) -> None:
    question = await ask(PLACE)
    labels = question.labels()
    assert labels.index("Pick a restaurant") < labels.index(str(PLACE["text"]))
    await question.result_after("cancel")


# Confirm.


@pytest.mark.parametrize(("identifier", "value"), [("yes", True), ("no", False)])
async def test_a_confirm_has_two_buttons_for_true_and_false(
    ask: Ask, identifier: str, value: bool
) -> None:
    question = await ask(CONFIRM)
    assert question.control(QPushButton, "yes").text() == "Yes"
    assert question.control(QPushButton, "no").text() == "No"
    assert value_in(await question.result_after(identifier)) is value


# Select.


async def test_a_select_is_a_radio_list_with_choose(ask: Ask) -> None:
    question = await ask(PLACE)
    rows = [question.control(QRadioButton, f"option-{index}") for index in range(3)]
    assert [row.text() for row in rows] == PLACES
    assert not any(row.isChecked() for row in rows)
    for row in rows:
        row.click()
    assert [row.isChecked() for row in rows] == [False, False, True]
    assert question.control(QPushButton, "submit").text() == "Choose"
    await question.result_after("cancel")


async def test_a_select_gives_the_picked_option(ask: Ask) -> None:
    question = await ask(PLACE)
    result = await question.result_after("option-1", "submit")
    assert result == '{"ok": true, "value": "Oda · Turkish"}'


# Multiselect.


async def test_a_multiselect_is_check_boxes_with_all_none_and_done(ask: Ask) -> None:
    question = await ask(EXTRAS)
    rows = [question.control(QCheckBox, f"option-{index}") for index in range(3)]
    assert [row.text() for row in rows] == ["a", "b", "c"]
    assert question.control(QPushButton, "submit").text() == "Done"
    for identifier, label, all_chosen in (("all", "All", True), ("none", "None", False)):
        assert question.control(QPushButton, identifier).text() == label
        question.world.press(identifier)
        assert [row.isChecked() for row in rows] == [all_chosen] * 3
    await question.result_after("cancel")


async def test_a_multiselect_gives_the_picked_options(ask: Ask) -> None:
    question = await ask(EXTRAS)
    result = await question.result_after("all", "option-2", "submit")
    assert value_in(result) == ["a", "b"]


async def test_a_multiselect_may_be_empty(ask: Ask) -> None:
    question = await ask(EXTRAS)
    assert value_in(await question.result_after("submit")) == []


# Input.


async def test_an_input_is_a_text_field_with_send(ask: Ask) -> None:
    question = await ask(NAME)
    assert question.control(QLineEdit, "answer").text() == ""
    assert question.control(QPushButton, "submit").text() == "Send"
    question.write("answer", "Sam Doe")
    assert value_in(await question.result_after("submit")) == "Sam Doe"


async def test_the_default_of_an_input_stands_in_its_field(ask: Ask) -> None:
    question = await ask({**NAME, "default": "Sam"})
    assert question.control(QLineEdit, "answer").text() == "Sam"
    assert value_in(await question.result_after("submit")) == "Sam"


# Buttons.


async def test_buttons_are_chips_in_a_row_and_the_pressed_one_answers(ask: Ask) -> None:
    question = await ask(HOUR)
    chips = [question.control(QPushButton, f"option-{index}") for index in range(3)]
    assert [chip.text() for chip in chips] == ["19:00", "20:00", "21:00"]
    assert len({chip.y() for chip in chips}) == 1
    assert value_in(await question.result_after("option-2")) == "21:00"


async def test_the_default_chip_alone_is_tinted(ask: Ask) -> None:
    question = await ask(HOUR)
    chips = [question.control(QPushButton, f"option-{index}") for index in range(3)]
    tint = theme.suggested_ground(chips[0].palette()).rgb()
    grounds = [chip.grab().toImage().pixel(chip.width() // 2, 4) for chip in chips]
    assert [ground == tint for ground in grounds] == [False, True, False]
    await question.result_after("cancel")


# Form.


async def test_a_form_has_a_field_of_each_kind_and_submit(ask: Ask) -> None:
    question = await ask(FORM)
    assert question.control(QLineEdit, "field-who").echoMode() is QLineEdit.EchoMode.Normal
    assert question.control(QLineEdit, "field-pw").echoMode() is QLineEdit.EchoMode.Password
    assert question.control(QLineEdit, "field-seats").text() == ""
    assert not question.control(QCheckBox, "field-terrace").isChecked()
    assert question.control(QPushButton, "submit").text() == "Submit"
    await question.result_after("cancel")


async def test_a_form_gives_toggles_as_booleans_and_numbers_as_numbers(ask: Ask) -> None:
    question = await ask(FORM)
    question.write("field-who", "Sam")
    question.write("field-pw", "hunter2")
    question.write("field-seats", "4")
    value = value_in(await question.result_after("field-terrace", "submit"))
    assert value == {"who": "Sam", "pw": "hunter2", "seats": 4, "terrace": True}
    assert isinstance(value, dict)
    assert type(value["seats"]) is int


async def test_what_is_left_out_of_a_form_has_its_empty_value(ask: Ask) -> None:
    question = await ask(FORM)
    question.write("field-who", "Sam")
    value = value_in(await question.result_after("submit"))
    assert value == {"who": "Sam", "pw": "", "seats": None, "terrace": False}


async def test_a_form_is_not_sent_without_its_required_fields(ask: Ask) -> None:
    question = await ask(FORM)
    question.world.press("submit")
    assert "Name is required." in question.labels()
    assert question.is_waiting()
    assert question.world.focus == "field-who"
    question.world.type("Sam")
    assert "Name is required." not in question.labels()
    assert await question.result_after("submit")


# Message.


async def test_a_message_is_read_and_continued(ask: Ask) -> None:
    question = await ask(NOTE)
    assert question.control(QPushButton, "submit").text() == "Continue"
    assert set(question.identifiers()) == {"submit", "cancel", "more-time"}
    assert value_in(await question.result_after("submit")) == "acknowledged"


# Options.


@pytest.mark.parametrize(
    ("kind", "way", "value"),
    [
        ("select", ("option-1", "submit"), "oda"),
        ("multiselect", ("option-1", "submit"), ["oda"]),
        ("buttons", ("option-1",), "oda"),
    ],
)
async def test_a_label_is_shown_and_its_value_is_given(
    ask: Ask, kind: str, way: tuple[str, ...], value: object
) -> None:
    options: list[JsonValue] = ["Antica Pesa", {"value": "oda", "label": "Oda · Turkish"}]
    question = await ask({"type": kind, "text": "Where?", "options": options})
    shown = [question.world.find(f"option-{index}").property("text") for index in range(2)]
    assert shown == ["Antica Pesa", "Oda · Turkish"]
    assert value_in(await question.result_after(*way)) == value
