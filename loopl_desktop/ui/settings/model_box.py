"""The field for a model's name, with the names that the server offers behind its arrow."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QWidget,
)

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.chevron import Pointing, draw_chevron
from loopl_desktop.ui.widgets.text_edits import padded

MAX_MODELS = 1_000
_LEAST_CHARACTERS = 12


class ModelBox(QComboBox):
    """Takes any name; drawn as the other fields are, outline, focus and all.

    Signals:
        name_taken(str): A name was chosen, or typed and its field left.
    """

    name_taken = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = padded(QLineEdit())
        self._edit.installEventFilter(self)
        self._edit.editingFinished.connect(self._tell)
        self.setLineEdit(self._edit)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        # By default the longest name in the list would set the width of the whole window.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)
        self.activated.connect(self._tell)

    @property
    def name(self) -> str:
        """The name in the field."""
        return self.currentText().strip()

    def set_caption(self, caption: str) -> None:
        """Name the box for screen readers; its field has the focus, so that too."""
        self.setAccessibleName(caption)
        self._edit.setAccessibleName(caption)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these names; what is in the field stays, an empty field gets the first of them."""
        name = self.name or (names[0] if names else "")
        self.clear()
        self.addItems(list(names[:MAX_MODELS]))
        self.setEditText(name)
        self._tell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The outline shows where the focus is, which the field inside has."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and outline of a field, and the arrow."""
        painter = QPainter(self)
        frame = QStyleOptionFrame()
        frame.initFrom(self)
        frame.lineWidth = theme.border_width_px()
        if self._edit.hasFocus():
            frame.state |= QStyle.StateFlag.State_HasFocus
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, frame, painter, self)
        box = QStyleOptionComboBox()
        self.initStyleOption(box)
        arrow = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, box, QStyle.SubControl.SC_ComboBoxArrow, self
        )
        draw_chevron(
            painter,
            QRectF(arrow).center(),
            Pointing.DOWN,
            self.fontMetrics().height(),
            theme.quiet_text(self.palette()),
        )

    def _tell(self) -> None:
        self.name_taken.emit(self.name)
