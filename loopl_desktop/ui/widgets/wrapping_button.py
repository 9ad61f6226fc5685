"""The one push button of the app: flat, and its label wraps, for chips carry what a model wrote."""

from enum import Enum, auto

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.option_rows import doubled
from loopl_desktop.ui.widgets.plain_label import WrappedText

_PADDING_PX = 2 * theme.SPACE_PX
QUIET_PADDING_PX = theme.SPACE_PX
_LEAST_WIDTH_PX = 10 * theme.SPACE_PX
_CORNER_PX = theme.SPACE_PX / 2
_FOCUS_PX = 2
_HOVERED, _PRESSED = 0.06, 0.14
"""How much of the ink the ground takes on."""


class Emphasis(Enum):
    """How much a button stands out."""

    QUIET = auto()
    """Without an outline: what one seldom needs."""
    PLAIN = auto()
    SUGGESTED = auto()
    """Tinted: what the question proposes. Neither focused nor armed by it."""
    GOING_ON = auto()
    """The one button of a card that sends the answer."""


class WrappingButton(QPushButton):
    """A native push button that paints itself, its label over several lines where it must."""

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
        is_quiet = emphasis is Emphasis.QUIET
        self._padding_px = QUIET_PADDING_PX if is_quiet else _PADDING_PX
        self._least_width_px = theme.CONTROL_HEIGHT_PX if is_quiet else _LEAST_WIDTH_PX
        self._text = WrappedText(
            f"{label}\n{description}" if description else label, Qt.AlignmentFlag.AlignHCenter
        )
        self._hint: QSize | None = None
        self._least: QSize | None = None
        super().__init__(parent)
        self.setText(doubled(label))
        self.setAccessibleIdentifier(identifier)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_label(self, label: str) -> None:
        """Show another label."""
        self.label = label
        self._text = WrappedText(label, Qt.AlignmentFlag.AlignHCenter)
        self._hint = self._least = None
        self.setText(doubled(label))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The size that needs no break."""
        if self._hint is None:
            natural = self._text.natural_width(self.font)
            self._hint = QSize(
                max(natural + 2 * self._padding_px, self._least_width_px),
                self._height(self._text.height(natural, self.font)),
            )
        return self._hint

    def minimumSizeHint(self) -> QSize:
        """Room for a short word."""
        if self._least is None:
            word = min(self._text.natural_width(self.font), 2 * self.fontMetrics().height())
            self._least = QSize(2 * self._padding_px + word, theme.CONTROL_HEIGHT_PX)
        return self._least

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        return self._height(self._text.height(max(1, width - 2 * self._padding_px), self.font))

    def _height(self, text_height: int) -> int:
        return max(theme.CONTROL_HEIGHT_PX, text_height + self.fontMetrics().height() // 2)

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
        if event.type() == QEvent.Type.FontChange:
            self._text.forget_sizes()
            self._hint = self._least = None
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, focus and label in flat colours of the palette."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        line = theme.border_width_px()
        frame = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.setPen(self._outline(palette, line))
        painter.setBrush(self._ground(palette))
        painter.drawRoundedRect(frame, _CORNER_PX, _CORNER_PX)
        if self.hasFocus():
            self._paint_focus(painter, palette)
        painter.setPen(self._ink(palette))
        column = max(1, self.width() - 2 * self._padding_px)
        top = (self.height() - self._text.height(column, self.font)) // 2
        self._text.paint(painter, self._padding_px, top, column)

    def _outline(self, palette: QPalette, width: int) -> QPen:
        match self._emphasis:
            case Emphasis.QUIET:
                return QPen(Qt.PenStyle.NoPen)
            case _ if not self.isEnabled():
                return QPen(theme.hairline(palette), width)
            case Emphasis.SUGGESTED | Emphasis.GOING_ON:
                return QPen(theme.accent(palette), width)
            case _:
                return QPen(theme.border(palette), width)

    def _ground(self, palette: QPalette) -> QColor:
        match self._emphasis:
            case Emphasis.GOING_ON if self.isEnabled():
                ground = theme.accent(palette)
            case Emphasis.SUGGESTED:
                ground = theme.suggested_ground(palette)
            case Emphasis.QUIET:
                ground = QColor(Qt.GlobalColor.transparent)
                if not (self.isDown() or self.underMouse()):
                    return ground
                ground = palette.color(QPalette.ColorRole.Base)
            case _:
                ground = palette.color(QPalette.ColorRole.Button)
        share = _PRESSED if self.isDown() else _HOVERED if self.underMouse() else 0.0
        ink = palette.color(QPalette.ColorRole.ButtonText)
        return theme.mixed(ground, ink, share if self.isEnabled() else 0.0)

    def _ink(self, palette: QPalette) -> QColor:
        if not self.isEnabled():
            return palette.color(QPalette.ColorRole.ButtonText)
        match self._emphasis:
            case Emphasis.GOING_ON:
                return palette.color(QPalette.ColorRole.HighlightedText)
            case Emphasis.QUIET:
                return theme.accent(palette)
            case Emphasis.PLAIN | Emphasis.SUGGESTED:
                return palette.color(QPalette.ColorRole.ButtonText)

    def _paint_focus(self, painter: QPainter, palette: QPalette) -> None:
        """A ring within the outline; on the accent it is of the ink's colour."""
        going_on = self._emphasis is Emphasis.GOING_ON
        inset = _FOCUS_PX * 1.5 if going_on else _FOCUS_PX / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._ink(palette) if going_on else theme.accent(palette), _FOCUS_PX))
        ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(ring, _CORNER_PX - 1, _CORNER_PX - 1)
