"""Tools that do what a test wants."""

from collections.abc import Awaitable, Callable

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec
from loopl_desktop.engine.tools import Tool

Body = Callable[[JsonObject | str, InterruptScope], Awaitable[str]]


class BodyTool(Tool):
    """Runs a body that a test wrote, and counts how often."""

    def __init__(self, name: str, body: Body) -> None:
        self._name = name
        self._body = body
        self.runs = 0

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self._name, "", {"type": "object"})

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        self.runs += 1
        return await self._body(arguments, scope)
