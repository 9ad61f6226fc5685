"""The transcript as a Qt list model.

Rows are inserted at once, since a view must know that they are there; what changes within a row is
told by one `dataChanged` a frame, however many pieces of text came in. A view compares `REVISION`
to find which rows of the told range really changed.
"""

from enum import IntEnum

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)

from loopl_desktop.bridge.row_text import row_text
from loopl_desktop.domain.events import AgentEvent, ToolCallStarted
from loopl_desktop.domain.transcript import AskItem, ChildItem, ToolItem, Transcript, TranscriptItem

FRAME_MS = 16


class TranscriptRole(IntEnum):
    """What a row gives beside its plain text."""

    ITEM = Qt.ItemDataRole.UserRole + 1
    """The domain's row object."""
    REVISION = Qt.ItemDataRole.UserRole + 2
    """An int that grows with each change of that row."""
    ROW_ID = Qt.ItemDataRole.UserRole + 3
    """A stable, unique text, `row-<n>`."""
    EXPANDED = Qt.ItemDataRole.UserRole + 4
    """Whether the row is unfolded."""


_TOLD_ROLES = [
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    TranscriptRole.ITEM,
    TranscriptRole.REVISION,
    TranscriptRole.EXPANDED,
]


class TranscriptModel(QAbstractListModel):
    """Folds events into a transcript and tells views what changed."""

    def __init__(self, transcript: Transcript, parent: QObject | None = None) -> None:
        """Show a transcript, which from now on is changed through this model only."""
        # Python attributes first: Qt may call back from the very first setter.
        self._transcript = transcript
        self._revisions = [0] * len(transcript)
        self._changed: set[int] = set()
        self._expanded: set[int] = set()
        self._rows_by_call: dict[str, int] = {}
        super().__init__(parent)
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self.flush)

    @property
    def transcript(self) -> Transcript:
        """The rows themselves; change them through `apply` only."""
        return self._transcript

    def apply(self, event: AgentEvent) -> None:
        """Fold one event in; new rows are told at once, changes with the next frame."""
        row = self._transcript.apply(event)
        if row is None:
            return
        if row >= len(self._revisions):
            self._insert_new_rows()
        else:
            self._mark_changed(row)
        if isinstance(event, ToolCallStarted):
            self._rows_by_call[event.tool_use_id] = row

    def flush(self) -> None:
        """Tell the pending changes now."""
        self._frame.stop()
        if not self._changed:
            return
        first, last = min(self._changed), max(self._changed)
        self._changed.clear()
        self.dataChanged.emit(self.index(first), self.index(last), _TOLD_ROLES)

    def row_of(self, tool_use_id: str) -> int | None:
        """The row that shows this call; for a sub-agent's call, the row of the sub-agent."""
        row = self._rows_by_call.get(tool_use_id)
        if row is not None:
            return row
        # A call of a sub-agent or of an earlier run: the newest rows first, it is seldom far.
        for row in range(len(self._revisions) - 1, -1, -1):
            if _is_of_call(self._transcript[row], tool_use_id):
                return row
        return None

    def set_expanded(self, row: int, expanded: bool) -> None:
        """Unfold a row, or fold it again; a row that is not there is left alone."""
        if not 0 <= row < len(self._revisions) or expanded == (row in self._expanded):
            return
        if expanded:
            self._expanded.add(row)
        else:
            self._expanded.discard(row)
        self._mark_changed(row)
        self.flush()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        """The number of rows that views were told of."""
        return 0 if parent.isValid() else len(self._revisions)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """See `TranscriptRole`; the display and the accessible text are the row's plain words."""
        row = index.row()
        if not (index.isValid() and row < len(self._revisions)):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return row_text(self._transcript[row], expanded=row in self._expanded)
            case TranscriptRole.ITEM:
                return self._transcript[row]
            case TranscriptRole.REVISION:
                return self._revisions[row]
            case TranscriptRole.ROW_ID:
                return f"row-{row}"
            case TranscriptRole.EXPANDED:
                return row in self._expanded
            case _:
                return None

    def _insert_new_rows(self) -> None:
        """Tell the rows that the fold has appended; until then they are not counted."""
        first, last = len(self._revisions), len(self._transcript) - 1
        self.beginInsertRows(QModelIndex(), first, last)
        self._revisions.extend([0] * (last - first + 1))
        self.endInsertRows()

    def _mark_changed(self, row: int) -> None:
        self._revisions[row] += 1
        self._changed.add(row)
        if not self._frame.isActive():
            self._frame.start()


def _is_of_call(item: TranscriptItem, tool_use_id: str) -> bool:
    """Whether this row is the call's own, or a sub-agent that has made it."""
    if isinstance(item, ChildItem):
        return any(_is_of_call(inner, tool_use_id) for inner in item.transcript.items)
    return isinstance(item, ToolItem | AskItem) and item.tool_use_id == tool_use_id
