import sys
from collections.abc import Iterator
from typing import TypeAlias

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest
from loopl_desktop.ui import accessibility, theme
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard
from loopl_desktop.ui.questions_strip import QuestionsStrip
from tests.ui.cards.finding import click, control, type_into
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

MARKER = "hunter2-MARKER"
Role: TypeAlias = QAccessible.Role
Text: TypeAlias = QAccessible.Text


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    accessibility.install()


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> QWidget:
    theme.apply(qapp, "light")
    made = QWidget()
    QVBoxLayout(made)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


@pytest.fixture
def strip(window: QWidget) -> QuestionsStrip:
    made = QuestionsStrip()
    put(window, made)
    return made


def put(window: QWidget, widget: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    layout.addWidget(widget)


def shown_card(window: QWidget, request: AskUserRequest, tool_use_id: str = "call_1") -> AskCard:
    card = card_for(tool_use_id, request, "SmolLM2 at localhost")
    put(window, card)
    card.show()
    return card


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def children(parent: QAccessibleInterface) -> list[QAccessibleInterface]:
    return [parent.child(place) for place in range(parent.childCount())]


def subtree(parent: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    yield parent
    for child in children(parent):
        yield from subtree(child)


def told(parent: QAccessibleInterface) -> list[tuple[Role, str]]:
    """Role and name of all children that say something."""
    return [
        (child.role(), child.text(Text.Name)) for child in children(parent) if child.text(Text.Name)
    ]


def test_a_card_is_a_group_with_its_question_as_its_name(window: QWidget) -> None:
    card = interface(shown_card(window, SELECT))
    assert card.role() == Role.Grouping
    assert card.text(Text.Name) == "question from the agent: Where should I book?"
    assert card.text(Text.Description) == "waiting for you, 3 min left"
    assert card.text(Text.Identifier) == "ask-call_1"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (CONFIRM, [(Role.PushButton, "Yes"), (Role.PushButton, "No")]),
        (
            SELECT,
            [
                (Role.RadioButton, "Pesa"),
                (Role.RadioButton, "Oda"),
                (Role.RadioButton, "Ribbon"),
                (Role.PushButton, "Choose"),
            ],
        ),
        (
            MULTISELECT,
            [
                (Role.CheckBox, "Window"),
                (Role.CheckBox, "Garden"),
                (Role.CheckBox, "Cake"),
                (Role.PushButton, "All"),
                (Role.PushButton, "None"),
                (Role.PushButton, "Done"),
            ],
        ),
        (
            INPUT,
            [
                (Role.EditableText, "Answer"),
                (Role.CheckBox, "Keep this answer secret"),
                (Role.PushButton, "Send"),
            ],
        ),
        (BUTTONS, [(Role.PushButton, "Again"), (Role.PushButton, "Leave it")]),
        (
            FORM,
            [
                (Role.StaticText, "Name (required)"),
                (Role.EditableText, "Name"),
                (Role.CheckBox, "Keep this answer secret"),
                (Role.StaticText, "Password (required)"),
                (Role.EditableText, "Password"),
                (Role.Button, "Show Password"),
                (Role.StaticText, "Seats"),
                (Role.EditableText, "Seats"),
                (Role.StaticText, "A whole number, from 1 to 12"),
                (Role.CheckBox, "Newsletter"),
                (
                    Role.StaticText,
                    "This will be sent to SmolLM2 at localhost. "
                    "Passwords and locked fields are not stored.",
                ),
                (Role.PushButton, "Submit"),
            ],
        ),
        (MESSAGE, [(Role.PushButton, "Continue")]),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
def test_children_come_in_reading_order_with_their_roles(
    request_: AskUserRequest, expected: list[tuple[Role, str]], window: QWidget
) -> None:
    found = told(interface(shown_card(window, request_)))
    title = [(Role.StaticText, request_.title)] if request_.title else []
    assert found == [
        (Role.StaticText, "The agent asks"),
        (Role.StaticText, "waiting for you"),
        *title,
        (Role.StaticText, request_.text),
        *expected,
        (Role.PushButton, "Cancel"),
        (Role.StaticText, "3 min left"),
        (Role.PushButton, "More time"),
    ]


@pytest.mark.parametrize("request_", [SELECT, FORM, INPUT], ids=lambda request: request.type)
def test_parent_child_and_index_agree(
    request_: AskUserRequest, window: QWidget, strip: QuestionsStrip
) -> None:
    card = shown_card(window, request_)
    strip.set_cards((card,))
    for parent in (interface(strip), interface(card)):
        for place, child in enumerate(children(parent)):
            assert parent.indexOfChild(child) == place
            assert child.parent().object() is parent.object()
    assert interface(card).indexOfChild(interface(strip)) == -1
    assert interface(card).child(-1) is None
    assert interface(card).child(1_000) is None


def test_open_cards_are_children_of_the_strip_after_its_own(
    window: QWidget, strip: QuestionsStrip
) -> None:
    first, second = shown_card(window, INPUT, "a"), shown_card(window, SELECT, "b")
    strip.set_cards((first, second))
    waiting = interface(strip)
    assert waiting.role() == Role.Grouping
    assert waiting.text(Text.Identifier) == "questions-waiting"
    names = [child.text(Text.Name) for child in children(waiting)]
    assert names == [
        "2 questions waiting for you",
        "Go to question",
        "question from the agent: Name of the project?",
        "question from the agent: Where should I book?",
    ]
    strip.set_cards((second,))
    assert interface(first).parent().object() is window
    assert interface(second).parent().object() is strip


def test_what_timed_out_is_found_in_the_strip_too(window: QWidget, strip: QuestionsStrip) -> None:
    left = TimedOutCard("call_1", INPUT, "Aurora")
    put(window, left)
    strip.set_cards((left,))
    card = interface(left)
    assert card.parent().object() is strip
    assert card.text(Text.Description) == "timed out"
    assert (Role.PushButton, "Send anyway") in told(card)


def test_hidden_lines_are_not_children(window: QWidget) -> None:
    card = shown_card(window, INPUT)
    before = interface(card).childCount()
    card.show_error("This answer does not fit.")
    assert interface(card).childCount() == before + 1
    type_into(card, "answer", "x")
    assert interface(card).childCount() == before
    card.set_remaining(None)
    assert interface(card).childCount() == before - 2


def test_options_can_be_chosen_by_actions_alone(window: QWidget, qtbot: QtBot) -> None:
    card = shown_card(window, SELECT)
    by_identifier = {child.text(Text.Identifier): child for child in children(interface(card))}
    option, submit = by_identifier["option-1"], by_identifier["submit"]
    assert not option.state().checked
    option.actionInterface().doAction("Toggle")
    assert option.state().checked
    with qtbot.waitSignal(card.answered):  # Qt shows the press for a moment
        submit.actionInterface().doAction("Press")


def test_every_row_of_a_long_list_has_its_role_state_and_identifier(window: QWidget) -> None:
    card = shown_card(window, AskUserRequest(type="select", text="Which?", options=numbered(200)))
    rows = {
        found.text(Text.Identifier): found
        for found in subtree(interface(card))
        if found.text(Text.Identifier).startswith("option-")
    }
    assert len(rows) == 200
    assert {row.role() for row in rows.values()} == {Role.RadioButton}
    assert rows["option-150"].text(Text.Name) == "Option 151"
    assert rows["option-150"].text(Text.Description) == "151 of 200"
    rows["option-150"].actionInterface().doAction("Toggle")
    assert rows["option-150"].state().checked
    assert not rows["option-0"].state().checked


def test_ampersands_stay_in_names(window: QWidget) -> None:
    labels = ("R&D", "Terms & Conditions", "A && B", "&", "a&&&b")
    options = tuple(AskOption(value=label, label=label) for label in labels)
    for kind in ("select", "multiselect", "buttons"):
        request = AskUserRequest.model_validate({"type": kind, "text": "Q?", "options": options})
        card = shown_card(window, request)
        found = [interface(control(card, f"option-{n}")).text(Text.Name) for n in range(5)]
        assert found == list(labels)


# Secrets.


def secrets_told(root: QAccessibleInterface) -> list[str]:
    """Every text of the tree that holds the marker."""
    found: list[str] = []
    for one in subtree(root):
        texts = [one.text(kind) for kind in (Text.Name, Text.Description, Text.Value, Text.Help)]
        if one.textInterface() is not None:
            texts.append(one.textInterface().text(0, one.textInterface().characterCount()))
        found.extend(text for text in texts if MARKER in text)
    return found


@pytest.mark.parametrize("revealed", [False, True])
def test_a_secret_field_tells_no_text(revealed: bool, window: QWidget) -> None:
    card = shown_card(window, SECRET_INPUT)
    edit = control(card, "answer")
    field = interface(edit)
    assert field.text(Text.Value) == ""
    type_into(card, "answer", MARKER)
    if revealed:
        click(card, "reveal-answer")
    assert field.role() == Role.EditableText
    assert field.state().passwordEdit
    assert field.state().editable
    assert field.textInterface() is None
    assert field.editableTextInterface() is None
    assert field.text(Text.Value) == "••••••••"
    assert field.text(Text.Name) == "Answer"
    assert secrets_told(interface(window)) == []


def test_the_search_for_told_secrets_finds_one(window: QWidget) -> None:
    edit = QLineEdit(MARKER)
    put(window, edit)
    assert secrets_told(interface(window))


def test_a_locked_field_tells_no_text(window: QWidget) -> None:
    card = shown_card(window, INPUT)
    type_into(card, "answer", MARKER)
    assert secrets_told(interface(window))
    click(card, "lock-answer")
    assert secrets_told(interface(window)) == []
    assert interface(control(card, "answer")).textInterface() is None


# The speaker.


def toasts(window: QWidget) -> list[accessibility.Toast]:
    return window.findChildren(accessibility.Toast)


def test_on_linux_a_sentence_is_a_notification(window: QWidget) -> None:
    accessibility.Announcer("linux").say("question from the agent: Which extras?")
    (toast,) = toasts(window)
    assert toast.isVisible()
    said = interface(toast)
    assert said.role() == Role.Notification
    assert said.text(Text.Name) == "question from the agent: Which extras?"
    assert not said.state().invisible


def test_each_sentence_is_a_notification_of_its_own(window: QWidget) -> None:
    announcer = accessibility.Announcer("linux")
    announcer.say("Question cancelled.")
    announcer.say("agent said: All right.")
    names = [interface(toast).text(Text.Name) for toast in toasts(window)]
    assert names == ["Question cancelled.", "agent said: All right."]


def test_a_notification_goes_by_itself(window: QWidget) -> None:
    accessibility.Announcer("linux").say("answer sent")
    (toast,) = toasts(window)
    (timer,) = toast.findChildren(QTimer)
    assert timer.isActive()
    timer.timeout.emit()
    QCoreApplication.sendPostedEvents(toast, QEvent.Type.DeferredDelete)
    assert toasts(window) == []


def test_a_notification_leaves_the_picture_as_it_was(window: QWidget) -> None:
    put(window, QLabel("row"))
    QApplication.processEvents()
    places = [child.geometry() for child in window.findChildren(QLabel)]
    before = window.grab().toImage()
    accessibility.Announcer("linux").say("hello")
    QApplication.processEvents()
    assert toasts(window)
    assert [child.geometry() for child in window.findChildren(QLabel)] == places
    assert window.grab().toImage() == before
    assert window.childAt(0, 0) is None


def test_a_speaker_outlives_its_window(window: QWidget, qtbot: QtBot) -> None:
    announcer = accessibility.Announcer("linux")
    first = QWidget()
    with qtbot.waitActive(first):
        first.show()
        first.activateWindow()
    announcer.say("one")
    assert toasts(first)
    first.close()
    first.deleteLater()
    QCoreApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
    window.activateWindow()
    announcer.say("two")
    assert [toast.sentence for toast in toasts(window)] == ["two"]


@pytest.mark.parametrize("urgent", [True, False])
def test_elsewhere_a_sentence_is_an_announcement(window: QWidget, urgent: bool) -> None:
    accessibility.Announcer("darwin").say("answer sent", urgent=urgent)
    assert toasts(window) == []


def test_without_a_window_nothing_is_said(qapp: QApplication) -> None:
    assert not [widget for widget in qapp.topLevelWidgets() if widget.isVisible()]
    accessibility.Announcer(sys.platform).say("nobody is there")
