"""What the transcript's view costs: `python -m tests.benchmarks.transcript_view [CASE ...]`.

Prints one JSON line a case. Figures are milliseconds of CPU of the GUI thread, so that a busy
machine changes them little; each is to be read against a floor of the same run: the same act at 100
rows, or what Qt's own text widget needs for the same frame.
"""

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import PySide6
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.transcript import AssistantItem, ToolItem, TranscriptItem, UserItem
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.view import TranscriptView
from tests.ui.transcript.rows import RowsModel, Shelf, question

FEW, MANY = 100, 100_000
WIDTH, HEIGHT = 800, 700
STREAMED_CHARS = 80_000
WORDS = (
    *(
        "the",
        "agent",
        "asks",
        "human",
        "answer",
        "model",
        "card",
        "turn",
        "value",
        "tool",
        "result",
    ),
    *("call", "stream", "token", "native", "widget", "restaurant", "booking", "table", "tonight"),
    *("decision", "transcript", "window", "event", "loop", "layout", "scroll"),
)


def words(pick: random.Random, length: int) -> str:
    """Prose with some emphasis, code and links."""
    parts: list[str] = []
    size = 0
    while size < length:
        word = pick.choice(WORDS)
        chance = pick.random()
        if chance < 0.03:
            word = f"**{word}**"
        elif chance < 0.05:
            word = f"`{word}`"
        elif chance < 0.055:
            word = f"[{word}](https://example.org/)"
        parts.append(word)
        size += len(word) + 1
    return " ".join(parts)


