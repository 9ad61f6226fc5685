import pytest

from loopl_desktop.domain.json_types import JsonObject
from loopl_desktop.providers.arguments import NestingTracker, read_arguments


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
    ("text", "may_be_whole"),
    [
        ('{"a":[{}]}', True),
        ('{"a":"}\\"{"}', True),
        ('"{\\"a\\":1}"', True),
        ("{}}", True),
        ('{"a":"}', False),
        ('{"a":"\\\\"', False),
        ('{"a":[}', False),
        ('"{\\"a', False),
    ],
)
def test_what_is_open_is_known_however_the_text_is_cut(text: str, may_be_whole: bool) -> None:
    whole, divided = NestingTracker(), NestingTracker()
    whole.feed(text)
    for char in text:
        divided.feed(char)
    assert whole.may_be_whole == divided.may_be_whole == may_be_whole


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
