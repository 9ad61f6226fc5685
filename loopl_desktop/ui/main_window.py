"""The window: builds its parts and lays them out. What they do together is in the wirings."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from loopl_desktop.bridge.session_controller import SessionController
from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.bridge.transcript_model import TranscriptRole
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui import theme
from loopl_desktop.ui.accessibility import Announcer
from loopl_desktop.ui.ask_wiring import AskWiring
from loopl_desktop.ui.cards.card_shelf import CardShelf
from loopl_desktop.ui.composer import Composer
from loopl_desktop.ui.empty_state import EmptyState
from loopl_desktop.ui.focus import FocusManager
from loopl_desktop.ui.model_line import ModelLine, model_line, reader_of
from loopl_desktop.ui.notice_bar import NoticeBar
from loopl_desktop.ui.questions_strip import QuestionsStrip
from loopl_desktop.ui.reading_column import in_reading_column
from loopl_desktop.ui.settings.settings_panel import SettingsPanel
from loopl_desktop.ui.transcript.view import TranscriptView
from loopl_desktop.ui.turn_wiring import TurnWiring
from loopl_desktop.ui.widgets.wrapping_button import WrappingButton

TITLE = "Loopl Desktop"
SIZE_PX = (100 * theme.SPACE_PX, 90 * theme.SPACE_PX)
MIN_SIZE_PX = (45 * theme.SPACE_PX, 50 * theme.SPACE_PX)
_COMPOSER_SHARE = 3
"""The text of the composer grows up to this part of the window's height."""


class MainWindow(QMainWindow):
    """One conversation, and the settings as its other page.

    Signals:
        closing: The person closed the window; the app ends the turn and everything else.
    """

    closing = Signal()

    def __init__(
        self,
        session: SessionController,
        settings: SettingsController,
        shelf: CardShelf,
        announcer: Announcer,
        *,
        script_name: str = "",
    ) -> None:
        """Build the window; `show` it when the theme is applied.

        Args:
            session: The conversation.
            settings: The settings.
            shelf: Holds the cards of all conversations.
            announcer: Says things to a screen reader.
            script_name: The script that is played in place of a model; empty for none.
        """
        self._session = session
        self._settings = settings
        self._script_name = script_name
        self._shelf = shelf
        super().__init__()
        self.setWindowTitle(TITLE)
        self.setMinimumSize(*MIN_SIZE_PX)
        self.resize(*SIZE_PX)
        self._model_line = ModelLine()
        self._settings_button = WrappingButton("Settings", "settings")
        self._settings_button.setAccessibleDescription("Control comma")
        self._strip = QuestionsStrip()
        self._notice = NoticeBar()
        self._composer = Composer()
        self._empty = EmptyState()
        self._focus = FocusManager(self, self._composer.field)
        self._asks = AskWiring(
            session,
            shelf,
            self._strip,
            self._composer,
            self._notice,
            self._focus,
            announcer,
            parent=self,
        )
        self._turns = TurnWiring(
            session, shelf, self._composer, self._notice, announcer, parent=self
        )
        self._transcript = TranscriptView(session.transcript_model, self._asks)
        self._panel = SettingsPanel(settings)
        self._panel.announced.connect(announcer.say)
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self._on_settings_changed(settings.settings)
        self._on_rows_changed()
        self._focus.go_home()
        if settings.start_notice:
            self.show_problem(settings.start_notice)

    def show_problem(self, sentence: str) -> None:
        """Tell the person what went wrong outside of a turn."""
        self._notice.show_problem(sentence)

    # Layout, from top to bottom.

    def _lay_out(self) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(in_reading_column(self._header(), beside_scroll_bar=True))
        layout.addLayout(self._rows(), 1)
        layout.addLayout(in_reading_column(self._lower_part(), beside_scroll_bar=True))
        self._pages.addWidget(page)
        self._pages.addWidget(self._panel)
        self.setCentralWidget(self._pages)
        self._focus.set_surroundings(
            before=(self._settings_button, self._transcript),
            after=(*self._strip.controls, *self._notice.controls, *self._composer.controls),
        )

    def _header(self) -> QWidget:
        header = QWidget()
        parts = QHBoxLayout(header)
        parts.setContentsMargins(0, theme.SPACE_PX, 0, theme.SPACE_PX)
        parts.setSpacing(theme.CARD_MARGIN_PX)
        parts.addWidget(self._model_line, 1, Qt.AlignmentFlag.AlignVCenter)
        parts.addWidget(self._settings_button, 0, Qt.AlignmentFlag.AlignTop)
        return header

    def _rows(self) -> QGridLayout:
        """The transcript; while it is empty, the first sentence stands over it."""
        rows = QGridLayout()
        rows.addWidget(self._transcript, 0, 0)
        rows.addWidget(self._empty, 0, 0)
        return rows

    def _lower_part(self) -> QWidget:
        lower = QWidget()
        parts = QVBoxLayout(lower)
        parts.setContentsMargins(0, theme.SPACE_PX, 0, theme.CARD_MARGIN_PX)
        parts.setSpacing(theme.SPACE_PX)
        for part in (self._strip, self._notice, self._composer):
            parts.addWidget(part)
        return lower

    # Behaviour that is the window's own.

    def _connect(self) -> None:
        self._settings_button.clicked.connect(self.open_settings)
        self._panel.close_requested.connect(self.close_settings)
        self._settings.settings_changed.connect(self._on_settings_changed)
        self._settings.problem_found.connect(self.show_problem)
        self._transcript.row_activated.connect(self._toggle_row)
        model = self._session.transcript_model
        model.rowsInserted.connect(self._on_rows_changed)
        model.modelReset.connect(self._on_rows_changed)
        self._add_shortcut("Ctrl+,", self._toggle_settings)
        self._add_shortcut("F6", self._toggle_card)
        self._add_shortcut("Alt+J", self._toggle_card)

    def _add_shortcut(self, keys: str, slot: Callable[[], None]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(slot)

    def open_settings(self) -> None:
        """Show the settings; the focus comes back to where it is now."""
        if self._pages.currentWidget() is not self._panel:
            self._focus.remember()
            self._pages.setCurrentWidget(self._panel)
            self._panel.focus_first()

    def close_settings(self) -> None:
        """Show the conversation again."""
        if self._pages.currentWidget() is self._panel:
            self._pages.setCurrentIndex(0)
            self._focus.return_to_remembered()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the composer's share of the height."""
        super().resizeEvent(event)
        self._composer.set_max_text_height(self.height() // _COMPOSER_SHARE)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close at once, whatever waits: nothing that was typed is asked about or lost."""
        event.accept()
        self.closing.emit()

    def _toggle_settings(self) -> None:
        if self._pages.currentWidget() is self._panel:
            self.close_settings()
        else:
            self.open_settings()

    def _toggle_card(self) -> None:
        self.close_settings()
        self._focus.toggle_card()

    def _toggle_row(self, row: int) -> None:
        model = self._session.transcript_model
        expanded = model.index(row).data(TranscriptRole.EXPANDED)
        model.set_expanded(row, not expanded)

    def _on_settings_changed(self, settings: Settings) -> None:
        self._model_line.show_model(model_line(settings, self._script_name))
        self._shelf.set_audience(reader_of(settings, self._script_name))
        self._empty.show_for(is_demo=not settings.base_url and not self._script_name)

    def _on_rows_changed(self) -> None:
        self._empty.setVisible(self._session.transcript_model.rowCount() == 0)
