"""The settings as a JSON file.

What a newer version has written stays in the file, also what this one does not know. A file that
cannot be read is set aside, never deleted, and the person is told.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.settings import Settings
from loopl_desktop.storage.atomic_file import write_atomically
from loopl_desktop.storage.errors import StorageError


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """What was found."""

    settings: Settings
    notice: str = ""
    """A sentence for the person where not everything could be read, else empty."""


class SettingsStore:
    """Reads and writes one settings file; not for two threads at once."""

    def __init__(self, path: Path) -> None:
        """Use this file; it need not be there yet."""
        self._path = path
        self._unknown: dict[str, JsonValue] = {}
        self._must_set_aside = False

    def load(self) -> LoadedSettings:
        """Read the file; defaults where there is none, or nothing in it that can be used."""
        self._unknown, self._must_set_aside = {}, False
        try:
            raw = json.loads(self._path.read_bytes().decode("utf-8-sig"))
        except FileNotFoundError:
            return LoadedSettings(Settings())
        except OSError as error:
            self._must_set_aside = True
            return LoadedSettings(
                Settings(),
                f"The settings could not be read ({error.strerror}); the defaults are used. "
                f"The file is {self._path}.",
            )
        except (ValueError, RecursionError):
            raw = None
        if not isinstance(raw, dict):
            return LoadedSettings(Settings(), self._tell_broken("the defaults are used"))
        return self._read(raw)

    def save(self, settings: Settings) -> None:
        """Write the file; it is complete on the disk when this returns.

        Raises:
            StorageError: if it could not be written; the old file is untouched then.
        """
        data = {**self._unknown, **settings.model_dump(mode="json")}
        data["tools_off"] = sorted(settings.tools_off)  # a set has no order of its own
        # ASCII only: half a surrogate pair in a text must not make the file unwritable.
        content = json.dumps(data, indent=2, ensure_ascii=True).encode("ascii")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._must_set_aside:
                self._set_aside()
            write_atomically(self._path, content)
        except OSError as error:
            raise StorageError(
                f"The settings could not be saved ({error.strerror}). They hold until the app is "
                f"closed. The file is {self._path}."
            ) from error

    def _read(self, raw: dict[str, JsonValue]) -> LoadedSettings:
        """Take what is valid; one bad value does not cost the others."""
        self._unknown = {key: raw[key] for key in raw.keys() - Settings.model_fields.keys()}
        try:
            return LoadedSettings(Settings.model_validate(raw))
        except ValidationError as error:
            bad = {
                str(fault["loc"][0])
                for fault in error.errors(include_input=False, include_context=False)
            }
        good = {key: value for key, value in raw.items() if key not in bad}
        told = f"the defaults are used for: {', '.join(sorted(bad))}"
        return LoadedSettings(Settings.model_validate(good), self._tell_broken(told))

    def _tell_broken(self, what_holds: str) -> str:
        """Set the file aside, at once or, where that fails, before the next save."""
        try:
            place = f"It is kept as {self._set_aside()}."
        except OSError:
            self._must_set_aside = True
            place = f"The file is {self._path}."
        return f"The settings file could not be understood; {what_holds}. {place}"

    def _set_aside(self) -> Path:
        """Give the file a name that is free; returns it."""
        number = 1
        while True:
            place = self._path.with_name(f"{self._path.stem}.broken-{number}.json")
            if not place.exists():
                break
            number += 1
        if self._path.exists():
            self._path.rename(place)
        self._must_set_aside = False
        return place
