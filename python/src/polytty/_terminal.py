"""A terminal under test: a program on a PTY, and what a test does to it. Every action returns when it was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

from ._driver import Driver
from ._locator import Finder, Locator
from ._wire import options, trailing, value


@dataclass(frozen=True)
class CommandResult:
    """A command of a shell that has ended; the exit code is None where the shell does not say."""

    output: str
    exit_code: int | None


@dataclass(frozen=True)
class Exit:
    """How a program ended: by a code, or by a signal."""

    code: int | None
    signal: str | None


class Terminal(Finder):
    def __init__(self, driver: Driver, kit: int, number: int = 0) -> None:
        self._driver = driver
        self._about = {"kit": kit, "terminal": number}
        self._terminal = self
        self._chain: list[list[Any]] = []

    def launch(self, program: str | Sequence[str], **given: Any) -> Terminal:
        """Starts a program: here if none runs here yet, else in a further terminal, which is returned."""
        kit = self._about["kit"]
        started = self._driver.call("launch", kit=kit, program=program, options=options(**given))
        number = int(started["terminal"])
        return self if number == self._about["terminal"] else Terminal(self._driver, kit, number)

    def press(self, *keys: str) -> None:
        """Presses keys one after another, each once the one before was answered: "Enter", "Ctrl+C", "Down", "x"."""
        self._do("press", *keys)

    def type(self, text: str, *, each: bool | None = None, secret: bool | None = None) -> None:
        """Types text; line ends are Enter. With `each` the answer to every character is awaited."""
        self._do("type", text, *trailing(options(each=each, secret=secret)))

    def paste(self, text: str) -> None:
        """Pastes text, in brackets where the program asked for that."""
        self._do("paste", text)

    def write(self, data: str | bytes) -> None:
        """Sends bytes as they are."""
        self._do("write", value(data))

    def resize(self, size: str) -> None:
        self._do("resize", size)

    def focus(self, focused: bool = True) -> None:
        self._do("focus", focused)

    def signal(self, name: str) -> None:
        self._do("signal", name)

    def settle(self) -> dict[str, Any]:
        """Waits for the answer to what happened outside of it; what the program is doing then."""
        verdict: dict[str, Any] = self._do("settle")
        return verdict

    def run(self, command: str, *, timeout: float | None = None) -> CommandResult:
        """Runs a command in the shell of this terminal to its end; starts bash where no program runs."""
        done = self._driver.call("run", **self._about, command=command, **options(timeout=timeout))
        return CommandResult(done["output"], done["exitCode"])

    def row(self, index: int) -> Locator:
        """A row of the screen, counted from 0; negative numbers count from the last."""
        return self._locate("row", index)

    def column(self, index: int) -> Locator:
        return self._locate("column", index)

    def screen(self) -> str:
        """The screen as text, with its rows trimmed."""
        return str(self._do("screen"))

    def outline(self) -> str:
        """Menus, buttons, fields and the like as they are on the screen, as text."""
        return str(self._do("outlineText"))

    @property
    def state(self) -> dict[str, Any]:
        """What the program was doing when the last action had been answered."""
        verdict: dict[str, Any] = self._state()["verdict"]
        return verdict

    @property
    def exit(self) -> Exit | None:
        """How the program ended; None while it runs."""
        ended = self._state()["exit"]
        return Exit(ended["code"], ended["signal"]) if ended else None

    @property
    def title(self) -> str:
        return str(self._state()["title"])

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._driver.call("state", **self._about)
        return state

    def _do(self, name: str, *args: Any) -> Any:
        return self._perform([], name, *args)

    def _perform(self, chain: list[list[Any]], name: str, *args: Any) -> Any:
        return self._driver.call("perform", **self._about, chain=chain, name=name, args=args)
