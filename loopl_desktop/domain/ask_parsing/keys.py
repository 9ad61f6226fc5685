"""The keys under which models send things, their own and those of other tools."""

from collections.abc import Iterator

from loopl_desktop.domain.ask_parsing.plain_data import Plain, PlainObject
from loopl_desktop.domain.ask_parsing.scalars import as_text

TEXT = ("text", "question", "prompt", "message", "body", "content", "description", "label")
TITLE = ("title", "header", "heading")
TYPE = ("type", "questiontype", "kind")
OPTIONS = (
    "options",
    "choices",
    "items",
    "suggestions",
    "followup",
    "predefinedoptions",
    "enum",
    "oneof",
    "anyof",
)
FIELDS = ("fields", "inputs", "properties")
DEFAULT = ("default", "defaultvalue", "initialvalue")
MULTIPLE = ("multiselect", "allowmultiple", "multiple", "allowmultipleselection")
MULTILINE = ("multiline",)
REQUIRED = ("required", "isrequired")
OPTIONAL = ("optional",)
SECRET = ("secret", "issecret", "sensitive", "masked", "writeonly")
QUESTIONS = ("questions",)
SCHEMA = ("requestedschema", "schema")
ANSWER = ("ok", "value", "answer", "answers", "cancelled", "aborted")

OPTION_VALUE = ("value", "id", "key", "const")
OPTION_LABEL = ("label", "text", "name", "title")
OPTION_DESCRIPTION = ("description", "detail", "details", "help", "hint")

FIELD_NAME = ("name", "id", "key")
FIELD_LABEL = ("label", "title", "text", "question", "prompt")
FIELD_HELP = ("help", "description", "hint", "helptext", "placeholder")
FIELD_MIN = ("min", "minimum")
FIELD_MAX = ("max", "maximum")
FIELD_FORMAT = ("format",)
FIELD_INTEGER = ("integer",)

_SEPARATORS = str.maketrans("", "", "_- .")


def squeezed(key: str) -> str:
    """A key or type word without case, blanks and separators: `multi-Select` is `multiselect`."""
    return key.casefold().translate(_SEPARATORS)


def merged(first: PlainObject, second: PlainObject) -> PlainObject:
    """Both; where they hold the same thing under any spelling, the first one's."""
    said = {squeezed(key) for key, value in first.items() if value is not None}
    return first | {key: value for key, value in second.items() if squeezed(key) not in said}


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


class Keys:
    """What an object holds, asked for by the squeezed names of one thing, the best name first."""

    def __init__(self, source: PlainObject) -> None:
        self._values: PlainObject = {}
        for key, value in source.items():
            if value is not None and len(key) <= 64:
                self._values.setdefault(squeezed(key), value)

    def __contains__(self, aliases: tuple[str, ...]) -> bool:
        return any(alias in self._values for alias in aliases)

    def given(self, aliases: tuple[str, ...]) -> Plain:
        """The first that is there, also a blank text; `None` if none is."""
        return next((self._values[alias] for alias in aliases if alias in self._values), None)

    def all_of(self, aliases: tuple[str, ...]) -> Iterator[Plain]:
        """Each that is there."""
        return (self._values[alias] for alias in aliases if alias in self._values)

    def first(self, aliases: tuple[str, ...]) -> Plain:
        """The first that is there and says something; `None` if none does."""
        return next((value for value in self.all_of(aliases) if not _blank(value)), None)

    def text(self, aliases: tuple[str, ...]) -> str:
        """The first text, number or boolean that says something, as a text; blank if none does."""
        texts = (as_text(value) or "" for value in self.all_of(aliases))
        return next((text for text in texts if text.strip()), "")


def _blank(value: Plain) -> bool:
    return value in ([], {}) or (isinstance(value, str) and not value.strip())
