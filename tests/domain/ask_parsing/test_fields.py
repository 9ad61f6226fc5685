"""Fields in every shape, their types, bounds and defaults."""

import pytest

from tests.domain.ask_parsing.outcomes import Accepted, field, form, lean, outcome

ACCEPTED: Accepted = {
    # fields
    "names": (
        {"type": "form", "text": "D", "fields": ["first_name", "email"]},
        form(field("first_name", "First name"), field("email", "Email")),
    ),
    "names and types": (
        {
            "type": "form",
            "text": "D",
            "fields": {"user": "text", "pw": "password", "age": "integer"},
        },
        form(
            field("user", "User"),
            field("pw", "Pw", "password"),
            field("age", "Age", "number", integer=True),
        ),
    ),
    "names and defaults": (
        {"type": "form", "text": "D", "fields": {"port": 8080, "on": True, "city": "Rome"}},
        form(
            field("port", "Port", "number", default=8080),
            field("on", "On", "toggle", default=True),
            field("city", "City"),
        ),
    ),
    "fields of one key": (
        {"type": "form", "text": "D", "fields": [{"age": {"type": "number"}}, {"on": "toggle"}]},
        form(field("age", "Age", "number"), field("on", "On", "toggle")),
    ),
    "one field without its list": (
        {"type": "form", "text": "D", "fields": {"name": "age", "type": "number"}},
        form(field("age", "Age", "number")),
    ),
    "one password without its list": (
        {"type": "form", "text": "D", "fields": {"name": "password", "type": "password"}},
        form(field("password", "Password", "password")),
    ),
    "a form with a field called name": (
        {"type": "form", "text": "D", "fields": {"name": "text", "age": "number"}},
        form(field("name", "Name"), field("age", "Age", "number")),
    ),
    "types that mean a secret": (
        form(
            {"name": "a", "type": "API key"},
            {"name": "b", "type": "hidden"},
            {"name": "c", "type": "password_input"},
            {"name": "d", "type": "otp"},
        ),
        form(*(field(name, name.upper(), "password") for name in "abcd")),
    ),
    "a schema as fields": (
        {
            "type": "form",
            "text": "D",
            "fields": {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]},
        },
        form(field("a", "A"), field("b", "B", required=True)),
    ),
    "a number as a text": (
        form(field("n", "N", "number", default="3", min="1", max=5.0)),
        form(field("n", "N", "number", default=3, min=1, max=5)),
    ),
    "bounds the wrong way round": (
        form(field("n", "N", "number", min=10, max=1, default=5)),
        form(field("n", "N", "number", default=5)),
    ),
    "bounds without a whole number between": (
        form(field("n", "N", "integer", min=0.2, max=0.8)),
        form(field("n", "N", "number", integer=True)),
    ),
    "bounds that are no numbers": (
        form(field("n", "N", "number", min="low", max=float("inf"), step=0.1)),
        form(field("n", "N", "number")),
    ),
    "a default beyond its bounds": (
        form(field("n", "N", "number", max=3, default=4)),
        form(field("n", "N", "number", max=3)),
    ),
    "half a default of a whole number": (
        form(field("n", "N", "integer", default=2.5)),
        form(field("n", "N", "number", integer=True)),
    ),
    "a toggle with an odd default": (
        form(field("on", "On", "switch", default="perhaps", required="maybe")),
        form(field("on", "On", "toggle")),
    ),
    "a text of several lines": (
        form(field("a", "A", default="x\ny"), field("b", "B", "textarea")),
        form(field("a", "A", default="x\ny", multiline=True), field("b", "B", multiline=True)),
    ),
    "a number as the default of a text": (
        form(field("zip", "Zip", default=10115)),
        form(field("zip", "Zip", default="10115")),
    ),
    "a label that only marks": (
        form(field("nick", "(optional)"), field("mail", "*")),
        form(field("nick", "Nick"), field("mail", "Mail", required=True)),
    ),
    "an explicit word against the label": (
        form(
            {"name": "a", "label": "A (required)", "optional": True}, {"name": "b*", "required": 0}
        ),
        form(field("a", "A"), field("b*", "B")),
    ),
    "required in words": (
        form({"name": "a", "required": "optional"}, {"name": "b", "required": "Yes"}),
        form(field("a", "A"), field("b", "B", required=True)),
    ),
    "labels without names": (
        form({"label": "Age"}, {"label": "Age"}, {"label": "?"}, {"name": "field4"}, {"help": "h"}),
        form(
            field("age", "Age"),
            field("field2", "Age"),
            field("field3", "?"),
            field("field4", "Field4"),
            field("field5", "Field 5", help="h"),
        ),
    ),
    "a made name that is taken": (
        form({"name": "field2"}, {"type": "text"}),
        form(field("field2", "Field2"), field("field2_", "Field 2")),
    ),
    "a PIN as a number": (
        form(field("pin", "Your PIN", "number", min=0, default=1234, integer=True)),
        form(field("pin", "Your PIN", "password")),
    ),
    "a password by its format": (
        form({"name": "x", "type": "string", "format": "password", "default": "y"}),
        form(field("x", "X", "password")),
    ),
    "a password with everything": (
        form(field("x", "X", "secret", default="y", multiline=True, min=3, help="h")),
        form(field("x", "X", "password", help="h")),
    ),
    "a toggle that shows the password": (
        form(field("show_password", "Show password", "toggle", default=True)),
        form(field("show_password", "Show password", "toggle", default=True)),
    ),
    "the one field of a question that asks for a secret": (
        form(field("value", "Value", default="x"), text="Paste your API key"),
        form(field("value", "Value", "password"), text="Paste your API key"),
    ),
    "an input that asks for a secret": (
        {"type": "input", "text": "Enter your API key", "default": "x", "multiline": True},
        {"type": "input", "text": "Enter your API key", "secret": True},
    ),
    "an input whose title asks for a secret": (
        {"type": "input", "title": "GitHub token", "text": "Paste here"},
        {"type": "input", "title": "GitHub token", "text": "Paste here", "secret": True},
    ),
    "an input whose name says secret": (
        {"type": "input", "id": "api_key", "text": "Value?"},
        {"type": "input", "text": "Value?", "secret": True},
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_odd_fields_give_their_form(name: str) -> None:
    spec, normalised = ACCEPTED[name]
    assert outcome(spec) == {"do": "accept", "normalized": lean(normalised)}
