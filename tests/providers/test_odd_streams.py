"""Every odd stream has its wanted outcome, over a real connection and however its bytes are cut."""

import random
from collections.abc import Iterator, Sequence

import pytest

from loopl_desktop.domain.messages import UserMessage
from loopl_desktop.engine.model import ModelChunk
from loopl_desktop.providers.body import BodyDecoder
from loopl_desktop.providers.chat_decoder import ChatDecoder
from loopl_desktop.providers.openai_chat import OpenAIChatModel
from tests.providers.corpus import CASES, TOOLS, Case, body_of, check, outcome_of, read
from tests.providers.stub_server import Answer, StubServer

STREAMS = [case for case in CASES if case["http_status"] == 200 and case.get("end") != "stall"]


def name_of(case: Case) -> str:
    return str(case["id"])


def decoded(pieces: Sequence[bytes]) -> Iterator[ModelChunk]:
    body, decoder = BodyDecoder(), ChatDecoder([tool.name for tool in TOOLS], calls_in_text=True)
    for piece in pieces:
        for item in body.feed(piece):
            yield from decoder.feed(item)
    for item in body.close():
        yield from decoder.feed(item)
    yield from decoder.close()


def cut(data: bytes, seed: int) -> list[bytes]:
    """Random cuts, a third of them after one byte."""
    chance, pieces = random.Random(seed), []
    while data:
        size = chance.choice([1, chance.randint(2, 40), chance.randint(41, 400)])
        pieces.append(data[:size])
        data = data[size:]
    return pieces


@pytest.mark.parametrize("case", CASES, ids=name_of)
async def test_a_stream_over_a_real_connection_has_the_wanted_outcome(case: Case) -> None:
    answer = Answer(
        body_of(case),
        case["http_status"],
        case["content_type"],
        case.get("headers") or {},
        case.get("end") or "close",
    )
    async with StubServer(answer) as server:
        model = OpenAIChatModel(
            base_url=server.base_url,
            model="m",
            max_retries=0,
            content_timeout_s=0.2 if answer.end == "stall" else 10.0,
        )
        outcome = await read(model.stream([UserMessage("hi")], TOOLS))
    check(case, outcome)


@pytest.mark.parametrize("case", STREAMS, ids=name_of)
def test_the_division_of_the_bytes_changes_nothing(case: Case) -> None:
    whole = b"".join(body_of(case))
    divisions = [body_of(case), [whole], [whole[i : i + 1] for i in range(len(whole))]]
    divisions += [cut(whole, seed) for seed in range(4)]
    for pieces in divisions:
        check(case, outcome_of(decoded(pieces)))
