"""The seven kinds of question in their normalised form.

What a model sends is read generously, once, by `ask_parsing`; everything behind that door (the
card, the transcript, history) sees only an `AskUserRequest`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from loopl_desktop.domain.ask_parsing.normalise import normalised
from loopl_desktop.domain.errors import AskSpecError
from loopl_desktop.domain.json_types import JsonValue

__all__ = ["AskOption", "AskSpecError", "AskUserRequest", "FormField"]

AskType: TypeAlias = Literal[
    "confirm", "select", "multiselect", "input", "buttons", "form", "message"
]
FieldType: TypeAlias = Literal["text", "password", "number", "toggle"]

DEFAULT_TIMEOUT_S = 180.0
MIN_TIMEOUT_S, MAX_TIMEOUT_S = 5.0, 3600.0


class _Spec(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, hide_input_in_errors=True, allow_inf_nan=False
    )


class AskOption(_Spec):
    """One thing to pick."""

    value: str
    """What the model reads, byte-exact."""
    label: str
    """What the card shows: one line, cleaned for display."""
    description: str = ""


class FormField(_Spec):
    """One row of a form."""

    name: str
    label: str
    type: FieldType = "text"
    required: bool = False
    default: str | int | float | bool | None = None
    help: str = ""
    min: int | float | None = None
    max: int | float | None = None
    integer: bool = False
    multiline: bool = False

    @property
    def secret(self) -> bool:
        """Whether the value is a `Secret`."""
        return self.type == "password"


class AskUserRequest(_Spec):
    """One question to the person."""

    type: AskType
    text: str
    title: str = ""
    options: Annotated[tuple[AskOption, ...], Field(strict=False)] = ()
    fields: Annotated[tuple[FormField, ...], Field(strict=False)] = ()
    default: str | bool | Annotated[tuple[str, ...], Field(strict=False)] | None = None
    """An option's value, or a tuple of them for multiselect; a text for input; a bool for
    confirm."""
    timeout_s: float = DEFAULT_TIMEOUT_S
    multiline: bool = False
    secret: bool = False
    """An input whose answer is a `Secret`."""

    @classmethod
    def parse(cls, arguments: object) -> "AskUserRequest":
        """Read what a model sent, generously.

        Raises:
            AskSpecError: if no card can be drawn of it; the text is the line for the model.
        """
        return cls.model_validate(normalised(arguments))

    @classmethod
    def from_reason(cls, reason: object) -> "AskUserRequest | None":
        """The request of an `ask_user` interrupt; `None` for anything else."""
        try:
            return cls.model_validate(reason)
        except ValidationError:
            return None

    def to_spec(self) -> dict[str, JsonValue]:
        """The normalised spec as plain JSON data; `from_reason` gives the same request back."""
        spec: dict[str, JsonValue] = self.model_dump(mode="json", exclude_defaults=True)
        return spec

    @property
    def secret_names(self) -> frozenset[str]:
        """The names of password fields."""
        return frozenset(field.name for field in self.fields if field.secret)
