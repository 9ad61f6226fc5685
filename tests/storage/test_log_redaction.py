"""The log holds no secret, no argument of a failed record, and no text of an exception."""

import logging
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from loopl_desktop.domain.ask_answer import MASK, Secret
from loopl_desktop.domain.masking import Scrubber
from loopl_desktop.storage.log_redaction import (
    KEPT_LOGS,
    MAX_LOG_BYTES,
    describe_error,
    set_up_logging,
)

SECRET = "hunter2-MARKER-7733"
log = logging.getLogger("loopl_desktop.tests")


@pytest.fixture
def scrubber() -> Scrubber:
    scrubber = Scrubber()
    scrubber.learn(Secret(SECRET))
    return scrubber


@pytest.fixture
def log_file(tmp_path: Path, scrubber: Scrubber) -> Iterator[Path]:
    """The file that everything is logged to during the test."""
    undo = set_up_logging(tmp_path / "app.log", scrubber)
    yield tmp_path / "app.log"
    undo()


def test_a_secret_is_replaced_wherever_it_stands_in_a_record(log_file: Path) -> None:
    log.info("before")
    log.info("typed %s here", SECRET)
    log.info(f"typed {SECRET}")  # noqa: G004 (the worst case)
    log.info({"typed": SECRET})
    logging.getLogger(f"loopl_desktop.{SECRET}").info("a name")
    text = log_file.read_text()
    assert "before" in text  # the search does find what is there
    assert text.count(MASK) == 4
    assert SECRET not in text


def test_a_secret_is_looked_for_as_it_is_known_at_that_moment(
    log_file: Path, scrubber: Scrubber
) -> None:
    log.info("early-CONTROL")
    scrubber.learn(Secret("early-CONTROL"))
    log.info("early-CONTROL")
    assert log_file.read_text().count("early-CONTROL") == 1


def test_of_an_exception_only_type_and_place_are_written(
    log_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    typed = "unlearned-MARKER"
    try:
        int(typed)
    except ValueError:
        log.exception("it failed")
    caplog.clear()
    text = log_file.read_text()
    assert "ValueError at storage/test_log_redaction.py:" in text
    assert typed not in text


def test_an_exception_that_another_handler_has_put_into_words_is_not_copied(
    log_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    record = logging.LogRecord("loopl_desktop.x", logging.ERROR, __file__, 1, "it failed", (), None)
    record.exc_text = "ValueError: unlearned-MARKER"
    logging.getLogger().handle(record)
    caplog.clear()
    assert "it failed" in log_file.read_text()
    assert "unlearned-MARKER" not in log_file.read_text()
    assert record.exc_text == "ValueError: unlearned-MARKER"  # other handlers keep their text


def test_a_record_that_cannot_be_written_does_not_print_its_arguments(
    tmp_path: Path, scrubber: Scrubber, capfd: pytest.CaptureFixture[str]
) -> None:
    undo = set_up_logging(tmp_path / "app.log", scrubber)
    handler = logging.getLogger().handlers[-1]
    record = logging.LogRecord(
        "loopl_desktop.x", logging.INFO, __file__, 1, "%d", ("unlearned-MARKER",), None
    )
    handler.emit(record)
    undo()
    printed = "".join(capfd.readouterr())
    assert "could not be written" in printed
    assert "unlearned-MARKER" not in printed


def test_a_record_over_several_lines_cannot_pretend_to_be_another_record(log_file: Path) -> None:
    log.info("one\n2030-01-01 00:00:00,000 INFO loopl_desktop fake")
    assert [line.startswith("    ") for line in log_file.read_text().splitlines()] == [False, True]


def test_libraries_that_write_addresses_are_quiet(log_file: Path) -> None:
    for name in ("httpx", "httpcore", "httpcore.http11", "qasync._QEventLoop", "asyncio"):
        logging.getLogger(name).info("GET http://localhost/?key=1")
    log.info("ours-CONTROL")
    text = log_file.read_text()
    assert "ours-CONTROL" in text
    assert "GET" not in text


def test_only_the_owner_can_read_the_file_and_it_is_rotated(log_file: Path) -> None:
    for _ in range(3):
        log.info("x" * (MAX_LOG_BYTES // 2))
    files = sorted(log_file.parent.glob("app.log*"))
    assert len(files) == 3
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    for _ in range(2 * KEPT_LOGS):
        log.info("x" * (MAX_LOG_BYTES - 500))
    assert len(list(log_file.parent.glob("app.log*"))) == KEPT_LOGS + 1


def test_half_a_surrogate_pair_does_not_lose_a_record(log_file: Path) -> None:
    log.info("a\ud800b")
    assert "a\\ud800b" in log_file.read_text()


def test_undo_leaves_the_logging_system_as_it_was(tmp_path: Path, scrubber: Scrubber) -> None:
    root, httpx = logging.getLogger(), logging.getLogger("httpx")
    before = list(root.handlers), httpx.level
    undo = set_up_logging(tmp_path / "app.log", scrubber)
    assert (list(root.handlers), httpx.level) != before
    undo()
    assert (list(root.handlers), httpx.level) == before


def raise_plain() -> None:
    raise ValueError("unlearned-MARKER")


def raise_from() -> None:
    try:
        raise_plain()
    except ValueError as error:
        raise KeyError("unlearned-MARKER") from error


def raise_while_handling() -> None:
    try:
        raise_plain()
    except ValueError:
        raise KeyError("unlearned-MARKER")  # noqa: B904 (the case)


def raise_without_its_cause() -> None:
    try:
        raise_plain()
    except ValueError:
        raise KeyError("unlearned-MARKER") from None


def raise_group() -> None:
    raise ExceptionGroup("unlearned-MARKER", [ValueError("unlearned-MARKER"), OSError()])


@pytest.mark.parametrize(
    ("fail", "types"),
    [
        (raise_plain, ["ValueError"]),
        (raise_from, ["KeyError", "ValueError"]),
        (raise_while_handling, ["KeyError", "ValueError"]),
        (raise_without_its_cause, ["KeyError"]),
        (raise_group, ["ExceptionGroup", "ValueError", "OSError"]),
    ],
)
def test_an_error_is_described_by_types_and_places(
    fail: Callable[[], None], types: list[str]
) -> None:
    try:
        fail()
    except Exception as error:  # noqa: BLE001 (what it is about)
        told = describe_error(error)
    assert [kind for kind in ("ValueError", "KeyError", "OSError") if kind in told] == sorted(
        set(types) - {"ExceptionGroup"}, key=["ValueError", "KeyError", "OSError"].index
    )
    assert told.startswith(types[0])
    assert "storage/test_log_redaction.py:" in told
    assert "unlearned-MARKER" not in told


def test_causes_in_a_circle_end() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert describe_error(first) == "ValueError at no known place from KeyError at no known place"


def test_of_a_deep_recursion_the_innermost_places_are_told() -> None:
    def dig(depth: int) -> None:
        if depth == 0:
            raise ValueError
        dig(depth - 1)

    with pytest.raises(ValueError) as caught:  # noqa: PT011 (there is no text to match)
        dig(100)
    assert describe_error(caught.value).count(" < ") == 11
