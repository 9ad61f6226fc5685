"""The README's library example runs as it is printed."""

import re
from pathlib import Path
from typing import Any

import pytest

from loopl_desktop.domain.messages import ToolResultMessage
from tests.doubles.recording_model import RecordingModel, asks, says

README = Path(__file__).resolve().parents[2] / "README.md"


async def test_the_example_of_the_readme_asks_and_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(source, README.name, "exec"), names)
    question = {"type": "select", "text": "Where?", "options": ["Oda · Turkish", "Antica Pesa"]}
    model = RecordingModel(says("", asks(question)), says("Booked at Oda."))
    await names["book"](model)
    said = capsys.readouterr().out
    assert said == "the agent asks: Where? ['Oda · Turkish', 'Antica Pesa']\nBooked at Oda."
    (result,) = [item for item in model.requests[1] if isinstance(item, ToolResultMessage)]
    assert result.wire_text() == '{"ok": true, "value": "Oda · Turkish"}'
