"""What cards and session tell each other."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.ui.ask_wiring import AskWiring
from tests.doubles.clock import FakeClock
from tests.doubles.recording_model import RecordingModel, asks, says
from tests.ui.window_world import WindowWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]
NAME: JsonObject = {"type": "input", "text": "In which name?"}


def tick_of(world: WindowWorld) -> QTimer:
    """The timer that moves the time on the cards."""
    wiring = world.window.findChild(AskWiring)
    assert wiring is not None
    timer = wiring.findChild(QTimer)
    assert timer is not None
    return timer


async def test_time_is_shown_each_second_while_a_card_waits_and_not_after(
    tmp_path: Path, until: Until
) -> None:
    clock = FakeClock()
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME)), says("Done.")), clock)
    await world.show(until)
    tick = tick_of(world)
    assert not tick.isActive()
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    assert tick.isActive()
    assert "3 min left" in world.texts("ask-call_1")
    clock.jump(100)
    tick.timeout.emit()
    assert "1 min 20 s left" in world.texts("ask-call_1")
    world.press("cancel")
    await until(lambda: not world.session.running)
    assert not tick.isActive()
    await world.close()


async def test_the_last_30_seconds_are_said_once(tmp_path: Path, until: Until) -> None:
    clock = FakeClock()
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME))), clock)
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    before = len(world.announcer.said)
    for seconds in (151, 1, 1):
        clock.jump(seconds)
        tick_of(world).timeout.emit()
    (said,) = world.announcer.said[before:]
    assert "25 s left" in said
    await world.close()


async def test_a_notice_in_a_card_is_said(tmp_path: Path, until: Until) -> None:
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME))))
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.type("Sam")
    world.key(Qt.Key.Key_Escape)
    assert any("Escape" in said for said in world.announcer.said)
    assert world.has("ask-call_1")
    world.key(Qt.Key.Key_Escape)
    await until(lambda: not world.has("ask-call_1"))
    await world.close()


async def test_without_a_limit_no_time_is_shown(tmp_path: Path, until: Until) -> None:
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME))))
    world.settings.update(time_to_answer="no_limit")
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    assert not world.has("more-time")
    assert "left" not in world.texts("ask-call_1")
    await world.close()


async def test_a_refused_answer_with_this_keeps_the_draft(tmp_path: Path, until: Until) -> None:
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME)), says("Done.")))
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.type("Sam")
    world.session.answer_rejected.emit("call_1", "No.")
    world.press("cancel")
    await until(lambda: not world.session.running)
    assert world.draft == "Sam"
    await world.close()
