import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.secret_edit import LINE_END_LEFT_OUT, SecretEdit
from loopl_desktop.ui.cards.text_entry import ENTER_SENDS, VISIBLE
from loopl_desktop.ui.widgets.text_edits import MultilineEdit
from tests.ui.cards.conftest import AUDIENCE, Press, ShowCard
from tests.ui.cards.finding import button, click, control, controls_called, field, type_into
from tests.ui.cards.requests import INPUT, MESSAGE, SECRET_INPUT

MARKER = "hunter2-MARKER"
LINES = AskUserRequest(type="input", text="Commit message?", multiline=True)


def answers_of(card: AskCard) -> list[object]:
    answers: list[object] = []
    card.answered.connect(answers.append)
    return answers


def revealed(answers: list[object]) -> list[str]:
    found = []
    for answer in answers:
        assert isinstance(answer, Answered)
        assert isinstance(answer.value, Secret)
        found.append(answer.value.reveal())
    return found


def shown(card: AskCard) -> list[str]:
    return [str(one.property("text")) for one in card.reading_order()]


def everything_typed(card: AskCard) -> str:
    """All texts of all widgets but secret fields, hidden ones and their undo included."""
    found = []
    for edit in card.findChildren(QLineEdit):
        if not isinstance(edit, SecretEdit):
            found.append(edit.text())
            edit.undo()
            found.append(edit.text())
            edit.redo()
    for lines in card.findChildren(QPlainTextEdit):
        found.append(lines.toPlainText())
        lines.undo()
        found.append(lines.toPlainText())
        lines.redo()
    return "\n".join(found)


def test_enter_sends_the_text_once(show_card: ShowCard, press: Press) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    type_into(card, "answer", "Aurora & Co")
    press(control(card, "answer"), Qt.Key.Key_Return)
    press(control(card, "answer"), Qt.Key.Key_Return)
    click(card, "submit")
    assert answers == [Answered("Aurora & Co")]


