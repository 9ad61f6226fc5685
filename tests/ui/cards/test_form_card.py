import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from loopl_desktop.domain.ask_answer import Answered, Cancelled, Secret
from loopl_desktop.domain.ask_request import AskUserRequest, FormField
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.secret_edit import SecretEdit
from tests.ui.cards.conftest import AUDIENCE, Press, ShowCard
from tests.ui.cards.finding import button, click, control, controls_called, field, type_into
from tests.ui.cards.requests import FORM

MARKER = "hunter2-MARKER"


def answers_of(card: AskCard) -> list[object]:
    answers: list[object] = []
    card.answered.connect(answers.append)
    return answers


def values(answers: list[object]) -> list[dict[str, object]]:
    """The answers as plain dictionaries; secrets in brackets."""
    found = []
    for answer in answers:
        assert isinstance(answer, Answered)
        assert isinstance(answer.value, dict)
        found.append(
            {
                name: [value.reveal()] if isinstance(value, Secret) else value
                for name, value in answer.value.items()
            }
        )
    return found


def form(*fields: FormField) -> AskUserRequest:
    return AskUserRequest(type="form", text="Details", fields=fields)


def texts(card: AskCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if not label.isHidden()]


def test_a_filled_form_gives_typed_values(show_card: ShowCard) -> None:
    card = show_card(FORM)
    answers = answers_of(card)
    type_into(card, "field-name", "Ada")
    type_into(card, "field-password", MARKER)
    type_into(card, "field-seats", "2.0")
    click(card, "field-news")
    click(card, "submit")
    click(card, "submit")
    assert values(answers) == [{"name": "Ada", "password": [MARKER], "seats": 2, "news": True}]


def test_empty_optional_fields_have_their_empty_values(show_card: ShowCard) -> None:
    card = show_card(
        form(
            FormField(name="t", label="Text"),
            FormField(name="p", label="Password", type="password"),
            FormField(name="n", label="Number", type="number"),
            FormField(name="o", label="On", type="toggle"),
        )
    )
    answers = answers_of(card)
    click(card, "submit")
    assert values(answers) == [{"t": "", "p": [""], "n": None, "o": False}]


def test_defaults_are_shown_and_sent(show_card: ShowCard) -> None:
    card = show_card(
        form(
            FormField(name="host", label="Host", default="localhost"),
            FormField(name="port", label="Port", type="number", default=8080),
            FormField(name="share", label="Share", type="number", default=0.5),
            FormField(name="on", label="On", type="toggle", default=True),
        )
    )
    answers = answers_of(card)
    assert field(card, "field-port").text() == "8080"
    assert not card.has_input()
    click(card, "submit")
    assert values(answers) == [{"host": "localhost", "port": 8080, "share": 0.5, "on": True}]


def test_required_fields_say_so_in_their_label(show_card: ShowCard) -> None:
    found = texts(
        show_card(
            form(
                FormField(name="a", label="Name", required=True),
                FormField(name="b", label="Mail (required)", required=True),
                FormField(name="c", label="Note"),
            )
        )
    )
    assert {"Name (required)", "Mail (required)", "Note"} <= set(found)


def test_a_missing_field_is_named_and_gets_the_focus(show_card: ShowCard) -> None:
    card = show_card(FORM)
    answers, said = answers_of(card), list[str]()
    card.notice_shown.connect(said.append)
    type_into(card, "field-name", "Ada")
    click(card, "submit")
    assert answers == []
    assert "Password is required." in texts(card)
    assert "Name is required." not in texts(card)
    assert said == ["Password is required."]
    wrong = control(card, "field-password")
    assert wrong.accessibleDescription().startswith("Error: Password is required.")
    assert card.focusWidget() is wrong


def test_blanks_do_not_fill_a_required_field(show_card: ShowCard) -> None:
    card = show_card(form(FormField(name="a", label="Name", required=True)))
    answers = answers_of(card)
    type_into(card, "field-a", "   ")
    click(card, "submit")
    assert answers == []
    assert "Name is required." in texts(card)


def test_an_error_goes_when_the_field_is_mended(show_card: ShowCard) -> None:
    card = show_card(form(FormField(name="n", label="Seats", type="number", min=1, help="Chairs")))
    answers = answers_of(card)
    type_into(card, "field-n", "0")
    click(card, "submit")
    assert "Seats must be at least 1." in texts(card)
    assert control(card, "field-n").accessibleDescription() == (
        "Error: Seats must be at least 1. Chairs\nAt least 1"
    )
    field(card, "field-n").selectAll()
    type_into(card, "field-n", "5")
    assert "Seats must be at least 1." not in texts(card)
    assert control(card, "field-n").accessibleDescription() == "Chairs\nAt least 1"
    click(card, "submit")
    assert values(answers) == [{"n": 5}]


def test_a_problem_takes_no_secret_out_of_its_field(show_card: ShowCard) -> None:
    card = show_card(FORM)
    answers = answers_of(card)
    type_into(card, "field-password", MARKER)
    click(card, "submit")
    assert answers == []
    type_into(card, "field-name", "Ada")
    click(card, "submit")
    assert values(answers)[0]["password"] == [MARKER]


