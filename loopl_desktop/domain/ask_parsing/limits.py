"""How much of a spec is drawn. Beyond these a spec is cut, clamped or refused."""

MAX_TEXT = 20_000
"""Characters of the question."""
MAX_LABEL = 2_000
"""Characters of everything else that is shown: title, labels, descriptions, help."""
MAX_OPTIONS = 500
MAX_FIELDS = 32

DEFAULT_TIMEOUT_S = 180.0
MIN_TIMEOUT_S, MAX_TIMEOUT_S = 5.0, 3600.0
