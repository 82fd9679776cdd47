"""The fixture `terminal`, the marker of the same name, and `--polytty-update`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generator, Iterator

import pytest

from ._driver import Driver
from ._terminal import Terminal
from ._wire import options
from .errors import TerminalError

_FAILED = pytest.StashKey[bool]()
_WHOLE = pytest.StashKey[bool]()
_FILES = pytest.StashKey["set[Path]"]()
_OBSOLETE = pytest.StashKey["list[str]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("polytty", "tests of terminal programs")
    group.addoption(
        "--polytty-update",
        choices=["all", "changed", "missing", "none"],
        nargs="?",
        const="changed",
        default=None,
        help="write snapshots: those that differ (changed, the default), all, only missing ones, or none",
    )
    group.addoption("--polytty-output", default=None, help="where failures leave their files (test-results)")


def pytest_configure(config: pytest.Config) -> None:
    # Whether every test has run here, and passed: only then is it known which snapshots no one wants.
    config.stash[_WHOLE] = not hasattr(config, "workerinput")
    config.stash[_FILES] = set()
    config.stash[_OBSOLETE] = []
    config.addinivalue_line(
        "markers",
        "terminal(program, size='80x24', **options): what the fixture `terminal` starts, and how",
    )


@pytest.fixture(scope="session")
def polytty_driver(pytestconfig: pytest.Config) -> Iterator[Driver]:
    """The process that runs the terminals; each worker of xdist has its own."""
    update = pytestconfig.getoption("--polytty-update")
    driver = Driver({"POLYTTY_UPDATE": update} if update else None)
    yield driver
    stash = pytestconfig.stash
    if stash[_WHOLE]:
        files: set[Path] = stash[_FILES]
        lines = [driver.call("obsolete", file=str(file)) for file in sorted(files)]
        stash[_OBSOLETE] = [line for line in lines if line]
    driver.close()


@pytest.fixture
def terminal(request: pytest.FixtureRequest, polytty_driver: Driver) -> Iterator[Terminal]:
    """A terminal with the program of the marker `terminal`; without one, what `terminal.launch` starts."""
    config = request.config
    config.stash[_FILES].add(request.path)
    given = _marked(request)
    place = {
        "file": str(request.path),
        "title": _title(request),
        "outputDir": str(Path(config.getoption("--polytty-output") or config.rootpath / "test-results")),
    }
    kit = polytty_driver.call("open", place=place, options=options(**given))["kit"]
    failed = True
    try:
        polytty_driver.call("start", kit=kit)
        yield Terminal(polytty_driver, kit)
        failed = request.node.stash.get(_FAILED, False)
    finally:
        end = polytty_driver.call("end", kit=kit, failed=failed)
        _report(request, end)
    if end["failures"] and not failed:
        raise TerminalError("\n\n".join(end["failures"]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    if not report.passed:
        item.config.stash[_WHOLE] = False
    return report


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items[:1]:
        item.config.stash[_WHOLE] = False


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash[_OBSOLETE]:
        terminalreporter.write_line(line)


def _marked(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The options of the markers of module, class and function, the nearest winning."""
    given: dict[str, Any] = {}
    for marker in reversed(list(request.node.iter_markers("terminal"))):
        if marker.args:
            given["program"] = marker.args[0] if len(marker.args) == 1 else list(marker.args)
        given.update(marker.kwargs)
    return given


def _title(request: pytest.FixtureRequest) -> str:
    return " ".join(request.node.nodeid.split("::")[1:])


def _report(request: pytest.FixtureRequest, end: dict[str, Any]) -> None:
    lines = [f"note: {text}" for text in end["notes"]]
    if not end["isNamed"]:
        lines += [f"artifact: {path}" for path in end["attachments"]]
    if lines:
        request.node.add_report_section("teardown", "polytty", "\n".join(lines))
    for path in end["attachments"]:
        request.node.user_properties.append(("attachment", path))
