import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_answer import Answered, Cancelled
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import ESCAPE_AGAIN, AskCard
from loopl_desktop.ui.cards.factory import card_for
from tests.ui.cards.conftest import AUDIENCE, Press, ShowCard
from tests.ui.cards.finding import click, control, controls_called, type_into
from tests.ui.cards.requests import ALL, FORM, INPUT, MESSAGE, SECRET_INPUT, SELECT, numbered


def answers_of(card: AskCard) -> list[object]:
    answers: list[object] = []
    card.answered.connect(answers.append)
    return answers


def shown_texts(card: AskCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if not label.isHidden()]


@pytest.mark.parametrize("request_", ALL, ids=lambda request: request.type)
def test_every_card_says_that_it_waits_and_can_be_cancelled(
    request_: AskUserRequest, show_card: ShowCard
) -> None:
    card = show_card(request_)
    answers = answers_of(card)
    assert card.accessibleIdentifier() == "ask-call_1"
    assert card.accessibleName() == f"question from the agent: {request_.text}"
    assert card.accessibleDescription() == "waiting for you, 3 min left"
    texts = shown_texts(card)
    assert {"The agent asks", "waiting for you", request_.text, "3 min left"} <= set(texts)
    assert control(card, "more-time").isVisible()
    click(card, "cancel")
    assert answers == [Cancelled()]


@pytest.mark.parametrize("request_", ALL, ids=lambda request: request.type)
def test_a_card_ends_once(request_: AskUserRequest, show_card: ShowCard) -> None:
    card = show_card(request_)
    answers = answers_of(card)
    click(card, "cancel")
    click(card, "cancel")
    card.submit()
    card.answer_with("too late")
    assert answers == [Cancelled()]


@pytest.mark.parametrize("request_", ALL, ids=lambda request: request.type)
def test_identifiers_are_unique_and_controls_have_names(
    request_: AskUserRequest, show_card: ShowCard
) -> None:
    card = show_card(request_)
    controls = card.controls()
    identifiers = [one.accessibleIdentifier() for one in controls]
    assert all(identifiers)
    assert len(set(identifiers)) == len(identifiers)
    assert identifiers[-2:] == ["cancel", "more-time"]
    for one in controls:
        assert one.accessibleName() or one.property("text")


def test_texts_are_plain_text(show_card: ShowCard) -> None:
    card = show_card(
        AskUserRequest(type="message", text="<b>bold</b> & <img src='file:///x'>", title="<i>")
    )
    labels = card.findChildren(QLabel)
    assert labels
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)


def test_the_title_stands_above_the_text(show_card: ShowCard) -> None:
    order = [one.property("text") for one in show_card(SELECT).reading_order()]
    assert order[:4] == ["The agent asks", "waiting for you", "Pick one", "Where should I book?"]


def test_a_question_about_a_secret_says_who_reads_the_answer(show_card: ShowCard) -> None:
    sent = f"This will be sent to {AUDIENCE}."
    assert f"{sent} It is not stored." in shown_texts(show_card(SECRET_INPUT))
    hidden = "Passwords and locked fields are not stored."
    assert f"{sent} {hidden}" in shown_texts(show_card(FORM))
    assert not any(text.startswith(sent) for text in shown_texts(show_card(INPUT)))


def test_who_reads_the_answer_can_change_while_the_card_waits(show_card: ShowCard) -> None:
    card = show_card(SECRET_INPUT)
    card.set_audience("Qwen at example.org")
    assert "This will be sent to Qwen at example.org. It is not stored." in shown_texts(card)
    card.set_audience("")
    assert "This will be sent to the model. It is not stored." in shown_texts(card)


# Time.


