"""Reads the address of a model's server as people write it."""

from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

_VERSION_PATH = "/v1"


def server_address(typed: str) -> str:
    """The address as the app keeps it: with a scheme, with a path, without a slash at its end.

    A server on this computer or in the local network seldom has a certificate, so a missing scheme
    is `http` there and `https` everywhere else. What cannot be read stays as it is: the test of
    the connection says what is wrong with it.
    """
    address = typed.strip()
    if not address:
        return ""
    try:
        with_scheme = address if "://" in address else f"//{address}"
        parts = urlsplit(with_scheme)
        host = parts.hostname or ""
    except ValueError:
        return address
    scheme = parts.scheme or ("http" if _is_near(host) else "https")
    path = parts.path.rstrip("/") or _VERSION_PATH
    return urlunsplit((scheme, parts.netloc, path, parts.query, ""))


def _is_near(host: str) -> bool:
    """Whether this is the own computer or the local network."""
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost"))
    return address.is_private or address.is_loopback
