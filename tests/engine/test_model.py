"""A reply is put together from its pieces."""

from collections.abc import AsyncIterator
from typing import cast

import pytest

from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.model import (
    CallChunk,
    FinishChunk,
    ModelChunk,
    ModelReply,
    ReasoningChunk,
    ReplyBuilder,
    TextChunk,
    Usage,
    collect,
)


async def pieces(*chunks: ModelChunk) -> AsyncIterator[ModelChunk]:
    for chunk in chunks:
        yield chunk


async def test_a_reply_is_collected_in_order() -> None:
    call = ToolCall("call_1", "calculator", {})
    reply = await collect(
        pieces(
            ReasoningChunk("h"),
            TextChunk("Good "),
            ReasoningChunk("m"),
            CallChunk(call),
            TextChunk("evening"),
            FinishChunk("tool_calls", Usage(3, 4), {"blocks": []}),
        )
    )
    assert reply == ModelReply(
        "Good evening", "hm", (call,), "tool_calls", Usage(3, 4), {"blocks": []}
    )


async def test_a_reply_without_an_end_has_simply_stopped() -> None:
    assert await collect(pieces(TextChunk("x"))) == ModelReply("x", "", (), "stop")


def test_an_unknown_piece_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        ReplyBuilder().add(cast("ModelChunk", "odd"))
