"""Settings have defaults, survive a round trip, and never hold a key."""

import math

import pytest
from pydantic import ValidationError

from loopl_desktop.domain.settings import Settings, TimeToAnswer


def test_a_new_person_gets_the_demo_agent_and_every_tool() -> None:
    settings = Settings()
    assert settings.base_url == ""
    assert settings.tools_off == frozenset()
    assert settings.patience == 1.0


@pytest.mark.parametrize(
    ("choice", "patience"), [("as_asked", 1.0), ("ten_times", 10.0), ("no_limit", math.inf)]
)
def test_the_time_to_answer_is_a_factor(choice: TimeToAnswer, patience: float) -> None:
    assert Settings(time_to_answer=choice).patience == patience


def test_settings_survive_a_round_trip() -> None:
    settings = Settings(model="SmolLM2", tools_off=frozenset({"calculator"}))
    assert Settings.model_validate_json(settings.model_dump_json()) == settings


def test_settings_of_a_newer_version_are_read_as_far_as_they_are_known() -> None:
    assert Settings.model_validate({"model": "m", "from_the_future": 1}) == Settings(model="m")


def test_a_wrong_value_is_refused_without_being_repeated() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"model": ["hunter2-MARKER"]})
    assert "hunter2" not in str(caught.value)


def test_no_setting_is_a_key() -> None:
    assert not [name for name in Settings.model_fields if "key" in name or "token" in name]
