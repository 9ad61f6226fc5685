"""What may be kept of an answer, and that a secret is found in the forms in which it travels."""

import base64
import copy
import json
import pickle
import urllib.parse
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.domain.ask_answer import Answered, AnswerValue, AskUserAnswer, Secret
from loopl_desktop.domain.ask_request import AskUserRequest
from loopl_desktop.domain.interrupts import Aborted, Cancelled, TimedOut
from loopl_desktop.domain.json_types import JsonValue
from loopl_desktop.domain.masking import (
    Ending,
    MaskedAnswer,
    ScrubbedStream,
    Scrubber,
    mask,
    secrets_in,
)
from loopl_desktop.domain.scrubbing import MASK

MARKER = 'hunter2/"MARKER"+ü?'
FORM = AskUserRequest.model_validate(
    {
        "type": "form",
        "text": "Log in",
        "fields": [
            {"name": "user", "label": "User", "type": "text"},
            {"name": "pw", "label": "Password", "type": "password"},
            {"name": "age", "label": "Age", "type": "number"},
        ],
    }
)
INPUT = AskUserRequest.model_validate({"type": "input", "text": "Name?"})
SECRET_INPUT = AskUserRequest.model_validate({"type": "input", "text": "PIN?", "secret": True})
MULTISELECT = AskUserRequest.model_validate(
    {"type": "multiselect", "text": "Which?", "options": [{"value": "a", "label": "A"}]}
)


@pytest.mark.parametrize(
    ("answer", "request_", "kept"),
    [
        (
            Answered({"user": "Oda", "pw": Secret(MARKER), "age": 3}),
            FORM,
            {"user": "Oda", "pw": MASK, "age": 3},
        ),
        (
            Answered({"user": Secret(MARKER), "pw": Secret(""), "age": None}),
            FORM,
            {"user": MASK, "pw": MASK, "age": None},
        ),
        # By the request as well as by type: a card that forgot to wrap it leaks nothing.
        (
            Answered({"user": "Oda", "pw": MARKER, "age": 1.5}),
            FORM,
            {"user": "Oda", "pw": MASK, "age": 1.5},
        ),
        (Answered("Oda"), INPUT, "Oda"),
        (Answered(Secret("Oda")), INPUT, MASK),
        (Answered(Secret(MARKER)), SECRET_INPUT, MASK),
        (Answered(MARKER), SECRET_INPUT, MASK),
        (Answered(["a"]), MULTISELECT, ["a"]),
        (Answered(False), INPUT, False),
    ],
)
def test_only_what_is_no_secret_is_kept_of_an_answer(
    answer: Answered, request_: AskUserRequest, kept: JsonValue
) -> None:
    assert mask(answer, request_) == MaskedAnswer("answered", kept)


def test_what_is_no_plain_value_is_masked_too() -> None:
    odd = cast("AnswerValue", {"user": object(), "pw": Secret("x"), "age": 1})
    assert mask(Answered(odd), FORM).value == {"user": MASK, "pw": MASK, "age": 1}


@pytest.mark.parametrize(
    ("answer", "ending", "result"),
    [
        (Answered("Oda · Turkish"), "answered", '{"ok": true, "value": "Oda · Turkish"}'),
        (Cancelled(), "cancelled", '{"ok": false, "cancelled": true}'),
        (TimedOut(), "timed_out", '{"ok": false, "timeout": true}'),
        (Aborted("stopped"), "aborted", '{"ok": false, "aborted": true, "reason": "stopped"}'),
    ],
)
def test_each_ending_has_its_own_result(answer: AskUserAnswer, ending: Ending, result: str) -> None:
    kept = mask(answer, INPUT)
    assert kept.ending == ending
    assert kept.to_result() == result


def test_an_unknown_ending_is_refused_loudly() -> None:
    with pytest.raises(AssertionError):
        mask(cast("AskUserAnswer", "gone"), INPUT)
    with pytest.raises(AssertionError):
        MaskedAnswer(cast("Ending", "gone")).to_result()


