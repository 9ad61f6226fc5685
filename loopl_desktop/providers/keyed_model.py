"""A chat model whose key is looked up when it is first needed."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Final, Protocol, TypeAlias

from loopl_desktop.domain.messages import Message
from loopl_desktop.engine.model import ModelChunk, ToolSpec
from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.openai_chat import OnWait, OpenAIChatModel

LOCAL_PROMPT_TIMEOUT_S: Final = 1800.0
"""A server on this machine may read a long prompt for many minutes before its first word."""


class Key(Protocol):
    """A key that shows itself only when it is asked to."""

    def reveal(self) -> str:
        """Return the key itself."""


FindKey: TypeAlias = Callable[[str], Awaitable[Key | None]]
"""Gives the key for an address, or None."""


class KeyedChatModel:
    """An `OpenAIChatModel` that waits for its key.

    The keyring may take seconds, or ask the person something: neither the window nor the start of
    a turn waits for it.
    """

    def __init__(self, base_url: str, model: str, find_key: FindKey, on_wait: OnWait) -> None:
        """Describe the model; nothing is looked up or sent yet.

        Args:
            base_url: Where it is served.
            model: Its name there.
            find_key: Looks the key up.
            on_wait: Told before each wait for another try: seconds and why.
        """
        self._base_url = base_url
        self._model = model
        self._find_key = find_key
        self._on_wait = on_wait
        self._served: OpenAIChatModel | None = None

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator[ModelChunk, None]:
        """One reply; see `Model.stream`."""
        if self._served is None:
            key = await self._find_key(self._base_url)
            self._served = OpenAIChatModel(
                base_url=self._base_url,
                model=self._model,
                api_key=key.reveal() if key else None,
                first_content_timeout_s=self._first_content_timeout_s,
                on_wait=self._on_wait,
            )
        async with aclosing(self._served.stream(messages, tools)) as chunks:
            async for chunk in chunks:
                yield chunk

    @property
    def _first_content_timeout_s(self) -> float | None:
        is_local = Endpoint.parse(self._base_url).is_local
        return LOCAL_PROMPT_TIMEOUT_S if is_local else None
