"""The fold from events to rows, and the messages that are rebuilt from rows."""

import time
from collections.abc import Iterable
from typing import cast

import pytest

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import (
    AgentEvent,
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    ReasoningDelta,
    TextDelta,
    ToolCallFinished,
    ToolCallStarted,
    TurnEnding,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.interrupts import APPROVAL, Interrupt, interrupt_id_for
from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.messages import (
    AssistantMessage,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
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
    messages_from,
)

CONFIRM: JsonObject = {"type": "confirm", "text": "Book it?"}
REQUEST = AskUserRequest.model_validate(CONFIRM)
YES = MaskedAnswer("answered", True)


def started(call_id: str, name: str = "ask_user", reply_index: int = 0) -> ToolCallStarted:
    arguments = CONFIRM if name == "ask_user" else {}
    return ToolCallStarted(call_id, name, arguments, reply_index)


def raised(call_id: str, reason: JsonValue = CONFIRM, name: str = "ask_user") -> InterruptRaised:
    return InterruptRaised(Interrupt(interrupt_id_for(call_id, name), name, reason, call_id))


def resolved(call_id: str, answer: MaskedAnswer = YES) -> InterruptResolved:
    return InterruptResolved(interrupt_id_for(call_id), answer.ending, answer)


def folded(*events: AgentEvent) -> Transcript:
    transcript = Transcript()
    for event in events:
        transcript.apply(event)
    return transcript


def test_a_message_and_the_reply_in_pieces_are_two_rows() -> None:
    transcript = Transcript()
    assert transcript.apply(TurnStarted("hello")) == 0
    assert transcript.apply(TextDelta("Good ")) == 1
    assert transcript.apply(TextDelta("evening")) == 1
    assert transcript.apply(TurnFinished()) is None
    assert transcript.items == (UserItem("hello"), AssistantItem("Good evening", turn=1))


def test_reasoning_and_text_of_one_reply_are_one_row() -> None:
    transcript = folded(TurnStarted("hi"), ReasoningDelta("hm"), TextDelta("yes"))
    assert transcript[1] == AssistantItem("yes", "hm", turn=1)


def test_a_reply_can_come_before_anything_else() -> None:
    assert folded(TextDelta("hello")).items == (AssistantItem("hello"),)


def test_a_turn_without_a_message_has_no_row_but_rows_of_its_own() -> None:
    transcript = folded(TurnStarted("hi"), TextDelta("part"), TurnFinished("done"))
    assert transcript.apply(TurnStarted(None)) is None
    assert transcript.apply(TextDelta("more")) == 2
    assert transcript[2] == AssistantItem("more", turn=2)


def test_the_row_of_the_call_becomes_the_question_and_then_its_answer() -> None:
    transcript = folded(TurnStarted("hi"))
    assert transcript.apply(started("call_1")) == 1
    assert transcript.items[1:] == (ToolItem("call_1", "ask_user", CONFIRM, turn=1),)
    assert transcript.apply(raised("call_1")) == 1
    assert transcript.items[1:] == (AskItem("call_1", REQUEST, turn=1),)
    assert [ask.tool_use_id for ask in transcript.pending_asks] == ["call_1"]
    assert transcript.apply(resolved("call_1")) == 1
    assert transcript.items[1:] == (AskItem("call_1", REQUEST, YES, turn=1),)
    assert transcript.pending_asks == ()


def test_the_result_folds_into_the_question_without_a_second_row() -> None:
    transcript = folded(TurnStarted("hi"), started("call_1"), raised("call_1"), resolved("call_1"))
    before = transcript.items
    assert transcript.apply(ToolCallFinished("call_1", '{"ok": true, "value": true}')) is None
    assert transcript.items == before


def test_the_first_ending_of_a_question_stays() -> None:
    transcript = folded(TurnStarted("hi"), started("call_1"), raised("call_1"), resolved("call_1"))
    assert transcript.apply(resolved("call_1", MaskedAnswer("cancelled"))) is None
    assert cast("AskItem", transcript[1]).answer == YES


def test_the_result_of_another_tool_is_told_in_its_own_row() -> None:
    transcript = folded(
        TurnStarted("hi"), started("call_1", "calculator"), started("call_2", "calculator")
    )
    assert transcript.apply(ToolCallFinished("call_1", "42")) == 1
    assert cast("ToolItem", transcript[1]).result == "42"
    assert cast("ToolItem", transcript[2]).result is None


def test_two_questions_wait_in_row_order_and_settle_in_any_order() -> None:
    transcript = folded(
        TurnStarted("hi"), started("call_1"), started("call_2"), raised("call_2"), raised("call_1")
    )
    assert [ask.tool_use_id for ask in transcript.pending_asks] == ["call_1", "call_2"]
    transcript.apply(resolved("call_2"))
    assert [ask.tool_use_id for ask in transcript.pending_asks] == ["call_1"]


@pytest.mark.parametrize(
    "event",
    [
        raised("unknown"),
        raised("call_1", reason={"type": "riddle"}),
        raised("call_1", name=APPROVAL),
        resolved("unknown"),
        resolved("call_1"),
        InterruptResolved(interrupt_id_for("call_1", APPROVAL), "approved"),
        ToolCallFinished("unknown", "42"),
    ],
)
def test_what_belongs_to_no_question_changes_no_row(event: AgentEvent) -> None:
    transcript = folded(TurnStarted("hi"), started("call_1"))
    before = transcript.items
    assert transcript.apply(event) is None
    assert transcript.items == before
    assert transcript.pending_asks == ()


def test_a_question_is_not_raised_a_second_time() -> None:
    transcript = folded(TurnStarted("hi"), started("call_1"), raised("call_1"), resolved("call_1"))
    assert transcript.apply(raised("call_1")) is None
    assert transcript.pending_asks == ()


@pytest.mark.parametrize(
    ("ending", "words"),
    [("stopped", "stopped"), ("limit", "paused"), ("cut", "was cut"), ("filtered", "filter")],
)
def test_an_early_ending_is_told_in_a_row(ending: TurnEnding, words: str) -> None:
    transcript = folded(TurnStarted("hi"), TextDelta("part"))
    assert transcript.apply(TurnFinished(ending)) == 2
    notice = transcript[2]
    assert isinstance(notice, NoticeItem)
    assert notice.kind == ending
    assert words in notice.text


def test_a_failure_is_told_in_a_row_and_the_partial_text_stays() -> None:
    transcript = folded(TurnStarted("hi"), TextDelta("part"))
    assert transcript.apply(TurnFailed("The server is away. Try again.", "server")) == 2
    assert transcript[1] == AssistantItem("part", turn=1)
    assert transcript[2] == NoticeItem("The server is away. Try again.", "failed")


def test_a_childs_events_fold_into_its_own_rows() -> None:
    transcript = folded(TurnStarted("hi"), started("outer", "research"))
    assert transcript.apply(ChildEvent("child", TurnStarted("look it up"))) == 2
    for event in (started("outer/call_1"), raised("outer/call_1")):
        assert transcript.apply(ChildEvent("child", event)) == 2
    child = transcript[2]
    assert isinstance(child, ChildItem)
    assert [type(item) for item in child.transcript.items] == [UserItem, AskItem]
    (ask,) = transcript.pending_asks
    assert (ask.tool_use_id, ask.child_id) == ("outer/call_1", "child")
    transcript.apply(ChildEvent("child", resolved("outer/call_1")))
    assert transcript.pending_asks == ()


def test_questions_of_agent_and_child_wait_in_row_order() -> None:
    transcript = folded(
        TurnStarted("hi"),
        ChildEvent("child", started("outer/1")),
        started("own"),
        raised("own"),
        ChildEvent("child", raised("outer/1")),
    )
    assert [ask.tool_use_id for ask in transcript.pending_asks] == ["outer/1", "own"]


def test_an_unknown_event_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        Transcript().apply(cast("AgentEvent", "odd"))


def test_rows_are_counted_and_found_by_index() -> None:
    transcript = folded(TurnStarted("hi"), TextDelta("hello"))
    assert len(transcript) == 2
    assert transcript[0] == UserItem("hi")
    with pytest.raises(IndexError):
        transcript[2]


def seconds_for(count: int) -> float:
    """The least processor time for one question in a transcript of so many rows."""
    calls = [
        ToolItem(f"call_{number}", "calculator", {}, result="1", turn=1) for number in range(count)
    ]
    times = []
    for attempt in range(20):
        transcript = Transcript(calls)
        start = time.process_time()
        for event in (started("ask"), raised("ask"), TextDelta("x"), resolved("ask")):
            transcript.apply(event)
            assert len(transcript.pending_asks) < 2
        times.append(time.process_time() - start)
        assert len(transcript) > count, attempt
    return min(times)


def test_a_question_costs_the_same_however_long_the_conversation_is() -> None:
    assert seconds_for(20_000) < 20 * seconds_for(20)


def seconds_for_reply(chars: int) -> float:
    """The processor time for a reply of so many characters that is looked at now and then."""
    piece = TextDelta("abcd")
    transcript = folded(TurnStarted("hi"))
    start = time.process_time()
    for number in range(chars // 4):
        transcript.apply(piece)
        if number % 1000 == 0:
            assert isinstance(transcript[1], AssistantItem)
    assert transcript[1] == AssistantItem("abcd" * (chars // 4), turn=1)
    return time.process_time() - start


def test_a_long_reply_is_not_copied_for_each_of_its_pieces() -> None:
    assert seconds_for_reply(800_000) < 40 * seconds_for_reply(80_000)


def test_a_row_that_was_looked_at_goes_on_growing() -> None:
    transcript = folded(TurnStarted("hi"))
    said = []
    for event in (TextDelta("a"), ReasoningDelta("x"), ReasoningDelta("y"), TextDelta("b")):
        assert transcript.apply(event) == 1
        assert transcript[1] is transcript.items[1]
        said.append(transcript[1])
    assert said == [
        AssistantItem("a", turn=1),
        AssistantItem("a", "x", turn=1),
        AssistantItem("a", "xy", turn=1),
        AssistantItem("ab", "xy", turn=1),
    ]


def test_pieces_that_nobody_looked_at_stay_in_their_row() -> None:
    transcript = folded(
        TurnStarted("hi"), TextDelta("a"), TextDelta("b"), started("call_1"), TextDelta("c")
    )
    assert transcript[1] == AssistantItem("ab", turn=1)
    assert transcript[3] == AssistantItem("c", turn=1)


# A conversation that is opened again


def test_reopened_rows_go_on_where_they_ended() -> None:
    first = folded(
        TurnStarted("hi"),
        started("call_1"),
        raised("call_1"),
        resolved("call_1"),
        ChildEvent("child", TurnStarted("task")),
    )
    again = Transcript(first.items)
    assert again.items == first.items
    again.apply(TurnStarted("more"))
    assert again.apply(ChildEvent("child", TextDelta("x"))) == 2
    again.apply(TextDelta("text"))
    assert again[4] == AssistantItem("text", turn=2)


def test_a_question_that_was_open_when_the_app_closed_is_aborted_never_cancelled() -> None:
    first = folded(TurnStarted("hi"), started("call_1"), raised("call_1"))
    again = Transcript(first.items)
    assert again.pending_asks == ()
    ask = again[1]
    assert isinstance(ask, AskItem)
    assert ask.answer == MaskedAnswer("aborted", reason=APP_CLOSED)
    assert messages_from(again.items) == messages_from(first.items)


# Messages


def test_rows_give_the_messages_of_the_next_request() -> None:
    transcript = folded(
        TurnStarted("hi"),
        TextDelta("Let me see."),
        started("call_1"),
        started("call_2", "calculator"),
        raised("call_1"),
        ToolCallFinished("call_2", "42"),
        resolved("call_1"),
        ToolCallFinished("call_1", "ignored"),
        TextDelta("Done."),
        TurnFinished(),
    )
    assert messages_from(transcript.items) == [
        UserMessage("hi"),
        AssistantMessage(
            "Let me see.",
            (ToolCall("call_1", "ask_user", CONFIRM), ToolCall("call_2", "calculator", {})),
        ),
        ToolResultMessage("call_1", '{"ok": true, "value": true}'),
        ToolResultMessage("call_2", "42"),
        AssistantMessage("Done."),
    ]


def call_ids(items: Iterable[TranscriptItem]) -> list[tuple[str, list[str]]]:
    return [
        (message.text, [call.id for call in message.tool_calls])
        for message in messages_from(items)
        if isinstance(message, AssistantMessage)
    ]


def test_calls_of_one_reply_stay_together_and_those_of_two_stay_apart() -> None:
    transcript = folded(
        TurnStarted("hi"),
        started("a", reply_index=0),
        started("b", reply_index=0),
        started("c", reply_index=1),
        TextDelta("text"),
        started("d", reply_index=2),
    )
    assert call_ids(transcript.items) == [("", ["a", "b"]), ("", ["c"]), ("text", ["d"])]


def test_calls_never_join_the_text_of_an_earlier_turn() -> None:
    transcript = folded(
        TurnStarted("hi"),
        TextDelta("part"),
        TurnFinished("stopped"),
        TurnStarted(None),
        started("a", reply_index=1),
    )
    assert call_ids(transcript.items) == [("part", []), ("", ["a"])]


def test_a_call_without_a_result_gets_one_that_says_so() -> None:
    transcript = folded(
        TurnStarted("hi"), started("call_1", "calculator"), started("call_2"), raised("call_2")
    )
    assert messages_from(transcript.items)[2:] == [
        ToolResultMessage("call_1", "ERROR: calculator: stopped before it had a result"),
        ToolResultMessage(
            "call_2", '{"ok": false, "aborted": true, "reason": "the app was closed"}'
        ),
    ]


def test_an_empty_result_is_a_result() -> None:
    transcript = folded(
        TurnStarted("hi"), started("call_1", "shell"), ToolCallFinished("call_1", "")
    )
    assert messages_from(transcript.items)[2] == ToolResultMessage("call_1", "")


def test_notices_children_and_bare_reasoning_are_not_sent() -> None:
    transcript = folded(
        TurnStarted("hi"),
        ChildEvent("child", TextDelta("x")),
        ReasoningDelta("hm"),
        TurnFailed("The server is away. Try again."),
    )
    assert messages_from(transcript.items) == [UserMessage("hi")]


def test_an_unknown_row_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        messages_from([cast("TranscriptItem", "odd")])
