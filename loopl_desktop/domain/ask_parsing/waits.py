"""How long a question waits."""

from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.limits import (
    DEFAULT_TIMEOUT_S,
    MAX_TIMEOUT_S,
    MIN_TIMEOUT_S,
)
from loopl_desktop.domain.ask_parsing.scalars import as_number

_SECONDS = ("timeouts", "timeout", "timeoutseconds", "timeoutsec", "timeoutsecs")
_MILLISECONDS = ("timeoutms", "timeoutmilliseconds")


def timeout_s_of(keys: Keys) -> float:
    """Seconds, clamped; the default where nothing, or no number, is given."""
    for aliases, unit_s in ((_SECONDS, 1.0), (_MILLISECONDS, 0.001)):
        for value in keys.all_of(aliases):
            number = as_number(value)
            if number is not None:
                return max(MIN_TIMEOUT_S, min(MAX_TIMEOUT_S, number * unit_s))
    return DEFAULT_TIMEOUT_S
