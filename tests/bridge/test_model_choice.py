"""Which model a turn talks to."""

from pathlib import Path

from loopl_desktop.bridge.model_choice import ModelChoice
from loopl_desktop.domain.ask_answer import Secret
from loopl_desktop.domain.messages import UserMessage
from loopl_desktop.domain.settings import Settings
from loopl_desktop.engine.model import collect
from loopl_desktop.engine.scripted_model import ScriptedModel
from loopl_desktop.providers.keyed_model import KeyedChatModel
from tests.providers.stub_server import Answer, StubServer

REPLY = (
    b'data: {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}\n\n'
    b"data: [DONE]\n\n"
)
HELLO = [UserMessage("hello")]


class Keys:
    """A keyring that counts how often it is asked."""

    def __init__(self, key: str | None = None) -> None:
        self.key = key
        self.asked: list[str] = []

    async def find(self, base_url: str) -> Secret | None:
        self.asked.append(base_url)
        return Secret(self.key) if self.key else None


def choice(folder: Path, keys: Keys, script: ScriptedModel | None = None) -> ModelChoice:
    demo = folder / "demo.json"
    demo.write_text('[{"text": "demo"}]')
    waits: list[tuple[float, str]] = []
    return ModelChoice(
        demo_file=demo,
        find_key=keys.find,
        on_wait=lambda seconds, why: waits.append((seconds, why)),
        script=script,
    )


async def test_without_a_server_the_demo_starts_anew_with_every_turn(tmp_path: Path) -> None:
    models = choice(tmp_path, Keys())
    replies = [await collect(models.for_turn(Settings()).stream(HELLO, ())) for _ in range(2)]
    assert [reply.text for reply in replies] == ["demo", "demo"]


async def test_a_script_goes_before_the_settings_and_plays_on(tmp_path: Path) -> None:
    script = ScriptedModel.from_json([{"text": "one"}, {"text": "two"}])
    models = choice(tmp_path, Keys(), script)
    served = Settings(base_url="http://localhost:1/v1", model="m")
    replies = [await collect(models.for_turn(served).stream(HELLO, ())) for _ in range(2)]
    assert [reply.text for reply in replies] == ["one", "two"]


async def test_a_key_is_looked_up_once_a_turn_and_sent_to_its_server(tmp_path: Path) -> None:
    keys = Keys("key-of-the-server")
    async with StubServer(Answer([REPLY])) as server:
        model = choice(tmp_path, keys).for_turn(Settings(base_url=server.base_url, model="m"))
        assert isinstance(model, KeyedChatModel)
        assert keys.asked == []
        for _ in range(2):
            assert (await collect(model.stream(HELLO, ()))).text == "Hi"
        assert keys.asked == [server.base_url]
        sent = {request.headers["authorization"] for request in server.requests}
        assert sent == {"Bearer key-of-the-server"}


async def test_without_a_key_none_is_sent(tmp_path: Path) -> None:
    async with StubServer(Answer([REPLY])) as server:
        model = choice(tmp_path, Keys()).for_turn(Settings(base_url=server.base_url, model="m"))
        await collect(model.stream(HELLO, ()))
        assert "authorization" not in server.requests[0].headers
