"""The options of a question: a few rows in the card, or many in a list with a search."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from loopl_desktop.domain.ask_request import AskOption
from loopl_desktop.ui.cards.option_list import OptionList, SearchField
from loopl_desktop.ui.widgets.option_rows import (
    ROW_PADDING_PX,
    CheckRow,
    OptionRow,
    RadioRow,
    option_row,
)
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone

MOST_IN_CARD = 12
"""Beyond it the options are a searchable list."""


class _Rows(QVBoxLayout):
    """A column that is wider than its place, so that the marks of rows align with the text."""

    def __init__(self) -> None:
        super().__init__()
        self.setSpacing(0)

    def setGeometry(self, rect: QRect) -> None:
        """Start before the place and end after it."""
        super().setGeometry(rect.adjusted(-ROW_PADDING_PX, 0, ROW_PADDING_PX, 0))

    def heightForWidth(self, width: int) -> int:
        """The height in a place of this width."""
        return super().heightForWidth(width + 2 * ROW_PADDING_PX)


class OptionGroup(QObject):
    """Rows for options, tracked by their index: labels and values may hold anything.

    Signals:
        changed: the choice changed.
        shown_changed: the search left other rows.
    """

    changed = Signal()
    shown_changed = Signal()

    def __init__(
        self,
        kind: type[RadioRow] | type[CheckRow],
        options: tuple[AskOption, ...],
        chosen: Iterable[str],
        layout: QVBoxLayout,
        card: QWidget,
    ) -> None:
        """Build the rows into `layout`.

        Args:
            kind: Radio rows for one choice, check rows for several.
            options: What can be chosen.
            chosen: The values that are chosen at the start.
            layout: Where the rows go.
            card: The parent of the rows, or of the list around them.
        """
        self._options = options
        self._searched = [f"{one.label} {one.description}".casefold() for one in options]
        self._is_setting_all = False
        self._search: SearchField | None = None
        self._list: OptionList | None = None
        self._status: PlainLabel | None = None
        super().__init__(card)
        long_list = self._build_list(layout, card) if len(options) > MOST_IN_CARD else None
        parent = card if long_list is None else long_list.rows_parent
        at_start = frozenset(chosen)
        self.rows = [
            option_row(kind, option, index, len(options), parent)
            for index, option in enumerate(options)
        ]
        for row, option in zip(self.rows, options, strict=True):
            if option.value in at_start:
                row.setChecked(True)
            row.toggled.connect(self._on_toggled)
        self._chosen_at_start = self.chosen()
        if long_list is not None:
            long_list.set_rows(self.rows)
            self._tell_status()
        else:
            rows = _Rows()
            for row in self.rows:
                rows.addWidget(row)
            layout.addLayout(rows)

    def _build_list(self, layout: QVBoxLayout, card: QWidget) -> OptionList:
        self._search = SearchField(card)
        self._search.textChanged.connect(self._on_searched)
        self._search.list_wanted.connect(self._go_to_rows)
        self._list = OptionList(card)
        self._status = PlainLabel("", Tone.QUIET, parent=card)
        for widget in (self._search, self._list, self._status):
            layout.addWidget(widget)
        return self._list

    @property
    def search(self) -> SearchField | None:
        """The search field of a long list."""
        return self._search

    @property
    def shown_rows(self) -> tuple[OptionRow, ...]:
        """The rows that the search has left."""
        return tuple(self.rows if self._list is None else self._list.shown_rows)

    def chosen(self) -> tuple[int, ...]:
        """The indexes of what is chosen, in order."""
        return tuple(index for index, row in enumerate(self.rows) if row.isChecked())

    def chosen_values(self) -> list[str]:
        """The values of what is chosen, in order."""
        return [self._options[index].value for index in self.chosen()]

    def chosen_labels(self) -> str:
        """What is chosen, in words."""
        return ", ".join(self._options[index].label for index in self.chosen())

    def is_changed(self) -> bool:
        """Whether the person chose or searched."""
        searched = self._search is not None and bool(self._search.text())
        return searched or self.chosen() != self._chosen_at_start

    def is_searching(self) -> bool:
        """Whether the search hides some rows."""
        return len(self.shown_rows) < len(self.rows)

    def controls(self) -> tuple[QWidget, ...]:
        """What the Tab key goes to, in reading order."""
        if self._list is None:
            return tuple(self.rows)
        current = self._list.current_row()
        return tuple(widget for widget in (self._search, current) if widget is not None)

    def first_row(self) -> QWidget:
        """The row to start from: the first, or the current one of a long list."""
        return self.controls()[0 if self._list is None else -1]

    def set_all(self, *, chosen: bool) -> None:
        """Choose, or not, every row that is shown."""
        self._is_setting_all = True  # told once, not for each of hundreds of rows
        for row in self.shown_rows:
            row.setChecked(chosen)
        self._is_setting_all = False
        self._on_toggled()

    def _on_toggled(self) -> None:
        if not self._is_setting_all:
            self._tell_status()
            self.changed.emit()

    def _on_searched(self, text: str) -> None:
        if self._list is not None:
            words = text.casefold().split()
            self._list.show_only(
                all(word in searched for word in words) for searched in self._searched
            )
            self._tell_status()
            self.shown_changed.emit()

    def _go_to_rows(self) -> None:
        row = self._list.current_row() if self._list is not None else None
        if row is not None:
            row.setFocus()

    def _tell_status(self) -> None:
        """How many rows are shown, and what is chosen: it may be out of sight."""
        if self._status is None:
            return
        shown, count = len(self.shown_rows), len(self.rows)
        parts = [f"{count} options" if shown == count else f"{shown} of {count} options shown"]
        chosen = self.chosen()
        if len(chosen) == 1:
            parts.append(f"Chosen: {self._options[chosen[0]].label}")
        elif chosen:
            parts.append(f"{len(chosen)} chosen")
        self._status.setText(". ".join(parts))
