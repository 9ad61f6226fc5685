"""What a spec says, made fit to be shown as plain text. Values never pass through here."""

import re

from loopl_desktop.domain.ask_parsing.limits import MAX_LABEL

ELLIPSIS = "…"

_ANSI = re.compile(
    # Colours and cursor moves; titles, addresses and other texts for the terminal; short ones.
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]?"
)
_LINE_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_ANY_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")

# Format characters that reorder or hide what follows. Not in here, because words need them: the
# joiners (emoji families, Persian) and the direction marks U+200E, U+200F, U+061C, which override
# nothing and belong to ordinary Arabic and Hebrew typing.
_HIDDEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_FLAG_OF_A_REGION = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
_HIDDEN_OR_FLAG = re.compile(f"({_FLAG_OF_A_REGION})|([{_HIDDEN}])")
_SAYS_NOTHING = re.compile(r"[\s\u061c\u200c-\u200f\ufe00-\ufe0f]*")


def clean_text(raw: str) -> str:
    """A text of several lines: no controls but newline and tab, no hidden characters, trimmed."""
    if raw.isascii() and raw.isprintable():
        return raw.strip()
    text = _CONTROLS.sub("", _LINE_BREAKS.sub("\n", _ANSI.sub("", raw)))
    return _HIDDEN_OR_FLAG.sub(_mark, text).strip()


def clean_line(raw: str) -> str:
    """A label: one line, blanks collapsed, no longer than `MAX_LABEL`."""
    return shortened(" ".join(clean_text(raw).split()), MAX_LABEL)


def is_clean(text: str, *, lines: bool = False) -> bool:
    """Whether a text holds no control character (of several lines: none but newline and tab)."""
    if lines:
        text = text.replace("\n", "").replace("\t", "")
    return _ANY_CONTROL.search(text) is None


def says_nothing(text: str) -> bool:
    """Whether nothing of a text would be seen."""
    return _SAYS_NOTHING.fullmatch(text) is not None


def shortened(text: str, length: int) -> str:
    """At most `length` characters; what is missing is marked."""
    return text if len(text) <= length else text[: length - 1].rstrip() + ELLIPSIS


def _mark(found: re.Match[str]) -> str:
    flag, hidden = found.groups()
    return flag or f"[U+{ord(hidden):04X}]"
