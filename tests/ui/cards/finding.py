"""Finds controls as a check from outside does: by their accessible identifier."""

from PySide6.QtWidgets import QWidget


def control(card: QWidget, identifier: str) -> QWidget:
    """The one shown control with this identifier."""
    found = [
        child
        for child in card.findChildren(QWidget)
        if child.accessibleIdentifier() == identifier and not child.isHidden()
    ]
    assert len(found) == 1, f"{identifier}: {len(found)} found"
    return found[0]
