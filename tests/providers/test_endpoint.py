import pytest

from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.errors import ProviderError


@pytest.mark.parametrize(
    ("typed", "base_url"),
    [
        ("http://localhost:8080/v1", "http://localhost:8080/v1"),
        ("  http://localhost:8080/v1/ ", "http://localhost:8080/v1"),
        ("https://api.example.com/v1/chat/completions", "https://api.example.com/v1"),
        ("https://api.example.com/v1/chat/completions/", "https://api.example.com/v1"),
        ("https://api.example.com/v1/models", "https://api.example.com/v1"),
        ("https://api.example.com/v1?x=1#y", "https://api.example.com/v1"),
        ("localhost:8080/v1", "http://localhost:8080/v1"),
        ("localhost", "http://localhost"),
        ("192.168.1.5:11434/v1", "http://192.168.1.5:11434/v1"),
        ("api.example.com/v1", "https://api.example.com/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ],
)
def test_an_address_is_read_as_people_write_it(typed: str, base_url: str) -> None:
    assert Endpoint.parse(typed).base_url == base_url


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "http://",
        "ftp://x/v1",
        "http://a b/v1",
        "http://x:port/v1",
        "http://x:99999/v1",
        "http://[::1/v1",
        "http://a..b/v1",
        f"http://{'a' * 70}.example/v1",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_address_is_told_so(typed: str) -> None:
    with pytest.raises(ProviderError, match="no web address") as caught:
        Endpoint.parse(typed)
    assert caught.value.is_lasting


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ProviderError, match="user name or a password") as caught:
        Endpoint.parse("https://oda:hunter2@example.com/v1")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "is_loopback", "is_local"),
    [
        ("localhost", True, True),
        ("my.localhost", True, True),
        ("127.0.0.1", True, True),
        ("[::1]", True, True),
        ("0.0.0.0", True, True),
        ("192.168.1.5", False, True),
        ("10.0.0.1", False, True),
        ("nas", False, True),
        ("nas.local", False, True),
        ("8.8.8.8", False, False),
        ("example.com", False, False),
        ("localhost.example.com", False, False),
    ],
)
def test_it_is_known_how_far_a_server_is(host: str, is_loopback: bool, is_local: bool) -> None:
    endpoint = Endpoint.parse(f"http://{host}/v1")
    assert (endpoint.is_loopback, endpoint.is_local) == (is_loopback, is_local)


def test_parts_for_sentences_and_requests() -> None:
    endpoint = Endpoint.parse("https://[::1]:8080/v1beta")
    assert endpoint.label == "[::1]:8080"
    assert endpoint.url("models") == "https://[::1]:8080/v1beta/models"
    assert endpoint.has_version
    assert endpoint.is_encrypted
    plain = Endpoint.parse("http://x.example/vendor")
    assert (plain.label, plain.has_version, plain.is_encrypted) == ("x.example", False, False)
