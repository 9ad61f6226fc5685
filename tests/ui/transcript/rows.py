"""Rows, a model and editors for the tests of the transcript's view."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QApplication, QFormLayout, QFrame, QLineEdit, QPushButton, QWidget

from loopl_desktop.bridge.row_text import row_text
from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.ask_request import AskOption, AskUserRequest
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import AskItem, AssistantItem, TranscriptItem, UserItem
from loopl_desktop.ui.transcript.view import TranscriptView

ANY_INDEX = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()


class RowsModel(QAbstractListModel):
    """A list of items that tests change as they like; it tells each change at once."""

    def __init__(self, items: list[TranscriptItem]) -> None:
        self.items = items
        self.ids: Sequence[int] = range(len(items))
        self._next_id = len(items)
        self.revisions: Counter[int] = Counter()
        self.expanded: set[int] = set()
        self.written: list[object] = []
        self.asked: set[int] = set()
        super().__init__()

    def rowCount(self, parent: ANY_INDEX = NO_PARENT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: ANY_INDEX, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = index.row()
        self.asked.add(row)
        match role:
            case TranscriptRole.ITEM:
                return self.items[row]
            case TranscriptRole.REVISION:
                return self.revisions[self.ids[row]]
            case TranscriptRole.ROW_ID:
                return f"row-{self.ids[row]}"
            case TranscriptRole.EXPANDED:
                return self.ids[row] in self.expanded
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return row_text(self.items[row])
        return None

    def setData(self, index: ANY_INDEX, value: object, role: int = 0) -> bool:  # noqa: N802 - Qt
        self.written.append(value)
        return True

    def _own_ids(self) -> list[int]:
        """A range until somebody changes it: opening many rows stays cheap."""
        if not isinstance(self.ids, list):
            self.ids = list(self.ids)
        return self.ids

    def append(self, *items: TranscriptItem) -> None:
        self.insert(len(self.items), *items)

    def insert(self, row: int, *items: TranscriptItem) -> None:
        self.beginInsertRows(QModelIndex(), row, row + len(items) - 1)
        self.items[row:row] = items
        new = range(self._next_id, self._next_id + len(items))
        ids = self._own_ids()
        ids[row:row] = new
        self._next_id += len(items)
        self.endInsertRows()

    def remove(self, row: int, count: int = 1) -> None:
        self.beginRemoveRows(QModelIndex(), row, row + count - 1)
        del self.items[row : row + count]
        del self._own_ids()[row : row + count]
        self.endRemoveRows()

    def replace(self, row: int, item: TranscriptItem) -> None:
        self.items[row] = item
        self.touch(row)

    def touch(self, row: int) -> None:
        self.revisions[self.ids[row]] += 1
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0), [])

    def toggle(self, row: int) -> None:
        self.expanded ^= {self.ids[row]}
        self.touch(row)

    def reset_to(self, items: list[TranscriptItem]) -> None:
        self.beginResetModel()
        self.items = items
        self.ids = range(len(items))
        self._next_id = len(items)
        self.revisions.clear()
        self.endResetModel()


class FormCard(QFrame):
    """A card with two fields and a button."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.first, self.second = QLineEdit(), QLineEdit()
        self.button = QPushButton("Send")
        self.form = QFormLayout(self)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self.form.addRow("Name", self.first)
        self.form.addRow("Table", self.second)
        self.form.addRow(self.button)


@dataclass
class Shelf:
    """Editors by call, made once; settled questions have none."""

    cards: dict[str, QWidget] = field(default_factory=dict)
    left_over: dict[str, QWidget] = field(default_factory=dict)

    def editor_for(self, item: AskItem) -> QWidget | None:
        if item.answer is not None:
            return self.left_over.get(item.tool_use_id)
        return self.cards.setdefault(item.tool_use_id, FormCard())

    def card(self, tool_use_id: str) -> FormCard:
        card = self.cards[tool_use_id]
        assert isinstance(card, FormCard)
        return card


@dataclass
class Shown:
    """A view in a window, with everything around it."""

    view: TranscriptView
    model: RowsModel
    shelf: Shelf

    def settle(self) -> None:
        """Do what the next frame would do."""
        self.view.lay_out()
        QApplication.processEvents()

    def top(self, row: int) -> int:
        return self.view.visualRect(self.model.index(row, 0)).top()

    def bottom(self, row: int) -> int:
        return self.view.visualRect(self.model.index(row, 0)).bottom() + 1

    @property
    def height(self) -> int:
        return self.view.viewport().height()


def reply(number: int, paragraphs: int = 3) -> AssistantItem:
    words = f"Reply {number} with **strong** words and `code` in it. " * 4
    return AssistantItem("\n\n".join([words] * paragraphs))


def conversation(count: int) -> list[TranscriptItem]:
    """Questions and answers in turn."""
    return [UserItem(f"Message {n}") if n % 2 == 0 else reply(n, 1 + n % 4) for n in range(count)]


def question(tool_use_id: str, answer: MaskedAnswer | None = None) -> AskItem:
    options = tuple(
        AskOption(value=name, label=name) for name in ("Antica Pesa · Italian", "Oda · Turkish")
    )
    request = AskUserRequest(type="select", text="Where should I book?", options=options)
    return AskItem(tool_use_id, request, answer)
