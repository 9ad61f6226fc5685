"""The whole path against a real model server."""

import asyncio
import socket
from contextlib import aclosing

import pytest

from loopl_desktop.domain.messages import UserMessage
from loopl_desktop.engine.model import FinishChunk, TextChunk
from loopl_desktop.providers import discovery
from loopl_desktop.providers.openai_chat import OpenAIChatModel
from tests.providers.corpus import read
from tests.providers.local_model import LocalModelServer

pytestmark = pytest.mark.local_model


def model_at(server: LocalModelServer, max_tokens: int) -> OpenAIChatModel:
    return OpenAIChatModel(
        base_url=server.base_url, model=server.model, max_retries=0, max_tokens=max_tokens
    )


async def test_a_reply_streams_in_several_pieces(local_model_server: LocalModelServer) -> None:
    pieces = []
    chat = model_at(local_model_server, max_tokens=12)
    async with aclosing(chat.stream([UserMessage("Tell me about the sea.")], [])) as chunks:
        async for chunk in chunks:
            pieces.append(chunk)
    *texts, end = pieces
    assert len(texts) > 3
    assert all(isinstance(piece, TextChunk) for piece in texts)
    assert isinstance(end, FinishChunk)
    assert end.finish == "length"
    assert end.usage is not None
    assert end.usage.output == 12


async def test_after_a_stop_in_the_middle_the_next_message_is_answered(
    local_model_server: LocalModelServer,
) -> None:
    chat = model_at(local_model_server, max_tokens=400)
    came = asyncio.Event()

    async def talk() -> None:
        async with aclosing(chat.stream([UserMessage("Count to a thousand.")], [])) as chunks:
            async for _ in chunks:
                came.set()

    task = asyncio.create_task(talk())
    await came.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    answer = await read(model_at(local_model_server, 4).stream([UserMessage("Hello!")], []))
    assert answer.error is None
    assert answer.text


async def test_the_connection_test_names_the_model(local_model_server: LocalModelServer) -> None:
    report = await discovery.test_connection(
        local_model_server.base_url, local_model_server.model, None
    )
    host = local_model_server.base_url.removeprefix("http://").removesuffix("/v1")
    assert report == discovery.ConnectionReport(
        True,
        f"Connected: SmolLM2-135M-Instruct answers at {host}.",
        ("SmolLM2-135M-Instruct",),
    )


async def test_a_wrong_model_is_told_with_the_right_name(
    local_model_server: LocalModelServer,
) -> None:
    report = await discovery.test_connection(local_model_server.base_url, "smollm", None)
    host = local_model_server.base_url.removeprefix("http://").removesuffix("/v1")
    assert not report.ok
    assert report.sentence == (
        f"The server at {host} does not serve smollm: choose SmolLM2-135M-Instruct."
    )


async def test_a_base_url_without_its_end_is_told(local_model_server: LocalModelServer) -> None:
    wrong = local_model_server.base_url.removesuffix("/v1") + "/api"
    report = await discovery.test_connection(wrong, local_model_server.model, None)
    assert not report.ok
    assert "it usually ends with /v1" in report.sentence


async def test_a_wrong_port_is_told() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    report = await discovery.test_connection(f"http://localhost:{port}/v1", "m", None)
    assert not report.ok
    assert report.sentence == (
        f"No server listens at localhost:{port}: start it, or correct the port of the base URL in "
        "Settings."
    )
