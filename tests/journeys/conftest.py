"""Fixtures of the journeys."""

import pytest
from PySide6.QtWidgets import QApplication

from loopl_desktop.ui import theme
from tests.providers.local_model import local_model_server as local_model_server


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> None:
    """The app's own look, whatever a test before has left."""
    theme.apply(qapp, "light")
