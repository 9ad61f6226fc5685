import asyncio
import gzip
import json
import logging
import socket
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import pytest

from loopl_desktop.domain.messages import UserMessage
from loopl_desktop.engine.model import FinishChunk, TextChunk, ToolSpec
from loopl_desktop.providers import body, openai_chat
from loopl_desktop.providers.openai_chat import OpenAIChatModel
from loopl_desktop.providers.retry import Timing
from tests.providers.corpus import Outcome, read
from tests.providers.stub_server import (
    Answer,
    StubServer,
    Until,
    error_answer,
    event,
    text_reply,
)

KEY = "k3y-MARKER-9f2"
ADD = ToolSpec("add", "Adds.", {"type": "object"})
HI = [UserMessage("Hi")]
CALL = {"index": 0, "id": "a", "function": {"name": "add", "arguments": '{"a":1}'}}


@dataclass
class FakeTime:
    """Sleeps pass at once and are remembered; chance is in the middle."""

    step_s: float = 0.0
    """How far the clock goes at each look."""
    sleeps: list[float] = field(default_factory=list)
    limits: list[float | None] = field(default_factory=list)
    _now: float = 1000.0

    def timing(self, over_at_s: float = -1.0) -> Timing:
        """With limits of at most `over_at_s` seconds that are over at once."""

        def timeout(seconds: float | None) -> asyncio.Timeout:
            self.limits.append(seconds)
            return asyncio.timeout(0 if seconds is not None and seconds <= over_at_s else 10)

        return Timing(
            now=self._look, wall=lambda: 0.0, sleep=self._sleep, timeout=timeout, chance=lambda: 0.5
        )

    def _look(self) -> float:
        self._now += self.step_s
        return self._now

    async def _sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)


def model_at(base_url: str, time: FakeTime | None = None, **more: Any) -> OpenAIChatModel:
    options = {"timing": (time or FakeTime()).timing(), **more}
    return OpenAIChatModel(base_url=base_url, model="m", **options)


async def reply_of(server: StubServer, time: FakeTime | None = None, **more: Any) -> Outcome:
    return await read(model_at(server.base_url, time, **more).stream(HI, [ADD]))


def kind_of(outcome: Outcome) -> str | None:
    return outcome.error.kind if outcome.error else None


async def test_the_request_goes_where_it_should_with_the_key_in_one_header_only() -> None:
    async with StubServer(text_reply("Hel", "lo")) as server:
        outcome = await reply_of(server, api_key=KEY, max_tokens=9)
    assert (outcome.text, outcome.finish) == ("Hello", FinishChunk("stop"))
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/chat/completions")
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept"] == "text/event-stream"
    assert request.json["messages"] == [{"role": "user", "content": "Hi"}]
    assert (request.json["model"], request.json["max_tokens"]) == ("m", 9)
    assert KEY not in request.path + request.body.decode()


async def test_without_a_key_no_key_is_sent() -> None:
    async with StubServer(text_reply("Hi")) as server:
        await reply_of(server)
    assert "authorization" not in server.requests[0].headers


async def test_each_piece_is_told_as_it_comes() -> None:
    answer = Answer((event({"content": "a"}), event({"content": "b"})), end="stall")
    async with (
        StubServer(answer) as server,
        aclosing(model_at(server.base_url).stream(HI, [])) as chunks,
    ):
        assert [await anext(chunks), await anext(chunks)] == [TextChunk("a"), TextChunk("b")]


async def test_nothing_is_sent_before_the_first_piece_is_asked_for() -> None:
    async with StubServer(text_reply("Hi")) as server:
        await model_at(server.base_url).stream(HI, []).aclose()
    assert server.requests == []


async def test_a_limit_is_waited_out_with_a_visible_countdown_and_asked_again() -> None:
    time, waits = FakeTime(), []
    limited = error_answer(429, "slow down", retry_after="7")
    async with StubServer(limited, error_answer(503), text_reply("Hi")) as server:
        outcome = await reply_of(server, time, on_wait=lambda *wait: waits.append(wait))
    assert outcome.text == "Hi"
    assert time.sleeps == [7, 0.5]
    assert [seconds for seconds, _ in waits] == [7, 0.5]
    assert "slow down" in waits[0][1]
    assert len(server.requests) == 3


async def test_after_the_last_try_the_error_is_told() -> None:
    time = FakeTime()
    async with StubServer(error_answer(500, "boom")) as server:
        outcome = await reply_of(server, time, max_retries=2)
    assert kind_of(outcome) == "server"
    assert len(server.requests) == 3
    assert time.sleeps == [0.25, 0.5]


