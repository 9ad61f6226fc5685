"""Live answers (protected module: engine and cards only)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Never, TypeAlias, assert_never

from loopl_desktop.domain.ask_request import FormField
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.errors import LooplError
from loopl_desktop.domain.interrupts import Aborted

MASK = "••••"


class Secret:
    """Something typed that only the running turn may read."""

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """The text itself; never keep it in a variable."""
        return self.__value

    def __repr__(self) -> str:
        return MASK

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return MASK

    def __refuse(self, *_: object) -> Never:
        raise TypeError("a Secret cannot be copied or written")

    __reduce__ = __reduce_ex__ = __getstate__ = __copy__ = __deepcopy__ = __refuse


FieldValue: TypeAlias = str | int | float | bool | None | Secret
AnswerValue: TypeAlias = bool | str | Secret | list[str] | Mapping[str, FieldValue]


@dataclass(frozen=True, slots=True)
class Answered:
    """The person answered."""

    value: AnswerValue


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person pressed Cancel."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock ran out."""


AskUserAnswer: TypeAlias = Answered | Cancelled | TimedOut | Aborted


class AnswerError(LooplError):
    """This answer does not fit the request; its text holds no value, and the card stays."""


def fits(answer: object, request: AskUserRequest) -> bool:
    """Whether this answer has the type that the card gives."""
    match answer:
        case Answered(value):
            return _value_fits(value, request)
        case Cancelled() | TimedOut() | Aborted():
            return True
        case _:
            return False


def _value_fits(value: object, request: AskUserRequest) -> bool:
    known = {option.value for option in request.options}
    match request.type:
        case "confirm":
            return isinstance(value, bool)
        case "select" | "buttons":
            return isinstance(value, str) and value in known
        case "multiselect":
            return (
                isinstance(value, list)
                and len(set(value)) == len(value)
                and known.issuperset(value)
            )
        case "input":
            return isinstance(value, Secret) or (isinstance(value, str) and not request.secret)
        case "message":
            return value == "acknowledged"
        case "form":
            return (
                isinstance(value, Mapping)
                and value.keys() == {field.name for field in request.fields}
                and all(_field_fits(value[field.name], field) for field in request.fields)
            )
        case never:
            assert_never(never)


def _field_fits(value: object, field: FormField) -> bool:
    match field.type:
        case "toggle":
            return isinstance(value, bool)
        case "password":
            return isinstance(value, Secret) and not (field.required and not value.reveal())
        case "text":
            value = value.reveal() if isinstance(value, Secret) else value
            return isinstance(value, str) and not (field.required and not value.strip())
        case "number":
            if value is None:
                return not field.required
            return (
                isinstance(value, (int, float))
                and not isinstance(value, bool)
                and math.isfinite(value)
            )
        case never:
            assert_never(never)
