"""The frame that every card has: its outline, its height by width, and its reading order."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLayout, QVBoxLayout, QWidget

from loopl_desktop.ui import theme


class CardFrame(QFrame):
    """A rounded frame around a column of labels and controls.

    All of them are direct children, laid out by nested layouts, so that a screen reader walks them
    in reading order without anonymous groups between.

    Signals:
        height_changed: `height_for` gives another height than before.
    """

    height_changed = Signal()

    def __init__(self, identifier: str, accessible_name: str) -> None:
        self.accessible_parent: QWidget | None = None
        """Where a screen reader finds the card: the strip of waiting questions."""
        self._last_height = -1
        self._reading_order: tuple[QWidget, ...] = ()
        super().__init__()
        self.setAccessibleIdentifier(identifier)
        self.setAccessibleName(accessible_name)
        self.column = QVBoxLayout(self)
        margin = theme.CARD_MARGIN_PX
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(theme.SPACE_PX)

    def add_footer(self, footer: QLayout) -> None:
        """Add the row of buttons, a little apart from the rest."""
        self.column.addSpacing(theme.SPACE_PX)
        self.column.addLayout(footer)

    def height_for(self, width: int) -> int:
        """The height that the card needs at this width, in pixels."""
        self.column.activate()  # else nested layouts answer from before the last change
        return self.column.totalHeightForWidth(width)

    def reading_order(self) -> tuple[QWidget, ...]:
        """All shown children as one reads them."""
        if not self._reading_order:
            self._reading_order = tuple(_widgets_of(self.column))
        return self._reading_order

    def forget_reading_order(self) -> None:
        """A child was shown, hidden or replaced."""
        self._reading_order = ()

    def event(self, event: QEvent) -> bool:
        """Tell of another height once Qt has laid the children out anew."""
        is_layout_request = event.type() == QEvent.Type.LayoutRequest
        handled = super().event(event)
        if is_layout_request:
            height = self.height_for(self.width())
            if height != self._last_height:
                self._last_height = height
                self.height_changed.emit()
        return handled

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline; the children paint themselves."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = theme.border_width_px()
        painter.setPen(QPen(theme.hairline(self.palette()), line))
        painter.setBrush(self.palette().base())
        inner = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(inner, theme.CORNER_RADIUS_PX, theme.CORNER_RADIUS_PX)


def _widgets_of(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        nested, widget = item.layout(), item.widget()
        if nested is not None:
            yield from _widgets_of(nested)
        elif widget is not None and not widget.isHidden():
            yield widget
