"""Settings for the window: load, change, test the connection, keep the key."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from loopl_desktop.bridge.api_keys import KEYRING_TIMEOUT_S, ApiKeys, KeyState
from loopl_desktop.bridge.blocking import in_thread
from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.settings import Settings
from loopl_desktop.storage.credentials import CredentialStore
from loopl_desktop.storage.errors import StorageError
from loopl_desktop.storage.log_redaction import describe_error
from loopl_desktop.storage.settings_store import SettingsStore

_log = logging.getLogger(__name__)

SAVE_TIMEOUT_S = 10.0
TEST_TIMEOUT_S = 30.0

ProbeResult: TypeAlias = tuple[bool, str, Sequence[str]]
Probe: TypeAlias = Callable[[str, str, str | None], Awaitable[ProbeResult]]
"""`probe(base_url, model, key)` gives whether it works, a sentence, and the models it offers."""


class SettingsController(QObject):
    """The settings of the app; made once, lives as long as the app.

    Signals:
        settings_changed: The new `Settings`.
        connection_tested: Whether it works, and a sentence.
        models_found: The names of the models that a tested server offers, a tuple.
        key_changed: Where the key for the present server is: "none", "keyring" or "session" (for
            this run only); `key_sentence` says it in words.
        problem_found: Something could not be saved; a sentence with what to do.
    """

    settings_changed = Signal(object)
    connection_tested = Signal(bool, str)
    models_found = Signal(object)
    key_changed = Signal(str)
    problem_found = Signal(str)

    def __init__(
        self,
        store: SettingsStore,
        credentials: CredentialStore,
        supervisor: TaskSupervisor,
        *,
        probe: Probe,
        tool_names: Sequence[tuple[str, str]] = (),
        run_settings: Mapping[str, object] | None = None,
        keyring_timeout_s: float = KEYRING_TIMEOUT_S,
        test_timeout_s: float = TEST_TIMEOUT_S,
        parent: QObject | None = None,
    ) -> None:
        """Read the settings file; the keyring is left alone until `load_key`.

        Args:
            store: The settings file.
            credentials: The keyring.
            supervisor: Runs what takes time.
            probe: Asks a server whether it can be used.
            tool_names: Name and label of every tool there is.
            run_settings: Settings of the command line: they go before the file's, are not saved,
                and each holds until the person changes it.
            keyring_timeout_s: Seconds to wait for the keyring.
            test_timeout_s: Seconds to wait for a server that is tested.
            parent: The Qt owner.
        """
        loaded = store.load()
        self._kept = loaded.settings
        self._run_settings = dict(run_settings or {})
        self._settings = _with(self._kept, self._run_settings)
        self._start_notice = loaded.notice
        self._store = store
        self._keys = ApiKeys(credentials, keyring_timeout_s)
        self._supervisor = supervisor
        self._probe = probe
        self._tool_names = tuple(tool_names)
        self._test_timeout_s = test_timeout_s
        self._unsaved: Settings | None = None
        self._saving: asyncio.Task[None] | None = None
        self._testing: asyncio.Task[None] | None = None
        super().__init__(parent)

    @property
    def settings(self) -> Settings:
        """What holds now."""
        return self._settings

    @property
    def start_notice(self) -> str:
        """A sentence for the person if the settings file could not be read fully, else empty."""
        return self._start_notice

    @property
    def tool_names(self) -> tuple[tuple[str, str], ...]:
        """Name and label of every tool that can be switched."""
        return self._tool_names

    @property
    def key_state(self) -> KeyState:
        """Where the key for the present server is."""
        return self._keys.state(self._settings.base_url)

    @property
    def key_sentence(self) -> str:
        """The same in words, with the reason where the keyring could not be used."""
        return self._keys.sentence(self._settings.base_url)

    async def key_for(self, base_url: str) -> Secret | None:
        """The key for a server; asks the keyring at the first time, within its time limit."""
        return await self._keys.get(base_url)

    def update(self, **changes: object) -> None:
        """Change settings by name; saved in the background.

        Raises:
            TypeError: for a name that no setting has.
            ValueError: for a value that a setting cannot have.
        """
        before, kept_before = self._settings, self._kept
        self._kept = _with(self._kept, changes)
        for name in changes:
            self._run_settings.pop(name, None)
        self._settings = _with(self._kept, self._run_settings)
        if self._kept != kept_before:
            self._save_soon()
        if self._settings == before:
            return
        self.settings_changed.emit(self._settings)
        if self._settings.base_url != before.base_url:
            self.load_key()

    def load_key(self) -> None:
        """Look for the key of the present server; after the first paint, since it takes time."""
        self._supervisor.start(self._load_key(self._settings.base_url), "load key")

    def store_key(self, key: Secret) -> None:
        """Keep this key for the present server, in place of an older one.

        Without a keyring it is kept for this run only, and `key_sentence` says so. An empty key
        is no key: the stored one is forgotten. The built-in agent has no server and needs no key.
        """
        if not self._settings.base_url:
            return
        if not key.reveal().strip():
            self.forget_key()
            return
        self._supervisor.start(self._store_key(self._settings.base_url, key), "store key")

    def forget_key(self) -> None:
        """Forget the key of the present server, in the keyring too."""
        if not self._settings.base_url:
            return
        self._supervisor.start(self._forget_key(self._settings.base_url), "forget key")

    def test_connection(self, base_url: str, model: str, key: Secret | None) -> None:
        """Try a server; a test that still runs is dropped.

        Args:
            base_url: Where it is.
            model: Which of its models.
            key: As typed; `None` takes the stored one.
        """
        if self._testing is not None:
            self._testing.cancel()
        self._testing = self._supervisor.start(
            self._test(base_url, model, key), "test the connection"
        )

    async def close(self) -> None:
        """Drop a running test and wait until the last change is on the disk."""
        if self._testing is not None:
            self._testing.cancel()
        if self._saving is not None:
            await asyncio.wait({self._saving})

    def _save_soon(self) -> None:
        self._unsaved = self._kept
        if self._saving is None or self._saving.done():
            self._saving = self._supervisor.start(self._save(), "save settings")

    async def _save(self) -> None:
        """Write until nothing is unsaved: of many changes, only the last one needs the disk."""
        while self._unsaved is not None:
            settings, self._unsaved = self._unsaved, None
            try:
                await in_thread(
                    partial(self._store.save, settings), timeout_s=SAVE_TIMEOUT_S, name="settings"
                )
            except StorageError as error:
                self.problem_found.emit(str(error))
            except TimeoutError:
                self.problem_found.emit(
                    "The disk did not answer; the settings hold until the app is closed."
                )

    async def _load_key(self, base_url: str) -> None:
        await self._keys.get(base_url)
        self._tell_key(base_url)

    async def _store_key(self, base_url: str, key: Secret) -> None:
        # A key that is pasted often brings a line break, which no header may hold.
        await self._keys.keep(base_url, Secret(key.reveal().strip()))
        self._tell_key(base_url)

    async def _forget_key(self, base_url: str) -> None:
        await self._keys.forget(base_url)
        self._tell_key(base_url)

    def _tell_key(self, base_url: str) -> None:
        if base_url == self._settings.base_url:
            self.key_changed.emit(self.key_state)

    async def _test(self, base_url: str, model: str, key: Secret | None) -> None:
        if key is None:
            key = await self._keys.get(base_url)
        probing = self._probe(base_url, model, key.reveal().strip() if key else None)
        (result,) = await asyncio.gather(
            asyncio.wait_for(probing, self._test_timeout_s), return_exceptions=True
        )
        if isinstance(result, BaseException):
            self.connection_tested.emit(False, self._test_failure(result))
            return
        works, sentence, models = result
        self.models_found.emit(tuple(models))
        self.connection_tested.emit(works, sentence)

    def _test_failure(self, error: BaseException) -> str:
        if isinstance(error, TimeoutError):
            return "The server did not answer in time. Check the address, and that it runs."
        _log.error("error=<%s> | connection test failed", describe_error(error))
        return f"The connection could not be tested ({type(error).__name__}). Please try again."


def _with(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """The settings with these changes; see `SettingsController.update` for what it raises."""
    if unknown := changes.keys() - Settings.model_fields.keys():
        raise TypeError(f"there is no setting {sorted(unknown)}")
    return Settings.model_validate({**settings.model_dump(), **changes})
