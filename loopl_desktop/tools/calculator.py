"""Arithmetic without eval."""

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec

_MAX_CHARS, _MAX_BITS = 200, 4_096
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


class CalculatorTool:
    """A second tool."""

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""
        return ToolSpec(
            "calculator",
            "Evaluate arithmetic: + - * / // % ** and parentheses.",
            {
                "type": "object",
                "properties": {"expression": {"type": "string"}},
                "required": ["expression"],
            },
        )

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        """Evaluate."""
        expression = arguments.get("expression") if isinstance(arguments, dict) else None
        try:
            if not isinstance(expression, str) or len(expression) > _MAX_CHARS:
                raise ValueError("no expression")  # noqa: TRY301
            value = _value(ast.parse(expression.strip(), mode="eval").body)
        except (ValueError, SyntaxError, ArithmeticError, RecursionError, MemoryError, TypeError):
            return 'ERROR: calculator: expression must be arithmetic of a small size, e.g. {"expression": "6*7"}'
        return str(value)


def _value(node: ast.expr) -> int | float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            result: int | float = value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            result = -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            result = _value(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            result = _binary(type(op), _value(left), _value(right))
        case _:
            raise ValueError(type(node).__name__)
    if isinstance(result, complex) or not math.isfinite(result):
        raise ValueError("no number")
    return result


def _binary(op: type[ast.operator], left: int | float, right: int | float) -> Any:  # noqa: ANN401
    if (
        op is ast.Pow
        and isinstance(left, int)
        and abs(right) * max(1, left.bit_length()) > _MAX_BITS
    ):
        raise ValueError("too big")
    return _BINARY[op](left, right)
