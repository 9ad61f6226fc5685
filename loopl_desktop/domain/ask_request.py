"""The seven kinds of question in their normalised form.

What a model sends is read generously, once, by `ask_parsing`; everything behind that door (the
card, the transcript, history) sees only an `AskUserRequest`. Its own checks are strict: what they
let through can be drawn and answered.
"""

from typing import Annotated, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    model_validator,
)

from loopl_desktop.domain.ask_parsing.ask_types import AskType
from loopl_desktop.domain.ask_parsing.display_text import is_clean, says_nothing
from loopl_desktop.domain.ask_parsing.field_types import FieldType
from loopl_desktop.domain.ask_parsing.field_values import answerable, number_fits
from loopl_desktop.domain.ask_parsing.limits import (
    DEFAULT_TIMEOUT_S,
    MAX_FIELDS,
    MAX_LABEL,
    MAX_OPTIONS,
    MAX_TEXT,
    MAX_TIMEOUT_S,
    MIN_TIMEOUT_S,
)
from loopl_desktop.domain.ask_parsing.normalise import normalised
from loopl_desktop.domain.errors import AskSpecError
from loopl_desktop.domain.json_types import JsonValue

__all__ = [
    "DEFAULT_TIMEOUT_S",
    "MAX_TIMEOUT_S",
    "MIN_TIMEOUT_S",
    "AskOption",
    "AskSpecError",
    "AskType",
    "AskUserRequest",
    "FieldType",
    "FormField",
]

_CHOICES = frozenset(("select", "multiselect", "buttons"))


def _encodable(text: str) -> str:
    if not text.isascii():
        text.encode()  # a lone surrogate raises, which pydantic takes as any other ValueError
    return text


def _one_line(text: str) -> str:
    if not is_clean(text):
        raise ValueError("one line without control characters")
    return text


def _lines(text: str) -> str:
    if not is_clean(text, lines=True):
        raise ValueError("no control characters but newline and tab")
    return text


def _visible(text: str) -> str:
    if says_nothing(text):
        raise ValueError("something to read")
    return text


_Value: TypeAlias = Annotated[str, AfterValidator(_encodable)]
_Line: TypeAlias = Annotated[_Value, Field(max_length=MAX_LABEL), AfterValidator(_one_line)]
_Label: TypeAlias = Annotated[_Line, AfterValidator(_visible)]
_Lines: TypeAlias = Annotated[_Value, AfterValidator(_lines)]
_Number: TypeAlias = int | float


class _Spec(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, hide_input_in_errors=True, allow_inf_nan=False
    )


class AskOption(_Spec):
    """One thing to pick."""

    value: _Value
    """What the model reads, byte-exact."""
    label: _Label
    """What the card shows: one line, cleaned for display, unique within the question."""
    description: _Line = ""


class FormField(_Spec):
    """One row of a form."""

    name: Annotated[_Value, Field(min_length=1)]
    """The key of the answer; never an attribute or file name."""
    label: _Label
    type: FieldType = "text"
    required: bool = False
    """A toggle is never required: off is an answer."""
    default: _Value | int | float | bool | None = None
    """Of the field's type; a password has none."""
    help: Annotated[_Lines, Field(max_length=MAX_LABEL)] = ""
    min: _Number | None = None
    max: _Number | None = None
    integer: bool = False
    multiline: bool = False

    @property
    def secret(self) -> bool:
        """Whether the value is a `Secret`."""
        return self.type == "password"

    @model_validator(mode="after")
    def _parts_belong_to_the_type(self) -> Self:
        if self.type != "number" and (self.min, self.max, self.integer) != (None, None, False):
            raise ValueError("bounds belong to a number")
        if self.type != "text" and self.multiline:
            raise ValueError("lines belong to a text")
        if self.type == "toggle" and self.required:
            raise ValueError("an off toggle is an answer")
        if not answerable(self.min, self.max, integer=self.integer):
            raise ValueError("no number is between the bounds")
        if self.default is not None and not self._default_fits():
            raise ValueError("the default does not fit")
        return self

    def _default_fits(self) -> bool:
        default = self.default
        if self.type == "toggle":
            return isinstance(default, bool)
        if self.type == "number" and isinstance(default, (int, float)):
            return not isinstance(default, bool) and number_fits(
                default, self.min, self.max, integer=self.integer
            )
        return self.type == "text" and isinstance(default, str)


