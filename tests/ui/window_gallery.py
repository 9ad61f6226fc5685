"""Pictures of the window in its states: `python -m tests.ui.window_gallery DIR`."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_API", "pyside6")
if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.settings import Appearance
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.ui import accessibility, theme
from tests.doubles.recording_model import RecordingModel, asks, computes, says
from tests.ui.window_world import WindowWorld

LOOKS: tuple[tuple[str, Appearance, float, tuple[int, int]], ...] = (
    ("light", "light", 1.0, (800, 720)),
    ("dark", "dark", 1.0, (800, 720)),
    ("200", "light", 2.0, (900, 1000)),
    ("narrow", "light", 1.0, (480, 720)),
    ("narrow-200", "dark", 2.0, (480, 900)),
    ("wide", "light", 1.0, (1400, 800)),
)
PLACE: JsonObject = {
    "type": "select",
    "title": "Pick a restaurant",
    "text": "Where should I book for tonight at 20:00, for two?",
    "options": ["Antica Pesa", "Oda", "Blue Ribbon"],
}
NAME: JsonObject = {"type": "input", "title": "Name", "text": "In which name should I book?"}
REPLY = (
    "These have a table at **20:00**:\n\n- Antica Pesa, Italian, 6 minutes to walk\n"
    "- Oda, Turkish, 9 minutes\n- Blue Ribbon, sushi, 14 minutes\n"
)


class Gallery:
    """Takes each picture of one look."""

    def __init__(self, folder: Path, name: str, size: tuple[int, int]) -> None:
        self._folder = folder
        self._name = name
        self._size = size

    async def play(self) -> None:
        """All states, one after the other."""
        hold = asyncio.Event()
        model = RecordingModel(
            says(REPLY, asks(PLACE)),
            says("Two questions at once.", asks(NAME), computes("2 * 12.5", "c"), asks(PLACE)),
            [*says("I am writing a longer reply, which has not come to its end")[:1], hold],
            [ProviderError("unreachable")],
        )
        with tempfile.TemporaryDirectory() as data:
            world = WindowWorld(Path(data), model)
            world.window.resize(*self._size)
            world.window.show()
            await self._states(world)
            hold.set()
            await world.close()

    async def _states(self, world: WindowWorld) -> None:
        await self._picture(world, "1-empty")
        self._send(world, "Book me a table tonight, please.")
        await self._picture(world, "2-card")
        world.press("option-1")
        world.press("submit")
        await self._picture(world, "3-two-cards")
        world.find("composer").setFocus()
        world.type("Sam Doe")
        await self._picture(world, "4-answer-with-this")
        world.press("answer-with-this")
        await asyncio.sleep(0.1)
        world.press("option-0")
        world.press("submit")
        await self._picture(world, "5-streaming")
        world.press("stop")
        await asyncio.sleep(0.1)
        self._send(world, "Go on.")
        await self._picture(world, "6-failed")
        world.session.report_wait(20.0, "The server has had too many requests.")
        await self._picture(world, "7-wait")
        world.press("settings")
        world.settings.update(base_url="http://localhost:8080/v1", model="SmolLM2")
        await self._picture(world, "8-settings")

    @staticmethod
    def _send(world: WindowWorld, text: str) -> None:
        world.find("composer").setFocus()
        world.type(text)
        world.key(Qt.Key.Key_Return)

    async def _picture(self, world: WindowWorld, state: str) -> None:
        await asyncio.sleep(0.3)
        world.window.grab().save(str(self._folder / f"{self._name}-{state}.png"))


async def _main(app: QApplication, folder: Path, wanted: list[str]) -> None:
    for name, appearance, scale, size in LOOKS:
        if not wanted or name in wanted:
            theme.apply(app, appearance, scale)
            await Gallery(folder, name, size).play()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    accessibility.install()
    loop = qasync.QEventLoop(application)
    with loop:
        loop.run_until_complete(_main(application, Path(sys.argv[1]), sys.argv[2:]))
