"""Settings, Tools: asking is on until the person switches it off."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton

from tests.doubles.recording_model import RecordingModel, asks, says, wire_json
from tests.ui.window_world import WindowWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]


async def test_asking_is_on_by_default_and_has_its_switch(tmp_path: Path, until: Until) -> None:
    question = asks({"type": "confirm", "text": "Book it?"})
    model = RecordingModel(says("Hello."), says("", question), says("Then not."))
    world = WindowWorld(tmp_path, model)
    await world.show(until)
    world.say("hi")
    await until(lambda: not world.session.running)
    assert "ask_user" in model.offered[0]
    world.press("settings")
    switch = world.find("settings-tool-ask_user")
    assert isinstance(switch, QAbstractButton)
    assert switch.isChecked()
    world.press("settings-tool-ask_user")
    world.press("settings-close")
    world.say("Book it.")
    await until(lambda: not world.session.running)
    assert "ask_user" not in model.offered[1]
    assert not world.has("ask-call_1")
    assert "ERROR: ask_user: the person has switched this tool off" in wire_json(model.requests[2])
    await world.close()
