"""The specification's example, in Python."""

import json

from loopl_desktop.domain.ask_answer import Answered
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import InterruptRaised, TextDelta
from loopl_desktop.domain.interrupts import interrupt_id_for, tool_use_id_from
from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.messages import ToolResultMessage
from loopl_desktop.domain.transcript import AskItem, Transcript
from loopl_desktop.engine.agent import Agent
from loopl_desktop.engine.ask_user import AskUserTool
from loopl_desktop.tools.calculator import CalculatorTool
from tests.doubles.recording_model import RecordingModel, asks, computes, says

RESTAURANT: JsonObject = {
    "type": "select",
    "title": "Pick a restaurant",
    "text": "Where should I book for tonight at 20:00, for two?",
    "options": [
        {"value": name, "label": name}
        for name in ("Antica Pesa · Italian", "Oda · Turkish", "Blue Ribbon · Sushi")
    ],
}


async def test_the_agent_asks_and_goes_on_with_the_answer() -> None:
    model = RecordingModel(
        says("Let me ask.", asks(RESTAURANT), computes("2*35")),
        says("Booked at Antica Pesa."),
    )
    agent = Agent(model=model, tools=[AskUserTool(), CalculatorTool()])
    transcript = Transcript()
    text = ""
    async for event in agent.stream("Book me a table tonight."):
        transcript.apply(event)
        match event:
            case InterruptRaised(interrupt=interrupt):
                tool_use_id = tool_use_id_from(interrupt.id)
                request = AskUserRequest.from_reason(interrupt.reason)
                assert tool_use_id is not None
                assert request is not None
                assert [ask.tool_use_id for ask in transcript.pending_asks] == [tool_use_id]
                answer = Answered(request.options[0].value)
                assert agent.resolve(interrupt_id_for(tool_use_id), answer)
            case TextDelta(text=piece):
                text += piece
            case _:
                pass

    assert text == "Let me ask.Booked at Antica Pesa."
    results = [message for message in model.requests[1] if isinstance(message, ToolResultMessage)]
    assert [message.tool_use_id for message in results] == ["call_1", "call_2"]
    assert results[0].wire_text() == '{"ok": true, "value": "Antica Pesa · Italian"}'
    assert json.loads(results[1].wire_text()) == 70
    assert transcript.pending_asks == ()
    (ask,) = [item for item in transcript.items if isinstance(item, AskItem)]
    assert ask.answer is not None
    assert ask.answer.value == "Antica Pesa · Italian"
