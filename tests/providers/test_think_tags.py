import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.engine.model import ReasoningChunk
from loopl_desktop.providers.think_tags import ThinkTagReader, overlap


def divided(*pieces: str) -> tuple[str, str]:
    reader = ThinkTagReader()
    chunks = [chunk for piece in pieces for chunk in reader.feed(piece)] + reader.close()
    assert all(chunk.text for chunk in chunks)
    thoughts = [chunk.text for chunk in chunks if isinstance(chunk, ReasoningChunk)]
    texts = [chunk.text for chunk in chunks if not isinstance(chunk, ReasoningChunk)]
    return "".join(thoughts), "".join(texts)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Hi", ("", "Hi")),
        ("\n Hi ", ("", "\n Hi ")),
        ("<think>plan</think>Hi", ("plan", "Hi")),
        ("\n<think>plan</think>\n\nHi", ("plan", "Hi")),
        ("<think>a</think>\n<think>b</think>Hi", ("ab", "Hi")),
        ("<think></think>Hi", ("", "Hi")),
        ("<think>no end", ("no end", "")),
        ("<think>a</thin", ("a</thin", "")),
        ("<think>a</think>\n", ("a", "")),
        ("Hi <think>x</think>", ("", "Hi <think>x</think>")),
        ("<thin", ("", "<thin")),
        ("<thinking>x", ("", "<thinking>x")),
        ("  ", ("", "")),
        ("", ("", "")),
    ],
)
def test_reasoning_at_the_start_is_divided_from_the_text(
    text: str, outcome: tuple[str, str]
) -> None:
    assert divided(text) == outcome
    assert divided(*text) == outcome


@settings(deadline=None)
@given(st.lists(st.sampled_from(["<think>", "</think>", "<", "a", " ", "\n", "think>", "/"])))
def test_the_division_of_the_text_changes_nothing(parts: list[str]) -> None:
    whole = "".join(parts)
    assert divided(*whole) == divided(whole) == divided(*parts)


def test_text_is_shown_as_soon_as_it_is_sure() -> None:
    reader = ThinkTagReader()
    assert reader.feed("<thi") == []
    assert [chunk.text for chunk in reader.feed("s")] == ["<this"]
    assert [chunk.text for chunk in reader.feed("!")] == ["!"]


@pytest.mark.parametrize(("text", "size"), [("a<", 1), ("<th", 3), ("<think>", 0), ("", 0)])
def test_overlap_is_the_longest_beginning_of_a_tag(text: str, size: int) -> None:
    assert overlap(text, "<think>") == size
