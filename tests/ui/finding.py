"""Finds widgets as a check from outside does: by their accessible identifier."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from loopl_desktop.ui.accessibility import Toast


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


def cut(root: QWidget) -> list[str]:
    """What is shown with less room than it needs, or stands out of the window's sides."""
    return [
        f"{widget.accessibleIdentifier()} {widget.property('text') or ''}".strip()
        for widget in root.findChildren(QWidget)
        if (widget.accessibleIdentifier() or isinstance(widget, QLabel))
        and widget.isVisible()
        and not isinstance(widget, Toast)
        and _is_cut(widget, root)
    ]


def _is_cut(widget: QWidget, root: QWidget) -> bool:
    left = widget.mapTo(root, QPoint(0, 0)).x()
    needed = widget.minimumSizeHint()
    height = max(needed.height(), widget.heightForWidth(widget.width()))
    return (
        left < 0
        or left + widget.width() > root.width()
        or widget.width() < needed.width()
        or widget.height() < height
    )
