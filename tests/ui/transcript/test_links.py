"""Where a link may lead, and what is said about it."""

import pytest

from loopl_desktop.ui.transcript.links import allowed_link, destination_note


@pytest.mark.parametrize(
    ("address", "destination"),
    [
        ("https://example.org/a?b=c", "example.org"),
        ("http://localhost:8080/", "localhost"),
        ("https://good.example@evil.example/", "evil.example"),
        ("https://еxample.org/", "xn--xample-2of.org"),
        ("mailto:info@example.org", "info@example.org"),
    ],
)
def test_web_and_mail_addresses_are_links_that_name_their_host(
    address: str, destination: str
) -> None:
    link = allowed_link(address)
    assert link is not None
    assert link.destination == destination


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "smb://host/share",
        "ms-msdt:/id",
        "javascript:alert(1)",
        "data:text/html,x",
        "qrc:/x",
        "/etc/passwd",
        "\\\\host\\share",
        "//host/share",
        "https:///no-host",
        "mailto:",
        "not an address",
        "",
    ],
)
def test_no_other_address_becomes_a_link(address: str) -> None:
    assert allowed_link(address) is None


@pytest.mark.parametrize(
    ("label", "address", "note"),
    [
        ("the reviews", "https://example.org/r", "(example.org)"),
        ("example.org", "https://example.org/r", ""),
        ("https://example.org/r", "https://example.org/r", ""),
        ("bank.example", "https://evil.example/bank.example", "(evil.example)"),
        ("https://bank.example/", "https://evil.example/", "(evil.example)"),
        ("bank.example/evil.example", "https://evil.example/", "(evil.example)"),
        ("write us", "mailto:info@example.org", "(info@example.org)"),
        ("info@example.org", "mailto:info@example.org", ""),
        ("a file", "file:///etc/passwd", "(file:///etc/passwd)"),
    ],
)
def test_a_label_cannot_hide_where_its_link_leads(label: str, address: str, note: str) -> None:
    assert destination_note(label, address) == note