async def test_a_server_that_is_not_there_is_tried_again_too() -> None:
    time = FakeTime()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    outcome = await read(model_at(f"http://127.0.0.1:{port}/v1", time).stream(HI, []))
    assert kind_of(outcome) == "unreachable"
    assert f"127.0.0.1:{port}" in str(outcome.error)
    assert len(time.sleeps) == 3


async def test_an_absurd_wait_is_told_at_once() -> None:
    time = FakeTime()
    async with StubServer(error_answer(429, "x", retry_after="999999")) as server:
        outcome = await reply_of(server, time)
    assert outcome.error is not None
    assert (outcome.error.kind, outcome.error.retry_after_s) == ("rate_limit", 999999)
    assert time.sleeps == []


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, "bad_request"), (401, "auth"), (402, "quota"), (404, "not_found"), (302, "protocol")],
)
async def test_what_another_try_cannot_mend_is_told_at_once(status: int, kind: str) -> None:
    async with StubServer(error_answer(status, "the model said no")) as server:
        outcome = await reply_of(server)
    assert kind_of(outcome) == kind
    assert len(server.requests) == 1


async def test_after_the_first_content_nothing_is_asked_again() -> None:
    broken = Answer((event({"content": "Hel"}),), end="reset")
    failed = Answer((event({"content": "Hel"}), b'data: {"error":{"code":503}}\n\n'))
    for answer, kind in ((broken, "truncated"), (failed, "server")):
        async with StubServer(answer, text_reply("again")) as server:
            outcome = await reply_of(server)
        assert (outcome.text, kind_of(outcome)) == ("Hel", kind)
        assert len(server.requests) == 1


async def test_text_that_was_held_back_is_shown_before_the_error() -> None:
    broken = Answer((event({"content": "See <tool_ca"}),), end="reset")
    async with StubServer(broken) as server:
        outcome = await reply_of(server)
    assert (outcome.text, kind_of(outcome)) == ("See <tool_ca", "truncated")
    async with StubServer(Answer((event({"content": "<thi"}), b"data: {]\n\n"))) as server:
        outcome = await reply_of(server)
    assert (outcome.text, kind_of(outcome)) == ("<thi", "protocol")


async def test_an_error_in_the_stream_before_any_content_is_asked_again() -> None:
    failed = Answer((b'data: {"error":{"code":503}}\n\n',))
    async with StubServer(failed, text_reply("Hi")) as server:
        outcome = await reply_of(server)
    assert (outcome.text, len(server.requests)) == ("Hi", 2)


async def test_a_key_of_the_request_that_the_server_does_not_know_is_left_out() -> None:
    refusals = (
        error_answer(400, "Unrecognized request argument: stream_options"),
        error_answer(400, "Use 'max_completion_tokens' instead of 'max_tokens'"),
    )
    async with StubServer(*refusals, text_reply("Hi")) as server:
        model = model_at(server.base_url, max_tokens=5)
        assert (await read(model.stream(HI, []))).text == "Hi"
        assert (await read(model.stream(HI, []))).text == "Hi"
    keys = [set(request.json) - {"model", "messages", "stream"} for request in server.requests]
    assert keys == [
        {"stream_options", "max_tokens"},
        {"max_tokens"},
        {"max_completion_tokens"},
        {"max_completion_tokens"},
    ]


async def test_a_stop_in_the_middle_closes_the_connection(until: Until) -> None:
    came = asyncio.Event()
    async with StubServer(Answer((event({"content": "Hel"}),), end="stall")) as server:

        async def talk() -> None:
            async with aclosing(model_at(server.base_url).stream(HI, [])) as chunks:
                async for _ in chunks:
                    came.set()

        task = asyncio.create_task(talk())
        await came.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: server.closed_by_client == 1)


async def test_a_stop_before_the_answer_closes_the_connection(until: Until) -> None:
    async with StubServer(Answer(raw=b"HTTP/1.1 200 OK\r\n", end="stall")) as server:
        task = asyncio.create_task(reply_of(server))
        await until(lambda: server.requests)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: server.closed_by_client == 1)


