"""Fonts and colours that rows are written and painted with, taken from the view once."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetrics, QPalette

from loopl_desktop.ui import theme

CODE_FONT_SCALE = 0.95
LINE_HEIGHT_PERCENT = 115
"""Of the font's own line height: long texts need some air between their lines."""
HEADING_SCALES = (1.3, 1.18, 1.08)
"""Of levels 1 to 3; deeper ones keep the size of the text and are only bold."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """One look for all rows; a new one when the font or the palette changes."""

    font: QFont
    code_font: QFont
    text: QColor
    quiet: QColor
    link: QColor
    tint: QColor
    """Behind code and behind the person's messages."""
    line: QColor
    """Grid lines of tables, rules, the bar of a quotation."""
    accent: QColor
    error: QColor
    line_height: int
    """Pixels of one line of text."""

    @classmethod
    def of(cls, font: QFont, palette: QPalette) -> "TextStyle":
        """The style for a widget's font and palette."""
        code_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        code_font.setPointSizeF(QFontInfo(font).pointSizeF() * CODE_FONT_SCALE)
        return cls(
            font=QFont(font),
            code_font=code_font,
            text=palette.color(QPalette.ColorRole.Text),
            quiet=theme.quiet_text(palette),
            link=palette.color(QPalette.ColorRole.Link),
            tint=palette.color(QPalette.ColorRole.AlternateBase),
            line=palette.color(QPalette.ColorRole.Midlight),
            accent=theme.accent(palette),
            error=theme.error_text(palette),
            line_height=QFontMetrics(font).height(),
        )

    @property
    def indent(self) -> int:
        """How far a list stands in: room for a bullet or a two-digit number."""
        advance = QFontMetrics(self.font).horizontalAdvance("00. ")
        return max(3 * theme.SPACE_PX, advance)

    @property
    def chevron_column(self) -> int:
        """How far the words of a quiet line stand in: room for its chevron."""
        return max(3 * theme.SPACE_PX, self.line_height * 5 // 4)

    def heading_size(self, level: int) -> float:
        """Points of a heading's text, level 1 to 6."""
        scale = HEADING_SCALES[level - 1] if level <= len(HEADING_SCALES) else 1.0
        return QFontInfo(self.font).pointSizeF() * scale
