#!/usr/bin/env python3
"""Everything a developer needs, with the standard library alone.

    python3 packaging/dev.py run [ARGUMENTS]    set up, then open the window
    python3 packaging/dev.py test [ARGUMENTS]   set up, then every check; arguments go to pytest
    python3 packaging/dev.py setup              only set up, for running and testing

Set-up makes `.venv` in the root of the repository from hash-pinned requirement files, and looks
for the system libraries that Qt loads. On Debian and Ubuntu it installs what is missing when it
runs as root; otherwise it prints the one line to run.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "packaging" / "requirements"
STAMP = VENV / "requirements.sha256"
OLDEST_PYTHON = (3, 11)
NO_DISPLAY_TOUR = ROOT / "tour"

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfreetype.so.6": "libfreetype6",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libgomp.so.1": "libgomp1",
}
"""What Qt and the tests' model server load on Linux, and the Debian package that holds it."""
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")


class SetUpError(Exception):
    """Set-up cannot go on; the text says what to do."""


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and do it; the exit code is that of the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("setup", "run", "test"), help="see above")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="passed on")
    options = parser.parse_args(arguments)
    try:
        if options.command == "run":
            set_up(["runtime.txt"])
            return run_app(options.rest)
        set_up(["dev.txt", "weights.txt"])
    except SetUpError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return run_checks(options.rest) if options.command == "test" else 0


# --- set-up ---------------------------------------------------------------------------------


def set_up(files: list[str]) -> None:
    """Make the environment hold these requirement files.

    Raises:
        SetUpError: if something must be done by hand first.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise SetUpError(
            "Loopl Desktop needs Python 3.11 or newer; this one is "
            f"{sys.version_info.major}.{sys.version_info.minor}. Run this command with a newer one."
        )
    if sys.platform == "linux":
        install_system_packages(missing_system_packages())
    if wanted(files) <= installed():
        return
    make_environment()
    for name in files:
        say(f"installing {name}")
        install(REQUIREMENTS / name, with_dependencies=name != "weights.txt")
    STAMP.write_text("\n".join(sorted(wanted(files) | installed())), encoding="utf-8")


def wanted(files: list[str]) -> set[str]:
    """One fingerprint a requirement file; `dev.txt` holds all of `runtime.txt`."""
    names = {*files, "runtime.txt"}
    return {hashlib.sha256((REQUIREMENTS / name).read_bytes()).hexdigest() for name in names}


def installed() -> set[str]:
    """The fingerprints that the environment was made from."""
    if not STAMP.exists() or not venv_python().exists():
        return set()
    return set(STAMP.read_text(encoding="utf-8").split())


def missing_system_packages() -> list[str]:
    """The Debian packages whose library cannot be loaded, or that set-up itself needs."""
    packages = [package for library, package in LIBRARIES.items() if not loads(library)]
    if not any(any(Path(folder).rglob("*.[ot]tf")) for folder in FONT_FOLDERS):
        packages.append("fonts-dejavu-core")
    if not VENV.exists() and not shutil.which("uv") and not importlib.util.find_spec("ensurepip"):
        packages.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    return packages


def loads(library: str) -> bool:
    """Whether the dynamic linker finds it."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_system_packages(packages: list[str]) -> None:
    """Install them by apt as root.

    Raises:
        SetUpError: without apt, or without the right to use it; holds the line to run.
    """
    if not packages:
        return
    line = f"apt-get update && apt-get install -y {' '.join(packages)}"
    if not shutil.which("apt-get"):
        raise SetUpError(
            "Some system libraries are missing. Install what your system calls these Debian "
            f"packages, then run this command again:\n  {' '.join(packages)}"
        )
    if os.geteuid() != 0:
        raise SetUpError(
            "Some system libraries are missing. Run this line, then this command again:\n"
            f"  sudo sh -c '{line}'"
        )
    say(f"installing system packages: {' '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", "-qq", *command], env=environment, check=False)
        if done.returncode:
            raise SetUpError(f"apt-get failed. Run this line to see why:\n  {line}")


