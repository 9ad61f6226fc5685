import copy

import pytest

from loopl_desktop.providers.api_key import ApiKey
from loopl_desktop.providers.errors import ProviderError

KEY = "k3y-MARKER"


def test_a_key_is_shown_in_no_repr_and_never_copied() -> None:
    key = ApiKey(KEY)
    assert KEY not in f"{key!r} {key} {[key]}"
    with pytest.raises(TypeError):
        copy.copy(key)
    with pytest.raises(TypeError):
        vars(key)


def test_a_pasted_key_loses_its_blanks() -> None:
    assert ApiKey(f" {KEY}\n").headers() == {"authorization": f"Bearer {KEY}"}


@pytest.mark.parametrize("text", [None, "", " \n"])
def test_no_key_gives_no_header(text: str | None) -> None:
    assert not ApiKey(text)
    assert ApiKey(text).headers() == {}
    assert repr(ApiKey(text)) == "ApiKey()"


@pytest.mark.parametrize("text", [f"{KEY}\nx: y", f"{KEY}é", f"{KEY}\x00"])
def test_a_key_that_no_header_can_carry_is_told_and_not_shown(text: str) -> None:
    with pytest.raises(ProviderError, match="enter it again") as caught:
        ApiKey(text).headers()
    assert caught.value.kind == "auth"
    assert KEY not in str(caught.value)


def test_a_key_that_a_server_repeats_is_hidden() -> None:
    error = ApiKey(KEY).hidden_in(ProviderError("auth", f"no such key: {KEY}"))
    assert error.said == "no such key: ••••"
