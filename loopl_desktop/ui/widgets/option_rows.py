"""One option as a native radio button or check box whose label wraps.

Qt's own never wrap: a label of 5,000 characters makes them 35,000 pixels wide. These keep Qt's
behaviour, keys, roles and accessible actions, and paint mark and text themselves. The whole row
can be clicked.
"""

from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from loopl_desktop.domain.ask_request import AskOption
from loopl_desktop.ui import theme
from loopl_desktop.ui.widgets.plain_label import Tone, WrappedText

ROW_PADDING_PX = theme.SPACE_PX
_CORNER_PX = theme.SPACE_PX / 2
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowHost(Protocol):
    """The list that a row is in."""

    def steer(self, row: QWidget, key: int) -> bool:
        """Handle a key of a row; whether it did."""

    def on_row_focused(self, row: QWidget) -> None:
        """A row got the focus."""


if TYPE_CHECKING:
    _ButtonMixin = QAbstractButton
else:
    _ButtonMixin = object  # mixed in before Qt's two classes, whose common base this is


def doubled(text: str) -> str:
    """The text for a button: Qt would eat each single ampersand as a mnemonic."""
    return text.replace("&", "&&")


class _WrappingRow(_ButtonMixin):
    """What radio and check rows share: size, painting, and the keys that are theirs."""

    def _prepare(self, label: str, description: str) -> None:
        """Set the attributes; before Qt's `__init__`, which may already ask for a size."""
        self.label = label
        self.host: RowHost | None = None
        self.is_form_field = False
        """Enter in a field of a form is the form's; on an option it chooses."""
        self._label_text = WrappedText(label)
        self._description_text = WrappedText(description)
        self._line_height_px = 0
        self._mark_side_px = 0

    def _set_up(self) -> None:
        self.setText(doubled(self.label))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """The size that needs no break, up to what can be read well."""
        natural = max(
            self._label_text.natural_width(self.font),
            self._description_text.natural_width(self.font),
        )
        width = min(natural, theme.READING_WIDTH_PX) + self._text_left() + ROW_PADDING_PX
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """The mark and a short word."""
        return QSize(self._text_left() + 2 * self._line_height(), theme.CONTROL_HEIGHT_PX)

    def heightForWidth(self, width: int) -> int:
        """The height at this width."""
        column = self._column(width)
        label_height = self._label_text.height(column, self.font)
        texts = label_height + self._description_text.height(column, self.font)
        return max(theme.CONTROL_HEIGHT_PX, texts + ROW_PADDING_PX)

    def hitButton(self, pos: QPoint) -> bool:
        """The whole row can be clicked."""
        return self.rect().contains(pos)

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
        if event.type() == QEvent.Type.FontChange:
            self._label_text.forget_sizes()
            self._description_text.forget_sizes()
            self._line_height_px = 0
            self.updateGeometry()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter as by Space, on every desktop; it never submits."""
        if event.key() in _ENTER and not self.is_form_field:  # chooses, on every desktop
            if not event.isAutoRepeat():
                self.click()
        elif event.key() in _ENTER:
            event.ignore()
        elif self.host is None or not self.host.steer(self, event.key()):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the list, which brings the row into view."""
        super().focusInEvent(event)
        if self.host is not None:
            self.host.on_row_focused(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, mark, label, description and focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.alternateBase())
            painter.drawRoundedRect(self.rect(), _CORNER_PX, _CORNER_PX)
        column = self._column(self.width())
        label_height = self._label_text.height(column, self.font)
        texts = label_height + self._description_text.height(column, self.font)
        top = (self.height() - texts) // 2
        self._paint_mark(painter, palette, top)
        left = ROW_PADDING_PX if self._is_mirrored() else self._text_left()
        painter.setPen(Tone.NORMAL.colour(palette))
        self._label_text.paint(painter, left, top, column)
        painter.setPen(Tone.QUIET.colour(palette))
        self._description_text.paint(painter, left, top + label_height, column)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.accent(palette), 2))
            inner = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(inner, _CORNER_PX, _CORNER_PX)

    def _paint_mark(self, painter: QPainter, palette: QPalette, top: int) -> None:
        side = self._mark_side()
        left = self.width() - ROW_PADDING_PX - side if self._is_mirrored() else ROW_PADDING_PX
        box = QRectF(left, top + (self._line_height() - side) / 2, side, side)
        if self.isChecked():
            painter.setPen(QPen(theme.accent(palette), 1.5))
            painter.setBrush(theme.accent(palette))
        else:
            painter.setPen(QPen(theme.border(palette), 1.5))
            painter.setBrush(palette.base())
        self._paint_box(painter, box)
        if self.isChecked():
            self._paint_chosen(painter, box, palette)

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        raise NotImplementedError

    def _paint_chosen(self, painter: QPainter, box: QRectF, palette: QPalette) -> None:
        raise NotImplementedError

    def _line_height(self) -> int:
        if not self._line_height_px:
            self._line_height_px = self.fontMetrics().height()
            self._mark_side_px = max(2 * theme.SPACE_PX, self._line_height_px * 7 // 8)
        return self._line_height_px

    def _mark_side(self) -> int:
        self._line_height()
        return self._mark_side_px

    def _text_left(self) -> int:
        return 2 * ROW_PADDING_PX + self._mark_side()

    def _column(self, width: int) -> int:
        return max(1, width - self._text_left() - ROW_PADDING_PX)

    def _is_mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft


class RadioRow(_WrappingRow, QRadioButton):
    """One of several options."""

    def __init__(self, label: str, description: str = "", parent: QWidget | None = None) -> None:
        self._prepare(label, description)
        super().__init__(parent)
        self._set_up()

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        painter.drawEllipse(box)

    def _paint_chosen(self, painter: QPainter, box: QRectF, palette: QPalette) -> None:
        inset = box.width() * 0.3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.highlightedText())
        painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))


class CheckRow(_WrappingRow, QCheckBox):
    """Something that is on or off."""

    def __init__(self, label: str, description: str = "", parent: QWidget | None = None) -> None:
        self._prepare(label, description)
        super().__init__(parent)
        self._set_up()

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        painter.drawRoundedRect(box, box.width() / 5, box.width() / 5)

    def _paint_chosen(self, painter: QPainter, box: QRectF, palette: QPalette) -> None:
        stroke = QPen(palette.highlightedText(), box.width() / 8)
        stroke.setCapStyle(Qt.PenCapStyle.RoundCap)
        stroke.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(stroke)
        at = box.topLeft()
        side = box.width()
        tick = [QPointF(0.25, 0.52), QPointF(0.43, 0.70), QPointF(0.76, 0.32)]
        painter.drawPolyline([at + point * side for point in tick])


OptionRow: TypeAlias = RadioRow | CheckRow


def option_row(
    kind: type[RadioRow] | type[CheckRow],
    option: AskOption,
    index: int,
    count: int,
    parent: QWidget,
) -> OptionRow:
    """The row of an option, with its identifier and its place among the others."""
    row = kind(option.label, option.description, parent)
    row.setAccessibleIdentifier(f"option-{index}")
    place = f"{index + 1} of {count}"
    row.setAccessibleDescription(f"{place}. {option.description}" if option.description else place)
    return row
