"""The command line: ``python -m autograder grade ASSIGNMENT``, and others; see ``--help``."""

import argparse
import os
import sys
from pathlib import Path

from autograder import hooks
from autograder.commands import (
    backup,
    changes,
    check,
    compare,
    decide,
    doctor,
    due,
    grade,
    init,
    learn,
    migrate,
    prune,
    report,
    retry,
    watch,
)

COMMANDS = [
    init,
    grade,
    watch,
    retry,
    doctor,
    backup,
    migrate,
    prune,
    check,
    compare,
    due,
    report,
    decide,
    changes,
    learn,
]
"""The commands, in the order in which ``--help`` lists them."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m autograder")
    commands = parser.add_subparsers(required=True)
    for command in COMMANDS:
        command.add(commands)
    hooks.add_commands(commands)
    options = parser.parse_args(arguments)
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    status: int = options.run(options)
    return status


def _write_any_name() -> None:
    """Start again in Python's UTF-8 mode unless files have it, and let no output refuse a name."""
    if sys.getfilesystemencoding() != "utf-8":
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, sys.orig_argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


if __name__ == "__main__":
    _write_any_name()
    sys.exit(main())