def make_environment() -> None:
    """Make `.venv`, with uv where it is installed."""
    if venv_python().exists():
        return
    say("making .venv")
    uv = shutil.which("uv")
    made = uv and call([uv, "venv", "-q", "--python", sys.executable, str(VENV)]) == 0
    if not made and call([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
        raise SetUpError(f"{VENV} could not be made; see the lines above.")


def install(requirements: Path, *, with_dependencies: bool) -> None:
    """Install one hash-pinned file, with uv where it is installed and able to."""
    options = ["--require-hashes", *([] if with_dependencies else ["--no-deps"])]
    options += ["-r", str(requirements)]
    uv = shutil.which("uv")
    if uv and call([uv, "pip", "install", "-q", "--python", str(venv_python()), *options]) == 0:
        return
    python = str(venv_python())
    call([python, "-m", "ensurepip"], quiet=True)  # an environment made by uv has no pip
    if call([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *options]):
        raise SetUpError(
            f"{requirements.name} could not be installed; see the lines above. "
            "Is the package index reachable?"
        )


def venv_python() -> Path:
    """The environment's interpreter."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


# --- commands -------------------------------------------------------------------------------


def run_app(arguments: list[str]) -> int:
    """Open the window; without a display, play the demo into pictures."""
    environment = app_environment()
    if not has_display():
        environment["QT_QPA_PLATFORM"] = "offscreen"
        if arguments:
            say("there is no display here: whatever this opens cannot be seen")
        else:
            say(f"there is no display here: playing the demo into pictures in {NO_DISPLAY_TOUR}")
            arguments = ["--tour", str(NO_DISPLAY_TOUR)]
    command = [str(venv_python()), "-m", "loopl_desktop", *arguments]
    if os.name == "posix":
        os.execve(command[0], command, environment)  # signals reach the app itself  # noqa: S606
    return call(command, environment)


def has_display() -> bool:
    """Whether a window can be shown."""
    if sys.platform != "linux":
        return True
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in named)


def run_checks(arguments: list[str]) -> int:
    """Lint, types and tests; every one runs, and any failure fails the whole."""
    python = str(venv_python())
    environment = app_environment()
    started = time.monotonic()
    types = subprocess.Popen([python, "-m", "mypy"], cwd=ROOT, env=environment)
    checks = {
        "lint": [python, "-m", "ruff", "check", "."],
        "format": [python, "-m", "ruff", "format", "--check", "-q", "."],
        "tests": [python, "-m", "pytest", *(arguments or coverage_options())],
    }
    if not arguments:
        checks["coverage"] = [
            *[python, "-m", "coverage", "report", "--fail-under=100", "--precision=2"],
            "--include=loopl_desktop/domain/*,loopl_desktop/engine/*",
        ]
    failed = [name for name, command in checks.items() if call(command, environment, cwd=ROOT)]
    if types.wait():
        failed.append("types")
    say(f"{time.monotonic() - started:.0f} s; " + (f"failed: {failed}" if failed else "all green"))
    return 1 if failed else 0


def coverage_options() -> list[str]:
    """Measure branches of the whole package; the report comes as a check of its own."""
    return ["-q", "--cov", "--cov-branch", "--cov-report="]


def app_environment() -> dict[str, str]:
    """The environment in which the package is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def call(
    command: list[str],
    environment: dict[str, str] | None = None,
    *,
    cwd: Path | None = None,
    quiet: bool = False,
) -> int:
    """Run a command to its end; the exit code."""
    output = subprocess.DEVNULL if quiet else None
    done = subprocess.run(
        command, env=environment, cwd=cwd, stdout=output, stderr=output, check=False
    )
    return done.returncode


def say(sentence: str) -> None:
    """One line about what happens now."""
    print(f"dev: {sentence}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
