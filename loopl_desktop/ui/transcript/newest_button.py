"""The floating way back to the end of the transcript."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from loopl_desktop.ui import theme

MARGIN_PX = 2 * theme.SPACE_PX


class NewestButton(QPushButton):
    """Shown while the end is out of view; takes no space from the rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Newest", parent)
        self.setAccessibleIdentifier("newest")
        self.setAccessibleName("Go to the newest message")
        self.setMinimumHeight(theme.CONTROL_HEIGHT_PX)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def place_at_bottom_of(self, area: QWidget) -> QRect:
        """Where it would stand: at the lower edge of a sibling, in the middle."""
        size = (self.sizeHint() + QSize(2 * theme.SPACE_PX, 0)).expandedTo(self.minimumSize())
        corner = area.geometry().bottomLeft()
        x = corner.x() + (area.width() - size.width()) // 2
        return QRect(QPoint(x, corner.y() - size.height() - MARGIN_PX), size)

    def show_at(self, place: QRect) -> None:
        """Stand there, over the rows."""
        self.setGeometry(place)
        self.raise_()
        self.show()
