"""A whole window over a scripted model, and hands to work it as a person does."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QPlainTextEdit, QWidget

from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import Message
from loopl_desktop.domain.settings import Settings
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.clock import Clock, SystemClock
from loopl_desktop.engine.model import Model
from loopl_desktop.tools.calculator import CalculatorTool
from loopl_desktop.ui.accessibility import Announcer
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.main_window import MainWindow
from tests.ui.finding import button, named
from tests.ui.settings_world import SettingsWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]


def texts_of(widget: QWidget) -> str:
    """What a widget shows or tells a screen reader."""
    parts = [widget.property("text"), widget.property("plainText"), widget.toolTip()]
    parts += [widget.accessibleName(), widget.accessibleDescription()]
    return " ".join(str(part) for part in parts if part)


class SpokenWords(Announcer):
    """Writes down what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__()

    def say(self, text: str, urgent: bool = False) -> None:
        self.said.append(text)


class WindowWorld:
    """The window and all that stands behind it, as `app.py` joins them."""

    def __init__(self, folder: Path, model: Model, clock: Clock | None = None) -> None:
        self.model = model
        self.clock = clock or SystemClock()
        self.settings_world = SettingsWorld(folder)
        self.settings = self.settings_world.controller
        self.session = SessionController(
            self._make_agent, self.settings_world.supervisor, close_grace_s=0.05
        )
        self.shelf = CardShelf()
        self.announcer = SpokenWords()
        self.window = MainWindow(self.session, self.settings, self.shelf, self.announcer)

    async def show(self, until: Until) -> None:
        """Show the window in front."""
        self.window.show()
        self.window.activateWindow()
        await until(self.window.isActiveWindow)

    async def close(self) -> None:
        """End in the order of the app."""
        self.window.close()
        await self.session.close()
        await self.settings_world.close()
        self.window.deleteLater()

    # Hands.

    def find(self, identifier: str) -> QWidget:
        return named(self.window, identifier)

    def has(self, identifier: str) -> bool:
        """Whether a control with this identifier is to be seen."""
        return any(
            widget.accessibleIdentifier() == identifier and widget.isVisible()
            for widget in self.window.findChildren(QWidget)
        )

    def press(self, identifier: str) -> None:
        """Press a button as a screen reader does."""
        pressed = button(self.window, identifier)
        assert pressed.isVisible()
        assert pressed.isEnabled()
        pressed.click()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClicks(target, text)

    def say(self, text: str) -> None:
        """Send a message by keyboard."""
        self.type(text)
        self.key(Qt.Key.Key_Return)

    @property
    def focus(self) -> str:
        """The identifier of the control with the focus."""
        focused = QApplication.focusWidget()
        return focused.accessibleIdentifier() if focused is not None else ""

    @property
    def draft(self) -> str:
        """What stands in the composer."""
        composer = self.find("composer")
        assert isinstance(composer, QPlainTextEdit)
        return composer.toPlainText()

    @property
    def rows(self) -> list[str]:
        """The rows as a screen reader reads them."""
        view = self.find("transcript")
        assert isinstance(view, QListView)
        model = view.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def expanded(self, row: int) -> bool:
        """Whether a row is unfolded."""
        return bool(self.session.transcript_model.index(row).data(TranscriptRole.EXPANDED))

    def texts(self, identifier: str) -> str:
        """All that is to be read within a control, in one text."""
        root = self.find(identifier)
        return "\n".join(texts_of(w) for w in root.findChildren(QWidget) if w.isVisible())

    def sides(self, widget: QWidget) -> tuple[int, int]:
        """Where a widget begins and ends, from the window's left side."""
        left = widget.mapTo(self.window, QPoint(0, 0)).x()
        return left, left + widget.width()

    def _make_agent(self, history: Sequence[Message], scrubber: Scrubber) -> Agent:
        settings: Settings = self.settings.settings
        return Agent(
            model=self.model,
            tools=[AskUserTool(), CalculatorTool()],
            history=history,
            scrubber=scrubber,
            clock=self.clock,
            patience=settings.patience,
            tools_off=settings.tools_off,
        )
