"""`python -m loopl_desktop`: read the command line and open the window."""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from loopl_desktop.app import Options, run

UNPACKAGED_VERSION = "0.1.0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the application; the exit code."""
    return run(options_from(arguments))


def options_from(arguments: Sequence[str] | None) -> Options:
    """Read the command line; leaves the program with a sentence where it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="loopl-desktop", description="A desktop client for AI agents that can ask you back."
    )
    parser.add_argument("--demo", action="store_true", help="talk to the built-in demo agent")
    parser.add_argument(
        "--script", type=Path, metavar="FILE", help="talk to a model that plays this JSON script"
    )
    parser.add_argument("--base-url", metavar="URL", help="where the model is served: .../v1")
    parser.add_argument("--model", metavar="NAME", help="the model's name at that server")
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="keep all data of this run below DIR"
    )
    parser.add_argument(
        "--tour", type=Path, metavar="DIR", help="play the demo unattended into pictures in DIR"
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {product_version()}")
    found = parser.parse_args(arguments)
    if bool(found.base_url) != bool(found.model):
        parser.error("--base-url and --model go together")
    if sum(map(bool, (found.demo, found.script, found.base_url))) > 1:
        parser.error("choose one of --demo, --script and --base-url")
    if found.tour and (found.script or found.base_url):
        parser.error("--tour plays the demo: leave out --script and --base-url")
    if found.script is not None and not found.script.is_file():
        parser.error(f"there is no script at {found.script}")
    return Options(**vars(found))


def product_version() -> str:
    """The installed version, or that of the checkout."""
    try:
        return version("loopl-desktop")
    except PackageNotFoundError:
        return UNPACKAGED_VERSION


if __name__ == "__main__":
    sys.exit(main())
