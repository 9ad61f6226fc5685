"""Says which model at which host reads what the person writes."""

from urllib.parse import urlsplit

from PySide6.QtWidgets import QWidget

from loopl_desktop.domain.ask_parsing.display_text import ELLIPSIS, clean_line
from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone

DEMO_AGENT = "demo agent, built in"
DEMO_READER = "the built-in demo agent"
UNNAMED_MODEL = "a model"
MAX_CHARACTERS = 64


def model_line(settings: Settings, script_name: str = "") -> str:
    """The model and its host in words, e.g. "SmolLM2 at localhost:8080"; never a user name.

    Args:
        settings: Which server is asked.
        script_name: The script that is played in place of any server; empty for none.
    """
    if script_name:
        return f"a script, {clean_line(script_name)}"
    if not settings.base_url:
        return DEMO_AGENT
    return f"{clean_line(settings.model) or UNNAMED_MODEL} at {host_of(settings.base_url)}"


def reader_of(settings: Settings, script_name: str = "") -> str:
    """Who reads an answer, in the middle of a sentence; see `model_line`."""
    is_demo = not settings.base_url and not script_name
    return DEMO_READER if is_demo else model_line(settings, script_name)


def host_of(base_url: str) -> str:
    """Host and port of an address, without what else may stand in it."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:  # no address: say what is there, between a user name and a path
        return clean_line(base_url.split("//")[-1].split("/")[0].split("@")[-1])
    host = f"[{host}]" if ":" in host else clean_line(host)
    return f"{host}:{port}" if port is not None else host


class ModelLine(PlainLabel):
    """One quiet line; it wraps where there is no room, so that the host stays readable."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", Tone.QUIET, parent=parent)
        self.setAccessibleIdentifier("model-line")

    def show_model(self, line: str) -> None:
        """Show another model; of an endless name the middle is left out."""
        self.setText(_without_middle(line, MAX_CHARACTERS))
        self.setAccessibleName(f"Model: {line}")


def _without_middle(text: str, length: int) -> str:
    """At most `length` characters, from both ends."""
    if len(text) <= length:
        return text
    kept = (length - 1) // 2
    return f"{text[:kept]}{ELLIPSIS}{text[-kept:]}"
