"""Nothing leaves the engine unscrubbed, and events are made nowhere else."""

import ast
from pathlib import Path
from typing import cast, get_args

import pytest

from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.events import (
    AgentEvent,
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    ReasoningDelta,
    TextDelta,
    ToolCallFinished,
    ToolCallStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.interrupts import Interrupt
from loopl_desktop.domain.masking import MaskedAnswer, Scrubber
from loopl_desktop.engine.outlet import Outlet

PACKAGE = Path(__file__).parents[2] / "loopl_desktop"
MARKER = "hunter2-MARKER"
CARRIERS: list[AgentEvent] = [
    TurnStarted(f"it is {MARKER}"),
    TextDelta(f"it is {MARKER}"),
    ReasoningDelta(f"it is {MARKER}"),
    ToolCallStarted("call_1", "login", {"pw": MARKER}, 0),
    ToolCallStarted("call_1", "login", f"pw={MARKER}", 0),
    ToolCallFinished("call_1", f"logged in by {MARKER}"),
    InterruptRaised(Interrupt("approval:call_1", "approval", {"pw": MARKER}, "call_1")),
    InterruptResolved("ask_user:call_1", "answered", MaskedAnswer("answered", {"note": MARKER})),
    TurnFailed(f"bad request: {MARKER}"),
]
PLAIN: list[AgentEvent] = [
    TurnStarted(None),
    InterruptResolved("approval:call_1", "approved"),
    TurnFinished(),
]


def sent(*events: AgentEvent, knows: str = MARKER) -> list[AgentEvent]:
    scrubber = Scrubber()
    scrubber.learn(Secret(knows))
    told: list[AgentEvent] = []
    outlet = Outlet(scrubber, told.append)
    for event in events:
        outlet.send(event)
    return told


@pytest.mark.parametrize("event", CARRIERS, ids=lambda event: type(event).__name__)
def test_every_event_is_scrubbed(event: AgentEvent) -> None:
    for carrier in (event, ChildEvent("child", event)):
        assert MARKER in repr(sent(carrier, TurnFinished(), knows="another"))  # the control
        told = repr(sent(carrier, TurnFinished()))
        assert MARKER not in told
        assert "••••" in told


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(event) for event in [*CARRIERS, *PLAIN]} | {ChildEvent} == set(
        get_args(AgentEvent)
    )


@pytest.mark.parametrize("event", PLAIN, ids=lambda event: type(event).__name__)
def test_an_event_without_text_is_passed_on(event: AgentEvent) -> None:
    assert sent(event) == [event]


def test_a_secret_in_pieces_is_scrubbed() -> None:
    pieces: list[AgentEvent] = [TextDelta("it is hunter"), TextDelta("2-MAR"), TextDelta("KER!")]
    assert sent(*pieces) == [TextDelta("it is "), TextDelta("••••!")]


def test_what_is_held_back_is_told_before_the_next_event() -> None:
    events: list[AgentEvent] = [TextDelta("a hunter"), ReasoningDelta("a hunt"), TurnFinished()]
    assert sent(*events) == [
        TextDelta("a "),
        ReasoningDelta("a "),
        ReasoningDelta("hunt"),
        TextDelta("hunter"),
        TurnFinished(),
    ]


def test_an_unknown_event_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        sent(cast("AgentEvent", "odd"))


def makers_of_events(package: Path) -> set[str]:
    """The modules that call a constructor of an event."""
    names = {event.__name__ for event in get_args(AgentEvent)}
    return {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) or getattr(node.func, "attr", None)) in names
    }


def test_events_are_made_in_the_engine_only() -> None:
    makers = makers_of_events(PACKAGE)
    assert "engine/gate.py" in makers
    assert all(maker.startswith("engine/") for maker in makers), makers


def test_an_event_made_elsewhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "card.py").write_text("events.TextDelta('typed')\n")
    assert makers_of_events(tmp_path) == {"ui/card.py"}
