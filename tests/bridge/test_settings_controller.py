"""Settings and keys as the window sees them."""

import asyncio
import json
import stat
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, SignalInstance

from loopl_desktop.bridge.api_keys import KEY_IN_KEYRING, NO_KEY
from loopl_desktop.bridge.settings_controller import (
    ProbeResult,
    SettingsController,
)
from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.settings import Settings
from loopl_desktop.storage.errors import KeyringLockedError, KeyringMissingError, StorageError
from loopl_desktop.storage.settings_store import SettingsStore

Until = Callable[[Callable[[], object]], Awaitable[None]]
AwaitSignal = Callable[[SignalInstance], "asyncio.Task[tuple[Any, ...]]"]

HERE = "http://localhost:8080/v1"
THERE = "https://example.org/v1"
KEY = "sk-MARKER-20394"


class MemoryKeyring:
    """A keyring that keeps keys in a dict, and fails or hangs on demand."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.calls: list[str] = []
        self.error: Exception | None = None
        self.held: threading.Event | None = None

    def load(self, base_url: str) -> str | None:
        self._answer("load")
        return self.keys.get(base_url)

    def save(self, base_url: str, key: str) -> None:
        self._answer("save")
        self.keys[base_url] = key

    def delete(self, base_url: str) -> None:
        self._answer("delete")
        self.keys.pop(base_url, None)

    def _answer(self, call: str) -> None:
        assert threading.current_thread() is not threading.main_thread()
        self.calls.append(call)
        if self.held is not None:
            self.held.wait()
        if self.error is not None:
            raise self.error


class Server:
    """A probe that gives a prepared answer."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str | None]] = []
        self.answer: ProbeResult | Exception = (True, "It works.", ("small", "big"))
        self.silent = False

    async def probe(self, base_url: str, model: str, key: str | None) -> ProbeResult:
        self.asked.append((base_url, model, key))
        if self.silent:
            await asyncio.Event().wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Watcher(QObject):
    """Writes down what a settings panel would hear."""

    def __init__(self, controller: SettingsController) -> None:
        self.settings: list[Settings] = []
        self.tests: list[tuple[bool, str]] = []
        self.models: list[tuple[str, ...]] = []
        self.keys: list[str] = []
        self.problems: list[str] = []
        super().__init__()
        controller.settings_changed.connect(self._on_settings)
        controller.connection_tested.connect(self._on_tested)
        controller.models_found.connect(self._on_models)
        controller.key_changed.connect(self._on_key)
        controller.problem_found.connect(self._on_problem)

    def _on_settings(self, settings: Settings) -> None:
        self.settings.append(settings)

    def _on_tested(self, works: bool, sentence: str) -> None:
        self.tests.append((works, sentence))

    def _on_models(self, models: tuple[str, ...]) -> None:
        self.models.append(models)

    def _on_key(self, state: str) -> None:
        self.keys.append(state)

    def _on_problem(self, sentence: str) -> None:
        self.problems.append(sentence)


class Desk:
    """A controller with its doubles."""

    def __init__(
        self,
        path: Path,
        *,
        keyring_timeout_s: float = 5.0,
        run_settings: Mapping[str, object] | None = None,
    ) -> None:
        self.path = path
        self.keyring = MemoryKeyring()
        self.server = Server()
        self.supervisor = TaskSupervisor()
        self.controller = SettingsController(
            SettingsStore(path),
            self.keyring,
            self.supervisor,
            probe=self.server.probe,
            tool_names=[("clock", "Clock")],
            run_settings=run_settings,
            keyring_timeout_s=keyring_timeout_s,
            test_timeout_s=0.05,
        )
        self.watcher = Watcher(self.controller)

    async def idle(self, until: Until) -> None:
        await until(lambda: self.supervisor.running_names == ())

    async def at(self, base_url: str, until: Until) -> None:
        """Choose a server and wait for its key."""
        self.controller.update(base_url=base_url)
        await self.idle(until)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "settings.json")


@pytest.fixture
def hold() -> Iterator[threading.Event]:
    """Holds keyring calls until the test ends."""
    event = threading.Event()
    yield event
    event.set()


async def test_it_starts_with_what_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"model": "SmolLM2"}))
    desk = Desk(path)
    assert desk.controller.settings.model == "SmolLM2"
    assert desk.controller.start_notice == ""
    assert desk.controller.tool_names == (("clock", "Clock"),)


async def test_a_broken_file_gives_defaults_and_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")
    desk = Desk(path)
    assert desk.controller.settings == Settings()
    assert "could not be understood" in desk.controller.start_notice


async def test_a_change_is_told_and_written(desk: Desk, until: Until) -> None:
    desk.controller.update(model="SmolLM2", tools_off=frozenset({"clock"}))
    assert [settings.model for settings in desk.watcher.settings] == ["SmolLM2"]
    await desk.idle(until)
    assert json.loads(desk.path.read_text())["tools_off"] == ["clock"]
    assert stat.S_IMODE(desk.path.stat().st_mode) == 0o600


