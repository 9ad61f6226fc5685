"""One place for every exception that nobody caught, and for what Qt has to say.

Slots, tasks, threads and destructors all end in `report_error`, which logs the type and the places
in the code, never a value, and lets the app live on.
"""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from loopl_desktop.storage.log_redaction import describe_error

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("loopl_desktop.qt")

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def report_error(error: BaseException, where: str) -> None:
    """Log an exception that nobody caught.

    Args:
        error: The exception; its text is not looked at.
        where: What ran: "slot", "task", "thread", "destructor".
    """
    _log.error("where=<%s>, error=<%s> | unexpected error", where, describe_error(error))


@contextmanager
def error_hooks() -> Iterator[None]:
    """Catch everything while the app runs; the hooks of before are back afterwards."""
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    sys.excepthook, threading.excepthook, sys.unraisablehook = _on_slot, _on_thread, _on_destructor
    qt_before = qInstallMessageHandler(_on_qt_message)
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook = before
        qInstallMessageHandler(qt_before)


def _on_slot(
    _kind: type[BaseException], error: BaseException, _trace: TracebackType | None
) -> None:
    report_error(error, "slot")


def _on_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        report_error(arguments.exc_value, "thread")


def _on_destructor(arguments: "sys.UnraisableHookArgs") -> None:
    if arguments.exc_value is not None:
        report_error(arguments.exc_value, "destructor")


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    _qt_log.log(_QT_LEVELS.get(kind, logging.WARNING), "%s", text)
