"""polytty for Python: tests of terminal programs (with pytest), and a client of its server."""

from ._expect import Expectation, expect
from ._locator import Locator
from ._terminal import CommandResult, Exit, Terminal
from .aio import AsyncClient
from .client import Client, Server
from .errors import PolyttyError, TerminalError

__all__ = [
    "AsyncClient",
    "Client",
    "CommandResult",
    "Exit",
    "Expectation",
    "Locator",
    "PolyttyError",
    "Server",
    "Terminal",
    "TerminalError",
    "expect",
]
