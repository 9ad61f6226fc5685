"""Fixtures of the widget tests."""

import pytest
from PySide6.QtWidgets import QApplication

from loopl_desktop.ui import theme


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> None:
    theme.apply(qapp, "light")
