import pytest

from loopl_desktop.providers.errors import ERROR_KINDS, ErrorKind, ProviderError
from loopl_desktop.providers.retry import RetryPolicy, Timing


def wait_s(
    error: ProviderError, retries: int = 0, *, allowed: int = 3, chance: float = 0.5
) -> float | None:
    return RetryPolicy(allowed, Timing(chance=lambda: chance)).wait_s(error, retries)


@pytest.mark.parametrize("kind", ERROR_KINDS)
def test_only_what_may_pass_by_itself_is_tried_again(kind: ErrorKind) -> None:
    passing = {"unreachable", "server", "overloaded", "rate_limit", "tool_call_rejected"}
    assert (wait_s(ProviderError(kind)) is not None) == (kind in passing)


def test_the_wait_doubles_up_to_eight_seconds_with_full_jitter() -> None:
    error = ProviderError("server")
    waits = [wait_s(error, n, allowed=9, chance=1.0) for n in range(7)]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert wait_s(error, 3, allowed=9, chance=0.0) == 0.0
    assert wait_s(error, 3, allowed=9, chance=0.25) == 1.0


def test_it_ends_after_the_allowed_number() -> None:
    error = ProviderError("server")
    assert wait_s(error, 2) is not None
    assert wait_s(error, 3) is None
    assert wait_s(error, 0, allowed=0) is None


def test_a_rejected_call_is_asked_for_once_more() -> None:
    error = ProviderError("tool_call_rejected")
    assert wait_s(error, 0) is not None
    assert wait_s(error, 1) is None
    assert wait_s(error, 0, allowed=0) is None


def test_the_wait_is_never_shorter_than_the_server_asks() -> None:
    assert wait_s(ProviderError("rate_limit", retry_after_s=7)) == 7
    assert wait_s(ProviderError("rate_limit", retry_after_s=0.1), 2) == 1.0
    assert wait_s(ProviderError("rate_limit", retry_after_s=60)) == 60


def test_a_server_that_asks_for_more_than_a_minute_is_not_waited_for() -> None:
    assert wait_s(ProviderError("rate_limit", retry_after_s=60.1)) is None


def test_what_only_the_person_can_mend_is_not_tried_again() -> None:
    assert wait_s(ProviderError("unreachable", is_lasting=True)) is None
