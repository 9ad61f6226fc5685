"""What can go wrong with a model server, each as one sentence that says what to do."""

import re
from typing import Final, Literal, TypeAlias, get_args

from loopl_desktop.domain.errors import ModelError

ErrorKind: TypeAlias = Literal[
    "unreachable",  # no connection: refused, unknown host, certificate, no answer in time
    "truncated",  # the reply ended before its end
    "idle_timeout",  # nothing came for too long
    "empty",  # a whole reply with nothing in it
    "protocol",  # what came is no chat reply
    "server",
    "overloaded",
    "rate_limit",
    "quota",
    "auth",
    "not_found",
    "bad_request",
    "context_overflow",
    "tool_call_rejected",  # the server could not read the call that the model wrote
]

ERROR_KINDS: Final = get_args(ErrorKind)

SENTENCES: Final[dict[ErrorKind, str]] = {
    "unreachable": "The model server cannot be reached: check that it runs, and the base URL in "
    "Settings.",
    "truncated": "The reply broke off before its end: press Retry to ask again.",
    "idle_timeout": "The model sent nothing for too long: check that the server still works, then "
    "press Retry.",
    "empty": "The model sent an empty reply: press Retry, or put the message in other words.",
    "protocol": "What came back is not a model's reply: check the base URL in Settings, it usually "
    "ends with /v1.",
    "server": "The model server failed: wait a moment, then press Retry.",
    "overloaded": "The model is overloaded: wait a minute, then press Retry.",
    "rate_limit": "The server has had too many requests: wait a minute, then press Retry.",
    "quota": "The account has no credit left: check its plan and billing at the provider, or "
    "choose another model in Settings.",
    "auth": "The server did not accept the API key: enter a valid one in Settings.",
    "not_found": "The server does not know this model or address: check the base URL and the model "
    "in Settings.",
    "bad_request": "The server refused the request: put the message in other words, or choose "
    "another model in Settings.",
    "context_overflow": "The conversation is too long for this model: start a new one, or choose "
    "a model with a larger context in Settings.",
    "tool_call_rejected": "The model wrote a tool call that its server could not read: press "
    "Retry.",
}

MAX_SAID_CHARS: Final = 300
"""How much of a provider's own words is shown."""

_KEY_LIKE = re.compile(
    r"\b(?:(?:sk|pk|hf|gsk|xai|nvapi)[-_][\w*.\-]{6,}|AIza[\w\-]{10,}|Bearer\s+\S+)"
)
_PAGE = re.compile(r"<!doctype|<html|<head|<body|<script", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,400}>")
_ECHO = re.compile(r"\binput_value\s*=.*|(['\"])input\1\s*:.*", re.DOTALL)
_NOT_PRINTED = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+")


class ProviderError(ModelError):
    """A model server failed; `str(error)` is what the person reads.

    Attributes:
        kind: what happened, one of `ERROR_KINDS`.
        retry_after_s: how many seconds the server asks to wait; None where it asks for nothing.
        said: the provider's own words, cleaned; empty where there are none to show.
        is_lasting: True if no other try can help before the person has changed something.
    """

    def __init__(
        self,
        kind: ErrorKind,
        said: str = "",
        *,
        sentence: str = "",
        retry_after_s: float | None = None,
        is_lasting: bool = False,
    ) -> None:
        """Make the sentence.

        Args:
            kind: what happened.
            said: the provider's own message, from a parsed JSON error only; it is cleaned and cut.
            sentence: in place of the kind's usual sentence, where more is known.
            retry_after_s: seconds that the server asks to wait.
            is_lasting: no other try can help before the person has changed something.
        """
        self.said: Final = shown_message(said)
        self.is_lasting: Final = is_lasting
        self._error_kind = kind
        self._sentence = sentence or SENTENCES[kind]
        super().__init__(
            f"{self._sentence} The server says: {self.said}" if self.said else self._sentence,
            kind=kind,
            retry_after_s=retry_after_s,
        )

    def without(self, secret: str) -> "ProviderError":
        """The same error, with a secret that the server repeated taken out of its words."""
        if not secret or secret not in self.said:
            return self
        return ProviderError(
            self._error_kind,
            self.said.replace(secret, "••••"),
            sentence=self._sentence,
            retry_after_s=self.retry_after_s,
            is_lasting=self.is_lasting,
        )


def shown_message(said: str) -> str:
    """A provider's message as it may be shown: one line, no tags, no key, no echo of our input."""
    if _PAGE.search(said):
        return ""  # a page of a proxy: it may hold addresses, and helps nobody
    text = _ECHO.sub("", _TAG.sub(" ", said))
    text = _NOT_PRINTED.sub(" ", _KEY_LIKE.sub("••••", text)).strip()
    return text if len(text) <= MAX_SAID_CHARS else text[: MAX_SAID_CHARS - 1].rstrip() + "…"
