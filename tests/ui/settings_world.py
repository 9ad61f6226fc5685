"""A real settings controller on a temporary file, a keyring in memory and a prepared server."""

from pathlib import Path

from loopl_desktop.bridge.settings_controller import ProbeResult, SettingsController
from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.storage.settings_store import SettingsStore

TOOLS = (("ask_user", "Ask you questions"), ("calculator", "Calculator & more"))


class MemoryKeyring:
    """Keeps keys in a dict."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}

    def load(self, base_url: str) -> str | None:
        return self.keys.get(base_url)

    def save(self, base_url: str, key: str) -> None:
        self.keys[base_url] = key

    def delete(self, base_url: str) -> None:
        self.keys.pop(base_url, None)


class SettingsWorld:
    """The controller and what stands around it."""

    def __init__(self, folder: Path, supervisor: TaskSupervisor | None = None) -> None:
        self.path = folder / "settings.json"
        self.keyring = MemoryKeyring()
        self.asked: list[tuple[str, str, str | None]] = []
        self.answer: ProbeResult = (True, "It works.", ("small", "big"))
        self.supervisor = supervisor or TaskSupervisor()
        self.controller = SettingsController(
            SettingsStore(self.path),
            self.keyring,
            self.supervisor,
            probe=self._probe,
            tool_names=TOOLS,
        )

    async def close(self) -> None:
        """End as the app does."""
        await self.controller.close()
        await self.supervisor.close()

    async def _probe(self, base_url: str, model: str, key: str | None) -> ProbeResult:
        self.asked.append((base_url, model, key))
        return self.answer
