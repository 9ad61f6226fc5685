"""Finding model servers, and saying exactly why one does not answer."""

import asyncio
import difflib
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from loopl_desktop.domain.messages import UserMessage
from loopl_desktop.providers.api_key import ApiKey
from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.error_bodies import http_error
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.json_text import as_list, as_object, as_text, load_lenient
from loopl_desktop.providers.network_errors import network_error
from loopl_desktop.providers.openai_chat import OpenAIChatModel
from loopl_desktop.providers.retry import Timing
from loopl_desktop.providers.transport import HttpTransport, TransportError

ANSWER_TIMEOUT_S: Final = 15.0
"""For the list of models, and again for the first word of a reply."""
PROBE_TIMEOUT_S: Final = 1.0
MAX_LIST_BYTES: Final = 4 * 1024 * 1024
MAX_NAMES_SHOWN: Final = 5
MAX_NAME_CHARS: Final = 80

LOCAL_SERVERS: Final[Mapping[str, int]] = {
    "Ollama": 11434,
    "LM Studio": 1234,
    "llama.cpp": 8080,
    "vLLM": 8000,
}
"""The usual ports on this machine."""


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """What a test of the connection found."""

    ok: bool
    sentence: str
    """What the person reads: what works, or what to correct."""
    models: tuple[str, ...] = ()
    """The names of the models that the server offers; empty where it does not tell."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server that runs on this machine."""

    name: str
    base_url: str
    models: tuple[str, ...]


class _NoListError(Exception):
    """The server answers, but has no list of models at this address."""


async def test_connection(
    base_url: str,
    model: str,
    api_key: str | None,
    *,
    timing: Timing | None = None,  # noqa: PT028 (this is no test)
) -> ConnectionReport:
    """Ask a server for its models, as the person who typed the settings would want to know it.

    Args:
        base_url: as typed.
        model: the wanted name; empty: none chosen yet.
        api_key: as typed; sent to that server only.
        timing: clocks, for tests.
    """
    timing = timing or Timing()
    key = ApiKey(api_key)
    try:
        endpoint = Endpoint.parse(base_url)
        try:
            models = await _models_at(endpoint, key, timing, ANSWER_TIMEOUT_S)
        except _NoListError:
            return await _without_list(endpoint, model, api_key, timing)
    except ProviderError as error:
        return ConnectionReport(False, str(key.hidden_in(error)))
    return _report(endpoint, model, models)


test_connection.__test__ = False  # type: ignore[attr-defined]  # nor may pytest take it for one


async def local_servers(
    ports: Mapping[str, int] = LOCAL_SERVERS, *, timing: Timing | None = None
) -> tuple[LocalServer, ...]:
    """The model servers that answer on this machine's usual ports, within about a second.

    Args:
        ports: the port of each server's name.
        timing: clocks, for tests.
    """
    found = await asyncio.gather(
        *(_probe(name, port, timing or Timing()) for name, port in ports.items())
    )
    return tuple(server for server in found if server is not None)


async def _probe(name: str, port: int, timing: Timing) -> LocalServer | None:
    endpoint = Endpoint.parse(f"http://127.0.0.1:{port}/v1")
    try:
        models = await _models_at(endpoint, ApiKey(None), timing, PROBE_TIMEOUT_S)
    except (ProviderError, _NoListError):
        return None
    return LocalServer(name, endpoint.base_url, models)


async def _models_at(
    endpoint: Endpoint, key: ApiKey, timing: Timing, timeout_s: float
) -> tuple[str, ...]:
    """The names of the server's models.

    Raises:
        ProviderError: if it does not answer, or with an error, or with something else.
        _NoListError: if there is no list at this address.
    """
    transport = HttpTransport(uses_proxies=not endpoint.is_loopback, read_timeout_s=None)
    headers = {"accept": "application/json", **key.headers()}
    failure: ProviderError | None = None
    status, body = 0, b""
    try:
        async with timing.timeout(timeout_s):
            answer = await transport.send("GET", endpoint.url("models"), headers)
            async with aclosing(answer):
                status, body = answer.status, await answer.start(MAX_LIST_BYTES)
    except TimeoutError:
        failure = network_error(TransportError("no_answer"), endpoint)
    except TransportError as error:
        failure = network_error(error, endpoint)
    if failure is not None:
        raise failure
    if status in {404, 405}:
        raise _NoListError
    if not 200 <= status < 300:
        raise _refusal(http_error(status, answer.headers, body, timing.wall), key)
    return _names_in(endpoint, body)


def _refusal(error: ProviderError, key: ApiKey) -> ProviderError:
    if error.kind == "auth" and not key:
        return ProviderError("auth", sentence="This server wants an API key: enter it in Settings.")
    return error


