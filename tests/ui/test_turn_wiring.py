"""What a turn's beginning, end and failure do to composer, notice and spoken words."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.ui.notice_bar import LIMIT_REACHED
from loopl_desktop.ui.turn_wiring import SPOKEN_CHARACTERS
from tests.doubles.recording_model import RecordingModel, says
from tests.ui.window_world import WindowWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]


async def test_a_reply_is_said_once_when_it_is_complete(tmp_path: Path, until: Until) -> None:
    gate = asyncio.Event()
    world = WindowWorld(tmp_path, RecordingModel([*says("Hello ")[:1], gate, *says("you.")]))
    await world.show(until)
    world.say("hi")
    await until(lambda: world.rows[-1:] == ["agent said: Hello "])
    assert world.announcer.said == []
    gate.set()
    await until(lambda: not world.session.running)
    assert world.announcer.said == ["agent said: Hello you."]
    await world.close()


async def test_a_long_reply_is_said_in_part(tmp_path: Path, until: Until) -> None:
    world = WindowWorld(tmp_path, RecordingModel(says("x" * 5_000)))
    await world.show(until)
    world.say("hi")
    await until(lambda: not world.session.running)
    (said,) = world.announcer.said
    assert len(said) < SPOKEN_CHARACTERS + 20
    await world.close()


async def test_a_turn_that_reached_its_limit_can_go_on(tmp_path: Path, until: Until) -> None:
    model = RecordingModel(says("First."), says("Second."))
    world = WindowWorld(tmp_path, model)
    await world.show(until)
    world.say("hi")
    await until(lambda: not world.session.running)
    world.session.turn_ended.emit("limit")
    assert LIMIT_REACHED in world.texts("notice")
    world.press("go-on")
    await until(lambda: world.rows[-1] == "agent said: Second.")
    assert not world.has("go-on")
    await world.close()


async def test_a_message_that_was_not_taken_stays_in_the_composer(
    tmp_path: Path, until: Until
) -> None:
    world = WindowWorld(tmp_path, RecordingModel())
    await world.show(until)
    await world.session.close()  # from now on nothing is sent
    world.say("hi")
    assert world.draft == "hi"
    await world.close()


async def test_a_failure_stays_until_it_is_dismissed_or_the_next_turn(
    tmp_path: Path, until: Until
) -> None:
    world = WindowWorld(
        tmp_path, RecordingModel([ProviderError("server")], [ProviderError("server")])
    )
    await world.show(until)
    world.say("hi")
    await until(lambda: world.has("retry"))
    await until(lambda: not world.session.running)
    world.press("notice-dismiss")
    assert not world.has("retry")
    world.say("again")
    await until(lambda: world.has("retry"))
    await until(lambda: not world.session.running)
    world.say("once more")
    assert not world.has("retry")
    await until(lambda: not world.session.running)
    await world.close()