def test_an_empty_text_is_an_answer(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    click(card, "submit")
    assert answers == [Answered("")]


def test_a_default_is_in_the_field_and_is_no_input(show_card: ShowCard) -> None:
    card = show_card(AskUserRequest(type="input", text="Name?", default="Aurora"))
    assert field(card, "answer").text() == "Aurora"
    assert not card.has_input()
    type_into(card, "answer", "!")
    assert card.has_input()
    assert card.draft_text() == "Aurora!"


def test_a_pasted_text_of_several_lines_moves_to_a_larger_field(
    show_card: ShowCard, qtbot: QtBot
) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    type_into(card, "answer", "log: ")
    QGuiApplication.clipboard().setText("one\ntwo\n" * 10_000)
    with qtbot.waitSignal(card.height_changed):
        edit = control(card, "answer")
        QTest.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    larger = control(card, "answer")
    assert isinstance(larger, MultilineEdit)
    assert card.focusWidget() is larger
    assert ENTER_SENDS in shown(card)
    assert larger.accessibleDescription() == ENTER_SENDS
    QTest.keyClick(larger, Qt.Key.Key_Return)
    assert answers == [Answered("log: " + "one\ntwo\n" * 10_000)]


def test_several_lines_are_sent_by_enter_and_made_by_shift_enter(
    show_card: ShowCard, press: Press
) -> None:
    card = show_card(LINES)
    answers = answers_of(card)
    type_into(card, "answer", "fix: a")
    press(control(card, "answer"), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    type_into(card, "answer", "- b")
    press(control(card, "answer"), Qt.Key.Key_Return)
    assert answers == [Answered("fix: a\n- b")]


def test_the_composers_text_can_be_the_answer(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    assert card.accepts_text()
    card.fill_text("one\ntwo")
    assert card.draft_text() == "one\ntwo"
    assert not show_card(SECRET_INPUT).accepts_text()
    assert not show_card(MESSAGE).accepts_text()


# Secrets.


def test_a_secret_question_is_answered_by_a_secret(show_card: ShowCard, press: Press) -> None:
    card = show_card(SECRET_INPUT)
    answers = answers_of(card)
    assert isinstance(control(card, "answer"), SecretEdit)
    assert controls_called(card, "lock-answer") == []
    type_into(card, "answer", MARKER)
    assert card.has_input()
    assert card.draft_text() == ""
    press(control(card, "answer"), Qt.Key.Key_Return)
    assert revealed(answers) == [MARKER]
    assert field(card, "answer").text() == ""


def test_the_lock_makes_a_secret_of_what_was_typed(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    type_into(card, "answer", MARKER)
    typed_into = control(card, "answer")
    assert MARKER in everything_typed(card)
    click(card, "lock-answer")
    assert not shiboken6.isValid(typed_into)
    assert isinstance(control(card, "answer"), SecretEdit)
    assert MARKER not in everything_typed(card)
    assert f"This will be sent to {AUDIENCE}. It is not stored." in shown(card)
    assert not card.accepts_text()
    assert card.draft_text() == ""
    click(card, "submit")
    assert revealed(answers) == [MARKER]


def test_the_lock_keeps_several_lines(show_card: ShowCard) -> None:
    card = show_card(LINES)
    answers = answers_of(card)
    card.fill_text("-----BEGIN-----\nabc\n")
    click(card, "lock-answer")
    click(card, "submit")
    assert revealed(answers) == ["-----BEGIN-----\nabc\n"]


def test_the_lock_cuts_nothing_off(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    card.fill_text("a line\n" * 10_000)
    click(card, "lock-answer")
    click(card, "submit")
    assert revealed(answers) == ["a line\n" * 10_000]


def test_the_lock_can_be_opened_again(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    answers = answers_of(card)
    type_into(card, "answer", "Aurora")
    click(card, "lock-answer")
    click(card, "lock-answer")
    assert field(card, "answer").text() == "Aurora"
    assert controls_called(card, "reveal-answer") == []
    click(card, "submit")
    assert answers == [Answered("Aurora")]


def test_the_focus_stays_in_the_field_that_is_locked(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    type_into(card, "answer", "x")
    button(card, "lock-answer").toggle()  # as the accessible action does: the focus stays
    assert card.focusWidget() is control(card, "answer")


def test_tab_goes_from_the_field_to_its_buttons(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    click(card, "lock-answer")
    focused = control(card, "answer")
    focused.setFocus()
    visited = []
    for _ in range(5):
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = card.focusWidget()
        visited.append(focused.accessibleIdentifier())
    assert visited == ["reveal-answer", "lock-answer", "submit", "cancel", "more-time"]
    assert [one.accessibleIdentifier() for one in card.controls()] == ["answer", *visited]


def test_what_is_shown_on_the_screen_is_said(show_card: ShowCard) -> None:
    card = show_card(SECRET_INPUT)
    type_into(card, "answer", MARKER)
    assert field(card, "answer").displayText() != MARKER
    assert button(card, "reveal-answer").accessibleName() == "Show Answer"
    click(card, "reveal-answer")
    assert field(card, "answer").displayText() == MARKER
    assert control(card, "answer").accessibleDescription() == VISIBLE
    assert button(card, "reveal-answer").accessibleName() == "Hide Answer"
    click(card, "reveal-answer")
    assert field(card, "answer").displayText() != MARKER
    assert control(card, "answer").accessibleDescription() == ""


def test_a_refused_secret_is_given_back(show_card: ShowCard) -> None:
    card = show_card(SECRET_INPUT)
    answers: list[object] = []

    def refuse(answer: object) -> None:
        answers.append(answer)
        card.show_error("This answer does not fit.")

    card.answered.connect(refuse)
    type_into(card, "answer", MARKER)
    click(card, "submit")
    click(card, "submit")
    assert revealed(answers) == [MARKER, MARKER]


def test_a_card_that_ends_forgets_its_secret(show_card: ShowCard) -> None:
    card = show_card(SECRET_INPUT)
    type_into(card, "answer", MARKER)
    card.forget()
    assert field(card, "answer").text() == ""


def test_a_notice_of_a_secret_field_is_shown_and_said(show_card: ShowCard) -> None:
    card = show_card(SECRET_INPUT)
    said: list[str] = []
    card.notice_shown.connect(said.append)
    QGuiApplication.clipboard().setText("abc\n")
    edit = control(card, "answer")
    QTest.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert LINE_END_LEFT_OUT in shown(card)
    assert edit.accessibleDescription() == LINE_END_LEFT_OUT
    assert said == [LINE_END_LEFT_OUT]
    QTest.keyClicks(edit, "d")
    assert LINE_END_LEFT_OUT not in shown(card)


def test_locking_many_times_leaves_one_field(show_card: ShowCard) -> None:
    card = show_card(INPUT)
    type_into(card, "answer", "x")
    for _ in range(6):
        click(card, "lock-answer")
        QApplication.processEvents()
    assert field(card, "answer").text() == "x"


# Messages.


def test_a_message_is_acknowledged(show_card: ShowCard) -> None:
    card = show_card(MESSAGE)
    answers = answers_of(card)
    assert card.first_control() is control(card, "submit")
    click(card, "submit")
    assert answers == [Answered("acknowledged")]
