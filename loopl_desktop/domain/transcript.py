"""The fold from events to rows, and from rows back to the messages of the next turn.

This is the only fold: pure, no Qt, no asyncio. List models mirror it and history stores its rows.
Nothing here can name a live answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, assert_never, cast

from loopl_desktop.domain import events
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import ASK_USER, Interrupt, tool_use_id_from
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.messages import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)

APP_CLOSED = "the app was closed"
"""Why a question is aborted that was open when its conversation was last seen."""

NoticeKind: TypeAlias = Literal["stopped", "limit", "cut", "filtered", "failed"]

_NOTICES: dict[events.TurnEnding, tuple[NoticeKind, str]] = {
    "stopped": ("stopped", "You stopped this turn."),
    "limit": (
        "limit",
        "The agent took many steps without coming to an end, so it was paused. "
        "Let it go on, or tell it what to do differently.",
    ),
    "cut": (
        "cut",
        "The answer was cut: it reached the model's length limit. Ask for the rest, "
        "or for a shorter answer.",
    ),
    "filtered": (
        "filtered",
        "The model's provider ended this answer by its content filter. Try other words.",
    ),
}


@dataclass(frozen=True, slots=True)
class UserItem:
    """The person's message."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantItem:
    """The model's prose, as far as it has come."""

    text: str
    reasoning: str = ""
    turn: int = 0
    """Which turn of the conversation it belongs to."""


@dataclass(frozen=True, slots=True)
class ToolItem:
    """A tool call."""

    tool_use_id: str
    name: str
    arguments: JsonObject | str
    result: str | None = None
    """`None` while it runs."""
    turn: int = 0
    reply_index: int = 0
    """Which model reply made it: the calls of one reply make one message."""


@dataclass(frozen=True, slots=True)
class AskItem:
    """A question to the person."""

    tool_use_id: str
    request: AskUserRequest
    answer: MaskedAnswer | None = None
    """`None` while it waits."""
    turn: int = 0
    reply_index: int = 0
    child_id: str | None = None
    """The sub-agent that asks; `None` for the agent itself."""


@dataclass(frozen=True, slots=True)
class ChildItem:
    """A sub-agent with rows of its own."""

    child_id: str
    transcript: "Transcript"


@dataclass(frozen=True, slots=True)
class NoticeItem:
    """A sentence of the app, where the person needs to know how a turn ended."""

    text: str
    kind: NoticeKind = "failed"


TranscriptItem: TypeAlias = UserItem | AssistantItem | ToolItem | AskItem | ChildItem | NoticeItem


