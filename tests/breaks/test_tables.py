"""The tables of promises name tests that exist, and edits that can be made."""

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLES = sorted(Path(__file__).parent.glob("*.toml"))
ROWS_OF = {table.stem: tomllib.loads(table.read_text(encoding="utf-8"))["row"] for table in TABLES}
ROWS = [
    pytest.param(row, id=f"{name}-{number}")
    for name, rows in ROWS_OF.items()
    for number, row in enumerate(rows, 1)
]
CARDS = ("confirm", "select", "multiselect", "input", "buttons", "form", "message")


@cache
def functions_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@pytest.mark.parametrize("row", ROWS)
def test_a_promise_names_tests_that_exist(row: dict[str, Any]) -> None:
    assert row["tests"]
    for test_id in row["tests"]:
        file, _, name = test_id.partition("::")
        assert name.partition("[")[0] in functions_of(ROOT / file), test_id


@pytest.mark.parametrize("row", ROWS)
def test_a_break_can_be_made_in_one_place(row: dict[str, Any]) -> None:
    edit = row["break"]
    text = (ROOT / edit["file"]).read_text(encoding="utf-8")
    assert text.count(edit["find"]) == 1
    assert edit["find"] != edit["put"]
    if edit["file"].endswith(".py"):  # a file that cannot be read would fail every test
        ast.parse(text.replace(edit["find"], edit["put"]))


def test_every_promise_is_made_once() -> None:
    promises = Counter(row["promise"] for rows in ROWS_OF.values() for row in rows)
    assert [promise for promise, count in promises.items() if count > 1] == []


def test_every_card_and_every_rule_has_its_rows() -> None:
    specification = [row["promise"] for row in ROWS_OF["specification"]]
    for card in CARDS:
        assert any(promise.startswith(f"{card}: ") for promise in specification), card
    assert {row["rule"] for row in ROWS_OF["engine_rules"]} == set(range(1, 13))
