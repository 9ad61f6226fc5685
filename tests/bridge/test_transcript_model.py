"""The transcript as a Qt list model."""

from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from loopl_desktop.bridge.transcript_model import TranscriptModel, TranscriptRole
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.events import (
    ChildEvent,
    InterruptRaised,
    InterruptResolved,
    TextDelta,
    ToolCallFinished,
    ToolCallStarted,
    TurnFinished,
    TurnStarted,
)
from loopl_desktop.domain.interrupts import Interrupt, interrupt_id_for
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import AskItem, ToolItem, Transcript, UserItem

Until = Callable[[Callable[[], object]], Awaitable[None]]

SPEC = AskUserRequest(type="confirm", text="Book it?").to_spec()


class Watcher(QObject):
    """Writes down what a view would hear."""

    def __init__(self, model: TranscriptModel) -> None:
        self.changes: list[tuple[int, int]] = []
        self.roles: list[list[int]] = []
        self.inserts: list[tuple[int, int]] = []
        super().__init__()
        self._model = model
        model.dataChanged.connect(self._on_changed)
        model.rowsInserted.connect(self._on_inserted)

    def _on_changed(self, first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        self.changes.append((first.row(), last.row()))
        self.roles.append(roles)

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.inserts.append((first, last))


def raised(tool_use_id: str = "call_1") -> InterruptRaised:
    return InterruptRaised(
        Interrupt(interrupt_id_for(tool_use_id), "ask_user", SPEC, tool_use_id, 180.0)
    )


def asking(model: TranscriptModel, tool_use_id: str = "call_1") -> None:
    model.apply(ToolCallStarted(tool_use_id, "ask_user", SPEC, 0))
    model.apply(raised(tool_use_id))


def read(model: TranscriptModel, row: int, role: int) -> object:
    return model.index(row).data(role)


def test_it_is_a_sound_list_model(qtmodeltester: ModelTester) -> None:
    model = TranscriptModel(Transcript())
    check = cast("Callable[[TranscriptModel], None]", qtmodeltester.check)  # untyped there
    check(model)
    model.apply(TurnStarted("hello"))
    model.apply(TextDelta("hi"))
    asking(model)
    model.apply(TextDelta(" there"))
    model.flush()
    check(model)
    assert model.rowCount() == 4
    assert model.rowCount(model.index(0)) == 0


def test_a_new_row_is_told_at_once_and_is_not_counted_before() -> None:
    model = TranscriptModel(Transcript())
    counts: list[int] = []

    class Counter(QObject):
        def about(self, _parent: QModelIndex, _first: int, _last: int) -> None:
            counts.append(model.rowCount())

        def done(self, _parent: QModelIndex, _first: int, _last: int) -> None:
            counts.append(model.rowCount())

    counter = Counter()
    model.rowsAboutToBeInserted.connect(counter.about)
    model.rowsInserted.connect(counter.done)
    model.apply(TurnStarted("hello"))
    assert counts == [0, 1]


def test_events_without_a_row_change_nothing() -> None:
    model = TranscriptModel(Transcript())
    watcher = Watcher(model)
    model.apply(TurnStarted(None))
    model.apply(TurnFinished())
    model.flush()
    assert (watcher.inserts, watcher.changes) == ([], [])


async def test_a_thousand_pieces_of_text_cost_one_change_a_frame(until: Until) -> None:
    model = TranscriptModel(Transcript())
    model.apply(TextDelta("a"))
    watcher = Watcher(model)
    for _ in range(1000):
        model.apply(TextDelta("a"))
    assert watcher.changes == []  # nothing within the frame
    await until(lambda: watcher.changes)
    assert watcher.changes == [(0, 0)]
    assert read(model, 0, TranscriptRole.REVISION) == 1000
    model.apply(TextDelta("b"))
    await until(lambda: len(watcher.changes) == 2)


def test_a_change_names_the_roles_that_changed() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TextDelta("a"))
    watcher = Watcher(model)
    model.apply(TextDelta("b"))
    model.flush()
    assert Qt.ItemDataRole.DisplayRole in watcher.roles[0]
    assert TranscriptRole.REVISION in watcher.roles[0]


def test_changes_of_several_rows_are_told_as_one_range_with_own_revisions() -> None:
    model = TranscriptModel(Transcript())
    for name in ("c1", "c2", "c3"):
        model.apply(ToolCallStarted(name, "calculator", {}, 0))
    watcher = Watcher(model)
    model.apply(ToolCallFinished("c3", "3"))
    model.apply(ToolCallFinished("c1", "1"))
    model.flush()
    assert watcher.changes == [(0, 2)]
    assert [read(model, row, TranscriptRole.REVISION) for row in range(3)] == [1, 0, 1]


