"""Breaks the product on purpose, one row of a table at a time, and sees the named tests fail.

    python tests/breaks/run.py [TABLE.toml ...] [--only WORD ...] [--why]

Each row of a table names what is promised, the tests that hold it, and one edit that breaks it.
First the named tests must pass as the product stands: a test that fails anyway would notice
everything. Then each worker makes one edit at a time in a copy of its own and takes it back.
A row whose tests still pass, or cannot be run, fails the run.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).parent
COPIED = ("loopl_desktop", "resources", "tests", "packaging", "pyproject.toml", "README.md")
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".hypothesis")
WORKERS = 2
# Plug-ins that these runs have no use for would cost half a second a row.
WITHOUT = ("no:randomly", "no:hypothesispytest", "no:pytest_cov")
PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "-x", "--no-header"),
    *(part for name in WITHOUT for part in ("-p", name)),
)
ROW_TIMEOUT_S = 90.0
CONTROL_TIMEOUT_S = 1800.0
SHOWN_CHARS = 3000
TESTS_PASSED, TESTS_FAILED = 0, 1  # pytest's exit codes; 2 to 5 mean that it could not run them


class Verdict(Enum):
    """What became of a row."""

    NOTICED = "noticed"
    MISSED = "MISSED"
    NOT_RUN = "NOT RUN"


@dataclass(frozen=True)
class Break:
    """One row of a table."""

    promise: str
    tests: tuple[str, ...]
    file: str
    find: str
    put: str

    @contextmanager
    def made_in(self, root: Path) -> "Iterator[None]":
        """Make the edit below `root`, and take it back.

        Python takes compiled code for current where its source has the same size and the same
        second of change, so each state of the file gets a second of its own.
        """
        path = root / self.file
        sound, changed_at = path.read_bytes(), path.stat().st_mtime
        text = sound.decode("utf-8")
        if text.count(self.find) != 1:
            raise ValueError(f"{self.file} holds {text.count(self.find)} times: {self.find}")
        path.write_bytes(text.replace(self.find, self.put).encode("utf-8"))
        os.utime(path, (changed_at + 2, changed_at + 2))
        try:
            yield
        finally:
            path.write_bytes(sound)
            os.utime(path, (changed_at + 4, changed_at + 4))


@dataclass(frozen=True)
class Outcome:
    """A row, what became of it, and what pytest wrote where that is of use."""

    row: Break
    verdict: Verdict
    output: str
    seconds: float

    @property
    def why(self) -> str:
        """What the failing test says first."""
        said = (line for line in self.output.splitlines() if line.startswith("E  "))
        return next(said, "E  nothing")


def load(table: Path) -> list[Break]:
    """The rows of one table."""
    rows = tomllib.loads(table.read_text(encoding="utf-8"))["row"]
    return [Break(row["promise"], tuple(row["tests"]), **row["break"]) for row in rows]


def copy_tree(into: Path) -> Path:
    """Copy what the tests need; times are kept, as compiled code goes by them."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, into / name, ignore=NOT_COPIED)
        else:
            shutil.copy2(source, into / name)
    return into


def run_tests(tests: "Iterable[str]", root: Path, timeout_s: float) -> tuple[int | None, str]:
    """Run tests below `root`: pytest's exit code and its output; no code if it did not end."""
    try:
        done = subprocess.run(
            [*PYTEST, *tests],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=timeout_s,
        )
    except subprocess.TimeoutExpired:
        return None, f"the tests did not end within {timeout_s:.0f} s"
    return done.returncode, done.stdout


def try_row(row: Break, roots: "queue.Queue[Path]") -> Outcome:
    """Break the product in a copy that is free, and see whether the row's tests fail."""
    root, start = roots.get(), time.monotonic()
    try:
        with row.made_in(root):
            code, output = run_tests(row.tests, root, ROW_TIMEOUT_S)
    except (OSError, ValueError) as error:
        code, output = None, str(error)
    finally:
        roots.put(root)
    found = {TESTS_FAILED: Verdict.NOTICED, TESTS_PASSED: Verdict.MISSED}
    verdict = Verdict.NOT_RUN if code is None else found.get(code, Verdict.NOT_RUN)
    return Outcome(row, verdict, output, time.monotonic() - start)


def try_all(rows: list[Break], roots: list[Path], *, tell_why: bool) -> list[Outcome]:
    """Try every row, telling of each as it ends."""
    free: queue.Queue[Path] = queue.Queue()
    for root in roots:
        free.put(root)
    outcomes = []
    with ThreadPoolExecutor(len(roots)) as pool:
        for future in as_completed([pool.submit(try_row, row, free) for row in rows]):
            outcome = future.result()
            outcomes.append(outcome)
            print(f"{outcome.verdict.value:8} {outcome.seconds:5.1f} s  {outcome.row.promise}")
            if outcome.verdict is Verdict.NOT_RUN:
                print(outcome.output[-SHOWN_CHARS:])
            elif tell_why and outcome.verdict is Verdict.NOTICED:
                print(f"                   {outcome.why}")
            sys.stdout.flush()
    return outcomes


def main() -> int:
    """Run the tables; the exit code is 1 when a break went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tables", nargs="*", type=Path, default=sorted(TABLES.glob("*.toml")))
    parser.add_argument("--only", nargs="+", default=[""], help="rows whose promise holds a word")
    parser.add_argument("--why", action="store_true", help="show what the failing tests say")
    options = parser.parse_args()
    rows = [
        row
        for table in options.tables
        for row in load(table)
        if any(word in row.promise for word in options.only)
    ]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        roots = [copy_tree(Path(tempfile.mkdtemp(dir=folder))) for _ in range(WORKERS)]
        tests = dict.fromkeys(test for row in rows for test in row.tests)
        code, output = run_tests(tests, roots[0], CONTROL_TIMEOUT_S)
        if code != TESTS_PASSED:
            print(f"The tests must pass before anything is broken.\n{output[-SHOWN_CHARS:]}")
            return 1
        print(f"{len(tests)} tests pass as the product stands ({time.monotonic() - start:.0f} s)")
        outcomes = try_all(rows, roots, tell_why=options.why)
    missed = [outcome for outcome in outcomes if outcome.verdict is not Verdict.NOTICED]
    print(f"{len(rows) - len(missed)} noticed, {len(missed)} not", end=", ")
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if missed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
