"""Cycles with Qt objects die in the GUI's thread."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject

from loopl_desktop.bridge.garbage import (
    FULL_COLLECTION_S,
    OLDEST,
    GuiThreadCollector,
    collecting_in_this_thread,
)


class Cycle(QObject):
    """Points at itself, and says in which thread it died."""

    def __init__(self, died_in: list[int]) -> None:
        self.me = self
        self.died_in = died_in
        super().__init__()

    def __del__(self) -> None:
        self.died_in.append(threading.get_ident())


def fill_generation(generation: int) -> None:
    """Bring one generation, and those before it, over the threshold."""
    thresholds = gc.get_threshold()
    kept: list[list[object]] = []
    for _ in range(thresholds[generation] + 1 if generation else 1):
        if generation:
            gc.collect(generation - 1)
    while gc.get_count()[0] <= thresholds[0]:
        kept.append([])


@pytest.fixture
def ours(qapp: QCoreApplication) -> Iterator[None]:
    with collecting_in_this_thread():
        gc.collect()
        yield


def allocate_much() -> None:
    kept = [[number] for number in range(200_000)]
    assert kept


def test_another_thread_never_takes_a_qt_object_apart(ours: None) -> None:
    died_in: list[int] = []
    Cycle(died_in)
    other = threading.Thread(target=allocate_much)
    other.start()
    other.join()
    assert died_in == []
    fill_generation(1)
    assert GuiThreadCollector().collect_if_due() is not None
    assert died_in == [threading.get_ident()]


def test_without_it_another_thread_would() -> None:
    died: list[int] = []

    class Plain:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            died.append(threading.get_ident())

    def collect_while_allocating() -> None:
        gc.enable()
        try:
            allocate_much()
        finally:
            gc.disable()

    gc.collect()  # what other tests have left must not die in the thread
    Plain()
    other = threading.Thread(target=collect_while_allocating)
    other.start()
    other.join()
    assert died
    assert died != [threading.get_ident()]


def test_little_garbage_is_left_alone(ours: None) -> None:
    gc.collect()
    assert GuiThreadCollector().collect_if_due() is None


def test_a_full_collection_comes_once_a_minute_at_most(ours: None) -> None:
    now = [0.0]
    collector = GuiThreadCollector(clock=lambda: now[0])
    fill_generation(OLDEST)
    assert collector.collect_if_due() == OLDEST - 1
    now[0] = FULL_COLLECTION_S
    fill_generation(OLDEST)
    assert collector.collect_if_due() == OLDEST


def test_what_was_loaded_before_is_not_walked_through_again(qapp: QCoreApplication) -> None:
    before = gc.get_freeze_count()
    with collecting_in_this_thread():
        assert gc.get_freeze_count() > before + 10_000
    assert gc.get_freeze_count() == 0


def test_the_interpreter_takes_over_again_afterwards(qapp: QCoreApplication) -> None:
    gc.enable()
    try:
        with collecting_in_this_thread():
            assert not gc.isenabled()
        assert gc.isenabled()
    finally:
        gc.disable()
