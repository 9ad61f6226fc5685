"""Which model the next turn talks to: a server, a script, or the built-in demo agent."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from loopl_desktop.domain.messages import Message
from loopl_desktop.domain.settings import Settings
from loopl_desktop.engine.model import Model, ModelChunk, ToolSpec
from loopl_desktop.engine.scripted_model import ScriptedModel
from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.openai_chat import OnWait, OpenAIChatModel

LOCAL_PROMPT_TIMEOUT_S = 1800.0
"""A server on this machine may read a long prompt for many minutes before its first word."""


class Key(Protocol):
    """A key that shows itself only when it is asked to."""

    def reveal(self) -> str:
        """Return the key itself."""


FindKey: TypeAlias = Callable[[str], Awaitable[Key | None]]
"""Gives the key for an address, or None."""


class ServedModel:
    """A model behind a server whose key is looked up when it is first needed.

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


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Where replies come from in this run of the app."""

    demo_file: Path
    """The script of the demo agent, which starts anew with every message."""
    find_key: FindKey
    on_wait: OnWait
    script: ScriptedModel | None = None
    """Plays on over all turns; it goes before every setting."""

    def for_turn(self, settings: Settings) -> Model:
        """The model for a turn that starts now."""
        if self.script is not None:
            return self.script
        if not settings.base_url:
            return ScriptedModel.from_file(self.demo_file)
        return ServedModel(settings.base_url, settings.model, self.find_key, self.on_wait)
