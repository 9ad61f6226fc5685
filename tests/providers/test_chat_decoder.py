from typing import Any

import pytest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.model import FinishChunk, ReasoningChunk, TextChunk, Usage
from loopl_desktop.providers.body import BodyItem, Document, EndMark
from loopl_desktop.providers.chat_decoder import ChatDecoder
from loopl_desktop.providers.reasoning import DETAILS, FIELD
from tests.providers.corpus import Outcome, outcome_of

CALL = {"index": 0, "id": "a", "function": {"name": "add", "arguments": '{"a":1}'}}
END = EndMark()


def chunk(delta: Any = None, finish: Any = None, **choice: Any) -> Document:
    entry = {"index": 0, "delta": delta or {}, "finish_reason": finish, **choice}
    return Document({"choices": [entry]})


def text(piece: str) -> Document:
    return chunk({"content": piece})


def decode(*items: BodyItem, calls_in_text: bool = True) -> Outcome:
    decoder = ChatDecoder(["add"], calls_in_text=calls_in_text, new_id=lambda: "new")

    def chunks() -> Any:
        for item in items:
            yield from decoder.feed(item)
        yield from decoder.close()

    return outcome_of(chunks())


def finish_of(*items: BodyItem) -> str | None:
    outcome = decode(*items)
    if outcome.error is not None:
        return outcome.error.kind
    return outcome.finish.finish if outcome.finish is not None else None


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "stop"),
        ("eos", "stop"),
        ("function_call", "stop"),
        ("STOP", "stop"),
        ("some new word", "stop"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        ("model_context_window_exceeded", "length"),
        ("SAFETY", "content_filter"),
        ("refusal", "content_filter"),
        ("error", "server"),
        ("network_error", "server"),
        ("MALFORMED_FUNCTION_CALL", "tool_call_rejected"),
        ("", "truncated"),
        (None, "truncated"),
        (5, "truncated"),
    ],
)
def test_the_servers_word_for_the_end_is_understood(word: Any, finish: str) -> None:
    assert finish_of(text("Hi"), chunk(finish=word)) == finish


def test_a_word_that_says_cut_is_not_overruled() -> None:
    assert finish_of(text("Hi"), chunk(finish="length"), chunk(finish="stop")) == "length"
    assert finish_of(text("Hi"), chunk(finish="stop"), chunk(finish="length")) == "length"


@pytest.mark.parametrize("word", ["length", "content_filter"])
def test_no_call_of_a_cut_reply_runs(word: str) -> None:
    outcome = decode(chunk({"tool_calls": [CALL]}), chunk(finish=word), END)
    assert outcome.calls == []
    assert outcome.finish == FinishChunk(word)  # type: ignore[arg-type]


def test_an_end_mark_alone_is_an_end() -> None:
    assert finish_of(text("Hi"), END) == "stop"


@pytest.mark.parametrize(
    "items",
    [
        [chunk(finish="stop"), END],
        [text(" \n"), chunk(finish="stop")],
        [chunk({"reasoning": "hm"}), chunk(finish="stop")],
        [text("<think>hm</think>"), chunk(finish="stop")],
        [chunk({"tool_calls": [{}]}), chunk(finish="tool_calls")],
    ],
)
def test_a_whole_reply_with_nothing_to_show_is_empty(items: list[BodyItem]) -> None:
    outcome = decode(*items)
    assert outcome.error is not None
    assert outcome.error.kind == "empty"
    assert outcome.text == ""


def test_documents_of_another_kind_are_no_reply() -> None:
    assert finish_of(Document({"status": "ok"})) == "protocol"
    ollama: JsonObject = {"message": {"role": "assistant", "content": "Hi"}, "done": True}
    assert finish_of(Document(ollama)) == "protocol"
    assert finish_of() == "truncated"


def test_a_whole_reply_at_once_needs_no_word_for_its_end() -> None:
    whole: JsonObject = {"object": "chat.completion", "choices": [{"message": {"content": "Hi"}}]}
    outcome = decode(Document(whole))
    assert (outcome.text, outcome.finish) == ("Hi", FinishChunk("stop"))


def test_a_message_in_place_of_a_delta_is_read() -> None:
    pieces = [Document({"choices": [{"message": {"content": piece}}]}) for piece in ("H", "i")]
    assert decode(*pieces, chunk(finish="stop")).text == "Hi"


def test_the_whole_text_once_more_at_the_end_is_not_shown_twice() -> None:
    last: JsonObject = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    assert decode(text("H"), text("i"), Document(last)).text == "Hi"


def test_an_old_completion_is_read() -> None:
    outcome = decode(Document({"choices": [{"text": "Hi", "finish_reason": "stop"}]}))
    assert outcome.text == "Hi"


def test_a_refusal_is_text() -> None:
    assert decode(chunk({"refusal": "I will not."}), chunk(finish="stop")).text == "I will not."


def test_the_deprecated_form_of_a_call_is_read() -> None:
    outcome = decode(
        chunk({"function_call": {"name": "add", "arguments": '{"a"'}}),
        chunk({"function_call": {"arguments": ":1}"}}),
        chunk(finish="function_call"),
    )
    assert [(call.id, call.name, call.arguments) for call in outcome.calls] == [
        ("new", "add", {"a": 1})
    ]
    assert outcome.finish == FinishChunk("tool_calls", extra={FIELD: ""})


def test_a_call_under_both_keys_is_one_call() -> None:
    delta = {"tool_calls": [CALL], "function_call": CALL["function"]}
    assert len(decode(chunk(delta), chunk(finish="stop")).calls) == 1