def test_a_refused_form_gives_the_secrets_back(show_card: ShowCard) -> None:
    card = show_card(FORM)
    answers: list[object] = []

    def refuse(answer: object) -> None:
        answers.append(answer)
        card.show_error("This answer does not fit.")

    card.answered.connect(refuse)
    type_into(card, "field-name", "Ada")
    type_into(card, "field-password", MARKER)
    click(card, "submit")
    click(card, "submit")
    assert [value["password"] for value in values(answers)] == [[MARKER], [MARKER]]


@pytest.mark.parametrize("name", ["name", "password", "seats", "news"])
def test_enter_in_any_field_submits_once(name: str, show_card: ShowCard, press: Press) -> None:
    card = show_card(FORM)
    answers = answers_of(card)
    type_into(card, "field-name", "Ada")
    type_into(card, "field-password", MARKER)
    press(control(card, f"field-{name}"), Qt.Key.Key_Return)
    press(control(card, f"field-{name}"), Qt.Key.Key_Enter)
    assert len(answers) == 1
    assert values(answers)[0]["news"] is False


def test_space_switches_a_toggle(show_card: ShowCard, press: Press) -> None:
    card = show_card(FORM)
    press(control(card, "field-news"), Qt.Key.Key_Space)
    assert button(card, "field-news").isChecked()
    assert button(card, "field-news").text() == "Newsletter"


def test_enter_in_a_field_of_several_lines_submits(show_card: ShowCard, press: Press) -> None:
    card = show_card(form(FormField(name="n", label="Note", multiline=True)))
    answers = answers_of(card)
    type_into(card, "field-n", "one")
    press(control(card, "field-n"), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    type_into(card, "field-n", "two")
    press(control(card, "field-n"), Qt.Key.Key_Return)
    assert values(answers) == [{"n": "one\ntwo"}]


def test_a_locked_field_is_a_secret_in_the_answer(show_card: ShowCard) -> None:
    card = show_card(form(FormField(name="t", label="Token"), FormField(name="n", label="Note")))
    answers = answers_of(card)
    assert not card.is_secret()
    type_into(card, "field-t", MARKER)
    type_into(card, "field-n", "plain")
    click(card, "lock-t")
    assert isinstance(control(card, "field-t"), SecretEdit)
    assert f"This will be sent to {AUDIENCE}. Passwords and locked fields are not stored." in texts(
        card
    )
    assert card.draft_text() == "Note: plain"
    click(card, "submit")
    assert values(answers) == [{"t": [MARKER], "n": "plain"}]


def test_passwords_have_no_lock_and_texts_have_one(show_card: ShowCard) -> None:
    card = show_card(FORM)
    assert controls_called(card, "lock-password") == []
    assert control(card, "reveal-password").accessibleName() == "Show Password"
    assert control(card, "lock-name").accessibleName() == "Keep this answer secret"


def test_the_draft_names_the_fields_and_holds_no_secret(show_card: ShowCard) -> None:
    card = show_card(FORM)
    type_into(card, "field-name", "Ada")
    type_into(card, "field-password", MARKER)
    type_into(card, "field-seats", "2")
    click(card, "field-news")
    assert card.draft_text() == "Name: Ada\nSeats: 2\nNewsletter: yes"


def test_a_form_that_ends_forgets_its_secrets(show_card: ShowCard) -> None:
    card = show_card(FORM)
    type_into(card, "field-password", MARKER)
    card.forget()
    assert field(card, "field-password").text() == ""


def test_the_first_escape_keeps_a_password(show_card: ShowCard, press: Press) -> None:
    card = show_card(FORM)
    answers = answers_of(card)
    type_into(card, "field-password", "x")
    press(control(card, "field-password"), Qt.Key.Key_Escape)
    assert answers == []
    assert field(card, "field-password").text() == "x"
    press(control(card, "field-password"), Qt.Key.Key_Escape)
    assert answers == [Cancelled()]


def test_fields_are_read_with_name_and_help(show_card: ShowCard) -> None:
    card = show_card(form(FormField(name="m", label="R&D mail", help="Where we write to")))
    edit = control(card, "field-m")
    assert edit.accessibleName() == "R&D mail"
    assert edit.accessibleDescription() == "Where we write to"
    order = [one.property("text") for one in card.reading_order()]
    assert order.index("R&D mail") < order.index("Where we write to")


def test_odd_field_names_make_unique_identifiers(show_card: ShowCard) -> None:
    names = ["__class__", 'a b"c', "\u540d\u524d", "answer", "submit"]
    card = show_card(form(*(FormField(name=name, label=f"L {name}") for name in names)))
    answers = answers_of(card)
    for name in names:
        field(card, f"field-{name}").insert(name)
    QTest.keyClick(control(card, "field-submit"), Qt.Key.Key_Return)
    assert values(answers) == [{name: name for name in names}]
