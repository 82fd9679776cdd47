"""The plugin as pytest runs it: failures with what they leave, snapshots, workers."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

SCREEN = """
import pytest
from polytty import expect

@pytest.mark.terminal(["sh", "-c", "echo {text}; read line"], size="20x3")
def test_screen(terminal):
    expect(terminal).to_match_screen()
"""


def test_snapshots_are_written_compared_and_updated(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    pytester.makepyfile(SCREEN.format(text="one"))
    pytester.runpytest_subprocess("-q").assert_outcomes(failed=1)
    pytester.runpytest_subprocess("-q", "--polytty-update=missing").assert_outcomes(passed=1)
    pytester.runpytest_subprocess("-q").assert_outcomes(passed=1)
    pytester.makepyfile(SCREEN.format(text="two"))
    failed = pytester.runpytest_subprocess("-q")
    failed.assert_outcomes(failed=1)
    failed.stdout.re_match_lines_random([r"E +-one", r"E +\+two"])
    pytester.runpytest_subprocess("-q", "--polytty-update").assert_outcomes(passed=1)
    (name,) = (pytester.path / "__screens__").iterdir()
    (name / "old.screen.txt").write_text("")
    pytester.runpytest_subprocess("-q").stdout.re_match_lines_random([r"obsolete snapshots.*", r".*old\.screen\.txt"])


def test_a_failure_leaves_its_files_and_soft_ones_count(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from polytty import expect

        def test_fails(terminal):
            terminal.launch(["sh", "-c", "echo hello; read line"])
            assert False

        def test_soft(terminal):
            terminal.launch(["sh", "-c", "echo hello; read line"])
            expect.soft(terminal.get_by_text("bye"), timeout=0.1).to_be_visible()
            expect(terminal.get_by_text("hello")).to_be_visible()
        """
    )
    result = pytester.runpytest_subprocess("-q", "--junitxml=report.xml")
    result.assert_outcomes(failed=1, passed=1, errors=1)
    left = {path.name for path in (pytester.path / "test-results").rglob("*.*")}
    assert {"screen.txt", "screen.png", "transcript.txt", "session.cast"} <= left
    assert "screen.png" in Path(pytester.path / "report.xml").read_text()


def test_with_workers(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    pytester.makepyfile(
        """
        import pytest
        from polytty import expect

        @pytest.mark.parametrize("number", range(6))
        @pytest.mark.terminal(["cat"])
        def test_cat(terminal, number):
            terminal.type(f"number {number}")
            expect(terminal.row(0)).to_have_text(f"number {number}")
        """
    )
    pytester.runpytest_subprocess("-q", "-n", "2").assert_outcomes(passed=6)
