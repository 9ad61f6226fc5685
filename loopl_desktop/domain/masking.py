"""The one door from a live answer to what may be kept, and the scrubber for everything else."""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Never, TypeAlias, assert_never
from urllib.parse import quote, quote_plus

from loopl_desktop.domain.ask_answer import (
    Answered,
    AskUserAnswer,
    Cancelled,
    Secret,
    TimedOut,
)
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import Aborted
from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.domain.scrubbing import MASK, MaskingStream, Needle

Ending: TypeAlias = Literal["answered", "cancelled", "timed_out", "aborted"]

MIN_PLAIN_CHARS = 6
"""A shorter secret, a PIN say, is replaced only where it stands in quotation marks: as plain text
it would take innocent numbers and words with it."""


@dataclass(frozen=True, slots=True)
class MaskedAnswer:
    """How a question ended, without secrets: what transcript and history hold."""

    ending: Ending
    value: JsonValue = None
    """Of an answered question; every secret in it is four dots."""
    reason: str = ""
    """Of an aborted question."""

    def to_result(self) -> str:
        """Return the tool result of this question, as the model of a later turn reads it."""
        match self.ending:
            case "answered":
                result: JsonObject = {"ok": True, "value": self.value}
            case "cancelled":
                result = {"ok": False, "cancelled": True}
            case "timed_out":
                result = {"ok": False, "timeout": True}
            case "aborted":
                result = {"ok": False, "aborted": True, "reason": self.reason}
            case never:
                assert_never(never)
        return json.dumps(result, ensure_ascii=False)


def mask(answer: AskUserAnswer, request: AskUserRequest) -> MaskedAnswer:
    """Return what may be kept of an answer: a `Secret` and every password field become dots."""
    match answer:
        case Answered(value):
            return MaskedAnswer("answered", _masked(value, request))
        case Cancelled():
            return MaskedAnswer("cancelled")
        case TimedOut():
            return MaskedAnswer("timed_out")
        case Aborted(reason):
            return MaskedAnswer("aborted", reason=reason)
        case never:
            assert_never(never)


def _masked(value: object, request: AskUserRequest) -> JsonValue:
    """Mask by the request as well as by type: what is not known to be harmless is covered."""
    if isinstance(value, Mapping):
        secret_names = request.secret_names
        return {
            str(name): MASK if name in secret_names else _masked_scalar(item)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_masked_scalar(item) for item in value]
    return MASK if request.secret else _masked_scalar(value)


def _masked_scalar(value: object) -> JsonValue:
    return value if value is None or isinstance(value, str | int | float) else MASK


def secrets_in(answer: object) -> Iterator[Secret]:
    """Yield the secrets of an answer."""
    value = answer.value if isinstance(answer, Answered) else None
    for item in value.values() if isinstance(value, Mapping) else (value,):
        if isinstance(item, Secret):
            yield item


class Scrubber:
    """Replaces the secrets of one conversation, in the forms in which text usually carries them.

    It is the one place that knows a secret longer than its turn; `forget` empties it when the
    conversation closes. It lives in memory only and refuses to be pickled.
    """

    __slots__ = ("_needles", "_short")

    def __init__(self) -> None:
        self._needles: tuple[Needle, ...] = ()
        self._short: frozenset[str] = frozenset()

    def learn(self, secret: Secret) -> None:
        """Look for one more secret from now on."""
        if not secret.reveal():
            return
        known = {needle.text for needle in self._needles}
        if len(secret.reveal()) < MIN_PLAIN_CHARS:
            self._short |= {secret.reveal()}
            forms = dict(_quoted_forms(secret.reveal()))
        else:
            forms = dict.fromkeys(_forms(secret.reveal()), 0)
        self._needles += tuple(
            Needle.of(text, margin) for text, margin in forms.items() if text not in known
        )

    def forget(self) -> None:
        """Know no secret any more: the conversation has closed."""
        self._needles = ()
        self._short = frozenset()

    def scrub(self, text: str) -> str:
        """Return the text with dots in place of secrets."""
        found = tuple(needle for needle in self._needles if needle.text in text)
        if not found:
            return text
        stream = MaskingStream(found)
        return stream.feed(text) + stream.flush()

    def scrub_json(self, value: JsonValue) -> JsonValue:
        """Return plain data with dots in place of secrets, keys included."""
        if isinstance(value, str):
            return MASK if value in self._short else self.scrub(value)
        if isinstance(value, Mapping):
            return {self.scrub(key): self.scrub_json(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.scrub_json(item) for item in value]
        return value if self.scrub(str(value)) == str(value) else MASK

    def masking_stream(self) -> MaskingStream:
        """Return a scrubber for one text in pieces that knows the secrets of this moment."""
        return MaskingStream(self._needles)

    @property
    def needles(self) -> tuple[Needle, ...]:
        """What is looked for; another object after every change."""
        return self._needles

    def __repr__(self) -> str:
        return f"Scrubber({len(self._needles)} forms)"

    def __refuse(self, *_: object) -> Never:
        raise TypeError("a Scrubber cannot be copied or written")

    __reduce__ = __reduce_ex__ = __getstate__ = __copy__ = __deepcopy__ = __refuse


class ScrubbedStream:
    """Scrubs text that comes in pieces: what could be the start of a secret is held back."""

    def __init__(self, scrubber: Scrubber) -> None:
        self._scrubber = scrubber
        self._needles = scrubber.needles
        self._stream = scrubber.masking_stream()

    def feed(self, chunk: str) -> str:
        """Return what may be shown after this piece."""
        if self._scrubber.needles is self._needles:
            return self._stream.feed(chunk)
        held = self._stream.held
        self._needles, self._stream = self._scrubber.needles, self._scrubber.masking_stream()
        return self._stream.feed(held + chunk)

    def flush(self) -> str:
        """Return the rest, at the end of the text."""
        rest = self._stream.flush()
        self._stream = self._scrubber.masking_stream()
        return rest


def _forms(secret: str) -> Iterator[str]:
    """Yield a secret as prose, JSON (also within JSON), a URL and base64 carry it."""
    yield secret
    for ascii_only in (True, False):
        once = json.dumps(secret, ensure_ascii=ascii_only)[1:-1]
        yield once
        yield json.dumps(once, ensure_ascii=ascii_only)[1:-1]
    encoded = secret.encode("utf-8", "surrogatepass")
    for safe in ("", "/", "!*'()"):  # RFC 3986, Python's default, JavaScript
        yield quote(encoded, safe=safe)
    yield quote_plus(encoded)
    for offset in range(3):
        yield from _base64_forms(encoded, offset)


def _base64_forms(encoded: bytes, offset: int) -> Iterator[str]:
    """Yield the characters that every longer base64 text holds of it at this offset (0 to 2).

    A character stands for six bits; those that share bits with a neighbour are left out.
    """
    first = -(-8 * offset // 6)
    last = 8 * (offset + len(encoded)) // 6
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(bytes(offset) + encoded).decode("ascii")[first:last]


def _quoted_forms(secret: str) -> Iterator[tuple[str, int]]:
    """Yield a short secret as a JSON string, also within JSON, and the width of its quotes."""
    for ascii_only in (True, False):
        once = json.dumps(secret, ensure_ascii=ascii_only)
        yield once, 1
        yield json.dumps(once, ensure_ascii=ascii_only)[1:-1], 2