class Transcript:
    """Rows of one conversation; they are appended and replaced, never removed."""

    def __init__(
        self, items: Iterable[TranscriptItem] = (), *, child_id: str | None = None
    ) -> None:
        """Begin with the rows of an earlier run; a question left open there is aborted."""
        self._items: list[TranscriptItem] = [_closed(item) for item in items]
        self._child_id = child_id
        self._turn = 0
        self._row_of_call: dict[str, int] = {}
        self._row_of_child: dict[str, int] = {}
        self._children: dict[int, Transcript] = {}
        """By row."""
        self._pending: dict[int, AskItem] = {}
        """The own questions that wait, by row."""
        # A long reply comes in many pieces; its text is not copied for each of them.
        self._new_text: list[str] = []
        self._new_reasoning: list[str] = []
        """Pieces of the last row that it does not hold yet."""
        for row, item in enumerate(self._items):
            if isinstance(item, AssistantItem | ToolItem | AskItem):
                self._turn = max(self._turn, item.turn)
            if isinstance(item, ToolItem | AskItem):
                self._row_of_call[item.tool_use_id] = row
            elif isinstance(item, ChildItem):
                self._row_of_child[item.child_id] = row
                self._children[row] = item.transcript

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, row: int) -> TranscriptItem:
        self._join_pieces()
        return self._items[row]

    @property
    def items(self) -> tuple[TranscriptItem, ...]:
        """All rows, oldest first."""
        self._join_pieces()
        return tuple(self._items)

    @property
    def pending_asks(self) -> tuple[AskItem, ...]:
        """The questions that wait for the person, in row order, children's included."""
        found: list[AskItem] = []
        for row in sorted(self._pending.keys() | self._children.keys()):
            child = self._children.get(row)
            found += [self._pending[row]] if child is None else child.pending_asks
        return tuple(found)

    def apply(self, event: events.AgentEvent) -> int | None:
        """Fold one event in.

        Returns:
            The row that was appended or has changed; `None` if none has.
        """
        match event:
            case events.TurnStarted(said):
                self._turn += 1
                return None if said is None else self._append(UserItem(said))
            case events.TextDelta(piece):
                return self._grow(self._new_text, piece)
            case events.ReasoningDelta(piece):
                return self._grow(self._new_reasoning, piece)
            case events.ToolCallStarted() | events.ToolCallFinished():
                return self._apply_call(event)
            case events.InterruptRaised() | events.InterruptResolved():
                return self._apply_interrupt(event)
            case events.ChildEvent(child_id, inner):
                return self._apply_child(child_id, inner)
            case events.TurnFinished(reason):
                return self._notice(reason)
            case events.TurnFailed(message):
                return self._append(NoticeItem(message, "failed"))
            case never:
                assert_never(never)

    def _append(self, item: TranscriptItem) -> int:
        self._join_pieces()
        self._items.append(item)
        return len(self._items) - 1

    def _grow(self, pieces: list[str], piece: str) -> int:
        last = self._items[-1] if self._items else None
        if not (isinstance(last, AssistantItem) and last.turn == self._turn):
            self._append(AssistantItem("", turn=self._turn))
        pieces.append(piece)
        return len(self._items) - 1

    def _join_pieces(self) -> None:
        """Let the last row have what has come of it since it was last looked at."""
        if not (self._new_text or self._new_reasoning):
            return
        last = cast("AssistantItem", self._items[-1])  # no other row grows
        self._items[-1] = replace(
            last,
            text="".join((last.text, *self._new_text)),
            reasoning="".join((last.reasoning, *self._new_reasoning)),
        )
        self._new_text.clear()
        self._new_reasoning.clear()

    def _apply_call(self, event: events.ToolCallStarted | events.ToolCallFinished) -> int | None:
        if isinstance(event, events.ToolCallStarted):
            item = ToolItem(
                event.tool_use_id,
                event.name,
                event.arguments,
                turn=self._turn,
                reply_index=event.reply_index,
            )
            self._row_of_call[event.tool_use_id] = row = self._append(item)
            return row
        found = self._row_of_call.get(event.tool_use_id)
        # The result of a question folds into its card, which has the masked answer already.
        if found is None or not isinstance(call := self._items[found], ToolItem):
            return None
        self._items[found] = replace(call, result=event.result)
        return found

    def _apply_interrupt(
        self, event: events.InterruptRaised | events.InterruptResolved
    ) -> int | None:
        if isinstance(event, events.InterruptRaised):
            return self._raise(event.interrupt)
        row = self._row_of_call.get(tool_use_id_from(event.interrupt_id) or "", -1)
        ask = self._pending.pop(row, None)
        if ask is None:
            return None
        self._items[row] = replace(ask, answer=event.answer)
        return row

    def _raise(self, interrupt: Interrupt) -> int | None:
        """Turn the call's own row into a question; another kind of interrupt leaves it."""
        row = self._row_of_call.get(interrupt.tool_use_id)
        request = (
            AskUserRequest.from_reason(interrupt.reason) if interrupt.name == ASK_USER else None
        )
        if row is None or request is None:
            return None
        call = self._items[row]
        if not isinstance(call, ToolItem):
            return None
        self._items[row] = self._pending[row] = AskItem(
            call.tool_use_id,
            request,
            turn=call.turn,
            reply_index=call.reply_index,
            child_id=self._child_id,
        )
        return row

    def _apply_child(self, child_id: str, event: events.AgentEvent) -> int:
        row = self._row_of_child.get(child_id)
        if row is None:
            child = Transcript(child_id=child_id)
            row = self._append(ChildItem(child_id, child))
            self._row_of_child[child_id] = row
            self._children[row] = child
        self._children[row].apply(event)
        return row

    def _notice(self, reason: events.TurnEnding) -> int | None:
        if reason == "done":
            return None
        kind, text = _NOTICES[reason]
        return self._append(NoticeItem(text, kind))


def _closed(item: TranscriptItem) -> TranscriptItem:
    """Settle a question that nobody can answer any more."""
    if isinstance(item, AskItem) and item.answer is None:
        return replace(item, answer=MaskedAnswer("aborted", reason=APP_CLOSED))
    return item


def messages_from(items: Iterable[TranscriptItem]) -> list[Message]:
    """Return the history to send, rebuilt from rows: at a turn's end, on reopening, edit, retry.

    Each call comes with its result, in call order, whether it had one or not.
    """
    messages: list[Message] = []
    reply = _Reply()
    for item in items:
        match item:
            case UserItem(text):
                messages += [*reply.take(), UserMessage(text)]
            case AssistantItem():
                messages += reply.take()
                reply.begin(item)
            case ToolItem() | AskItem():
                if not reply.owns(item):
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
    turn: int | None = None
    """`None` while it is empty."""
    calls: list[ToolCall] = field(default_factory=list)
    results: list[Message] = field(default_factory=list)
    reply_index: int = 0

    def begin(self, item: AssistantItem) -> None:
        """Take the text; the calls of the same reply follow it."""
        self.text, self.turn = item.text, item.turn

    def owns(self, item: ToolItem | AskItem) -> bool:
        """Whether this call was made by this reply."""
        if self.turn is not None and self.turn != item.turn:
            return False
        return not self.calls or self.reply_index == item.reply_index

    def add(self, item: ToolItem | AskItem) -> None:
        """Take one call with its result: never one without the other."""
        self.turn, self.reply_index = item.turn, item.reply_index
        if isinstance(item, ToolItem):
            call = ToolCall(item.tool_use_id, item.name, item.arguments)
            result = item.result
            if result is None:
                result = f"ERROR: {item.name}: stopped before it had a result"
        else:
            call = ToolCall(item.tool_use_id, ASK_USER, item.request.to_spec())
            answer = item.answer or MaskedAnswer("aborted", reason=APP_CLOSED)
            result = answer.to_result()
        self.calls.append(call)
        self.results.append(ToolResultMessage(item.tool_use_id, result))

    def take(self) -> list[Message]:
        """Return the finished message with its results, and begin the next."""
        done: list[Message] = []
        if self.text or self.calls:
            done = [AssistantMessage(self.text, tuple(self.calls)), *self.results]
        self.text, self.turn, self.calls, self.results = "", None, [], []
        return done
