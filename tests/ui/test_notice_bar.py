"""The notice bar: one sentence, the right button, and nothing when there is nothing to say."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.ui.notice_bar import LIMIT_REACHED, NoticeBar
from tests.ui.finding import button, named


class Clock:
    """A clock that a test turns."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bar(qtbot: QtBot, clock: Clock) -> NoticeBar:
    widget = NoticeBar(clock=clock)
    qtbot.addWidget(widget)
    widget.resize(480, 100)
    return widget


def shown(bar: NoticeBar) -> list[str]:
    return [widget.accessibleIdentifier() for widget in bar.controls if not widget.isHidden()]


def failure(bar: NoticeBar) -> None:
    bar.show_failure("The server does not answer. Check that it runs.")


def limit(bar: NoticeBar) -> None:
    bar.show_limit()


def wait(bar: NoticeBar) -> None:
    bar.show_wait(20.0, "The server is busy.")


def notice(bar: NoticeBar) -> None:
    bar.show_notice("Time for this question had run out.")


@pytest.mark.parametrize(
    ("show", "sentence", "buttons"),
    [
        (failure, "The server does not answer. Check that it runs.", ["retry", "notice-dismiss"]),
        (limit, LIMIT_REACHED, ["go-on", "notice-dismiss"]),
        (wait, "The server is busy. Trying again in 20\N{NO-BREAK SPACE}s.", ["stop-waiting"]),
        (notice, "Time for this question had run out.", ["notice-dismiss"]),
    ],
)
def test_each_notice_has_its_sentence_and_its_buttons_and_is_announced(
    bar: NoticeBar, show: Callable[[NoticeBar], None], sentence: str, buttons: list[str]
) -> None:
    announced: list[str] = []
    bar.announced.connect(announced.append)
    assert bar.isHidden()
    show(bar)
    assert bar.sentence == sentence
    assert shown(bar) == buttons
    assert announced == [sentence]


def test_a_new_notice_takes_the_place_of_the_old_one(bar: NoticeBar) -> None:
    wait(bar)
    failure(bar)
    assert shown(bar) == ["retry", "notice-dismiss"]
    assert "Trying again" not in bar.sentence


@pytest.mark.parametrize(
    ("show", "identifier", "told"),
    [(failure, "retry", "retry"), (limit, "go-on", "go on"), (wait, "stop-waiting", "stop")],
)
def test_each_button_says_what_the_person_wants(
    bar: NoticeBar, show: Callable[[NoticeBar], None], identifier: str, told: str
) -> None:
    heard: list[str] = []
    bar.retry_requested.connect(partial(heard.append, "retry"))
    bar.go_on_requested.connect(partial(heard.append, "go on"))
    bar.stop_requested.connect(partial(heard.append, "stop"))
    show(bar)
    button(bar, identifier).click()
    assert heard == [told]


def test_dismiss_takes_it_away(bar: NoticeBar) -> None:
    failure(bar)
    button(bar, "notice-dismiss").click()
    assert bar.isHidden()
    assert bar.sentence == ""


def test_a_wait_counts_down_without_saying_each_second_aloud(bar: NoticeBar, clock: Clock) -> None:
    announced: list[str] = []
    wait(bar)
    bar.announced.connect(announced.append)
    timer = bar.findChild(QTimer)
    assert timer is not None
    assert timer.isActive()
    clock.now += 1.5
    timer.timeout.emit()
    assert bar.sentence == "The server is busy. Trying again in 19\N{NO-BREAK SPACE}s."
    clock.now += 18.5
    timer.timeout.emit()
    assert bar.isHidden()
    assert not timer.isActive()
    assert announced == []


def test_an_endless_word_does_not_push_the_window_wider(bar: NoticeBar, text_scale: None) -> None:
    bar.show_failure("x" * 5_000)
    assert bar.minimumSizeHint().width() <= 448


def test_markup_is_shown_as_it_is(bar: NoticeBar) -> None:
    bar.show_failure("<b>bold</b>")
    labels = [w for w in bar.findChildren(QWidget) if w.property("text") == "<b>bold</b>"]
    assert len(labels) == 1
    assert named(bar, "retry").isVisibleTo(bar)
