"""The floating way back to the end of the transcript."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton

MARGIN_PX = 2 * theme.SPACE_PX


class NewestButton(WrappingButton):
    """Shown while the end is out of view; takes no space from the rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Go to the newest", "newest", parent)
        self.setAccessibleName("Go to the newest message")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def place_at_bottom_of(self, area: QWidget) -> QRect:
        """Where it would stand: at the lower edge of a sibling, in the middle."""
        size = self.sizeHint()
        corner = area.geometry().bottomLeft()
        x = corner.x() + (area.width() - size.width()) // 2
        return QRect(QPoint(x, corner.y() - size.height() - MARGIN_PX), size)

    def show_at(self, place: QRect) -> None:
        """Stand there, over the rows."""
        self.setGeometry(place)
        self.raise_()
        self.show()
