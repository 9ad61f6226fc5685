"""The options of a choice, in every shape that models send."""

import re
from collections import Counter
from dataclasses import dataclass, replace

from loopl_desktop.domain.ask_parsing import keys as k
from loopl_desktop.domain.ask_parsing.decoding import decoded
from loopl_desktop.domain.ask_parsing.display_text import clean_line, says_nothing, shortened
from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.limits import MAX_LABEL, MAX_OPTIONS
from loopl_desktop.domain.ask_parsing.names import slug
from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject
from loopl_desktop.domain.ask_parsing.repair import call, quoted, spec_error
from loopl_desktop.domain.ask_parsing.scalars import as_text
from loopl_desktop.domain.errors import AskSpecError

_BULLET = re.compile(r"\s*(?:[-*+•‣]|\d{1,3}[.)])\s+")
_ONE_WORD = re.compile(r"[^\s,;/|]+")
_MAX_SAMPLE_LABELS = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick: the value byte-exact, the rest cleaned for display."""

    value: str
    label: str
    description: str = ""

    def to_spec(self) -> PlainObject:
        """As plain data."""
        spec: PlainObject = {"value": self.value, "label": self.label}
        return spec | {"description": self.description} if self.description else spec


def read_options(raw: Plain, text: str) -> tuple[Option, ...]:
    """The options in the order sent: blanks dropped, exact duplicates merged, labels unique.

    Raises:
        AskSpecError: if there is no safe way to read them. The caller refuses an empty result.
    """
    options = _distinct(
        [(position, _option(item, position)) for position, item in enumerate(_listed(raw), 1)]
    )
    if len(options) > MAX_OPTIONS:
        raise spec_error(
            f"{len(options)} options is too many (at most {MAX_OPTIONS});"
            " narrow the list or use input",
            call("input", text),
        )
    return _told_apart(options)


def sample_labels(raw: Plain) -> list[str]:
    """A few labels for an example, as far as they can be read."""
    try:
        options = read_options(raw, "")
    except AskSpecError:
        return []
    return [option.label for option in options[:_MAX_SAMPLE_LABELS]]


def _listed(raw: Plain) -> list[Plain]:
    """One item an option. An item is a scalar, a pair, or an object with a label or a value."""
    if isinstance(raw, str):
        raw = _from_text(raw)
    if isinstance(raw, list):
        return raw
    return _from_object(raw) if isinstance(raw, dict) else []


def _from_text(raw: str) -> Plain:
    """Data in a text, or one option a line. Never split at commas: labels contain them."""
    inner = decoded(raw)
    if inner is not None:
        return inner
    lines = [line for line in raw.splitlines() if line.strip()]
    if len(lines) == 1 and not (_BULLET.match(lines[0]) or _ONE_WORD.fullmatch(lines[0].strip())):
        raise spec_error("options must be a list", ["Boston, MA", "Austin"])
    return [_BULLET.sub("", line, count=1).strip() for line in lines]


def _from_object(raw: PlainObject) -> list[Plain]:
    """Value to label, or a JSON schema's enumeration, or one option that came without its list."""
    keys = Keys(raw)
    nested = next((item for item in keys.all_of(k.OPTIONS) if isinstance(item, list)), None)
    if nested is not None:
        return nested
    if ("label",) in keys and ("value",) in keys:
        return [raw]
    items: list[Plain] = []
    for value, label in raw.items():
        items.append({"value": value, **label} if isinstance(label, dict) else [value, label])
    return items


def _option(item: Plain, position: int) -> Option | None:
    """One option; `None` for a blank one."""
    description = ""
    if isinstance(item, dict):
        keys = Keys(item)
        value, label = keys.given(k.OPTION_VALUE), keys.first(k.OPTION_LABEL)
        description = clean_line(keys.text(k.OPTION_DESCRIPTION))
        empty = all(part is None or part == "" for part in item.values())
    elif isinstance(item, list) and len(item) == 2:
        value, label = item
        empty = False
    else:
        value, label = item, None
        empty = item is None
    if empty:
        return None
    value_text, label_text = as_text(value), as_text(label)
    if (value_text is None) != (value is None) or (label_text is None) != (label is None):
        raise _no_option(position)
    return _made(value_text, label_text, description, position)


def _made(value: str | None, label: str | None, description: str, position: int) -> Option | None:
    if value is None and label is None:
        raise _no_option(position)
    shown = clean_line(label or "")
    if says_nothing(shown):
        shown = clean_line(value or "")
    if says_nothing(shown):
        return None
    return Option(value if value is not None else label or "", shown, description)


def _no_option(position: int) -> AskSpecError:
    return spec_error(
        f"option {position} must be a string or an object with value and label",
        {"value": "a", "label": "A"},
    )


def _distinct(numbered: list[tuple[int, Option | None]]) -> list[Option]:
    """Without blanks and repetitions; one value under two labels cannot be answered safely."""
    first: dict[str, tuple[int, Option]] = {}
    for position, option in numbered:
        if option is None:
            continue
        before_at, before = first.setdefault(option.value, (position, option))
        if before.label != option.label:
            raise spec_error(
                f"options {before_at} and {position} have the same value {quoted(option.value)};"
                " give each its own value",
                _own_values(before, option),
            )
    return [option for _, option in first.values()]


def _own_values(one: Option, other: Option) -> list[Plain]:
    values = [shortened(slug(option.label), 40) for option in (one, other)]
    return list[Plain](values) if values[0] != values[1] and all(values) else ["a", "b"]


def _told_apart(options: list[Option]) -> tuple[Option, ...]:
    """The same label on two values: the value is shown too, and a number where that is no help."""
    labels = Counter(option.label for option in options)
    taken: dict[str, int] = {}
    apart = []
    for option in options:
        label, value = option.label, clean_line(option.value)
        if labels[label] > 1 and value:
            label = _with(label, f" — {value}")
        apart.append(replace(option, label=_unused(label, taken)))
    return tuple(apart)


def _unused(label: str, taken: dict[str, int]) -> str:
    """The label, numbered where it is taken already; `taken` remembers the last number of each."""
    unused, number = label, taken.get(label, 0)
    while unused in taken:
        number += 1
        unused = _with(label, f" ({number + 1})")
    taken[label] = number
    taken[unused] = 0
    return unused


def _with(label: str, suffix: str) -> str:
    """A label with something added, within the length of a label."""
    suffix = shortened(suffix, MAX_LABEL // 2)
    return shortened(label, MAX_LABEL - len(suffix)) + suffix
