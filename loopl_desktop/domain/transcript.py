"""The fold from events to rows, and back to messages for the next turn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from loopl_desktop.domain import events as e
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import Interrupt, tool_use_id_from
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)


@dataclass(frozen=True, slots=True)
class UserItem:
    """The person's message."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantItem:
    """The model's prose."""

    text: str
    reasoning: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class ToolItem:
    """A tool call."""

    tool_use_id: str
    name: str
    arguments: JsonObject | str
    result: str | None = None
    reply: tuple[int, int] = (0, 0)
    """Turn, and model reply of that turn: calls of one reply make one message."""


@dataclass(frozen=True, slots=True)
class AskItem:
    """A question; `answer` is `None` while it waits."""

    tool_use_id: str
    request: AskUserRequest
    answer: MaskedAnswer | None = None
    reply: tuple[int, int] = (0, 0)
    child_id: str | None = None


@dataclass(frozen=True, slots=True)
class ChildItem:
    """A sub-agent with its own rows."""

    child_id: str
    transcript: "Transcript"


@dataclass(frozen=True, slots=True)
class NoticeItem:
    """A sentence of the app."""

    text: str


TranscriptItem: TypeAlias = UserItem | AssistantItem | ToolItem | AskItem | ChildItem | NoticeItem


@dataclass(slots=True)
class Transcript:
    """Rows of one conversation."""

    _items: list[TranscriptItem] = field(default_factory=list)
    _turn: int = 0
    _child_id: str | None = None

    @property
    def items(self) -> tuple[TranscriptItem, ...]:
        """All rows, oldest first."""
        return tuple(self._items)

    @property
    def pending_asks(self) -> tuple[AskItem, ...]:
        """What waits for the person, children's questions included."""
        found: list[AskItem] = []
        for item in self._items:
            if isinstance(item, ChildItem):
                found.extend(item.transcript.pending_asks)
            elif isinstance(item, AskItem) and item.answer is None:
                found.append(item)
        return tuple(found)

    def apply(self, event: e.AgentEvent) -> None:
        """Fold one event in."""
        match event:
            case e.TurnStarted(said):
                self._turn += 1
                if said is not None:
                    self._items.append(UserItem(said))
            case e.TextDelta(text):
                self._grow(lambda row: replace(row, text=row.text + text))
            case e.ReasoningDelta(text):
                self._grow(lambda row: replace(row, reasoning=row.reasoning + text))
            case e.ToolCallStarted(tool_use_id, name, arguments, reply_index):
                self._items.append(
                    ToolItem(tool_use_id, name, arguments, reply=(self._turn, reply_index))
                )
            case e.InterruptRaised(interrupt):
                self._raise(interrupt)
            case e.InterruptResolved(interrupt_id, _, answer):
                self._settle(tool_use_id_from(interrupt_id), answer)
            case e.ToolCallFinished(tool_use_id, result):
                self._finish(tool_use_id, result)
            case e.ChildEvent(child_id, inner):
                self._child(child_id).apply(inner)
            case e.TurnFailed(message):
                self._items.append(NoticeItem(message))
            case e.TurnFinished():
                pass
            case never:
                assert_never(never)

    def _grow(self, change: Callable[[AssistantItem], AssistantItem]) -> None:
        last = self._items[-1] if self._items else None
        if not (isinstance(last, AssistantItem) and last.turn == self._turn):
            last = AssistantItem("", turn=self._turn)
            self._items.append(last)
        self._items[-1] = change(last)

    def _index(self, tool_use_id: str | None) -> int | None:
        return next(
            (
                i
                for i in reversed(range(len(self._items)))
                if getattr(self._items[i], "tool_use_id", None) == tool_use_id
            ),
            None,
        )

    def _raise(self, interrupt: Interrupt) -> None:
        index = self._index(tool_use_id_from(interrupt.id))
        request = AskUserRequest.from_reason(interrupt.reason)
        if (
            index is not None
            and request is not None
            and isinstance(row := self._items[index], ToolItem)
        ):
            self._items[index] = AskItem(
                row.tool_use_id, request, reply=row.reply, child_id=self._child_id
            )

    def _settle(self, tool_use_id: str | None, answer: MaskedAnswer | None) -> None:
        index = self._index(tool_use_id)
        if index is not None and isinstance(row := self._items[index], AskItem):
            self._items[index] = replace(row, answer=answer)

    def _finish(self, tool_use_id: str, result: str) -> None:
        index = self._index(tool_use_id)
        if index is not None and isinstance(row := self._items[index], ToolItem):
            self._items[index] = replace(row, result=result)

    def _child(self, child_id: str) -> "Transcript":
        for item in self._items:
            if isinstance(item, ChildItem) and item.child_id == child_id:
                return item.transcript
        self._items.append(ChildItem(child_id, Transcript(_child_id=child_id)))
        return self._child(child_id)


def messages_from(items: Iterable[TranscriptItem]) -> list[Message]:
    """The history to send, rebuilt from rows: at a turn's end, on reopening, on edit and retry."""
    messages: list[Message] = []
    reply = _Reply()
    for item in items:
        match item:
            case UserItem(text):
                messages += [*reply.take(), UserMessage(text)]
            case AssistantItem(text):
                messages += reply.take()
                reply.text = text
            case ToolItem() | AskItem():
                if reply.calls and reply.key != item.reply:
                    messages += reply.take()
                reply.add(item)
            case ChildItem() | NoticeItem():
                pass
            case never:
                assert_never(never)
    return messages + reply.take()


@dataclass(slots=True)
class _Reply:
    """One assistant message and its results while its rows come in."""

    text: str = ""
    key: tuple[int, int] = (0, 0)
    calls: list[ToolCall] = field(default_factory=list)
    results: list[Message] = field(default_factory=list)

    def add(self, row: ToolItem | AskItem) -> None:
        """Take one call with its result: never one without the other."""
        self.key = row.reply
        if isinstance(row, ToolItem):
            call = ToolCall(row.tool_use_id, row.name, row.arguments)
            result = row.result or f"ERROR: {row.name}: stopped before it had a result"
        else:
            call = ToolCall(row.tool_use_id, "ask_user", row.request.to_spec())
            result = (
                row.answer or MaskedAnswer("aborted", reason="the app was closed")
            ).to_result()
        self.calls.append(call)
        self.results.append(ToolResultMessage(row.tool_use_id, result))

    def take(self) -> list[Message]:
        """The finished message with its results."""
        done: list[Message] = (
            [AssistantMessage(self.text, tuple(self.calls)), *self.results]
            if self.text or self.calls
            else []
        )
        self.text, self.calls, self.results = "", [], []
        return done
