"""The keys of model servers: one for each, in the system keyring where there is one.

A key typed in Settings is revealed here, once, on its way to the keyring.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias, TypeVar

from loopl_desktop.bridge.blocking import in_thread
from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.storage.credentials import CredentialStore
from loopl_desktop.storage.errors import KeyringError

_Result = TypeVar("_Result")

KEYRING_TIMEOUT_S = 10.0
NO_KEY = "No key is stored for this server."
KEY_IN_KEYRING = "The key is kept in the system keyring."
KEYRING_SILENT = "The keyring does not answer; it may be locked."

KeyState: TypeAlias = Literal["none", "keyring", "session"]


class ApiKeys:
    """The keys of this run, one for each server, and where each is kept.

    Works without a keyring: a key is then kept in memory until the app is closed.
    """

    def __init__(self, store: CredentialStore, timeout_s: float) -> None:
        """Use this keyring, and wait `timeout_s` seconds for each of its calls."""
        self._store = store
        self._timeout_s = timeout_s
        self._keys: dict[str, Secret] = {}
        self._states: dict[str, tuple[KeyState, str]] = {}
        self._turn = asyncio.Lock()  # a keyring may ask the person something: one call at a time

    def state(self, base_url: str) -> KeyState:
        """Where the key for this server is."""
        return self._states.get(base_url, ("none", NO_KEY))[0]

    def sentence(self, base_url: str) -> str:
        """The same in words, with the reason where it is not in the keyring."""
        return self._states.get(base_url, ("none", NO_KEY))[1]

    async def get(self, base_url: str) -> Secret | None:
        """The key for this server, from the keyring at the first time."""
        if base_url not in self._keys:
            async with self._turn:
                if base_url and base_url not in self._states:
                    await self._load(base_url)
        return self._keys.get(base_url)

    async def keep(self, base_url: str, key: Secret) -> None:
        """Use this key from now on, and keep it in the keyring if there is one."""
        self._keys[base_url] = key  # at once: a message that is sent now needs no keyring
        async with self._turn:
            try:
                # Revealed in the call itself: a variable would outlive it.
                await self._in_time(partial(self._store.save, base_url, key.reveal()))
            except KeyringError as error:
                told = f"{error} The key is kept until the app is closed."
                self._states[base_url] = ("session", told)
            else:
                self._states[base_url] = ("keyring", KEY_IN_KEYRING)

    async def forget(self, base_url: str) -> None:
        """Use no key for this server any more, and take it out of the keyring."""
        async with self._turn:
            self._keys.pop(base_url, None)
            try:
                await self._in_time(partial(self._store.delete, base_url))
            except KeyringError as error:
                told = f"{error} The key is not used any more, but it may still be stored there."
                self._states[base_url] = ("none", told)
            else:
                self._states[base_url] = ("none", NO_KEY)

    async def _load(self, base_url: str) -> None:
        try:
            found = await self._in_time(partial(self._store.load, base_url))
        except KeyringError as error:
            self._states[base_url] = ("none", f"{error} A key that you enter is kept for this run.")
            return
        if found is None:
            self._states[base_url] = ("none", NO_KEY)
        else:
            self._keys[base_url] = Secret(found)
            self._states[base_url] = ("keyring", KEY_IN_KEYRING)

    async def _in_time(self, call: Callable[[], _Result]) -> _Result:
        try:
            return await in_thread(call, timeout_s=self._timeout_s, name="keyring")
        except TimeoutError:
            raise KeyringError(KEYRING_SILENT) from None
