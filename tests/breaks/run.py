"""Breaks the product on purpose, one row of a table at a time, and sees the named tests fail.

    python tests/breaks/run.py [TABLE.toml ...] [--only WORD]

Each row of a table names what is promised, the tests that hold it, and one edit that breaks it.
The edit is made in a copy; a row whose tests still pass fails the run.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).parent
COPIED = ("loopl_desktop", "resources", "tests", "packaging", "pyproject.toml", "README.md")
WORKERS = 2
TESTS_FAILED = 1  # pytest's exit code; 2 to 5 mean that the tests did not run as asked


@dataclass(frozen=True)
class Break:
    """One row of a table."""

    promise: str
    tests: tuple[str, ...]
    file: str
    find: str
    put: str

    def apply(self, root: Path) -> None:
        """Make the edit below `root`."""
        path = root / self.file
        path.write_text(
            path.read_text(encoding="utf-8").replace(self.find, self.put), encoding="utf-8"
        )


def load(table: Path) -> list[Break]:
    """The rows of one table."""
    rows = tomllib.loads(table.read_text(encoding="utf-8"))["row"]
    return [
        Break(row["promise"], tuple(row["tests"]), **row["break"]) for row in rows if "break" in row
    ]


def is_noticed(row: Break) -> bool:
    """Whether the row's tests fail once its edit is made."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, root / name)
        row.apply(root)
        command = [sys.executable, "-m", "pytest", "-q", "-x", *row.tests]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode not in (0, TESTS_FAILED):
        print(done.stdout[-2000:], done.stderr[-2000:])
    return done.returncode == TESTS_FAILED


def main() -> int:
    """Run the tables; the exit code is 1 when a break went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tables", nargs="*", type=Path, default=sorted(TABLES.glob("*.toml")))
    parser.add_argument("--only", default="", help="rows whose promise holds this word")
    options = parser.parse_args()
    rows = [row for table in options.tables for row in load(table) if options.only in row.promise]
    with ThreadPoolExecutor(WORKERS) as pool:
        noticed = list(pool.map(is_noticed, rows))
    for row, seen in zip(rows, noticed, strict=True):
        print(f"{'noticed' if seen else 'MISSED '}  {row.promise}")
    print(f"{sum(noticed)} noticed, {len(rows) - sum(noticed)} missed")
    return 0 if all(noticed) else 1


if __name__ == "__main__":
    sys.exit(main())
