"""Requests of each kind, as the parser gives them."""

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField


def options(*labels: str) -> tuple[AskOption, ...]:
    """Options whose values are not their labels."""
    return tuple(AskOption(value=f"value of {label}", label=label) for label in labels)


def numbered(count: int) -> tuple[AskOption, ...]:
    """That many options, `Option 1` and so on, with the values `1` and so on."""
    return tuple(AskOption(value=str(n), label=f"Option {n}") for n in range(1, count + 1))


CONFIRM = AskUserRequest(type="confirm", text="Deploy now?")
SELECT = AskUserRequest(
    type="select",
    title="Pick one",
    text="Where should I book?",
    options=options("Pesa", "Oda", "Ribbon"),
)
MULTISELECT = AskUserRequest(
    type="multiselect", text="Which extras?", options=options("Window", "Garden", "Cake")
)
INPUT = AskUserRequest(type="input", text="Name of the project?")
SECRET_INPUT = AskUserRequest(type="input", text="Your API key?", secret=True)
BUTTONS = AskUserRequest(type="buttons", text="Go on?", options=options("Again", "Leave it"))
MESSAGE = AskUserRequest(type="message", text="The table is booked.")
FORM = AskUserRequest(
    type="form",
    text="Please sign in",
    fields=(
        FormField(name="name", label="Name", required=True),
        FormField(name="password", label="Password", type="password", required=True),
        FormField(name="seats", label="Seats", type="number", min=1, max=12, integer=True),
        FormField(name="news", label="Newsletter", type="toggle"),
    ),
)
ALL = (CONFIRM, SELECT, MULTISELECT, INPUT, SECRET_INPUT, BUTTONS, MESSAGE, FORM)
