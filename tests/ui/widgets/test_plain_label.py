import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone, WrappedText


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> None:
    theme.apply(qapp, "light")


def line_height(label: PlainLabel) -> int:
    return label.fontMetrics().height()


def painted_columns(text: str, width: int) -> set[int]:
    """The columns of a wide image in which a text of this column width left ink."""
    image = QImage(width + 200, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    WrappedText(text).paint(painter, 0, 0, width)
    painter.end()
    white = image.pixel(width + 199, 199)
    return {
        x for x in range(image.width()) if any(image.pixel(x, y) != white for y in range(0, 200, 2))
    }


@pytest.mark.parametrize(
    "text", ["<b>bold</b>", "&lt;b&gt;", "<img src='file:///etc/hostname'>", "a & b", "R&&D"]
)
def test_text_stays_as_it_is(text: str, qtbot: QtBot) -> None:
    label = PlainLabel(text)
    qtbot.addWidget(label)
    assert label.text() == text
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_word_without_end_asks_for_no_width_and_is_broken(qtbot: QtBot) -> None:
    label = PlainLabel("x" * 5_000)
    qtbot.addWidget(label)
    assert label.minimumSizeHint().width() < 100
    assert label.heightForWidth(300) > 50 * line_height(label)
    assert max(painted_columns("x" * 5_000, 120)) <= 120


def test_it_is_broken_at_blanks_first(qtbot: QtBot) -> None:
    label = PlainLabel("one two three")
    qtbot.addWidget(label)
    one = label.sizeHint().width()
    assert label.heightForWidth(one) == line_height(label)
    assert label.heightForWidth(one - 8) > line_height(label)


@pytest.mark.parametrize("separator", ["\n", "\n\n"])
def test_line_breaks_break_lines(separator: str, qtbot: QtBot) -> None:
    label = PlainLabel(f"one{separator}two")
    qtbot.addWidget(label)
    lines = 1 + len(separator)
    assert label.heightForWidth(600) >= lines * line_height(label) - lines
    assert label.sizeHint().width() < 100


def test_every_text_is_painted_within_its_column() -> None:
    for text in (
        "Only 25 s left",
        "one two three",
        "\u0645\u0627 \u0644\u063a\u062a\u0643\u061f",
        "x" * 90,
    ):
        columns = painted_columns(text, 60)
        assert columns
        assert max(columns) <= 60


def test_a_larger_font_needs_more_room(qapp: QApplication, qtbot: QtBot) -> None:
    label = PlainLabel("one two three")
    qtbot.addWidget(label)
    before = label.sizeHint()
    font = QFont(qapp.font())
    font.setPointSizeF(2 * font.pointSizeF())
    label.setFont(font)
    assert label.sizeHint().width() > 1.8 * before.width()
    assert label.sizeHint().height() > 1.8 * before.height()


def test_another_text_is_measured_anew(qtbot: QtBot) -> None:
    label = PlainLabel("one")
    qtbot.addWidget(label)
    before = label.sizeHint().width()
    label.setText("one and two")
    assert label.sizeHint().width() > before
    label.setText("")
    assert label.heightForWidth(100) == 0


def test_bold_keeps_the_applications_size(qapp: QApplication, qtbot: QtBot) -> None:
    label = PlainLabel("Title", bold=True)
    qtbot.addWidget(label)
    assert label.font().weight() == QFont.Weight.DemiBold
    assert label.font().pointSizeF() == qapp.font().pointSizeF()


@pytest.mark.parametrize("tone", list(Tone))
@pytest.mark.parametrize("dark", [False, True])
def test_every_tone_can_be_read(tone: Tone, dark: bool) -> None:
    palette = theme.palette_for(dark)
    for ground in (palette.window().color(), palette.base().color()):
        assert theme.contrast(tone.colour(palette), ground) >= 4.5


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_text_can_be_copied(qtbot: QtBot) -> None:
    label = PlainLabel("one & two")
    qtbot.addWidget(label)
    label.show()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(label, asked)
    menu = label.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "one & two"
