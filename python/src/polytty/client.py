"""A client of a running server, for threads that wait. `AsyncClient` in `polytty.aio` is the same for asyncio."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
from collections import deque
from pathlib import Path
from typing import Any, Iterator

from . import _node
from ._address import socket_path
from ._wrightty import Domains
from .errors import PolyttyError

START_SECONDS = 60


class Client(Domains):
    """`client.session.create(…)`, `client.screen.get_text(…)`: every method of the server, with its types.

    Events that were subscribed to with `client.events.subscribe(…)` come from `client.notifications()`.
    """

    def __init__(self, server: str | None = None, *, timeout: float | None = None) -> None:
        super().__init__(self.call)
        path = socket_path(server)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise PolyttyError(
                f"no server answers at {path}: {error.strerror}. Start one with: python -m polytty serve"
            ) from error
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self._events: deque[dict[str, Any]] = deque()
        self._count = 0

    def call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """Calls a method by its name on the wire."""
        self._count += 1
        request = {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params or {}}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self._read()
            if message.get("id") == self._count:
                return result_of(message)
            self._events.append(message)

    def notifications(self) -> Iterator[dict[str, Any]]:
        """Events as they come: `method`, and `params` with `sessionId`, `data` and more. Ends with the connection."""
        while True:
            if self._events:
                yield self._events.popleft()
                continue
            try:
                yield self._read()
            except PolyttyError:
                return

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise PolyttyError("the server has closed the connection")
        message: dict[str, Any] = json.loads(line)
        return message


class Server:
    """A server of one's own, with its socket in a folder of its own; it ends, with its sessions, when this is closed."""

    def __init__(self, *args: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="polytty-")
        self.socket = str(Path(self._folder.name) / "server.sock")
        words = [*_node.command(), "serve", "--port", "0", "--socket", self.socket, *args]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        # It prints where it listens, once it does.
        if not self._process.stdout.readline():
            self._folder.cleanup()
            raise PolyttyError(f"the server did not start (exit code {self._process.wait()}); stderr says why")

    def connect(self) -> Client:
        return Client(self.socket)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(START_SECONDS)
        assert self._process.stdout
        self._process.stdout.close()
        self._folder.cleanup()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def result_of(message: dict[str, Any]) -> Any:
    """The result of an answer; an error is raised."""
    error = message.get("error")
    if error is None:
        return message.get("result")
    raise PolyttyError(error["message"], error["code"])
