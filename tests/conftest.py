"""What pytest must leave alone, the answers and probes in the bank, and what it prints at the end."""

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with something else has done nothing wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

GATE = pytest.StashKey[list[list[str]]]()
"""How the gate has judged each exercise so far: rows of its table."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the gate's table, if the gate has run."""
    if rows := terminalreporter.config.stash.get(GATE, None):
        # Imported here: only who runs the gate needs what it imports.
        from tools.gate import on_screen

        terminalreporter.write(f"\n{on_screen(rows)}")
