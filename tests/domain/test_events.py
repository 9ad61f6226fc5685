"""The union of events is closed, and its members are values."""

import dataclasses
import inspect
from typing import get_args

from loopl_desktop.domain import events
from loopl_desktop.domain.events import AgentEvent, TextDelta, TurnFinished


def test_every_event_class_is_in_the_union() -> None:
    defined = {
        item
        for _, item in inspect.getmembers(events, inspect.isclass)
        if item.__module__ == events.__name__
    }
    assert set(get_args(AgentEvent)) == defined


def test_events_are_frozen_values() -> None:
    for event_class in get_args(AgentEvent):
        assert dataclasses.is_dataclass(event_class)
        assert getattr(event_class, "__dataclass_params__").frozen  # noqa: B009 (no public name)
    assert TextDelta("a") == TextDelta("a")
    assert TurnFinished().reason == "done"
