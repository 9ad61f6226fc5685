"""Which model at which host: in words, and never wider than its place."""

import pytest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.model_line import ModelLine, host_of, model_line


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (Settings(), "demo agent, built in"),
        (Settings(model="left over"), "demo agent, built in"),
        (
            Settings(base_url="http://localhost:8080/v1", model="SmolLM2"),
            "SmolLM2 at localhost:8080",
        ),
        (Settings(base_url="https://api.example.com/v1"), "a model at api.example.com"),
        (Settings(base_url="http://[::1]:8080/v1", model="m"), "m at [::1]:8080"),
        (Settings(base_url="https://h/v1", model="a\n\u202eb"), "a [U+202E]b at h"),
    ],
)
def test_it_says_which_model_at_which_host(settings: Settings, line: str) -> None:
    assert model_line(settings) == line


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://user:word@example.com:443/v1", "example.com:443"),
        ("http://user:word@example.com:port/v1", "example.com:port"),
        ("http://[broken/v1", "[broken"),
        ("localhost", "localhost"),
    ],
)
def test_a_host_never_shows_a_user_name_or_its_password(address: str, host: str) -> None:
    assert host_of(address) == host


def test_a_long_name_does_not_push_the_window_wider(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    line = ModelLine()
    row.addWidget(line)
    row.addWidget(QPushButton("Settings"))
    line.set_text("a-very-long-model-name" * 40 + " at localhost:8080")
    window.resize(300, 50)
    window.show()
    assert window.width() == 300
    assert line.width() < 300
    assert line.accessibleName().endswith("at localhost:8080")


def test_the_line_is_drawn_in_the_quiet_colour(qtbot: QtBot) -> None:
    line = ModelLine()
    qtbot.addWidget(line)
    line.set_text("SmolLM2 at localhost:8080")
    line.resize(line.sizeHint())
    empty = ModelLine()
    qtbot.addWidget(empty)
    empty.resize(line.size())
    assert line.grab().toImage() != empty.grab().toImage()
