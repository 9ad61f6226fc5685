"""Keeps the look of the app as the settings and the platform want it."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui import theme


class AppearanceFollower(QObject):
    """Applies the theme at the start and at every change; made once for the application."""

    def __init__(
        self, app: QApplication, settings: SettingsController, text_scale: float = 1.0
    ) -> None:
        """Apply the theme now.

        Args:
            app: The running application; also the Qt owner.
            settings: Says system, light or dark.
            text_scale: See `theme.apply`.
        """
        self._app = app
        self._settings = settings
        self._text_scale = text_scale
        super().__init__(app)
        self._shown = settings.settings.appearance
        self._apply()
        settings.settings_changed.connect(self._on_settings_changed)
        app.styleHints().colorSchemeChanged.connect(self._apply)

    def _on_settings_changed(self, settings: Settings) -> None:
        if settings.appearance != self._shown:
            self._shown = settings.appearance
            self._apply()

    def _apply(self) -> None:
        theme.apply(self._app, self._shown, self._text_scale)
