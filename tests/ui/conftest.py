"""Fixtures of the widget tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from loopl_desktop.ui import theme


@pytest.fixture
def text_scale(qapp: QApplication) -> Iterator[None]:
    """The look of the app at 200 % text, for one test."""
    font, palette = qapp.font(), qapp.palette()
    theme.apply(qapp, "light", text_scale=2.0)
    yield
    qapp.setFont(font)
    qapp.setPalette(palette)
