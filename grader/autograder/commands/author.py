"""`author init`: switch this grader on for a course, and list obstacles of the installation."""

import argparse
import ast
import sys
from pathlib import Path

from autograder.commands import Commands, refuse
from autograder.commands.doctor import rights, walls
from autograder.runner.text import command, grader

SETTINGS = Path("nbgrader_config.py")
FIRST = "c = get_config()\n"
LINES = "import autograder\n\nautograder.configure(c)\n"


def add_init(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("init", help="switch this grader on for the course in this folder")
    parser.set_defaults(run=init)


def init(options: argparse.Namespace) -> int:
    """Add missing settings, print findings and ignored options; return 1 if there are findings."""
    from autograder.grader.course.configuring import ignored
    from autograder.grader.course.settings import Course

    try:
        before = SETTINGS.read_text(encoding="utf-8") if SETTINGS.exists() else ""
        after = with_lines(before)
    except (OSError, SyntaxError, ValueError) as error:
        return refuse(f"{SETTINGS} cannot be read: {error}")
    if after != before:
        SETTINGS.write_text(after, encoding="utf-8")
        added = after.removeprefix(before).strip().replace("\n\n", "\n").replace("\n", "\n  ")
        print(f"{SETTINGS}: these lines were added at its end:\n  {added}")
    course = Course()
    names = course.assignments()
    found = [*walls(course), *rights(course)]
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
    """Return nbgrader's settings with the lines for this grader, added if they are missing."""
    tree = ast.parse(settings)
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    if "autograder.configure" in calls:
        return settings
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    space = "" if not settings else "\n" if settings.endswith("\n") else "\n\n"
    return f"{settings}{space}{'' if 'c' in bound else FIRST}{LINES}"
