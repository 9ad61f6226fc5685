"""How long a question waits, however the number is written."""

from typing import Any

import pytest

from loopl_desktop.domain.ask_parsing.keys import Keys
from loopl_desktop.domain.ask_parsing.waits import timeout_s_of


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        ({}, 180),
        ({"timeout_s": 60}, 60),
        ({"timeout_s": "60"}, 60),
        ({"timeout_s": " 7.5 "}, 7.5),
        ({"timeout_s": 4.99}, 5),
        ({"timeout_s": -1}, 5),
        ({"timeout_s": 0}, 5),
        ({"timeout_s": 3_600}, 3_600),
        ({"timeout_s": 3_601}, 3_600),
        ({"timeout_s": 10**300}, 3_600),
        ({"timeout_s": "1e999"}, 180),
        ({"timeout_s": "NaN"}, 180),
        ({"timeout_s": True}, 180),
        ({"timeout_s": "soon"}, 180),
        ({"timeout_s": [60]}, 180),
        ({"timeout_s": None, "timeout": 60}, 60),
        ({"timeout_s": "soon", "timeoutSeconds": 60}, 60),
        ({"timeout_ms": 60_000}, 60),
        ({"timeoutMs": "90000"}, 90),
        ({"timeout": 30, "timeout_ms": 60_000}, 30),
    ],
)
def test_a_wait_is_read_and_clamped(sent: dict[str, Any], seconds: float) -> None:
    assert timeout_s_of(Keys(sent)) == seconds
