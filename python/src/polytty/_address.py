"""Which server is meant: the one that is named, POLYTTY_SERVER, or the default socket."""

from __future__ import annotations

import os
from pathlib import Path


def default_socket() -> str:
    """Where a server listens that no one has named."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime) / "polytty" if runtime else Path(f"/tmp/polytty-{os.getuid()}")
    return str(folder / "server.sock")


def socket_path(server: str | None) -> str:
    """The path of its Unix socket."""
    return server or os.environ.get("POLYTTY_SERVER") or default_socket()
