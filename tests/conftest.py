"""What pytest must leave alone, the answers and probes in the bank, and what it prints at the end."""

import pytest
from rich.console import Console

from tests.bank import EXERCISES

collect_ignore = [f"bank/{exercise}.py" for names in EXERCISES.values() for exercise in names]
collect_ignore_glob = ["bank/probes/*"]

GATE = pytest.StashKey[list[list[str]]]()
"""How the gate has judged each exercise so far: rows of its table."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the gate's table, if the gate has run."""
    if rows := terminalreporter.config.stash.get(GATE, None):
        from tests.gate import on_screen

        console = Console(width=max(100, terminalreporter._tw.fullwidth))
        with console.capture() as printed:
            console.print(on_screen(rows))
        terminalreporter.write("\n" + printed.get())
