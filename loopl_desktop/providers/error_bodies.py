"""Reading the errors of servers: HTTP statuses, and errors told inside a reply of status 200.

Everybody words them differently, so the words count as much as the numbers.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from loopl_desktop.domain.json_types import JsonObject, JsonValue
from loopl_desktop.providers.errors import ErrorKind, ProviderError
from loopl_desktop.providers.json_text import as_list, as_object, as_text, load_lenient

MAX_ERROR_BODY_BYTES: Final = 64 * 1024

_STATUS_KINDS: Final[Mapping[int, ErrorKind]] = {
    401: "auth",
    402: "quota",
    403: "auth",
    404: "not_found",
    405: "not_found",
    408: "server",
    409: "server",
    413: "context_overflow",
    429: "rate_limit",
    529: "overloaded",
}


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_TOOL_CALL_REJECTED = _words(
    "tool_use_failed",
    "failed to call a function",
    "tool call validation failed",
    "failed to parse (input|tool call|function call)",
    "malformed_function_call",
)
_CONTEXT_OVERFLOW = _words(
    "context_length",
    "context[_ ](size|window|length)",
    "maximum context",
    "prompt is too long",
    "(input|prompt|conversation|request|messages?) (is|are)? ?too (long|large)",
    "too many (input )?tokens",
    "reduce the length",
    "exceeds? the (available|maximum|max|model).{0,30}(context|tokens)",
    "request_too_large",
    "string_above_max_length",
)
_QUOTA_CODE = _words("insufficient_quota", "billing_", "insufficient_balance", "payment_required")
_QUOTA = _words(
    "exceeded your current quota",
    "insufficient (credits?|balance|funds|quota)",
    "credit balance",
    "out of credits",
    "exceeded your monthly included credits",
)
_AUTH = _words(
    "invalid_api_key",
    "authentication_error",
    "permission_error",
    "(incorrect|invalid|missing) (api[ _-]?key|token|credentials)",
    "unauthori[sz]ed",
    "unauthenticated",
)
_RATE_LIMIT = _words("rate[_ -]?limit", "too[_ ]many[_ ]requests", "resource_exhausted")
_OVERLOADED = _words(
    "overloaded",
    "at capacity",
    "capacity exceeded",
    "(is|still) (currently )?loading",
    "loading model",
)
_NOT_FOUND = _words(
    "model_not_found",
    "not_found_error",
    "model .{0,200}(not found|does not exist|is not supported|not served)",
    "no such model",
)
_BAD_REQUEST = _words("invalid_request", "badrequest", "bad_request", "validation_error")

# Words that say more than any status; the order settles what fits twice.
_ALWAYS: Final[tuple[tuple[re.Pattern[str], ErrorKind], ...]] = (
    (_TOOL_CALL_REJECTED, "tool_call_rejected"),
    (_QUOTA_CODE, "quota"),
)
_BY_STATUS: Final[Mapping[int | None, tuple[tuple[re.Pattern[str], ErrorKind], ...]]] = {
    400: (
        (_CONTEXT_OVERFLOW, "context_overflow"),
        (_QUOTA, "quota"),
        (_AUTH, "auth"),
        (_NOT_FOUND, "not_found"),
    ),
    403: ((_QUOTA, "quota"), (_RATE_LIMIT, "rate_limit")),
    413: ((_RATE_LIMIT, "rate_limit"),),
    422: ((_CONTEXT_OVERFLOW, "context_overflow"), (_NOT_FOUND, "not_found")),
    429: ((_OVERLOADED, "overloaded"),),
    500: ((_CONTEXT_OVERFLOW, "context_overflow"), (_OVERLOADED, "overloaded")),
    502: ((_OVERLOADED, "overloaded"),),
    503: ((_OVERLOADED, "overloaded"),),
    None: (
        (_CONTEXT_OVERFLOW, "context_overflow"),
        (_QUOTA, "quota"),
        (_AUTH, "auth"),
        (_RATE_LIMIT, "rate_limit"),
        (_OVERLOADED, "overloaded"),
        (_NOT_FOUND, "not_found"),
        (_BAD_REQUEST, "bad_request"),
    ),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What an error body says."""

    message: str
    words: str
    """Type, code and message in lower case."""
    status: int | None
    """A numeric code in the body counts as a status."""
    retry_after_s: float | None


