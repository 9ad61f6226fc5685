"""Calls, put together from pieces whose index, id and name may each be missing or wrong."""

import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.providers.arguments import NestingTracker, read_arguments
from loopl_desktop.providers.json_text import as_object, as_text, clean, dump, without_surrogates

EXTRA_CONTENT: Final = "extra_content"
"""The key under which Gemini's servers keep a signature that must go back with the call."""
OTHER_KEYS: Final = "other_keys"
"""In `ToolCall.extra`: unknown keys of the call, beside the keys of its `extra_content`."""

_KNOWN_KEYS = frozenset({"index", "id", "type", "function", "name", "arguments", EXTRA_CONTENT})


def new_call_id() -> str:
    """An id that every server takes: Mistral's wants nine letters and digits."""
    return uuid.uuid4().hex[:9]


@dataclass(frozen=True, slots=True)
class CallPiece:
    """One entry of `tool_calls`, as far as it could be read."""

    index: int | None
    id: str
    name: str
    text: str
    """A piece of the arguments."""
    whole: JsonObject | None
    """The arguments, where they came as an object."""
    extra: JsonObject

    @classmethod
    def read(cls, entry: JsonObject) -> "CallPiece":
        """Take what is there; anything of a wrong type counts as missing."""
        function = as_object(entry.get("function")) or entry
        arguments = function.get("arguments")
        call_id = entry.get("id")
        return cls(
            index=_index(entry.get("index")),
            id=str(call_id) if isinstance(call_id, str | int) else "",
            name=without_surrogates(as_text(function.get("name"))),
            text=_argument_text(arguments),
            whole=arguments if isinstance(arguments, dict) else None,
            extra=_extra(entry),
        )

    @property
    def has_arguments(self) -> bool:
        """True if it brings more than blanks."""
        return self.whole is not None or bool(self.text.strip())

    @property
    def complete_arguments(self) -> JsonObject | None:
        """The arguments, if this piece alone holds them all."""
        if self.whole is not None:
            return self.whole
        return read_arguments([self.text]) if self.has_arguments else None


@dataclass(slots=True)
class _GrowingCall:
    """A call of which more may come."""

    index: int | None
    id: str
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    whole: JsonObject | None = None
    extra: dict[str, JsonValue] = field(default_factory=dict)
    nesting: NestingTracker = field(default_factory=NestingTracker)

    def add(self, piece: CallPiece) -> None:
        """Take the arguments and unknown keys of a piece."""
        if piece.whole is not None:
            self.whole = piece.whole
        elif piece.text:
            self.pieces.append(piece.text)
            self.nesting.feed(piece.text)
        self.extra |= piece.extra

    @property
    def is_blank(self) -> bool:
        return not self.whole and not any(piece.strip() for piece in self.pieces)

    def complete_arguments(self) -> JsonObject | None:
        """The arguments if they are all there; blank ones are not, since more may come."""
        if self.whole:
            return self.whole
        if self.is_blank or not self.nesting.may_be_whole:
            return None  # asked for each piece of some streams, so the text is not read each time
        return read_arguments(self.pieces)

    def final_arguments(self) -> JsonObject | str:
        """The arguments, or the raw text where they are unusable."""
        arguments = self.whole or read_arguments(self.pieces)
        if arguments is None:
            return without_surrogates("".join(self.pieces))
        # A call whose name was lost must not run, whatever it holds.
        return as_object(clean(arguments)) if self.name else dump(arguments)


