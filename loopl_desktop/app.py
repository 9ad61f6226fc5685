"""The composition root: the one place that builds every object and joins the layers."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from loopl_desktop.bridge import event_loop
from loopl_desktop.bridge.event_loop import Lifetime
from loopl_desktop.bridge.model_choice import ModelChoice
from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.bridge.settings_controller import ProbeResult, SettingsController
from loopl_desktop.bridge.tasks import TaskSupervisor
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.messages import Message
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.scripted_model import ScriptedModel
from loopl_desktop.engine.tools import Tool
from loopl_desktop.providers import discovery
from loopl_desktop.storage.credentials import SystemKeyring
from loopl_desktop.storage.log_redaction import set_up_logging
from loopl_desktop.storage.paths import DataPaths, data_paths
from loopl_desktop.storage.settings_store import SettingsStore
from loopl_desktop.tools.calculator import CalculatorTool
from loopl_desktop.ui import accessibility
from loopl_desktop.ui.appearance import AppearanceFollower
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.main_window import MainWindow
from loopl_desktop.ui.tour import Tour, TourError

APP_NAME = "loopl_desktop"  # a D-Bus path is made of it: letters, digits and underscores only
DISPLAY_NAME = "Loopl Desktop"
CANNOT_START = 2
TOUR_FAILED = 3

TOOL_LABELS = {
    "ask_user": "Ask me: questions, choices and passwords as cards",
    "calculator": "Calculator",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The command line."""

    demo: bool = False
    script: Path | None = None
    base_url: str | None = None
    model: str | None = None
    data_dir: Path | None = None
    tour: Path | None = None

    @property
    def script_name(self) -> str:
        """The file that is played in place of a model, or nothing."""
        return self.script.name if self.script else ""

    @property
    def settings(self) -> Mapping[str, object]:
        """The settings that hold for this run only."""
        if self.base_url:
            return {"base_url": self.base_url, "model": self.model}
        if self.demo or self.script or self.tour:
            return {"base_url": "", "model": ""}
        return {}


def run(options: Options) -> int:
    """Run the app to its end; the exit code."""
    try:
        check_display(os.environ)
        paths = data_paths(options.data_dir)
        paths.create()
        script = ScriptedModel.from_file(options.script) if options.script else None
        if options.tour is not None:
            make_folder(options.tour)
    except LooplError as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT_START
    scrubber = Scrubber()
    close_log = set_up_logging(paths.log_file, scrubber)
    try:
        app = QApplication(sys.argv[:1])
        app.setApplicationName(APP_NAME)
        app.setApplicationDisplayName(DISPLAY_NAME)
        accessibility.install()
        code = event_loop.run(app, partial(_main, app, options, paths, script, scrubber))
        if code == event_loop.FAILED:
            sys.stderr.write(f"The app ended by an error; {paths.log_file} says where.\n")
        return code
    finally:
        close_log()


def check_display(environment: Mapping[str, str]) -> None:
    """See that there is a screen; Qt itself would end the process.

    Raises:
        LooplError: on Linux without a display.
    """
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform == "linux" and not any(environment.get(name) for name in named):
        raise LooplError(
            "There is no display here. Set DISPLAY, or QT_QPA_PLATFORM=offscreen with --tour DIR "
            "to play the demo into pictures."
        )


def make_folder(folder: Path) -> None:
    """Make a folder for pictures.

    Raises:
        LooplError: if that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LooplError(
            f"The folder {folder} cannot be made ({error.strerror}). Choose another one."
        ) from error


async def _main(
    app: QApplication,
    options: Options,
    paths: DataPaths,
    script: ScriptedModel | None,
    scrubber: Scrubber,
    lifetime: Lifetime,
) -> int:
    """Build everything, and wait until the window closes."""
    supervisor = TaskSupervisor()
    lifetime.on_close("tasks", supervisor.close)
    tools: tuple[Tool, ...] = (AskUserTool(), CalculatorTool())
    settings = SettingsController(
        SettingsStore(paths.settings_file),
        SystemKeyring(),
        supervisor,
        probe=_probe,
        tool_names=[(tool.spec.name, TOOL_LABELS[tool.spec.name]) for tool in tools],
        run_settings=options.settings,
    )
    lifetime.on_close("settings", settings.close)
    session = open_session(settings, supervisor, tools, scrubber, script)
    lifetime.on_close("session", session.close)
    AppearanceFollower(app, settings)
    window = MainWindow(
        session,
        settings,
        CardShelf(),
        accessibility.Announcer(),
        script_name=options.script_name,
    )
    window.closing.connect(lifetime.request_close)
    supervisor.failed.connect(window.show_problem)
    window.show()
    if options.tour is not None:
        return await _play_tour(Tour(app, window, options.tour))
    settings.load_key()
    await lifetime.closed()
    window.hide()
    return 0


def open_session(
    settings: SettingsController,
    supervisor: TaskSupervisor,
    tools: Sequence[Tool],
    scrubber: Scrubber,
    script: ScriptedModel | None,
) -> SessionController:
    """One conversation, whose every turn is played with the settings of that moment."""

    def make_agent(history: Sequence[Message], scrubber: Scrubber) -> Agent:
        now = settings.settings
        return Agent(
            model=models.for_turn(now),
            tools=tools,
            history=history,
            scrubber=scrubber,
            patience=now.patience,
            tools_off=now.tools_off,
        )

    session = SessionController(make_agent, supervisor, scrubber=scrubber)
    models = ModelChoice(
        demo_file=resources_folder() / "demo.json",
        find_key=settings.key_for,
        on_wait=session.report_wait,
        script=script,
    )
    return session


def resources_folder() -> Path:
    """Where icons and scripts lie: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


async def _probe(base_url: str, model: str, key: str | None) -> ProbeResult:
    report = await discovery.test_connection(base_url, model, key)
    return report.ok, report.sentence, report.models


async def _play_tour(tour: Tour) -> int:
    try:
        pictures = await tour.play()
    except TourError as error:
        sys.stderr.write(f"{error}\n")
        return TOUR_FAILED
    sys.stdout.write(f"{pictures} pictures are in {tour.folder}\n")
    return 0
