"""Where the app keeps its data: one folder, which holds everything of a run."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from loopl_desktop.storage.errors import StorageError

APP_FOLDER = "loopl-desktop"
DATA_DIR_VARIABLE = "LOOPL_DATA_DIR"
PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class DataPaths:
    """The files of one data folder."""

    root: Path

    @property
    def settings_file(self) -> Path:
        """What the person chose."""
        return self.root / "settings.json"

    @property
    def history_file(self) -> Path:
        """All conversations."""
        return self.root / "history.sqlite3"

    @property
    def log_file(self) -> Path:
        """The newest log; older ones lie beside it."""
        return self.root / "logs" / "loopl-desktop.log"

    def create(self) -> None:
        """Make the folders, readable by their owner only.

        Raises:
            StorageError: if that is not possible.
        """
        for folder in (self.root, self.log_file.parent):
            try:
                folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(
                    f"The folder {folder} cannot be used ({error.strerror}). "
                    "Choose another one with --data-dir."
                ) from error


def data_paths(
    data_dir: Path | None = None, environment: Mapping[str, str] = os.environ
) -> DataPaths:
    """The folder of this run, absolute; nothing is made yet.

    Args:
        data_dir: From the command line; it wins over the variable, which wins over the default.
        environment: Where `LOOPL_DATA_DIR` is looked up; an empty value counts as none.
    """
    named = environment.get(DATA_DIR_VARIABLE, "")
    root = data_dir or (Path(named) if named else None)
    if root is None:
        root = platformdirs.user_data_path(APP_FOLDER, appauthor=False)
    return DataPaths(root.expanduser().absolute())
