import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopl_desktop.providers.errors import ProviderError
from loopl_desktop.providers.sse import SseDecoder, SseEvent, Utf8Reader


def events_of(*pieces: bytes, max_chars: int = 1000) -> list[SseEvent]:
    reader, decoder = Utf8Reader(), SseDecoder(max_chars)
    found: list[SseEvent] = []
    for piece in pieces:
        found += decoder.feed(reader.feed(piece))
    found += decoder.feed(reader.close())
    return [*found, *decoder.close()]


def data_of(*pieces: bytes) -> list[str]:
    return [event.data for event in events_of(*pieces)]


LINES = st.lists(
    st.sampled_from(
        [
            b"data: {}",
            b"data:x",
            b"data",
            b'data: {"a": [1]}',
            b"data:  two",
            b"event: error",
            b"id: 7",
            b": note",
            b"",
            b"",
            "data: caffè 🍕\u2028北".encode(),
            b"data: \xff\xf0\x9f",
            b'{"error": 1}',
            b"nonsense",
        ]
    ),
    max_size=12,
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@settings(deadline=None)
@given(lines=LINES, end=ENDS, bom=st.booleans(), data=st.data())
def test_any_division_of_the_bytes_gives_the_same_events(
    lines: list[bytes], end: bytes, bom: bool, data: st.DataObject
) -> None:
    whole = (b"\xef\xbb\xbf" if bom else b"") + end.join(lines)
    places = sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=8)))
    pieces = [whole[a:b] for a, b in zip([0, *places], [*places, len(whole)], strict=True)]
    assert events_of(*pieces) == events_of(whole)
    assert events_of(*(whole[i : i + 1] for i in range(len(whole)))) == events_of(whole)


@settings(deadline=None)
@given(lines=LINES)
def test_the_kind_of_line_end_changes_nothing(lines: list[bytes]) -> None:
    assert events_of(b"\r\n".join(lines)) == events_of(b"\n".join(lines))
    assert events_of(b"\r".join(lines)) == events_of(b"\n".join(lines))


def test_data_lines_are_joined_and_the_name_belongs_to_its_event_only() -> None:
    assert events_of(b"event: error\ndata: a\ndata:b\n\ndata: c\n\n") == [
        SseEvent("error", "a\nb"),
        SseEvent("", "c"),
    ]


def test_an_event_that_no_blank_line_ends_is_told_as_open() -> None:
    assert events_of(b"data: a\n\ndata: b") == [SseEvent("", "a"), SseEvent("", "b", ended=False)]


def test_comments_ids_and_events_without_data_say_nothing() -> None:
    assert data_of(b": ping\n\nid: 1\n\nevent: keepalive\n\nretry: 5\n\ndata:\n\ndata: x\n\n") == [
        "x"
    ]


def test_one_line_end_between_whole_documents_divides_them_at_once() -> None:
    decoder = SseDecoder()
    assert list(decoder.feed('data: {"a":1}\ndata: {"b":2}\n')) == [SseEvent("", '{"a":1}')]
    assert list(decoder.feed("data: [DONE]\ndata: x\n")) == [
        SseEvent("", '{"b":2}'),
        SseEvent("", "[DONE]"),
    ]


def test_the_name_of_the_next_event_does_not_stick_to_the_one_before() -> None:
    assert events_of(b'data: {}\nevent: error\ndata: {"x":1}\n\n') == [
        SseEvent("", "{}"),
        SseEvent("error", '{"x":1}'),
    ]


def test_a_document_over_several_lines_stays_one_event() -> None:
    assert data_of(b'data: {\ndata: "a": {}\ndata: }\n\n') == ['{\n"a": {}\n}']
    assert data_of(b"data: }\ndata: x\n\n") == ["}\nx"]


def test_an_error_in_a_field_of_that_name_is_an_error_event() -> None:
    assert events_of(b'error: {"code":500}\n\n') == [SseEvent("error", '{"code":500}')]


def test_a_document_without_a_field_name_is_taken_as_data() -> None:
    assert data_of(b'data: a\n\n{"error":"x"}\n\n') == ["a", '{"error":"x"}']


def test_plain_text_is_known_to_be_no_event_stream() -> None:
    decoder = SseDecoder()
    assert list(decoder.feed("Service down: sorry\n\n")) == []
    assert not decoder.is_event_stream
    assert list(decoder.feed(": a comment\n")) == []
    assert decoder.is_event_stream


@pytest.mark.parametrize(
    "text", ["data: " + "x" * 60, "data: xxxx\n" * 10, "data: x\n\n" + "y" * 60]
)
def test_an_event_or_line_beyond_all_measure_is_refused(text: str) -> None:
    with pytest.raises(ProviderError) as caught:
        events_of(text.encode(), max_chars=30)
    assert caught.value.kind == "protocol"
    assert events_of(b"data: " + b"x" * 20, max_chars=30)
