"""Cards in a whole window at the text sizes of people who need large ones."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.ui import theme
from tests.journeys.question import Question

Until = Callable[[Callable[[], object]], Awaitable[None]]
FORM: JsonObject = {
    "type": "form",
    "text": "Your details",
    "fields": [{"name": "who", "label": "Name", "type": "text"}],
}
CHIPS: JsonObject = {
    "type": "buttons",
    "text": "When?",
    "options": ["Tonight at seven", "Tonight at eight", "Tomorrow"],
}
WIDTH_PX = 560


@pytest.fixture
def scale_text(qapp: QApplication) -> Callable[[float], None]:
    """Set the size of all text before a window is made."""

    def scale(factor: float) -> None:
        theme.apply(qapp, "light", text_scale=factor)

    return scale


@pytest.fixture(autouse=True)
def _look_of_before(qapp: QApplication) -> Iterator[None]:
    font, palette = qapp.font(), qapp.palette()
    yield
    qapp.setFont(font)
    qapp.setPalette(palette)


async def shown(folder: Path, until: Until, spec: JsonObject) -> Question:
    question = Question(folder, until, spec)
    question.world.window.resize(WIDTH_PX, 900)
    await question.open()
    return question


def is_above(upper: QWidget, lower: QWidget) -> bool:
    return upper.geometry().bottom() <= lower.geometry().top()


@pytest.mark.parametrize(("factor", "stacked"), [(1.0, False), (2.0, True)])
async def test_large_text_puts_labels_above_their_fields(
    tmp_path: Path,
    until: Until,
    scale_text: Callable[[float], None],
    factor: float,
    stacked: bool,
) -> None:
    scale_text(factor)
    question = await shown(tmp_path, until, FORM)
    (label,) = [label for label in question.card.findChildren(QLabel) if label.text() == "Name"]
    assert is_above(label, question.world.find("field-who")) is stacked
    await question.result_after("cancel")


@pytest.mark.parametrize(("factor", "stacked"), [(1.0, False), (2.0, True)])
async def test_large_text_puts_chips_below_each_other(
    tmp_path: Path,
    until: Until,
    scale_text: Callable[[float], None],
    factor: float,
    stacked: bool,
) -> None:
    scale_text(factor)
    question = await shown(tmp_path, until, CHIPS)
    first, second = (question.world.find(f"option-{index}") for index in range(2))
    assert is_above(first, second) is stacked
    await question.result_after("cancel")
