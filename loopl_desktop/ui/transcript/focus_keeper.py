"""Keeps the control that the person works in inside the viewport, whatever changes around it."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.editor_layer import EditorLayer
from loopl_desktop.ui.transcript.row_layout import RowLayout

_MARGIN_PX = theme.SPACE_PX
_SURROUNDINGS_SHARE = 4
"""Of a card taller than the viewport, this part of the viewport is shown above and below the
control: its caption, and what is wrong with its value."""


@dataclass(frozen=True, slots=True)
class _Sight:
    """A control that was in view after a layout, and what its place depended on."""

    control: QWidget
    place: QRect
    """Within its card."""
    card_height: int
    viewport: QSize
    font: QFont
    """Of the rows, which may be laid out before the card has it."""


class FocusKeeper:
    """Moves rows as far as a control of a card needs.

    What is out of view stays there: who scrolled away from a card is not called back. Following
    the end goes on when the focus has left, for the person did not scroll.
    """

    def __init__(self, cards: EditorLayer, layout: RowLayout, viewport: QWidget) -> None:
        self._cards = cards
        self._layout = layout
        self._viewport = viewport
        self._sight: _Sight | None = None

    def remember(self) -> None:
        """Rows and cards have their places: note whether the focus is in view."""
        focused = self._focused()
        is_seen = focused is not None and self._is_in_view(*focused)
        self._sight = self._look(*focused) if focused is not None and is_seen else None

    def keep(self) -> bool:
        """Bring back what was in view until font, width or its card changed.

        The whole card is shown where it fits: what it grew by was meant to be seen.

        Returns:
            Whether rows have to be laid out again.
        """
        focused, before = self._focused(), self._sight
        if focused is None or before is None or before.control is not focused[1]:
            return False
        tool_use_id, control = focused
        if self._look(tool_use_id, control) == before:
            return False
        card = self._cards.card_in_row(tool_use_id)
        if card.height() + 2 * _MARGIN_PX <= self._viewport.height():
            return self.show(tool_use_id, card)
        reach = self._viewport.height() // _SURROUNDINGS_SHARE
        rect = self._cards.rect_in_row(tool_use_id, control).adjusted(0, -reach, 0, reach)
        return self.show(tool_use_id, rect & card)

    def show(self, tool_use_id: str, rect: QRect) -> bool:
        """Bring a part of a row into view by the least scroll; of a tall one its upper part.

        Args:
            tool_use_id: Whose card.
            rect: The part, from the row's upper edge.

        Returns:
            Whether rows have to be laid out again.
        """
        index = self._cards.row_of(tool_use_id)
        if index is None:
            return False
        row, before = index.row(), self._layout.anchor
        if not self._is_row_in_view(row):
            self._layout.restore(row, 0)  # from far away: now its place is exact
        top = self._layout.place_of(row).y + rect.y() - _MARGIN_PX
        below = top + rect.height() + 2 * _MARGIN_PX - self._viewport.height()
        self._layout.shift(top if top < 0 else max(0, min(below, top)))
        return self._layout.anchor != before

    def _focused(self) -> tuple[str, QWidget] | None:
        """The control with the focus, and whose card it is in."""
        # The window's, for a system's font may change while another window is the active one.
        control = self._viewport.window().focusWidget()
        tool_use_id = self._cards.id_around(control)
        if control is None or tool_use_id is None or self._cards.row_of(tool_use_id) is None:
            return None
        return tool_use_id, control

    def _look(self, tool_use_id: str, control: QWidget) -> _Sight:
        card = self._cards.card_in_row(tool_use_id)
        place = self._cards.rect_in_row(tool_use_id, control).translated(-card.topLeft())
        viewport = self._viewport
        return _Sight(control, place, card.height(), viewport.size(), viewport.font())

    def _is_in_view(self, tool_use_id: str, control: QWidget) -> bool:
        index = self._cards.row_of(tool_use_id)
        if index is None or not self._is_row_in_view(index.row()):
            return False
        top = self._layout.place_of(index.row()).y
        rect = self._cards.rect_in_row(tool_use_id, control).translated(0, top)
        return rect.bottom() >= 0 and rect.top() < self._viewport.height()

    def _is_row_in_view(self, row: int) -> bool:
        return any(place.row == row for place in self._layout.rows_in_view())
