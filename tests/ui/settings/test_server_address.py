"""Addresses as people write them."""

import pytest

from loopl_desktop.ui.settings.server_address import server_address


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", ""),
        ("  ", ""),
        ("http://localhost:8080/v1", "http://localhost:8080/v1"),
        ("http://localhost:8080/v1/", "http://localhost:8080/v1"),
        (" localhost:8080 ", "http://localhost:8080/v1"),
        ("127.0.0.1:1234", "http://127.0.0.1:1234/v1"),
        ("192.168.1.20:8000/v1", "http://192.168.1.20:8000/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("nas.local:8080", "http://nas.local:8080/v1"),
        ("api.example.com", "https://api.example.com/v1"),
        ("https://api.example.com/", "https://api.example.com/v1"),
        ("https://api.example.com/openai/v2", "https://api.example.com/openai/v2"),
        ("https://api.example.com/v1?version=2", "https://api.example.com/v1?version=2"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_an_address_is_completed_where_its_meaning_is_plain(typed: str, address: str) -> None:
    assert server_address(typed) == address
    assert server_address(address) == address
