"""What cards and session tell each other."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.masking import MaskedAnswer
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


async def test_the_row_of_an_answered_question_has_no_card_even_before_the_session_says_so(
    tmp_path: Path, until: Until
) -> None:
    """The view hides a card that is no longer given: Qt would move its focus into the next one."""
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME), asks(NAME, "call_2"))))
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_2"))
    wiring = world.window.findChild(AskWiring)
    assert wiring is not None
    world.key(Qt.Key.Key_F6)
    assert world.focus == "answer"
    item = world.session.pending_asks[0]
    assert wiring.editor_for(replace(item, answer=MaskedAnswer("answered", "Sam"))) is None
    assert world.focus == "composer"
    await world.close()


async def test_a_card_that_no_row_shows_closes_when_its_question_ends(
    tmp_path: Path, until: Until
) -> None:
    world = WindowWorld(tmp_path, RecordingModel())
    await world.show(until)
    world.shelf.card("elsewhere", AskUserRequest(type="input", text="Name?"))
    assert len(world.shelf.open_cards()) == 1
    world.session.ask_settled.emit("elsewhere", "answered")
    assert world.shelf.open_cards() == ()
    await world.close()


async def test_tab_keeps_its_order_when_the_person_makes_an_answer_secret(
    tmp_path: Path, until: Until
) -> None:
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(NAME))))
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.press("lock-answer")
    await until(lambda: world.focus == "answer")
    (card,) = world.shelf.open_cards()
    wanted = [*card.controls(), world.find("jump")]
    assert len(wanted) == 7  # the eye has come
    await until(lambda: tab_order(wanted[0], len(wanted)) == wanted)
    await world.close()


def tab_order(first: QWidget, count: int) -> list[QWidget]:
    """The controls that Tab reaches from one of them on."""
    way = [first]
    widget = first.nextInFocusChain()
    while widget is not None and widget is not first and len(way) < count:
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            way.append(widget)
        widget = widget.nextInFocusChain()
    return way


async def test_stop_keeps_what_was_typed_in_a_card_but_no_secret(
    tmp_path: Path, until: Until
) -> None:
    fields = [{"name": "user", "label": "User"}, {"name": "pw", "label": "Password"}]
    form: JsonObject = {"type": "form", "text": "Log in", "fields": fields}
    world = WindowWorld(tmp_path, RecordingModel(says("", asks(form))))
    await world.show(until)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.type("Sam")
    world.key(Qt.Key.Key_Tab)
    while world.focus != "field-pw":
        world.key(Qt.Key.Key_Tab)
    world.type("hunter2-MARKER")
    world.press("stop")
    await until(lambda: not world.session.running)
    assert "Sam" in world.draft
    assert "MARKER" not in world.draft
    assert any("message field" in said for said in world.announcer.said)
    await world.close()
