"""Native cards in their rows: placed, kept alive, never written into the model."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from loopl_desktop.domain.events import InterruptRaised, ToolCallStarted
from loopl_desktop.domain.interrupts import Interrupt, interrupt_id_for
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import ChildItem, Transcript, TranscriptItem
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.editor_layer import first_control
from tests.ui.transcript.conftest import Show
from tests.ui.transcript.rows import FormCard, Shown, conversation, question, reply

CARD = "call-1"


def with_card(show: Show, before: int = 20, after: int = 0) -> Shown:
    """A conversation with one waiting question in it."""
    return show([*conversation(before), question(CARD), *conversation(after)])


def card_rect(shown: Shown) -> QRect:
    return shown.shelf.cards[CARD].geometry()


def row_rect(shown: Shown, row: int) -> QRect:
    return shown.view.visualRect(shown.model.index(row, 0))


def rect_in_viewport(shown: Shown, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(shown.view.viewport(), QPoint(0, 0)), widget.size())


def test_a_waiting_question_shows_its_card_in_its_row(show: Show) -> None:
    shown = with_card(show)
    card = shown.shelf.card(CARD)
    assert card.isVisible()
    assert card.parent() is shown.view.viewport()
    assert row_rect(shown, 20).contains(card_rect(shown))
    assert row_rect(shown, 20).bottom() < shown.height
    assert card.height() >= card.sizeHint().height()


def test_the_card_follows_its_row(show: Show) -> None:
    shown = with_card(show, after=2)
    offset = card_rect(shown).top() - shown.top(20)
    assert offset > 0
    acts: list[Callable[[], object]] = [
        partial(shown.view.scroll_by, -40),
        partial(shown.model.insert, 0, *conversation(3)),
        partial(shown.model.remove, 1, 2),
        partial(shown.view.resize, 500, 500),
        partial(shown.view.scroll_by, -20),
    ]
    for act in acts:
        act()
        shown.settle()
        row = shown.model.items.index(question(CARD))
        assert card_rect(shown).top() - shown.top(row) == offset


def test_a_card_out_of_view_stays_alive_and_reachable(show: Show) -> None:
    shown = with_card(show, after=1)
    card = shown.shelf.card(CARD)
    card.first.setText("a draft")
    shown.view.scrollToTop()
    assert not card_rect(shown).intersects(shown.view.viewport().rect())
    assert card.isVisible(), "Tab and screen readers still reach it"
    shown.view.scrollToBottom()
    assert card_rect(shown).intersects(shown.view.viewport().rect())
    assert shown.shelf.card(CARD) is card
    assert card.first.text() == "a draft"


def test_a_question_far_above_the_viewport_has_its_card_too(show: Show) -> None:
    shown = with_card(show, before=0, after=300)
    assert shown.shelf.card(CARD).parent() is shown.view.viewport()
    shown.view.scrollToTop()
    assert row_rect(shown, 0).contains(card_rect(shown))


def test_a_question_beyond_the_last_rows_gets_its_card_when_it_comes_into_view(show: Show) -> None:
    shown = with_card(show, before=0, after=2_000)
    assert shown.shelf.cards == {}
    shown.view.scrollToTop()
    assert row_rect(shown, 0).contains(card_rect(shown))
    assert shown.shelf.card(CARD).isVisible()


def test_a_settled_question_is_let_go_when_a_wide_range_is_told(show: Show) -> None:
    shown = with_card(show, before=0, after=300)
    shown.view.scrollToBottom()
    shown.model.append(*conversation(2_000))
    shown.settle()
    card = shown.shelf.card(CARD)
    shown.model.items[0] = question(CARD, MaskedAnswer("cancelled"))
    shown.model.revisions[0] += 1
    shown.model.dataChanged.emit(shown.model.index(0, 0), shown.model.index(2_300, 0), [])
    shown.settle()
    assert card.isHidden()


def test_a_card_is_hidden_not_destroyed_when_its_row_is_gone(show: Show) -> None:
    shown = with_card(show)
    card = shown.shelf.card(CARD)
    shown.model.remove(20)
    shown.settle()
    assert card.isHidden()
    shown.model.append(question(CARD))
    shown.settle()
    assert card.isVisible()
    shown.model.reset_to(conversation(3))
    shown.settle()
    assert card.isHidden()
    assert card.first.text() == ""


def test_a_settled_question_gives_its_place_to_one_quiet_line(show: Show) -> None:
    shown = with_card(show)
    card, waiting = shown.shelf.card(CARD), row_rect(shown, 20).height()
    shown.model.replace(20, question(CARD, MaskedAnswer("answered", "Oda · Turkish")))
    shown.settle()
    assert card.isHidden()
    assert row_rect(shown, 20).height() < waiting / 2
    picture = shown.view._renderer.picture(shown.model.index(20, 0))
    assert picture.plain_text() == "Where should I book? — Oda · Turkish"


def test_what_is_left_of_a_card_is_shown_below_the_line_until_it_is_gone(show: Show) -> None:
    shown = with_card(show)
    left_over = QPushButton("Send anyway")
    shown.shelf.left_over[CARD] = left_over
    shown.model.replace(20, question(CARD, MaskedAnswer("timed_out")))
    shown.settle()
    assert left_over.isVisible()
    assert shown.shelf.card(CARD).isHidden()
    tall = row_rect(shown, 20).height()
    assert left_over.geometry().top() > shown.top(20) + 24, "the line is above"
    del shown.shelf.left_over[CARD]
    shown.view.row_height_changed(CARD)
    shown.settle()
    assert left_over.isHidden()
    assert row_rect(shown, 20).height() < tall


def test_a_card_that_grows_gets_the_height_it_wants(show: Show) -> None:
    shown = with_card(show)
    card, before = shown.shelf.card(CARD), card_rect(shown).height()
    card.form.addRow(QLabel("Name is empty"))
    shown.settle()  # shows the label, which asks for another layout
    shown.settle()
    assert card.height() >= card.sizeHint().height() > before
    assert row_rect(shown, 20).contains(card_rect(shown))


def test_a_card_that_its_owner_destroyed_is_let_go(show: Show) -> None:
    shown = with_card(show)
    card = shown.shelf.cards.pop(CARD)
    card.setParent(None)
    card.deleteLater()
    QApplication.sendPostedEvents(card, QEvent.Type.DeferredDelete)
    shown.settle()
    assert row_rect(shown, 20).contains(card_rect(shown)), "a new card was asked for"


def test_enter_in_a_field_of_a_card_never_writes_to_the_model(show: Show) -> None:
    shown = with_card(show)
    field = shown.shelf.card(CARD).first
    field.setFocus()
    QTest.keyClicks(field, "hunter2")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        QTest.keyClick(field, key)
    assert shown.model.written == []
    assert field.text() == "hunter2"
    assert field.isVisible()


def test_a_stock_editor_of_the_delegate_would_not_write_either(show: Show) -> None:
    """Should anybody make one: Qt's own delegate commits on Enter."""
    shown = with_card(show)
    delegate = shown.view.itemDelegate()
    editor = QLineEdit(shown.view.viewport())
    editor.installEventFilter(delegate)
    editor.setText("hunter2")
    editor.show()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    delegate.setModelData(editor, shown.model, shown.model.index(20, 0))
    delegate.setEditorData(editor, shown.model.index(0, 0))
    assert shown.model.written == []
    assert editor.text() == "hunter2"


