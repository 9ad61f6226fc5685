"""What can go wrong with what is kept; `str(error)` is a sentence for the person."""

from loopl_desktop.domain.errors import LooplError


class StorageError(LooplError):
    """A file or folder of the app cannot be used."""


class KeyringError(LooplError):
    """The system keyring cannot be used; the sentence says why."""


class KeyringMissingError(KeyringError):
    """This system has no keyring that keeps things safe."""


class KeyringLockedError(KeyringError):
    """There is a keyring, but it is locked or waits for its own password dialog."""
