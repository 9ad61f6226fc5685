"""The settings as a page of the window: no dialog, and every change holds at once."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.ui import theme
from loopl_desktop.ui.reading_column import in_reading_column
from loopl_desktop.ui.settings.answers_section import AnswersSection
from loopl_desktop.ui.settings.appearance_section import AppearanceSection
from loopl_desktop.ui.settings.model_section import ModelSection
from loopl_desktop.ui.settings.tools_section import ToolsSection
from loopl_desktop.ui.widgets.option_rows import ROW_PADDING_PX
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton


class SettingsPanel(QWidget):
    """All settings below each other, and Close.

    Signals:
        close_requested: Close or Escape.
        announced(str): A sentence that a screen reader should say.
    """

    close_requested = Signal()
    announced = Signal(str)

    def __init__(self, settings: SettingsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Settings")
        self._close = WrappingButton("Close", "settings-close")
        self._close.clicked.connect(self.close_requested)
        self._problem = PlainLabel(settings.start_notice, Tone.ERROR)
        self._problem.setVisible(bool(settings.start_notice))
        self._sections = (
            ToolsSection(settings),
            ModelSection(settings),
            AnswersSection(settings),
            AppearanceSection(settings),
        )
        for section in self._sections:
            section.announced.connect(self.announced)
        settings.problem_found.connect(self._show_problem)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.close_requested)
        self._lay_out()

    def focus_first(self) -> None:
        """Give the focus to the first control."""
        self._close.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        header = QWidget()
        parts = QHBoxLayout(header)
        parts.setContentsMargins(0, theme.SPACE_PX, 0, theme.SPACE_PX)
        parts.addWidget(PlainLabel("Settings", bold=True), 1, Qt.AlignmentFlag.AlignVCenter)
        parts.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(in_reading_column(header, beside_scroll_bar=True))
        layout.addWidget(self._scrolling_column())

    def _scrolling_column(self) -> QScrollArea:
        column = QWidget()
        rows = QVBoxLayout(column)
        rows.setContentsMargins(0, theme.CARD_MARGIN_PX, 0, theme.CARD_MARGIN_PX)
        rows.setSpacing(4 * theme.SPACE_PX)
        rows.addWidget(self._problem)
        for section in self._sections:
            rows.addWidget(section)
        rows.addStretch()
        page = QWidget()
        page.setLayout(in_reading_column(column, outset_px=ROW_PADDING_PX))
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        return scroll

    def _show_problem(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.show()
        self.announced.emit(sentence)
