import asyncio
import gzip
import logging
import socket
import ssl
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest

from loopl_desktop.providers import transport
from loopl_desktop.providers.transport import HttpTransport, TransportError
from tests.providers.certificates import Authority
from tests.providers.stub_server import Answer, StubServer, Until


def new_transport(read_timeout_s: float | None = 5.0) -> HttpTransport:
    return HttpTransport(uses_proxies=False, read_timeout_s=read_timeout_s)


async def body_from(url: str) -> bytes:
    answer = await new_transport().send("GET", url, {})
    async with aclosing(answer):
        return b"".join([piece async for piece in answer.chunks()])


async def failure_at(url: str) -> str:
    with pytest.raises(TransportError) as caught:
        await body_from(url)
    return caught.value.failure


def unused_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    made = Authority.create(tmp_path)
    monkeypatch.setattr(transport, "_tls_context", made.client)
    return made


async def test_a_body_is_read_to_its_end() -> None:
    async with StubServer(Answer((b"one", b"two"))) as server:
        assert await body_from(server.base_url) == b"onetwo"


async def test_a_client_that_stops_in_the_middle_closes_the_connection(until: Until) -> None:
    async with StubServer(Answer((b"one",), end="stall")) as server:
        answer = await new_transport().send("GET", server.base_url, {})
        async with aclosing(answer), aclosing(answer.chunks()) as chunks:
            assert await anext(chunks) == b"one"
        await until(lambda: server.closed_by_client)


async def test_an_answer_that_nobody_reads_is_closed_too(until: Until) -> None:
    async with StubServer(Answer((b"one",), end="stall")) as server:
        answer = await new_transport().send("GET", server.base_url, {})
        await answer.aclose()
        await until(lambda: server.closed_by_client)


async def test_the_start_of_a_body_is_cut_where_it_is_asked() -> None:
    async with StubServer(Answer((b"x" * 50, b"y" * 50), end="stall")) as server:
        answer = await new_transport().send("GET", server.base_url, {})
        async with aclosing(answer):
            assert await answer.start(60) == b"x" * 50 + b"y" * 10


async def test_the_start_of_a_body_that_breaks_is_what_came() -> None:
    async with StubServer(Answer((b"abc",), end="reset")) as server:
        answer = await new_transport().send("GET", server.base_url, {})
        async with aclosing(answer):
            assert await answer.start(60) == b"abc"


async def test_a_redirect_is_not_followed() -> None:
    async with StubServer(Answer((b"secret",))) as other:
        away = Answer(status=302, headers={"location": other.base_url})
        async with StubServer(away) as server:
            answer = await new_transport().send("GET", server.base_url, {"authorization": "k"})
            async with aclosing(answer):
                assert answer.status == 302
        assert other.requests == []


async def test_a_port_where_nothing_listens_is_told() -> None:
    assert await failure_at(f"http://127.0.0.1:{unused_port()}") == "refused"


async def test_an_answer_that_never_begins_is_told() -> None:
    async with StubServer(Answer(raw=b"")) as server:
        assert await failure_at(server.base_url) == "broken"


async def test_an_answer_that_is_no_http_is_told() -> None:
    async with StubServer(Answer(raw=b"SSH-2.0-x\r\n\r\n")) as server:
        assert await failure_at(server.base_url) == "broken"