class CallAccumulator:
    """Routes each piece to its call.

    The index decides if there is one, else the id; else a named piece opens a call, and any other
    goes on with the one that is open.
    """

    def __init__(
        self, tool_names: Collection[str], new_id: Callable[[], str] = new_call_id
    ) -> None:
        """Make an empty one.

        Args:
            tool_names: the tools that the model was offered, to join names that come in parts.
            new_id: makes an id for a call that came without one.
        """
        self._tool_names = tool_names
        self._new_id = new_id
        self._calls: list[_GrowingCall] = []
        self._by_index: dict[int, _GrowingCall] = {}
        self._last: _GrowingCall | None = None

    def add(self, piece: CallPiece) -> bool:
        """Put a piece in its place; False if there was nothing in it."""
        if not (piece.name or piece.id or piece.has_arguments) and not self._continues(piece):
            return False
        call = self._target(piece) or self._open(piece)
        call.id = call.id or piece.id
        self._merge_name(call, piece.name)
        call.add(piece)
        self._last = call
        return True

    def add_whole(self, name: str, arguments: JsonObject) -> None:
        """Add a call that was found whole, in the text, unless it came as a call too."""
        same = (call.name == name and call.final_arguments() == arguments for call in self._calls)
        if not any(same):
            self._calls.append(_GrowingCall(None, "", name, whole=arguments))

    def finish(self) -> list[ToolCall]:
        """All calls in order, with ids that are unique in this reply."""
        used: set[str] = set()
        finished = []
        for call in self._calls:
            if not call.name and call.is_blank:
                continue
            wanted = without_surrogates(call.id)
            call_id = wanted if wanted and wanted not in used else self._new_id()
            used.add(call_id)
            finished.append(
                ToolCall(
                    id=call_id,
                    name=call.name,
                    arguments=call.final_arguments(),
                    provider_id=wanted if wanted != call_id else "",
                    extra=as_object(clean(call.extra)) or None,
                )
            )
        return finished

    def _continues(self, piece: CallPiece) -> bool:
        """A blank piece may still be a blank inside the open call's arguments."""
        return self._last is not None and bool(piece.text or piece.extra)

    def _target(self, piece: CallPiece) -> _GrowingCall | None:
        """The call that a piece belongs to; None: it opens one."""
        same_id = self._with_id(piece.id)
        if piece.index is not None and piece.index in self._by_index:
            known: _GrowingCall | None = self._by_index[piece.index]
        elif piece.index is not None and same_id is not None and piece.name:
            # Another index: either the index drifts, or a server gives all calls one id.
            is_open = same_id.name == piece.name and same_id.complete_arguments() is None
            return same_id if is_open and not same_id.is_blank else None
        else:
            known = same_id
        if known is not None:
            return None if self._is_another(known, piece) else known
        return self._last if self._goes_on_with_the_last(piece) else None

    def _goes_on_with_the_last(self, piece: CallPiece) -> bool:
        """For a piece with an index and id that are unknown or missing."""
        last = self._last
        if last is None:
            return False
        if not piece.has_arguments and not piece.name and not piece.id:
            return True
        if last.complete_arguments() is not None:
            return False
        if piece.name:
            is_anonymous = piece.index is None and not piece.id
            return is_anonymous and (piece.name == last.name or self._joins(last.name, piece.name))
        return piece.has_arguments  # an id alone opens a call whose name comes later

    def _is_another(self, known: _GrowingCall, piece: CallPiece) -> bool:
        """True if a piece with a known index or id opens a call all the same."""
        if not piece.name or not known.name:
            return False
        other_name = piece.name != known.name and not self._joins(known.name, piece.name)
        other_id = bool(piece.id and known.id) and piece.id != known.id
        complete = known.complete_arguments()
        if complete is None:
            return other_name and other_id
        if other_name or other_id:
            return True
        if not piece.id:
            return piece.has_arguments
        sent = piece.complete_arguments
        return sent is not None and sent != complete  # equal: the same call, sent twice

    def _with_id(self, call_id: str) -> _GrowingCall | None:
        if not call_id:
            return None
        return next((call for call in reversed(self._calls) if call.id == call_id), None)

    def _open(self, piece: CallPiece) -> _GrowingCall:
        call = _GrowingCall(piece.index, piece.id)
        self._calls.append(call)
        if piece.index is not None:
            self._by_index[piece.index] = call
        return call

    def _merge_name(self, call: _GrowingCall, name: str) -> None:
        if name:
            call.name = call.name + name if self._joins(call.name, name) else name

    def _joins(self, name: str, more: str) -> bool:
        """True if a tool's name came in parts; most servers repeat the whole name instead."""
        if not name or more in self._tool_names:
            return False
        return any(tool.startswith(name + more) for tool in self._tool_names)


def _index(value: JsonValue) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        return None
    return int(value)


def _argument_text(value: JsonValue) -> str:
    """A piece of the arguments as text: some servers send a number bare."""
    if value is None or isinstance(value, dict):
        return ""
    return value if isinstance(value, str) else dump(value)


def _extra(entry: JsonObject) -> JsonObject:
    content = dict(as_object(entry.get(EXTRA_CONTENT)))
    others = {
        key: value for key, value in entry.items() if key not in _KNOWN_KEYS and value is not None
    }
    return content | {OTHER_KEYS: others} if others else content
