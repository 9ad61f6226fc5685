from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.icon_buttons import LOCK_NAME, IconButton, LockButton, RevealButton


def has_accent(button: IconButton, app: QApplication) -> bool:
    button.resize(button.sizeHint())
    image = button.grab().toImage()
    accent = theme.accent(app.palette())
    return any(
        image.pixelColor(x, y) == accent
        for x in range(image.width())
        for y in range(image.height())
    )


def test_a_closed_lock_has_the_accent(qapp: QApplication, qtbot: QtBot) -> None:
    lock = LockButton("lock-x")
    qtbot.addWidget(lock)
    assert lock.accessibleName() == LOCK_NAME
    assert LOCK_NAME in lock.toolTip()
    assert not has_accent(lock, qapp)
    lock.setChecked(True)
    assert has_accent(lock, qapp)


def test_an_eye_says_what_a_click_does_next(qapp: QApplication, qtbot: QtBot) -> None:
    eye = RevealButton("reveal-x", "Password")
    qtbot.addWidget(eye)
    assert eye.accessibleName() == "Show Password"
    assert not has_accent(eye, qapp)
    eye.show_state(revealed=True)
    assert eye.accessibleName() == "Hide Password"
    assert has_accent(eye, qapp)


def test_they_grow_with_the_text(qapp: QApplication, qtbot: QtBot) -> None:
    lock = LockButton("lock-x")
    qtbot.addWidget(lock)
    assert lock.sizeHint().width() >= 24
    before = lock.sizeHint().width()
    theme.apply(qapp, "light", 3.0)
    lock.setFont(qapp.font())
    assert lock.minimumSizeHint().width() > before
