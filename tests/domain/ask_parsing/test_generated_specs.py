"""Whatever is sent gives a request that can be kept, or a line that can be copied from."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from loopl_desktop.domain.ask_request import AskSpecError, AskUserRequest
from tests.domain.ask_parsing.lines import check_line
from tests.domain.ask_parsing.spec_strategies import MARKER, VARIANTS, specs, variants

SPECS = 20_000


@settings(
    max_examples=SPECS // VARIANTS,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(specs)
def test_every_generated_spec_gives_a_card_or_a_line_that_repairs_it(spec: Any) -> None:
    for variant in variants(spec):
        made = request_or_error(variant)
        if isinstance(made, AskUserRequest):
            check_request(made)
        else:
            check_error(made)


def request_or_error(spec: object) -> AskUserRequest | AskSpecError:
    try:
        return AskUserRequest.parse(spec)
    except AskSpecError as error:
        return error


def check_request(request: AskUserRequest) -> None:
    kept = json.dumps(request.to_spec(), ensure_ascii=False).encode()
    assert AskUserRequest.from_reason(json.loads(kept)) == request
    assert AskUserRequest.parse(request.to_spec()) == request
    assert not any(field.secret and field.default is not None for field in request.fields)


def check_error(error: AskSpecError) -> None:
    check_line(str(error))
    assert MARKER not in repr(error)
    assert (error.__cause__, error.__context__) == (None, None)
