"""What the person reads when the network fails."""

from collections.abc import Mapping
from typing import Final

from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.errors import ErrorKind, ProviderError
from loopl_desktop.providers.transport import Failure, TransportError

_ANSWERS: Final[Mapping[Failure, tuple[ErrorKind, str]]] = {
    "unknown_host": (
        "unreachable",
        "There is no host named {host}: check the base URL in Settings, and the network.",
    ),
    "refused": (
        "unreachable",
        "No server listens at {label}: start it, or correct the port of the base URL in Settings.",
    ),
    "no_answer": (
        "unreachable",
        "{label} does not answer: check that it is switched on, and the network.",
    ),
    "not_tls": (
        "unreachable",
        "{label} does not speak https: write http:// in the base URL in Settings.",
    ),
    "certificate_expired": (
        "unreachable",
        "The certificate of {host} has expired: ask the people who run the server to renew it.",
    ),
    "certificate_name": (
        "unreachable",
        "The certificate of {host} belongs to another name: use the name of the server in the base "
        "URL in Settings.",
    ),
    "certificate_untrusted": (
        "unreachable",
        "The certificate of {host} is not signed by anyone this computer trusts: ask the people "
        "who run the server which certificate to install.",
    ),
    "tls": (
        "unreachable",
        "No secure connection to {label} could be made: ask the people who run the server.",
    ),
    "proxy": (
        "unreachable",
        "The proxy of this network does not let the request to {host} through: check the proxy "
        "settings of this computer.",
    ),
    "bad_address": (
        "unreachable",
        "The base URL is no web address: correct it in Settings, e.g. http://localhost:8080/v1.",
    ),
    "connection": (
        "unreachable",
        "{label} cannot be reached: check the base URL in Settings, and the network.",
    ),
    "silent": ("idle_timeout", ""),
    "broken": (
        "server",
        "{label} closed the connection without an answer: check that it still works, then press "
        "Retry.",
    ),
    "garbled": ("protocol", ""),
}

_LASTING: Final[frozenset[Failure]] = frozenset(
    {
        "not_tls",
        "certificate_expired",
        "certificate_name",
        "certificate_untrusted",
        "bad_address",
    }
)


def network_error(error: TransportError, endpoint: Endpoint) -> ProviderError:
    """The error for the person, when no answer came."""
    kind, sentence = _ANSWERS[error.failure]
    return ProviderError(
        kind,
        sentence=sentence.format(host=endpoint.host, label=endpoint.label),
        is_lasting=error.failure in _LASTING,
    )