def _names_in(endpoint: Endpoint, body: bytes) -> tuple[str, ...]:
    """The names in a list of models; the usual form is `{"data": [{"id": ...}]}`."""
    text = body.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    try:
        document = load_lenient(text)
    except ValueError:
        thing = "A web page" if text.startswith("<") else "Something else than a model server"
        raise ProviderError(
            "protocol",
            sentence=f"{thing} answers at {endpoint.label}: check the port and the path of the "
            "base URL in Settings.",
        ) from None
    listed = as_object(document).get("data", as_object(document).get("models", document))
    if not isinstance(listed, list):
        raise _NoListError
    entries = (as_object(entry) for entry in as_list(listed))
    names = (as_text(entry.get("id")) or as_text(entry.get("name")) for entry in entries)
    return tuple(dict.fromkeys(filter(None, names)))


async def _without_list(
    endpoint: Endpoint, model: str, api_key: str | None, timing: Timing
) -> ConnectionReport:
    """Look whether `/v1` was forgotten; else ask the model for one word."""
    if not endpoint.has_version:
        longer = Endpoint.parse(f"{endpoint.base_url}/v1")
        try:
            models = await _models_at(longer, ApiKey(api_key), timing, ANSWER_TIMEOUT_S)
        except (ProviderError, _NoListError):
            pass
        else:
            return ConnectionReport(
                False,
                f"The address lacks its end: write {longer.base_url} as the base URL.",
                models,
            )
    return await _ask_for_a_word(endpoint, model, api_key, timing)


async def _ask_for_a_word(
    endpoint: Endpoint, model: str, api_key: str | None, timing: Timing
) -> ConnectionReport:
    chat = OpenAIChatModel(
        base_url=endpoint.base_url,
        model=model,
        api_key=api_key,
        max_retries=0,
        content_timeout_s=ANSWER_TIMEOUT_S,
        max_tokens=1,
        timing=timing,
    )
    try:
        async with aclosing(chat.stream([UserMessage("Hi")], [])) as chunks:
            async for _ in chunks:
                break
    except ProviderError as error:
        if error.kind == "not_found" and not error.said:
            return ConnectionReport(
                False,
                f"There is no model server under this path of {endpoint.label}: check the base URL "
                "in Settings, it usually ends with /v1.",
            )
        if error.kind != "empty":
            return ConnectionReport(False, str(error))
    return ConnectionReport(True, _answers(endpoint, model))


def _report(endpoint: Endpoint, model: str, models: tuple[str, ...]) -> ConnectionReport:
    wanted = model.strip()
    if not models:
        return ConnectionReport(
            False,
            f"The server at {endpoint.label} has no model loaded: load or pull one there.",
        )
    if not wanted:
        return ConnectionReport(
            False,
            f"The server at {endpoint.label} answers: choose one of its models, {_listed(models)}.",
            models,
        )
    if _serves(models, wanted):
        return ConnectionReport(True, _answers(endpoint, wanted), models)
    return ConnectionReport(
        False,
        f"The server at {endpoint.label} does not serve {_short(wanted)}: "
        f"choose {_listed(_nearest(models, wanted))}.",
        models,
    )


def _answers(endpoint: Endpoint, model: str) -> str:
    sentence = f"Connected: {_short(model)} answers at {endpoint.label}."
    if endpoint.is_encrypted or endpoint.is_loopback:
        return sentence
    return (
        f"{sentence} The connection is not encrypted: who runs the network between can read "
        "everything that is sent, the API key too."
    )


def _serves(models: Sequence[str], wanted: str) -> bool:
    """True if a server with these models takes the name."""
    untagged = wanted.partition(":")[0]  # a router's `org/name:provider`
    return (
        wanted in models or f"{wanted}:latest" in models or ("/" in untagged and untagged in models)
    )


def _nearest(models: Sequence[str], wanted: str) -> Sequence[str]:
    """The names that the person may have meant, the likeliest first; else all."""
    folded = {name.casefold(): name for name in models}
    near = difflib.get_close_matches(wanted.casefold(), folded, n=MAX_NAMES_SHOWN, cutoff=0.4)
    within = [name for fold, name in folded.items() if wanted.casefold() in fold]
    return list(dict.fromkeys([*(folded[fold] for fold in near), *within])) or models


def _listed(names: Sequence[str]) -> str:
    shown = [_short(name) for name in names[:MAX_NAMES_SHOWN]]
    rest = len(names) - len(shown)
    if rest:
        return f"{', '.join(shown)} or one of {rest} more"
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _short(name: str) -> str:
    """A name of any length in a sentence, on one line."""
    line = " ".join(name.split())
    return line if len(line) <= MAX_NAME_CHARS else "…" + line[-MAX_NAME_CHARS + 1 :]
