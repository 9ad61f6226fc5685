"""What cards cost: `python -m tests.benchmarks.card_cost`.

Makes, lays out and paints the card of each of 300 strange questions, and next to it the same labels
and controls as Qt has them. Prints JSON lines: how many times its bare controls each kind of card
costs, the dearest card, and how many cost more than allowed. Ends with 1 if any does. Times are CPU
of the GUI thread, the best of some tries, so that a busy machine changes the ratio little.
"""

import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable

if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QLoggingCategory
from PySide6.QtWidgets import QApplication, QWidget

from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.ui import theme
from loopl_desktop.ui.cards.factory import card_for
from tests.ui.cards.bare_controls import bare_controls
from tests.ui.cards.strange_requests import strange_requests

WIDTH_PX = 640
MOST_TIMES_BARE = 3.0
LEAST_TRIES, MOST_TRIES = 3, 12
"""A card that seems too dear is tried again: a single measurement may be off."""
AUDIENCE = "SmolLM2 at localhost"


def cpu_s(make: Callable[[], QWidget], height_px: int) -> float:
    """The CPU time of making, laying out and painting a widget, in seconds."""
    start = time.thread_time()
    widget = make()
    widget.resize(WIDTH_PX, height_px)
    widget.show()
    QApplication.processEvents()
    spent = time.thread_time() - start
    widget.hide()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
    return spent


def times_bare(request: AskUserRequest) -> float:
    """What the card of a question costs in terms of its bare controls."""

    def card() -> QWidget:
        return card_for("call_1", request, AUDIENCE)

    def bare() -> QWidget:
        return bare_controls(request)

    height_px = card_for("call_1", request, AUDIENCE).height_for(WIDTH_PX)
    card_s = bare_s = float("inf")
    for done in range(1, MOST_TRIES + 1):
        card_s = min(card_s, cpu_s(card, height_px))
        bare_s = min(bare_s, cpu_s(bare, height_px))
        if done >= LEAST_TRIES and card_s <= MOST_TIMES_BARE * bare_s:
            break
    return card_s / bare_s


def told(case: str, **figures: object) -> None:
    """Print a line."""
    print(json.dumps({"case": case, **figures}), flush=True)


def main() -> int:
    """Measure all; the exit code."""
    application = QApplication(sys.argv[:1])
    QLoggingCategory.setFilterRules("default.warning=false")  # "offscreen" warns at every window
    theme.apply(application, "light", 1.0)
    requests = strange_requests()
    for request in requests[:10]:
        times_bare(request)  # the first widgets of a process pay for fonts and styles
    ratios = [times_bare(request) for request in requests]
    kinds = defaultdict[str, list[float]](list)
    for request, ratio in zip(requests, ratios, strict=True):
        kinds[request.type].append(ratio)
    for kind, of_kind in sorted(kinds.items()):
        median, worst = statistics.median(of_kind), max(of_kind)
        told(f"card of {kind}", count=len(of_kind), median=round(median, 2), worst=round(worst, 2))
    worst = max(ratios)
    dearest = requests[ratios.index(worst)]
    above = sum(ratio > MOST_TIMES_BARE for ratio in ratios)
    told(
        "dearest card",
        place=ratios.index(worst),
        type=dearest.type,
        options=len(dearest.options),
        fields=len(dearest.fields),
        times_bare=round(worst, 2),
    )
    told("cards above", count=above, of=len(ratios), target=f"0 above {MOST_TIMES_BARE}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
