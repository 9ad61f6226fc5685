"""The forms in which servers send a model's reasoning, and want it back."""

from collections.abc import Mapping
from typing import Final

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.providers.json_text import as_list, as_object, as_text, clean

DETAILS: Final = "reasoning_details"
FIELD: Final = "reasoning_field"
"""In `AssistantMessage.extra`: the key that the server uses for reasoning; empty: it takes none."""

_FIELDS = ("reasoning_content", "reasoning")
_DETAIL_TEXTS = ("text", "summary")


class ReasoningReader:
    """Collects the reasoning of one reply."""

    def __init__(self) -> None:
        self._field = ""
        self._details: list[dict[str, JsonValue]] = []

    def feed(self, delta: JsonObject) -> str:
        """The reasoning in one piece of the reply; the same thought under two keys counts once."""
        details = [item for item in as_list(delta.get(DETAILS)) if isinstance(item, dict) and item]
        for detail in details:
            self._add(detail)
        for key in _FIELDS:
            if text := _text_of(delta.get(key)):
                self._field = self._field or key
                return text
        return "".join(_text_of(detail) for detail in details)

    def extra(self) -> JsonObject:
        """What the server wants back with the calls of this reply."""
        extra: dict[str, JsonValue] = {FIELD: self._field}
        if self._details:
            extra[DETAILS] = clean(self._details)
        return extra

    def _add(self, detail: Mapping[str, JsonValue]) -> None:
        """Join the pieces of one detail: what goes back is what a whole reply would hold."""
        last = self._details[-1] if self._details else {}
        keys = [key for key in _DETAIL_TEXTS if key in detail and key in last]
        same = all(detail.get(key) == last.get(key) for key in ("type", "index"))
        if not keys or not same:
            self._details.append(dict(detail))
            return
        joined = {key: as_text(last[key]) + as_text(detail[key]) for key in keys}
        self._details[-1] = {
            **last,
            **{key: value for key, value in detail.items() if value is not None},
            **joined,
        }


def content_parts(content: JsonValue) -> list[tuple[bool, str]]:
    """A message's content as (is reasoning, text) pairs; it may be a text or a list of parts."""
    if isinstance(content, str):
        return [(False, content)]
    parts = []
    for item in content if isinstance(content, list) else [content]:
        part = as_object(item)
        kind = as_text(part.get("type"))
        is_reasoning = kind in {"thinking", "reasoning"} or "thinking" in part
        text = _text_of(part.get("thinking")) or _text_of(part)
        parts.append((is_reasoning, item if isinstance(item, str) else text))
    return parts


def _text_of(value: JsonValue) -> str:
    """The text of a text, of a part, or of a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_text_of(item) for item in value)
    part = as_object(value)
    return as_text(part.get("text")) or as_text(part.get("summary")) or as_text(part.get("content"))
