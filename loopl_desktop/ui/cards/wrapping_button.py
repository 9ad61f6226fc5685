"""A push button whose label wraps: chips carry what a model wrote."""

from enum import Enum, auto

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.option_rows import doubled
from loopl_desktop.ui.plain_label import WrappedText

_PADDING_PX = 2 * theme.SPACE_PX
_LEAST_WIDTH_PX = 10 * theme.SPACE_PX


class Emphasis(Enum):
    """How much a button stands out."""

    PLAIN = auto()
    SUGGESTED = auto()
    """Tinted: what the question proposes. Neither focused nor armed by it."""
    GOING_ON = auto()
    """The one button of a card that sends the answer."""


class WrappingButton(QPushButton):
    """Draws the style's own button, and its label over several lines where it must."""

    def __init__(
        self,
        label: str,
        identifier: str,
        parent: QWidget | None = None,
        *,
        emphasis: Emphasis = Emphasis.PLAIN,
        description: str = "",
    ) -> None:
        self.label = label
        self._emphasis = emphasis
        self._text = WrappedText(
            f"{label}\n{description}" if description else label, Qt.AlignmentFlag.AlignHCenter
        )
        super().__init__(parent)
        self.setText(doubled(label))
        self.setAccessibleIdentifier(identifier)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_label(self, label: str) -> None:
        """Show another label."""
        self.label = label
        self._text = WrappedText(label, Qt.AlignmentFlag.AlignHCenter)
        self.setText(doubled(label))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        natural = self._text.natural_width(self.font())
        return QSize(
            max(natural + 2 * _PADDING_PX, _LEAST_WIDTH_PX),
            self._height(self._text.height(natural, self.font())),
        )

    def minimumSizeHint(self) -> QSize:
        natural = self._text.natural_width(self.font())
        width = 2 * _PADDING_PX + min(natural, 2 * self.fontMetrics().height())
        return QSize(width, theme.CONTROL_HEIGHT_PX)

    def heightForWidth(self, width: int) -> int:
        return self._height(self._text.height(max(1, width - 2 * _PADDING_PX), self.font()))

    @staticmethod
    def _height(text_height: int) -> int:
        return max(theme.CONTROL_HEIGHT_PX, text_height + theme.SPACE_PX)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._text.forget_sizes()
            self.updateGeometry()
        super().changeEvent(event)

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        match self._emphasis:
            case Emphasis.GOING_ON:
                option.palette = theme.primary_palette(option.palette)
            case Emphasis.SUGGESTED:
                option.palette = theme.suggested_palette(option.palette)
            case Emphasis.PLAIN:
                pass

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        column = max(1, self.width() - 2 * _PADDING_PX)
        top = (self.height() - self._text.height(column, self.font())) // 2
        painter.setPen(option.palette.buttonText().color())
        self._text.paint(painter, _PADDING_PX, top, column)
