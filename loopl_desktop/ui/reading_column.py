"""One column for all of the window: what stands above and below the rows lines up with them."""

from PySide6.QtWidgets import QHBoxLayout, QStyle, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.delegate import SIDE_MARGIN_PX


def in_reading_column(
    content: QWidget, *, beside_scroll_bar: bool = False, outset_px: int = 0
) -> QHBoxLayout:
    """Place a widget in the middle, no wider than reads well.

    Args:
        content: What to place.
        beside_scroll_bar: Leave the room of the scroll bar that the rows have beside them free.
        outset_px: How far the content may stand out of the column on either side.
    """
    scroll_bar = content.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
    margin = SIDE_MARGIN_PX - outset_px
    content.setMaximumWidth(theme.READING_WIDTH_PX + 2 * outset_px)
    place = QHBoxLayout()
    place.setSpacing(0)
    place.setContentsMargins(margin, 0, margin + (scroll_bar if beside_scroll_bar else 0), 0)
    place.addStretch()
    place.addWidget(content, 1)  # the stretches get what is beyond its greatest width
    place.addStretch()
    return place
