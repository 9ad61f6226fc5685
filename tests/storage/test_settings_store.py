"""The settings file, also a bad one."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loopl_desktop.domain.settings import Settings
from loopl_desktop.storage.errors import StorageError
from loopl_desktop.storage.settings_store import SettingsStore

CHOSEN = Settings(
    base_url="http://localhost:8080/v1",
    model="SmolLM2",
    tools_off=frozenset({"clock", "calculator"}),
    time_to_answer="no_limit",
    appearance="dark",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_without_a_file_there_are_defaults_and_no_notice(path: Path) -> None:
    loaded = SettingsStore(path).load()
    assert (loaded.settings, loaded.notice) == (Settings(), "")


def test_settings_come_back_as_they_were_saved(path: Path) -> None:
    SettingsStore(path).save(CHOSEN)
    loaded = SettingsStore(path).load()
    assert (loaded.settings, loaded.notice) == (CHOSEN, "")


def test_the_same_settings_give_the_same_bytes(path: Path) -> None:
    store = SettingsStore(path)
    store.save(CHOSEN)
    first = path.read_bytes()
    store.save(CHOSEN.model_copy(update={"tools_off": frozenset({"calculator", "clock"})}))
    assert path.read_bytes() == first


def test_what_a_newer_version_wrote_stays(path: Path) -> None:
    path.write_text(json.dumps({"model": "SmolLM2", "voice": {"speed": 2}}))
    store = SettingsStore(path)
    store.save(store.load().settings)
    assert json.loads(path.read_text())["voice"] == {"speed": 2}


def test_a_file_that_an_editor_saved_with_a_byte_order_mark_is_read(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"model": "SmolLM2"}).encode())
    assert SettingsStore(path).load().settings.model == "SmolLM2"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe\x00", b"[" * 100_000, b"9" * 10_000],
)
def test_a_broken_file_is_set_aside_and_said(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    store = SettingsStore(path)
    loaded = store.load()
    aside = path.with_name("settings.broken-1.json")
    assert loaded.settings == Settings()
    assert "the defaults are used" in loaded.notice
    assert str(aside) in loaded.notice
    assert aside.read_bytes() == content
    assert not path.exists()
    store.save(CHOSEN)
    assert store.load().settings == CHOSEN


def test_a_second_broken_file_does_not_replace_the_first(path: Path) -> None:
    for number, content in enumerate((b"{one", b"{two"), 1):
        path.write_bytes(content)
        SettingsStore(path).load()
        assert path.with_name(f"settings.broken-{number}.json").read_bytes() == content


def test_one_bad_value_does_not_cost_the_others(path: Path) -> None:
    path.write_text(json.dumps({"model": "SmolLM2", "appearance": "MARKER", "tools_off": 7}))
    loaded = SettingsStore(path).load()
    assert loaded.settings == Settings(model="SmolLM2")
    assert "defaults are used for: appearance, tools_off" in loaded.notice
    assert "MARKER" not in loaded.notice
    assert "MARKER" in path.with_name("settings.broken-1.json").read_text()


def test_half_a_surrogate_pair_can_be_saved(path: Path) -> None:
    store = SettingsStore(path)
    store.save(Settings(model="a\ud800b"))
    assert json.loads(path.read_text())["model"] == "a\ud800b"


def test_a_file_in_the_place_of_the_folder_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StorageError, match="could not be saved"):
        SettingsStore(tmp_path / "data" / "settings.json").save(CHOSEN)


def test_a_file_that_cannot_be_read_is_not_overwritten(path: Path) -> None:
    path.mkdir()  # reading a folder fails for everybody, root too
    (path / "precious").write_text("kept")
    store = SettingsStore(path)
    loaded = store.load()
    assert loaded.settings == Settings()
    assert "could not be read" in loaded.notice
    store.save(CHOSEN)
    assert (path.with_name("settings.broken-1.json") / "precious").read_text() == "kept"
    assert SettingsStore(path).load().settings == CHOSEN


class ReadOnlyFolder:
    """Refuses new names, as a folder without write permission does (root is let through there)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def lock(self) -> None:
        def refuse(*_arguments: object, **_options: object) -> None:
            raise PermissionError(13, "Permission denied")

        self._patch.setattr(Path, "rename", refuse)
        self._patch.setattr(Path, "replace", refuse)

    def unlock(self) -> None:
        self._patch.undo()


def test_in_a_read_only_folder_a_broken_file_stays_and_is_never_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"{broken")
    folder = ReadOnlyFolder(monkeypatch)
    folder.lock()
    store = SettingsStore(path)
    loaded = store.load()
    assert loaded.settings == Settings()
    assert str(path) in loaded.notice
    with pytest.raises(StorageError, match="Permission denied"):
        store.save(CHOSEN)
    assert path.read_bytes() == b"{broken"
    folder.unlock()
    store.save(CHOSEN)
    assert path.with_name("settings.broken-1.json").read_bytes() == b"{broken"
    assert store.load().settings == CHOSEN


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_gives_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StorageError, match="could not be saved"):
            SettingsStore(tmp_path / "settings.json").save(CHOSEN)
    finally:
        tmp_path.chmod(0o700)


@settings(
    max_examples=60,
    deadline=None,  # every example waits for the disk, and the machine may be busy
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    content=st.one_of(
        st.binary(max_size=60),
        st.dictionaries(
            st.sampled_from([*Settings.model_fields, "other"]),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                lambda inner: st.lists(inner, max_size=3),
            ),
        ).map(lambda data: json.dumps(data).encode()),
    )
)
def test_whatever_is_in_the_file_the_app_starts_and_can_save(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = SettingsStore(path)
    store.load()
    store.save(CHOSEN)
    assert SettingsStore(path).load().settings == CHOSEN
    for aside in tmp_path.glob("*.broken-*"):
        aside.unlink()