def test_the_time_left_is_shown_and_told(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    card.set_remaining(100.0)
    assert "1 min 40 s left" in shown_texts(card)
    assert card.accessibleDescription() == "waiting for you, 1 min 40 s left"


def test_without_a_limit_there_is_nothing_to_extend(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    card.set_remaining(None)
    assert controls_called(card, "more-time") == []
    assert not [text for text in shown_texts(card) if "left" in text]
    assert card.accessibleDescription() == "waiting for you"
    card.set_remaining(60.0)
    assert control(card, "more-time").isVisible()


def test_the_last_half_minute_is_told_once_each_time_it_begins(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    told: list[str] = []
    card.time_running_out.connect(told.append)
    card.set_remaining(40.0)
    card.set_remaining(30.0)
    card.set_remaining(29.0)
    assert told == ["Only 30 s left: Name of the project?"]
    card.set_remaining(180.0)
    card.set_remaining(20.0)
    assert told[1:] == ["Only 20 s left: Name of the project?"]


def test_more_time_asks_for_it_and_counts_as_a_touch(show_card: ShowCard, qtbot: QtBot) -> None:
    card = show_card(INPUT)
    with qtbot.waitSignals([card.more_time_requested, card.touched]):
        click(card, "more-time")


def test_more_time_by_an_action_without_any_key_counts_as_a_touch(
    show_card: ShowCard, qtbot: QtBot
) -> None:
    card = show_card(INPUT)
    more_time = control(card, "more-time")
    with qtbot.waitSignals([card.more_time_requested, card.touched]):
        more_time.click()  # type: ignore[attr-defined]  # as the accessible action does


@pytest.mark.parametrize("identifier", ["answer", "cancel"])
def test_a_click_in_a_control_is_a_touch(
    identifier: str, show_card: ShowCard, qtbot: QtBot
) -> None:
    card = show_card(INPUT)
    with qtbot.waitSignal(card.touched):
        click(card, identifier)


def test_a_click_beside_the_controls_and_a_key_are_touches(
    show_card: ShowCard, qtbot: QtBot
) -> None:
    card = show_card(INPUT)
    with qtbot.waitSignal(card.touched):
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    card = show_card(INPUT)
    with qtbot.waitSignal(card.touched):
        QTest.keyClick(control(card, "answer"), Qt.Key.Key_Left)


# Keys.


def test_escape_in_an_untouched_card_cancels(show_card: ShowCard, press: Press) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    press(control(card, "answer"), Qt.Key.Key_Escape)
    assert answers == [Cancelled()]


def test_the_first_escape_keeps_what_was_typed_and_says_so(
    show_card: ShowCard, press: Press
) -> None:
    card = show_card(INPUT)
    answers, said = answers_of(card), list[str]()
    card.notice_shown.connect(said.append)
    type_into(card, "answer", "Aurora")
    press(control(card, "answer"), Qt.Key.Key_Escape)
    assert answers == []
    assert said == [ESCAPE_AGAIN]
    assert ESCAPE_AGAIN in shown_texts(card)
    assert card.draft_text() == "Aurora"
    press(control(card, "answer"), Qt.Key.Key_Escape)
    assert answers == [Cancelled()]


def test_typing_on_takes_the_warning_back(show_card: ShowCard, press: Press) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    type_into(card, "answer", "Aurora")
    press(control(card, "answer"), Qt.Key.Key_Escape)
    type_into(card, "answer", " Borealis")
    assert ESCAPE_AGAIN not in shown_texts(card)
    press(control(card, "answer"), Qt.Key.Key_Escape)
    assert answers == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_a_key_that_repeats_itself_ends_nothing(show_card: ShowCard, key: Qt.Key) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    edit = control(card, "answer")
    edit.setFocus()
    repeated = QKeyEvent(
        QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", autorep=True
    )
    QApplication.sendEvent(edit, repeated)
    assert answers == []
    QTest.keyClick(edit, key)
    assert len(answers) == 1


def send_key(widget: QWidget, kind: QEvent.Type, key: Qt.Key, at_ms: int) -> None:
    """Send half a key stroke as an X server does, without a mark for a repeat."""
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "")
    event.setTimestamp(at_ms)
    QApplication.sendEvent(widget, event)


def repeat(widget: QWidget, key: Qt.Key, at_ms: int) -> None:
    """What an X server sends for a key that is held down: both in the same moment."""
    send_key(widget, QEvent.Type.KeyRelease, key, at_ms)
    send_key(widget, QEvent.Type.KeyPress, key, at_ms)


LINES = AskUserRequest(type="input", text="Message?", multiline=True)
LONG = AskUserRequest(type="select", text="Which?", options=numbered(13))


@pytest.mark.parametrize(
    ("request_", "identifier"),
    [
        (INPUT, "answer"),
        (SECRET_INPUT, "answer"),
        (LINES, "answer"),
        (LONG, "search"),
        (FORM, "field-seats"),
        (FORM, "field-news"),
        (FORM, "cancel"),
    ],
)
def test_an_escape_that_is_held_down_counts_once(
    show_card: ShowCard, request_: AskUserRequest, identifier: str
) -> None:
    card = show_card(request_)
    answers = answers_of(card)
    typed = {"input": "answer", "select": "search", "form": "field-name"}[request_.type]
    type_into(card, typed, "1")
    held_in = control(card, identifier)
    held_in.setFocus()
    send_key(held_in, QEvent.Type.KeyPress, Qt.Key.Key_Escape, 1_000)
    for at_ms in range(1_500, 2_000, 40):
        repeat(held_in, Qt.Key.Key_Escape, at_ms)
    assert answers == []
    assert ESCAPE_AGAIN in shown_texts(card)
    send_key(held_in, QEvent.Type.KeyRelease, Qt.Key.Key_Escape, 2_000)
    send_key(held_in, QEvent.Type.KeyPress, Qt.Key.Key_Escape, 2_100)
    assert answers == [Cancelled()]


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_a_key_that_was_pressed_elsewhere_and_is_still_held_ends_nothing(
    show_card: ShowCard, key: Qt.Key
) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    edit = control(card, "answer")
    edit.setFocus()
    repeat(edit, key, 1_500)
    repeat(edit, key, 1_540)
    assert answers == []
    send_key(edit, QEvent.Type.KeyRelease, key, 1_600)
    send_key(edit, QEvent.Type.KeyPress, key, 1_700)
    assert len(answers) == 1


def test_another_key_of_the_same_moment_counts(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    edit = control(card, "answer")
    edit.setFocus()
    send_key(edit, QEvent.Type.KeyRelease, Qt.Key.Key_A, 1_500)
    send_key(edit, QEvent.Type.KeyPress, Qt.Key.Key_Escape, 1_500)
    assert answers == [Cancelled()]


def test_enter_on_a_focused_button_presses_it(show_card: ShowCard, press: Press) -> None:
    card = show_card(MESSAGE)
    answers = answers_of(card)
    press(control(card, "submit"), Qt.Key.Key_Return)
    assert answers == [Answered("acknowledged")]


def test_enter_on_cancel_cancels_and_submits_nothing(show_card: ShowCard, press: Press) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    press(control(card, "cancel"), Qt.Key.Key_Return)
    assert answers == [Cancelled()]


# Refused answers.


def test_a_refused_answer_leaves_the_card_to_be_answered_again(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    click(card, "submit")
    card.show_error("This answer does not fit.")
    assert "This answer does not fit." in shown_texts(card)
    type_into(card, "answer", "x")
    assert "This answer does not fit." not in shown_texts(card)
    click(card, "submit")
    assert answers == [Answered(""), Answered("x")]


# Size.


def test_a_change_of_height_is_told(show_card: ShowCard, qtbot: QtBot) -> None:
    card = show_card(INPUT)
    QApplication.processEvents()
    before = card.height_for(card.width())
    with qtbot.waitSignal(card.height_changed):
        card.show_error("This answer does not fit.")
    assert card.height_for(card.width()) > before


def test_a_card_that_was_never_shown_knows_its_height() -> None:
    card = card_for("call_1", INPUT, AUDIENCE)
    plain = card.height_for(400)
    card.show_error("This answer does not fit.")
    assert card.height_for(400) > plain > 0
    assert card.height_for(200) > card.height_for(400)
    card.deleteLater()
