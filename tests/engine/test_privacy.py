"""A secret reaches the model in its own turn, and nothing else ever."""

import asyncio
import base64
import dataclasses
import json
import pickle
import secrets
import urllib.parse
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

import pytest

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.errors import ModelError
from loopl_desktop.domain.events import TextDelta, ToolCallFinished
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import AssistantMessage, ToolCall
from loopl_desktop.domain.transcript import messages_from
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import CallChunk, FinishChunk, ReasoningChunk, TextChunk
from loopl_desktop.engine.tool_runner import MAX_RESULT_CHARS
from tests.doubles.host import Host
from tests.doubles.recording_model import RecordingModel, Step, asks, says, wire, wire_json
from tests.doubles.tools import BodyTool

Until = Callable[[Callable[[], object]], Awaitable[None]]
LOGIN: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text"},
        {"name": "pw", "label": "Password", "type": "password", "required": True},
    ],
}


TOO_MANY = "; this is bad call 3 in a row: stop calling tell and go on without it"


@pytest.fixture
def marker() -> str:
    """A password that no earlier run has left anywhere, with characters that need escaping."""
    return f'hunter2/"{secrets.token_hex(8)}"'


def forms_of(marker: str) -> list[str]:
    """The marker as text may carry it; each without what a neighbour may change."""
    in_base64 = [
        base64.b64encode(b"x" * offset + marker.encode() + b"x").decode()[4:-4]
        for offset in range(3)
    ]
    return [
        marker,
        json.dumps(marker)[1:-1],
        json.dumps(json.dumps(marker)[1:-1])[1:-1],
        urllib.parse.quote(marker, safe=""),
        *in_base64,
    ]


def texts_in(sink: object) -> Iterator[str]:
    """Every text that a writer of this object could come by, and its text form."""
    yield repr(sink)
    if isinstance(sink, str):
        yield sink
    elif isinstance(sink, Mapping):
        for key, item in sink.items():
            yield from (*texts_in(key), *texts_in(item))
    elif isinstance(sink, list | tuple):
        for item in sink:
            yield from texts_in(item)
    elif dataclasses.is_dataclass(sink):
        for field in dataclasses.fields(sink):
            yield from texts_in(getattr(sink, field.name))


def leaks(marker: str, sinks: Iterable[object]) -> list[str]:
    """The forms of the marker that are found in what is kept."""
    kept = "\n".join(text for sink in sinks for text in texts_in(sink))
    return [form for form in forms_of(marker) if form in kept]


def said_in_every_form(marker: str) -> str:
    """Prose that repeats the marker in each form."""
    wrapped = json.dumps({"pw": marker})
    return " ".join(
        [
            marker,
            wrapped,
            json.dumps({"body": wrapped}),
            urllib.parse.quote(marker, safe=""),
            *(base64.b64encode(b"x" * n + marker.encode() + b"x").decode() for n in range(3)),
        ]
    )


def chatty_replies(marker: str) -> list[list[Step]]:
    """A model that asks for the password and then repeats it wherever it can."""
    prose = said_in_every_form(marker)
    pieces: list[Step] = [TextChunk(prose[i : i + 3]) for i in range(0, len(prose), 3)]
    repeats = ToolCall("call_2", "login", {"pw": marker, "note": prose}, extra={"sign": marker})
    raw = ToolCall("call_3", "login", f'{{"pw": "{marker}')
    return [
        says("", asks(LOGIN)),
        [
            ReasoningChunk(prose[:7]),
            ReasoningChunk(prose[7:]),
            *pieces,
            CallChunk(repeats),
            CallChunk(raw),
            FinishChunk("tool_calls", extra={"blocks": [marker]}),
        ],
        [TextChunk("Sorry, "), ModelError(f"The server says: {prose}", kind="server")],
    ]


def login_tool() -> BodyTool:
    async def echo(arguments: JsonObject | str, scope: InterruptScope) -> str:
        return f"logged in with {json.dumps(arguments)}"

    return BodyTool("login", echo)


async def chatty_conversation(marker: str, scrubber: Scrubber) -> tuple[Host, RecordingModel]:
    """The turn in which it is given, with a failure at its end, and one turn after that."""
    model = RecordingModel(*chatty_replies(marker))
    agent = Agent(model=model, tools=[AskUserTool(), login_tool()], scrubber=scrubber)
    host = Host(agent, {"call_1": Answered({"user": "Oda", "pw": Secret(marker)})})
    await host.play("Log me in.")
    await host.play("And now?")
    return host, model


async def test_a_secret_is_in_the_requests_of_its_turn_and_in_nothing_else(marker: str) -> None:
    host, model = await chatty_conversation(marker, Scrubber())
    own_turn, later = model.requests[:3], model.requests[3:]
    assert leaks(marker, wire(own_turn[0])) == []
    for request in own_turn[1:]:
        assert leaks(marker, wire(request)) != []  # the control: the model was told
    assert len(later) == 1
    sinks = [
        *host.events,
        *host.transcript.items,
        *host.agent.messages,
        *own_turn,
        *(wire(request) for request in later),
        vars(host.agent),
    ]
    assert leaks(marker, sinks) == []
    assert "••••" in repr(host.events)
    pickle.dumps((host.events, host.agent.messages))


