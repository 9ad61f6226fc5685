"""How long a question waits for its answer."""

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.settings.section import Choice, SettingsSection

EXPLANATION = (
    "How long a question waits for you. Time never runs out while you work in its card, and the "
    "card has a button for more of it."
)
LABELS = {
    "as_asked": "As long as the agent asks for",
    "ten_times": "Ten times as long",
    "no_limit": "No limit",
}


class AnswersSection(SettingsSection):
    """The time to answer."""

    def __init__(self, settings: SettingsController) -> None:
        self._settings = settings
        super().__init__("Time to answer", EXPLANATION)
        self._choice = Choice("time", LABELS, self)
        self._choice.chosen.connect(self._change)
        self._show(settings.settings)
        settings.settings_changed.connect(self._show)

    def _show(self, settings: Settings) -> None:
        self._choice.show_value(settings.time_to_answer)

    def _change(self, value: str) -> None:
        self._settings.update(time_to_answer=value)
