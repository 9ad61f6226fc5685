"""Arithmetic of a bounded size, and a line that repairs everything else."""

import time

import pytest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.tools.calculator import MAX_CHARS, CalculatorTool


async def computed(arguments: JsonObject | str) -> str:
    return await CalculatorTool().run(arguments, InterruptScope("call_1"))


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("6*7", "42"),
        (" 1 + 2 * (3 - 4) ", "-1"),
        ("-2 ** 2", "-4"),
        ("+5", "5"),
        ("7 // 2", "3"),
        ("7 % 4", "3"),
        ("84 / 2", "42"),
        ("1 / 3", "0.333333333333333"),
        ("0.1 + 0.2", "0.3"),
        ("2 ** 0.5", "1.4142135623731"),
        ("2 ** -1", "0.5"),
        ("1e3", "1000"),
        ("1e20", "1e+20"),
        ("2 ** 100", "1267650600228229401496703205376"),
        ("6 × 7 − 2", "40"),
        ("2 · 3", "6"),
        ("10 ÷ 4", "2.5"),
        ("6×7", "42"),
        ("1.5 * 2", "3"),
        ("1 +\n2", "3"),
        ("0 ** 0", "1"),
    ],
)
async def test_arithmetic_is_evaluated(expression: str, result: str) -> None:
    assert await computed({"expression": expression}) == result


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "must be a text"),
        ({"expression": 42}, "must be a text"),
        ("6*7", "must be a text"),
        ({"expression": ""}, "only numbers"),
        ({"expression": "__import__('os')"}, "only numbers"),
        ({"expression": "a+1"}, "only numbers"),
        ({"expression": "e"}, "only numbers"),
        ({"expression": "1 if 1 else 2"}, "only numbers"),
        ({"expression": "(1)(2)"}, "only numbers"),
        ({"expression": "()"}, "only numbers"),
        ({"expression": "6x7"}, "only numbers"),
        ({"expression": "٣+٤"}, "only numbers"),
        ({"expression": "６*７"}, "only numbers"),
        ({"expression": "6²"}, "only numbers"),
        ({"expression": "1_000"}, "only numbers"),
        ({"expression": "1,5"}, "point"),
        ({"expression": "1,5 + 2"}, "point"),
        ({"expression": "1,000"}, "ambiguous"),
        ({"expression": "1,000.50"}, "ambiguous"),
        ({"expression": "(1,2)"}, "ambiguous"),
        ({"expression": "1٫5"}, "point"),
        ({"expression": "1，5"}, "point"),
        ({"expression": "1、5"}, "only numbers"),
        ({"expression": "6^2"}, "use ** for a power"),
        ({"expression": "6*"}, "not complete"),
        ({"expression": "1 000"}, "not complete"),
        ({"expression": "1.000.000"}, "not complete"),
        ({"expression": "007"}, "not complete"),
        ({"expression": "1e"}, "not complete"),
        ({"expression": "(" * 300 + "1" + ")" * 100}, "not complete"),
        ({"expression": "(" * 240 + "1" + ")" * 240}, "not complete"),
        ({"expression": "1/0"}, "divides by zero"),
        ({"expression": "1%0"}, "divides by zero"),
        ({"expression": "0**-1"}, "divides by zero"),
        ({"expression": "(-8)**0.5"}, "no real value"),
        ({"expression": "9**9**9"}, "too large"),
        ({"expression": "2**1024"}, "too large"),
        ({"expression": "1e308*10"}, "too large"),
        ({"expression": "10.0**400"}, "too large"),
        ({"expression": "1e999"}, "too large"),
        ({"expression": "9" * 400}, "too large"),
        ({"expression": "2**-100000"}, "too large"),
        ({"expression": "1+" * MAX_CHARS + "1"}, "at most 500 characters"),
    ],
)
async def test_anything_else_is_told_how_to_do_better(
    arguments: JsonObject | str, words: str
) -> None:
    line = await computed(arguments)
    assert line.startswith("ERROR: calculator: ")
    assert words in line
    assert line.endswith(', e.g. {"expression": "6*7"}')


async def test_no_result_is_long() -> None:
    expression = "*".join(["(2**500)"] * 2)
    assert len(await computed({"expression": expression})) <= 309


async def test_no_expression_is_expensive() -> None:
    start = time.process_time()
    for expression in ("9**9**9", "*".join(["(2**1000)"] * 50), "((2**1000)**1000)**1000"):
        assert (await computed({"expression": expression})).startswith("ERROR")
    assert time.process_time() - start < 1.0


def test_the_tool_says_how_it_is_called() -> None:
    spec = CalculatorTool().spec
    assert spec.name == "calculator"
    assert spec.parameters["required"] == ["expression"]
