import pytest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.arguments import read_arguments


@pytest.mark.parametrize(
    ("pieces", "arguments"),
    [
        ([], {}),
        (["", " \n"], {}),
        (["null"], {}),
        (['""'], {}),
        (['" "'], {}),
        (['"null"'], {}),
        (['{"a"', ":1}"], {"a": 1}),
        (['"{\\"a\\":1}"'], {"a": 1}),
        (['{"a":1}', '{"a":1}'], {"a": 1}),
        (['{"a":', '{"a": 1}'], {"a": 1}),
        (["{}", '{"a":', "1}"], {"a": 1}),
        (["null", '{"a":1}'], {"a": 1}),
        (['{"a":[1,2,],}'], {"a": [1, 2]}),
        (['{"a":",]",\n}'], {"a": ",]"}),
        (['{"a":"x\ny"}'], {"a": "x\ny"}),
        (['{"a":"\\udcaf","\ud83c', '\udf55":1}'], {"a": "\ufffd", "🍕": 1}),
    ],
)
def test_what_can_be_read_without_guessing_is_read(
    pieces: list[str], arguments: JsonObject
) -> None:
    assert read_arguments(pieces) == arguments


@pytest.mark.parametrize(
    "pieces",
    [
        ['{"a":'],
        ['{"a":1'],
        ['{"a":"', "b"],
        ['{"filter":', "{}"],  # its last piece alone would be a whole call that was never meant
        ['{"filter":', '{"a":1}'],
        ["12"],
        ["[1]"],
        ["true"],
        ['"text"'],
        ['{"a":1}{"b":2}'],
        ['{"a":1}', '{"b":2}', '{"c":3}'],
        ['{"a":NaN}'],
        ['{"a":1e999}'],
        ['{"a":' + "[" * 50_000],
        ["{'a':1}"],
    ],
)
def test_what_would_be_a_guess_is_unusable(pieces: list[str]) -> None:
    assert read_arguments(pieces) is None
