"""What parsing gave, and the normalised forms in short."""

from typing import Any

from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest

A_AND_B = [{"value": "a", "label": "a"}, {"value": "b", "label": "b"}]

Accepted = dict[str, tuple[Any, dict[str, Any]]]
"""By name: what was sent, and the normalised spec."""


def lean(value: Any) -> Any:
    """Without what means nothing: the usual wait, and null, false or empty values."""
    if isinstance(value, dict):
        return {
            key: lean(item)
            for key, item in value.items()
            if item not in (None, False, "") and (key, item) != ("timeout_s", 180)
        }
    return [lean(item) for item in value] if isinstance(value, list) else value


def outcome(spec: object) -> dict[str, Any]:
    """The normalised spec or the line."""
    try:
        return {"do": "accept", "normalized": lean(AskUserRequest.parse(spec).to_spec())}
    except AskSpecError as error:
        return {"do": "error", "error": str(error)}


def choice(ask_type: str = "select", text: str = "Which?", **rest: Any) -> dict[str, Any]:
    return {"type": ask_type, "text": text, "options": A_AND_B, **rest}


def form(*fields: dict[str, Any], text: str = "D", **rest: Any) -> dict[str, Any]:
    return {"type": "form", "text": text, "fields": list(fields), **rest}


def field(name: str, label: str, field_type: str = "text", **rest: Any) -> dict[str, Any]:
    return {"name": name, "label": label, "type": field_type, **rest}
