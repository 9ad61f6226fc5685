"""Light or dark."""

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.settings.section import Choice, SettingsSection

LABELS = {"system": "As the system", "light": "Light", "dark": "Dark"}


class AppearanceSection(SettingsSection):
    """The colours of the app."""

    def __init__(self, settings: SettingsController) -> None:
        self._settings = settings
        super().__init__("Appearance")
        self._choice = Choice("appearance", LABELS, self)
        self._choice.chosen.connect(self._change)
        self._show(settings.settings)
        settings.settings_changed.connect(self._show)

    def _show(self, settings: Settings) -> None:
        self._choice.show_value(settings.appearance)

    def _change(self, value: str) -> None:
        self._settings.update(appearance=value)
