"""The one module that talks to the system keyring.

It keeps the API keys that the person enters in Settings, one for each server, and never an answer.
Its calls may block for as long as the keyring waits for its own password dialog: the bridge makes
them in a thread of their own and does not wait for ever.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from loopl_desktop.storage.errors import KeyringError, KeyringLockedError, KeyringMissingError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "loopl-desktop"
_MISSING = "This system has no keyring that the app can use."
_SAFE_PRIORITY = 1.0
"""Below this a backend keeps nothing, or keeps it in a plain file."""


class CredentialStore(Protocol):
    """Keeps one key for each server.

    Every method may raise `KeyringError`, whose text is a sentence without the key.
    """

    def load(self, base_url: str) -> str | None:
        """The key for this server; `None` if there is none."""

    def save(self, base_url: str, key: str) -> None:
        """Keep this key, in place of an older one."""

    def delete(self, base_url: str) -> None:
        """Forget the key for this server; it need not be there."""


class SystemKeyring:
    """Keys in the keyring of the desktop."""

    def load(self, base_url: str) -> str | None:
        """See `CredentialStore.load`."""
        with _in_our_words():
            return _backend().get_password(SERVICE, base_url)

    def save(self, base_url: str, key: str) -> None:
        """See `CredentialStore.save`."""
        with _in_our_words():
            _backend().set_password(SERVICE, base_url, key)

    def delete(self, base_url: str) -> None:
        """See `CredentialStore.delete`."""
        with _in_our_words():
            backend = _backend()
            if backend.get_password(SERVICE, base_url) is not None:
                backend.delete_password(SERVICE, base_url)


def _backend() -> "KeyringBackend":
    """The keyring that this system offers; one that keeps keys in plain text does not count."""
    import keyring  # here, since it costs more than a tenth of a second and the window comes first

    backend = keyring.get_keyring()
    if backend.priority < _SAFE_PRIORITY:
        raise KeyringMissingError(_MISSING)
    return backend


@contextmanager
def _in_our_words() -> Iterator[None]:
    """Turn every failure into a sentence: the library's speak to developers, and may quote keys."""
    from keyring.errors import KeyringLocked, NoKeyringError  # see `_backend`

    try:
        yield
    except KeyringError:
        raise
    except NoKeyringError:
        raise KeyringMissingError(_MISSING) from None
    except KeyringLocked:
        raise KeyringLockedError("The keyring is locked.") from None
    except Exception as error:  # noqa: BLE001 (backends are plug-ins and raise what they like)
        raise KeyringError(f"The keyring did not work ({type(error).__name__}).") from None
