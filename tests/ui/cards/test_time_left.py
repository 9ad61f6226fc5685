import pytest

from loopl_desktop.ui.cards.time_left import is_short, time_left


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3600.0, "60 min left"),
        (660.0, "11 min left"),
        (180.0, "3 min left"),
        (179.2, "3 min left"),
        (175.0, "2 min 50 s left"),
        (62.0, "1 min left"),
        (59.0, "55 s left"),
        (30.0, "Only 30 s left"),
        (29.0, "Only 25 s left"),
        (10.0, "Only 10 s left"),
        (6.4, "Only 7 s left"),
        (0.0, "Only 0 s left"),
        (-3.0, "Only 0 s left"),
    ],
)
def test_the_words_are_coarse_while_there_is_plenty_of_time(seconds: float, words: str) -> None:
    assert time_left(seconds) == words


def test_the_last_half_minute_is_short() -> None:
    assert is_short(30.0)
    assert not is_short(31.0)
