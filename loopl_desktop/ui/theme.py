"""One look: the spacing grid, the palettes, and the few colours that a palette does not name.

Widgets and painters take every colour from the palette or from a function of this module, so that
light, dark and high contrast change in one place. There is one accent: the palette's Highlight.
"""

import functools

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionSlider,
    QWidget,
)

from loopl_desktop.domain.settings import Appearance

SPACE_PX = 8
"""The grid: margins and gaps are multiples of it."""
CARD_MARGIN_PX = 2 * SPACE_PX
CONTROL_HEIGHT_PX = 4 * SPACE_PX
"""The least height of anything to click."""
READING_WIDTH_PX = 90 * SPACE_PX
"""Rows and cards grow no wider than this: long lines are hard to read."""
CORNER_RADIUS_PX = SPACE_PX
FONT_POINTS = 10.5
_FOCUS_PX = 2

_Role = QPalette.ColorRole

_LIGHT = {
    _Role.Window: "#f6f6f4",
    _Role.WindowText: "#1c1c1e",
    _Role.Base: "#ffffff",
    _Role.AlternateBase: "#efefec",
    _Role.Text: "#1c1c1e",
    _Role.Button: "#ffffff",
    _Role.ButtonText: "#1c1c1e",
    _Role.BrightText: "#ffffff",
    _Role.Highlight: "#1f5fbf",
    _Role.HighlightedText: "#ffffff",
    _Role.Link: "#1f5fbf",
    _Role.PlaceholderText: "#63636a",
    _Role.ToolTipBase: "#ffffff",
    _Role.ToolTipText: "#1c1c1e",
    _Role.Light: "#ffffff",
    _Role.Midlight: "#e3e3df",
    _Role.Mid: "#84848a",
    _Role.Dark: "#6e6e74",
    _Role.Shadow: "#4a4a4e",
}
_DARK = {
    _Role.Window: "#1b1c1f",
    _Role.WindowText: "#ececee",
    _Role.Base: "#25262a",
    _Role.AlternateBase: "#2d2e33",
    _Role.Text: "#ececee",
    _Role.Button: "#303137",
    _Role.ButtonText: "#ececee",
    _Role.BrightText: "#ffffff",
    _Role.Highlight: "#7fb2ff",
    _Role.HighlightedText: "#10151d",
    _Role.Link: "#7fb2ff",
    _Role.PlaceholderText: "#a6a7ae",
    _Role.ToolTipBase: "#303137",
    _Role.ToolTipText: "#ececee",
    _Role.Light: "#3a3b42",
    _Role.Midlight: "#35363c",
    _Role.Mid: "#85868e",
    _Role.Dark: "#75767e",
    _Role.Shadow: "#000000",
}
_ERROR_LIGHT, _ERROR_DARK = "#b3261e", "#ff9c94"
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_TINT = 0.14
_HAIRLINE = 0.45
_DISABLED_LIGHT, _DISABLED_DARK = "#6c6c72", "#9a9ba2"