def markdown(pick: random.Random, length: int) -> str:
    """A reply: headings, lists, paragraphs, sometimes code."""
    parts: list[str] = []
    if pick.random() < 0.1:
        parts.append("```python\n" + "x = compute(1)\n" * max(3, length // 80) + "```")
    while length > 0:
        size = min(length, pick.randint(80, 400))
        chance = pick.random()
        if chance < 0.12:
            parts.append("## " + words(pick, 30))
        elif chance < 0.30:
            parts.append("\n".join("- " + words(pick, 50) for _ in range(max(1, size // 60))))
        else:
            parts.append(words(pick, size))
        length -= size
    return "\n\n".join(parts)


def conversation(count: int) -> list[TranscriptItem]:
    """Mostly replies of some 600 characters, with tools and settled questions between them."""
    pick = random.Random(1)
    pool = [markdown(pick, pick.randint(100, 1_100)) for _ in range(500)]
    items: list[TranscriptItem] = []
    for row in range(count):
        chance = pick.random()
        if chance < 0.2:
            items.append(UserItem(f"{row} " + words(pick, 60)))
        elif chance < 0.8:
            items.append(AssistantItem(f"{row} {pick.choice(pool)}"))
        elif chance < 0.92:
            items.append(ToolItem(f"call-{row}", "calculator", {"expression": "6*7"}, str(row)))
        else:
            items.append(question(f"call-{row}", MaskedAnswer("answered", "Oda · Turkish")))
    return items


def cpu_ms(act: Callable[[], object]) -> float:
    """CPU of this thread for one act."""
    before = time.thread_time()
    act()
    return (time.thread_time() - before) * 1_000


def told(case: str, **figures: object) -> None:
    """Print a case."""
    line = {"case": case, **figures}
    line["platform"] = QApplication.platformName()
    line["pyside"] = PySide6.__version__
    line["load"] = round(os.getloadavg()[0], 1)
    print(json.dumps(line), flush=True)


def summary(samples: list[float]) -> dict[str, float]:
    """Median and 99th percentile."""
    ordered = sorted(samples)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"median": round(statistics.median(ordered), 3), "p99": round(high, 3)}


class Screen:
    """A view that has painted once and reads Markdown, and the acts that are measured."""

    def __init__(self, items: list[TranscriptItem]) -> None:
        self.model = RowsModel(items)
        self.view = TranscriptView(self.model, Shelf())
        self.view.load_markdown()
        self.view.resize(WIDTH, HEIGHT)
        self.view.show()
        process_events()

    def frame(self) -> None:
        """Lay out and paint what changed."""
        self.view.lay_out()
        self.view.viewport().repaint()

    def open(self, items: list[TranscriptItem]) -> None:
        """Show other rows."""
        self.model.reset_to(items)
        self.frame()

    def scroll(self, pixels: int) -> None:
        """Move, and paint."""
        self.view.scroll_by(pixels)
        self.view.viewport().repaint()

    def grow(self, text: str) -> None:
        """The last reply has this text now."""
        self.model.replace(len(self.model.items) - 1, AssistantItem(text))
        self.frame()

    def append(self, item: TranscriptItem) -> None:
        """One more row."""
        self.model.append(item)
        self.frame()

    def resize(self, width: int) -> None:
        """Another width."""
        self.view.resize(width, HEIGHT)
        self.frame()

    def close(self) -> None:
        """Give everything back."""
        self.view.close()
        self.view.deleteLater()
        process_events()


def process_events() -> None:
    """Let Qt do what is due."""
    for _ in range(3):
        QApplication.processEvents()


def told_ratio(case: str, target: str, above: list[float], floor: list[float]) -> None:
    """Print how two series of the same acts compare."""
    ratio = statistics.median(above) / statistics.median(floor)
    told(case, target=target, ratio=round(ratio, 2))


def open_at_end() -> None:
    """The first frame of another conversation, few rows and many in turn."""
    screen = Screen([])
    few, many = conversation(FEW), conversation(MANY)
    samples: dict[int, list[float]] = {FEW: [], MANY: []}
    for _ in range(9):
        for items in (few, many):
            samples[len(items)].append(cpu_ms(partial(screen.open, items)))
    for count, series in samples.items():
        told("open", rows=count, first=round(series[0], 2), **summary(series[1:]))
    told_ratio("open ratio", "<= 1.5", samples[MANY][1:], samples[FEW][1:])
    screen.close()


class Floor:
    """Qt's own text widget with as much text in view."""

    def __init__(self) -> None:
        pick = random.Random(2)
        self.widget = QPlainTextEdit("\n\n".join(words(pick, 600) for _ in range(400)))
        self.widget.resize(WIDTH, HEIGHT)
        self.widget.show()
        process_events()
        self.bar = self.widget.verticalScrollBar()
        self.bar.setValue(self.bar.maximum())

    def scroll(self, lines: int) -> None:
        """Move, and paint."""
        self.bar.setValue(self.bar.value() + lines)
        self.widget.viewport().repaint()


def scroll() -> None:
    """Frames of the wheel, over rows that were never seen and back over known ones."""
    floor, screen = Floor(), Screen(conversation(MANY))
    floors: list[float] = []
    unseen: list[float] = []
    seen: list[float] = []
    for _ in range(60):
        floors += [cpu_ms(partial(floor.scroll, -4)) for _ in range(5)]
        unseen += [cpu_ms(partial(screen.scroll, -84)) for _ in range(10)]
        seen += [cpu_ms(partial(screen.scroll, 84)) for _ in range(5)]
    pages = [cpu_ms(partial(screen.scroll, -600)) for _ in range(200)]
    told("wheel floor (QPlainTextEdit)", **summary(floors))
    told("wheel over known rows", rows=MANY, **summary(seen))
    told("wheel over new rows", rows=MANY, **summary(unseen))
    told("page up over new rows", rows=MANY, target="p99 <= 16", **summary(pages))
    told_ratio("wheel ratio, known rows", "<= 1.0", seen, floors)
    told_ratio("wheel ratio, new rows", "<= 1.5", unseen, floors)
    screen.close()
    floor.widget.close()


def stream() -> None:
    """A reply of 80,000 characters that grows by 64 characters a frame."""
    pick = random.Random(3)
    text = ""
    while len(text) < STREAMED_CHARS:
        text += markdown(pick, 800) + "\n\n"
    screens = {count: Screen([*conversation(count), AssistantItem("")]) for count in (FEW, MANY)}
    samples: dict[int, list[float]] = {FEW: [], MANY: []}
    for end in range(64, STREAMED_CHARS, 64):
        for count, screen in screens.items():
            samples[count].append(cpu_ms(partial(screen.grow, text[:end])))
        if end % (64 * 50) == 0:
            process_events()
    for count, series in samples.items():
        fifth = len(series) // 5
        first, last = series[:fifth], series[-fifth:]
        told("streamed frame", rows=count, first_fifth=summary(first), last_fifth=summary(last))
        told_ratio(f"streamed frame, last fifth to first, {count} rows", "<= 1.25", last, first)
        screens[count].close()
    told_ratio("streamed frame, many rows to few", "<= 1.25", samples[MANY], samples[FEW])


def append_and_resize() -> None:
    """A new row at the end, and a new width, with the frame that shows them."""
    screens = {count: Screen(conversation(count)) for count in (FEW, MANY)}
    appends: dict[int, list[float]] = {FEW: [], MANY: []}
    resizes: dict[int, list[float]] = {FEW: [], MANY: []}
    for step in range(30):
        for count, screen in screens.items():
            row = AssistantItem("hello there " * 50)
            appends[count].append(cpu_ms(partial(screen.append, row)))
            resizes[count].append(cpu_ms(partial(screen.resize, 600 + step)))
    for name, samples in (("append", appends), ("resize", resizes)):
        for count, series in samples.items():
            told(name, rows=count, **summary(series))
        told_ratio(f"{name} ratio", "<= 1.5", samples[MANY], samples[FEW])
    for screen in screens.values():
        screen.close()


CASES: dict[str, Callable[[], None]] = {
    "open": open_at_end,
    "scroll": scroll,
    "stream": stream,
    "append": append_and_resize,
}


def main() -> None:
    """Run the cases that were named, or all."""
    application = QApplication(sys.argv[:1])
    theme.apply(application, "light", 1.0)
    for name in sys.argv[1:] or CASES:
        CASES[name]()


if __name__ == "__main__":
    main()
