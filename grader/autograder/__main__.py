"""The command line: ``python -m autograder grade ASSIGNMENT``, and others; see ``--help``."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from autograder import commands, hooks
from autograder.commands import Commands, caution, refuse
from autograder.runner.text import IN_A_CONTAINER

TEACHER, AUTHOR, ADMIN = "commands", "commands.author", "commands.admin"
INIT = "turn on the grader for the course in the current folder"
DOCTOR = "check the installation for problems"

# The commands of this package; a menu's name is also that of the hooks for more.
MENUS: dict[str, dict[str, Callable[[Commands], object]]] = {
    TEACHER: {
        "check": commands.add_check,
        "due": commands.add_due,
        "watch": commands.add_watch,
        "grade": commands.add_grade,
        "decide": commands.add_decide,
        "report": commands.add_report,
    },
    AUTHOR: {"init": partial(commands.add, place="installation.init", told=INIT)},
    ADMIN: {"doctor": partial(commands.add, place="installation.doctor", told=DOCTOR)},
}

# The order of a teacher's week, in which ``--help`` lists the commands.
WEEK = ["check", "due", "watch", "import", "grade", "decide", "report", "group", "look", "export"]

MOVED = {  # commands of earlier versions, and what does their work now
    "init": "author init",
    "learn": "author learn",
    "migrate": "author migrate",
    "doctor": "admin doctor",
    "forget": "admin forget",
    "export-student": "admin export-student",
    "changes": "grade --dry-run",
    "compare": "check, which runs the solution in nbgrader's own kernel",
    "backup": "sqlite3 and tar, as shown in grader/docs/data.md",
    "restore": "tar, as shown in grader/docs/data.md",
    "retry": "watch --retry, or the button on the watcher's page",
    "prune": "find, as shown in grader/docs/data.md",
}


class _Menu(argparse._SubParsersAction):  # type: ignore[type-arg]
    """Have ``COMMAND --help`` begin with the sentence that the list of commands shows."""

    def add_parser(self, name: str, **options: Any) -> Any:
        return super().add_parser(name, description=options.get("help"), **options)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and (now := MOVED.get(arguments[0])):
        return refuse(f"the command {arguments[0]} no longer exists; use: {now}")
    parser = argparse.ArgumentParser(prog="python -m autograder")
    menu = _fill(parser, TEACHER)
    _fill(menu.add_parser("author", help="prepare a course or change its source"), AUTHOR)
    _fill(menu.add_parser("admin", help="maintain the installation and its data"), ADMIN)
    options = parser.parse_args(arguments)
    if sys.platform == "win32":  # the modules of the commands import what Windows lacks
        return refuse(f"the grader does not run on Windows. {IN_A_CONTAINER}.")
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ.get('PATH', os.defpath)}"
    try:
        status: int = options.run(options)
        return status
    except (KeyboardInterrupt, BrokenPipeError):  # the latter if a pager has ended
        caution("stopped; to continue, run the same command again")
        os._exit(130)  # at once: students' code may run long, or never end
    except Exception as error:
        if not _is_told(error):
            raise
        return refuse(str(error))


def _is_told(error: Exception) -> bool:
    """Tell whether an error's message is all that a person has to know."""
    from autograder.grader.course.settings import GradingError  # nbgrader takes a second
    from autograder.runner.pools import Pool
    from autograder.runner.processes.confinement import ConfinementError

    return isinstance(error, (GradingError, ConfinementError, Pool.Lost))


def _fill(parser: argparse.ArgumentParser, menu: str) -> Commands:
    """Give a parser the commands of a menu, with those that other packages have for it."""
    entries = parser.add_subparsers(action=_Menu, required=True, metavar="COMMAND")
    adding = {**MENUS[menu]}
    for name, add in hooks.registered(menu).items():
        adding[name] = partial(hooks.use, menu, name, add)
    for name in sorted(adding, key=lambda name: WEEK.index(name) if name in WEEK else len(WEEK)):
        adding[name](entries)
    return entries


def _write_any_name() -> None:
    """Start again in Python's UTF-8 mode unless files have it, and let no output refuse a name."""
    if sys.getfilesystemencoding() != "utf-8":
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, sys.orig_argv)
    for stream in filter(None, (sys.stdout, sys.stderr)):  # either may be closed
        stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    _write_any_name()
    sys.exit(main())
