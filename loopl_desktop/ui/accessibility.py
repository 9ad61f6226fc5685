"""What Qt does not tell assistive technology by itself, and the one speaker of the app.

`install` must run before the first window is shown: Qt keeps the interface that it made first.
No class here defines `interface_cast`: overriding it in Python ends the process. So Python can
take interfaces away (a secret field has no text interface) but never add one.
"""

import functools
import sys
from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QLoggingCategory, QObject, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget

from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.cards.secret_edit import SecretEdit
from loopl_desktop.ui.questions_strip import QuestionsStrip

_MASK = "•" * 8
"""Of one length, whatever is typed."""
_TOAST_MS = 8_000


class _OrderedGroup(QAccessibleWidget):
    """A group whose children come in the order that its widget gives."""

    def __init__(self, widget: CardFrame | QuestionsStrip) -> None:
        super().__init__(widget, QAccessible.Role.Grouping)
        self._group = widget

    def childCount(self) -> int:
        """How many children are shown."""
        return len(self._group.reading_order())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stub forgets that there may be none
        """The child at this place, in reading order."""
        widgets = self._group.reading_order()
        if 0 <= index < len(widgets):
            return QAccessible.queryAccessibleInterface(widgets[index])
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """The place of a child; -1 for anything else."""
        wanted = child.object()
        places = (place for place, w in enumerate(self._group.reading_order()) if w is wanted)
        return next(places, -1)


class _CardInterface(_OrderedGroup):
    """A card: Qt would say that its parent is the list view, which does not know it."""

    def parent(self) -> QAccessibleInterface:
        """The strip of waiting questions."""
        strip = self._group.accessible_parent if isinstance(self._group, CardFrame) else None
        if strip is None:
            return super().parent()
        return QAccessible.queryAccessibleInterface(strip)


class _SecretInterface(QAccessibleWidget):
    """A password field without a text interface: Qt's own tells every typed letter."""

    def __init__(self, edit: SecretEdit) -> None:
        super().__init__(edit, QAccessible.Role.EditableText)
        self._edit = edit

    def state(self) -> QAccessible.State:
        """A password field, also while it is revealed on the screen."""
        state = super().state()
        state.passwordEdit = True
        state.editable = True
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Name and description as usual; for the value only whether there is one."""
        if kind == QAccessible.Text.Value:
            return "" if self._edit.is_blank() else _MASK
        return super().text(kind)


class Toast(QWidget):
    """One sentence for screen readers that listen to notifications; nothing is to be seen of it.

    It is shown once and goes by itself. It never says anything else: a screen reader asks for the
    sentence some time after it heard of the toast, and would get the next one twice.
    """

    def __init__(self, sentence: str, window: QWidget) -> None:
        self.sentence = sentence
        super().__init__(window)
        self.setGeometry(-1, -1, 1, 1)  # beside the window: a size of 0 would not count as shown
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.deleteLater)
        self._timer.start(_TOAST_MS)


class _ToastInterface(QAccessibleWidget):
    def __init__(self, toast: Toast) -> None:
        super().__init__(toast, QAccessible.Role.Notification)
        self._toast = toast

    def text(self, kind: QAccessible.Text) -> str:
        """The sentence is there from the start: setting a name would be told as a change."""
        return self._toast.sentence if kind == QAccessible.Text.Name else super().text(kind)


_Maker: TypeAlias = Callable[[QObject], QAccessibleInterface | None]


def _card(widget: QObject) -> QAccessibleInterface | None:
    return _CardInterface(widget) if isinstance(widget, CardFrame) else None


def _strip(widget: QObject) -> QAccessibleInterface | None:
    return _OrderedGroup(widget) if isinstance(widget, QuestionsStrip) else None


def _secret(widget: QObject) -> QAccessibleInterface | None:
    return _SecretInterface(widget) if isinstance(widget, SecretEdit) else None


def _toast(widget: QObject) -> QAccessibleInterface | None:
    return _ToastInterface(widget) if isinstance(widget, Toast) else None


_MAKERS: dict[str, _Maker] = {
    CardFrame.__name__: _card,
    QuestionsStrip.__name__: _strip,
    SecretEdit.__name__: _secret,
    Toast.__name__: _toast,
}


def _factory(class_name: str, widget: QObject) -> QAccessibleInterface | None:
    """Qt asks for each class of a widget, from its own up to `QObject`."""
    maker = _MAKERS.get(class_name)
    return maker(widget) if maker is not None else None


@functools.cache  # once for the process: Qt has no way to take a factory back
def install() -> None:
    """Teach Qt these interfaces."""
    QAccessible.installFactory(_factory)
    # Qt warns of each text event of a field without a text interface.
    QLoggingCategory.setFilterRules("qt.accessibility.atspi.warning=false")


class Announcer(QObject):
    """Says sentences to screen readers; everything that is said goes through it."""

    def __init__(self, platform: str = sys.platform) -> None:
        """Speak for the window that is in front.

        Args:
            platform: As `sys.platform`. On Linux a notification is shown to assistive technology,
                elsewhere an announcement is sent; both would be said twice.
        """
        self._by_toast = platform.startswith("linux")
        super().__init__()

    def say(self, text: str, urgent: bool = False) -> None:
        """Say a sentence; an urgent one interrupts what is being said where that is possible."""
        window = _front_window()
        if window is None:
            return
        if self._by_toast:
            Toast(text, window).show()
            return
        event = QAccessibleAnnouncementEvent(window, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


def _front_window() -> QWidget | None:
    active = QApplication.activeWindow()
    shown = (widget for widget in QApplication.topLevelWidgets() if widget.isVisible())
    return active if active is not None else next(shown, None)
