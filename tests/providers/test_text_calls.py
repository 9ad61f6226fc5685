import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.providers.text_calls import MAX_CALL_CHARS, TextCall, TextCallReader

CALL = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>'
ADD = TextCall("add", {"a": 1})


def read(*pieces: str, tools: tuple[str, ...] = ("add",)) -> tuple[str, list[TextCall]]:
    reader = TextCallReader(tools)
    text = "".join(reader.feed(piece) for piece in pieces) + reader.close()
    return text, reader.calls


@pytest.mark.parametrize(
    ("text", "shown", "count"),
    [
        (CALL, "", 1),
        (f"Sure.\n\n{CALL}\n", "Sure.", 1),
        (f"{CALL}\n{CALL}", "", 2),
        (f"{CALL} Done. ", "Done. ", 1),
        (f"a\n```\n{CALL}\n```\nb {CALL}", f"a\n```\n{CALL}\n```\nb", 1),
        (f"````\n```\n{CALL}\n````{CALL}", f"````\n```\n{CALL}\n````", 1),
        (f"```x``` {CALL}", "```x```", 1),
        (f"`{CALL}`", "``", 1),
        ("<tool_call>{</tool_call> x", "<tool_call>{</tool_call> x", 0),
        ("<tool_call>[1]</tool_call>", "<tool_call>[1]</tool_call>", 0),
        (CALL.replace("add", "delete"), CALL.replace("add", "delete"), 0),
        (CALL.replace('"add"', "1"), CALL.replace('"add"', "1"), 0),
        (CALL.replace('{"a": 1}', "[1]"), CALL.replace('{"a": 1}', "[1]"), 0),
        (CALL.removesuffix("</tool_call>"), CALL.removesuffix("</tool_call>"), 0),
        ("a <tool_c", "a <tool_c", 0),
        ("a ``", "a ``", 0),
        ("a ```", "a ```", 0),
        (" \n", " \n", 0),
    ],
)
def test_calls_are_taken_out_and_all_else_stays(text: str, shown: str, count: int) -> None:
    assert read(text) == (shown, [ADD] * count)
    assert read(*text) == (shown, [ADD] * count)


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "add", "parameters": {"a": 1}}',
        '{"name": "add", "arguments": "{\\"a\\": 1}"}',
    ],
)
def test_other_forms_of_arguments_are_read(body: str) -> None:
    assert read(f"<tool_call>{body}</tool_call>") == ("", [ADD])


def test_a_call_without_arguments_has_none() -> None:
    assert read('<tool_call>{"name":"add"}</tool_call>') == ("", [TextCall("add", {})])


def test_a_call_of_no_end_is_not_held_back_for_ever() -> None:
    reader = TextCallReader(["add"])
    assert reader.feed("<tool_call>" + "x" * MAX_CALL_CHARS).endswith("xxx")
    assert reader.feed(" more") == " more"


def test_without_tools_nothing_is_a_call() -> None:
    assert read(CALL, tools=()) == (CALL, [])


@settings(deadline=None)
@given(st.lists(st.sampled_from([CALL, "```", "`", "<tool_call>", "</tool_call>", "a", "\n", " "])))
def test_the_division_of_the_text_changes_nothing(parts: list[str]) -> None:
    whole = "".join(parts)
    assert read(*whole) == read(whole) == read(*parts)


@settings(deadline=None)
@given(st.text(alphabet="<>tool_cal/`\n a{}"))
def test_a_text_without_calls_is_shown_to_the_letter(text: str) -> None:
    assert read(*text) == (text, [])


def test_text_is_shown_as_soon_as_it_is_sure() -> None:
    reader = TextCallReader(["add"])
    assert reader.feed("a <b") == "a <b"
    assert reader.feed(" <tool") == ""
    assert reader.feed("x ") == " <toolx"
