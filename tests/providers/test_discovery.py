import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from loopl_desktop.providers import discovery, transport
from loopl_desktop.providers.discovery import ConnectionReport, LocalServer, local_servers
from loopl_desktop.providers.retry import Timing
from tests.providers.certificates import Authority
from tests.providers.stub_server import Answer, StubServer, error_answer, event, text_reply

KEY = "k3y-MARKER-9f2"


def listed(*names: str) -> Answer:
    data = {"object": "list", "data": [{"id": name} for name in names]}
    return Answer((json.dumps(data).encode(),), content_type="application/json")


def page(text: str, content_type: str = "text/html") -> Answer:
    return Answer((text.encode(),), content_type=content_type)


async def report_of(
    server: StubServer, model: str = "m", key: str | None = None
) -> ConnectionReport:
    return await discovery.test_connection(server.base_url, model, key)


async def test_a_server_that_serves_the_model_is_fine() -> None:
    async with StubServer(listed("a", "m")) as server:
        report = await report_of(server, key=KEY)
        label = f"127.0.0.1:{server.port}"
    assert report == ConnectionReport(True, f"Connected: m answers at {label}.", ("a", "m"))
    (request,) = server.requests
    assert (request.method, request.path) == ("GET", "/v1/models")
    assert request.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("served", "wanted"),
    [("llama3:latest", "llama3"), ("org/name", "org/name:fastest"), ("m", " m ")],
)
async def test_a_name_that_the_server_understands_is_fine(served: str, wanted: str) -> None:
    async with StubServer(listed(served)) as server:
        assert (await report_of(server, wanted)).ok


@pytest.mark.parametrize(
    ("served", "wanted", "choice"),
    [
        (["qwen3:8b", "llama3:8b"], "Qwen3-8b", "choose qwen3:8b."),
        (["qwen3:8b", "zzz"], "qwen", "choose qwen3:8b."),
        (["a", "b", "c"], "unlike", "choose a, b or c."),
        (list("abcdefg"), "unlike", "choose a, b, c, d, e or one of 2 more."),
        (["/very/" + "long/" * 40 + "model.gguf"], "unlike", "long/model.gguf."),
    ],
)
async def test_a_wrong_model_is_told_with_the_nearest_names(
    served: list[str], wanted: str, choice: str
) -> None:
    async with StubServer(listed(*served)) as server:
        report = await report_of(server, wanted)
    assert not report.ok
    assert f"does not serve {wanted}: choose " in report.sentence
    assert report.sentence.endswith(choice)
    assert report.models == tuple(served)
    assert len(report.sentence) < 250


async def test_without_a_model_the_names_are_offered() -> None:
    async with StubServer(listed("a", "b")) as server:
        report = await report_of(server, "")
    assert (report.ok, report.models) == (False, ("a", "b"))
    assert report.sentence.endswith("answers: choose one of its models, a or b.")


@pytest.mark.parametrize(
    ("body", "models"),
    [
        ({"data": [{"id": "m"}, {"id": "m"}, {"id": ""}, {}, 5]}, ("m",)),
        ({"models": [{"name": "m"}]}, ("m",)),
        ([{"id": "m"}], ("m",)),
    ],
)
async def test_other_forms_of_the_list_are_read(body: Any, models: tuple[str, ...]) -> None:
    async with StubServer(page(json.dumps(body))) as server:
        assert (await report_of(server)).models == models


async def test_a_server_without_a_model_is_told() -> None:
    async with StubServer(listed()) as server:
        report = await report_of(server)
    assert not report.ok
    assert "has no model loaded" in report.sentence


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error_answer(401, f"bad key {KEY}"), "did not accept the API key"),
        (error_answer(403), "did not accept the API key"),
        (error_answer(500, "boom"), "The server says: boom"),
        (error_answer(429), "too many requests"),
        (Answer(status=301, headers={"location": "https://x/"}), "sends on to another address"),
        (page("<html><title>Router</title>"), "A web page answers at 127.0.0.1"),
        (page("hello"), "Something else than a model server answers at 127.0.0.1"),
        (Answer(raw=b"SSH-2.0-x\r\n\r\n"), "closed the connection without an answer"),
    ],
)
async def test_the_exact_reason_is_told(answer: Answer, words: str) -> None:
    async with StubServer(answer) as server:
        report = await report_of(server, key=KEY)
    assert not report.ok
    assert words in report.sentence
    assert KEY not in report.sentence


