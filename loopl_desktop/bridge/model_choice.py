"""Which model the next turn talks to: a server, a script, or the built-in demo agent."""

from dataclasses import dataclass
from pathlib import Path

from loopl_desktop.domain.settings import Settings
from loopl_desktop.engine.model import Model
from loopl_desktop.engine.scripted_model import ScriptedModel
from loopl_desktop.providers.keyed_model import FindKey, KeyedChatModel
from loopl_desktop.providers.openai_chat import OnWait


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Where replies come from in this run of the app."""

    demo_file: Path
    """The script of the demo agent, which starts anew with every message."""
    find_key: FindKey
    on_wait: OnWait
    script: ScriptedModel | None = None
    """Plays on over all turns; it goes before every setting."""

    def for_turn(self, settings: Settings) -> Model:
        """The model for a turn that starts now."""
        if self.script is not None:
            return self.script
        if not settings.base_url:
            return ScriptedModel.from_file(self.demo_file)
        return KeyedChatModel(settings.base_url, settings.model, self.find_key, self.on_wait)