def test_enter_on_the_row_moves_the_focus_into_the_card(show: Show) -> None:
    shown = with_card(show)
    QTest.keyClick(shown.view, Qt.Key.Key_End)
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    assert shown.shelf.card(CARD).first.hasFocus()


def test_a_card_anywhere_can_be_given_the_focus(show: Show) -> None:
    shown = with_card(show, before=0, after=300)
    assert shown.view.focus_row(CARD)
    card = shown.shelf.card(CARD)
    assert card.first.hasFocus()
    assert shown.view.viewport().rect().contains(rect_in_viewport(shown, card.first))
    assert shown.view.currentIndex().row() == 0
    assert not shown.view.focus_row("call-unknown")


def test_a_control_that_gets_the_focus_out_of_view_is_scrolled_into_view(show: Show) -> None:
    shown = with_card(show, after=60)
    card = shown.shelf.card(CARD)
    for control in (card.first, card.button):
        shown.view.scrollToBottom()
        assert not rect_in_viewport(shown, control).intersects(shown.view.viewport().rect())
        control.setFocus(Qt.FocusReason.TabFocusReason)
        shown.settle()
        assert shown.view.viewport().rect().contains(rect_in_viewport(shown, control))


def test_a_control_partly_in_view_is_shown_whole_by_the_least_scroll(show: Show) -> None:
    shown = with_card(show, before=5, after=60)
    card = shown.shelf.card(CARD)
    shown.view.scrollTo(shown.model.index(5, 0), shown.view.ScrollHint.PositionAtTop)
    button = rect_in_viewport(shown, card.button)
    shown.view.scroll_by(-(shown.height - button.center().y()))
    assert rect_in_viewport(shown, card.button).bottom() > shown.height
    shown.view.ensure_widget_visible(card.button)
    shown.settle()
    assert rect_in_viewport(shown, card.button).bottom() == shown.height - 9
    shown.view.ensure_widget_visible(card.button)
    assert rect_in_viewport(shown, card.button).bottom() == shown.height - 9


