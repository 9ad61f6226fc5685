"""JSON as servers write it: read leniently in chunks, strictly where a call would run."""

import json
import math
import re
from collections.abc import Sequence

from loopl_desktop.domain.json_types import JsonObject, JsonValue

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def load_lenient(text: str) -> JsonValue:
    """Read one document of a stream; NaN and infinities, which some servers send, become null.

    Raises:
        ValueError: if it is no JSON, or nested too deeply to be read.
    """
    return _load(text, strict_numbers=False)


def load_strict(text: str) -> JsonValue:
    """Read what will be sent back: raw control characters pass, numbers beyond JSON do not.

    Raises:
        ValueError: if it is no JSON, holds NaN or an infinity, or is nested too deeply.
    """
    return _load(text, strict_numbers=True)


def _load(text: str, *, strict_numbers: bool) -> JsonValue:
    def number(word: str) -> float | None:
        value = float(word)
        if math.isfinite(value):
            return value
        if strict_numbers:
            raise ValueError("a number that JSON does not know")
        return None

    try:
        value: JsonValue = json.loads(text, strict=False, parse_constant=number, parse_float=number)
    except RecursionError:
        value = None
    else:
        return value
    raise ValueError("nested too deeply")


def dump(value: JsonValue) -> str:
    """Write compact JSON that any server can read.

    Raises:
        ValueError: if the value holds NaN, an infinity or a circle.
        TypeError: if the value holds something that JSON does not know.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return without_surrogates(text)


def without_surrogates(text: str) -> str:
    """Join the two halves of a divided character; a half that stands alone becomes U+FFFD."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean(value: JsonValue) -> JsonValue:
    """The same value with no lone surrogate in any text or key."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {without_surrogates(key): clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clean(item) for item in value]
    return value


def as_object(value: JsonValue) -> JsonObject:
    """The object, or an empty one where something else stands."""
    return value if isinstance(value, dict) else {}


def as_list(value: JsonValue) -> Sequence[JsonValue]:
    """The list; a single object counts as a list of one, anything else as none."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, dict) else []


def as_text(value: JsonValue) -> str:
    """The text, or an empty one where something else stands."""
    return value if isinstance(value, str) else ""


class SurrogateJoiner:
    """Cleans a text that comes in pieces, also where a piece ends in half a character."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """What of the text is sure by now."""
        text = self._half + piece
        self._half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        return without_surrogates(text[: len(text) - len(self._half)])

    def close(self) -> str:
        """The rest."""
        rest, self._half = self._half, ""
        return without_surrogates(rest)
