"""Keeps the background work of the app: no task is lost, none fails in silence, none is left."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from loopl_desktop.storage.log_redaction import describe_error

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")

CLOSE_GRACE_S = 5.0
"""How long cancelled tasks may take to end."""


class TaskSupervisor(QObject):
    """Starts tasks, holds them, and reports those that fail.

    Signals:
        failed: A task ended by an exception; a sentence for the person with the exception's type,
            never its text, which may hold what somebody typed.
    """

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, *, grace_s: float = CLOSE_GRACE_S) -> None:
        """Hold tasks from now on.

        Args:
            parent: The Qt owner.
            grace_s: Seconds that cancelled tasks get to end in `close`.
        """
        self._grace_s = grace_s
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        super().__init__(parent)

    @property
    def running_names(self) -> tuple[str, ...]:
        """The names of the tasks that run, sorted."""
        return tuple(sorted(task.get_name() for task in self._tasks))

    def start(self, work: Coroutine[Any, Any, _Result], name: str) -> "asyncio.Task[_Result]":
        """Run a coroutine in the background.

        After `close` nothing starts any more: the task that is returned is cancelled already.
        """
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        if self._closed:
            task.cancel()
        return task

    async def close(self) -> None:
        """Cancel everything that still runs and wait for its end, at most `grace_s` seconds."""
        self._closed = True
        asking = asyncio.current_task()
        waiting = {task for task in self._tasks if task is not asking}
        for task in waiting:
            task.cancel()
        if not waiting:
            return
        _, stuck = await asyncio.wait(waiting, timeout=self._grace_s)
        for task in stuck:
            _log.error("task=<%s> | does not end though it was cancelled", task.get_name())

    def _on_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        _log.error("task=<%s>, error=<%s> | task failed", task.get_name(), describe_error(error))
        self.failed.emit(
            f"Something went wrong inside the app ({type(error).__name__}). "
            "Your conversation is kept; please try again."
        )
