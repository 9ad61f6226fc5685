import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from loopl_desktop.ui.cards.held_key import LEAST_PAUSE_S, HeldKey

ESCAPE, RETURN = Qt.Key.Key_Escape, Qt.Key.Key_Return


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def half_stroke(
    kind: QEvent.Type,
    key: Qt.Key = ESCAPE,
    at_ms: int = 0,
    *,
    marked: bool = False,
    scan_code: int = 9,
) -> QKeyEvent:
    """An event of a key; without a time like those that Qt posts for a screen reader."""
    no_modifier = Qt.KeyboardModifier.NoModifier
    event = QKeyEvent(kind, key, no_modifier, scan_code, 0, 0, "", autorep=marked)
    event.setTimestamp(at_ms)
    return event


def press(
    key: Qt.Key = ESCAPE, at_ms: int = 0, *, marked: bool = False, scan_code: int = 9
) -> QKeyEvent:
    return half_stroke(QEvent.Type.KeyPress, key, at_ms, marked=marked, scan_code=scan_code)


def release(key: Qt.Key = ESCAPE, at_ms: int = 0) -> QKeyEvent:
    return half_stroke(QEvent.Type.KeyRelease, key, at_ms)


def test_the_first_press_is_no_repeat() -> None:
    assert not HeldKey().is_repeat(press(at_ms=1_000))
    assert not HeldKey().is_repeat(press())


def test_a_press_that_qt_marks_is_one() -> None:
    assert HeldKey().is_repeat(press(at_ms=1_000, marked=True))


@pytest.mark.parametrize(("later_ms", "repeats"), [(0, True), (1, False), (80, False)])
def test_a_press_in_the_moment_of_its_release_is_one(later_ms: int, repeats: bool) -> None:
    held = HeldKey()
    held.note_release(release(at_ms=1_000))
    assert held.is_repeat(press(at_ms=1_000 + later_ms)) is repeats


@pytest.mark.parametrize(
    ("pause_s", "repeats"), [(0.0, True), (LEAST_PAUSE_S / 2, True), (2 * LEAST_PAUSE_S, False)]
)
def test_a_press_without_a_time_is_one_if_it_arrives_with_its_release(
    pause_s: float, repeats: bool
) -> None:
    clock = Clock()
    held = HeldKey(clock)
    held.note_release(release())
    clock.now += pause_s
    assert held.is_repeat(press()) is repeats


@pytest.mark.parametrize("at_ms", [0, 1_000])
def test_another_key_is_none(at_ms: int) -> None:
    held = HeldKey(Clock())
    held.note_release(release(RETURN, at_ms))
    assert not held.is_repeat(press(ESCAPE, at_ms))
    assert held.is_repeat(press(RETURN, at_ms))


def test_a_program_may_press_a_key_twice_at_once() -> None:
    held = HeldKey(Clock())
    held.note_release(release())
    assert held.is_repeat(press())
    assert not held.is_repeat(press(scan_code=0))