async def test_a_change_to_the_same_value_is_no_change(desk: Desk, until: Until) -> None:
    desk.controller.update(model="")
    await desk.idle(until)
    assert desk.watcher.settings == []
    assert not desk.path.exists()


async def test_of_many_changes_the_last_one_is_on_the_disk(desk: Desk, until: Until) -> None:
    for number in range(50):
        desk.controller.update(model=f"model-{number}")
    await desk.controller.close()
    assert json.loads(desk.path.read_text())["model"] == "model-49"


async def test_an_unknown_setting_or_a_bad_value_is_a_fault_of_the_caller(desk: Desk) -> None:
    with pytest.raises(TypeError, match="modle"):
        desk.controller.update(modle="x")
    with pytest.raises(ValueError, match="appearance"):
        desk.controller.update(appearance="purple")
    assert desk.controller.settings == Settings()


async def test_settings_of_the_command_line_hold_for_this_run_and_are_not_saved(
    tmp_path: Path, until: Until
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"base_url": HERE, "model": "SmolLM2"}))
    desk = Desk(path, run_settings={"base_url": "", "model": ""})
    assert desk.controller.settings == Settings()
    desk.controller.update(appearance="dark")
    await desk.idle(until)
    assert desk.controller.settings == Settings(appearance="dark")
    saved = json.loads(path.read_text())
    assert (saved["base_url"], saved["model"], saved["appearance"]) == (HERE, "SmolLM2", "dark")


async def test_a_setting_of_the_command_line_gives_way_to_the_person(
    tmp_path: Path, until: Until
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"base_url": HERE, "model": "SmolLM2"}))
    desk = Desk(path, run_settings={"base_url": THERE, "model": "big"})
    desk.controller.update(base_url="")
    await desk.idle(until)
    assert desk.controller.settings == Settings(base_url="", model="big")
    assert json.loads(path.read_text())["base_url"] == ""
    desk.controller.update(model="big")  # what is shown already is kept from now on
    await desk.idle(until)
    assert json.loads(path.read_text())["model"] == "big"
    assert len(desk.watcher.settings) == 1


class FullDisk(SettingsStore):
    """Cannot write."""

    def save(self, settings: Settings) -> None:
        raise StorageError("The settings could not be saved.")


async def test_a_change_that_cannot_be_written_holds_and_is_told(
    tmp_path: Path, until: Until
) -> None:
    supervisor = TaskSupervisor()
    store = FullDisk(tmp_path / "settings.json")
    controller = SettingsController(store, MemoryKeyring(), supervisor, probe=Server().probe)
    watcher = Watcher(controller)
    controller.update(model="SmolLM2")
    await until(lambda: watcher.problems)
    assert watcher.problems == ["The settings could not be saved."]
    assert controller.settings.model == "SmolLM2"


async def test_a_key_goes_to_the_keyring_of_its_server(desk: Desk, until: Until) -> None:
    await desk.at(HERE, until)
    desk.controller.store_key(Secret(f" {KEY}\n"))
    await desk.idle(until)
    assert desk.keyring.keys == {HERE: KEY}
    assert desk.controller.key_state == "keyring"
    assert desk.controller.key_sentence == KEY_IN_KEYRING
    assert desk.watcher.keys == ["none", "keyring"]


async def test_another_server_has_another_key(desk: Desk, until: Until) -> None:
    desk.keyring.keys = {HERE: KEY}
    await desk.at(HERE, until)
    await desk.at(THERE, until)
    assert desk.watcher.keys == ["keyring", "none"]
    assert desk.controller.key_state == "none"
    assert desk.controller.key_sentence == NO_KEY
    here, there = await desk.controller.key_for(HERE), await desk.controller.key_for(THERE)
    assert here is not None
    assert here.reveal() == KEY
    assert there is None


async def test_the_keyring_is_asked_once_for_each_server(desk: Desk, until: Until) -> None:
    desk.keyring.keys = {HERE: KEY}
    await desk.at(HERE, until)
    await desk.at(THERE, until)
    await desk.at(HERE, until)
    await desk.controller.key_for(THERE)
    assert desk.keyring.calls == ["load", "load"]


async def test_the_built_in_agent_needs_no_keyring(desk: Desk) -> None:
    desk.controller.store_key(Secret(KEY))
    desk.controller.forget_key()
    assert desk.supervisor.running_names == ()
    assert await desk.controller.key_for("") is None
    assert desk.keyring.calls == []


@pytest.mark.parametrize(
    "error",
    [
        KeyringMissingError("This system has no keyring."),
        KeyringLockedError("The keyring is locked."),
    ],
)
async def test_without_a_keyring_a_key_is_kept_for_this_run(
    desk: Desk, until: Until, error: Exception
) -> None:
    desk.keyring.error = error
    await desk.at(HERE, until)
    assert desk.controller.key_sentence.startswith(str(error))
    desk.controller.store_key(Secret(KEY))
    await desk.idle(until)
    key = await desk.controller.key_for(HERE)
    assert key is not None
    assert key.reveal() == KEY
    assert desk.watcher.keys == ["none", "session"]
    assert desk.controller.key_sentence == f"{error} The key is kept until the app is closed."


