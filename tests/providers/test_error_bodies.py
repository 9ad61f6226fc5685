import json
from typing import Any

import pytest

from loopl_desktop.providers.error_bodies import error_in, http_error
from loopl_desktop.providers.errors import ProviderError

NOW = 1_000_000_000.0


def refused(status: int, body: Any = None, **headers: str) -> ProviderError:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return http_error(status, named, data, lambda: NOW)


def told(message: str = "", **error: Any) -> dict[str, Any]:
    return {"error": {"message": message, **error}}


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, told("bad"), "bad_request"),
        (400, told("context_length_exceeded"), "context_overflow"),
        (400, told("x", code="context_length_exceeded"), "context_overflow"),
        (400, told("the request exceeds the available context size"), "context_overflow"),
        (400, told("Input is too long for requested model."), "context_overflow"),
        (400, told("prompt is too long: 9 tokens > 8 maximum"), "context_overflow"),
        (400, told("x", code="tool_use_failed"), "tool_call_rejected"),
        (400, told("Your credit balance is too low"), "quota"),
        (400, told("x", code="invalid_api_key"), "auth"),
        (400, told("The model `x` does not exist"), "not_found"),
        (401, told("no"), "auth"),
        (402, told("Insufficient Balance"), "quota"),
        (403, told("no"), "auth"),
        (403, told("You have exceeded your monthly included credits"), "quota"),
        (404, told("File Not Found"), "not_found"),
        (405, b"", "not_found"),
        (408, b"", "server"),
        (409, b"", "server"),
        (413, told("too big"), "context_overflow"),
        (413, told("Request too large: rate limit of tokens per minute"), "rate_limit"),
        (418, b"teapot", "bad_request"),
        (422, told("bad"), "bad_request"),
        (422, told("maximum context length is 4096"), "context_overflow"),
        (429, told("slow down"), "rate_limit"),
        (429, told("x", code="insufficient_quota"), "quota"),
        (429, told("You exceeded your current quota"), "quota"),
        (429, told("The engine is currently overloaded"), "overloaded"),
        (500, b"<html>oops</html>", "server"),
        (500, told("Context size has been exceeded"), "context_overflow"),
        (500, told("failed to parse tool call arguments"), "tool_call_rejected"),
        (502, b"", "server"),
        (503, told("no provider"), "server"),
        (503, told("Model is currently loading"), "overloaded"),
        (503, told("Loading model"), "overloaded"),
        (529, told("Overloaded"), "overloaded"),
        (599, b"", "server"),
        (500, told("x", code=429), "rate_limit"),
        (400, told("x", code="503"), "server"),
        (400, told("x", code=True), "bad_request"),
        (400, told("x", code=7), "bad_request"),
    ],
)
def test_a_refusal_has_its_kind(status: int, body: Any, kind: str) -> None:
    assert refused(status, body).kind == kind


@pytest.mark.parametrize("status", [300, 301, 302, 307, 308])
def test_a_redirect_is_not_followed_and_says_what_to_enter(status: int) -> None:
    error = refused(status, b"", location="https://evil.example/?key=1")
    assert error.kind == "protocol"
    assert "base URL" in str(error)
    assert "evil" not in str(error)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (told("one"), "one"),
        ({"error": "one"}, "one"),
        ({"error": {"error": {"message": "one"}}}, "one"),
        ([told("one")], "one"),
        ({"errors": [{"message": "one"}]}, "one"),
        ({"message": "one"}, "one"),
        ({"detail": "one"}, "one"),
        ({"detail": [{"msg": "one", "input": "typed"}, {"message": "two"}, 5]}, "one; two"),
        ({"object": "error", "message": "one"}, "one"),
        ({"status": 404, "error": "one", "path": "/x"}, "one"),
        ({"error": {"code": 1}}, ""),
        (b"plain words", ""),
        (b"<html>a page</html>", ""),
        (b"\xff\xfe", ""),
        (b'{"error": {"message": "cut', ""),
        (5, ""),
        ([], ""),
    ],
)
def test_only_the_message_of_a_json_body_is_quoted(body: Any, said: str) -> None:
    assert refused(400, body).said == said


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry_after": "7"}, 7.0),
        ({"retry_after": "0.5"}, 0.5),
        ({"retry_after": "999999"}, 999999.0),
        ({"retry_after_ms": "1500", "retry_after": "9"}, 1.5),
        ({"retry_after": "Sun, 09 Sep 2001 01:46:55 GMT"}, 15.0),
        ({"retry_after": "Sun, 09 Sep 2001 01:46:30 GMT"}, 0.0),
        ({"retry_after": "soon"}, None),
        ({"retry_after": "-3"}, None),
        ({"retry_after": "nan"}, None),
        ({"retry_after": "inf"}, None),
        ({"retry_after": ""}, None),
        ({"retry_after": "Sun, 99 Sep 2001 01:46:30 GMT"}, None),
    ],
)
def test_the_wait_that_a_server_asks_for_is_read(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert refused(429, told("x"), **headers).retry_after_s == seconds


def test_googles_wait_is_read_and_means_a_limit_not_an_empty_account() -> None:
    details = [{"@type": "QuotaFailure"}, {"retryDelay": "31s"}]
    error = refused(429, [told("You exceeded your current quota", details=details)])
    assert (error.kind, error.retry_after_s) == ("rate_limit", 31.0)
    assert refused(429, told("x", details=[{"retryDelay": "soon"}])).retry_after_s is None


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        (told("x", code=502), "server"),
        (told("prompt is too long"), "context_overflow"),
        ({"error": "model runner has stopped"}, "server"),
        ({"error": "model 'x' not found, try pulling it first"}, "not_found"),
        ({"object": "error", "message": "x", "code": 400}, "bad_request"),
        ({"type": "error", "error": {"type": "overloaded_error"}}, "overloaded"),
        (told("x", type="invalid_request_error"), "bad_request"),
        (told("x", type="rate_limit_error"), "rate_limit"),
        (told("x", type="authentication_error"), "auth"),
        (told("Insufficient credits"), "quota"),
        (told("Failed to parse input at pos 7"), "tool_call_rejected"),
        ({"detail": "Unauthorized"}, "auth"),
        ({"message": "boom"}, "server"),
        ({"error": True}, "server"),
    ],
)
def test_an_error_inside_a_reply_is_seen(document: dict[str, Any], kind: str) -> None:
    error = error_in(document)
    assert error is not None
    assert error.kind == kind


def test_an_event_named_error_is_one() -> None:
    assert error_in({"x": 1}, "error") is not None


@pytest.mark.parametrize(
    "document",
    [
        {"choices": []},
        {"choices": [], "error": None},
        {"choices": [], "error": {}},
        {"choices": [], "message": "welcome"},
        {"message": {"role": "assistant", "content": "Hi"}},
        {"usage": {}},
        {},
    ],
)
def test_a_document_without_an_error_tells_none(document: dict[str, Any]) -> None:
    assert error_in(document) is None
