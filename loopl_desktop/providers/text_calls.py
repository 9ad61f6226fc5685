"""Calls left in the text: `<tool_call>{"name": ..., "arguments": ...}</tool_call>`."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.arguments import read_arguments
from loopl_desktop.providers.json_text import dump, load_strict
from loopl_desktop.providers.think_tags import overlap

OPEN_TAG: Final = "<tool_call>"
CLOSE_TAG: Final = "</tool_call>"
MAX_CALL_CHARS: Final = 256 * 1024
"""What is longer is no call, but a text that should not be held back."""

_FENCE = re.compile(r"`{3,}")
_FENCE_OR_TAG = re.compile(r"`{3,}|<tool_call>")


@dataclass(frozen=True, slots=True)
class TextCall:
    """A call found in the text."""

    name: str
    arguments: JsonObject


class TextCallReader:
    """Takes calls out of a text that comes in pieces.

    Only a whole call of a tool that was offered counts, and none inside a code fence: everything
    else stays text, to the letter. Blanks around a call go with it.
    """

    def __init__(self, tool_names: Collection[str]) -> None:
        self._tool_names = tool_names
        self._held = ""
        self._in_tag = False
        self._searched = 0
        self._fence = ""
        self._blanks = ""
        self._after_call = False
        self.calls: list[TextCall] = []

    def feed(self, piece: str) -> str:
        """The text that is sure by now."""
        self._held += piece
        shown = ""
        while True:
            step = self._leave_tag() if self._in_tag else self._find_mark()
            if step is None:
                return shown
            shown += step

    def close(self) -> str:
        """The rest: a tag without its end is text."""
        rest, self._held, self._in_tag = self._held, "", False
        shown = self._show(rest)
        blanks, self._blanks = self._blanks, ""
        return shown + blanks

    def _find_mark(self) -> str | None:
        """Go on to the next fence or tag; None when what is held holds no more."""
        mark = (_FENCE if self._fence else _FENCE_OR_TAG).search(self._held)
        if mark is None or (mark[0] != OPEN_TAG and mark.end() == len(self._held)):
            return self._pass_sure_text(mark)
        end = mark.start() if mark[0] == OPEN_TAG else mark.end()
        before, self._held = self._held[:end], self._held[end:]
        if mark[0] == OPEN_TAG:
            self._in_tag, self._searched = True, len(OPEN_TAG)
        elif not self._fence:
            self._fence = mark[0]
        elif len(mark[0]) >= len(self._fence):
            self._fence = ""
        return self._show(before)

    def _pass_sure_text(self, mark: re.Match[str] | None) -> str | None:
        """Keep back what may become a mark with the next piece."""
        if mark is not None:
            keep = len(self._held) - mark.start()
        else:
            ticks = len(self._held) - len(self._held.rstrip("`"))
            keep = max(ticks, overlap(self._held, OPEN_TAG))
        sure, self._held = (
            self._held[: len(self._held) - keep],
            self._held[len(self._held) - keep :],
        )
        return self._show(sure) if sure else None

    def _leave_tag(self) -> str | None:
        """Take the call out, or show it as the text it is; None while its end has not come."""
        end = self._held.find(CLOSE_TAG, self._searched)
        if end < 0:
            self._searched = max(len(OPEN_TAG), len(self._held) - len(CLOSE_TAG) + 1)
            return self._give_up() if len(self._held) > MAX_CALL_CHARS else None
        body = self._held[len(OPEN_TAG) : end]
        end += len(CLOSE_TAG)
        whole, self._held = self._held[:end], self._held[end:]
        self._in_tag = False
        call = self._call_in(body)
        if call is None:
            return self._show(whole)
        self.calls.append(call)
        self._blanks, self._after_call = "", True
        return ""

    def _give_up(self) -> str:
        text, self._held, self._in_tag = self._held, "", False
        return self._show(text)

    def _call_in(self, body: str) -> TextCall | None:
        try:
            value = load_strict(body)
        except ValueError:
            return None
        if not isinstance(value, dict):
            return None
        name, given = value.get("name"), value.get("arguments", value.get("parameters"))
        if not isinstance(name, str) or name not in self._tool_names:
            return None
        arguments = read_arguments([given if isinstance(given, str) else dump(given)])
        return None if arguments is None else TextCall(name, arguments)

    def _show(self, text: str) -> str:
        text = self._blanks + text
        if self._after_call:
            text = text.lstrip()
        shown = text.rstrip()
        self._blanks = text[len(shown) :]
        if shown:
            self._after_call = False
        return shown
