"""A model server of the tests: a real one on loopback, which answers what it is told to."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

Until: TypeAlias = Callable[[Callable[[], object]], Awaitable[None]]
"""The type of the `until` fixture."""
End: TypeAlias = Literal["close", "reset", "stall"]


@dataclass(frozen=True)
class Answer:
    """One answer; its chunks are written and flushed one by one."""

    chunks: Sequence[bytes] = ()
    status: int = 200
    content_type: str = "text/event-stream"
    headers: Mapping[str, str] = field(default_factory=dict)
    end: End = "close"
    keep_alive_s: float = 0.0
    """After the chunks, a comment each so many seconds for ever."""
    raw: bytes | None = None
    """In place of head and chunks: these bytes."""


@dataclass(frozen=True)
class Request:
    """What the client sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class StubServer:
    """Serves its answers in order; the last one again and again."""

    def __init__(
        self,
        *answers: Answer,
        paths: Mapping[str, Answer] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._answers = list(answers)
        self._paths = paths
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()
        self.requests: list[Request] = []
        self.closed_by_client = 0
        self.port = 0

    @property
    def base_url(self) -> str:
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}/v1"

    @property
    def open_connections(self) -> int:
        return len(self._tasks)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        # asyncio itself runs a task for each connection that it makes.
        accepting = [task for task in asyncio.all_tasks() if "_accept" in repr(task.get_coro())]
        await asyncio.gather(*tasks, *accepting, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.closed_by_client += 1
        except asyncio.CancelledError:
            pass  # the test is over; asyncio reports a handler that ends as cancelled
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await _read_request(reader)
        self.requests.append(request)
        answer = self._answer_for(request)
        if answer.raw is None:
            await _write_chunked(writer, answer)
        else:
            writer.write(answer.raw)
        if answer.end == "reset":
            writer.transport.abort()
        elif answer.end == "stall":
            await reader.read()
            self.closed_by_client += 1
        elif answer.raw is None:
            writer.write(b"0\r\n\r\n")
        await writer.drain()

    def _answer_for(self, request: Request) -> Answer:
        if self._paths is not None:
            return self._paths.get(request.path, Answer(status=404, chunks=(b"not here",)))
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


async def _write_chunked(writer: asyncio.StreamWriter, answer: Answer) -> None:
    writer.write(_head(answer))
    for chunk in answer.chunks:
        if chunk:
            writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            await writer.drain()
    while answer.keep_alive_s:
        writer.write(b"a\r\n: alive\n\n\n\r\n")
        await writer.drain()
        await asyncio.sleep(answer.keep_alive_s)


async def _read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(method, path, headers, body)


def _head(answer: Answer) -> bytes:
    headers = {
        "content-type": answer.content_type,
        "transfer-encoding": "chunked",
        "connection": "close",
        **answer.headers,
    }
    lines = [
        f"HTTP/1.1 {answer.status} X",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def event(delta: Mapping[str, Any] | None = None, finish: str | None = None) -> bytes:
    """One chunk of a chat reply as an event."""
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


def text_reply(*pieces: str) -> Answer:
    """A whole reply of text."""
    return Answer(
        (
            *(event({"content": piece}) for piece in pieces),
            event(finish="stop"),
            b"data: [DONE]\n\n",
        )
    )


def error_answer(status: int, message: str = "", **headers: str) -> Answer:
    """An HTTP error with a usual body."""
    body = json.dumps({"error": {"message": message}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer((body,), status, "application/json", named)
