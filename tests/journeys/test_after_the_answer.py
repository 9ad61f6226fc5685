"""What is left of a card in a whole window: one quiet line that shows the question again."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.domain.transcript import AskItem
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.delegate import column_in
from loopl_desktop.ui.transcript.view import TranscriptView
from tests.journeys.question import Question

Until = Callable[[Callable[[], object]], Awaitable[None]]
LINE_PX = theme.CONTROL_HEIGHT_PX
PLACE: JsonObject = {
    "type": "select",
    "text": "Where should I book?",
    "options": ["Antica Pesa · Italian", "Oda · Turkish"],
}


class AskRow:
    """The row of the question, as it is painted."""

    def __init__(self, question: Question) -> None:
        view = question.world.find("transcript")
        assert isinstance(view, TranscriptView)
        self._view = view
        self._model = question.world.session.transcript_model
        (self._row,) = [
            row
            for row, item in enumerate(self._model.transcript.items)
            if isinstance(item, AskItem)
        ]

    @property
    def height(self) -> int:
        return self._view.visualRect(self._model.index(self._row)).height()

    @property
    def words(self) -> str:
        return self._view._renderer.picture(self._model.index(self._row)).plain_text()

    def is_folded(self) -> bool:
        return self.height == LINE_PX

    def is_unfolded(self) -> bool:
        return self.height > LINE_PX

    def click_chevron(self) -> None:
        top = self._view.visualRect(self._model.index(self._row)).top()
        left = column_in(self._view.viewport().rect()).left()
        place = QPoint(left + theme.SPACE_PX, top + LINE_PX // 2)
        QTest.mouseClick(self._view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def press_enter(self) -> None:
        self._view.setCurrentIndex(self._model.index(self._row))
        QTest.keyClick(self._view, Qt.Key.Key_Return)


@pytest.fixture
def question(tmp_path: Path, until: Until) -> Question:
    return Question(tmp_path, until, PLACE)


async def test_a_settled_card_is_one_quiet_line(question: Question, until: Until) -> None:
    await question.open()
    row = AskRow(question)
    assert row.height > 3 * LINE_PX  # the control: a card is no line
    question.world.press("option-1")
    question.world.press("submit")
    await question.end()
    assert not question.is_waiting()
    await until(row.is_folded)
    assert row.words == "Where should I book? — Oda · Turkish"
    await question.world.close()


@pytest.mark.parametrize("way", [AskRow.click_chevron, AskRow.press_enter])
async def test_the_chevron_shows_the_question_again(
    question: Question, until: Until, way: Callable[[AskRow], None]
) -> None:
    await question.open()
    question.world.press("cancel")
    await question.end()
    row = AskRow(question)
    await until(row.is_folded)
    assert "Antica Pesa" not in row.words
    way(row)
    await until(row.is_unfolded)
    assert "Antica Pesa · Italian" in row.words
    way(row)
    await until(row.is_folded)
    await question.world.close()


async def test_a_question_has_one_row_from_its_call_to_its_result(question: Question) -> None:
    await question.open()
    assert len(question.world.rows) == 2
    question.world.press("option-0")
    question.world.press("submit")
    await question.end()
    assert len(question.world.rows) == 3
    assert question.world.rows[2] == "agent said: Done."
    await question.world.close()