async def test_a_server_that_wants_a_key_says_so() -> None:
    async with StubServer(error_answer(401)) as server:
        report = await report_of(server)
    assert report.sentence == "This server wants an API key: enter it in Settings."


async def test_a_forgotten_end_of_the_address_is_told() -> None:
    async with StubServer(paths={"/v1/models": listed("m")}) as server:
        address = server.base_url.removesuffix("/v1")
        report = await discovery.test_connection(address, "m", None)
    assert report == ConnectionReport(
        False, f"The address lacks its end: write {address}/v1 as the base URL.", ("m",)
    )


async def test_a_pasted_chat_address_is_fine() -> None:
    async with StubServer(listed("m")) as server:
        address = f" {server.base_url}/chat/completions "
        assert (await discovery.test_connection(address, "m", None)).ok


async def test_a_server_without_a_list_is_asked_for_a_word() -> None:
    chat = {"/v1/chat/completions": text_reply("Hi")}
    async with StubServer(paths=chat) as server:
        report = await report_of(server)
    assert report.ok
    assert server.requests[-1].json["max_tokens"] == 1
    other = page('{"hello": 1}')
    async with StubServer(paths={**chat, "/v1/models": other}) as server:
        assert (await report_of(server)).ok


async def test_a_model_that_says_nothing_in_one_word_answers_all_the_same() -> None:
    silent = Answer((event(finish="stop"), b"data: [DONE]\n\n"))
    async with StubServer(paths={"/v1/chat/completions": silent}) as server:
        assert (await report_of(server)).ok


async def test_a_server_that_has_neither_list_nor_chat_is_told() -> None:
    async with StubServer(paths={}) as server:
        report = await report_of(server)
    assert not report.ok
    assert "There is no model server under this path" in report.sentence
    chat = {"/v1/chat/completions": error_answer(404, "no model m")}
    async with StubServer(paths=chat) as server:
        assert "The server says: no model m" in (await report_of(server)).sentence


async def test_a_port_where_nothing_listens_is_told() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    report = await discovery.test_connection(f"localhost:{port}/v1", "m", None)
    assert not report.ok
    assert report.sentence.startswith(f"No server listens at localhost:{port}: start it")


async def test_what_is_no_address_is_told() -> None:
    report = await discovery.test_connection("", "m", None)
    assert report == ConnectionReport(
        False,
        "The base URL is no web address: correct it in Settings, e.g. http://localhost:8080/v1.",
    )


async def test_a_server_that_does_not_answer_is_told() -> None:
    timing = Timing(timeout=lambda _: asyncio.timeout(0.05))
    async with StubServer(Answer(end="stall")) as server:
        report = await discovery.test_connection(server.base_url, "m", None, timing=timing)
    assert "does not answer" in report.sentence


async def test_a_certificate_that_nobody_trusts_is_told(tmp_path: Path) -> None:
    tls = Authority.create(tmp_path).server("127.0.0.1")
    async with StubServer(listed("m"), tls=tls) as server:
        report = await report_of(server)
    assert "is not signed by anyone this computer trusts" in report.sentence


async def test_a_plain_connection_beyond_this_machine_is_told_and_an_encrypted_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loopl_desktop.providers.endpoint.is_loopback_host", lambda host: False)
    async with StubServer(listed("m")) as server:
        report = await report_of(server)
    assert report.ok
    assert "not encrypted" in report.sentence
    authority = Authority.create(tmp_path)
    monkeypatch.setattr(transport, "_tls_context", authority.client)
    async with StubServer(listed("m"), tls=authority.server("127.0.0.1")) as server:
        report = await report_of(server)
    assert report.ok
    assert "not encrypted" not in report.sentence


async def test_the_servers_of_this_machine_are_found() -> None:
    async with StubServer(listed("m")) as first, StubServer(page("<html>")) as other:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            ports = {"One": first.port, "Two": other.port, "Three": unused.getsockname()[1]}
        found = await local_servers(ports)
    assert found == (LocalServer("One", first.base_url, ("m",)),)


async def test_a_port_that_is_silent_does_not_hold_up_the_search() -> None:
    timing = Timing(timeout=lambda _: asyncio.timeout(0.2))
    async with StubServer(Answer(end="stall")) as silent, StubServer(listed("m")) as server:
        found = await local_servers({"A": silent.port, "B": server.port}, timing=timing)
    assert [one.name for one in found] == ["B"]
