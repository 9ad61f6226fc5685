"""A password on its way through a whole window: to the model, and to nowhere else."""

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.errors import ProviderError
from tests.doubles.recording_model import Step, asks, computes, says, wire_json
from tests.journeys.question import Question

Until = Callable[[Callable[[], object]], Awaitable[None]]
LOGIN: JsonObject = {
    "type": "form",
    "text": "Log in",
    "fields": [
        {"name": "user", "label": "User", "type": "text"},
        {"name": "pw", "label": "Password", "type": "password"},
    ],
}
MASKED = '{\\"user\\": \\"sam\\", \\"pw\\": \\"••••\\"}'


@pytest.fixture
def marker() -> str:
    """A password that no earlier run has left anywhere."""
    return f"hunter2-{secrets.token_hex(8)}"


async def logged_in(folder: Path, until: Until, marker: str, *replies: list[Step]) -> Question:
    """Answer the form, and play the turn to its end."""
    question = Question(folder, until, LOGIN, *replies)
    await question.open()
    question.write("field-user", "sam")
    question.write("field-pw", marker)
    question.world.press("submit")
    await question.end()
    return question


def contents_of(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


async def test_the_model_reads_it_in_every_request_of_its_turn_and_in_none_later(
    tmp_path: Path, until: Until, marker: str
) -> None:
    replies = says("", computes("6*7")), says("You are in.")
    question = await logged_in(tmp_path, until, marker, *replies)
    own_turn = [wire_json(request) for request in question.model.requests]
    assert [marker in request for request in own_turn] == [False, True, True]
    question.world.say("And now?")
    await question.end()
    later = wire_json(question.model.requests[3])
    assert marker not in later
    assert MASKED in later
    await question.world.close()


async def test_a_turn_that_is_tried_again_sends_it_masked(
    tmp_path: Path, until: Until, marker: str
) -> None:
    away: list[Step] = [ProviderError("unreachable", sentence="The server does not answer.")]
    question = await logged_in(tmp_path, until, marker, away, says("You are in."))
    question.world.press("retry")
    await question.end()
    assert marker in wire_json(question.model.requests[1])  # the control: it was sent once
    assert marker not in wire_json(question.model.requests[2])
    assert MASKED in wire_json(question.model.requests[2])
    await question.world.close()


async def test_its_row_says_that_it_is_hidden(tmp_path: Path, until: Until, marker: str) -> None:
    replies = says("", asks({"type": "input", "text": "Name?"}, "call_2")), says("Done.")
    question = Question(tmp_path, until, LOGIN, *replies)
    await question.open()
    question.write("field-pw", marker)
    question.world.press("submit")
    await until(lambda: question.world.has("ask-call_2"))  # the turn of the password still runs
    kept = repr(question.world.session.transcript_model.transcript.items)
    assert "'pw': '••••'" in kept
    assert marker not in kept
    assert any("Password hidden" in row for row in question.world.rows)
    await question.world.close()


async def test_neither_the_keyring_nor_a_file_has_it(
    tmp_path: Path, until: Until, marker: str
) -> None:
    question = await logged_in(tmp_path, until, marker)
    question.world.settings.update(model="another")
    await until((tmp_path / "settings.json").exists)
    assert question.world.settings_world.keyring.keys == {}
    written = contents_of(tmp_path)
    assert written
    assert not any(marker.encode() in content for content in written)
    await question.world.close()


async def test_its_field_tells_the_system_to_keep_nothing(
    tmp_path: Path, until: Until, marker: str
) -> None:
    question = Question(tmp_path, until, LOGIN)
    await question.open()
    field = question.control(QLineEdit, "field-pw")
    wanted = (
        Qt.InputMethodHint.ImhSensitiveData
        | Qt.InputMethodHint.ImhHiddenText
        | Qt.InputMethodHint.ImhNoPredictiveText
    )
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert field.inputMethodHints() & wanted == wanted
    other = question.control(QLineEdit, "field-user")
    assert not other.inputMethodHints() & Qt.InputMethodHint.ImhSensitiveData
    await question.result_after("cancel")
