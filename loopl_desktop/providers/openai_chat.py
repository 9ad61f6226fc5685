"""Models behind an OpenAI-compatible chat completions server."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Final, TypeAlias

from loopl_desktop.domain.messages import Message
from loopl_desktop.engine.model import ModelChunk, ToolSpec
from loopl_desktop.providers.api_key import ApiKey
from loopl_desktop.providers.body import BodyDecoder
from loopl_desktop.providers.chat_decoder import ChatDecoder
from loopl_desktop.providers.chat_request import ChatDialect, build_request
from loopl_desktop.providers.content_watch import ContentWatch
from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.error_bodies import MAX_ERROR_BODY_BYTES, http_error
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.network_errors import network_error
from loopl_desktop.providers.retry import RetryPolicy, Timing
from loopl_desktop.providers.transport import (
    READ_TIMEOUT_S,
    HttpResponse,
    HttpTransport,
    TransportError,
)

OnWait: TypeAlias = Callable[[float, str], None]
"""Told before each wait for another try: its seconds, and the sentence why."""

USAGE_GRACE_S: Final = 5.0
"""How long a whole reply waits for its token counts, when the server leaves the line open."""
ERROR_BODY_TIMEOUT_S: Final = 10.0


class OpenAIChatModel:
    """A `Model` whose replies come from a server.

    A reply streams; failed requests are repeated by themselves only before its first content, so
    that two answers are never stitched together. Every failure is a `ProviderError`.
    """

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key: str | None = None,
        max_retries: int = 3,
        content_timeout_s: float = 300.0,
        first_content_timeout_s: float | None = None,
        max_tokens: int | None = None,
        calls_in_text: bool | None = None,
        on_wait: OnWait | None = None,
        timing: Timing | None = None,
    ) -> None:
        """Describe the model; nothing is loaded or sent before the first reply is asked for.

        Args:
            base_url: where it is served, usually ending with `/v1`.
            model: its name at the server.
            api_key: sent to that server only, and shown nowhere.
            max_retries: how often a failed request is repeated.
            content_timeout_s: the longest wait in seconds without a piece of text, reasoning or a
                call, keep-alives or not; `math.inf`: no limit.
            first_content_timeout_s: the same for the first piece: a local server may read a long
                prompt for minutes. None: as `content_timeout_s`.
            max_tokens: the longest reply; None: as long as the server allows.
            calls_in_text: take calls out of `<tool_call>` tags in the text; None: of local servers
                only, whose chat templates may not fit.
            on_wait: told before each wait for another try.
            timing: clocks, for tests.
        """
        self._base_url, self._model, self._key = base_url, model, ApiKey(api_key)
        self._content_timeout_s = content_timeout_s
        self._first_content_timeout_s = (
            content_timeout_s if first_content_timeout_s is None else first_content_timeout_s
        )
        self._max_tokens, self._calls_in_text = max_tokens, calls_in_text
        self._on_wait = on_wait
        self._timing = timing or Timing()
        self._retries = RetryPolicy(max_retries, self._timing)
        self._dialect = ChatDialect()
        self._transport: HttpTransport | None = None

    def __repr__(self) -> str:
        return f"OpenAIChatModel(model={self._model!r})"

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator[ModelChunk, None]:
        """One reply; see `Model.stream`.

        Raises:
            ProviderError: when the reply fails; what streamed before it stands, its calls do not.
        """
        retries = 0
        while True:
            has_content = False
            try:
                async with aclosing(self._reply(messages, tools)) as chunks:
                    async for chunk in chunks:
                        has_content = True
                        yield chunk
            except ProviderError as error:
                failure = self._key.hidden_in(error)
            else:
                return
            if (
                not has_content
                and failure.kind == "bad_request"
                and self._dialect.learn(failure.said)
            ):
                continue
            wait_s = None if has_content else self._retries.wait_s(failure, retries)
            if wait_s is None:
                raise failure
            retries += 1
            if self._on_wait is not None:
                self._on_wait(wait_s, str(failure))
            await self._timing.sleep(wait_s)

    async def _reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator[ModelChunk, None]:
        """One try."""
        endpoint = Endpoint.parse(self._base_url)
        in_text = endpoint.is_local if self._calls_in_text is None else self._calls_in_text
        decoder = ChatDecoder([tool.name for tool in tools], calls_in_text=in_text)
        watch = ContentWatch(self._timing, self._first_content_timeout_s)
        request = self._post(endpoint, messages, tools)
        async with aclosing(await watch.wait_for(request)) as response:
            if not 200 <= response.status < 300:
                raise await self._refusal(response, endpoint)
            try:
                async with aclosing(self._read(response, decoder, watch)) as chunks:
                    async for chunk in chunks:
                        yield chunk
            except ProviderError:
                for chunk in decoder.flush():
                    yield chunk
                raise

    async def _post(
        self, endpoint: Endpoint, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> HttpResponse:
        if self._transport is None:
            # A local server may be silent for minutes while it reads a long prompt.
            self._transport = HttpTransport(
                uses_proxies=not endpoint.is_loopback,
                read_timeout_s=None if endpoint.is_local else READ_TIMEOUT_S,
            )
        headers = {
            "accept": "text/event-stream",
            "accept-encoding": "identity",  # packing would hold pieces back
            "content-type": "application/json",
            **self._key.headers(),
        }
        body = build_request(
            messages,
            tools,
            model=self._model,
            max_tokens=self._max_tokens,
            dialect=self._dialect,
        )
        url = endpoint.url("chat/completions")
        try:
            return await self._transport.send("POST", url, headers, body)
        except TransportError as error:
            failure = network_error(error, endpoint)
        raise failure

    async def _refusal(self, response: HttpResponse, endpoint: Endpoint) -> ProviderError:
        """The error of an answer that is no reply."""
        body = b""
        try:
            async with self._timing.timeout(ERROR_BODY_TIMEOUT_S):
                body = await response.start(MAX_ERROR_BODY_BYTES)
        except TimeoutError:
            pass  # the status says enough
        error = http_error(response.status, response.headers, body, self._timing.wall)
        if error.kind == "not_found" and not endpoint.has_version and "model" not in error.said:
            return ProviderError(
                "not_found",
                sentence="There is no model server at this address: write "
                f"{endpoint.base_url}/v1 as the base URL in Settings.",
            )
        return error

    async def _read(
        self, response: HttpResponse, decoder: ChatDecoder, watch: ContentWatch
    ) -> AsyncGenerator[ModelChunk, None]:
        """The reply's chunks up to its end; a line that breaks is an end, told by the decoder."""
        body = BodyDecoder()
        async with aclosing(response.chunks()) as pieces:
            while not decoder.has_ended:
                piece = await self._next(pieces, decoder, watch)
                was_complete, seen = decoder.is_complete, decoder.content_pieces
                for item in body.close() if piece is None else body.feed(piece):
                    for chunk in decoder.feed(item):
                        yield chunk
                if piece is None:
                    break
                if decoder.is_complete and not was_complete:
                    watch.restart(USAGE_GRACE_S)
                elif decoder.content_pieces > seen:
                    watch.restart(self._content_timeout_s)
                elif not decoder.is_complete:
                    watch.check()
        for chunk in decoder.close():
            yield chunk

    @staticmethod
    async def _next(
        pieces: AsyncIterator[bytes], decoder: ChatDecoder, watch: ContentWatch
    ) -> bytes | None:
        """The next bytes; None at the end, however it came, if what came so far can tell."""
        try:
            return await watch.wait_for(anext(pieces, None))
        except ProviderError:
            if not decoder.is_complete:
                raise
        except TransportError as error:
            failure = error.failure
            if failure == "silent" and not decoder.is_complete:
                raise ProviderError("idle_timeout") from None
            if failure == "garbled":
                raise ProviderError("protocol") from None
        return None
