"""The tables of promises name tests that exist, and edits that can be made."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLES = sorted(Path(__file__).parent.glob("*.toml"))
ROWS = [
    pytest.param(row, id=f"{table.stem}-{number}")
    for table in TABLES
    for number, row in enumerate(tomllib.loads(table.read_text(encoding="utf-8"))["row"], 1)
]


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


@pytest.mark.parametrize("row", ROWS)
def test_a_promise_names_tests_that_exist(row: dict[str, Any]) -> None:
    assert row["tests"]
    for test_id in row["tests"]:
        file, _, name = test_id.partition("::")
        assert name.partition("[")[0] in functions_of(ROOT / file), test_id


@pytest.mark.parametrize("row", ROWS)
def test_a_break_can_be_made_in_one_place(row: dict[str, Any]) -> None:
    edit = row["break"]
    assert (ROOT / edit["file"]).read_text(encoding="utf-8").count(edit["find"]) == 1
    assert edit["find"] != edit["put"]
