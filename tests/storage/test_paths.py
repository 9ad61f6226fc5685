"""Where the data of a run lies."""

import stat
from pathlib import Path

import platformdirs
import pytest

from loopl_desktop.storage.errors import StorageError
from loopl_desktop.storage.paths import data_paths


def test_the_command_line_wins_over_the_variable(tmp_path: Path) -> None:
    environment = {"LOOPL_DATA_DIR": str(tmp_path / "variable")}
    assert data_paths(tmp_path / "flag", environment).root == tmp_path / "flag"
    assert data_paths(None, environment).root == tmp_path / "variable"


@pytest.mark.parametrize("environment", [{}, {"LOOPL_DATA_DIR": ""}])
def test_without_either_the_desktops_own_folder_is_used(environment: dict[str, str]) -> None:
    expected = platformdirs.user_data_path("loopl-desktop", appauthor=False)
    assert data_paths(None, environment).root == expected


def test_a_short_path_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_paths(Path("here"), {}).root == tmp_path / "here"
    assert data_paths(None, {"LOOPL_DATA_DIR": "~/there"}).root == tmp_path / "there"


def test_everything_lies_in_the_one_folder(tmp_path: Path) -> None:
    paths = data_paths(tmp_path / "data", {})
    for file in (paths.settings_file, paths.history_file, paths.log_file):
        assert file.is_relative_to(tmp_path / "data")


def test_nothing_is_made_before_it_is_asked_for_and_then_it_is_private(tmp_path: Path) -> None:
    paths = data_paths(tmp_path / "deep" / "data", {})
    assert not paths.root.exists()
    paths.create()
    paths.create()  # again does no harm
    assert stat.S_IMODE(paths.root.stat().st_mode) == 0o700
    assert stat.S_IMODE(paths.log_file.parent.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match=r"cannot be used.*--data-dir"):
        data_paths(tmp_path / "file" / "data", {}).create()