def http_error(
    status: int, headers: Mapping[str, str], body: bytes, wall_clock: Callable[[], float]
) -> ProviderError:
    """The error that an HTTP answer of status 300 or more stands for.

    Args:
        status: the HTTP status.
        headers: with names in lower case.
        body: its first `MAX_ERROR_BODY_BYTES`; only a JSON body is quoted.
        wall_clock: seconds since the epoch, for dates in `Retry-After`.
    """
    told = _told(_parsed(body))
    wait_s = _header_wait_s(headers, wall_clock)
    wait_s = told.retry_after_s if wait_s is None else wait_s
    if status < 400:
        return ProviderError(
            "protocol",
            sentence="The server sends on to another address, which is not followed because the "
            "API key would go with it: enter that address as the base URL in Settings.",
        )
    return ProviderError(
        _kind(told, told.status or status, wait_s), told.message, retry_after_s=wait_s
    )


def error_in(document: JsonObject, event: str = "") -> ProviderError | None:
    """The error that one document of a reply tells; None where it tells none.

    Args:
        document: a chunk of the stream, or a whole reply.
        event: the name of its event.
    """
    error = document.get("error")
    is_error = (
        bool(error)
        or document.get("object") == "error"
        or document.get("type") == "error"
        or event == "error"
        or ("choices" not in document and _is_bare_error(document))
    )
    if not is_error:
        return None
    told = _told(document)
    return ProviderError(
        _kind(told, told.status, told.retry_after_s),
        told.message,
        retry_after_s=told.retry_after_s,
    )


def _is_bare_error(document: JsonObject) -> bool:
    """FastAPI and several gateways send no `error` key."""
    return bool(document.get("detail")) or bool(as_text(document.get("message")))


def _kind(told: _Told, status: int | None, wait_s: float | None) -> ErrorKind:
    for pattern, kind in _ALWAYS:
        if pattern.search(told.words):
            return kind
    if status == 429 and wait_s is None and _QUOTA.search(told.words):
        return "quota"  # Gemini words a plain limit like this too, but then says when to return
    for pattern, kind in _BY_STATUS.get(status, ()):
        if pattern.search(told.words):
            return kind
    if status is None:
        return "server"
    return _STATUS_KINDS.get(status, "server" if status >= 500 else "bad_request")


def _parsed(body: bytes) -> JsonValue:
    try:
        return load_lenient(body.decode("utf-8-sig"))
    except ValueError:
        return None


def _told(body: JsonValue) -> _Told:
    """Read an error body of any of the known shapes."""
    first = next(iter(as_list(body)), None)  # Gemini wraps its error in a list
    outer = as_object(first)
    error = outer.get("error") or next(iter(as_list(outer.get("errors"))), None)
    inner = as_object(error)
    inner = as_object(inner.get("error")) or inner
    message = (
        as_text(error)
        or as_text(inner.get("message"))
        or as_text(outer.get("message"))
        or _detail(outer.get("detail"))
    )
    names = [
        as_text(source.get(key)) for source in (inner, outer) for key in ("type", "code", "status")
    ]
    statuses = [
        status
        for source in (inner, outer)
        for key in ("code", "status", "status_code")
        if (status := _status(source.get(key))) is not None
    ]
    return _Told(
        message,
        " ".join([*names, message]).lower(),
        statuses[0] if statuses else None,
        _retry_info_s(inner.get("details")),
    )


def _detail(detail: JsonValue) -> str:
    """FastAPI's detail: a text, or a list of findings, of which only the words are taken."""
    if isinstance(detail, str):
        return detail
    found = (as_object(item) for item in as_list(detail))
    return "; ".join(
        filter(None, (as_text(item.get("msg") or item.get("message")) for item in found))
    )


def _status(code: JsonValue) -> int | None:
    if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 3:
        code = int(code)
    is_status = isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600
    return int(code) if is_status else None  # type: ignore[arg-type]  # known to be an int


def _retry_info_s(details: JsonValue) -> float | None:
    """Google's RetryInfo: `{"retryDelay": "31s"}`."""
    for item in as_list(details):
        delay = as_text(as_object(item).get("retryDelay"))
        if delay.endswith("s"):
            return _seconds(delay[:-1])
    return None


def _header_wait_s(headers: Mapping[str, str], wall_clock: Callable[[], float]) -> float | None:
    """`retry-after-ms`, or `Retry-After` in seconds or as a date."""
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    seconds = _seconds(value)
    if seconds is not None or not value:
        return seconds
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, moment.timestamp() - wall_clock())


def _seconds(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
