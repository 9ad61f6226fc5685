"""Paints a realistic transcript into PNGs: `python -m tests.ui.transcript.gallery DIR`."""

import os
import sys
from pathlib import Path

if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import MaskedAnswer
from loopl_desktop.domain.settings import Appearance
from loopl_desktop.domain.transcript import (
    AskItem,
    AssistantItem,
    ChildItem,
    NoticeItem,
    ToolItem,
    Transcript,
    TranscriptItem,
    UserItem,
)
from loopl_desktop.ui import theme
from loopl_desktop.ui.transcript.view import TranscriptView
from tests.ui.transcript.rows import RowsModel, Shelf, question

REPLY = """\
## Three places for tonight

All three have a free table for **four people** at *19:30*. I compared the way there, the \
[reviews](https://www.example.org/reviews?city=rome) and the price of a menu:

1. **Antica Pesa**: a short walk, quiet, has `vegan: true` in its menu
2. **Oda**: Turkish, louder, the kitchen is open late
   - a table at the window is left
   - they ask for a card number
3. **Da Enzo**: no booking, come before seven

| Place | Kitchen | Price | Way |
|:------|:--------|------:|----:|
| Antica Pesa | Italian | 42 € | 8 min |
| Oda | Turkish | 35 € | 15 min |
| Da Enzo | Roman | 28 € | 21 min |

> Tables in the first room are kept for ten minutes only.

To check the calendar yourself:

```python
from datetime import datetime, timedelta


def free_slots(day: datetime, length: timedelta = timedelta(minutes=90)) -> list[datetime]:
    \"\"\"All starts at which a table of four is free, in steps of a quarter of an hour.\"\"\"
    return [start for start in quarters(day) if is_free(start, start + length)]
```

### What is next

- [x] compared three places
- [ ] book one of them
- [ ] tell the others

![a map of the way](https://tiles.example.net/map.png) and a bare address: \
https://example.org/booking.

---

Shall I go on?
"""
LONG_WORD = "A path without any space: /srv/" + "very_long_directory_name_" * 12
RIGHT_TO_LEFT = "أين تريد أن أحجز الطاولة الليلة؟ لدي ثلاثة مطاعم.\n\nAnd English again."


def form_question(answer: MaskedAnswer) -> AskItem:
    fields = (
        FormField(name="host", label="Host"),
        FormField(name="port", label="Port", type="number", integer=True),
        FormField(name="password", label="Password", type="password"),
        FormField(name="tls", label="Use TLS", type="toggle"),
    )
    request = AskUserRequest(type="form", text="How do I reach the database?", fields=fields)
    return AskItem("call-form", request, answer)


def settled(tool_use_id: str, request: AskUserRequest, answer: MaskedAnswer) -> AskItem:
    return AskItem(tool_use_id, request, answer)


def endings() -> list[TranscriptItem]:
    options = tuple(
        AskOption(value=name, label=name) for name in ("Tomatoes", "Olives", "Capers", "Garlic")
    )
    extras = AskUserRequest(type="multiselect", text="Which extras?", options=options)
    secret = AskUserRequest(type="input", text="What is the password of the archive?", secret=True)
    name = AskUserRequest(type="input", text="Under which name should I book the table for four?")
    sure = AskUserRequest(type="confirm", text="Shall I delete the old booking?")
    filled: dict[str, JsonValue] = {"host": "db.example.org", "port": 5432, "tls": True}
    filled["password"] = "••••"
    return [
        question("call-1", MaskedAnswer("answered", "Oda · Turkish")),
        settled("call-2", extras, MaskedAnswer("answered", ["Olives", "Capers"])),
        settled("call-3", secret, MaskedAnswer("answered", "••••")),
        settled("call-4", sure, MaskedAnswer("answered", True)),
        form_question(MaskedAnswer("answered", filled)),
        settled("call-5", name, MaskedAnswer("cancelled")),
        settled("call-6", name, MaskedAnswer("timed_out")),
        settled("call-7", name, MaskedAnswer("aborted", reason="stopped")),
    ]


def conversation() -> list[TranscriptItem]:
    child = Transcript()
    return [
        UserItem("Book me a table tonight."),
        AssistantItem(REPLY, reasoning="They want a table. First I look for places nearby."),
        ToolItem("call-a", "calculator", {"expression": "6*7"}, "42"),
        ToolItem("call-b", "web_page", {"url": "https://example.org/a", "chars": 4000}),
        ToolItem("call-c", "calculator", {"expression": "1/0"}, "ERROR: calculator: division by 0"),
        ChildItem("researcher", child),
        *endings(),
        UserItem(
            "Thank you! Please make it the one at the window, and note that one of us is vegan:\n"
            "- no butter\n- no cheese\n\nHTML stays <b>text</b> & so do *stars*."
        ),
        AssistantItem(LONG_WORD),
        AssistantItem(RIGHT_TO_LEFT),
        UserItem("نعم، من فضلك"),
        NoticeItem("The model could not be reached. Check the address in Settings, then retry."),
        AssistantItem("I have one more question before I can book:"),
        question("call-9"),
    ]


def paint(app: QApplication, folder: Path, name: str, appearance: Appearance, scale: float) -> None:
    theme.apply(app, appearance, scale)
    model, shelf = RowsModel(conversation()), Shelf()
    model.expanded |= {model.ids[row] for row in (2, 6, 10)}
    view = TranscriptView(model, shelf)
    view.load_markdown()
    view.resize(420 if "narrow" in name else 860, 1000)
    view.show()
    for _ in range(5):
        app.processEvents()
    view.scrollToTop()
    page = 0
    while True:
        app.processEvents()
        view.grab().save(str(folder / f"{name}-{page}.png"))
        bar = view.verticalScrollBar()
        if bar.value() >= bar.maximum() or page > 8:
            break
        view.scroll_by(900)
        page += 1
    view.close()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    paint(app, folder, "light", "light", 1.0)
    paint(app, folder, "dark", "dark", 1.0)
    paint(app, folder, "large", "light", 2.0)
    paint(app, folder, "narrow", "light", 1.0)
    paint(app, folder, "narrow-large", "dark", 2.0)


if __name__ == "__main__":
    main()
