"""Live answers: what the person gave, unmasked (protected module).

Only masking, the engine, the bridge's controllers and the cards may import it. Everything else
sees a `MaskedAnswer`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Never, TypeAlias, assert_never

from loopl_desktop.domain.ask_request import AskUserRequest, FormField
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.interrupts import Aborted, Cancelled, TimedOut
from loopl_desktop.domain.scrubbing import MASK

__all__ = [
    "MASK",
    "AnswerError",
    "AnswerValue",
    "Answered",
    "AskUserAnswer",
    "Cancelled",
    "FieldValue",
    "Secret",
    "TimedOut",
    "fits",
    "misfit",
]

ACKNOWLEDGED = "acknowledged"
"""The answer to a message."""


class Secret:
    """Something typed that only the running turn may read.

    It says nothing in text form and refuses to be copied, pickled or written: a path that would
    leak it fails loudly.
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """Return the text itself. Use it in one expression; never keep it in a variable."""
        return self.__value

    def __repr__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return MASK

    def __refuse(self, *_: object) -> Never:
        raise TypeError("a Secret cannot be copied or written")

    __reduce__ = __reduce_ex__ = __getstate__ = __copy__ = __deepcopy__ = __refuse


FieldValue: TypeAlias = str | int | float | bool | Secret | None
AnswerValue: TypeAlias = bool | str | Secret | list[str] | Mapping[str, FieldValue]


@dataclass(frozen=True, slots=True, repr=False)
class Answered:
    """The person answered."""

    value: AnswerValue
    """By type of the request: confirm a bool, select and buttons an option's value, multiselect
    a list of them, input a text (a `Secret` where the request says so or the person wants it),
    form `{field name: value}`, message `"acknowledged"`."""

    def __repr__(self) -> str:
        return f"Answered({MASK})"


AskUserAnswer: TypeAlias = Answered | Cancelled | TimedOut | Aborted


class AnswerError(LooplError):
    """This answer does not fit the request, so the card stays.

    Its text is a sentence for the person and holds no value that was typed.
    """


def fits(answer: object, request: AskUserRequest) -> bool:
    """Return whether this answers the request: the right type, within the bounds it names."""
    return misfit(answer, request) is None


def misfit(answer: object, request: AskUserRequest) -> str | None:
    """Return why this does not answer the request, as a sentence for the person.

    Returns:
        `None` if it fits. The sentence names fields but never what was typed.
    """
    match answer:
        case Answered(value):
            return _value_misfit(value, request)
        case Cancelled() | TimedOut() | Aborted():
            return None
        case _:
            return "A question needs an answer or Cancel."


def _value_misfit(value: object, request: AskUserRequest) -> str | None:
    known = {option.value for option in request.options}
    match request.type:
        case "form":
            return _form_misfit(value, request)
        case "confirm":
            good = isinstance(value, bool)
        case "select" | "buttons":
            good = isinstance(value, str) and value in known
        case "multiselect":
            good = _are_picks(value, known)
        case "input":
            good = isinstance(value, Secret) or (isinstance(value, str) and not request.secret)
        case "message":
            good = value == ACKNOWLEDGED
        case never:
            assert_never(never)
    return None if good else "This answer does not fit the question."


def _are_picks(value: object, known: set[str]) -> bool:
    """Whether these are options, each at most once."""
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        return False
    return len(set(value)) == len(value) and known.issuperset(value)


def _form_misfit(value: object, request: AskUserRequest) -> str | None:
    names = {field.name for field in request.fields}
    if not (isinstance(value, Mapping) and value.keys() == names):
        return "The form needs exactly one value for each of its fields."
    problems = (_field_misfit(value[field.name], field) for field in request.fields)
    return next((problem for problem in problems if problem is not None), None)


def _field_misfit(value: object, field: FormField) -> str | None:
    match field.type:
        case "toggle":
            return None if isinstance(value, bool) else f"{field.label} is on or off."
        case "password":
            if not isinstance(value, Secret):
                return f"{field.label} must be given as a secret."
            return _missing(field) if field.required and not value.reveal() else None
        case "text":
            return _text_misfit(value, field)
        case "number":
            return _number_misfit(value, field)
        case never:
            assert_never(never)


def _missing(field: FormField) -> str:
    return f"{field.label} is needed."


def _text_misfit(value: object, field: FormField) -> str | None:
    if not isinstance(value, str | Secret):
        return f"{field.label} must be a text."
    blank = not (value.reveal() if isinstance(value, Secret) else value).strip()
    return _missing(field) if field.required and blank else None


def _number_misfit(value: object, field: FormField) -> str | None:
    if value is None:
        return _missing(field) if field.required else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{field.label} must be a number."
    if isinstance(value, float) and not math.isfinite(value):
        return f"{field.label} must be a number."
    if field.integer and value != int(value):
        return f"{field.label} must be a whole number."
    if field.min is not None and value < field.min:
        return f"{field.label} must be {field.min} or more."
    if field.max is not None and value > field.max:
        return f"{field.label} must be {field.max} or less."
    return None