def test_a_widget_outside_of_all_cards_moves_nothing(show: Show) -> None:
    shown = with_card(show, after=60)
    before = shown.view.verticalScrollBar().value()
    shown.view.ensure_widget_visible(QLabel())
    assert shown.view.verticalScrollBar().value() == before


def test_a_card_with_the_focus_stays_while_rows_come_below(show: Show) -> None:
    shown = with_card(show)
    card = shown.shelf.card(CARD)
    shown.view.focus_row(CARD)
    shown.settle()
    before = card_rect(shown)
    shown.model.append(*[reply(number) for number in range(5)])
    shown.settle()
    assert card_rect(shown) == before
    shown.view.setFocus()
    shown.settle()
    bar = shown.view.verticalScrollBar()
    assert bar.value() == bar.maximum(), "following goes on when the focus has left"
    assert card.isVisible()


def test_two_questions_have_two_cards(show: Show) -> None:
    shown = show([*conversation(3), question("call-1"), question("call-2")])
    first, second = shown.shelf.card("call-1"), shown.shelf.card("call-2")
    assert first.geometry().bottom() < second.geometry().top()


def test_the_questions_of_a_sub_agent_stand_in_its_row(show: Show) -> None:
    child = Transcript()
    spec = question("child/call-1").request.to_spec()
    child.apply(ToolCallStarted("child/call-1", "ask_user", spec, reply_index=0))
    interrupt_id = interrupt_id_for("child/call-1")
    child.apply(InterruptRaised(Interrupt(interrupt_id, "ask_user", spec, "child/call-1")))
    items: list[TranscriptItem] = [*conversation(3), ChildItem("child", child)]
    shown = show(items)
    card = shown.shelf.card("child/call-1")
    assert row_rect(shown, 3).contains(card.geometry())
    assert card.geometry().top() > shown.top(3) + 24, "the sub-agent's line is above"
    assert shown.view.focus_row("child/call-1")
    assert card.first.hasFocus()


@pytest.mark.parametrize("hidden", [True, False])
def test_the_first_control_is_the_topmost_that_can_be_used(
    qapp: QApplication, hidden: bool
) -> None:
    card = FormCard()
    card.adjustSize()
    card.first.setVisible(not hidden)
    assert first_control(card) is (card.second if hidden else card.first)


def test_a_card_may_name_its_first_control(qapp: QApplication) -> None:
    class Knowing(FormCard):
        def first_control(self) -> QWidget:
            return self.button

    card = Knowing()
    assert first_control(card) is card.button
    assert first_control(QWidget()) is None


