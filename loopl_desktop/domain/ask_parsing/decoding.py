"""One layer of JSON, or of a Python literal, in a text where data belongs."""

import ast
import json
import warnings

from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject, plain

MAX_LITERAL_BYTES = 64 * 1024
_FENCE = "```"


def decoded(text: str) -> list[Plain] | PlainObject | None:
    """The list or object that a text holds, one layer deep; `None` if it holds none.

    Raises:
        AskSpecError: if it holds too much.
    """
    inner = _unfenced(text.strip())
    if not inner.startswith(("{", "[", "(")):
        return None
    value = plain(_json(inner) or _python_literal(inner))
    return value if isinstance(value, (list, dict)) else None


def _unfenced(text: str) -> str:
    """What stands between the lines of a Markdown code fence."""
    if not (text.startswith(_FENCE) and text.endswith(_FENCE)):
        return text
    _, _, inner = text.removesuffix(_FENCE).partition("\n")
    return inner.strip()


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _python_literal(text: str) -> object:
    """Models send `repr` for JSON: single quotes, None, True. Never evaluated, and bounded."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_LITERAL_BYTES:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in it is no matter of ours
            value: object = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return value
