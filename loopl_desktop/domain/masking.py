"""The one door from a live answer to what may be kept, and the scrubber for everything else."""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never
from urllib.parse import quote, quote_plus

from loopl_desktop.domain.ask_answer import (
    MASK,
    Answered,
    AskUserAnswer,
    Cancelled,
    Secret,
    TimedOut,
)
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import Aborted
from loopl_desktop.domain.json_types import JsonObject, JsonValue

Ending: TypeAlias = Literal["answered", "cancelled", "timed_out", "aborted"]
MIN_SCRUBBED = 6


@dataclass(frozen=True, slots=True)
class MaskedAnswer:
    """How an ask ended, without secrets: what transcript and history hold."""

    ending: Ending
    value: JsonValue = None
    reason: str = ""

    def to_result(self) -> str:
        """The tool result of this ask, as the model of a later turn reads it."""
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
    """What may be kept of an answer: a `Secret` and every password field become dots."""
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
    if isinstance(value, Mapping):
        return {
            name: MASK if isinstance(item, Secret) or name in request.secret_names else item
            for name, item in value.items()
        }
    if isinstance(value, list):
        return list(value)
    return MASK if isinstance(value, Secret) or not isinstance(value, (str, bool)) else value


def secrets_in(answer: object) -> Iterator[Secret]:
    """The secrets of an answer."""
    value = answer.value if isinstance(answer, Answered) else None
    for item in value.values() if isinstance(value, Mapping) else (value,):
        if isinstance(item, Secret):
            yield item


class Scrubber:
    """Replaces secrets, in the forms in which text usually carries them."""

    def __init__(self) -> None:
        self.forms: set[str] = set()
        self._pattern: re.Pattern[str] | None = None

    def learn(self, secret: Secret) -> None:
        """Know one more secret."""
        if len(secret.reveal()) >= MIN_SCRUBBED:
            self.forms.update(_forms(secret.reveal()))
            self._pattern = re.compile(
                "|".join(map(re.escape, sorted(self.forms, key=len, reverse=True)))
            )

    def scrub(self, text: str) -> str:
        """The text with dots in place of secrets."""
        return self._pattern.sub(MASK, text) if self._pattern else text

    def scrub_json(self, value: JsonValue) -> JsonValue:
        """The same for plain data, keys included."""
        if isinstance(value, str):
            return self.scrub(value)
        if isinstance(value, Mapping):
            return {self.scrub(key): self.scrub_json(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.scrub_json(item) for item in value]
        return value

    def __repr__(self) -> str:
        return f"Scrubber({len(self.forms)} forms)"


class ScrubbedStream:
    """Scrubs text that comes in pieces: what could be the start of a secret is held back."""

    def __init__(self, scrubber: Scrubber) -> None:
        self._scrubber = scrubber
        self._held = ""

    def feed(self, chunk: str) -> str:
        """What may be shown after this piece."""
        text = self._scrubber.scrub(self._held + chunk)
        keep = max(
            (
                n
                for form in self._scrubber.forms
                for n in range(1, min(len(form), len(text) + 1))
                if text.endswith(form[:n])
            ),
            default=0,
        )
        self._held = text[len(text) - keep :]
        return text[: len(text) - keep]

    def flush(self) -> str:
        """The rest, at the end."""
        held, self._held = self._held, ""
        return held


def _forms(secret: str) -> Iterator[str]:
    yield secret
    for ascii_only in (True, False):
        once = json.dumps(secret, ensure_ascii=ascii_only)[1:-1]
        yield once
        yield json.dumps(once, ensure_ascii=ascii_only)[1:-1]
    yield quote(secret, safe="")
    yield quote_plus(secret)
    for pad in range(
        3
    ):  # base64 of a longer text that holds the secret, at each of the three alignments
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            form = encode(b"\0" * pad + secret.encode()).decode().rstrip("=")
            yield form[-(-pad * 8 // 6) : -1 if (pad + len(secret.encode())) % 3 else None]