async def test_the_same_search_finds_a_secret_that_was_not_learned(marker: str) -> None:
    """The control: an agent whose scrubber is deaf leaks the marker in every form."""

    class DeafScrubber(Scrubber):
        def learn(self, secret: Secret) -> None:
            pass

    host, _ = await chatty_conversation(marker, DeafScrubber())
    assert leaks(marker, host.events) == forms_of(marker)
    assert leaks(marker, host.agent.messages) != []


async def test_the_model_gets_its_own_words_back_in_the_turn_of_the_secret(marker: str) -> None:
    _, model = await chatty_conversation(marker, Scrubber())
    reply = model.requests[2][3]
    assert isinstance(reply, AssistantMessage)
    assert reply.wire_text() == said_in_every_form(marker)
    assert reply.wire_reasoning() == said_in_every_form(marker)
    assert reply.wire_extra() == {"blocks": [marker]}
    call, raw = reply.tool_calls
    assert call.wire_arguments() == {"pw": marker, "note": said_in_every_form(marker)}
    assert call.wire_extra() == {"sign": marker}
    assert raw.wire_arguments() == f'{{"pw": "{marker}'
    assert leaks(marker, [reply]) == []
    with pytest.raises(TypeError):
        pickle.dumps(reply)


async def test_the_tool_that_needs_a_secret_gets_it(marker: str) -> None:
    seen: list[JsonObject | str] = []

    async def body(arguments: JsonObject | str, scope: InterruptScope) -> str:
        seen.append(arguments)
        return "ok"

    model = RecordingModel(says("", asks(LOGIN)), says("", ToolCall("b", "login", {"pw": marker})))
    agent = Agent(model=model, tools=[AskUserTool(), BodyTool("login", body)])
    host = Host(agent, {"call_1": Answered({"user": "", "pw": Secret(marker)})})
    await host.play("hi")
    assert seen == [{"pw": marker}]
    assert leaks(marker, [*host.events, *agent.messages]) == []


@pytest.mark.parametrize("ending", ["stopped", "failed"])
async def test_a_turn_that_ends_early_masks_its_context_too(
    marker: str, until: Until, ending: str
) -> None:
    end: Step = asyncio.Event()
    if ending == "failed":
        end = ModelError("The server is away.", kind="server")
    model = RecordingModel(says("", asks(LOGIN)), [TextChunk(f"It is {marker}"), end])
    agent = Agent(model=model, tools=[AskUserTool()])
    host = Host(agent, {"call_1": Answered({"user": "", "pw": Secret(marker)})})
    task = host.begin("hi")
    await until(lambda: host.told(TextDelta))
    agent.cancel_turn()
    await task
    assert agent.messages == messages_from(host.transcript.items)
    assert AssistantMessage("It is ••••") in agent.messages
    assert leaks(marker, [*host.events, *agent.messages]) == []


async def test_a_short_secret_is_masked_where_it_is_a_value() -> None:
    pin: JsonObject = {"type": "input", "text": "PIN?", "secret": True}
    model = RecordingModel(
        says("", asks(pin)), says("", ToolCall("call_2", "login", {"pin": "4711", "room": "4711a"}))
    )
    agent = Agent(model=model, tools=[AskUserTool(), login_tool()])
    host = Host(agent, {"call_1": Answered(Secret("4711"))})
    await host.play("hi")
    assert '"4711"' in wire_json(model.requests[2]).replace("\\", "")  # the control
    assert '"4711"' not in repr(host.events).replace("'", '"')
    assert host.result("call_2") == 'logged in with {"pin": "••••", "room": "4711a"}'


async def test_a_scrubber_that_the_host_shares_knows_the_secret_before_any_event(
    marker: str,
) -> None:
    scrubber = Scrubber()
    model = RecordingModel(says("", asks(LOGIN)))
    agent = Agent(model=model, tools=[AskUserTool()], scrubber=scrubber)
    host = Host(agent, {"call_1": Answered({"user": "", "pw": Secret(marker)})})
    await host.play("hi")
    assert scrubber.scrub(f"log: {marker}") == "log: ••••"
    scrubber.forget()
    assert scrubber.scrub(f"log: {marker}") == f"log: {marker}"


@pytest.mark.parametrize("place", ["a long result", "a long fault", "a bad call too many"])
async def test_no_beginning_of_a_secret_is_left_where_a_text_is_cut(
    marker: str, place: str
) -> None:
    async def tells(arguments: JsonObject | str, scope: InterruptScope) -> str:
        if place == "a long result":
            return "x" * (MAX_RESULT_CHARS - 9) + marker
        if place == "a long fault":
            raise RuntimeError("x" * (300 - len("RuntimeError: ") - 9) + marker)
        return "ERROR: tell: " + "x" * (420 - len("ERROR: tell: ") - len(TOO_MANY) - 9) + marker

    calls = [ToolCall(f"call_{index}", "tell", {"index": index}) for index in range(3)]
    model = RecordingModel(*(says("", call) for call in calls), says("Done."))
    scrubber = Scrubber()
    scrubber.learn(Secret(marker))
    host = Host(Agent(model=model, tools=[BodyTool("tell", tells)], scrubber=scrubber))
    await host.play("go")
    kept = " ".join(event.result for event in host.told(ToolCallFinished))
    assert "xxxx" in kept
    assert marker[:5] not in kept
