"""A plain message is sent as it is kept, and opaque extras stay out of its text form."""

from loopl_desktop.domain.messages import (
    AssistantMessage,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)


def test_a_plain_message_is_sent_as_it_is_kept() -> None:
    call = ToolCall("call_1", "calculator", {"expression": "6*7"}, extra={"signature": "s"})
    reply = AssistantMessage("text", (call,), "reasoning", {"blocks": []})
    assert UserMessage("hello").wire_text() == "hello"
    assert ToolResultMessage("call_1", "42").wire_text() == "42"
    assert reply.wire_text() == "text"
    assert reply.wire_reasoning() == "reasoning"
    assert reply.wire_extra() == {"blocks": []}
    assert call.wire_arguments() == {"expression": "6*7"}
    assert call.wire_extra() == {"signature": "s"}


def test_extras_are_not_part_of_the_text_form() -> None:
    call = ToolCall("call_1", "calculator", {}, extra={"x": "opaque"})
    assert "opaque" not in repr(AssistantMessage("text", (call,), extra={"x": "opaque"}))
