"""Exceptions that nobody caught, and Qt's messages."""

import gc
import sys
import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Signal, qWarning

from loopl_desktop.bridge.error_hooks import error_hooks

MARKER = "MARKER-5512"


class Button(QObject):
    clicked = Signal(str)


class Handler(QObject):
    def fail(self, typed: str) -> None:
        raise ValueError(typed)


def fail_in_slot() -> None:
    button, handler = Button(), Handler()
    button.clicked.connect(handler.fail)
    button.clicked.emit(MARKER)


def fail_in_thread() -> None:
    def work() -> None:
        raise ValueError(MARKER)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def fail_in_destructor() -> None:
    class Faulty:
        def __del__(self) -> None:
            raise ValueError(MARKER)

    Faulty()
    gc.collect(0)


@pytest.mark.parametrize(
    ("fail", "where"),
    [(fail_in_slot, "slot"), (fail_in_thread, "thread"), (fail_in_destructor, "destructor")],
)
def test_an_exception_is_logged_with_type_and_place_only(
    fail: Callable[[], None],
    where: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with error_hooks():
        fail()
    told = caplog.text + "".join(capfd.readouterr())
    caplog.clear()
    assert f"where=<{where}>" in told
    assert "ValueError" in told
    assert "test_error_hooks.py:" in told
    assert MARKER not in told


def test_a_message_of_qt_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with error_hooks():
        qWarning("something about a font")
    assert caplog.record_tuples[-1][0] == "loopl_desktop.qt"
    assert "something about a font" in caplog.text
    caplog.clear()


def test_the_hooks_of_before_are_back_afterwards() -> None:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    with error_hooks():
        assert sys.excepthook is not before[0]
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