async def test_a_body_shorter_than_announced_is_told() -> None:
    short = Answer(raw=b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc")
    async with StubServer(short) as server:
        assert await failure_at(server.base_url) == "broken"


async def test_a_body_that_is_not_packed_as_announced_is_told() -> None:
    packed = Answer((b"not gzip",), headers={"content-encoding": "gzip"})
    async with StubServer(packed) as server:
        assert await failure_at(server.base_url) == "garbled"


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip"])
async def test_a_packing_that_was_never_asked_for_is_told(encoding: str) -> None:
    packed = Answer((b"x",), headers={"content-encoding": encoding})
    async with StubServer(packed) as server:
        assert await failure_at(server.base_url) == "garbled"


async def test_a_packed_body_is_unpacked() -> None:
    data = gzip.compress(b"one" * 1000)
    packed = Answer((data[:9], data[9:]), headers={"content-encoding": "gzip"})
    async with StubServer(packed) as server:
        assert await body_from(server.base_url) == b"one" * 1000


async def test_silence_is_told() -> None:
    async with StubServer(Answer((b"one",), end="stall")) as server:
        answer = await new_transport(read_timeout_s=0.05).send("GET", server.base_url, {})
        async with aclosing(answer):
            with pytest.raises(TransportError) as caught:
                _ = [piece async for piece in answer.chunks()]
    assert caught.value.failure == "silent"


@pytest.mark.parametrize("url", ["http://", "ftp://x", "http://a\udcaf/", "http://x:y/"])
async def test_what_is_no_address_is_told(url: str) -> None:
    assert await failure_at(url) == "bad_address"


async def test_a_trusted_server_is_talked_to(authority: Authority) -> None:
    async with StubServer(Answer((b"safe",)), tls=authority.server("127.0.0.1")) as server:
        assert await body_from(server.base_url) == b"safe"


@pytest.mark.parametrize(
    ("address", "is_expired", "failure"),
    [("127.0.0.1", True, "certificate_expired"), ("127.0.0.9", False, "certificate_name")],
)
async def test_a_bad_certificate_is_told_exactly(
    authority: Authority, address: str, is_expired: bool, failure: str
) -> None:
    tls = authority.server(address, is_expired=is_expired)
    async with StubServer(Answer((b"no",)), tls=tls) as server:
        assert await failure_at(server.base_url) == failure
        assert server.requests == []


async def test_a_certificate_that_nobody_trusts_is_told(tmp_path: Path) -> None:
    tls = Authority.create(tmp_path).server("127.0.0.1")
    async with StubServer(Answer((b"no",)), tls=tls) as server:
        assert await failure_at(server.base_url) == "certificate_untrusted"


async def test_https_to_a_server_that_speaks_http_is_told(authority: Authority) -> None:
    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert await failure_at(f"https://127.0.0.1:{port}") == "not_tls"


def test_certificates_are_checked_against_those_that_are_trusted() -> None:
    context = transport._tls_context.__wrapped__()
    assert context.check_hostname
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.cert_store_stats()["x509_ca"] > 10


@pytest.mark.parametrize(
    ("cause", "failure"),
    [
        (socket.gaierror(-2, "Name or service not known"), "unknown_host"),
        (ExceptionGroup("all", [OSError("x"), ConnectionRefusedError()]), "refused"),
        (ssl.SSLError(1, "handshake failure"), "tls"),
        (OSError("no route"), "connection"),
        (None, "connection"),
    ],
)
def test_a_connection_that_fails_is_told_by_its_cause(
    cause: BaseException | None, failure: str
) -> None:
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = cause
    assert transport._failure_of(error) == failure


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (httpx.ConnectTimeout("x"), "no_answer"),
        (httpx.PoolTimeout("x"), "no_answer"),
        (httpx.WriteTimeout("x"), "no_answer"),
        (httpx.ProxyError("x"), "proxy"),
        (httpx.ReadError("x"), "broken"),
    ],
)
def test_other_failures_have_their_names(error: Exception, failure: str) -> None:
    assert transport._failure_of(error) == failure


async def test_the_http_library_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with StubServer(Answer((b"one",))) as server:
        await body_from(server.base_url)
    assert [record.name for record in caplog.records if record.name.startswith("http")] == []


async def test_an_error_does_not_carry_the_request() -> None:
    with pytest.raises(TransportError) as caught:
        await new_transport().send(
            "GET", f"http://127.0.0.1:{unused_port()}", {"authorization": "Bearer MARKER"}
        )
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
