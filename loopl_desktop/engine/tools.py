"""What a tool is to the engine, and which tools an agent has."""

from collections.abc import Collection, Iterable
from typing import Protocol

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec

_MAX_NAME_CHARS = 60


class Tool(Protocol):
    """Something that a model can call.

    Bodies run side by side on the event loop: blocking work belongs into a thread, and a
    cancellation must be let through, or Stop would wait for it.
    """

    @property
    def spec(self) -> ToolSpec:
        """How the model is told of it."""

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        """Do it, and return what the model reads.

        After `scope.interrupt(...)` has parked the call, the body runs again from its start.

        Args:
            arguments: An object; also the raw text that was none, if the spec says
                `reads_raw_arguments`.
            scope: By which the body asks the person.

        Returns:
            The result. One that begins with `ERROR: <name of the tool>:` tells the model how to
            repair the call, and counts as a bad one.
        """

    def kept_arguments(self, arguments: JsonObject | str) -> JsonObject | str:
        """Return what transcript and history may keep of a call, by default all of it."""
        return arguments


class ToolRegistry:
    """The tools of one agent, and the names of those that the person has switched off."""

    def __init__(self, tools: Iterable[Tool], switched_off: Collection[str] = ()) -> None:
        known = {tool.spec.name: tool for tool in tools}
        self._switched_off = frozenset(switched_off)
        self._all = known
        self._enabled = {
            name: tool for name, tool in known.items() if name not in self._switched_off
        }

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is offered."""
        return tuple(tool.spec for tool in self._enabled.values())

    def find(self, name: str) -> Tool | None:
        """Return the tool of this name, if the model may call it."""
        return self._enabled.get(name)

    def refusal(self, name: str) -> str:
        """Return the line for a call to a tool that cannot be called."""
        shown = name[:_MAX_NAME_CHARS]
        if name in self._switched_off:
            return f"ERROR: {shown}: the person has switched this tool off in Settings"
        names = ", ".join(sorted(self._enabled)) or "none"
        return f"ERROR: {shown}: there is no such tool; the tools are: {names}"

    def kept_arguments(self, name: str, arguments: JsonObject | str) -> JsonObject | str:
        """Return what may be kept of a call to any tool, also one that is off or unknown."""
        tool = self._all.get(name)
        if tool is None:
            return arguments
        try:
            return tool.kept_arguments(arguments)
        except Exception:  # noqa: BLE001 (an edge: a tool's fault must not end the turn)
            return {}


def usage_line(spec: ToolSpec) -> str:
    """Return the line for a call whose arguments are no object."""
    properties = spec.parameters.get("required", ())
    names = [str(name) for name in properties] if isinstance(properties, list | tuple) else []
    example = ", ".join(f'"{name}": ...' for name in names)
    return f"ERROR: {spec.name}: the arguments must be one JSON object: {{{example}}}"


def is_error(name: str, result: str) -> bool:
    """Return whether this result of the tool says that the call was a bad one."""
    return result.startswith(f"ERROR: {name}:")
