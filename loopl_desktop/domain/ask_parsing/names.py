"""Names and labels, where one has to be made from the other."""

import re

_NOT_A_WORD = re.compile(r"\W+")
_END_OF_SENTENCE = "?:.!？：。！؟… "
_MAX_SLUG = 40


def slug(label: str) -> str:
    """A key from a label: `E-mail address` gives `e_mail_address`; blank if nothing is left."""
    return _NOT_A_WORD.sub("_", label.casefold())[:_MAX_SLUG].strip("_")


def label_of_name(name: str) -> str:
    """A label from a key: `api_key` gives `Api key`."""
    return capitalised(" ".join(name.replace("_", " ").split()))


def label_of_sentence(text: str) -> str:
    """A label from a short question: `Volume?` gives `Volume`."""
    return text.strip(_END_OF_SENTENCE) or "Number"


def capitalised(text: str) -> str:
    """The text with its first letter large and the rest as it was."""
    return text[:1].upper() + text[1:]