def test_the_secrets_of_an_answer_are_found() -> None:
    pair = Answered({"a": Secret("one"), "b": "two", "c": Secret("three")})
    assert [secret.reveal() for secret in secrets_in(pair)] == ["one", "three"]
    assert [secret.reveal() for secret in secrets_in(Answered(Secret("one")))] == ["one"]
    assert list(secrets_in(Answered("one"))) == []
    assert list(secrets_in(Cancelled())) == []


def scrubber_of(*secrets: str) -> Scrubber:
    scrubber = Scrubber()
    for secret in secrets:
        scrubber.learn(Secret(secret))
    return scrubber


def in_base64(secret: str, offset: int) -> str:
    return base64.b64encode(b"x" * offset + secret.encode() + b"tail").decode()


def carriers(secret: str) -> dict[str, str]:
    """A secret in the forms in which text carries it."""
    in_json = json.dumps({"pw": secret})
    return {
        "plain": f"the password is {secret}.",
        "JSON": in_json,
        "JSON in UTF-8": json.dumps({"pw": secret}, ensure_ascii=False),
        "JSON in JSON": json.dumps({"body": in_json}),
        "URL": f"https://host/?pw={urllib.parse.quote(secret, safe='')}",
        "path": f"https://host/{urllib.parse.quote(secret)}",
        "form": urllib.parse.urlencode({"pw": secret}),
    }


