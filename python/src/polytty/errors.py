"""What can go wrong."""

from __future__ import annotations


class PolyttyError(Exception):
    """A request that could not be carried out; `code` says why."""

    def __init__(self, message: str, code: object = None) -> None:
        super().__init__(message)
        self.code = code


class TerminalError(AssertionError):
    """A program under test that is not as a test wants it: the message has the screen in it."""
