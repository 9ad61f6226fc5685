"""Plays the demo unattended, through its widgets, and takes a picture of every state.

The tour knows the window only as a person does: by its controls, which it finds by their
accessible identifiers. What it cannot find or press is an error that names the control.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QWidget,
)

from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.settings import Appearance
from loopl_desktop.ui import theme

_Found = TypeVar("_Found", bound=QWidget)

STEP_TIMEOUT_S = 30.0
_POLL_S = 0.02
_SETTLE_S = 0.15
"""How long a look may take to reach every widget before its picture is taken."""
DEMO_PASSWORD = "correct horse battery"  # noqa: S105 (typed into the demo, never anywhere else)


class TourError(LooplError):
    """A control did not appear or cannot be seen; the text names it."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way in which each state is pictured."""

    name: str
    appearance: Appearance
    text_scale: float = 1.0


LOOKS = (Look("light", "light"), Look("dark", "dark"), Look("200", "light", 2.0))


class Tour:
    """One run through the demo."""

    def __init__(self, app: QApplication, window: QWidget, folder: Path) -> None:
        """Prepare the tour; nothing is pressed yet.

        Args:
            app: The running application, whose look is changed for the pictures.
            window: The main window, shown, with the demo agent.
            folder: Where the pictures go; made if it is not there.
        """
        self._app = app
        self._window = window
        self.folder = folder
        self._states = 0
        self._pictures = 0

    async def play(self) -> int:
        """Run through the demo; how many pictures were written.

        Raises:
            TourError: if a control does not appear.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self._app.setCursorFlashTime(0)  # the same pictures each time
        await self._look_around()
        await self._start()
        await self._choose()
        await self._two_at_once()
        await self._sign_in()
        await self._finish()
        return self._pictures

    # The chapters of the demo.

    async def _look_around(self) -> None:
        await self._picture("empty")
        await self._press("settings")
        await self._picture("settings")
        self._key(self._focused(), Qt.Key.Key_Escape)

    async def _start(self) -> None:
        composer = await self._find("composer", QPlainTextEdit)
        composer.setPlainText("Book me a table tonight.")
        composer.moveCursor(QTextCursor.MoveOperation.End)
        await self._picture("message-typed")
        await self._press("send")
        await self._find("ask-go", QWidget)
        await self._picture("confirm")
        await self._press("yes", "ask-go")

    async def _choose(self) -> None:
        await self._find("ask-restaurant", QWidget)
        await self._picture("select")
        await self._press("option-1", "ask-restaurant")
        await self._picture("select-chosen")
        await self._press("submit", "ask-restaurant")
        await self._find("ask-extras", QWidget)
        await self._press("all", "ask-extras")
        await self._picture("multiselect-all")
        await self._press("option-2", "ask-extras")
        await self._press("submit", "ask-extras")
        await self._find("ask-seat", QWidget)
        await self._picture("buttons-after-a-repaired-question")
        await self._press("option-1", "ask-seat")

    async def _two_at_once(self) -> None:
        await self._find("ask-name", QWidget)
        await self._find("ask-occasion", QWidget)
        await self._picture("two-questions")
        await self._press("option-1", "ask-occasion")
        await self._press("submit", "ask-occasion")
        await self._gone("ask-occasion")
        await self._type("answer", "Sam & Alex", "ask-name")
        await self._picture("the-other-still-waits")
        await self._press("submit", "ask-name")

    async def _sign_in(self) -> None:
        await self._find("ask-account", QWidget)
        await self._picture("form")
        await self._press("submit", "ask-account")
        await self._picture("form-with-errors")
        await self._type("field-email", "sam@example.org", "ask-account")
        await self._type("field-password", DEMO_PASSWORD, "ask-account")
        await self._picture("form-filled")
        await self._press("submit", "ask-account")

    async def _finish(self) -> None:
        await self._find("ask-newsletter", QWidget)
        await self._picture("runs-out-of-time")
        await self._find("ask-done", QWidget)
        await self._picture("message")
        await self._press("submit", "ask-done")
        stop = await self._find("stop", QWidget)
        await self._until(lambda: not stop.isEnabled(), "the end of the turn")
        await self._picture("finished")
        await self._unfold_a_question()
        await self._picture("settled-question-unfolded")

    async def _unfold_a_question(self) -> None:
        """Show a settled question again, by keyboard."""
        rows = await self._find("transcript", QListView)
        model = rows.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            spoken = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
            if spoken.startswith("question from the agent") and "Where should" in spoken:
                rows.setFocus(Qt.FocusReason.TabFocusReason)
                rows.setCurrentIndex(index)
                rows.scrollTo(index)
                self._key(rows, Qt.Key.Key_Return)
                return
        raise TourError("the question about the restaurant is not in the transcript")

    # What a person does.

    async def _press(self, identifier: str, card: str = "") -> None:
        button = await self._find(identifier, QAbstractButton, card)
        await self._until(button.isEnabled, f"{identifier} to be enabled")
        button.click()

    async def _type(self, identifier: str, text: str, card: str) -> None:
        field = await self._find(identifier, QLineEdit, card)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()
        for character in text:
            self._key(field, Qt.Key.Key_unknown, character)

    def _focused(self) -> QWidget:
        return self._app.focusWidget() or self._window

    def _key(self, widget: QWidget, key: Qt.Key, text: str = "") -> None:
        for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
            self._app.sendEvent(widget, event)

    async def _find(self, identifier: str, kind: type[_Found], card: str = "") -> _Found:
        inside: QWidget = await self._find(card, QWidget) if card else self._window
        found: list[_Found] = []

        def look() -> bool:
            found[:] = [
                child
                for child in inside.findChildren(kind)
                if child.accessibleIdentifier() == identifier and not child.isHidden()
            ]
            return bool(found)

        await self._until(look, identifier)
        return found[0]

    async def _gone(self, identifier: str) -> None:
        def is_gone() -> bool:
            return not any(
                child.accessibleIdentifier() == identifier and child.isVisible()
                for child in self._window.findChildren(QWidget)
            )

        await self._until(is_gone, f"{identifier} to go")

    async def _until(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + STEP_TIMEOUT_S
        while not condition():
            if time.monotonic() > end:
                raise TourError(f"the tour waited {STEP_TIMEOUT_S:.0f} s for {what}")
            await asyncio.sleep(_POLL_S)

    # Pictures.

    async def _picture(self, state: str) -> None:
        """Take the present state in every look, and go on in the first one."""
        self._states += 1
        await asyncio.sleep(_SETTLE_S)  # text that still streams in
        for look in LOOKS:
            await self._wear(look)
            self._check_focus_is_seen(state, look)
            path = self.folder / f"{self._states:02d}-{state}-{look.name}.png"
            if not self._window.grab().save(str(path)):
                raise TourError(f"{path} could not be written")
            self._pictures += 1
        await self._wear(LOOKS[0])

    def _check_focus_is_seen(self, state: str, look: Look) -> None:
        """A picture must show where the person is."""
        focused = self._focused()
        seen = focused.visibleRegion().boundingRect()
        if isinstance(focused, QAbstractScrollArea):
            return  # as large as its window, and scrolls what is in it
        if seen != focused.rect():
            name = focused.accessibleIdentifier() or type(focused).__name__
            raise TourError(f"{name} has the focus and is not in view: {state}, {look.name}")

    async def _wear(self, look: Look) -> None:
        theme.apply(self._app, look.appearance, look.text_scale)
        await asyncio.sleep(_SETTLE_S)
