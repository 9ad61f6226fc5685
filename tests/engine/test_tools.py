"""Which tools an agent has, and what a call to any other one is told."""

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.engine.gate import InterruptScope
from loopl_desktop.engine.model import ToolSpec
from loopl_desktop.engine.tools import Tool, ToolRegistry, is_error, usage_line
from loopl_desktop.tools.calculator import CalculatorTool


class BrokenTool(Tool):
    """Fails where the engine asks what may be kept."""

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec("broken", "", {})

    async def run(self, arguments: JsonObject | str, scope: InterruptScope) -> str:
        return "ran"

    def kept_arguments(self, arguments: JsonObject | str) -> JsonObject | str:
        raise ValueError("hunter2-MARKER")


def test_the_model_is_offered_what_is_switched_on() -> None:
    registry = ToolRegistry([AskUserTool(), CalculatorTool()], {"calculator"})
    assert [spec.name for spec in registry.specs] == ["ask_user"]
    assert registry.find("ask_user") is not None
    assert registry.find("calculator") is None


def test_a_call_to_a_tool_that_is_off_is_told_so() -> None:
    registry = ToolRegistry([AskUserTool()], {"calculator", "ask_user"})
    for name in ("calculator", "ask_user"):
        line = registry.refusal(name)
        assert line == f"ERROR: {name}: the person has switched this tool off in Settings"


def test_a_call_to_an_unknown_tool_is_told_which_there_are() -> None:
    registry = ToolRegistry([CalculatorTool(), AskUserTool()])
    assert registry.refusal("browser") == (
        "ERROR: browser: there is no such tool; the tools are: ask_user, calculator"
    )
    assert ToolRegistry([]).refusal("browser").endswith("the tools are: none")


def test_a_name_of_any_length_gives_a_short_line() -> None:
    assert len(ToolRegistry([]).refusal("x" * 10_000)) < 200


def test_what_is_kept_of_a_call_is_the_tools_own_choice_also_when_it_is_off() -> None:
    registry = ToolRegistry([AskUserTool()], {"ask_user"})
    assert registry.kept_arguments("ask_user", {"type": "riddle"}) == {}
    assert registry.kept_arguments("unknown", {"a": 1}) == {"a": 1}
    assert ToolRegistry([CalculatorTool()]).kept_arguments("calculator", "raw") == "raw"


def test_nothing_is_kept_of_a_call_whose_tool_cannot_say() -> None:
    assert ToolRegistry([BrokenTool()]).kept_arguments("broken", {"pw": "hunter2-MARKER"}) == {}


def test_a_call_without_an_object_is_told_how_to_send_one() -> None:
    assert usage_line(CalculatorTool().spec) == (
        'ERROR: calculator: the arguments must be one JSON object: {"expression": ...}'
    )
    assert usage_line(ToolSpec("clock", "", {})).endswith(": {}")
    assert usage_line(ToolSpec("clock", "", {"required": "odd"})).endswith(": {}")


def test_only_the_tools_own_error_line_is_an_error() -> None:
    assert is_error("clock", "ERROR: clock: no")
    assert not is_error("clock", "ERROR: calculator: no")
    assert not is_error("clock", "12:00")