def test_a_second_answer_is_not_mixed_into_the_first() -> None:
    other = chunk({"content": "other"}, finish="length", index=1)
    assert decode(text("Hi"), other, chunk(finish="stop")).text == "Hi"
    assert finish_of(text("Hi"), other, chunk(finish="stop")) == "stop"
    assert decode(chunk({"content": "Hi"}, index=None), chunk(finish="stop")).text == "Hi"


def test_content_in_parts_is_divided() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "Hi"},
    ]
    outcome = decode(chunk({"content": parts}), chunk(finish="stop"))
    assert (outcome.reasoning, outcome.text) == ("hm", "Hi")


def test_characters_cut_between_pieces_are_joined() -> None:
    outcome = decode(
        chunk({"reasoning": "\ud83c"}),
        chunk({"reasoning": "\udf55"}),
        text("\ud83c"),
        text("\udf55 \udcaf"),
        text("\ud83c"),
        chunk(finish="stop"),
    )
    assert (outcome.reasoning, outcome.text) == ("🍕", "🍕 \ufffd\ufffd")


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"usage": {"prompt_tokens": 3, "completion_tokens": 1}}, Usage(3, 1)),
        ({"usage": {"input_tokens": 3, "output_tokens": 1}}, Usage(3, 1)),
        ({"x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 1}}}, Usage(3, 1)),
        ({"usage": {"prompt_tokens": 3}}, None),
        ({"usage": {"prompt_tokens": "3", "completion_tokens": 1}}, None),
        ({"usage": None}, None),
    ],
)
def test_token_counts_are_read_where_they_stand(usage: Any, expected: Usage | None) -> None:
    outcome = decode(text("Hi"), chunk(finish="stop"), Document({"choices": [], **usage}))
    assert outcome.finish == FinishChunk("stop", expected)
    in_choice = decode(text("Hi"), chunk(finish="stop", **usage))
    assert in_choice.finish == FinishChunk("stop", expected)


def test_what_a_provider_wants_back_comes_with_the_end_of_a_reply_with_calls() -> None:
    thought = {"type": "reasoning.text", "text": "hm"}
    items = [chunk({"reasoning": "hm", DETAILS: [thought]}), chunk(finish="stop")]
    outcome = decode(chunk({"tool_calls": [CALL]}), *items)
    assert outcome.finish == FinishChunk(
        "tool_calls", extra={FIELD: "reasoning", DETAILS: [thought]}
    )
    assert decode(text("Hi"), *items).finish == FinishChunk("stop")


def test_text_that_was_held_back_comes_before_an_error() -> None:
    outcome = decode(text("Hi <tool_ca"), Document({"error": {"message": "x"}}))
    assert (outcome.text, outcome.error and outcome.error.kind) == ("Hi", "server")
    decoder = ChatDecoder(["add"], calls_in_text=True)
    list(decoder.feed(text("Hi <tool_ca")))
    assert list(decoder.flush()) == [TextChunk(" <tool_ca")]
    assert list(decoder.flush()) == []


def test_reasoning_that_was_held_back_comes_too() -> None:
    decoder = ChatDecoder([], calls_in_text=True)
    assert list(decoder.feed(text("<think>a</thi"))) == [ReasoningChunk("a")]
    assert list(decoder.flush()) == [ReasoningChunk("</thi")]


def test_text_before_an_error_in_the_same_document_is_kept() -> None:
    document: JsonObject = {"choices": [{"delta": {"content": "Hi"}}], "error": {"message": "x"}}
    outcome = decode(Document(document))
    assert (outcome.text, outcome.error and outcome.error.kind) == ("Hi", "server")


def test_tags_in_the_text_are_text_unless_they_are_looked_for() -> None:
    tag = '<tool_call>{"name":"add","arguments":{}}</tool_call>'
    assert decode(text(tag), END, calls_in_text=False).text == tag
    assert [call.name for call in decode(text(tag), END).calls] == ["add"]


def test_every_piece_of_content_counts_even_when_it_is_held_back() -> None:
    decoder = ChatDecoder(["add"], calls_in_text=True)
    counts = []
    for item in (
        chunk({"role": "assistant"}),
        text("<tool_call>"),
        chunk({"reasoning": "x"}),
        chunk({"tool_calls": [CALL]}),
        chunk({"tool_calls": [{"index": 0, "function": {"arguments": ""}}]}),
        chunk(),
    ):
        list(decoder.feed(item))
        counts.append(decoder.content_pieces)
    assert counts == [0, 1, 2, 3, 3, 3]


def test_nothing_after_the_end_mark_counts() -> None:
    assert decode(text("Hi"), END, text("ghost"), Document({"error": "x"})).text == "Hi"


@pytest.mark.parametrize(
    "document",
    [
        {"choices": [None, 5, "x"]},
        {"choices": [{"delta": "x"}]},
        {"choices": [{"delta": None, "message": None}]},
        {"choices": [{"delta": {"content": 5, "tool_calls": 5, "function_call": "x"}}]},
        {"choices": [{"delta": {"tool_calls": [None, 5, {"function": 5}]}}]},
        {"choices": "x"},
        {"choices": {}},
    ],
)
def test_odd_shapes_are_passed_over(document: dict[str, Any]) -> None:
    outcome = decode(text("Hi"), Document(document), chunk(finish="stop"))
    assert (outcome.text, outcome.calls, outcome.error) == ("Hi", [], None)
