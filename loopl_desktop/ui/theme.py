"""One look: the spacing grid, the palettes, and the few colours that a palette does not name.

Widgets and painters take every colour from the palette or from a function of this module, so that
light, dark and high contrast change in one place. There is one accent: the palette's Highlight.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

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
_TINT = 0.18
_DISABLED_LIGHT, _DISABLED_DARK = "#76767c", "#8d8e95"


def apply(app: QApplication, appearance: Appearance = "system", text_scale: float = 1.0) -> None:
    """Give the application its style, palette and font.

    Args:
        app: The running application.
        appearance: `system` follows the platform's colour scheme.
        text_scale: A factor on the font, 1.0 to 3.0; 2.0 is "200 % text".
    """
    app.setStyle("Fusion")
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
    """Lines around controls and cards; at least 3:1 on Window and Base."""
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


def suggested_palette(palette: QPalette) -> QPalette:
    """For what a question proposes: a tint of the accent behind, the usual text in front."""
    tinted = QPalette(palette)
    ground, tint = palette.color(_Role.Button), accent(palette)
    mixed = QColor(
        round(ground.red() + (tint.red() - ground.red()) * _TINT),
        round(ground.green() + (tint.green() - ground.green()) * _TINT),
        round(ground.blue() + (tint.blue() - ground.blue()) * _TINT),
    )
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        tinted.setColor(group, _Role.Button, mixed)
    return tinted


def border_width_px() -> int:
    """Lines are thicker where the person asked for high contrast."""
    style_hints = QGuiApplication.styleHints()  # held: what it gives dies with its Python object
    contrast = style_hints.accessibility().contrastPreference()
    return 2 if contrast == Qt.ContrastPreference.HighContrast else 1
