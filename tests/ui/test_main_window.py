"""Whole-window journeys: the agent asks, a card answers, the turn goes on; by keyboard."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListView, QWidget

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.transcript import AskItem
from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.ui.ask_wiring import CAME_LATE, ENDINGS
from loopl_desktop.ui.composer import DRAFT_KEPT
from loopl_desktop.ui.empty_state import EmptyState
from tests.doubles.clock import FakeClock
from tests.doubles.recording_model import RecordingModel, asks, says, wire_json
from tests.ui.finding import button, cut, named
from tests.ui.window_world import WindowWorld, texts_of

Until = Callable[[Callable[[], object]], Awaitable[None]]

BOOK: JsonObject = {"type": "confirm", "text": "Book it?"}
PLACE: JsonObject = {"type": "select", "text": "Where?", "options": ["Oda", "Antica Pesa"]}
NAME: JsonObject = {"type": "input", "text": "In which name?"}
LOGIN: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text", "required": True},
        {"name": "pw", "label": "Password", "type": "password"},
    ],
}
MARKER = "hunter2-MARKER-4471"


Open = Callable[..., Awaitable[WindowWorld]]


@pytest.fixture
def open_window(tmp_path: Path, until: Until) -> Open:
    """Open a window over a model, in front."""

    async def open_it(model: RecordingModel, clock: FakeClock | None = None) -> WindowWorld:
        world = WindowWorld(tmp_path, model, clock)
        await world.show(until)
        return world

    return open_it


async def test_at_the_start_the_composer_has_the_focus_and_one_sentence_says_what_to_do(
    open_window: Open,
) -> None:
    world = await open_window(RecordingModel())
    assert world.focus == "composer"
    assert world.rows == []
    assert not world.find("send").isEnabled()
    assert not world.find("stop").isEnabled()
    assert named(world.window, "model-line").accessibleName() == "Model: demo agent, built in"
    await world.close()


async def test_the_first_sentence_goes_with_the_first_message(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("Hello.")))
    first = world.window.findChild(EmptyState)
    assert first is not None
    assert first.isVisible()
    world.say("hi")
    await until(lambda: not world.session.running)
    assert not first.isVisible()
    await world.close()


async def test_a_question_is_answered_by_keyboard_and_the_turn_goes_on(
    open_window: Open, until: Until
) -> None:
    model = RecordingModel(says("A moment.", asks(PLACE)), says("Booked."))
    world = await open_window(model)
    world.say("Book me a table tonight.")
    assert world.draft == ""
    await until(lambda: world.has("ask-call_1"))
    assert world.focus == "composer"  # a card never takes the focus
    world.type("half a wo")
    world.key(Qt.Key.Key_F6)
    assert world.focus == "option-0"
    world.key(Qt.Key.Key_Space)
    for _ in range(10):
        if world.focus == "submit":
            break
        world.key(Qt.Key.Key_Tab)
    world.key(Qt.Key.Key_Return)
    await until(lambda: not world.session.running)
    assert world.focus == "composer"
    world.type("rd")
    assert world.draft == "half a word"
    assert '{\\"ok\\": true, \\"value\\": \\"Oda\\"}' in wire_json(model.requests[1])
    assert not world.has("ask-call_1")
    assert world.rows[-1] == "agent said: Booked."
    assert any("answered: Oda" in row for row in world.rows)
    assert "question from the agent: Where?" in world.announcer.said
    assert ENDINGS["answered"] in world.announcer.said
    await world.close()


async def test_f6_goes_to_the_question_and_back_to_where_the_focus_was(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME)), says("Done.")))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.find("transcript").setFocus()
    world.key(Qt.Key.Key_F6)
    assert world.focus == "answer"
    world.key(Qt.Key.Key_F6)
    assert world.focus == "transcript"
    world.key(Qt.Key.Key_J, Qt.KeyboardModifier.AltModifier)
    assert world.focus == "answer"
    world.find("composer").setFocus()
    world.press("jump")
    assert world.focus == "answer"
    await world.close()


async def test_tab_goes_transcript_cards_oldest_first_jump_composer(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(BOOK), asks(NAME, "call_2"))))
    world.say("go")
    await until(lambda: world.has("ask-call_2"))
    world.find("transcript").setFocus()
    way = [world.focus]
    while way[-1] != "composer" and len(way) < 30:
        await asyncio.sleep(0)
        world.key(Qt.Key.Key_Tab)
        way.append(world.focus)
    assert way == [
        "transcript",
        *("yes", "no", "cancel", "more-time"),
        *("answer", "lock-answer", "submit", "cancel", "more-time"),
        *("jump", "composer"),
    ]
    await world.close()


async def test_a_card_that_closes_leaves_the_focus_where_the_person_had_gone(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(BOOK)), says("Done.")))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.find("transcript").setFocus()
    world.press("yes")
    await until(lambda: not world.session.running)
    assert world.focus == "transcript"
    await world.close()


async def test_two_cards_are_answered_in_the_other_order(open_window: Open, until: Until) -> None:
    model = RecordingModel(says("", asks(BOOK), asks(PLACE, "call_2")), says("Done."))
    world = await open_window(model)
    world.say("go")
    await until(lambda: world.has("ask-call_2"))
    strip = world.find("questions-waiting")
    assert strip.isVisible()
    assert "2" in world.texts("questions-waiting")
    second = world.find("ask-call_2")
    button(second, "option-1").click()
    button(second, "submit").click()
    await until(lambda: not world.has("ask-call_2"))
    assert world.has("ask-call_1")
    assert "1" in world.texts("questions-waiting")
    assert world.session.running
    world.press("no")
    await until(lambda: not world.session.running)
    sent = wire_json(model.requests[1])
    assert sent.index('\\"value\\": false') < sent.index('\\"value\\": \\"Antica Pesa\\"')
    assert not strip.isVisible()
    await world.close()


async def test_answering_one_card_by_keyboard_never_puts_the_focus_into_the_next(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME), asks(LOGIN, "call_2"))))
    world.say("go")
    await until(lambda: world.has("ask-call_2"))
    world.key(Qt.Key.Key_F6)
    world.say("Oda")
    await until(lambda: not world.has("ask-call_1"))
    assert world.focus == "composer"
    await world.close()


async def test_stop_ends_the_turn_and_the_question_with_it(open_window: Open, until: Until) -> None:
    world = await open_window(RecordingModel(says("Part.", asks(BOOK))))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.find("stop").setFocus()
    world.key(Qt.Key.Key_Space)
    await until(lambda: not world.session.running)
    assert not world.has("ask-call_1")
    assert not world.find("stop").isEnabled()
    assert world.focus == "composer"
    assert "agent said: Part." in world.rows
    answer = _ask(world).answer
    assert answer is not None
    assert answer.ending == "aborted"
    assert ENDINGS["aborted"] in world.announcer.said
    await world.close()


async def test_while_a_turn_runs_enter_keeps_the_draft_and_says_so(
    open_window: Open, until: Until
) -> None:
    gate = asyncio.Event()
    model = RecordingModel([gate, *says("Done.")], says("Second."))
    world = await open_window(model)
    world.say("first")
    await until(lambda: world.session.running)
    world.say("second")
    assert world.draft == "second"
    assert any(DRAFT_KEPT in said for said in world.announcer.said)
    gate.set()
    await until(lambda: not world.session.running)
    assert len(model.requests) == 1
    world.key(Qt.Key.Key_Return)
    await until(lambda: world.rows[-1] == "agent said: Second.")
    assert world.draft == ""
    await world.close()


async def test_answer_with_this_sends_the_draft_as_the_answer(
    open_window: Open, until: Until
) -> None:
    model = RecordingModel(says("", asks(NAME)), says("Done."))
    world = await open_window(model)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    assert not world.has("answer-with-this")
    world.type("Sam Doe")
    world.press("answer-with-this")
    await until(lambda: not world.session.running)
    assert world.draft == ""
    assert '\\"value\\": \\"Sam Doe\\"' in wire_json(model.requests[1])
    await world.close()


@pytest.mark.parametrize("spec", [BOOK, LOGIN, {"type": "input", "text": "Your password?"}])
async def test_answer_with_this_is_not_offered_where_a_text_is_no_answer(
    open_window: Open, until: Until, spec: JsonObject
) -> None:
    world = await open_window(RecordingModel(says("", asks(spec))))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.type("Sam")
    assert not world.has("answer-with-this")
    assert world.draft == "Sam"
    await world.close()


async def test_after_a_time_out_what_was_typed_can_be_sent_as_a_message(
    open_window: Open, until: Until
) -> None:
    clock = FakeClock()
    model = RecordingModel(says("", asks(NAME)), says("No answer."), says("Thanks."))
    world = await open_window(model, clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.type("Sam Doe")
    clock.advance(180)
    await until(lambda: not world.session.running)
    assert '\\"timeout\\": true' in wire_json(model.requests[1])
    assert world.focus == "composer"
    assert ENDINGS["timed_out"] in world.announcer.said
    await until(lambda: world.has("send-anyway"))
    world.find("transcript").setFocus()
    world.press("send-anyway")
    assert world.draft == "Sam Doe"
    assert world.focus == "composer"
    assert not world.has("send-anyway")
    world.key(Qt.Key.Key_Return)
    await until(lambda: world.rows[-1] == "agent said: Thanks.")
    await world.close()


async def test_what_timed_out_goes_when_another_message_is_sent(
    open_window: Open, until: Until
) -> None:
    clock = FakeClock()
    world = await open_window(RecordingModel(says("", asks(NAME)), says("No answer.")), clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.type("Sam Doe")
    clock.advance(180)
    await until(lambda: world.has("send-anyway"))
    await until(lambda: not world.session.running)
    world.say("something else")
    assert not world.has("send-anyway")
    await until(lambda: not world.session.running)
    await world.close()


async def test_a_secret_is_not_kept_after_a_time_out(open_window: Open, until: Until) -> None:
    clock = FakeClock()
    spec: JsonObject = {"type": "input", "text": "Your password?"}
    world = await open_window(RecordingModel(says("", asks(spec))), clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.type(MARKER)
    clock.advance(180)
    await until(lambda: not world.session.running)
    assert not world.has("send-anyway")
    assert not any(MARKER in text for text in [*world.rows, *world.announcer.said, world.draft])
    await world.close()


async def test_more_time_moves_the_deadline_and_typing_keeps_it_away(
    open_window: Open, until: Until
) -> None:
    clock = FakeClock()
    world = await open_window(RecordingModel(says("", asks(NAME))), clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    clock.advance(170)
    world.key(Qt.Key.Key_F6)
    world.type("S")
    assert world.session.remaining_s("call_1") == 30
    world.press("more-time")
    assert world.session.remaining_s("call_1") == 210
    await world.close()


async def test_a_failure_is_one_sentence_with_retry(open_window: Open, until: Until) -> None:
    model = RecordingModel(
        [ProviderError("unreachable", sentence="The server does not answer. Check that it runs.")],
        says("Here I am."),
    )
    world = await open_window(model)
    world.say("go")
    await until(lambda: world.has("retry"))
    await until(lambda: not world.session.running)
    assert "The server does not answer. Check that it runs." in world.announcer.said
    world.press("retry")
    await until(lambda: not world.session.running)
    assert world.rows[-1] == "agent said: Here I am."
    assert world.rows.count("you said: go") == 1
    assert not world.has("retry")
    await world.close()


async def test_a_wait_before_a_retry_can_be_stopped(open_window: Open, until: Until) -> None:
    gate = asyncio.Event()
    world = await open_window(RecordingModel([gate]))
    world.say("go")
    await until(lambda: world.session.running)
    world.session.report_wait(20.0, "The server is busy.")
    assert world.has("stop-waiting")
    world.press("stop-waiting")
    await until(lambda: not world.session.running)
    assert not world.has("stop-waiting")
    await world.close()


async def test_a_tool_that_is_switched_off_is_not_offered_and_a_call_to_it_gets_an_error(
    open_window: Open, until: Until
) -> None:
    model = RecordingModel(says("", asks(BOOK)), says("I cannot ask."))
    world = await open_window(model)
    world.key(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    world.press("settings-tool-ask_user")
    world.key(Qt.Key.Key_Escape)
    assert world.focus == "composer"
    world.say("go")
    await until(lambda: not world.session.running)
    assert "ask_user" not in model.offered[0]
    assert "calculator" in model.offered[0]
    assert "ERROR: ask_user" in wire_json(model.requests[1])
    assert not world.has("ask-call_1")
    await world.close()


async def test_settings_open_and_close_and_give_the_focus_back(open_window: Open) -> None:
    world = await open_window(RecordingModel())
    world.find("transcript").setFocus()
    world.key(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert world.has("settings-close")
    assert not world.has("composer")
    assert world.focus.startswith("settings-")
    world.key(Qt.Key.Key_Escape)
    assert world.has("composer")
    assert world.focus == "transcript"
    world.press("settings")
    world.press("settings-close")
    assert world.has("composer")
    await world.close()


async def test_f6_leaves_the_settings_for_the_question(open_window: Open, until: Until) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME))))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.press("settings")
    world.key(Qt.Key.Key_F6)
    assert world.focus == "answer"
    world.key(Qt.Key.Key_F6)
    assert world.focus == "composer"
    await world.close()


async def test_a_card_that_closes_behind_the_settings_gives_the_focus_to_the_composer(
    open_window: Open, until: Until
) -> None:
    clock = FakeClock()
    world = await open_window(RecordingModel(says("", asks(NAME))), clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.key(Qt.Key.Key_F6)
    world.key(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    clock.advance(180)
    await until(lambda: not world.session.running)
    assert world.focus.startswith("settings-")
    world.key(Qt.Key.Key_Escape)
    assert world.focus == "composer"
    await world.close()


async def test_the_focus_goes_to_the_composer_when_its_former_place_is_hidden(
    open_window: Open, until: Until
) -> None:
    clock = FakeClock()
    world = await open_window(RecordingModel(says("", asks(NAME))), clock)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.find("jump").setFocus()
    world.key(Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    clock.advance(180)
    await until(lambda: not world.session.running)
    world.key(Qt.Key.Key_Escape)
    assert world.focus == "composer"
    await world.close()


async def test_send_by_keyboard_leaves_the_focus_in_the_composer(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("Hello.")))
    world.type("hi")
    world.find("send").setFocus()
    world.key(Qt.Key.Key_Space)
    assert world.focus == "composer"
    await until(lambda: not world.session.running)
    assert world.focus == "composer"
    await world.close()


async def test_the_model_line_and_the_first_sentence_follow_the_settings(
    open_window: Open,
) -> None:
    world = await open_window(RecordingModel())
    world.settings.update(base_url="http://localhost:8080/v1", model="SmolLM2")
    assert named(world.window, "model-line").accessibleName() == "Model: SmolLM2 at localhost:8080"
    await world.close()


async def test_a_password_card_says_who_reads_it_and_the_word_is_nowhere_after(
    open_window: Open, until: Until
) -> None:
    model = RecordingModel(says("", asks(LOGIN)), says("Done."))
    world = await open_window(model)
    world.settings.update(base_url="http://localhost:8080/v1", model="SmolLM2")
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    assert "SmolLM2 at localhost:8080" in world.texts("ask-call_1")
    world.key(Qt.Key.Key_F6)
    world.type("sam")
    named(world.window, "field-pw").setFocus()
    world.say(MARKER)
    await until(lambda: not world.session.running)
    assert MARKER in wire_json(model.requests[1])  # the model reads it, once
    assert not any(MARKER in text for text in [*world.rows, *world.announcer.said])
    assert not any(MARKER in texts_of(widget) for widget in world.window.findChildren(QWidget))
    await world.close()


async def test_a_late_answer_is_never_silent(open_window: Open, until: Until) -> None:
    world = await open_window(RecordingModel(says("", asks(BOOK))))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.session.answer_came_late.emit("call_1")
    assert CAME_LATE in world.announcer.said
    assert CAME_LATE in world.texts("notice")
    await world.close()


async def test_a_refused_answer_stays_in_its_card_with_the_reason(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME))))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.session.answer_rejected.emit("call_1", "That is too long.")
    assert "That is too long." in world.texts("ask-call_1")
    assert world.has("ask-call_1")
    await world.close()


async def test_closing_the_window_with_a_card_waiting_needs_no_dialog(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME))))
    told: list[bool] = []
    world.window.closing.connect(partial(told.append, True))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.window.close()
    assert told == [True]
    assert not world.window.isVisible()
    await world.close()
    answer = _ask(world).answer
    assert answer is not None
    assert answer.ending == "aborted"


async def test_the_composer_takes_a_third_of_the_window_at_most(open_window: Open) -> None:
    world = await open_window(RecordingModel())
    world.window.resize(800, 900)
    composer = world.find("composer")
    QTest.keyClicks(composer, "x")
    for _ in range(60):
        world.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert composer.sizeHint().height() == 300
    await world.close()


async def test_enter_on_a_settled_row_shows_the_question_again(
    open_window: Open, until: Until
) -> None:
    world = await open_window(RecordingModel(says("", asks(BOOK)), says("Done.")))
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    world.press("yes")
    await until(lambda: not world.session.running)
    row = next(n for n, text in enumerate(world.rows) if "Book it?" in text)
    world.window._transcript.row_activated.emit(row)
    model = world.session.transcript_model
    assert world.expanded(row)
    world.window._transcript.row_activated.emit(row)
    assert not world.expanded(row)
    assert model.rowCount() == len(world.rows)
    await world.close()


@pytest.mark.parametrize("width", [480, 768, 1200])
async def test_cards_and_composer_stand_in_one_column(
    open_window: Open, until: Until, width: int
) -> None:
    world = await open_window(RecordingModel(says("", asks(BOOK))))
    world.window.resize(width, 700)
    world.say("go")
    await until(lambda: world.has("ask-call_1"))
    card, box = world.find("ask-call_1"), world.find("composer").parentWidget()
    assert box is not None
    await until(lambda: world.sides(card) == world.sides(box))
    await world.close()


async def test_nothing_is_cut_at_200_percent_in_a_narrow_window(
    open_window: Open, until: Until, text_scale: None
) -> None:
    world = await open_window(RecordingModel(says("A reply.", asks(NAME))))
    world.settings.update(base_url="http://localhost:8080/v1", model="a-long-model-name" * 2)
    world.window.resize(480, 900)
    world.say("go")
    await until(lambda: world.has("answer"))
    world.type("Sam Doe")
    world.session.turn_failed.emit("The server does not answer. Check that it runs.", "server")
    assert world.window.width() == 480
    await until(lambda: cut(world.window) == [])
    world.find("composer").setFixedHeight(8)  # the search finds what is cut
    await until(lambda: cut(world.window) == ["composer"])
    await world.close()


async def test_f6_brings_a_card_into_view_that_was_scrolled_away(
    open_window: Open, until: Until
) -> None:
    long_text = "\n\n".join(f"Paragraph {n}" for n in range(80))
    world = await open_window(RecordingModel(says("", asks(NAME), asks(LOGIN, "call_2"))))
    world.say(long_text.replace("\n", " "))
    await until(lambda: world.has("ask-call_2"))
    world.window.resize(600, 420)
    view = world.find("transcript")
    assert isinstance(view, QListView)
    view.scrollToTop()
    world.key(Qt.Key.Key_F6)
    answer = world.find("answer")
    place = view.viewport().rect()
    await until(
        lambda: place.contains(answer.mapTo(view.viewport(), QPoint(0, answer.height() - 1)))
    )
    await world.close()


async def test_an_address_that_is_being_typed_is_kept_when_the_window_closes(
    open_window: Open,
) -> None:
    world = await open_window(RecordingModel())
    world.press("settings")
    world.find("settings-base-url").setFocus()
    world.type("http://localhost:8080/v1")
    assert world.settings.settings.base_url == ""
    world.window.close()
    assert world.settings.settings.base_url == "http://localhost:8080/v1"
    await world.close()


@pytest.mark.parametrize("page", ["conversation", "settings"])
async def test_everything_that_can_have_the_focus_has_a_name(
    open_window: Open, until: Until, page: str
) -> None:
    world = await open_window(RecordingModel(says("", asks(NAME), asks(LOGIN, "call_2"))))
    world.settings.update(base_url="http://localhost:8080/v1")
    world.say("go")
    await until(lambda: world.has("ask-call_2"))
    if page == "settings":
        world.press("settings")
    focusable = [
        widget
        for widget in world.window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()
    ]
    assert len(focusable) > 8
    nameless = [
        f"{type(widget).__name__} {widget.accessibleIdentifier()}"
        for widget in focusable
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert nameless == []
    await world.close()


def _ask(world: WindowWorld) -> AskItem:
    """The first question of the conversation."""
    items = world.session.transcript_model.transcript.items
    return next(item for item in items if isinstance(item, AskItem))


async def test_a_settings_file_that_could_not_be_read_is_told_at_the_start(
    tmp_path: Path, until: Until
) -> None:
    (tmp_path / "settings.json").write_text("{broken")
    world = WindowWorld(tmp_path, RecordingModel())
    await world.show(until)
    told = [label.text() for label in world.window.findChildren(QLabel) if label.isVisible()]
    assert any("settings file could not be understood" in text for text in told)
    assert (tmp_path / "settings.broken-1.json").read_text() == "{broken"
    await world.close()


async def test_a_problem_outside_of_a_turn_is_told(open_window: Open) -> None:
    world = await open_window(RecordingModel())
    world.settings.problem_found.emit("The settings could not be saved.")
    told = [label.text() for label in world.window.findChildren(QLabel) if label.isVisible()]
    assert "The settings could not be saved." in told
    await world.close()
