"""The base URL of a model server, as people write it."""

import ipaddress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from loopl_desktop.providers.errors import ProviderError

_PASTED_ENDS: Final = ("/chat/completions", "/completions", "/models", "/responses")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is served."""

    base_url: str
    """Without a slash at its end, without anything that was pasted after it."""
    host: str
    port: int | None

    @classmethod
    def parse(cls, text: str) -> "Endpoint":
        """Read what a person typed: the scheme may be missing, a whole chat address pasted.

        Raises:
            ProviderError: unreachable, with a sentence that says what to correct.
        """
        address = text.strip()
        if "://" not in address:
            host = address.partition("/")[0].rpartition(":")[0] or address.partition("/")[0]
            address = f"{'http' if is_local_host(host) else 'https'}://{address}"
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
            host.encode("idna")
        except ValueError:
            raise _bad_address() from None
        if parts.scheme not in {"http", "https"} or not host or " " in address:
            raise _bad_address()
        if parts.username is not None:
            raise ProviderError(
                "unreachable",
                sentence="The base URL holds a user name or a password: take it out of the address "
                "in Settings.",
                is_lasting=True,
            )
        path = parts.path.rstrip("/")
        for end in _PASTED_ENDS:
            path = path.removesuffix(end).rstrip("/")
        return cls(f"{parts.scheme}://{parts.netloc}{path}", host, port)

    @property
    def is_encrypted(self) -> bool:
        """True for https."""
        return self.base_url.startswith("https:")

    @property
    def is_loopback(self) -> bool:
        """True if nothing that is sent leaves this machine."""
        return is_loopback_host(self.host)

    @property
    def is_local(self) -> bool:
        """True for a server on this machine or in the same network."""
        return is_local_host(self.host)

    @property
    def label(self) -> str:
        """Host and port, for sentences."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def has_version(self) -> bool:
        """True if the path ends with a version, as `/v1`."""
        last = self.base_url.rpartition("/")[2]
        return last[:1] == "v" and last[1:2].isdigit()

    def url(self, path: str) -> str:
        """The address of one of the server's functions."""
        return f"{self.base_url}/{path}"


def is_loopback_host(host: str) -> bool:
    """True for this machine."""
    name = host.strip("[]").lower().rstrip(".")
    address = _ip(name)
    if address is not None:
        return address.is_loopback or address.is_unspecified
    return name == "localhost" or name.endswith(".localhost")


def is_local_host(host: str) -> bool:
    """True for this machine and for names and addresses that only the own network knows."""
    name = host.strip("[]").lower().rstrip(".")
    address = _ip(name)
    if address is not None:
        return address.is_private or address.is_loopback or address.is_link_local
    return (
        is_loopback_host(name) or "." not in name or name.endswith((".local", ".lan", ".internal"))
    )


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _bad_address() -> ProviderError:
    return ProviderError(
        "unreachable",
        sentence="The base URL is no web address: correct it in Settings, "
        "e.g. http://localhost:8080/v1.",
        is_lasting=True,
    )
