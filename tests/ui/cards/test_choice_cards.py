import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_answer import Answered, Cancelled
from loopl_desktop.domain.ask_request import AskOption, AskUserRequest
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.choice_cards import CHOOSE_FIRST
from tests.ui.cards.conftest import Press, ShowCard
from tests.ui.cards.finding import button, click, control, controls_called, type_into
from tests.ui.cards.requests import BUTTONS, CONFIRM, MULTISELECT, SELECT, numbered, options


def answers_of(card: AskCard) -> list[object]:
    answers: list[object] = []
    card.answered.connect(answers.append)
    return answers


def chosen(card: AskCard, count: int) -> list[int]:
    return [index for index in range(count) if button(card, f"option-{index}").isChecked()]


def leave(card: AskCard) -> None:
    """Take the focus out: a window of its own gives it to its first control."""
    focused = card.focusWidget()
    if focused is not None:
        focused.clearFocus()


# Confirm.


@pytest.mark.parametrize(("identifier", "value"), [("yes", True), ("no", False)])
def test_yes_and_no_answer_at_once(identifier: str, value: bool, show_card: ShowCard) -> None:
    card = show_card(CONFIRM)
    answers = answers_of(card)
    click(card, identifier)
    click(card, "yes")
    assert answers == [Answered(value)]


def test_the_default_of_a_confirm_is_told_and_not_armed(show_card: ShowCard, press: Press) -> None:
    card = show_card(AskUserRequest(type="confirm", text="Deploy?", default=False))
    answers = answers_of(card)
    assert control(card, "no").accessibleDescription() == "suggested"
    assert control(card, "yes").accessibleDescription() == ""
    leave(card)
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert answers == []
    press(control(card, "yes"), Qt.Key.Key_Return)
    assert answers == [Answered(True)]


# Select.


def test_a_click_selects_and_the_button_submits(show_card: ShowCard) -> None:
    card = show_card(SELECT)
    answers = answers_of(card)
    assert chosen(card, 3) == []
    click(card, "option-1")
    assert chosen(card, 3) == [1]
    assert answers == []
    click(card, "option-2")
    assert card.draft_text() == "Ribbon"
    click(card, "submit")
    assert answers == [Answered("value of Ribbon")]


def test_the_whole_row_can_be_clicked(show_card: ShowCard) -> None:
    card = show_card(SELECT)
    row = button(card, "option-0")
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.rect().bottomRight())
    assert row.isChecked()


def test_nothing_is_chosen_but_by_the_default(show_card: ShowCard) -> None:
    request = AskUserRequest(
        type="select", text="Q?", options=options("A", "B"), default="value of B"
    )
    card = show_card(request)
    assert chosen(card, 2) == [1]
    assert card.first_control() is control(card, "option-1")
    assert not card.has_input()
    click(card, "option-0")
    assert card.has_input()


def test_choose_without_a_choice_says_what_is_missing(show_card: ShowCard) -> None:
    card = show_card(SELECT)
    answers, said = answers_of(card), list[str]()
    card.notice_shown.connect(said.append)
    click(card, "submit")
    assert answers == []
    assert said == [CHOOSE_FIRST]
    assert card.focusWidget() is control(card, "option-0")
    click(card, "option-0")
    click(card, "submit")
    assert answers == [Answered("value of Pesa")]


def test_enter_on_an_option_chooses_and_does_not_submit(show_card: ShowCard, press: Press) -> None:
    card = show_card(SELECT)
    answers = answers_of(card)
    press(control(card, "option-1"), Qt.Key.Key_Return)
    press(control(card, "option-1"), Qt.Key.Key_Return)
    assert chosen(card, 3) == [1]
    assert answers == []


def test_options_are_told_with_their_place_and_description(show_card: ShowCard) -> None:
    described = AskOption(value="b", label="R&D", description="The lab")
    request = AskUserRequest(type="select", text="Q?", options=(*options("A"), described))
    card = show_card(request)
    assert control(card, "option-0").accessibleDescription() == "1 of 2"
    assert control(card, "option-1").accessibleDescription() == "2 of 2. The lab"
    assert button(card, "option-1").text() == "R&&D"