def key_characters(secret: str, offset: int) -> str:
    """The middle of its base64 form, which no neighbour can change."""
    return in_base64(secret, offset)[4 : 4 + len(secret) // 2]


@pytest.mark.parametrize("carrier", carriers(MARKER).values(), ids=carriers(MARKER).keys())
def test_a_secret_is_replaced_in_every_form(carrier: str) -> None:
    assert Scrubber().scrub(carrier) == carrier  # the control: it is there
    scrubbed = scrubber_of(MARKER).scrub(carrier)
    assert MASK in scrubbed
    for part in ("hunter2", "MARKER"):
        assert part in carrier
        assert part not in scrubbed


@pytest.mark.parametrize("offset", [0, 1, 2])
@pytest.mark.parametrize("secret", [MARKER, "secret", "1234567", "12345678"])
def test_a_secret_is_replaced_in_base64_at_every_offset(secret: str, offset: int) -> None:
    carrier = in_base64(secret, offset)
    scrubbed = scrubber_of(secret).scrub(carrier)
    assert MASK in scrubbed
    assert key_characters(secret, offset) in carrier
    assert key_characters(secret, offset) not in scrubbed


def test_a_secret_is_replaced_in_the_base64_of_urls() -> None:
    secret = "??>>??>>~~"
    carrier = base64.urlsafe_b64encode(secret.encode()).decode()
    assert set(carrier) & set("-_")
    assert MASK in scrubber_of(secret).scrub(carrier)


def test_a_secret_with_a_lone_surrogate_is_looked_for_like_any_other() -> None:
    secret = "hunter2\ud800"
    assert scrubber_of(secret).scrub(f"<{secret}>") == f"<{MASK}>"


def test_a_short_secret_is_replaced_only_where_it_is_quoted() -> None:
    scrubber = scrubber_of("1234")
    assert scrubber.scrub("call 1234, room 12345") == "call 1234, room 12345"
    assert scrubber.scrub('{"pin": "1234", "n": 12345}') == f'{{"pin": "{MASK}", "n": 12345}}'
    nested = json.dumps({"body": json.dumps({"pin": "1234"})})
    assert scrubber.scrub(nested) == nested.replace("1234", MASK)


def test_a_short_secret_is_replaced_where_it_is_a_whole_value() -> None:
    data: JsonValue = {"pin": "1234", "text": "1234 and 12345", "list": ["1234"]}
    assert scrubber_of("1234").scrub_json(data) == {
        "pin": MASK,
        "text": "1234 and 12345",
        "list": [MASK],
    }


def test_six_characters_are_enough_to_be_replaced_in_prose() -> None:
    assert scrubber_of("abcdef").scrub("xabcdefx") == f"x{MASK}x"
    assert scrubber_of("abcde").scrub("xabcdex") == "xabcdex"


def test_an_empty_secret_is_none() -> None:
    scrubber = scrubber_of("")
    assert scrubber.scrub('{"pw": ""}') == '{"pw": ""}'
    assert scrubber.scrub_json("") == ""


def test_plain_data_is_scrubbed_with_its_keys_and_numbers() -> None:
    scrubber = scrubber_of("hunter2-MARKER", "73917391")
    data: JsonValue = {
        "hunter2-MARKER": 1,
        "list": ("hunter2-MARKER", 2.5, None, True),
        "number": 73917391,
    }
    assert scrubber.scrub_json(data) == {MASK: 1, "list": [MASK, 2.5, None, True], "number": MASK}


def test_a_scrubber_that_was_told_to_forget_knows_nothing() -> None:
    scrubber = scrubber_of("hunter2-MARKER", "1234")
    scrubber.forget()
    assert scrubber.scrub('hunter2-MARKER "1234"') == 'hunter2-MARKER "1234"'
    assert scrubber.scrub_json("1234") == "1234"
    assert repr(scrubber) == "Scrubber(0 forms)"


def test_a_secret_that_is_known_is_not_learned_twice() -> None:
    scrubber = scrubber_of("hunter2-MARKER")
    needles = len(scrubber.needles)
    scrubber.learn(Secret("hunter2-MARKER"))
    assert len(scrubber.needles) == needles


@pytest.mark.parametrize("write", [pickle.dumps, copy.copy, copy.deepcopy, vars, json.dumps])
def test_a_scrubber_is_mute_and_refuses_to_be_written(write: object) -> None:
    scrubber = scrubber_of("hunter2-MARKER")
    assert "hunter2" not in f"{scrubber!r} {scrubber.needles!r}"
    assert callable(write)
    with pytest.raises(TypeError) as caught:
        write(scrubber)
    assert "hunter2" not in str(caught.value)


def test_a_text_in_pieces_is_scrubbed_across_their_borders() -> None:
    stream = ScrubbedStream(scrubber_of("hunter2-MARKER"))
    told = [stream.feed(piece) for piece in ("It is hun", "ter2-MAR", "KER, not hun", "dred.")]
    assert "".join(told) == f"It is {MASK}, not hundred."
    assert stream.flush() == ""


def test_what_was_held_back_is_told_at_the_end() -> None:
    stream = ScrubbedStream(scrubber_of("hunter2-MARKER"))
    assert stream.feed("I met a hunter") == "I met a "
    assert stream.flush() == "hunter"
    assert stream.feed("2-MARKER") == "2-MARKER"  # another text, which does not go on with that one


def test_a_secret_that_is_learned_in_mid_text_is_looked_for_at_once() -> None:
    scrubber = scrubber_of("hunter2-MARKER")
    stream = ScrubbedStream(scrubber)
    assert stream.feed("a hunter2") == "a "
    scrubber.learn(Secret("hunter2 and more"))
    assert stream.feed(" and more.") == f"{MASK}."


@settings(deadline=None)
@given(
    secret=st.text(min_size=6, max_size=12),
    before=st.text(max_size=8),
    after=st.text(max_size=8),
    cut=st.integers(0, 30),
)
def test_no_secret_survives_in_a_text_in_two_pieces(
    secret: str, before: str, after: str, cut: int
) -> None:
    scrubber = scrubber_of(secret)
    text = before + secret + after
    stream = ScrubbedStream(scrubber)
    told = stream.feed(text[:cut]) + stream.feed(text[cut:]) + stream.flush()
    assert told == scrubber.scrub(text)
    if MASK not in text:
        assert secret not in told
