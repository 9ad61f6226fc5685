"""Draws every card in every state to PNG files, to be looked at.

Run it as `python -m tests.ui.cards.gallery DIR`; it needs no display.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField
from loopl_desktop.domain.settings import Appearance
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.ask_card import AskCard
from loopl_desktop.ui.cards.card_frame import CardFrame
from loopl_desktop.ui.cards.factory import card_for
from loopl_desktop.ui.cards.timed_out_card import TimedOutCard
from tests.ui.cards.finding import control

GAP_PX = 2 * theme.SPACE_PX
LOOKS: tuple[tuple[Appearance, float, int], ...] = (
    ("light", 1.0, 640),
    ("dark", 1.0, 640),
    ("light", 1.0, 328),
    ("light", 2.0, 640),
    ("dark", 2.0, 328),
    ("light", 3.0, 328),
)
AUDIENCE = "SmolLM2 at localhost"
RESTAURANTS = (
    AskOption(value="pesa", label="Antica Pesa · Italian"),
    AskOption(value="oda", label="Oda · Turkish", description="Ten minutes on foot, has a garden."),
    AskOption(value="sushi", label="Blue Ribbon · Sushi"),
)
COUNTRIES = tuple(
    AskOption(value=str(number), label=f"Option {number:03d}") for number in range(1, 201)
)
FIELDS = (
    FormField(name="name", label="Name", required=True),
    FormField(name="password", label="Password", type="password", required=True),
    FormField(name="seats", label="Seats", type="number", min=1, max=12, integer=True, default=2),
    FormField(
        name="note", label="Note for the kitchen", help="Allergies, a birthday, a high chair."
    ),
    FormField(name="window", label="A table by the window", type="toggle", default=True),
)


def _plain(request: AskUserRequest) -> AskCard:
    return card_for("toolu_1", request, AUDIENCE)


def cards() -> Iterator[tuple[str, Callable[[], QWidget]]]:
    """A name and a maker for each card."""
    yield (
        "confirm",
        lambda: _plain(AskUserRequest(type="confirm", text="Book the table for two at 20:00?")),
    )
    yield (
        "confirm_default",
        lambda: _plain(
            AskUserRequest(
                type="confirm", title="Deploy", text="Deploy to production now?", default=False
            )
        ),
    )
    yield (
        "select",
        lambda: _plain(
            AskUserRequest(
                type="select",
                title="Pick a restaurant",
                text="Where should I book for tonight at 20:00, for two?",
                options=RESTAURANTS,
            )
        ),
    )
    yield "select_chosen", _chosen
    yield (
        "select_long",
        lambda: _plain(
            AskUserRequest(type="select", text="Which of them?", options=COUNTRIES, default="5")
        ),
    )
    yield "select_searched", _searched
    yield (
        "multiselect",
        lambda: _plain(
            AskUserRequest(
                type="multiselect",
                text="Which extras?",
                options=RESTAURANTS,
                default=("pesa", "sushi"),
            )
        ),
    )
    yield "input", lambda: _plain(AskUserRequest(type="input", text="Name of the project?"))
    yield "input_locked", _locked
    yield (
        "input_secret",
        lambda: _plain(
            AskUserRequest(type="input", text="Your API key for the calendar?", secret=True)
        ),
    )
    yield (
        "input_lines",
        lambda: _plain(
            AskUserRequest(
                type="input", text="Commit message?", default="fix: a\n\n- b\n- c", multiline=True
            )
        ),
    )
    yield (
        "buttons",
        lambda: _plain(
            AskUserRequest(
                type="buttons",
                text="How should I go on?",
                options=(
                    AskOption(value="a", label="Terms & Conditions"),
                    AskOption(value="b", label="Try again"),
                    AskOption(value="c", label="Leave it", description="Nothing is changed"),
                ),
                default="b",
            )
        ),
    )
    yield (
        "form",
        lambda: _plain(
            AskUserRequest(
                type="form", title="Sign in", text="I need these to book.", fields=FIELDS
            )
        ),
    )
    yield "form_errors", _errors
    yield (
        "message",
        lambda: _plain(
            AskUserRequest(type="message", title="Done", text="The table is booked for 20:00.")
        ),
    )
    yield (
        "odd",
        lambda: _plain(
            AskUserRequest(
                type="select",
                text="Use <b>bold</b> & <script>alert(1)</script>? " + "x" * 300,
                options=(
                    AskOption(value="1", label="w" * 400),
                    AskOption(
                        value="2", label="\u0645\u0627 \u0644\u063a\u062a\u0643\u061f (choose)"
                    ),
                ),
            )
        ),
    )
    yield "running_out", _running_out
    yield "escape", _escape
    yield (
        "timed_out",
        lambda: TimedOutCard(
            "toolu_1",
            AskUserRequest(type="input", text="Name of the project?"),
            "Aurora, or maybe Borealis",
        ),
    )


def _chosen() -> QWidget:
    card = _plain(AskUserRequest(type="select", text="Where should I book?", options=RESTAURANTS))
    row = control(card, "option-1")
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    return card


def _searched() -> QWidget:
    card = _plain(
        AskUserRequest(type="multiselect", text="Which of them?", options=COUNTRIES, default=("7",))
    )
    QTest.keyClicks(control(card, "search"), "19")
    QTest.mouseClick(control(card, "option-18"), Qt.MouseButton.LeftButton)
    return card


def _locked() -> QWidget:
    card = _plain(AskUserRequest(type="input", text="Which token do I use?"))
    QTest.keyClicks(control(card, "answer"), "hunter2-MARKER")
    QTest.mouseClick(control(card, "lock-answer"), Qt.MouseButton.LeftButton)
    return card


def _errors() -> QWidget:
    card = _plain(AskUserRequest(type="form", title="Sign in", text="I need these.", fields=FIELDS))
    QTest.keyClicks(control(card, "field-password"), "ABC")
    QTest.keyClicks(control(card, "field-seats"), "0")
    QTest.mouseClick(control(card, "submit"), Qt.MouseButton.LeftButton)
    return card


def _running_out() -> QWidget:
    card = _plain(AskUserRequest(type="input", text="Name of the project?"))
    card.set_remaining(25.0)
    return card


def _escape() -> QWidget:
    card = _plain(AskUserRequest(type="input", text="Name of the project?"))
    answer = control(card, "answer")
    answer.setFocus()
    QTest.keyClicks(answer, "Aurora")
    QTest.keyClick(answer, Qt.Key.Key_Escape)
    return card


def sheet(width_px: int) -> QPixmap:
    """All cards under one another."""
    page = QWidget()
    top = GAP_PX
    for _, make in cards():
        card = make()
        assert isinstance(card, CardFrame)
        card.setParent(page)
        height = card.height_for(width_px)
        card.setGeometry(GAP_PX, top, width_px, height)
        top += height + GAP_PX
    page.resize(width_px + 2 * GAP_PX, top)
    page.show()
    QApplication.processEvents()
    return page.grab()


def main(folder: Path) -> None:
    """Write the sheets."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    folder.mkdir(parents=True, exist_ok=True)
    for appearance, scale, width in LOOKS:
        theme.apply(app, appearance, scale)
        sheet(width).save(str(folder / f"{appearance}-{scale:.0%}-{width}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
