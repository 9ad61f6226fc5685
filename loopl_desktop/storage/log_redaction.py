"""The log file, and what keeps everything that people type out of it.

Every record's final text passes the scrubber. Of an exception the log gets its type and its places
in the code, never its text: texts of exceptions quote what they choked on.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path, PurePath
from types import TracebackType
from typing import TypeAlias

from loopl_desktop.domain.masking import Scrubber

MAX_LOG_BYTES, KEPT_LOGS = 1_000_000, 3
_MAX_PLACES = 12
_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
_CHATTY = ("httpx", "httpcore", "qasync", "asyncio", "keyring")
"""Libraries that write addresses or arguments into their lower levels."""

_ExceptionInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


def describe_error(error: BaseException) -> str:
    """The type of an exception and its places in the code, innermost first; no values.

    The errors that led to it follow after "from", the members of a group in brackets.
    """
    told = [_one_error(error)]
    seen = {id(error)}
    while (cause := _cause_of(error)) is not None and id(cause) not in seen:
        seen.add(id(cause))
        told.append(_one_error(cause))
        error = cause
    return " from ".join(told)


def _cause_of(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None or error.__suppress_context__:
        return error.__cause__
    return error.__context__


def _one_error(error: BaseException) -> str:
    places = list(_places(error.__traceback__))[::-1][:_MAX_PLACES]
    members = ""
    if isinstance(error, BaseExceptionGroup):
        members = f" [{'; '.join(_one_error(member) for member in error.exceptions)}]"
    return f"{type(error).__name__}{members} at {' < '.join(places) or 'no known place'}"


def _places(trace: TracebackType | None) -> Iterator[str]:
    """`folder/file.py:line` of each frame, outermost first."""
    while trace is not None:
        # Two parts of the path tell our files apart; the whole one would name the person's home.
        file = "/".join(PurePath(trace.tb_frame.f_code.co_filename).parts[-2:])
        yield f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next


class RedactingFormatter(logging.Formatter):
    """Writes a record as text without secrets and without the texts of exceptions."""

    def __init__(self, scrubber: Scrubber) -> None:
        """Scrub with the secrets that `scrubber` knows at the time of each record."""
        super().__init__(_LINE)
        self._scrubber = scrubber

    def format(self, record: logging.LogRecord) -> str:
        """The final text of the record, on one line."""
        # The standard formatter caches the text of an exception in the record, where one of
        # another handler may have left it with values.
        kept = record.exc_text
        record.exc_text = None
        try:
            text = super().format(record)
        finally:
            record.exc_text = kept
        return self._scrubber.scrub(text).replace("\n", "\n    ")

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 (the standard library's name)
        """Type and places in place of a traceback."""
        return describe_error(ei[1]) if ei[1] is not None else ""


class PrivateLogFile(RotatingFileHandler):
    """A log file that only its owner can read, and that never writes a record's arguments."""

    def __init__(self, path: Path) -> None:
        """Write to `path`; the file is made with the first record."""
        super().__init__(
            path,
            maxBytes=MAX_LOG_BYTES,
            backupCount=KEPT_LOGS,
            encoding="utf-8",
            delay=True,
            errors="backslashreplace",
        )

    def _open(self) -> TextIOWrapper:
        return open(  # Path.open takes no opener
            self.baseFilename,
            "a",
            encoding=self.encoding,
            errors=self.errors,
            opener=_open_private,
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (the library's name)
        """Say that a record was lost; the library would print its arguments."""
        if sys.stderr is not None:  # None in a windowed build
            sys.stderr.write(f"a log record of {record.name} could not be written\n")


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def set_up_logging(log_file: Path, scrubber: Scrubber) -> Callable[[], None]:
    """Send all logs to a file that rotates; its folder must be there.

    Args:
        log_file: Where to write.
        scrubber: Shared with the sessions, which teach it the secrets.

    Returns:
        A function that closes the file and takes it out of the logging system again.
    """
    handler = PrivateLogFile(log_file)
    handler.setFormatter(RedactingFormatter(scrubber))
    root = logging.getLogger()
    levels: dict[logging.Logger, int] = {root: root.level}
    ours = logging.getLogger("loopl_desktop")
    levels.update({logger: logger.level for logger in (ours, *map(logging.getLogger, _CHATTY))})
    root.addHandler(handler)
    ours.setLevel(logging.INFO)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)

    def undo() -> None:
        root.removeHandler(handler)
        handler.close()
        for logger, level in levels.items():
            logger.setLevel(level)

    return undo
