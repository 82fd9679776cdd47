import re
import sys

import pytest

from polytty import Terminal, TerminalError, expect

pytestmark = pytest.mark.terminal([sys.executable, "todo.py"], size="60x14")


def test_ticks_an_item(terminal: Terminal) -> None:
    expect(terminal.get_by_text("1/3 done")).to_be_visible()
    terminal.press("Down", "Space")
    item = terminal.get_by_text("call mum")
    expect(item.row()).to_contain_text("[x]")
    expect(item).to_have_style(reverse=True, fg="green")
    expect(terminal).to_match_screen(mask=[re.compile(r"\d/\d")])
    expect(terminal.get_by_text(re.compile(r"(?P<done>2)/3 DONE", re.IGNORECASE))).to_have_count(1)


def test_quits_by_the_mouse_and_cleans_up(terminal: Terminal) -> None:
    terminal.get_by_role("button", name="Quit").click()
    expect(terminal).to_have_exited(0)
    expect(terminal).to_leave_terminal_clean()
    assert terminal.exit is not None and terminal.exit.code == 0


def test_says_what_is_there_instead(terminal: Terminal) -> None:
    with pytest.raises(TerminalError, match=r"(?s)call dad.*toBeVisible.*call mum"):
        expect(terminal.get_by_text("call dad"), timeout=0.1).to_be_visible()
    expect(terminal.get_by_text("call dad")).not_.to_be_visible()


@pytest.mark.terminal(["sh", "-c", "echo Ready; cat"])
def test_old_text_is_not_new(terminal: Terminal) -> None:
    terminal.type("more\n")
    expect(terminal.get_by_text("more").first).to_be_visible(fresh=True)
    with pytest.raises(TerminalError, match="there since the start"):
        expect(terminal.get_by_text("Ready")).to_be_visible(fresh=True, timeout=0.1)


@pytest.mark.terminal(None)
def test_a_shell(terminal: Terminal) -> None:
    done = terminal.run("echo one; (exit 3)")
    assert (done.output, done.exit_code) == ("one", 3)
    expect(terminal).to_have_exit_code(3)
    expect(terminal.output()).to_have_text("one")


@pytest.mark.terminal(["sh", "-c", "cat notes.txt; read line"], files={"notes.txt": "remember"})
def test_a_folder_of_its_own(terminal: Terminal) -> None:
    expect(terminal).to_contain_text("remember")
    second = terminal.launch(["cat"])
    second.type("two\n")
    expect(second.row(0)).to_have_text("two")
    expect(terminal).not_.to_contain_text("two")
