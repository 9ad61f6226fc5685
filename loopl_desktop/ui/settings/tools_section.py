"""A switch for each tool: what is off is not offered to the model."""

from functools import partial

from loopl_desktop.bridge.settings_controller import SettingsController
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.settings.section import SettingsSection
from loopl_desktop.ui.widgets.option_rows import CheckRow

EXPLANATION = "What the agent may use. Changes hold from your next message on."


class ToolsSection(SettingsSection):
    """One check box a tool."""

    def __init__(self, settings: SettingsController) -> None:
        self._settings = settings
        self._boxes: dict[str, CheckRow] = {}
        super().__init__("Tools", EXPLANATION)
        for name, label in settings.tool_names:
            box = CheckRow(label)
            box.setAccessibleIdentifier(f"settings-tool-{name}")
            box.toggled.connect(partial(self._switch, name))
            self._boxes[name] = box
        self.add_rows(list(self._boxes.values()))
        self._show(settings.settings)
        settings.settings_changed.connect(self._show)

    def _show(self, settings: Settings) -> None:
        for name, box in self._boxes.items():
            box.setChecked(name not in settings.tools_off)

    def _switch(self, name: str, on: bool) -> None:
        off = self._settings.settings.tools_off
        self._settings.update(tools_off=off - {name} if on else off | {name})
