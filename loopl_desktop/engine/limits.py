"""What keeps a model from running in circles or nagging the person."""

import json
from collections import Counter
from collections.abc import Sequence

from loopl_desktop.domain.ask_parsing.display_text import shortened
from loopl_desktop.domain.ask_parsing.repair import MAX_LINE
from loopl_desktop.domain.interrupts import ASK_USER, Cancelled, TimedOut
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.messages import ToolCall
from loopl_desktop.engine.gate import Response
from loopl_desktop.engine.tools import is_error

MAX_REQUESTS = 24
"""Model requests in one turn; the person's time to answer counts neither as one nor at all."""
REPEATS_TO_REFUSE = 3
"""From this many identical batches of calls in a row on, they are not run but refused."""
REPEATS_TO_STOP = 5
"""With this many the turn is over."""
REPAIR_BUDGET = 3
"""From this many bad calls in a row on, the model is told to leave the tool."""
_EXAMPLE_MARK = ", e.g. "
"""Parts what is wrong from something to copy."""


class RepeatGuard:
    """Sees that a model makes the same calls again and again."""

    def __init__(self) -> None:
        self._last = ""
        self._count = 0

    def note(self, calls: Sequence[ToolCall]) -> None:
        """Count the calls of one reply; neither their order nor that of their keys matters."""
        batch = _canonical(sorted(_canonical([call.name, call.arguments]) for call in calls))
        self._count = self._count + 1 if batch == self._last else 1
        self._last = batch

    @property
    def refuses(self) -> bool:
        """Whether the last batch must not run."""
        return self._count >= REPEATS_TO_REFUSE

    @property
    def stops(self) -> bool:
        """Whether the turn is over."""
        return self._count >= REPEATS_TO_STOP

    def refusal(self, name: str) -> str:
        """Return the line for each call of a batch that is refused."""
        return (
            f"ERROR: {name}: you made this same call {self._count} times in a row, so it was not "
            "run again; use the results that you have, or do something else"
        )


class RepairBudget:
    """Counts bad calls in a row, by tool."""

    def __init__(self) -> None:
        self._bad_calls: Counter[str] = Counter()

    def checked(self, name: str, result: str) -> str:
        """Return the result; where the budget is spent, it ends by saying to leave the tool."""
        if not is_error(name, result):
            self._bad_calls[name] = 0
            return result
        self._bad_calls[name] += 1
        count = self._bad_calls[name]
        if count < REPAIR_BUDGET:
            return result
        instead = "ask in prose" if name == ASK_USER else "go on without it"
        order = f"; this is bad call {count} in a row: stop calling {name} and {instead}"
        # An example would invite the model to call once more.
        return shortened(result.partition(_EXAMPLE_MARK)[0], MAX_LINE - len(order)) + order


class UnansweredAsks:
    """Remembers the questions of this turn that the person cancelled or left."""

    def __init__(self) -> None:
        self._endings: dict[str, str] = {}

    def note(self, spec: JsonValue, response: Response) -> None:
        """Remember how a question ended."""
        if isinstance(response, Cancelled):
            self._endings[_question(spec)] = "cancelled it"
        elif isinstance(response, TimedOut):
            self._endings[_question(spec)] = "did not answer it in time"

    def refusal(self, spec: JsonValue) -> str | None:
        """Return the line for a question that is asked again; `None` if it may be asked."""
        ending = self._endings.get(_question(spec))
        if ending is None:
            return None
        return (
            f"ERROR: {ASK_USER}: this same question was asked before and the person {ending}; "
            "do not ask it again in this turn, stop and say in prose what you need"
        )


def _canonical(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True)


def _question(spec: JsonValue) -> str:
    """What makes two questions the same: all but the time to answer."""
    if isinstance(spec, dict):
        return _canonical({key: item for key, item in spec.items() if key != "timeout_s"})
    return _canonical(spec)
