from typing import get_args

import pytest

from loopl_desktop.providers.endpoint import Endpoint
from loopl_desktop.providers.network_errors import network_error
from loopl_desktop.providers.transport import Failure, TransportError


@pytest.mark.parametrize("failure", get_args(Failure))
def test_every_failure_has_a_sentence_that_says_what_to_do(failure: Failure) -> None:
    error = network_error(TransportError(failure), Endpoint.parse("https://x.example:8443/v1"))
    assert str(error).endswith(".")
    assert "{" not in str(error)


def test_the_sentence_names_the_host_and_the_port() -> None:
    endpoint = Endpoint.parse("https://x.example:8443/v1")
    refused = network_error(TransportError("refused"), endpoint)
    assert str(refused) == (
        "No server listens at x.example:8443: start it, or correct the port of the base URL in "
        "Settings."
    )
    assert not refused.is_lasting
    assert network_error(TransportError("certificate_expired"), endpoint).is_lasting
