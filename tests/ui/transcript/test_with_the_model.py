"""The view on the application's own model, fed by an agent's events."""

from PySide6.QtWidgets import QApplication

from loopl_desktop.bridge.transcript_model import TranscriptModel, TranscriptRole
from loopl_desktop.domain import events
from loopl_desktop.domain.interrupts import Interrupt, interrupt_id_for
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import Transcript
from loopl_desktop.ui.transcript.view import TranscriptView
from tests.ui.transcript.rows import Shelf, question

CALL = "call-1"


def settled(view: TranscriptView, model: TranscriptModel) -> None:
    model.flush()
    view.lay_out()
    QApplication.processEvents()


def test_a_turn_with_a_question_is_shown_as_it_goes(qapp: QApplication) -> None:
    model, shelf = TranscriptModel(Transcript()), Shelf()
    view = TranscriptView(model, shelf)
    view.row_activated.connect(lambda row: model.set_expanded(row, True))
    view.resize(700, 500)
    view.load_markdown()
    view.show()
    spec = question(CALL).request.to_spec()
    interrupt_id = interrupt_id_for(CALL)
    turn: list[events.AgentEvent] = [
        events.TurnStarted("Book a table."),
        *[events.TextDelta(f"word **{number}** ") for number in range(100)],
        events.ToolCallStarted(CALL, "ask_user", spec, reply_index=0),
        events.InterruptRaised(Interrupt(interrupt_id, "ask_user", spec, CALL)),
    ]
    for event in turn:
        model.apply(event)
    settled(view, model)
    card = shelf.card(CALL)
    assert card.isVisible()
    assert view.visualRect(model.index(2)).contains(card.geometry())
    assert "word 99" in view._renderer.picture(model.index(1)).plain_text()
    answer = MaskedAnswer("answered", "Oda · Turkish")
    model.apply(events.InterruptResolved(interrupt_id, "answered", answer))
    settled(view, model)
    assert card.isHidden()
    folded = view.visualRect(model.index(2)).height()
    view.row_activated.emit(2)
    settled(view, model)
    assert model.index(2).data(TranscriptRole.EXPANDED)
    assert view.visualRect(model.index(2)).height() > folded
    view.close()
    view.deleteLater()
