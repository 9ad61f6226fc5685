"""The view as the person and their tools meet it."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.settings import Appearance
from loopl_desktop.domain.transcript import (
    AssistantItem,
    ToolItem,
    UserItem,
)
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.pieces import Stack
from tests.ui.transcript.conftest import Show
from tests.ui.transcript.rows import Shown, conversation, question, reply


def press(shown: Shown, key: Qt.Key) -> None:
    QTest.keyClick(shown.view, key)
    shown.settle()


def wheel(shown: Shown, steps: int) -> None:
    """Turn the wheel; positive is up."""
    viewport = shown.view.viewport()
    middle = QPointF(viewport.rect().center())
    event = QWheelEvent(
        middle,
        viewport.mapToGlobal(middle),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)
    shown.settle()


def newest(shown: Shown) -> QPushButton:
    (button,) = shown.view.findChildren(
        QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly
    )
    assert isinstance(button, QPushButton)
    assert button.accessibleIdentifier() == "newest"
    return button


def last_row_at_end(shown: Shown) -> bool:
    bar = shown.view.verticalScrollBar()
    return bar.value() == bar.maximum() and shown.bottom(len(shown.model.items) - 1) <= shown.height


def test_it_opens_at_the_newest_row(show: Show) -> None:
    shown = show(conversation(300))
    assert last_row_at_end(shown)
    assert newest(shown).isHidden()


def test_opening_many_rows_makes_pictures_of_rows_in_view_only(show: Show) -> None:
    shown = show(conversation(100_000))
    in_view = len(list(shown.view._layout.rows_in_view()))
    assert last_row_at_end(shown)
    assert shown.view._renderer.made <= in_view + 2


def test_nothing_moves_while_a_reply_grows_below(show: Show) -> None:
    shown = show([*conversation(40), AssistantItem("")])
    wheel(shown, 3)
    row = shown.view.indexAt(QPoint(5, 5)).row()
    before = shown.top(row)
    for length in range(1, 200):
        shown.model.replace(40, AssistantItem("Some more words of the reply. " * length))
        shown.settle()
        assert shown.top(row) == before
    assert shown.bottom(40) > shown.height


def test_who_asks_for_a_place_before_the_next_frame_gets_the_new_one(show: Show) -> None:
    shown = show(conversation(60))
    shown.model.append(reply(60))
    end = shown.height - shown.view._layout.end_padding
    assert shown.bottom(60) == end
    shown.model.append(reply(61))
    assert shown.view.indexAt(QPoint(5, end - 1)).row() == 61


def test_nothing_moves_when_rows_come_or_go_above(show: Show) -> None:
    shown = show(conversation(60))
    press(shown, Qt.Key.Key_PageUp)
    row = shown.view.indexAt(QPoint(5, 100)).row()
    before = shown.top(row)
    shown.model.insert(0, *conversation(5))
    shown.settle()
    assert shown.top(row + 5) == before
    shown.model.remove(2, 3)
    shown.settle()
    assert shown.top(row + 2) == before


def test_each_page_up_through_unmeasured_rows_moves_by_exactly_one_step(show: Show) -> None:
    shown = show(conversation(400))
    bar, step = shown.view.verticalScrollBar(), 400
    pages = 0
    while bar.value() > step:
        row = shown.view.indexAt(QPoint(5, 5)).row()
        before = shown.top(row)
        bar.setValue(bar.value() - step)
        if bar.value() > 0:
            assert shown.top(row) == before + step
            pages += 1
    assert pages > 20


def test_a_new_width_keeps_the_row_that_is_read_at_its_place(show: Show) -> None:
    shown = show(conversation(60))
    shown.view.scrollTo(shown.model.index(20, 0), shown.view.ScrollHint.PositionAtTop)
    assert shown.top(20) == 0
    for width in (420, 1000, 300, 800):
        shown.view.resize(width, 600)
        shown.settle()
        assert shown.top(20) == 0


def test_the_end_stays_in_view_while_following_and_the_width_changes(show: Show) -> None:
    shown = show(conversation(60))
    for width in (420, 1000):
        shown.view.resize(width, 600)
        shown.settle()
        assert last_row_at_end(shown)


def test_new_rows_are_followed_until_the_person_scrolls_up(show: Show) -> None:
    shown = show(conversation(40))
    shown.model.append(reply(40))
    shown.settle()
    assert last_row_at_end(shown)
    wheel(shown, 1)
    assert not shown.view.is_following
    value = shown.view.verticalScrollBar().value()
    shown.model.append(reply(41))
    shown.settle()
    assert shown.view.verticalScrollBar().value() == value
    assert newest(shown).isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_PageUp, Qt.Key.Key_Home])
def test_keys_that_go_up_end_following(show: Show, key: Qt.Key) -> None:
    shown = show(conversation(40))
    press(shown, key)
    assert not shown.view.is_following


def test_the_scroll_bar_ends_following_and_takes_it_up_again(show: Show) -> None:
    shown = show(conversation(40))
    bar = shown.view.verticalScrollBar()
    following = []
    for value in (bar.value() - 50, bar.maximum()):
        bar.setValue(value)
        following.append(shown.view.is_following)
    assert following == [False, True]
    assert newest(shown).isHidden()


def test_the_newest_button_goes_to_the_end_and_follows(show: Show) -> None:
    shown = show(conversation(40))
    press(shown, Qt.Key.Key_Home)
    next_in_order = QLineEdit(shown.view)
    next_in_order.show()
    newest(shown).setFocus()
    newest(shown).click()
    assert shown.view.is_following
    assert last_row_at_end(shown)
    assert newest(shown).isHidden()
    assert shown.view.hasFocus(), "the focus did not vanish with the button"


@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_the_newest_button_is_opaque_and_its_edge_can_be_seen(
    show: Show, qapp: QApplication, appearance: Appearance
) -> None:
    shown = show(conversation(40))
    theme.apply(qapp, appearance)
    press(shown, Qt.Key.Key_Home)
    button = newest(shown)
    place = QRect(button.mapTo(shown.view, QPoint(0, 0)), button.size())
    image = shown.view.grab(place).toImage()
    base = qapp.palette().color(QPalette.ColorRole.Base)
    edges = [
        *(image.pixelColor(x, place.height() // 2) for x in (0, place.width() - 1)),
        *(image.pixelColor(place.width() // 2, y) for y in (0, place.height() - 1)),
    ]
    assert min(theme.contrast(edge, base) for edge in edges) >= 3.0
    inside = {image.pixelColor(x, 3).name() for x in range(8, place.width() - 8)}
    assert inside == {qapp.palette().color(QPalette.ColorRole.Button).name()}


def test_the_newest_button_gives_way_to_a_card(show: Show) -> None:
    shown = show([*conversation(40), question("a"), *conversation(40)])
    shown.view.scrollTo(shown.model.index(40, 0))
    shown.view.scroll_by(-shown.height)
    hidden = []
    for _ in range(80):  # the card comes in at the lower edge and leaves at the upper one
        shown.settle()
        free = newest(shown).isVisible()
        hidden.append(not free)
        card = shown.shelf.card("a").geometry().translated(shown.view.viewport().pos())
        assert not (free and newest(shown).geometry().intersects(card))
        shown.view.scroll_by(20)
    assert True in hidden
    assert False in hidden


def test_a_row_of_fifty_thousand_pixels_is_whole(show: Show) -> None:
    code = "\n".join(f"line_{number} = {number}" for number in range(3_500))
    shown = show([UserItem("Write a lot."), AssistantItem(f"```python\n{code}\n```\n\nThe end.")])
    rect = shown.view.visualRect(shown.model.index(1, 0))
    assert rect.height() > 50_000
    assert rect.bottom() <= shown.height
    end = shown.view.grab().toImage()
    shown.view.scroll_by(-300)
    assert shown.view.grab().toImage() != end, "the picture shows other lines"


def test_pages_reach_both_ends_of_a_row_taller_than_the_viewport(show: Show) -> None:
    shown = show([UserItem("Hello"), reply(1, 200), UserItem("Bye")])
    assert shown.view.visualRect(shown.model.index(1, 0)).height() > 10 * shown.height
    for _ in range(60):
        press(shown, Qt.Key.Key_PageUp)
    assert shown.top(0) == 0
    for _ in range(60):
        press(shown, Qt.Key.Key_PageDown)
    assert last_row_at_end(shown)


def test_up_and_down_go_by_rows_and_scroll_them_into_view(show: Show) -> None:
    shown = show(conversation(60))
    assert shown.view.currentIndex().row() == 59, "the focus lands on the newest row"
    for row in range(58, 30, -1):
        press(shown, Qt.Key.Key_Up)
        assert shown.view.currentIndex().row() == row
        assert shown.top(row) >= 0
        assert shown.bottom(row) <= shown.height
    press(shown, Qt.Key.Key_Down)
    assert shown.view.currentIndex().row() == 32
    press(shown, Qt.Key.Key_Home)
    assert shown.view.currentIndex().row() == 0
    press(shown, Qt.Key.Key_End)
    assert shown.view.currentIndex().row() == 59
    assert shown.view.is_following


def test_down_reads_through_a_row_taller_than_the_viewport(show: Show) -> None:
    shown = show([UserItem("Hello"), reply(1, 60), UserItem("Bye")])
    press(shown, Qt.Key.Key_Home)
    press(shown, Qt.Key.Key_Down)
    assert (shown.view.currentIndex().row(), shown.top(1)) == (1, 0)
    press(shown, Qt.Key.Key_Down)
    assert shown.view.currentIndex().row() == 1
    assert shown.top(1) < 0
    for _ in range(40):
        press(shown, Qt.Key.Key_Down)
    assert shown.view.currentIndex().row() == 2


def test_enter_asks_to_unfold_a_settled_question(show: Show) -> None:
    shown = show([*conversation(4), question("call-1", MaskedAnswer("answered", "Oda · Turkish"))])
    activated: list[int] = []
    shown.view.row_activated.connect(activated.append)
    press(shown, Qt.Key.Key_End)
    press(shown, Qt.Key.Key_Return)
    assert activated == [4]


def test_enter_on_a_message_does_nothing(show: Show) -> None:
    shown = show(conversation(4))
    activated: list[int] = []
    shown.view.row_activated.connect(activated.append)
    press(shown, Qt.Key.Key_End)
    press(shown, Qt.Key.Key_Return)
    assert activated == []


def test_a_click_on_the_quiet_line_asks_to_unfold_and_elsewhere_does_not(show: Show) -> None:
    shown = show([UserItem("Hello"), ToolItem("call-1", "calculator", {"expression": "6*7"}, "42")])
    activated: list[int] = []
    shown.view.row_activated.connect(activated.append)
    line = shown.view.visualRect(shown.model.index(1, 0)).center()
    QTest.mouseClick(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=line)
    assert activated == [1]
    message = shown.view.visualRect(shown.model.index(0, 0)).center()
    QTest.mouseClick(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=message)
    QTest.mousePress(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=line)
    QTest.mouseRelease(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=message)
    assert activated == [1]


def test_a_row_that_unfolds_stays_where_it_was_clicked(show: Show) -> None:
    shown = show(
        [*conversation(20), question("call-1", MaskedAnswer("cancelled")), *conversation(20)]
    )
    shown.view.scrollTo(shown.model.index(20, 0), shown.view.ScrollHint.PositionAtCenter)
    before, folded = shown.top(20), shown.bottom(20)
    shown.model.toggle(20)
    shown.settle()
    assert shown.top(20) == before
    assert shown.bottom(20) > folded


def test_letters_typed_into_the_list_search_nothing(show: Show) -> None:
    shown = show(conversation(1_000))
    shown.model.asked.clear()
    press(shown, Qt.Key.Key_Z)
    assert len(shown.model.asked) < 60


def test_copying_a_reply_gives_its_words(show: Show) -> None:
    shown = show([UserItem("Hello"), AssistantItem("Some **strong** words.\n\n- one\n- two")])
    press(shown, Qt.Key.Key_End)
    QTest.keySequence(shown.view, "Ctrl+C")
    assert QGuiApplication.clipboard().text() == "Some strong words.\none\ntwo"


def test_assistive_technology_finds_a_list_of_named_rows(show: Show) -> None:
    shown = show(conversation(100_000))
    interface = QAccessible.queryAccessibleInterface(shown.view)
    assert interface is not None
    assert interface.role() == QAccessible.Role.List
    assert interface.text(QAccessible.Text.Name) == "Transcript"
    assert shown.view.accessibleIdentifier() == "transcript"
    shown.model.asked.clear()
    child = interface.child(50_000)
    assert child is not None
    assert child.role() == QAccessible.Role.ListItem
    assert child.text(QAccessible.Text.Name) == "you said: Message 50000"
    assert len(shown.model.asked) < 60, "one name does not read all rows"


def test_another_font_and_palette_keep_the_reader_in_place(show: Show) -> None:
    shown = show(conversation(60))
    shown.view.scrollTo(shown.model.index(21, 0), shown.view.ScrollHint.PositionAtTop)
    height = shown.bottom(21) - shown.top(21)
    font = shown.view.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    shown.view.setFont(font)
    shown.settle()
    assert shown.top(21) == 0
    assert shown.bottom(21) - shown.top(21) > 1.5 * height


def test_many_changes_within_a_frame_are_laid_out_once(show: Show) -> None:
    shown = show([*conversation(20), AssistantItem("")])
    made = shown.view._renderer.made
    painted = CountPaints(shown.view.viewport())
    for length in range(1, 300):
        shown.model.replace(20, AssistantItem("word " * length))
    shown.settle()
    assert painted.count <= 2
    assert shown.view._renderer.made == made, "the reply's picture grew, no new one was made"


class CountPaints(QWidget):
    """Counts the paints of another widget."""

    def __init__(self, watched: QWidget) -> None:
        self.count = 0
        super().__init__()
        watched.installEventFilter(self)

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802 - Qt
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_before_markdown_is_loaded_a_reply_is_shown_as_it_came(show: Show) -> None:
    shown = show([AssistantItem("Some **strong** words.")])
    picture = shown.view._renderer.picture(shown.model.index(0, 0))
    assert picture.plain_text() == "Some strong words."
    shown.view._renderer._markdown = False
    shown.view._renderer.clear()
    picture = shown.view._renderer.picture(shown.model.index(0, 0))
    assert picture.plain_text() == "Some **strong** words."


def test_another_model_content_opens_at_its_end(show: Show) -> None:
    shown = show(conversation(40))
    press(shown, Qt.Key.Key_Home)
    shown.model.reset_to(conversation(70))
    shown.settle()
    assert last_row_at_end(shown)
    shown.model.reset_to([])
    shown.settle()
    press(shown, Qt.Key.Key_Down)
    press(shown, Qt.Key.Key_Return)
    assert not shown.view.indexAt(QPoint(5, 5)).isValid()


def text_at_top(shown: Shown) -> str:
    """The words of the piece at the upper edge of the viewport."""
    row, offset = shown.view._layout.anchor
    picture = shown.view._renderer.picture(shown.model.index(row, 0))
    mark = picture.mark_at(offset - picture.margin_top)
    assert mark is not None
    body = picture._pieces[mark.index]
    assert isinstance(body, Stack)
    assert mark.inner is not None
    return body._pieces[mark.inner.index].plain_text()


def test_the_words_at_the_top_stay_there_through_any_number_of_widths(show: Show) -> None:
    code = "```\n" + "short\n" * 30 + "```\n\n"
    long = "\n\n".join(f"{code}Paragraph {n}: " + "some words " * 60 for n in range(60))
    shown = show([UserItem("Hello"), AssistantItem(long), UserItem("Bye")])
    for _ in range(20):
        press(shown, Qt.Key.Key_PageUp)
    before = text_at_top(shown), shown.top(1)
    for width in [*range(800, 380, -7), *range(380, 800, 7), 800]:
        shown.view.resize(width, 600)
        shown.settle()
        assert text_at_top(shown) == before[0]
    assert abs(shown.top(1) - before[1]) <= 1, "and back to the pixel"


def test_the_words_at_the_top_stay_there_when_the_font_grows(show: Show) -> None:
    long = "\n\n".join(f"Paragraph {n}: " + "some words " * 60 for n in range(60))
    shown = show([UserItem("Hello"), AssistantItem(long), UserItem("Bye")])
    for _ in range(5):
        press(shown, Qt.Key.Key_PageUp)
    before = text_at_top(shown)
    font = shown.view.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    shown.view.setFont(font)
    shown.settle()
    assert text_at_top(shown) == before
