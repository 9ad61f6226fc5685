"""The window and a server that speaks the OpenAI chat format, over a real connection."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from loopl_desktop.domain.transcript import AssistantItem
from loopl_desktop.providers.openai_chat import OpenAIChatModel
from tests.providers.local_model import LocalModelServer
from tests.providers.stub_server import Answer, StubServer
from tests.ui.window_world import WindowWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]

PLACE = {
    "type": "select",
    "title": "Pick a restaurant",
    "text": "Where should I book for tonight at 20:00, for two?",
    "options": ["Antica Pesa · Italian", "Oda · Turkish", "Blue Ribbon · Sushi"],
}


def event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


def call_in_pieces(name: str, arguments: dict[str, Any]) -> list[bytes]:
    text = json.dumps(arguments)
    head = {"index": 0, "id": "call_7", "type": "function", "function": {"name": name}}
    pieces = [text[start : start + 9] for start in range(0, len(text), 9)]
    body = [{"index": 0, "function": {"arguments": piece}} for piece in pieces]
    chunks = [event({"tool_calls": [piece]}) for piece in [head, *body]]
    return [*chunks, event({}, "tool_calls"), b"data: [DONE]\n\n"]


def prose(text: str) -> list[bytes]:
    return [event({"content": text}), event({}, "stop"), b"data: [DONE]\n\n"]


def replies_of(world: WindowWorld) -> list[str]:
    items = world.session.transcript_model.transcript.items
    return [item.text for item in items if isinstance(item, AssistantItem)]


async def test_a_question_that_streams_in_pieces_is_answered_by_its_card(
    tmp_path: Path, until: Until
) -> None:
    answers = Answer(call_in_pieces("ask_user", PLACE)), Answer(prose("Booked."))
    async with StubServer(*answers) as server:
        world = WindowWorld(tmp_path, OpenAIChatModel(base_url=server.base_url, model="m"))
        await world.show(until)
        world.say("Book me a table tonight.")
        await until(lambda: world.has("ask-call_7"))
        world.press("option-1")
        world.press("submit")
        await until(lambda: not world.session.running)
        first, second = (request.json["messages"] for request in server.requests)
        assert [message["role"] for message in first] == ["user"]
        assert [message["role"] for message in second] == ["user", "assistant", "tool"]
        assert second[2]["content"] == '{"ok": true, "value": "Oda · Turkish"}'
        assert second[2]["tool_call_id"] == second[1]["tool_calls"][0]["id"] == "call_7"
        offered = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
        assert offered == ["ask_user", "calculator"]
        assert replies_of(world) == ["Booked."]
        await world.close()


async def test_a_refusal_is_one_sentence_and_retry_goes_on(tmp_path: Path, until: Until) -> None:
    refusal = Answer([b'{"error": {"message": "Bad key"}}'], 401, "application/json")
    async with StubServer(refusal, Answer(prose("Hello."))) as server:
        world = WindowWorld(tmp_path, OpenAIChatModel(base_url=server.base_url, model="m"))
        await world.show(until)
        world.say("Hello?")
        await until(lambda: world.has("retry"))
        assert "key" in world.rows[-1]
        world.press("retry")
        await until(lambda: replies_of(world))
        await until(lambda: not world.session.running)
        messages = [request.json["messages"] for request in server.requests]
        assert messages[1] == messages[0] == [{"role": "user", "content": "Hello?"}]
        await world.close()


async def test_a_local_model_streams_is_stopped_and_answers_the_next_message(
    tmp_path: Path, until: Until, local_model_server: LocalModelServer
) -> None:
    model = OpenAIChatModel(
        base_url=local_model_server.base_url, model=local_model_server.model, max_tokens=400
    )
    world = WindowWorld(tmp_path, model)
    world.settings.update(tools_off=frozenset({"ask_user", "calculator"}))  # too much to read
    await world.show(until)
    world.say("Tell me a long story about the sea.")
    await until(lambda: len("".join(replies_of(world))) > 40)
    world.press("stop")
    await until(lambda: not world.session.running)
    (kept,) = replies_of(world)
    assert len(kept) > 40
    world.say("Say yes.")
    await until(lambda: len(replies_of(world)) == 2)
    world.press("stop")
    await until(lambda: not world.session.running)
    assert replies_of(world)[0] == kept
    await world.close()
