"""A rebuild equals what was sent: after any turn, live context and rebuilt history are the same."""

import asyncio
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loopl_desktop.domain.ask_answer import Answered, Secret
from loopl_desktop.domain.errors import ModelError
from loopl_desktop.domain.events import AgentEvent, InterruptRaised
from loopl_desktop.domain.interrupts import Aborted, Cancelled
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from loopl_desktop.domain.transcript import Transcript, messages_from
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import Response
from loopl_desktop.engine.model import Finish, TextChunk
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.clock import FakeClock
from tests.doubles.recording_model import RecordingModel, Step, says, wire_json

MARKER = "hunter2-MARKER-5150"
SECRET: JsonObject = {"type": "input", "text": "Password?", "secret": True}
FORM: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text"},
        {"name": "pw", "label": "Password", "type": "password"},
    ],
}
ANSWERS: dict[str, Answered] = {
    "confirm": Answered(False),
    "input": Answered(Secret(MARKER)),
    "form": Answered({"user": MARKER, "pw": Secret(MARKER)}),
}

texts = st.sampled_from(["", "Hello.", f"It is {MARKER}.", "Let me see."])
calls = st.one_of(
    st.builds(ToolCall, st.just("call_0"), st.just("ask_user"), st.sampled_from([SECRET, FORM])),
    st.builds(
        ToolCall,
        st.sampled_from(["call_0", "call_1", ""]),
        st.just("ask_user"),
        st.sampled_from([{"type": "confirm", "text": "Sure?"}, {"type": "riddle"}]),
    ),
    st.builds(
        ToolCall,
        st.sampled_from(["call_0", "x"]),
        st.sampled_from(["calculator", "unknown"]),
        st.sampled_from([{"expression": "6*7"}, {"expression": MARKER}, f"raw {MARKER}"]),
    ),
)
endings: st.SearchStrategy[Finish | str | None] = st.sampled_from(
    [None, None, None, None, "length", "failure", "stop"]
)
replies = st.tuples(texts, st.lists(calls, max_size=3), endings)
turns = st.tuples(st.sampled_from(["hi", None]), st.lists(replies, min_size=1, max_size=4))
reactions = st.lists(st.sampled_from(["answer", "cancel", "time", "stop", "abort"]), min_size=8)


def steps_of(text: str, tool_calls: Sequence[ToolCall], ending: str | None) -> list[Step]:
    match ending:
        case "failure":
            return [TextChunk(text), ModelError("The server is away.", kind="server")]
        case "stop":
            return [TextChunk(text), asyncio.Event()]
        case "length":
            return says(text, *tool_calls, finish="length")
        case _:
            return says(text, *tool_calls)


class Person:
    """Answers, cancels, waits too long or stops, as a list says."""

    def __init__(self, agent: Agent, clock: FakeClock, reactions: Sequence[str]) -> None:
        self.agent, self.clock, self.reactions = agent, clock, list(reactions)
        self.transcript = Transcript()

    async def play(self, text: str | None) -> None:
        task = asyncio.create_task(self._read(text))
        for _ in range(400):  # a reply that never ends is stopped when nothing moves any more
            await asyncio.sleep(0)
        self.agent.cancel_turn()
        await task

    async def _read(self, text: str | None) -> None:
        async for event in self.agent.stream(text):
            self.transcript.apply(event)
            self._react(event)

    def _react(self, event: AgentEvent) -> None:
        if not isinstance(event, InterruptRaised):
            return
        reaction = self.reactions.pop(0) if self.reactions else "answer"
        if reaction == "time":
            self.clock.advance(5000.0)
        elif reaction == "stop":
            self.agent.cancel_turn()
        else:
            reason = event.interrupt.reason
            assert isinstance(reason, dict)
            responses: dict[str, Response] = {
                "answer": ANSWERS[str(reason["type"])],
                "cancel": Cancelled(),
                "abort": Aborted("no screen"),
            }
            self.agent.resolve(event.interrupt.id, responses[reaction])


def check_pairs(messages: Sequence[Message]) -> None:
    """Every call has its result right behind it, in call order, and ids are used once."""
    seen: set[str] = set()
    expected: list[str] = []
    for message in messages:
        if isinstance(message, ToolResultMessage):
            assert message.tool_use_id == expected.pop(0)
            continue
        assert expected == []
        if isinstance(message, AssistantMessage):
            expected = [call.id for call in message.tool_calls]
            assert not seen.intersection(expected)
            seen.update(expected)
    assert expected == []


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(conversation=st.lists(turns, min_size=1, max_size=3), moves=reactions)
def test_later_requests_begin_with_the_rebuilt_history_and_hold_no_secret(
    conversation: list[tuple[str | None, list[tuple[str, list[ToolCall], str | None]]]],
    moves: list[str],
) -> None:
    async def play() -> None:
        clock, scrubber = FakeClock(), Scrubber()
        scrubber.learn(Secret(MARKER))  # a secret of an earlier turn
        model = RecordingModel()
        tools = [AskUserTool(), CalculatorTool()]
        agent = Agent(model=model, tools=tools, clock=clock, scrubber=scrubber)
        person = Person(agent, clock, moves)
        for said, scripted in conversation:
            rebuilt = messages_from(person.transcript.items)
            assert agent.messages == rebuilt
            check_pairs(rebuilt)
            assert MARKER not in wire_json(rebuilt) + repr(rebuilt)
            model.requests.clear()
            model.script([steps_of(*reply) for reply in scripted])
            await person.play(said)
            expected = rebuilt if said is None else [*rebuilt, UserMessage(said)]
            assert list(model.requests[0]) == expected
        rebuilt = messages_from(person.transcript.items)
        assert agent.messages == rebuilt
        check_pairs(rebuilt)
        again = Transcript(person.transcript.items)
        assert messages_from(again.items) == rebuilt
        assert person.transcript.pending_asks == ()

    asyncio.run(play())
