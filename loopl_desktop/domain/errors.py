"""The errors that callers may catch.

None of them carries what a person typed: their texts are shown, logged and stored.
"""


class LooplError(Exception):
    """Root of every error of this package."""


class TurnRunningError(LooplError):
    """A turn runs already; an agent plays one at a time."""


class AskSpecError(LooplError):
    """A model's spec cannot be drawn; `str(error)` is the line that the model reads."""


class ScriptError(LooplError):
    """A script for the scripted model cannot be played; the text says where and why."""


class ModelError(LooplError):
    """A model could not be asked, or its reply could not be read.

    The text is one sentence for the person: what happened and what to do.
    """

    def __init__(self, message: str, *, kind: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        """What went wrong in one word, such as `auth` or `rate_limit`; hosts branch on it."""
        self.retry_after_s = retry_after_s
        """Seconds after which the server wants to be asked again; `None` where it did not say."""
