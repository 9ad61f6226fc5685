"""Which model at which host: in words, and never wider than its place."""

import pytest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from loopl_desktop.domain.settings import Settings
from loopl_desktop.ui.model_line import MAX_CHARACTERS, ModelLine, host_of, model_line, reader_of


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


def test_who_reads_an_answer_fits_into_a_sentence() -> None:
    assert reader_of(Settings()) == "the built-in demo agent"
    assert reader_of(Settings(base_url="http://localhost:8080/v1", model="m")) == (
        "m at localhost:8080"
    )


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


def test_a_long_name_wraps_and_does_not_push_the_window_wider(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    line = ModelLine()
    row.addWidget(line, 1)
    row.addWidget(QPushButton("Settings"))
    one_line = line.heightForWidth(300)
    line.show_model("a-very-long-model-name-of-a-server at localhost:8080")
    window.resize(300, 50)
    window.show()
    assert window.width() == 300
    assert line.width() < 300
    assert line.heightForWidth(line.width()) > one_line


def test_an_endless_name_keeps_its_host_on_the_screen_and_all_of_it_for_a_screen_reader(
    qtbot: QtBot,
) -> None:
    line = ModelLine()
    qtbot.addWidget(line)
    whole = "m" * 5_000 + " at localhost:8080"
    line.show_model(whole)
    assert len(line.text()) <= MAX_CHARACTERS
    assert line.text().endswith(" at localhost:8080")
    assert line.accessibleName() == f"Model: {whole}"


def test_a_script_is_named_in_place_of_any_server() -> None:
    served = Settings(base_url="http://localhost:8080/v1", model="m")
    for settings in (Settings(), served):
        assert model_line(settings, "booking.json") == "a script, booking.json"
        assert reader_of(settings, "booking.json") == "a script, booking.json"
