"""Keys in the keyring, and every way in which there is none."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from loopl_desktop.storage.credentials import SystemKeyring
from loopl_desktop.storage.errors import KeyringError, KeyringLockedError, KeyringMissingError

ROOT = Path(__file__).parents[2]
URL = "http://localhost:8080/v1"
KEY = "sk-MARKER-4410"


class MemoryKeyring(KeyringBackend):
    """Keeps passwords in a dict, and raises on demand."""

    priority = 5

    def __init__(self, error: Exception | None = None) -> None:
        self.passwords: dict[tuple[str, str], str] = {}
        self.error = error

    def get_password(self, service: str, username: str) -> str | None:
        self._fail()
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._fail()
        self.passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._fail()
        if (service, username) not in self.passwords:
            raise PasswordDeleteError("No such password!")
        del self.passwords[service, username]

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


class PlainFileKeyring(MemoryKeyring):
    """Stands for a backend that would write keys in clear."""

    priority = 0.5  # type: ignore[assignment]  # an int in the class above


class NoKeyring(MemoryKeyring):
    """What the library gives where it finds nothing."""

    priority = 0


@pytest.fixture
def use() -> Iterator[Callable[[KeyringBackend], None]]:
    """Chooses the keyring of the system."""
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def test_a_key_is_kept_for_its_server_and_can_be_forgotten(
    use: Callable[[KeyringBackend], None],
) -> None:
    backend = MemoryKeyring()
    use(backend)
    store = SystemKeyring()
    store.save(URL, KEY)
    assert backend.passwords == {("loopl-desktop", URL): KEY}
    assert store.load(URL) == KEY
    assert store.load("http://other/v1") is None
    store.delete(URL)
    assert store.load(URL) is None
    store.delete(URL)  # it need not be there


@pytest.mark.parametrize("backend", [NoKeyring(), PlainFileKeyring()])
def test_where_nothing_keeps_keys_safe_there_is_no_keyring(
    use: Callable[[KeyringBackend], None], backend: KeyringBackend
) -> None:
    use(backend)
    with pytest.raises(KeyringMissingError, match="no keyring"):
        SystemKeyring().save(URL, KEY)


def test_a_backend_that_finds_no_keyring_later_is_a_missing_one(
    use: Callable[[KeyringBackend], None],
) -> None:
    use(MemoryKeyring(keyring.errors.NoKeyringError("see https://pypi.org")))
    with pytest.raises(KeyringMissingError) as caught:
        SystemKeyring().load(URL)
    assert "pypi" not in str(caught.value)


def test_a_locked_keyring_is_told_apart(use: Callable[[KeyringBackend], None]) -> None:
    use(MemoryKeyring(KeyringLocked("Failed to unlock the collection!")))
    with pytest.raises(KeyringLockedError, match="locked"):
        SystemKeyring().load(URL)


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.load(URL),
        lambda store: store.save(URL, KEY),
        lambda store: store.delete(URL),
    ],
)
def test_whatever_a_backend_raises_becomes_a_sentence_without_the_key(
    use: Callable[[KeyringBackend], None], call: Callable[[SystemKeyring], object]
) -> None:
    use(MemoryKeyring(OSError(f"could not write {KEY}")))
    with pytest.raises(KeyringError) as caught:
        call(SystemKeyring())
    assert str(caught.value) == "The keyring did not work (OSError)."
    assert caught.value.__suppress_context__


def test_the_keyring_library_is_loaded_with_the_first_call_only() -> None:
    code = (
        "import sys, loopl_desktop.storage.credentials as module\n"
        "print('keyring' in sys.modules)\n"
        "try: module.SystemKeyring().load('http://localhost/v1')\n"
        "except module.KeyringError: pass\n"
        "print('keyring' in sys.modules)"
    )
    environment = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=ROOT,
    )
    assert done.stdout.split() == ["False", "True"]
