"""One sentence about what went wrong, and the button that goes on from there."""

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from loopl_desktop.ui.widgets.flow_layout import FlowLayout
from loopl_desktop.ui.widgets.plain_label import PlainLabel, Tone
from loopl_desktop.ui.widgets.wrapping_button import Emphasis, WrappingButton

LIMIT_REACHED = "The agent stopped at the limit of steps for one message."
TICK_MS = 1_000


class NoticeBar(QWidget):
    """Above the composer while there is something to say, else without height.

    Signals:
        announced(str): A sentence that a screen reader should say.
        retry_requested, go_on_requested, stop_requested: The buttons.
    """

    announced = Signal(str)
    retry_requested = Signal()
    go_on_requested = Signal()
    stop_requested = Signal()

    def __init__(
        self, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._deadline = 0.0
        self._reason = ""
        super().__init__(parent)
        self.setAccessibleIdentifier("notice")
        self._sentence = PlainLabel(parent=self)
        self._retry = WrappingButton("Retry", "retry", self)
        self._go_on = WrappingButton("Go on", "go-on", self)
        self._stop = WrappingButton("Stop waiting", "stop-waiting", self)
        self._dismiss = WrappingButton("Dismiss", "notice-dismiss", self, emphasis=Emphasis.QUIET)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._count_down)
        self._retry.clicked.connect(self.retry_requested)
        self._go_on.clicked.connect(self.go_on_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._dismiss.clicked.connect(self.clear)
        self._lay_out()
        self.clear()

    @property
    def controls(self) -> tuple[WrappingButton, ...]:
        """What can have the focus, in the order of the Tab key."""
        return (self._retry, self._go_on, self._stop, self._dismiss)

    @property
    def sentence(self) -> str:
        """What it says now; empty while it says nothing."""
        return "" if self.isHidden() else self._sentence.text()

    def show_failure(self, sentence: str) -> None:
        """The turn failed; it can be tried again."""
        self._show(sentence, Tone.ERROR, self._retry, self._dismiss)

    def show_limit(self) -> None:
        """The turn ended at its limit; it can go on."""
        self._show(LIMIT_REACHED, Tone.NORMAL, self._go_on, self._dismiss)

    def show_problem(self, sentence: str) -> None:
        """Something that no button here can mend."""
        self._show(sentence, Tone.ERROR, self._dismiss)

    def show_notice(self, sentence: str) -> None:
        """Something to know."""
        self._show(sentence, Tone.NORMAL, self._dismiss)

    def show_wait(self, seconds: float, sentence: str) -> None:
        """The model is asked again after `seconds`; the person may stop that."""
        self._reason, self._deadline = sentence, self._clock() + seconds
        self._show(self._wait_sentence(), Tone.NORMAL, self._stop)
        self._tick.start()

    def clear(self) -> None:
        """Say nothing any more."""
        self._tick.stop()
        self.hide()

    def _lay_out(self) -> None:
        buttons = QWidget()
        group = FlowLayout()
        buttons.setLayout(group)
        for button in self.controls:
            group.add(button)
        row = FlowLayout()
        row.add(self._sentence)
        row.add_trailing(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)

    def _show(self, sentence: str, tone: Tone, *buttons: WrappingButton) -> None:
        self._tick.stop()
        self._sentence.setText(sentence)
        self._sentence.set_tone(tone)
        for button in self.controls:
            button.setVisible(button in buttons)
        self.show()
        self.announced.emit(sentence)

    def _count_down(self) -> None:
        """Only the label changes: nothing is said aloud each second."""
        self._sentence.setText(self._wait_sentence())
        if self._clock() >= self._deadline:
            self.clear()

    def _wait_sentence(self) -> str:
        left_s = max(0, math.ceil(self._deadline - self._clock()))
        return f"{self._reason} Trying again in {left_s}\N{NO-BREAK SPACE}s."
