"""The errors that callers may catch. None of them carries what a person typed."""


class LooplError(Exception):
    """Root of every error of this package."""


class TurnRunningError(LooplError):
    """A turn runs already; an agent plays one at a time."""


class AskSpecError(LooplError):
    """A model's spec cannot be drawn; `str(error)` is the line that the model reads."""
