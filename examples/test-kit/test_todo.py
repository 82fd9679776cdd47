"""Run with: pytest"""

import re

import pytest

from polytty import Terminal, expect

pytestmark = pytest.mark.terminal(["node", "todo.mjs"], size="60x14")


def test_ticks_an_item(terminal: Terminal) -> None:
    expect(terminal.get_by_text("1/3 done")).to_be_visible()
    terminal.press("Down", "Space")
    item = terminal.get_by_text("call mum")
    expect(item.row()).to_contain_text("[x]")
    expect(item).to_have_style(reverse=True, fg="green")
    expect(terminal).to_match_screen(mask=[re.compile(r"\d\d:\d\d:\d\d")])
    terminal.get_by_role("button", name="Quit").click()
    expect(terminal).to_have_exited(0)
    expect(terminal).to_leave_terminal_clean()


def test_adds_an_item(terminal: Terminal) -> None:
    terminal.type("awash the car\n")
    expect(terminal.get_by_role("checkbox", name="wash the car")).to_be_visible(fresh=True)
    expect(terminal.get_by_role("checkbox")).to_have_count(4)


def test_ticks_what_is_clicked(terminal: Terminal) -> None:
    terminal.get_by_text("water the plants").click()
    expect(terminal.get_by_role("checkbox", name="water the plants")).to_be_checked()
