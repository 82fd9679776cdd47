"""Ways to find something on a screen, and what can be done with what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ._wire import Text, options, trailing, value

if TYPE_CHECKING:
    from ._terminal import Terminal

Color = "str | int"
Side = Literal["leftOf", "rightOf", "above", "below"]
Button = Literal["left", "middle", "right"]


class Finder:
    """What a terminal and everything found on it have alike."""

    _terminal: Terminal
    _chain: list[list[Any]]

    def _locate(self, name: str, *args: Any) -> Locator:
        return Locator(self._terminal, [*self._chain, [name, *(value(one) for one in args)]])

    def get_by_text(self, text: Text) -> Locator:
        """Every place where the text stands; in a pattern ^ and $ stand for the ends of a row."""
        return self._locate("getByText", text)

    def get_by_role(
        self,
        role: str,
        *,
        name: Text | None = None,
        selected: bool | None = None,
        checked: bool | None = None,
        disabled: bool | None = None,
        focused: bool | None = None,
        confidence: float | None = None,
    ) -> Locator:
        """Buttons, items, fields and the like, as the outline of the screen has them."""
        states = {"selected": selected, "checked": checked, "disabled": disabled, "focused": focused}
        return self._locate("getByRole", role, *trailing(options(name=name, confidence=confidence, **states)))

    def get_by_style(self, **style: Any) -> Locator:
        """Stretches of cells that look so: fg="green", bold=True, …"""
        return self._locate("getByStyle", style)

    def get_by_link(self, link: Text) -> Locator:
        """Links, by their address or what is written there."""
        return self._locate("getByLink", link)

    def region(self, *, row: int, col: int, width: int, height: int) -> Locator:
        """A rectangle of cells, counted from 0."""
        return self._locate("region", {"row": row, "col": col, "width": width, "height": height})

    def cell(self, row: int, col: int) -> Locator:
        """A cell, counted from 0; negative numbers count from the end."""
        return self._locate("cell", row, col)

    def cursor(self) -> Locator:
        """The cell that a visible cursor is in."""
        return self._locate("cursor")

    def selection(self) -> Locator:
        """What is selected: by the outline, else what is in inverse video."""
        return self._locate("selection")

    def prompt(self) -> Locator:
        """The prompt that waits for input."""
        return self._locate("prompt")

    def output(self, index: int = -1) -> Locator:
        """What a command of the shell printed: the last one if no number is given, 0 for the first."""
        return self._locate("output", index)

    def image(self, index: int | None = None) -> Locator:
        """An image: the first is 0; all of them without a number."""
        return self._locate("image", *([] if index is None else [index]))


class Locator(Finder):
    """Something on the screen, by how it is found: looked for again whenever it is used."""

    def __init__(self, terminal: Terminal, chain: list[list[Any]]) -> None:
        self._terminal = terminal
        self._chain = chain

    def within(self, outer: Locator) -> Locator:
        """Only what lies within the other."""
        return self._locate("within", outer)

    def filter(
        self,
        *,
        has_text: Text | None = None,
        has_not_text: Text | None = None,
        style: dict[str, Any] | None = None,
        fresh: bool | None = None,
    ) -> Locator:
        """Only those of which all of this holds."""
        return self._locate("filter", options(has_text=has_text, has_not_text=has_not_text, style=style, fresh=fresh))

    def and_(self, other: Locator) -> Locator:
        return self._locate("and", other)

    def or_(self, other: Locator) -> Locator:
        return self._locate("or", other)

    def nth(self, index: int) -> Locator:
        """The first is 0; negative numbers count from the last."""
        return self._locate("nth", index)

    @property
    def first(self) -> Locator:
        return self._locate("first")

    @property
    def last(self) -> Locator:
        return self._locate("last")

    def near(self, other: Locator, *, side: Side | None = None, distance: int | None = None) -> Locator:
        """What is beside the other, the nearest first."""
        return self._locate("near", other, *trailing(options(side=side, distance=distance)))

    def row(self, index: int | None = None) -> Locator:
        """Without a number the whole row it is in; with one a row of it."""
        return self._locate("row", *([] if index is None else [index]))

    def column(self, index: int | None = None) -> Locator:
        """The same for columns."""
        return self._locate("column", *([] if index is None else [index]))

    def click(self, **given: Any) -> None:
        """Clicks its middle: button, shift, alt, ctrl, position={"row": 0, "col": 2}, timeout."""
        self._do("click", *trailing(options(**given)))

    def double_click(self, **given: Any) -> None:
        self._do("doubleClick", *trailing(options(**given)))

    def hover(self, **given: Any) -> None:
        self._do("hover", *trailing(options(**given)))

    def drag(self, to: Locator, **given: Any) -> None:
        """Presses the button here, moves to the other, and lets go."""
        self._do("drag", value(to), *trailing(options(**given)))

    def wheel(self, direction: Literal["up", "down", "left", "right"], notches: int = 1, **given: Any) -> None:
        """Turns the wheel by so many notches."""
        self._do("wheel", direction, notches, *trailing(options(**given)))

    def select(self) -> None:
        """Moves the selection with the keyboard until this is selected."""
        self._do("select")

    def text(self, *, timeout: float | None = None) -> str:
        """The text of the one thing, once it is there."""
        return str(self._do("text", *trailing(options(timeout=timeout))))

    def bounds(self, *, timeout: float | None = None) -> dict[str, int]:
        """Its place on the screen, once it is there: row, col, width, height."""
        found: dict[str, int] = self._do("bounds", *trailing(options(timeout=timeout)))
        return found

    def count(self) -> int:
        """How many there are at this moment."""
        return int(self._do("count"))

    def _do(self, name: str, *args: Any) -> Any:
        return self._terminal._perform(self._chain, name, *args)
