"""The test kit as a process beside the tests: one request at a time, one per line."""

from __future__ import annotations

import json
import subprocess
import threading
from typing import Any

from . import _node
from .errors import PolyttyError, TerminalError


class Driver:
    """Started at the first use, ended with the tests."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._count = 0

    def call(self, method: str, **params: Any) -> Any:
        """Asks for something and waits for the answer."""
        with self._lock:
            process = self._running()
            self._count += 1
            request = {"id": self._count, "method": method, "params": params}
            answer = self._exchange(process, json.dumps(request))
        error = answer.get("error")
        if error is None:
            return answer.get("result")
        raise (TerminalError if error["kind"] == "failure" else PolyttyError)(*_arguments(error))

    def close(self) -> None:
        """Ends every program that was started."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin and process.stdout
        process.stdin.close()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            # In a group of its own: an interrupt is for the tests, which then end it.
            self._process = subprocess.Popen(
                _node.driver(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        return self._process

    def _exchange(self, process: subprocess.Popen[str], request: str) -> dict[str, Any]:
        assert process.stdin and process.stdout
        try:
            process.stdin.write(request + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            self._process = None
            raise PolyttyError(f"the test kit has ended (exit code {process.wait()}); what it printed is on stderr")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _arguments(error: dict[str, str]) -> tuple[str, ...]:
    return (error["message"],) if error["kind"] == "failure" else (error["message"], error["kind"])
