"""The plain words of a row."""

import pytest

from loopl_desktop.bridge.row_text import row_text
from loopl_desktop.domain.ask_answer import MASK
from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField
from loopl_desktop.domain.events import TextDelta
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import (
    APP_CLOSED,
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    Transcript,
    TranscriptItem,
    UserItem,
)

ODA = AskOption(value="oda", label="Oda")
LUNA = AskOption(value="luna", label="Luna")
WHERE = AskUserRequest(type="select", text="Which place?", options=(ODA, LUNA))
LOGIN = AskUserRequest(
    type="form",
    text="Log in",
    fields=(
        FormField(name="user", label="User"),
        FormField(name="pw", label="Password", type="password"),
        FormField(name="stay", label="Stay logged in", type="toggle"),
        FormField(name="port", label="Port", type="number"),
    ),
)


def settled(request: AskUserRequest, value: JsonValue) -> str:
    return row_text(AskItem("call_1", request, MaskedAnswer("answered", value)))


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (UserItem("book a table"), "you said: book a table"),
        (AssistantItem("Use `a & b`\nthen"), "agent said: Use `a & b`\nthen"),
        (AssistantItem("", "let me see"), "agent is thinking"),
        (ToolItem("c", "calculator", {}, "42"), "tool calculator: 42"),
        (ToolItem("c", "calculator", {}), "tool calculator: running"),
        (NoticeItem("The server is away."), "notice: The server is away."),
        (
            AskItem("c", WHERE),
            "question from the agent: Which place?, waiting, press Enter to answer",
        ),
        (
            AskItem("c", WHERE, child_id="kid"),
            "question from the sub-agent: Which place?, waiting, press Enter to answer",
        ),
    ],
)
def test_each_kind_of_row_is_said_in_plain_words(item: TranscriptItem, words: str) -> None:
    assert row_text(item) == words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (MaskedAnswer("answered", "oda"), "answered: Oda"),
        (MaskedAnswer("cancelled"), "cancelled"),
        (MaskedAnswer("timed_out"), "timed out"),
        (MaskedAnswer("aborted", reason="stopped by the user"), "stopped before it was answered"),
        (
            MaskedAnswer("aborted", reason=APP_CLOSED),
            "the app was closed before it was answered",
        ),
    ],
)
def test_the_endings_have_different_words(answer: MaskedAnswer, words: str) -> None:
    told = row_text(AskItem("c", WHERE, answer))
    assert told == f"question from the agent: Which place?, {words}"


@pytest.mark.parametrize(
    ("request_", "value", "words"),
    [
        (AskUserRequest(type="confirm", text="Q"), True, "answered: Yes"),
        (AskUserRequest(type="confirm", text="Q"), False, "answered: No"),
        (AskUserRequest(type="buttons", text="Q", options=(ODA,)), "oda", "answered: Oda"),
        (
            AskUserRequest(type="multiselect", text="Q", options=(ODA, LUNA)),
            ["luna", "oda"],
            "answered: Luna, Oda",
        ),
        (
            AskUserRequest(type="multiselect", text="Q", options=(ODA,)),
            [],
            "answered: nothing chosen",
        ),
        (AskUserRequest(type="input", text="Q"), "at seven", "answered: at seven"),
        (AskUserRequest(type="input", text="Q", secret=True), MASK, "answered, password hidden"),
        (AskUserRequest(type="input", text="Q"), MASK, "answered, hidden"),
        (AskUserRequest(type="input", text="Q"), "well hidden", "answered: well hidden"),
        (AskUserRequest(type="input", text="Q"), "", "answered: left empty"),
        (AskUserRequest(type="message", text="Q"), "acknowledged", "answered: acknowledged"),
        (
            LOGIN,
            {"user": "", "pw": MASK, "stay": True, "port": 80},
            "answered: User: empty, Password hidden, Stay logged in: Yes, Port: 80",
        ),
        (
            LOGIN,
            {"user": MASK, "pw": MASK, "stay": False, "port": None},
            "answered: User hidden, Password hidden, Stay logged in: No, Port: empty",
        ),
    ],
)
def test_an_answer_is_told_in_the_words_of_its_card(
    request_: AskUserRequest, value: JsonValue, words: str
) -> None:
    text = row_text(AskItem("c", request_, MaskedAnswer("answered", value)))
    assert text == f"question from the agent: {request_.text}, {words}"


def test_an_unfolded_question_also_tells_what_it_offered() -> None:
    item = AskItem("c", WHERE, MaskedAnswer("answered", "oda"))
    assert row_text(item, expanded=True).endswith("answered: Oda. It offered: Oda, Luna")


def test_an_unfolded_reply_also_tells_its_reasoning() -> None:
    item = AssistantItem("Yes.", "hm")
    assert row_text(item) == "agent said: Yes."
    assert row_text(item, expanded=True) == "agent thought: hm\nagent said: Yes."
    assert row_text(AssistantItem("", "hm"), expanded=True) == "agent thought: hm"


def test_a_sub_agent_is_told_with_its_rows() -> None:
    inner = Transcript()
    inner.apply(TextDelta("looking"))
    assert row_text(ChildItem("kid", inner)) == "sub-agent kid:\nagent said: looking"
