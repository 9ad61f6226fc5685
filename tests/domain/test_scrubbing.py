"""Known texts are found in a stream, however it is cut and however they overlap."""

import itertools
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.domain.scrubbing import MASK, MaskingStream, Needle


def masked(text: str, *needles: str, cuts: tuple[int, ...] = ()) -> str:
    stream = MaskingStream(tuple(Needle.of(needle) for needle in needles))
    borders = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(borders)]
    return "".join(stream.feed(piece) for piece in pieces) + stream.flush()


def covered_by_hand(text: str, needles: list[str]) -> str:
    """The definition: every character of every occurrence, neighbours under one mask."""
    covered = [False] * len(text)
    for needle in needles:
        for start in range(len(text) - len(needle) + 1):
            if text.startswith(needle, start):
                covered[start : start + len(needle)] = [True] * len(needle)
    shown = ""
    for index, char in enumerate(text):
        if not covered[index]:
            shown += char
        elif index == 0 or not covered[index - 1]:
            shown += MASK
    return shown


@pytest.mark.parametrize(
    ("text", "needles", "expected"),
    [
        ("nothing here", ["secret"], "nothing here"),
        ("a secret b", ["secret"], f"a {MASK} b"),
        ("secret", ["secret"], MASK),
        ("secretsecret", ["secret"], MASK),
        ("abcabcabc", ["abcabc"], MASK),
        ("abcdefghi.", ["abcdef", "defghi"], f"{MASK}."),
        ("secret123", ["secret", "secret123"], MASK),
        ("sesecret secre", ["secret"], f"se{MASK} secre"),
        ("any text", [], "any text"),
    ],
)
def test_every_character_of_every_occurrence_is_covered(
    text: str, needles: list[str], expected: str
) -> None:
    assert masked(text, *needles) == expected
    every_cut = tuple(range(len(text)))
    assert masked(text, *needles, cuts=every_cut) == expected


@settings(deadline=None)
@given(
    text=st.text("ab", max_size=40),
    needles=st.lists(st.text("ab", min_size=1, max_size=6), max_size=4),
    cuts=st.lists(st.integers(0, 40), max_size=10),
)
def test_the_cuts_of_a_stream_make_no_difference(
    text: str, needles: list[str], cuts: list[int]
) -> None:
    within = tuple(cut for cut in cuts if cut <= len(text))
    assert masked(text, *needles, cuts=within) == covered_by_hand(text, needles)


def test_a_hundred_thousand_random_cuts_show_no_part_of_a_secret() -> None:
    rnd = random.Random(7)
    secret = "hunter2-MARKER"
    text = f"it is {secret}, I repeat {secret}{secret}; not hunter2-hunter2-MARKE."
    expected = covered_by_hand(text, [secret])
    for _ in range(5_000):
        cuts = tuple(sorted(rnd.randrange(len(text)) for _ in range(20)))
        assert masked(text, secret, cuts=cuts) == expected


def test_what_cannot_be_the_start_of_a_needle_is_given_out_at_once() -> None:
    stream = MaskingStream((Needle.of("secret"),))
    assert stream.feed("hello s") == "hello "
    assert stream.held == "s"
    assert stream.feed("ilence") == "silence"
    assert stream.held == ""


def test_never_more_is_held_back_than_the_longest_needle_has() -> None:
    stream = MaskingStream((Needle.of("aaaaaaaa"), Needle.of("ab")))
    for _ in range(200):
        stream.feed("a")
        assert len(stream.held) < 8


def test_a_margin_is_looked_for_but_not_replaced() -> None:
    stream = MaskingStream((Needle.of('"12"', margin=1),))
    assert stream.feed('{"pin": "12", "n": 12}') + stream.flush() == f'{{"pin": "{MASK}", "n": 12}}'


def test_a_needle_is_mute() -> None:
    assert "hunter2" not in repr(Needle.of("hunter2"))


def cost_of(needle: str, text: str) -> float:
    """The least processor time of three runs, in seconds."""
    times = []
    for _ in range(3):
        stream = MaskingStream((Needle.of(needle),))
        start = time.process_time()
        for index in range(0, len(text), 20):
            stream.feed(text[index : index + 20])
        times.append(time.process_time() - start)
    return min(times)


def test_the_cost_of_a_chunk_does_not_grow_with_the_needle() -> None:
    """Two texts that are nearly repeated for ever: one of 191 and one of 19,001 characters."""
    text = "a" * 20_000
    assert cost_of("a" * 19_000 + "b", text) < 10 * cost_of("a" * 190 + "b", text)
