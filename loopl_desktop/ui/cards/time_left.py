"""The time left to answer, in words that do not hurry: coarse while there is plenty of it."""

import math

WARNING_S = 30
"""From here on the words warn, and a screen reader is told once."""
_MINUTE_S = 60
_LONG_S = 10 * _MINUTE_S
_LAST_S = 10


def time_left(seconds: float) -> str:
    """Words for the time left, e.g. `2 min 50 s left`; `Only 25 s left` near the end."""
    whole = max(0, math.ceil(seconds))
    if whole <= WARNING_S:
        return f"Only {_stepped(whole, 5) if whole > _LAST_S else whole} s left"
    if whole < _MINUTE_S:
        return f"{_stepped(whole, 5)} s left"
    if whole >= _LONG_S:
        return f"{whole // _MINUTE_S} min left"
    minutes, rest = divmod(_stepped(whole, 10), _MINUTE_S)
    return f"{minutes} min {rest} s left" if rest else f"{minutes} min left"


def is_short(seconds: float) -> bool:
    """Whether the words warn."""
    return math.ceil(seconds) <= WARNING_S


def _stepped(seconds: int, step: int) -> int:
    return seconds - seconds % step
