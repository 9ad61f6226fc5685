"""Finds widgets as a check from outside does: by their accessible identifier."""

from PySide6.QtWidgets import QAbstractButton, QWidget


def named(root: QWidget, identifier: str) -> QWidget:
    """The widget with this identifier, wherever it is in the tree."""
    found = [w for w in root.findChildren(QWidget) if w.accessibleIdentifier() == identifier]
    assert len(found) == 1, f"{len(found)} widgets are called {identifier}"
    return found[0]


def button(root: QWidget, identifier: str) -> QAbstractButton:
    """The button with this identifier."""
    widget = named(root, identifier)
    assert isinstance(widget, QAbstractButton)
    return widget