class AskUserRequest(_Spec):
    """One question to the person."""

    type: AskType
    text: Annotated[_Lines, Field(max_length=MAX_TEXT), AfterValidator(_visible)]
    title: _Line = ""
    options: Annotated[tuple[AskOption, ...], Field(strict=False, max_length=MAX_OPTIONS)] = ()
    fields: Annotated[tuple[FormField, ...], Field(strict=False, max_length=MAX_FIELDS)] = ()
    default: _Value | bool | Annotated[tuple[_Value, ...], Field(strict=False)] | None = None
    """An option's value, or a tuple of them for multiselect; a text for input; a bool for
    confirm."""
    timeout_s: Annotated[float, Field(ge=MIN_TIMEOUT_S, le=MAX_TIMEOUT_S)] = DEFAULT_TIMEOUT_S
    multiline: bool = False
    secret: bool = False
    """An input whose answer is a `Secret`."""

    @model_validator(mode="after")
    def _parts_belong_to_the_type(self) -> Self:
        if (self.type in _CHOICES) != bool(self.options):
            raise ValueError("options belong to a choice, and a choice needs them")
        if (self.type == "form") != bool(self.fields):
            raise ValueError("fields belong to a form, and a form needs them")
        if self.type != "input" and (self.multiline or self.secret):
            raise ValueError("lines and secrecy belong to an input")
        if self.secret and (self.multiline or self.default is not None):
            raise ValueError("a secret is one line and has no default")
        return self

    @model_validator(mode="after")
    def _answers_are_told_apart(self) -> Self:
        for names in (
            [option.value for option in self.options],
            [option.label for option in self.options],
            [field.name for field in self.fields],
        ):
            if len(set(names)) < len(names):
                raise ValueError("values, labels and names are unique")
        return self

    @model_validator(mode="after")
    def _default_fits(self) -> Self:
        default = self.default
        if default is None:
            return self
        values = {option.value for option in self.options}
        match self.type:
            case "confirm":
                fits = isinstance(default, bool)
            case "input":
                fits = isinstance(default, str)
            case "select" | "buttons":
                fits = isinstance(default, str) and default in values
            case "multiselect":
                fits = (
                    isinstance(default, tuple)
                    and values.issuperset(default)
                    and len(set(default)) == len(default)
                )
            case _:
                fits = False
        if not fits:
            raise ValueError("the default does not fit")
        return self

    @classmethod
    def parse(cls, arguments: object) -> "AskUserRequest":
        """Read what a model sent, generously.

        Raises:
            AskSpecError: if no card can be drawn of it; the text is the line for the model.
        """
        return cls.model_validate(normalised(arguments))

    @classmethod
    def from_reason(cls, reason: object) -> "AskUserRequest | None":
        """The request of an `ask_user` interrupt; `None` for anything but a normalised spec."""
        if not isinstance(reason, dict):
            return None
        try:
            return cls.model_validate(reason)
        except Exception:  # noqa: BLE001 (beside its own error: what a foreign class raises when read)
            return None

    def to_spec(self) -> dict[str, JsonValue]:
        """The normalised spec as plain JSON data; `from_reason` gives the same request back."""
        spec: dict[str, JsonValue] = self.model_dump(mode="json", exclude_defaults=True)
        if self.fields:
            spec["fields"] = [
                {"type": field.type, **field.model_dump(mode="json", exclude_defaults=True)}
                for field in self.fields
            ]
        return spec

    @property
    def secret_names(self) -> frozenset[str]:
        """The names of password fields."""
        return frozenset(field.name for field in self.fields if field.secret)
