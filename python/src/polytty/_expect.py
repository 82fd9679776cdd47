"""Expectations: each looks again at every change until it holds, and fails with the screen otherwise."""

from __future__ import annotations

from typing import Any, Sequence, Union

from ._locator import Locator
from ._terminal import Terminal
from ._wire import Text, options, trailing, value
from .errors import TerminalError

Subject = Union[Terminal, Locator]


class Expectation:
    def __init__(self, subject: Subject, *, negated: bool = False, soft: bool = False, timeout: float | None = None):
        self._subject = subject
        self._negated = negated
        self._soft = soft
        self._timeout = timeout

    @property
    def not_(self) -> Expectation:
        """The opposite."""
        return Expectation(self._subject, negated=not self._negated, soft=self._soft, timeout=self._timeout)

    def to_be_visible(self, **given: Any) -> None:
        """There is one, and it can be seen. `fresh=True`: written after the last action. `timeout` in seconds."""
        __tracebackhide__ = True
        self._ask("toBeVisible", **given)

    def to_be_hidden(self, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toBeHidden", **given)

    def to_have_text(self, text: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveText", text, **given)

    def to_contain_text(self, text: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toContainText", text, **given)

    def to_have_count(self, count: int, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveCount", count, **given)

    def to_have_style(
        self, style: dict[str, Any] | None = None, *, timeout: float | None = None, **attributes: Any
    ) -> None:
        """Every written cell of it looks so: reverse=True, fg="green", …"""
        __tracebackhide__ = True
        self._ask("toHaveStyle", {**(style or {}), **attributes}, timeout=timeout)

    def to_be_selected(self, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toBeSelected", **given)

    def to_be_checked(self, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toBeChecked", **given)

    def to_be_disabled(self, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toBeDisabled", **given)

    def to_be_focused(self, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toBeFocused", **given)

    def to_have_bounds(self, *, timeout: float | None = None, **bounds: int) -> None:
        """Its place: row, col, width, height, or some of them."""
        __tracebackhide__ = True
        self._ask("toHaveBounds", bounds, timeout=timeout)

    def to_have_cursor(self, *, timeout: float | None = None, **cursor: Any) -> None:
        """The cursor of the terminal: row, col, visible, shape, blinking, or some of them."""
        __tracebackhide__ = True
        self._ask("toHaveCursor", cursor, timeout=timeout)

    def to_have_title(self, title: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveTitle", title, **given)

    def to_have_cwd(self, folder: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveCwd", folder, **given)

    def to_have_clipboard(self, text: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveClipboard", text, **given)

    def to_have_bell(self, **given: Any) -> None:
        """`count`, and `since` the last "action" or the "start"."""
        __tracebackhide__ = True
        self._ask("toHaveBell", **given)

    def to_have_notification(self, text: Text, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveNotification", text, **given)

    def to_have_output(self, text: Text, **given: Any) -> None:
        """What it has printed, also what is no longer on the screen."""
        __tracebackhide__ = True
        self._ask("toHaveOutput", text, **given)

    def to_have_exit_code(self, code: int, **given: Any) -> None:
        """Of the last command of a shell, or of the program."""
        __tracebackhide__ = True
        self._ask("toHaveExitCode", code, **given)

    def to_be_ready(self, state: str | Sequence[str] | None = None, **given: Any) -> None:
        """It waits for input, in one of these states if any are given."""
        __tracebackhide__ = True
        self._ask("toBeReady", state, **given)

    def to_have_exited(self, code: int | None = None, *, signal: str | None = None, **given: Any) -> None:
        __tracebackhide__ = True
        self._ask("toHaveExited", {"signal": signal} if signal else code, **given)

    def to_match_screen(self, **given: Any) -> None:
        """The screen, or a part of it, is as the snapshot beside the test. `name`, `mask`, `styles`."""
        __tracebackhide__ = True
        self._ask("toMatchScreen", **given)

    def to_match_image(self, **given: Any) -> None:
        """The same as a picture, to the byte."""
        __tracebackhide__ = True
        self._ask("toMatchImage", **given)

    def to_match_outline(self, template: str, **given: Any) -> None:
        """The elements on the screen are, or with `exact` are just, these."""
        __tracebackhide__ = True
        self._ask("toMatchOutline", template, **given)

    def to_leave_terminal_clean(self, **given: Any) -> None:
        """Screen, cursor, modes, mouse, keys and title are left as they were found."""
        __tracebackhide__ = True
        self._ask("toLeaveTerminalClean", **given)

    def to_paint_within(self, ms: float) -> None:
        __tracebackhide__ = True
        self._ask("toPaintWithin", ms)

    def to_repaint_at_most(self, times: int) -> None:
        __tracebackhide__ = True
        self._ask("toRepaintAtMost", times)

    def _ask(self, matcher: str, *args: Any, **given: Any) -> None:
        __tracebackhide__ = True
        terminal = self._subject._terminal
        answer = terminal._driver.call(
            "expect",
            **terminal._about,
            chain=self._subject._chain,
            matcher=matcher,
            args=[*(value(one) for one in args), *trailing(options(**given))],
            negated=self._negated,
            soft=self._soft,
            **options(timeout=self._timeout),
        )
        if answer["message"] is not None and not self._soft:
            raise TerminalError(answer["message"])


class Expect:
    """`expect(subject)`; `expect.soft(subject)` goes on after a failure, and the test fails when it has ended."""

    def __call__(self, subject: Subject, *, timeout: float | None = None) -> Expectation:
        return Expectation(subject, timeout=timeout)

    def soft(self, subject: Subject, *, timeout: float | None = None) -> Expectation:
        return Expectation(subject, soft=True, timeout=timeout)


expect = Expect()