async def test_a_stop_while_it_waits_for_another_try_ends_at_once() -> None:
    waiting = asyncio.Event()

    async def sleep(_: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    async with StubServer(error_answer(503)) as server:
        task = asyncio.create_task(reply_of(server, timing=Timing(sleep=sleep)))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(server.requests) == 1


async def test_a_stop_at_any_moment_leaves_nothing_open(until: Until) -> None:
    """The hooks of the test run see what the client leaves: tasks, sockets, generators."""
    pieces = [event({"content": "a"}), event({"content": "b"}), event(finish="stop")]
    stopped = steps = 0
    async with StubServer(Answer(pieces)) as server:
        while True:
            task = asyncio.create_task(reply_of(server))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            (outcome,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(outcome, Outcome):
                break  # it had ended by itself, so every earlier moment has had its turn
            assert isinstance(outcome, asyncio.CancelledError)
            stopped += 1
            steps += 1 + steps // 4
        await until(lambda: server.open_connections == 0)
    assert stopped > 10
    assert outcome.text == "ab"


async def test_leaving_early_closes_the_connection(until: Until) -> None:
    async with StubServer(Answer((event({"content": "Hel"}),), end="stall")) as server:
        async with aclosing(model_at(server.base_url).stream(HI, [])) as chunks:
            async for _ in chunks:
                break
        await until(lambda: server.closed_by_client == 1)


async def test_keep_alives_do_not_hold_up_the_limit_on_content() -> None:
    answer = Answer((event({"content": "Hel"}),), keep_alive_s=0.001)
    async with StubServer(answer) as server:
        outcome = await reply_of(server, FakeTime(step_s=1), content_timeout_s=30.5)
    assert (outcome.text, kind_of(outcome)) == ("Hel", "idle_timeout")


async def test_silence_ends_with_the_limit_on_content() -> None:
    timing = FakeTime().timing(over_at_s=7)
    async with StubServer(Answer((event({"content": "Hel"}),), end="stall")) as server:
        outcome = await reply_of(
            server, timing=timing, content_timeout_s=7, first_content_timeout_s=100
        )
    assert (outcome.text, kind_of(outcome)) == ("Hel", "idle_timeout")


async def test_the_wait_for_the_first_content_has_a_limit_of_its_own() -> None:
    timing = FakeTime().timing(over_at_s=7)
    async with StubServer(Answer(end="stall")) as server:
        outcome = await reply_of(
            server, timing=timing, content_timeout_s=100, first_content_timeout_s=7
        )
    assert kind_of(outcome) == "idle_timeout"


@pytest.mark.parametrize("delta", [{"reasoning": "hm"}, {"tool_calls": [CALL]}, {"content": "a"}])
async def test_text_reasoning_and_calls_all_count_as_content(delta: dict[str, Any]) -> None:
    pieces = [event(delta), b": alive\n\n", event(delta), b": alive\n\n", event(finish="length")]
    time = FakeTime(step_s=1)
    async with StubServer(Answer(pieces)) as server:
        outcome = await reply_of(server, time, content_timeout_s=12)
    assert kind_of(outcome) is None


@pytest.mark.parametrize("end", ["stall", "reset"])
async def test_a_whole_reply_does_not_wait_for_its_token_counts(end: Any) -> None:
    time = FakeTime()
    timing = time.timing(over_at_s=openai_chat.USAGE_GRACE_S)
    answer = Answer((event({"content": "Hi"}), event(finish="stop")), end=end)
    async with StubServer(answer) as server:
        outcome = await reply_of(server, timing=timing)
    assert (outcome.text, outcome.finish) == ("Hi", FinishChunk("stop"))
    assert time.limits[-1] == openai_chat.USAGE_GRACE_S


async def test_after_the_end_mark_nothing_is_waited_for() -> None:
    answer = Answer((event({"content": "Hi"}), b"data: [DONE]\n\n"), end="stall")
    async with StubServer(answer) as server:
        assert (await reply_of(server)).finish == FinishChunk("stop")


async def test_a_reply_that_breaks_at_any_byte_is_told_cut_and_runs_no_call() -> None:
    whole = b"".join(
        (event({"content": "Hi"}), event({"tool_calls": [CALL]}), event(finish="tool_calls"))
    )
    complete = whole.index(b"tool_calls", whole.index(b'"finish_reason": "t')) + len(
        'tool_calls"}]}'
    )
    for size in [*range(0, len(whole), 17), complete]:
        async with StubServer(Answer((whole[:size],), end="reset")) as server:
            outcome = await reply_of(server)
        assert kind_of(outcome) == (None if size >= complete else "truncated")
        assert len(outcome.calls) == (size >= complete)


async def test_a_reply_that_comes_byte_by_byte_is_read() -> None:
    whole = b"".join(text_reply("caffè ", "🍕").chunks)
    async with StubServer(Answer([whole[i : i + 1] for i in range(len(whole))])) as server:
        assert (await reply_of(server)).text == "caffè 🍕"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer((b"<html><script>x</script>",), content_type="text/html"), "protocol"),
        (Answer((b"data: {]\n\n",)), "protocol"),
        (Answer((b"\x00\x01\xff\xfe",)), "protocol"),
        (Answer((b"not gzip",), headers={"content-encoding": "gzip"}), "protocol"),
        (Answer(), "truncated"),
        (Answer(raw=b""), "server"),
        (Answer(raw=b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ndata: {"), "truncated"),
        (Answer((b"x" * 200_000,), 500), "server"),
        (Answer((b'{"error":{"message":"' + b"x" * 200_000,), 401), "auth"),
    ],
)
async def test_a_broken_server_gives_a_sentence(answer: Answer, kind: str) -> None:
    async with StubServer(answer) as server:
        outcome = await reply_of(server, max_retries=0)
    assert kind_of(outcome) == kind
    assert len(str(outcome.error)) < 500


async def test_a_bomb_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "MAX_BODY_BYTES", 1_000_000)
    bomb = gzip.compress(b": 345678\n" * 5_000_000)
    async with StubServer(Answer((bomb,), headers={"content-encoding": "gzip"})) as server:
        assert kind_of(await reply_of(server)) == "protocol"


async def test_an_error_whose_body_never_ends_is_told_by_its_status() -> None:
    timing = FakeTime().timing(over_at_s=openai_chat.ERROR_BODY_TIMEOUT_S)
    async with StubServer(Answer((b'{"error":',), 401, end="stall")) as server:
        assert kind_of(await reply_of(server, timing=timing)) == "auth"


async def test_silence_on_the_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_chat, "READ_TIMEOUT_S", 0.05)
    monkeypatch.setattr("loopl_desktop.providers.endpoint.is_local_host", lambda host: False)
    async with StubServer(Answer((event({"content": "Hel"}),), end="stall")) as server:
        outcome = await reply_of(server)
    assert (outcome.text, kind_of(outcome)) == ("Hel", "idle_timeout")
    whole = Answer((event({"content": "Hi"}), event(finish="stop")), end="stall")
    async with StubServer(whole) as server:
        assert (await reply_of(server)).finish == FinishChunk("stop")


