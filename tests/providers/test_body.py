import pytest

from loopl_desktop.providers import body
from loopl_desktop.providers.body import BodyDecoder, BodyItem, Document, EndMark
from loopl_desktop.providers.errors import ProviderError


def items_of(*pieces: bytes) -> list[BodyItem]:
    decoder = BodyDecoder()
    found: list[BodyItem] = []
    for piece in pieces:
        found += decoder.feed(piece)
    return [*found, *decoder.close()]


def refusal_of(*pieces: bytes) -> tuple[list[BodyItem], str]:
    decoder = BodyDecoder()
    found: list[BodyItem] = []

    def read() -> None:
        for piece in pieces:
            for item in decoder.feed(piece):
                found.append(item)
        for item in decoder.close():
            found.append(item)

    with pytest.raises(ProviderError) as caught:
        read()
    return found, caught.value.kind


A, B = Document({"a": 1}), Document({"b": 2})


def test_an_event_stream_is_read_whatever_stands_before_it() -> None:
    assert items_of(b'\n\n data: {"a":1}\n\ndata: [DONE]\n\n') == [A, EndMark()]


def test_the_name_of_an_event_comes_with_its_document() -> None:
    assert items_of(b'event: error\ndata: {"a":1}\n\n') == [Document({"a": 1}, "error")]


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1}',
        b'{"a":1}\n',
        b'{\n "a":\n 1\n}\n',
        b'\xef\xbb\xbf\n{"a":1}',
        b'[{"a":1}]',
        b'[\n{"a":1}\n]',
    ],
)
def test_one_json_document_is_read(text: bytes) -> None:
    assert items_of(text) == [A]


@pytest.mark.parametrize("cut", [4, 7, 8, 9, 15])
def test_one_document_a_line_is_read_as_it_comes(cut: int) -> None:
    text = b'{"a":1}\n{"b":2}\n'
    assert items_of(text[:cut], text[cut:]) == [A, B]
    assert list(BodyDecoder().feed(text[:8])) == [A]


def test_the_field_name_may_stand_once_too_often() -> None:
    assert items_of(b'{"a":1}\ndata: {"b":2}\ndata: [DONE]\n') == [A, B, EndMark()]


def test_a_web_page_is_no_reply() -> None:
    assert refusal_of(b"\n <!doctype html><p>hi") == ([], "protocol")


def test_a_web_page_is_refused_before_its_end() -> None:
    with pytest.raises(ProviderError):
        list(BodyDecoder().feed(b"<html>\ndata: {}\n\n"))


def test_plain_text_is_no_reply() -> None:
    assert refusal_of(b"upstream connect error\n") == ([], "protocol")


def test_an_empty_body_holds_nothing() -> None:
    assert items_of(b" \n") == []


@pytest.mark.parametrize("text", [b'{"a":1', b'{"a":\n', b'{"a":1}\n{"b"'])
def test_a_document_that_is_cut_at_the_end_is_left_out(text: bytes) -> None:
    assert items_of(text) == [A] * text.startswith(b'{"a":1}')


@pytest.mark.parametrize("text", [b"{not json}", b"{\nnot json}\n", b'{"a":1}\nnot json\n'])
def test_json_that_is_none_is_refused_after_what_was_good(text: bytes) -> None:
    assert refusal_of(text) == ([A] * text.startswith(b'{"a":1}'), "protocol")


def test_lines_of_an_event_are_read_one_by_one_where_the_whole_is_no_json() -> None:
    assert items_of(b'data: {"a":1}\ndata: ping\ndata: {"b":2}\n\n') == [
        A,
        B,
    ]


def test_keep_alives_wrapped_as_data_are_skipped() -> None:
    assert items_of(b'data: : alive\n\ndata: PING\n\ndata: {"a":1}\n\n') == [A]


def test_an_error_event_in_plain_words_is_an_error_without_them() -> None:
    assert items_of(b"event: error\ndata: upstream <b>died</b>\n\n") == [
        Document({"error": True}, "error")
    ]


def test_an_event_of_garbage_is_refused_after_what_was_good() -> None:
    assert refusal_of(b'data: {"a":1}\n\ndata: {"b":\n\n') == ([A], "protocol")


def test_a_last_event_that_is_cut_is_left_out() -> None:
    assert items_of(b'data: {"a":1}\n\ndata: {"b":') == [A]


def test_json_that_is_no_object_says_nothing() -> None:
    assert items_of(b'data: 1\n\ndata: null\n\ndata: [1, {"a":1}]\n\ndata: "x"\n\n') == [A]


def test_a_body_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "MAX_BODY_BYTES", 40)
    assert items_of(b": 3456789\n" * 4) == []
    assert refusal_of(b": 3456789\n" * 4, b"x") == ([], "protocol")


def test_a_document_of_many_lines_beyond_all_measure_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(body, "MAX_EVENT_CHARS", 10)
    assert refusal_of(b"{\n" + b'"aaaa":\n' * 2) == ([], "protocol")
