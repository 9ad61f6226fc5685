"""A host of an agent: folds its events and gives the answers that a test has laid out."""

import asyncio
from collections.abc import Mapping
from typing import TypeVar

from loopl_desktop.domain.events import AgentEvent, InterruptRaised
from loopl_desktop.domain.interrupts import interrupt_id_for
from loopl_desktop.domain.transcript import AskItem, ToolItem, Transcript
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.gate import Response

Event = TypeVar("Event", bound=AgentEvent)


class Host:
    """One conversation."""

    def __init__(self, agent: Agent, answers: Mapping[str, Response] | None = None) -> None:
        self.agent = agent
        self.answers = dict(answers or {})
        """By tool_use_id, what is answered as soon as the question is raised."""
        self.events: list[AgentEvent] = []
        self.transcript = Transcript()

    async def play(self, text: str | None) -> None:
        """Play one turn to its end."""
        async for event in self.agent.stream(text):
            self.take(event)

    def begin(self, text: str | None) -> "asyncio.Task[None]":
        """Play one turn beside the test."""
        return asyncio.create_task(self.play(text))

    def take(self, event: AgentEvent) -> None:
        self.events.append(event)
        self.transcript.apply(event)
        if isinstance(event, InterruptRaised):
            answer = self.answers.get(event.interrupt.tool_use_id)
            if answer is not None:
                self.agent.resolve(event.interrupt.id, answer)

    def answer(self, tool_use_id: str, response: Response) -> bool:
        """Answer a question by its call."""
        return self.agent.resolve(interrupt_id_for(tool_use_id), response)

    def told(self, kind: type[Event]) -> list[Event]:
        """All events of one class, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def pending(self) -> list[str]:
        """The calls whose questions wait."""
        return [item.tool_use_id for item in self.transcript.pending_asks]

    def row(self, tool_use_id: str) -> AskItem | ToolItem:
        """The row of a call."""
        (found,) = [
            item
            for item in self.transcript.items
            if isinstance(item, AskItem | ToolItem) and item.tool_use_id == tool_use_id
        ]
        return found

    def result(self, tool_use_id: str) -> str | None:
        """What is kept as the result of a call."""
        item = self.row(tool_use_id)
        if isinstance(item, ToolItem):
            return item.result
        return None if item.answer is None else item.answer.to_result()
