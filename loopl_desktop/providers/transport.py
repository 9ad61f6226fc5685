"""The one module that imports httpx."""

import asyncio
import functools
import logging
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from loopl_desktop.domain.errors import LooplError
from loopl_desktop.providers.unpacking import Unpacker

if TYPE_CHECKING:
    import httpx

_T = TypeVar("_T")

CONNECT_TIMEOUT_S: Final = 10.0
READ_TIMEOUT_S: Final = 90.0
"""Silence on the line; keep-alives end it, so the wait for content has a limit of its own."""
WRITE_TIMEOUT_S: Final = 30.0
POOL_TIMEOUT_S: Final = 10.0

Failure: TypeAlias = Literal[
    "unknown_host",
    "refused",
    "no_answer",
    "not_tls",
    "certificate_expired",
    "certificate_name",
    "certificate_untrusted",
    "tls",
    "proxy",
    "bad_address",
    "connection",
    "silent",
    "broken",
    "garbled",
]

_CERTIFICATE_FAILURES: Final[Mapping[int, Failure]] = {
    10: "certificate_expired",  # X509_V_ERR_CERT_HAS_EXPIRED
    62: "certificate_name",  # X509_V_ERR_HOSTNAME_MISMATCH
    64: "certificate_name",  # X509_V_ERR_IP_ADDRESS_MISMATCH
}


class TransportError(LooplError):
    """The network failed. It holds no request: a request holds the key and what was typed."""

    def __init__(self, failure: Failure) -> None:
        self.failure: Final = failure
        super().__init__(failure)


class HttpResponse:
    """An answer whose body has not been read."""

    def __init__(self, client: "httpx.AsyncClient", response: "httpx.Response") -> None:
        self._client, self._response = client, response
        self._pieces: AsyncIterator[bytes] | None = None
        self.status: Final = response.status_code
        self.headers: Final[Mapping[str, str]] = {
            name.lower(): value for name, value in response.headers.items()
        }

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The body as it comes, unpacked.

        Raises:
            TransportError: if the line breaks or stays silent, or the packing is wrong.
        """
        try:
            unpacker = Unpacker(self.headers.get("content-encoding", ""))
            self._pieces = self._response.aiter_raw()
            while (data := await _guarded(anext(self._pieces, None))) is not None:
                for piece in unpacker.feed(data):
                    yield piece
        except ValueError:
            raise TransportError("garbled") from None

    async def start(self, max_bytes: int) -> bytes:
        """The first bytes of the body; what comes after them, or after a break, is not read."""
        taken = bytearray()
        try:
            async with aclosing(self.chunks()) as chunks:
                async for piece in chunks:
                    taken += piece
                    if len(taken) >= max_bytes:
                        break
        except TransportError:
            pass  # what came may still say what is wrong
        return bytes(taken[:max_bytes])

    async def aclose(self) -> None:
        """Close the connection.

        httpx reads through generators inside generators. One that is left in the middle is closed
        when the garbage collector comes by, outside of any task, which fails; a read that is
        cancelled ends them all in order, and the client then closes what is still open.
        """
        try:
            if self._pieces is not None:
                async with asyncio.timeout(0):
                    while await _guarded(anext(self._pieces, None)) is not None:
                        pass
        except (TimeoutError, TransportError):
            pass
        finally:
            await self._client.aclose()


class HttpTransport:
    """Sends requests, each over a connection of its own.

    A kept connection may be stale when it is used again, and a request is not sent twice by itself;
    and as nothing stays open when an answer is closed, nobody has to close the transport.
    """

    def __init__(self, *, uses_proxies: bool, read_timeout_s: float | None) -> None:
        """Make one.

        Args:
            uses_proxies: heed the environment's proxies; this machine is not behind one.
            read_timeout_s: the longest silence; None: no limit.
        """
        self._uses_proxies = uses_proxies
        self._read_timeout_s = read_timeout_s

    async def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> HttpResponse:
        """Send a request and wait for the head of the answer; the caller closes the answer.

        Raises:
            TransportError: if there is no connection, or no answer.
        """
        client = await self._new_client()
        try:
            answer = _sent(client, method, url, headers, body)
            return HttpResponse(client, await _guarded(answer))
        except BaseException:
            await client.aclose()
            raise

    async def _new_client(self) -> "httpx.AsyncClient":
        """Make a client; what is slow about the first one is done in a thread."""
        tls = await asyncio.to_thread(_tls_context)
        import httpx

        return httpx.AsyncClient(
            verify=tls,
            trust_env=self._uses_proxies,
            follow_redirects=False,  # the key would go with it
            timeout=httpx.Timeout(
                connect=CONNECT_TIMEOUT_S,
                read=self._read_timeout_s,
                write=WRITE_TIMEOUT_S,
                pool=POOL_TIMEOUT_S,
            ),
        )


async def _sent(
    client: "httpx.AsyncClient",
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes | None,
) -> "httpx.Response":
    request = client.build_request(method, url, headers=dict(headers), content=body)
    return await client.send(request, stream=True)


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """Load httpx and the certificates, 0.1 s that would hold up the window."""
    import httpx

    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)  # they log addresses and headers
    return httpx.create_ssl_context()


async def _guarded(answer: Awaitable[_T]) -> _T:
    """Wait for something of httpx, whose own errors hold the request with its key."""
    import httpx

    try:
        return await answer
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        failure = _failure_of(error)
    raise TransportError(failure)  # out here, so that httpx's error does not hang on it


def _failure_of(error: Exception) -> Failure:
    import httpx

    table: tuple[tuple[type[Exception], Failure], ...] = (
        (httpx.ConnectTimeout, "no_answer"),
        (httpx.ConnectError, "connection"),
        (httpx.ReadTimeout, "silent"),
        (httpx.TimeoutException, "no_answer"),
        (httpx.ProxyError, "proxy"),
        (httpx.UnsupportedProtocol, "bad_address"),
        (httpx.InvalidURL, "bad_address"),
        (UnicodeError, "bad_address"),
    )
    for kind, failure in table:
        if isinstance(error, kind):
            return _connect_failure(error) if failure == "connection" else failure
    return "broken"


def _connect_failure(error: BaseException) -> Failure:
    """Look for the reason in what the error was raised from."""
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return _CERTIFICATE_FAILURES.get(cause.verify_code, "certificate_untrusted")
            case ssl.SSLError(reason="WRONG_VERSION_NUMBER" | "RECORD_LAYER_FAILURE"):
                return "not_tls"
            case ssl.SSLError():
                return "tls"
            case socket.gaierror():
                return "unknown_host"
            case ConnectionRefusedError():
                return "refused"
    return "connection"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all that led to it, groups included."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for part in error.exceptions:
                yield from _causes(part)
        error = error.__cause__ or error.__context__
