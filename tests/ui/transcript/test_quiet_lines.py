"""The words of quiet lines and of what is copied."""

import pytest

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    Transcript,
    UserItem,
)
from loopl_desktop.ui.transcript import quiet_lines

OPTIONS = (AskOption(value="oda", label="Oda · Turkish"), AskOption(value="enzo", label="Da Enzo"))
SELECT = AskUserRequest(type="select", text="Where?", options=OPTIONS)
SEVERAL = AskUserRequest(type="multiselect", text="Which?", options=OPTIONS)
FORM = AskUserRequest(
    type="form",
    text="How?",
    fields=(
        FormField(name="host", label="Host"),
        FormField(name="pw", label="Password", type="password"),
        FormField(name="note", label="Note"),
        FormField(name="tls", label="TLS", type="toggle"),
    ),
)
FILLED: dict[str, JsonValue] = {"host": "db", "pw": "••••", "note": "", "tls": True}


def ask(request: AskUserRequest, answer: MaskedAnswer | None) -> AskItem:
    return AskItem("call-1", request, answer)


def answered(value: JsonValue) -> MaskedAnswer:
    return MaskedAnswer("answered", value)


@pytest.mark.parametrize(
    ("request_", "answer", "words"),
    [
        (SELECT, None, "Waiting for you"),
        (SELECT, answered("oda"), "Oda · Turkish"),
        (SEVERAL, answered(["oda", "enzo"]), "Oda · Turkish, Da Enzo"),
        (SEVERAL, answered([]), "Nothing chosen"),
        (AskUserRequest(type="confirm", text="Sure?"), answered(False), "No"),
        (AskUserRequest(type="input", text="Name?"), answered("two\nlines"), "two lines"),
        (AskUserRequest(type="input", text="Name?"), answered(""), "Left empty"),
        (AskUserRequest(type="input", text="Where?"), answered("well hidden"), "well hidden"),
        (AskUserRequest(type="input", text="So?"), answered("answered, yes"), "answered, yes"),
        (AskUserRequest(type="input", text="So?"), answered("answered: yes"), "answered: yes"),
        (AskUserRequest(type="message", text="Done."), answered("acknowledged"), "Acknowledged"),
        (AskUserRequest(type="input", text="Name?"), answered("••••"), "Hidden ••••"),
        (
            AskUserRequest(type="input", text="Password?", secret=True),
            answered("••••"),
            "Password hidden ••••",
        ),
        (FORM, answered(FILLED), "Host: db, Password hidden, Note: empty, TLS: Yes"),
        (SELECT, MaskedAnswer("cancelled"), "Cancelled"),
        (SELECT, MaskedAnswer("timed_out"), "Timed out"),
        (SELECT, MaskedAnswer("aborted", reason="x"), "Stopped before it was answered"),
    ],
)
def test_each_ending_has_its_words(
    request_: AskUserRequest, answer: MaskedAnswer | None, words: str
) -> None:
    assert quiet_lines.ending_line(ask(request_, answer)) == words


def test_the_chosen_options_are_known_by_their_values() -> None:
    assert quiet_lines.chosen_values(SELECT, answered("oda")) == {"oda"}
    assert quiet_lines.chosen_values(SEVERAL, answered(["oda", "enzo"])) == {"oda", "enzo"}
    assert quiet_lines.chosen_values(SELECT, MaskedAnswer("cancelled")) == frozenset()
    assert quiet_lines.chosen_values(SELECT, None) == frozenset()
    assert quiet_lines.chosen_values(FORM, answered(FILLED)) == frozenset()


def test_a_form_tells_its_fields_and_no_password() -> None:
    assert quiet_lines.field_lines(FORM, answered(FILLED)) == [
        ("Host", "db"),
        ("Password", "hidden ••••"),
        ("Note", ""),
        ("TLS", "Yes"),
    ]


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (ToolItem("1", "calculator", {"expression": "6*7"}, "42"), "calculator · 6*7 = 42"),
        (ToolItem("1", "clock", {}, "noon"), "clock = noon"),
        (ToolItem("1", "clock", {}, None), "clock …"),
        (ToolItem("1", "clock", {}, ""), "clock"),
        (ToolItem("1", "x", "raw text", None), "x · raw text …"),
        (
            ToolItem("1", "copy", {"from": "a", "n": 3, "deep": {"x": [1]}}, "done"),
            'copy · from: a, n: 3, deep: {"x": [1]} = done',
        ),
        (
            ToolItem("1", "many", {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, "ok"),
            "many · a: 1, b: 2, c: 3, d: 4 … = ok",
        ),
        (ToolItem("1", "calculator", {"e": "1/0"}, "ERROR: no"), "calculator · 1/0 · ERROR: no"),
        (ToolItem("1", "ask_user", {}, "ERROR: ask_user: no text"), "ask_user · ERROR: no text"),
        (ToolItem("1", "copy", {}, "copy: done"), "copy = copy: done"),
    ],
)
def test_a_tool_call_is_one_line(item: ToolItem, line: str) -> None:
    assert quiet_lines.tool_line(item) == line


def test_a_sub_agent_is_one_line() -> None:
    assert quiet_lines.child_line(ChildItem("reader", Transcript())) == "Sub-agent reader · 0 steps"


def test_arguments_are_shown_as_people_read_them() -> None:
    assert quiet_lines.pretty_json({"a": "ü"}) == '{\n  "a": "ü"\n}'
    assert quiet_lines.pretty_json("no json") == "no json"


def test_a_copied_row_has_all_its_words() -> None:
    assert quiet_lines.copied_text(UserItem("Hi\nthere")) == "Hi\nthere"
    assert quiet_lines.copied_text(AssistantItem("**Hi**", reasoning="hm")) == "**Hi**"
    assert quiet_lines.copied_text(NoticeItem("Sorry.")) == "Sorry."
    tool = ToolItem("1", "calculator", {"expression": "6*7"}, "42")
    assert quiet_lines.copied_text(tool) == 'calculator\n{\n  "expression": "6*7"\n}\n42'
    settled = quiet_lines.copied_text(ask(SELECT, answered("oda")))
    assert settled == "Where?\n- Oda · Turkish\n- Da Enzo\nOda · Turkish"
    assert "Password: hidden ••••" in quiet_lines.copied_text(ask(FORM, answered(FILLED)))
    cancelled = quiet_lines.copied_text(ask(FORM, MaskedAnswer("cancelled")))
    assert cancelled.endswith("TLS: \nCancelled")
    assert quiet_lines.copied_text(ChildItem("reader", Transcript())) == ""
