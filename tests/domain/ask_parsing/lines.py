"""What holds for every line that a model reads after a bad spec."""

import json
import unicodedata
from typing import Any

from loopl_desktop.domain.ask_request import AskUserRequest

PREFIX = "ERROR: ask_user: "
MAX_LINE = 420


def example_in(line: str) -> Any:
    """What the line shows for copying."""
    _, mark, example = line.partition(", e.g. ")
    assert mark
    return json.loads(example)


def check_line(line: str) -> None:
    """One short line with one example that parses, and is accepted where it is a whole call."""
    assert line.startswith(PREFIX)
    assert len(line) <= MAX_LINE
    assert line.splitlines() == [line]
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in line)
    assert line.count("e.g.") == 1
    example = example_in(line)
    if isinstance(example, dict) and "text" in example:
        AskUserRequest.parse(example)