def test_digits_choose_while_the_focus_is_on_an_option(show_card: ShowCard, press: Press) -> None:
    card = show_card(SELECT)
    answers = answers_of(card)
    press(control(card, "option-0"), Qt.Key.Key_3)
    assert chosen(card, 3) == [2]
    press(control(card, "option-2"), Qt.Key.Key_9)
    press(control(card, "cancel"), Qt.Key.Key_1)
    assert chosen(card, 3) == [2]
    press(control(card, "option-2"), Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert chosen(card, 3) == [2]
    assert answers == []


def test_the_first_escape_keeps_a_choice(show_card: ShowCard, press: Press) -> None:
    card = show_card(SELECT)
    answers = answers_of(card)
    click(card, "option-1")
    press(control(card, "option-1"), Qt.Key.Key_Escape)
    assert answers == []
    assert chosen(card, 3) == [1]
    press(control(card, "option-1"), Qt.Key.Key_Escape)
    assert answers == [Cancelled()]


# Multiselect.


def test_several_can_be_chosen_and_come_in_their_order(show_card: ShowCard) -> None:
    card = show_card(MULTISELECT)
    answers = answers_of(card)
    click(card, "option-2")
    click(card, "option-0")
    assert card.draft_text() == "Window, Cake"
    click(card, "submit")
    assert answers == [Answered(["value of Window", "value of Cake"])]


def test_none_chosen_is_an_answer(show_card: ShowCard) -> None:
    card = show_card(MULTISELECT)
    answers = answers_of(card)
    click(card, "submit")
    assert answers == [Answered([])]


def test_all_and_none_choose_all_and_none(show_card: ShowCard) -> None:
    card = show_card(MULTISELECT)
    click(card, "all")
    assert chosen(card, 3) == [0, 1, 2]
    click(card, "option-1")
    assert chosen(card, 3) == [0, 2]
    click(card, "none")
    assert chosen(card, 3) == []


def test_defaults_of_a_multiselect_are_chosen(show_card: ShowCard) -> None:
    request = AskUserRequest(
        type="multiselect",
        text="Q?",
        options=options("A", "B", "C"),
        default=("value of A", "value of C"),
    )
    card = show_card(request)
    assert chosen(card, 3) == [0, 2]
    assert not card.has_input()


def test_a_digit_chooses_and_takes_back(show_card: ShowCard, press: Press) -> None:
    card = show_card(MULTISELECT)
    press(control(card, "option-0"), Qt.Key.Key_2)
    assert chosen(card, 3) == [1]
    press(control(card, "option-0"), Qt.Key.Key_2)
    assert chosen(card, 3) == []


# Buttons.


def test_a_chip_answers_at_once(show_card: ShowCard) -> None:
    card = show_card(BUTTONS)
    answers = answers_of(card)
    click(card, "option-1")
    click(card, "option-0")
    assert answers == [Answered("value of Leave it")]
    assert controls_called(card, "submit") == []


def test_the_default_chip_is_neither_focused_nor_armed(show_card: ShowCard) -> None:
    request = AskUserRequest(
        type="buttons",
        text="Go on?",
        options=options("Again", "Leave it"),
        default="value of Leave it",
    )
    card = show_card(request)
    answers = answers_of(card)
    assert control(card, "option-1").accessibleDescription() == "2 of 2. suggested"
    assert card.focusWidget() is not control(card, "option-1")
    leave(card)
    QTest.keyClick(card, Qt.Key.Key_Return)
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert answers == []


def test_a_digit_goes_to_a_chip_and_does_not_answer(show_card: ShowCard, press: Press) -> None:
    card = show_card(BUTTONS)
    answers = answers_of(card)
    press(control(card, "option-0"), Qt.Key.Key_2)
    assert answers == []
    assert card.focusWidget() is control(card, "option-1")
    QTest.keyClick(control(card, "option-1"), Qt.Key.Key_Return)
    assert answers == [Answered("value of Leave it")]


def test_too_many_chips_are_a_list_with_a_button(show_card: ShowCard) -> None:
    request = AskUserRequest(type="buttons", text="Which?", options=numbered(13), default="3")
    card = show_card(request)
    answers = answers_of(card)
    assert chosen(card, 13) == []
    click(card, "option-12")
    assert answers == []
    click(card, "submit")
    assert answers == [Answered("13")]


# Long lists.


def test_up_to_twelve_options_stand_in_the_card(show_card: ShowCard) -> None:
    short = show_card(AskUserRequest(type="select", text="Q?", options=numbered(12)))
    assert controls_called(short, "search") == []
    long = show_card(AskUserRequest(type="select", text="Q?", options=numbered(13)))
    assert control(long, "search").isVisible()


def test_a_long_list_can_be_searched_and_chosen_from(show_card: ShowCard) -> None:
    card = show_card(AskUserRequest(type="select", text="Which?", options=numbered(200)))
    answers = answers_of(card)
    type_into(card, "search", "oPTION 19")
    assert [index for index in range(200) if controls_called(card, f"option-{index}")] == [
        18,
        118,
        *range(189, 199),
    ]
    click(card, "option-189")
    click(card, "submit")
    assert answers == [Answered("190")]


def test_a_choice_stays_when_the_search_hides_it(show_card: ShowCard) -> None:
    card = show_card(AskUserRequest(type="select", text="Which?", options=numbered(200)))
    answers = answers_of(card)
    click(card, "option-0")
    type_into(card, "search", "nothing like it")
    assert "0 of 200 options shown. Chosen: Option 1" in [
        one.property("text") for one in card.reading_order()
    ]
    click(card, "submit")
    assert answers == [Answered("1")]


def test_all_and_none_leave_alone_what_the_search_hides(show_card: ShowCard) -> None:
    card = show_card(AskUserRequest(type="multiselect", text="Which?", options=numbered(20)))
    answers = answers_of(card)
    click(card, "option-0")
    type_into(card, "search", "20")
    assert button(card, "all").text() == "All shown"
    click(card, "all")
    click(card, "submit")
    assert answers == [Answered(["1", "20"])]


def test_arrows_move_in_a_long_list_and_space_chooses(show_card: ShowCard, press: Press) -> None:
    card = show_card(AskUserRequest(type="select", text="Which?", options=numbered(50)))
    press(control(card, "search"), Qt.Key.Key_Down)
    moves = [
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_End, 49),
        (Qt.Key.Key_Down, 49),
        (Qt.Key.Key_PageUp, 43),
        (Qt.Key.Key_PageDown, 49),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Up, 0),
    ]
    for key, place in moves:
        focused = card.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        assert card.focusWidget() is control(card, f"option-{place}")
    assert chosen(card, 50) == []
    QTest.keyClick(control(card, "option-0"), Qt.Key.Key_Space)
    assert chosen(card, 50) == [0]


