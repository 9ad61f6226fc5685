"""Three hundred strange questions, as the parser may hand them over: the same ones in every run."""

from random import Random

from loopl_desktop.domain.ask_request import AskOption, AskUserRequest, FormField

COUNT = 300
_PIECES = (
    *("Which?", "a", "R&D", "A && B", "&", "<b>bold</b>", "<img src='file:///etc/passwd'>"),
    *("[your bank](http://evil.example)", "List<String>", "https://example.org/a/b?c=d&e=f"),
    *(
        "\u0645\u0627 \u0644\u063a\u062a\u0643\u061f",
        "\u05e2\u05d1\u05e8\u05d9\u05ea",
        "\u540d\u524d",
    ),
    *(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "e\u0301",
        "\u0e20\u0e32\u0e29\u0e32",
        "\ufffd",
    ),
    *("safe[U+202E]exe", "C:\\Users\\x", "100 %", "  ", "\u00a0", "x" * 60, "w" * 900),
)


def strange_requests() -> list[AskUserRequest]:
    """All of them."""
    random = Random(2024)  # the same specs in every run
    return [_request(random) for _ in range(COUNT)]


def _words(random: Random, most: int, tail: object = "") -> str:
    return " ".join([*random.choices(_PIECES, k=random.randint(1, most)), f"z{tail}"])[:2000]


def _text(random: Random) -> str:
    separator = random.choice(["\n", " ", "\n\n", ""])
    return separator.join(_words(random, 4) for _ in range(random.choice([1, 1, 2, 5, 30])))


def _options(random: Random) -> tuple[AskOption, ...]:
    count = random.choice([1, 2, 3, 7, 12, 13, 40, 500])
    return tuple(
        AskOption(
            value=f"{random.choice(_PIECES)}\n{index}",
            label=_words(random, 2, index),
            description=_words(random, 3) if random.random() < 0.3 else "",
        )
        for index in range(count)
    )


def _field(random: Random, index: int) -> FormField:
    name, label = f"{random.choice(_PIECES)} {index}", _words(random, 2, index)
    hint = _words(random, 3) if random.random() < 0.3 else ""
    match random.randrange(4):
        case 0:
            needed, lines = random.random() < 0.5, random.random() < 0.3
            return FormField(name=name, label=label, help=hint, required=needed, multiline=lines)
        case 1:
            return FormField(name=name, label=label, help=hint, type="password", required=True)
        case 2:
            least, most = -1e300, 10**30
            return FormField(
                name=name, label=label, help=hint, type="number", min=least, max=most, default=0.5
            )
        case _:
            return FormField(name=name, label=label, help=hint, type="toggle", default=True)


def _request(random: Random) -> AskUserRequest:
    title = _words(random, 2) if random.random() < 0.5 else ""
    text = _text(random)
    timeout_s = random.choice([5.0, 180.0, 3600.0])
    kind = random.randrange(8)
    match kind:
        case 0:
            return AskUserRequest(type="confirm", text=text, title=title, default=True)
        case 1 | 2 | 3:
            options = _options(random)
            return AskUserRequest(
                type=("select", "multiselect", "buttons")[kind - 1],
                text=text,
                title=title,
                options=options,
                default=(options[-1].value,) if kind == 2 else options[-1].value,
                timeout_s=timeout_s,
            )
        case 4:
            lines = random.random() < 0.5
            return AskUserRequest(
                type="input", text=text, title=title, multiline=lines, default=_text(random)
            )
        case 5:
            return AskUserRequest(type="input", text=text, title=title, secret=True)
        case 6:
            count = random.choice([1, 2, 5, 32])
            fields = tuple(_field(random, index) for index in range(count))
            return AskUserRequest(type="form", text=text, title=title, fields=fields)
        case _:
            return AskUserRequest(type="message", text=text, title=title, timeout_s=timeout_s)
