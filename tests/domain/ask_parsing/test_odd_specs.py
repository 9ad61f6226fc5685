"""What models really send, and what each of it means."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.domain.ask_parsing.outcomes import lean, outcome

_FILE = Path(__file__).with_name("odd_specs.jsonl")
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()
]
OF_THE_PARSER = [case for case in CASES if not case.get("host")]


@pytest.mark.parametrize("case", OF_THE_PARSER, ids=[case["id"] for case in OF_THE_PARSER])
def test_an_odd_spec_gives_its_card_or_the_line_that_repairs_it(case: dict[str, Any]) -> None:
    expected = case["expected"]
    wanted = {"do": expected["do"]}
    if expected["do"] == "accept":
        wanted["normalized"] = lean(expected["normalized"])
    else:
        wanted["error"] = expected["error"]
    assert outcome(case["spec"]) == wanted


def test_the_file_holds_the_cases() -> None:
    assert len(OF_THE_PARSER) == 84
    assert [case["id"] for case in CASES if case.get("host")] == ["G17"]
