"""Which links of a reply may be opened, and the words that tell where one leads.

A reply may name any address. Only addresses that a browser or a mail program opens without running
or fetching anything of this computer become links; all others stay text.
"""

from dataclasses import dataclass

from PySide6.QtCore import QUrl

from loopl_desktop.ui.transcript.plain_text import one_line

_WEB_SCHEMES = frozenset({"https", "http"})
_SHOWN_ADDRESS = 80


@dataclass(frozen=True, slots=True)
class Link:
    """An address that may be opened."""

    url: str
    destination: str
    """Who is behind it: the host as it is really looked up (no look-alike letters), or the
    mailbox."""


def allowed_link(address: str) -> Link | None:
    """The link to an address, or `None` if it must not become one."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if not url.isValid():
        return None
    if url.scheme() in _WEB_SCHEMES and url.host():
        host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
        return Link(url.toString(QUrl.ComponentFormattingOption.FullyEncoded), host)
    if url.scheme() == "mailto" and url.path():
        return Link(url.toString(QUrl.ComponentFormattingOption.FullyEncoded), url.path())
    return None


def destination_note(label: str, address: str) -> str:
    """What to show behind a label so that it cannot pretend to lead elsewhere; may be empty."""
    link = allowed_link(address)
    if link is None:
        return f"({one_line(address, _SHOWN_ADDRESS)})"
    shown = label.strip().lower()
    for prefix in ("https://", "http://", "mailto:"):
        shown = shown.removeprefix(prefix)
    tells_itself = link.destination.lower() == shown.split("/")[0]
    return "" if tells_itself else f"({one_line(link.destination, _SHOWN_ADDRESS)})"
