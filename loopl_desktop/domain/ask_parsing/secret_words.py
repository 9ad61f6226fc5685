"""Which names and questions ask for something secret."""

import re

_SECRET = re.compile(
    r"passw|passphrase|passcode|secret|api[ _-]?key|private[ _-]?key"
    r"|(?<![a-z])(?:token|pin|otp|cvv|pwd|pw)(?![a-z])",
    re.IGNORECASE,
)


def names_secret(label: str) -> bool:
    """Whether a field of this name or label holds a secret."""
    return _SECRET.search(label) is not None


def asks_for_secret(question: str) -> bool:
    """Whether the answer to this question is a secret."""
    return _SECRET.search(question) is not None