def test_flush_without_changes_is_silent() -> None:
    model = TranscriptModel(Transcript())
    watcher = Watcher(model)
    model.flush()
    assert watcher.changes == []


def test_rows_that_are_there_at_the_start_are_shown() -> None:
    transcript = Transcript()
    transcript.apply(TurnStarted("hello"))
    transcript.apply(ToolCallStarted("call_1", "calculator", {}, 0))
    model = TranscriptModel(transcript)
    assert model.rowCount() == 2
    assert model.row_of("call_1") == 1


def test_the_display_text_and_the_accessible_text_are_the_rows_words() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TurnStarted("hello `x`"))
    assert read(model, 0, Qt.ItemDataRole.DisplayRole) == "you said: hello `x`"
    assert read(model, 0, Qt.ItemDataRole.AccessibleTextRole) == "you said: hello `x`"


def test_row_ids_are_stable_and_unique() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TurnStarted("one"))
    model.apply(TurnStarted("two"))
    first = read(model, 0, TranscriptRole.ROW_ID)
    model.apply(TextDelta("three"))
    assert [read(model, row, TranscriptRole.ROW_ID) for row in range(3)] == [
        "row-0",
        "row-1",
        "row-2",
    ]
    assert read(model, 0, TranscriptRole.ROW_ID) == first


def test_the_row_object_is_given_to_the_view() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TurnStarted("one"))
    assert read(model, 0, TranscriptRole.ITEM) == UserItem("one")


def test_other_roles_and_bad_indexes_give_nothing() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TurnStarted("one"))
    assert read(model, 0, Qt.ItemDataRole.DecorationRole) is None
    assert model.data(QModelIndex(), TranscriptRole.ITEM) is None
    assert model.data(QPersistentModelIndex(), TranscriptRole.ITEM) is None


def test_a_question_takes_the_place_of_its_tool_row_and_settles_in_it() -> None:
    model = TranscriptModel(Transcript())
    model.apply(ToolCallStarted("call_1", "ask_user", SPEC, 0))
    assert isinstance(read(model, 0, TranscriptRole.ITEM), ToolItem)
    model.apply(raised())
    assert isinstance(read(model, 0, TranscriptRole.ITEM), AskItem)
    model.apply(
        InterruptResolved(interrupt_id_for("call_1"), "answered", MaskedAnswer("answered", True))
    )
    model.apply(ToolCallFinished("call_1", '{"ok": true, "value": true}'))
    assert model.rowCount() == 1
    assert read(model, 0, Qt.ItemDataRole.DisplayRole) == (
        "question from the agent: Book it?, answered: Yes"
    )


def test_row_of_finds_calls_and_calls_of_sub_agents() -> None:
    model = TranscriptModel(Transcript())
    model.apply(TurnStarted("go"))
    asking(model)
    model.apply(ChildEvent("kid", ToolCallStarted("call_2/call_9", "clock", {}, 0)))
    nested = ChildEvent("grandkid", ToolCallStarted("deep", "clock", {}, 0))
    model.apply(ChildEvent("kid", nested))
    assert model.row_of("call_1") == 1
    assert model.row_of("call_2/call_9") == 2
    assert model.row_of("deep") == 2
    assert model.row_of("nobody") is None


def test_events_that_change_no_row_of_a_sub_agent_do_not_confuse_its_row() -> None:
    model = TranscriptModel(Transcript())
    model.apply(ChildEvent("kid", TextDelta("looking")))
    watcher = Watcher(model)
    model.apply(ChildEvent("kid", TextDelta(" on")))
    model.flush()
    assert watcher.inserts == []
    assert watcher.changes == [(0, 0)]
    assert read(model, 0, Qt.ItemDataRole.DisplayRole) == "sub-agent kid:\nagent said: looking on"


def test_unfolding_a_row_is_told_at_once_and_keeps() -> None:
    model = TranscriptModel(Transcript())
    asking(model)
    watcher = Watcher(model)
    revision = read(model, 0, TranscriptRole.REVISION)
    assert read(model, 0, TranscriptRole.EXPANDED) is False
    model.set_expanded(0, True)
    assert read(model, 0, TranscriptRole.EXPANDED) is True
    assert read(model, 0, TranscriptRole.REVISION) != revision
    model.set_expanded(0, True)  # already so
    model.set_expanded(0, False)
    assert read(model, 0, TranscriptRole.EXPANDED) is False
    assert watcher.changes == [(0, 0), (0, 0)]


@pytest.mark.parametrize("row", [-1, 7])
def test_unfolding_a_row_that_is_not_there_does_nothing(row: int) -> None:
    model = TranscriptModel(Transcript())
    asking(model)
    watcher = Watcher(model)
    model.flush()
    watcher.changes.clear()
    model.set_expanded(row, True)
    assert watcher.changes == []