def test_a_new_card_taller_than_the_view_is_read_from_its_top(show: Show) -> None:
    shown = show(conversation(20))
    tall = FormCard()
    tall.setMinimumHeight(900)
    shown.shelf.cards[CARD] = tall
    shown.model.append(question(CARD))
    shown.settle()
    assert shown.top(20) == 0
    assert not shown.view.is_following
    shown.view.scrollToBottom()
    shown.settle()
    assert shown.bottom(20) <= shown.height, "scrolling on is not undone"
    shown.model.replace(20, question(CARD, MaskedAnswer("cancelled")))
    shown.settle()
    assert shown.view.is_following


def in_view(shown: Shown, widget: QWidget) -> bool:
    return shown.view.viewport().rect().contains(rect_in_viewport(shown, widget))


def working_in(show: Show, control: str, after: int = 0) -> tuple[Shown, FormCard, QWidget]:
    """A window in which a control of the card has the focus and is in view."""
    shown = with_card(show, before=30, after=after)
    card = shown.shelf.card(CARD)
    widget: QWidget = getattr(card, control)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    shown.settle()
    assert in_view(shown, widget)
    return shown, card, widget


@pytest.mark.parametrize("control", ["first", "button"])
@pytest.mark.parametrize("after", [0, 20])
def test_the_focus_stays_in_view_when_the_text_grows(
    show: Show, qapp: QApplication, control: str, after: int
) -> None:
    shown, _, widget = working_in(show, control, after)
    for scale in (2.0, 3.0, 1.0):
        theme.apply(qapp, "light", scale)
        shown.settle()
        shown.settle()  # the card asks for its new height after it got its font
        assert in_view(shown, widget)


@pytest.mark.parametrize("control", ["first", "button"])
def test_the_focus_stays_in_view_when_the_window_shrinks(show: Show, control: str) -> None:
    shown, _, widget = working_in(show, control, after=20)
    for width, height in ((300, 600), (300, 120), (800, 120), (800, 600)):
        shown.view.resize(width, height)
        shown.settle()
        assert in_view(shown, widget)


def test_the_card_stays_whole_when_the_window_shrinks_and_it_still_fits(show: Show) -> None:
    shown, card, _ = working_in(show, "first", after=20)
    for height in (600, 450, 300):
        shown.view.resize(800, height)
        shown.settle()
        assert in_view(shown, card)


def test_a_card_that_grows_is_shown_whole_if_it_fits(show: Show) -> None:
    shown, card, _ = working_in(show, "first")
    for _ in range(4):
        card.form.insertRow(1, QLabel("It is required."))
        shown.settle()
        assert card.height() < shown.height
        assert in_view(shown, card)
    shown.view.setFocus()
    shown.settle()
    bar = shown.view.verticalScrollBar()
    assert bar.value() == bar.maximum(), "following goes on when the focus has left"


def test_of_a_card_too_tall_to_fit_the_surroundings_of_the_focus_are_shown(show: Show) -> None:
    shown, card, widget = working_in(show, "first")
    error = QLabel("It is required.")
    card.form.insertRow(1, error)
    for place in (0, 4):
        filler = QLabel("Much more.")
        filler.setFixedHeight(500)
        card.form.insertRow(place, filler)
    shown.settle()
    for height in (600, 400, 250):  # the lower edge comes nearer
        shown.view.resize(800, height)
        shown.settle()
        assert in_view(shown, widget)
        assert in_view(shown, error)


def test_who_scrolled_away_from_a_card_is_not_called_back(show: Show, qapp: QApplication) -> None:
    shown, card, widget = working_in(show, "first")
    shown.view.scroll_by(-2 * shown.height)
    before = shown.view.indexAt(QPoint(5, 5)).row()
    assert not in_view(shown, widget)
    card.form.insertRow(1, QLabel("It is required."))
    shown.settle()
    theme.apply(qapp, "light", 2.0)
    shown.settle()
    assert shown.view.indexAt(QPoint(5, 5)).row() == before
    assert not in_view(shown, widget)