async def test_calls_in_the_text_are_looked_for_at_local_servers_or_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tag = '<tool_call>{"name":"add","arguments":{}}</tool_call>'
    async with StubServer(text_reply(tag)) as server:
        assert len((await reply_of(server)).calls) == 1
        assert (await reply_of(server, calls_in_text=False)).text == tag
        monkeypatch.setattr("loopl_desktop.providers.endpoint.is_local_host", lambda host: False)
        assert (await reply_of(server)).text == tag
        assert len((await reply_of(server, calls_in_text=True)).calls) == 1


async def test_a_base_url_that_is_none_is_told_without_another_try() -> None:
    time = FakeTime()
    outcome = await read(model_at("ftp://x", time).stream(HI, []))
    assert kind_of(outcome) == "unreachable"
    assert time.sleeps == []


async def test_a_base_url_without_its_end_is_told() -> None:
    async with StubServer(error_answer(404, "File Not Found")) as server:
        base_url = server.base_url.removesuffix("/v1")
        outcome = await read(model_at(base_url).stream(HI, []))
        assert f"write {base_url}/v1 as the base URL" in str(outcome.error)
        outcome = await read(model_at(server.base_url).stream(HI, []))
        assert "File Not Found" in str(outcome.error)
    async with StubServer(error_answer(404, "the model 'm' is not here")) as server:
        outcome = await read(model_at(server.base_url.removesuffix("/v1")).stream(HI, []))
        assert "the model 'm' is not here" in str(outcome.error)


async def test_the_key_is_in_no_error_repr_or_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with StubServer(error_answer(401, f"wrong key {KEY}!")) as server:
        model = model_at(server.base_url, api_key=KEY)
        outcome = await read(model.stream(HI, []))
    assert "wrong key" in str(outcome.error)
    searched = [
        str(outcome.error),
        repr(outcome.error),
        repr(model),
        repr(vars(model)),
        caplog.text,
    ]
    assert not any(KEY in text for text in searched)
    assert KEY in server.requests[0].headers["authorization"]
    error: BaseException | None = outcome.error
    while error is not None:
        assert KEY not in repr(vars(error))
        error = error.__cause__ or error.__context__


async def test_a_key_that_no_header_can_carry_is_told() -> None:
    async with StubServer(text_reply("Hi")) as server:
        outcome = await reply_of(server, api_key=f"{KEY}\nx: y")
    assert kind_of(outcome) == "auth"
    assert server.requests == []


async def test_half_a_character_never_goes_out() -> None:
    async with StubServer(text_reply("Hi")) as server:
        await read(model_at(server.base_url).stream([UserMessage("x\udcaf")], []))
    assert server.requests[0].json["messages"][0]["content"] == "x\ufffd"
    assert json.loads(server.requests[0].body.decode("utf-8"))


async def test_several_replies_may_run_side_by_side() -> None:
    async with StubServer(text_reply("Hi")) as server:
        model = model_at(server.base_url)
        outcomes = await asyncio.gather(*(read(model.stream(HI, [])) for _ in range(5)))
    assert [outcome.text for outcome in outcomes] == ["Hi"] * 5


async def test_the_environments_proxy_is_not_used_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with StubServer(text_reply("Hi")) as server:
        assert (await reply_of(server)).text == "Hi"
