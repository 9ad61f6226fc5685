"""The door: from anything to the plain data of a normalised spec."""

from loopl_desktop.domain.errors import AskSpecError
from loopl_desktop.domain.json_types import JsonValue


def normalised(arguments: object) -> dict[str, JsonValue]:
    """The normalised spec, keys as `AskUserRequest` has them.

    Raises:
        AskSpecError: with the line that the model reads.
    """
    if not isinstance(arguments, dict):
        raise AskSpecError("ERROR: ask_user: arguments must be a JSON object")
    return arguments
