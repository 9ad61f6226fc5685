"""The application as it is started: command line, start-up, the demo from end to end."""

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from loopl_desktop.__main__ import options_from
from loopl_desktop.app import Options, check_display, open_session, resources_folder
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.interrupts import Cancelled
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.domain.transcript import AssistantItem
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.scripted_model import ScriptedModel
from loopl_desktop.tools.calculator import CalculatorTool
from loopl_desktop.ui.tour import DEMO_PASSWORD
from tests.ui.settings_world import SettingsWorld

Until = Callable[[Callable[[], object]], Awaitable[None]]
ROOT = Path(__file__).parents[1]
HEAVY = ("httpx", "keyring", "markdown_it", "pygments", "huggingface_hub")


def start(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    command = ["-c", code] if code else ["-m", "loopl_desktop"]
    return subprocess.run(
        [sys.executable, *command, *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def places_of(text: str, folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if text.encode() in path.read_bytes()]


def test_without_arguments_the_settings_decide() -> None:
    assert options_from([]) == Options()
    assert options_from([]).settings == {}


def test_a_server_of_the_command_line_goes_before_the_settings() -> None:
    options = options_from(["--base-url", "http://localhost:1/v1", "--model", "m"])
    assert options.settings == {"base_url": "http://localhost:1/v1", "model": "m"}


@pytest.mark.parametrize("flag", [["--demo"], ["--tour", "pictures"], ["--script", __file__]])
def test_demo_tour_and_script_leave_the_chosen_server_alone(flag: list[str]) -> None:
    assert options_from(flag).settings == {"base_url": "", "model": ""}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--base-url", "http://localhost:1/v1"], "--base-url and --model go together"),
        (["--model", "m"], "--base-url and --model go together"),
        (["--demo", "--script", __file__], "choose one of"),
        (["--tour", "pictures", "--script", __file__], "--tour plays the demo"),
        (["--script", "nowhere.json"], "there is no script at nowhere.json"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_told(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        options_from(arguments)
    assert sentence in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options_from(["--version"])
    assert capsys.readouterr().out.startswith("loopl-desktop 0.")


def test_a_broken_script_is_told_and_nothing_starts(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('[{"text": 1}]')
    done = start("--script", str(script))
    assert done.returncode == 2
    assert "'text' must be a string" in done.stderr


async def test_each_turn_is_played_with_the_settings_of_that_moment(
    tmp_path: Path, until: Until
) -> None:
    calls = [
        {"id": "sum", "name": "calculator", "arguments": {"expression": "6*7"}},
        {"id": "go", "name": "ask_user", "arguments": {"type": "confirm", "text": "Go on?"}},
    ]
    script = ScriptedModel.from_json([{"tool_calls": calls}, {"text": "{{result:sum}}"}])
    world = SettingsWorld(tmp_path)
    tools = (AskUserTool(), CalculatorTool())
    session = open_session(world.controller, world.supervisor, tools, Scrubber(), script)
    world.controller.update(tools_off={"calculator"}, time_to_answer="ten_times")
    session.send("hello")
    await until(lambda: session.pending_asks)
    assert session.remaining_s("go") == pytest.approx(1800, abs=5)
    session.answer("go", Cancelled())
    await until(lambda: not session.running)
    said = session.transcript_model.transcript.items[-1]
    assert isinstance(said, AssistantItem)
    assert "switched this tool off" in said.text
    await session.close()
    await world.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = start("--tour", str(tmp_path / "file" / "pictures"))
    assert done.returncode == 2
    assert "cannot be made" in done.stderr


def test_without_a_display_a_sentence_says_what_to_do() -> None:
    with pytest.raises(LooplError, match="no display"):
        check_display({})
    check_display({"DISPLAY": ":0"})
    check_display({"QT_QPA_PLATFORM": "offscreen"})


def test_nothing_heavy_is_loaded_for_the_first_window() -> None:
    code = (
        "import sys, loopl_desktop.app\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], 'PySide6' in sys.modules)"
    )
    assert start(code=code).stdout.strip() == "[] True"


def test_the_demo_script_can_be_read() -> None:
    file = resources_folder() / "demo.json"
    ScriptedModel.from_file(file)
    calls = [call for reply in json.loads(file.read_text()) for call in reply.get("tool_calls", [])]
    types = {call["arguments"].get("type") for call in calls if call["name"] == "ask_user"}
    assert types == {"confirm", "select", "multiselect", "input", "buttons", "form", "message"}


def test_the_tour_plays_the_demo_to_its_end_and_pictures_every_state(tmp_path: Path) -> None:
    done = start("--tour", str(tmp_path / "tour"))
    assert done.returncode == 0, done.stderr
    pictures = sorted((tmp_path / "tour").iterdir())
    assert f"{len(pictures)} pictures are in" in done.stdout
    states = {path.stem.rpartition("-")[0] for path in pictures}
    looks = {path.stem.rpartition("-")[2] for path in pictures}
    assert looks == {"light", "dark", "200"}
    assert len(pictures) == len(states) * len(looks)
    assert any(state.endswith("finished") for state in states)
    assert all(QImage(str(path)).width() > 0 for path in pictures)
    assert places_of(DEMO_PASSWORD, tmp_path) == []
    (tmp_path / "data" / "planted").write_text(f"pw={DEMO_PASSWORD}")
    assert places_of(DEMO_PASSWORD, tmp_path) == ["planted"]
    assert DEMO_PASSWORD not in done.stdout + done.stderr