async def test_a_keyring_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, until: Until, hold: threading.Event
) -> None:
    desk = Desk(tmp_path / "settings.json", keyring_timeout_s=0.02)
    desk.keyring.held = hold
    desk.controller.update(base_url=HERE)
    desk.controller.store_key(Secret(KEY))
    key = await desk.controller.key_for(HERE)  # at once, though the keyring still hangs
    assert key is not None
    await desk.idle(until)
    assert desk.controller.key_state == "session"
    assert "does not answer" in desk.controller.key_sentence


async def test_a_forgotten_key_is_gone_everywhere(desk: Desk, until: Until) -> None:
    desk.keyring.keys = {HERE: KEY}
    await desk.at(HERE, until)
    desk.controller.forget_key()
    await desk.idle(until)
    assert desk.keyring.keys == {}
    assert await desk.controller.key_for(HERE) is None
    assert desk.watcher.keys == ["keyring", "none"]


async def test_an_empty_key_forgets_the_stored_one(desk: Desk, until: Until) -> None:
    desk.keyring.keys = {HERE: KEY}
    await desk.at(HERE, until)
    desk.controller.store_key(Secret("  "))
    await desk.idle(until)
    assert desk.keyring.keys == {}


async def test_a_key_that_cannot_be_removed_is_not_used_and_that_is_said(
    desk: Desk, until: Until
) -> None:
    desk.keyring.keys = {HERE: KEY}
    await desk.at(HERE, until)
    desk.keyring.error = KeyringLockedError("The keyring is locked.")
    desk.controller.forget_key()
    await desk.idle(until)
    assert await desk.controller.key_for(HERE) is None
    assert "may still be stored" in desk.controller.key_sentence


async def test_the_key_of_a_server_that_was_left_is_not_told(desk: Desk, until: Until) -> None:
    await desk.at(HERE, until)
    desk.controller.store_key(Secret(KEY))
    desk.controller.update(base_url=THERE)
    await desk.idle(until)
    assert desk.keyring.keys == {HERE: KEY}
    assert desk.watcher.keys == ["none", "none"]


async def test_a_test_uses_the_typed_key(desk: Desk, signal: AwaitSignal) -> None:
    tested = signal(desk.controller.connection_tested)
    desk.controller.test_connection(HERE, "small", Secret(f"{KEY}\n"))
    assert await tested == (True, "It works.")
    assert desk.server.asked == [(HERE, "small", KEY)]
    assert desk.watcher.models == [("small", "big")]


async def test_a_test_without_a_typed_key_uses_the_stored_one(
    desk: Desk, signal: AwaitSignal
) -> None:
    desk.keyring.keys = {THERE: KEY}
    tested = signal(desk.controller.connection_tested)
    desk.controller.test_connection(THERE, "small", None)
    await tested
    assert desk.server.asked == [(THERE, "small", KEY)]


async def test_a_server_that_does_not_answer_in_time_is_told(
    desk: Desk, signal: AwaitSignal
) -> None:
    desk.server.silent = True
    tested = signal(desk.controller.connection_tested)
    desk.controller.test_connection(HERE, "small", None)
    works, sentence = await tested
    assert works is False
    assert "did not answer in time" in sentence


async def test_a_broken_test_is_told_without_values(
    desk: Desk, signal: AwaitSignal, caplog: pytest.LogCaptureFixture
) -> None:
    desk.server.answer = ValueError(KEY)
    tested = signal(desk.controller.connection_tested)
    desk.controller.test_connection(HERE, "small", Secret(KEY))
    works, sentence = await tested
    assert works is False
    assert "ValueError" in sentence
    assert "ValueError" in caplog.text
    assert KEY not in sentence + caplog.text
    caplog.clear()


async def test_a_newer_test_replaces_the_one_that_runs(desk: Desk, until: Until) -> None:
    desk.server.silent = True
    desk.controller.test_connection(HERE, "small", None)
    await until(lambda: desk.server.asked)
    desk.server.silent = False
    desk.controller.test_connection(THERE, "small", None)
    await desk.idle(until)
    assert desk.watcher.tests == [(True, "It works.")]


async def test_closing_drops_a_running_test(desk: Desk, until: Until) -> None:
    desk.server.silent = True
    desk.controller.test_connection(HERE, "small", None)
    await until(lambda: desk.server.asked)
    await desk.controller.close()
    await desk.idle(until)
    assert desk.watcher.tests == []


async def test_a_key_is_in_no_file_no_signal_and_no_log(
    desk: Desk, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    await desk.at(HERE, until)
    desk.controller.store_key(Secret(KEY))
    desk.controller.test_connection(HERE, "model-CONTROL", None)
    desk.controller.update(model="model-CONTROL")
    await desk.controller.close()
    await desk.idle(until)
    watcher = desk.watcher
    told = desk.path.read_text() + caplog.text + repr(vars(watcher)) + repr(vars(desk.controller))
    assert "model-CONTROL" in told  # the search does find what is there
    assert KEY not in told
