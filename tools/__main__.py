"""The targets of the Makefile, on any system: ``python -m tools NAME``.

Without a name it lists them. Further arguments go to the last command of the target.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nbformat import NotebookNode

from tools.course import ASSIGNMENTS, ROOT, read

if TYPE_CHECKING:
    from autograder.grader.assignment.pipeline import Assignment


class Command(NamedTuple):
    """A command line, and its working directory in the repository.

    `PYTHON` stands for this interpreter, `LITE` and `SITE` for those of the environments that
    build the browser edition and the site.
    """

    line: str
    folder: str = "."


COURSE = "PYTHON -m pytest -n auto --no-loadscope-reorder"
GRADER = f"{COURSE} --dist loadfile"
QUICK = Command(f"{GRADER} -m 'not slow and not nightly'", "grader")
SLOW = Command(f"{GRADER} tests -m 'slow and not nightly'", "grader")
TARGETS = {
    "check": [
        Command("PYTHON -m ruff check"),
        Command("PYTHON -m ruff format --check"),
        Command("PYTHON -m mypy"),
        Command("PYTHON -m mypy", "grader"),
        Command("PYTHON -m tools.size"),
        Command("PYTHON -m tools.english"),
        QUICK,
        Command(f"{COURSE} -m 'not slow and not nightly and not late'"),
    ],
    "test": [
        QUICK,
        Command(f"{COURSE} --nbval -m 'not nightly and not late' --durations=20"),
    ],
    "slow": [
        SLOW,
        Command(f"{COURSE} tests -m 'late and not nightly' --durations=20"),
    ],
    "fuzz": [Command("PYTHON -m pytest -n auto tests/runner/test_fuzz.py", "grader")],
    "demo": [Command("PYTHON -m tools.demo")],
    "bench": [Command("PYTHON benchmarks/trees.py"), Command("PYTHON -m benchmarks.grading")],
    "dist": [Command("PYTHON -m tools.dist")],
    "handout": [Command("PYTHON -m tools.handout")],
    "release": [Command("PYTHON -m nbgrader generate_assignment * --force")],
    "solutions": [],
    "lite": [Command("PYTHON editions/play/build.py"), Command("LITE editions/lite/build.py")],
    "lite-serve": [
        Command("PYTHON -m http.server 8000 --bind 127.0.0.1 --directory build/lite"),
    ],
    "play": [Command("PYTHON editions/play/build.py")],
    "site": [Command("PYTHON editions/play/build.py"), Command("SITE editions/site/build.py")],
}
"""The commands of each target; those of `solutions` depend on what has changed."""
FUZZ_CASES = "15000"


def changed() -> list[str]:
    """List the assignments whose release or solutions are not those of their source."""
    from autograder.grader.assignment.pipeline import Assignment
    from autograder.grader.course.settings import Course

    os.chdir(ROOT)
    course = Course()
    return [name for name in ASSIGNMENTS if not is_current(Assignment.read(course, name))]


def is_current(assignment: "Assignment") -> bool:
    """Tell whether the release and the solutions have the texts of the source."""
    name = assignment.name
    try:
        made = {edition: texts(read(edition, name)) for edition in ("release", "notebooks")}
    except FileNotFoundError:
        return False
    wanted = {"release": assignment.releases[name], "notebooks": assignment.sources[name]}
    return made == {edition: texts(notebook) for edition, notebook in wanted.items()}


def texts(notebook: NotebookNode) -> list[str]:
    """List the texts of a notebook's cells."""
    return [cell.source for cell in notebook.cells]


def solutions(names: list[str]) -> list[Command]:
    """List the commands that make release/ and notebooks/ of assignments, and check their tests.

    Examples
    --------
    >>> [command.line.split()[3] for command in solutions(["03-feedback"])]
    ['generate_assignment', 'generate_solution', 'check']
    >>> solutions([])
    []
    """
    made = [
        Command(f"PYTHON -m nbgrader {make} {name} --force {more}")
        for name in names
        for make, more in (("generate_assignment", ""), ("generate_solution", EXECUTION))
    ]
    return [*made, Command(f"PYTHON -m autograder check {' '.join(names)}")] if made else []


EXECUTION = (
    "--Execute.timeout=120 --Execute.interrupt_on_timeout=False --Execute.force_raise_errors=True "
    "--Execute.record_timing=False --Execute.store_widget_state=False"
)
"""How solutions are executed: a cell that takes too long or raises an error ends it."""


def run(command: Command, more: list[str]) -> int:
    """Run one command; return its exit status."""
    program = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    pythons = {"PYTHON": sys.executable}
    pythons |= {n.upper(): str(ROOT / "build" / f"{n}-venv" / program) for n in ("lite", "site")}
    words = [pythons.get(word, word) for word in shlex.split(command.line)]
    print("$", shlex.join([*words, *more]), flush=True)
    return subprocess.run([*words, *more], cwd=ROOT / command.folder).returncode


def main(arguments: list[str]) -> int:
    """Run a target; stop at the first command that fails."""
    name, *more = arguments or [""]
    if name not in TARGETS:
        print("Usage: python -m tools NAME, with one of these names:", ", ".join(TARGETS))
        return 2 if arguments else 0
    # Without an activated environment nbgrader finds no alembic.
    path = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(path)
    commands = TARGETS[name]
    if name == "solutions":
        commands = solutions([*ASSIGNMENTS] if "--all" in more else changed())
        more = []
    if name == "fuzz":
        os.environ.setdefault("FUZZ_CASES", FUZZ_CASES)
    for number, command in enumerate(commands, 1):
        if status := run(command, more if number == len(commands) else []):
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
