"""The types of plain JSON data."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = (
    "str | int | float | bool | None | Sequence[JsonValue] | Mapping[str, JsonValue]"
)
JsonObject: TypeAlias = Mapping[str, JsonValue]
