"""Finds controls as a check from outside does: by their accessible identifier."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget


def controls_called(card: QWidget, identifier: str) -> list[QWidget]:
    """All controls with this identifier that are not hidden."""
    return [
        child
        for child in card.findChildren(QWidget)
        if child.accessibleIdentifier() == identifier and not child.isHidden()
    ]


def control(card: QWidget, identifier: str) -> QWidget:
    """The one control with this identifier that is not hidden."""
    found = controls_called(card, identifier)
    assert len(found) == 1, f"{identifier}: {len(found)} found"
    return found[0]


def button(card: QWidget, identifier: str) -> QAbstractButton:
    """The same for a button, a radio button or a check box."""
    found = control(card, identifier)
    assert isinstance(found, QAbstractButton)
    return found


def field(card: QWidget, identifier: str) -> QLineEdit:
    """The same for a field of one line."""
    found = control(card, identifier)
    assert isinstance(found, QLineEdit)
    return found


def click(card: QWidget, identifier: str) -> None:
    """Click the middle of a control."""
    QTest.mouseClick(control(card, identifier), Qt.MouseButton.LeftButton)


def type_into(card: QWidget, identifier: str, text: str) -> None:
    """Type into a field that gets the focus."""
    edit = control(card, identifier)
    edit.setFocus()
    QTest.keyClicks(edit, text)
