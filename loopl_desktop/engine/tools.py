"""What a tool is to the engine."""

from typing import Protocol

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec


class Tool(Protocol):
    """Something that a model can call."""

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        """Do it. Runs again from the start after each interrupt."""