class FlatStyle(QProxyStyle):
    """Fusion without its shades: fields and scroll bars in the lines and grounds of the palette.

    Fusion outlines a field in a shade of the window's colour, which in a dark palette cannot be
    seen.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the ground and outline of fields and of scrolling areas."""
        if element == QStyle.PrimitiveElement.PE_PanelLineEdit:
            if isinstance(option, QStyleOptionFrame) and option.lineWidth > 0:
                _draw_field(option, painter, filled=True)
        elif element == QStyle.PrimitiveElement.PE_Frame:
            _draw_field(option, painter, filled=False)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw a scroll bar as a thumb alone."""
        if control != QStyle.ComplexControl.CC_ScrollBar or widget is None:
            super().drawComplexControl(control, option, painter, widget)
            return
        if isinstance(option, QStyleOptionSlider) and option.maximum <= option.minimum:
            return  # nothing to scroll
        part = QStyle.SubControl.SC_ScrollBarSlider
        thumb = self.subControlRect(control, option, part, widget).adjusted(3, 3, -3, -3)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        held = option.activeSubControls & part and option.state & QStyle.StateFlag.State_Sunken
        painter.setBrush(quiet_text(option.palette) if held else border(option.palette))
        corner = min(thumb.width(), thumb.height()) / 2
        painter.drawRoundedRect(thumb, corner, corner)
        painter.restore()


def _draw_field(option: QStyleOption, painter: QPainter, *, filled: bool) -> None:
    focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
    width = _FOCUS_PX if focused else border_width_px()
    frame = QRectF(option.rect).adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(accent(option.palette) if focused else border(option.palette), width))
    painter.setBrush(option.palette.base() if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, SPACE_PX / 2, SPACE_PX / 2)
    painter.restore()


def apply(app: QApplication, appearance: Appearance = "system", text_scale: float = 1.0) -> None:
    """Give the application its style, palette and font.

    Args:
        app: The running application.
        appearance: `system` follows the platform's colour scheme.
        text_scale: A factor on the font, 1.0 to 3.0; 2.0 is "200 % text".
    """
    if not isinstance(app.style(), FlatStyle):
        app.setStyle(FlatStyle())
    app.setPalette(palette_for(is_dark(appearance)))
    font = QFont(app.font())
    font.setPointSizeF(FONT_POINTS * text_scale)
    app.setFont(font)


def is_dark(appearance: Appearance) -> bool:
    """Whether this appearance is dark now."""
    if appearance == "system":
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return appearance == "dark"


def palette_for(dark: bool) -> QPalette:
    """The whole palette, disabled colours included."""
    palette = QPalette()
    for role, colour in (_DARK if dark else _LIGHT).items():
        palette.setColor(role, QColor(colour))
    disabled = QColor(_DISABLED_DARK if dark else _DISABLED_LIGHT)
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, disabled)
    return palette


def accent(palette: QPalette) -> QColor:
    """The one accent colour."""
    return palette.color(_Role.Highlight)


def quiet_text(palette: QPalette) -> QColor:
    """Secondary text; at least 4.5:1 on Window and Base."""
    return palette.color(_Role.PlaceholderText)


def border(palette: QPalette) -> QColor:
    """Lines around controls that can be used; at least 3:1 on Window and Base."""
    return palette.color(_Role.Mid)


def error_text(palette: QPalette) -> QColor:
    """What must be mended; at least 4.5:1 on Base."""
    dark = palette.color(_Role.Base).lightnessF() < 0.5
    return QColor(_ERROR_DARK if dark else _ERROR_LIGHT)


def primary_palette(palette: QPalette) -> QPalette:
    """For the one button that goes on: accent behind, its contrast in front."""
    tinted = QPalette(palette)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        tinted.setColor(group, _Role.Button, accent(palette))
        tinted.setColor(group, _Role.ButtonText, palette.color(_Role.HighlightedText))
    return tinted


def hairline(palette: QPalette) -> QColor:
    """The outline of cards and of disabled buttons: their edge is nothing one has to find."""
    return mixed(palette.color(_Role.Base), border(palette), _HAIRLINE)


def suggested_ground(palette: QPalette) -> QColor:
    """Behind what a question proposes: a tint of the accent."""
    return mixed(palette.color(_Role.Button), accent(palette), _TINT)


def mixed(ground: QColor, other: QColor, share: float) -> QColor:
    """The ground with a share of another colour, 0.0 to 1.0."""
    return QColor(_mixed(ground.rgb(), other.rgb(), share))


@functools.lru_cache(maxsize=64)
def _mixed(ground: int, other: int, share: float) -> int:
    parts = (
        round((ground >> shift & 0xFF) * (1 - share) + (other >> shift & 0xFF) * share) << shift
        for shift in (0, 8, 16, 24)
    )
    return sum(parts)


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two colours as WCAG defines it, 1.0 to 21.0."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return sum(part * weight for part, weight in zip(parts, _LUMINANCE, strict=True))


def border_width_px() -> int:
    """Lines are thicker where the person asked for high contrast."""
    style_hints = QGuiApplication.styleHints()  # held: what it gives dies with its Python object
    contrast = style_hints.accessibility().contrastPreference()
    return 2 if contrast == Qt.ContrastPreference.HighContrast else 1
