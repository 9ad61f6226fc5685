import pytest

from loopl_desktop.domain.errors import ModelError
from loopl_desktop.providers.errors import (
    ERROR_KINDS,
    MAX_SAID_CHARS,
    SENTENCES,
    ProviderError,
    shown_message,
)


def test_every_kind_has_one_sentence_that_says_what_to_do() -> None:
    assert set(SENTENCES) == set(ERROR_KINDS)
    for sentence in SENTENCES.values():
        what, _, to_do = sentence.partition(": ")
        assert what
        assert to_do.endswith(".")
        assert ". " not in sentence


def test_an_error_says_what_to_do_and_what_the_server_said() -> None:
    error = ProviderError("rate_limit", "slow <b>down</b>", retry_after_s=7)
    assert isinstance(error, ModelError)
    assert (error.kind, error.retry_after_s, error.said) == ("rate_limit", 7, "slow down")
    assert str(error) == f"{SENTENCES['rate_limit']} The server says: slow down"
    assert str(ProviderError("rate_limit")) == SENTENCES["rate_limit"]
    assert str(ProviderError("auth", "no", sentence="Do this.")) == "Do this. The server says: no"


def test_a_secret_that_the_server_repeats_is_taken_out_and_all_else_stays() -> None:
    error = ProviderError(
        "server", "bad key s3cret!", sentence="Do.", retry_after_s=3, is_lasting=True
    )
    hidden = error.without("s3cret!")
    assert str(hidden) == "Do. The server says: bad key ••••"
    assert (hidden.kind, hidden.retry_after_s, hidden.is_lasting) == ("server", 3, True)
    assert error.without("") is error
    assert error.without("other") is error


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("plain words", "plain words"),
        (" a\n\tb\x00\u202ec ", "a b c"),
        ("<p>Hello <b>you</b></p>", "Hello you"),
        ("a < b and c > d", "a d"),
        ("<!DOCTYPE html><body>Your address: 1.2.3.4", ""),
        ("x <script>steal()</script>", ""),
        ("Incorrect API key provided: sk-proj-abc***xyz9.", "Incorrect API key provided: ••••"),
        ("Bearer abc.def refused", "•••• refused"),
        ("AIzaSyA1234567890 is bad", "•••• is bad"),
        ("skateboards and hf models pass", "skateboards and hf models pass"),
        ("1 error [type=x, input_value={'pw': 'x'}, a]", "1 error [type=x,"),
        ("bad: {'type': 'x', 'input': 'pw'}", "bad: {'type': 'x',"),
        ("x" * 400, "x" * (MAX_SAID_CHARS - 1) + "…"),
    ],
)
def test_a_servers_words_are_shown_clean(said: str, shown: str) -> None:
    assert shown_message(said) == shown
    assert len(shown) <= MAX_SAID_CHARS
