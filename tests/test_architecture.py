"""The structure itself is tested: layers, sizes, a core without Qt, and the guarded Qt version."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Signal

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "loopl_desktop"
MAX_FILE_LINES, MAX_CLASS_LINES, MAX_FUNCTION_LINES = 500, 350, 50
SOURCES = sorted(PACKAGE.rglob("*.py")) + sorted((ROOT / "packaging").rglob("*.py"))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_layers_point_down() -> None:
    done = run("-c", "from importlinter.cli import lint_imports_command as lint; lint()")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_loads_without_qt() -> None:
    core = ["domain", "engine", "providers", "storage", "tools"]
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for part in core
        for path in sorted((PACKAGE / part).rglob("*.py"))
    ]
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print(sorted({'PySide6', 'shiboken6', 'qasync'} & set(sys.modules)))"
    )
    done = run("-c", code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def length_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """Lines of a definition, its docstring not counted."""
    first = node.body[0]
    doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    doc_lines = (first.end_lineno or 0) - first.lineno + 1 if doc else 0
    return (node.end_lineno or 0) - node.lineno + 1 - doc_lines


def oversized(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    found = [f"{path}: {n} lines"] if (n := text.count("\n")) > MAX_FILE_LINES else []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            limit = MAX_CLASS_LINES
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            limit = MAX_FUNCTION_LINES
        else:
            continue
        if length_of(node) > limit:
            found.append(f"{path}: {node.name}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_class_or_function_is_too_long(path: Path) -> None:
    assert oversized(path) == []


def test_the_size_check_finds_what_is_too_long(tmp_path: Path) -> None:
    long_function = "def f():\n" + "    pass\n" * (MAX_FUNCTION_LINES + 1)
    (tmp_path / "long.py").write_text(long_function + "x = 1\n" * MAX_FILE_LINES)
    assert len(oversized(tmp_path / "long.py")) == 2


def test_packages_export_nothing_but_their_docstring() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert len(body) == 1, f"{path} holds more than a docstring"


class _Emitter(QObject):
    fired = Signal(str)


def test_qt_calls_keep_their_references_to_none_and_true(qapp: QCoreApplication) -> None:
    """PySide6 6.12.0 on Python 3.11 loses one a call and aborts after some thousands."""
    emitter = _Emitter()
    emitter.fired.connect(str)
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(500):
        qapp.processEvents()
        emitter.setObjectName("x")
        emitter.fired.emit("x")
    after = sys.getrefcount(None), sys.getrefcount(True)
    assert after[0] > before[0] - 250
    assert after[1] > before[1] - 250


FORBIDDEN_CALLS = {
    "previousInFocusChain": "PySide then owns the neighbour, and takes it along when this one dies",
    "nextInFocusChain": "PySide then owns the neighbour, and takes it along when this one dies",
    "setIndexWidget": "a list row that is removed deletes the widget while Python still holds it",
    "exec": "a nested event loop loses the steps of other tasks",
}


def forbidden_calls(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{path}:{node.lineno}: {node.func.attr}: {FORBIDDEN_CALLS[node.func.attr]}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in FORBIDDEN_CALLS
    ]


def test_no_widget_makes_a_call_that_has_ended_the_process_before() -> None:
    assert [found for path in PACKAGE.rglob("*.py") for found in forbidden_calls(path)] == []


def test_the_check_of_calls_finds_one(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("dialog.exec()\n")
    assert len(forbidden_calls(tmp_path / "bad.py")) == 1