def test_enter_in_the_search_field_goes_to_the_rows(show_card: ShowCard, press: Press) -> None:
    card = show_card(AskUserRequest(type="select", text="Which?", options=numbered(50)))
    answers = answers_of(card)
    type_into(card, "search", "33")
    press(control(card, "search"), Qt.Key.Key_Return)
    assert card.focusWidget() is control(card, "option-32")
    assert not button(card, "option-32").isChecked()
    assert answers == []


@pytest.mark.parametrize("kind", ["select", "multiselect"])
def test_a_long_list_is_one_stop_for_the_tab_key(kind: str, show_card: ShowCard) -> None:
    request = AskUserRequest.model_validate(
        {"type": kind, "text": "Which?", "options": numbered(50)}
    )
    card = show_card(request)
    stops = [one.accessibleIdentifier() for one in card.controls()]
    assert stops[:2] == ["search", "option-0"]
    assert len([stop for stop in stops if stop.startswith("option-")]) == 1
    click(card, "option-4")
    assert "option-4" in [one.accessibleIdentifier() for one in card.controls()]


def test_a_row_that_gets_the_focus_is_in_view(show_card: ShowCard, press: Press) -> None:
    card = show_card(
        AskUserRequest(type="select", text="Which?", options=numbered(500), default="300")
    )
    row = control(card, "option-299")
    assert not row.visibleRegion().isEmpty()
    far = control(card, "option-499")
    assert far.visibleRegion().isEmpty()
    far.setFocus()
    assert not far.visibleRegion().isEmpty()


def test_moving_in_a_long_list_is_a_touch(show_card: ShowCard, qtbot: QtBot) -> None:
    card = show_card(AskUserRequest(type="select", text="Which?", options=numbered(50)))
    with qtbot.waitSignal(card.touched):
        QTest.keyClick(control(card, "option-7"), Qt.Key.Key_Down)
