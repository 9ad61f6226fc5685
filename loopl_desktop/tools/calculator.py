"""Arithmetic without `eval`: the expression is parsed, and only numbers and operators are walked.

Sizes are bounded at every step, so that no expression costs more than it looks.
"""

import ast
import math
import operator
import re
from collections.abc import Callable
from typing import Any

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec
from loopl_desktop.engine.tools import Tool

MAX_CHARS = 500
"""Characters of an expression."""
MAX_BITS = 1024
"""Bits of every whole number on the way and of the result, 309 digits: the range of a float."""

_ALLOWED = re.compile(r"[0-9eE.+\-*/%() ]+")
_SPELLINGS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-"})
_COMMAS = re.compile("[,٫٬，]")
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


class _ExpressionError(ValueError):
    """Why an expression has no value, in words for the model."""


class CalculatorTool(Tool):
    """Evaluates arithmetic."""

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""
        return ToolSpec(
            "calculator",
            "Evaluate arithmetic: numbers with a decimal point, + - * / // % ** and parentheses. "
            "Returns the number.",
            {
                "type": "object",
                "properties": {"expression": {"type": "string", "description": "Such as 6*7"}},
                "required": ["expression"],
            },
        )

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:  # noqa: ARG002
        """Evaluate the expression."""
        expression = arguments.get("expression") if not isinstance(arguments, str) else None
        try:
            if not isinstance(expression, str):
                raise _ExpressionError("'expression' must be a text")  # noqa: TRY301 (one way out)
            return _as_text(evaluate(expression))
        except _ExpressionError as error:
            return f'ERROR: calculator: {error}, e.g. {{"expression": "6*7"}}'


def evaluate(expression: str) -> int | float:
    """Return the value of an arithmetic expression.

    Raises:
        ValueError: if it has none; the text says why and does not repeat it.
    """
    text = " ".join(expression.translate(_SPELLINGS).split())
    if len(text) > MAX_CHARS:
        raise _ExpressionError(f"the expression must have at most {MAX_CHARS} characters")
    if _COMMAS.search(text):  # 1,500 is one and a half here and fifteen hundred there
        raise _ExpressionError(
            "a comma is ambiguous: use a point for decimals (1.5) and no separator of thousands"
        )
    if "^" in text:
        raise _ExpressionError("^ is not an operator here, use ** for a power")
    if not _ALLOWED.fullmatch(text):
        raise _ExpressionError("the expression can hold only numbers, + - * / // % ** and ( )")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        raise _ExpressionError("the expression is not complete arithmetic") from None
    except ZeroDivisionError:
        raise _ExpressionError("the expression divides by zero") from None
    except OverflowError:
        raise _ExpressionError("a number in the expression is too large") from None


def _value(node: ast.expr) -> int | float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return _bounded(number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _combined(type(op), _value(left), _value(right))
        case _:
            raise _ExpressionError("the expression can hold only numbers and operators")


def _combined(op: type[ast.operator], left: int | float, right: int | float) -> int | float:
    if op is ast.Pow and isinstance(left, int) and left.bit_length() * abs(right) > 2 * MAX_BITS:
        raise OverflowError
    return _bounded(_OPERATORS[op](left, right))


def _bounded(number: int | float | complex) -> int | float:
    """The number, if it is a real one of a bounded size."""
    if isinstance(number, complex):
        raise _ExpressionError("the expression has no real value")
    if isinstance(number, int):
        if number.bit_length() > MAX_BITS:
            raise OverflowError
    elif not math.isfinite(number):
        raise OverflowError
    return number


def _as_text(number: int | float) -> str:
    """Whole numbers without a point, others to the 15 digits that a float can keep."""
    if isinstance(number, float) and number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.15g}" if isinstance(number, float) else str(number)
