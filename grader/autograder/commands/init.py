"""`init`: configure a course for this grader, and list obstacles."""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import Commands, refuse
from autograder.commands.doctor import rights, walls
from autograder.sandbox.text import command, grader

if TYPE_CHECKING:
    from autograder.course.settings import Course

SETTINGS = Path("nbgrader_config.py")
FIRST = "c = get_config()\n"
LINES = "import autograder\n\nautograder.configure(c)\n"


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("init", help="switch this grader on for the course in this folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Add missing settings, print findings and ignored options; return 1 if there are findings."""
    from autograder.course.options import ignored
    from autograder.course.settings import Course, GradingError

    try:
        before = SETTINGS.read_text(encoding="utf-8") if SETTINGS.exists() else ""
        after = with_lines(before)
    except (OSError, SyntaxError, ValueError) as error:
        return refuse(f"{SETTINGS} cannot be read: {error}")
    if after != before:
        SETTINGS.write_text(after, encoding="utf-8")
        added = after.removeprefix(before).strip().replace("\n\n", "\n").replace("\n", "\n  ")
        print(f"{SETTINGS}: these lines were added at its end:\n  {added}")
    try:
        course = Course()
        names = course.assignments()
    except GradingError as error:
        return refuse(str(error))
    found = [*walls(course), *rights(course)]
    notebooks: dict[str, list[str]] = {}
    for name in names:
        for notebook, reason in _in_the_way(course, name):
            notebooks.setdefault(reason, []).append(f"{name}/{notebook}")
    found += [f"{', '.join(where)}: {reason}" for reason, where in notebooks.items()]
    for sentence in [*found, *ignored(course.config, own_command=True)]:
        print(sentence)
    print("\n  Next:")
    if found:
        print("  python -m autograder author init     # again, when that is mended")
    print("  python -m autograder check")
    print(f"  {command('nbgrader', 'generate_assignment', names[0])}")
    print(f"  {grader('grade', names[0])}")
    print(f"{len(found)} finding{'s' * (len(found) != 1)}", file=sys.stderr)
    return int(bool(found))


def with_lines(settings: str) -> str:
    r"""Return nbgrader's settings with the lines for this grader, added if they are missing.

    Examples
    --------
    >>> print(with_lines("c = get_config()\nc.CourseDirectory.course_id = 'ps'\n"))
    c = get_config()
    c.CourseDirectory.course_id = 'ps'
    <BLANKLINE>
    import autograder
    <BLANKLINE>
    autograder.configure(c)
    <BLANKLINE>
    >>> with_lines(with_lines("")) == with_lines("")
    True
    """
    tree = ast.parse(settings)
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    if "autograder.configure" in calls:
        return settings
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    space = "" if not settings else "\n" if settings.endswith("\n") else "\n\n"
    return f"{settings}{space}{'' if 'c' in bound else FIRST}{LINES}"


def _in_the_way(course: "Course", name: str) -> Iterator[tuple[str, str]]:
    """Yield notebooks of an assignment that cannot be released or run here, and why."""
    from jupyter_client.kernelspec import KernelSpecManager

    from autograder.course.settings import GradingError
    from autograder.course.sources import notebooks_of, read_source, written_by_nbgrader

    # Jupyter runs a notebook that names "python", or none, with this Python.
    kernels = {*KernelSpecManager().find_kernel_specs(), "python"}
    for notebook in notebooks_of(course.source(name)):
        try:
            source = read_source(course, name, notebook)
        except GradingError as error:
            path = course.source(name) / f"{notebook}.ipynb"
            yield notebook, str(error).removeprefix(f"{path} ")
            continue
        kernel = source.metadata.get("kernelspec", {}).get("name", "python")
        if kernel not in kernels:
            yield (
                notebook,
                f"the kernel {kernel!r} is not here: install it, or choose Python 3 "
                "in JupyterLab, Kernel, Change Kernel",
            )
        tests = written_by_nbgrader(source, course.config)
        if tests and not (course.root / "autotests.yml").exists():
            yield (
                notebook,
                "nbgrader writes tests of it (AUTOTEST), and autotests.yml is missing "
                f"in {course.root}: nbgrader's documentation has one",
            )
