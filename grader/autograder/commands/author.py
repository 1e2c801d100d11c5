"""The commands of an author.

- `init`: switch this grader on for a course, and list obstacles of the installation;
- `learn`: record the behavior of a bank's answers;
- `migrate`: adapt the gradebook to a source that was changed after hand-ins.
"""

import argparse
import ast
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands import Commands, refuse
from autograder.commands.doctor import rights, walls
from autograder.sandbox.text import command, grader

if TYPE_CHECKING:
    from autograder.gradebook.migration import Change

SETTINGS = Path("nbgrader_config.py")
FIRST = "c = get_config()\n"
LINES = "import autograder\n\nautograder.configure(c)\n"


def add_init(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("init", help="switch this grader on for the course in this folder")
    parser.set_defaults(run=init)


def init(options: argparse.Namespace) -> int:
    """Add missing settings, print findings and ignored options; return 1 if there are findings."""
    from autograder.course.configuring import ignored
    from autograder.course.settings import Course

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


def add_learn(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("learn", help="record what the known answers of a bank do")
    parser.add_argument("bank", nargs="?", type=Path, default=Path("bank"))
    parser.add_argument("source", nargs="?", type=Path, default=Path("source"))
    parser.add_argument("--exercise", action="append", help="only this one; may be repeated")
    parser.set_defaults(run=learn)


def learn(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.diagnosis.bank import BankError
    from autograder.grading.learning import learn as learned

    for folder in (options.bank, options.source):
        if not folder.is_dir():
            return refuse(f"there is no folder {folder}; one exercise is named with --exercise")
    try:
        for one in learned(options.bank, options.source, options.exercise or ()):
            print(one, flush=True)
    except (BankError, ValueError) as error:
        return refuse(str(error))
    return 0


def add_migrate(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "migrate", help="take added and removed cells into the gradebook after hand-ins"
    )
    parser.add_argument("assignment")
    parser.add_argument("--write", action="store_true", help="do it; without it, say what it would")
    parser.add_argument(
        "--rename", action="append", default=[], metavar="OLD=NEW", help="a cell has a new name"
    )
    parser.add_argument(
        "--drop", action="store_true", help="also cells with points or comments given by a person"
    )
    parser.set_defaults(run=migrate)


def migrate(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from nbgrader.api import MissingEntry

    from autograder.course.settings import Course
    from autograder.gradebook.migration import Migration
    from autograder.gradebook.opening import open_gradebook

    name = options.assignment
    renamed = dict(pair.partition("=")[::2] for pair in options.rename)
    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            migration = Migration(course, gradebook, name, renamed)
            lost = _show(migration.changes)
            if lost and not options.drop:
                return refuse(
                    f"a person gave {lost} of the points and comments of cells that go; "
                    "--rename keeps them, --drop lets them go"
                )
            if migration.changes and not options.write:
                print("Nothing was changed; --write does it. Make a copy of the gradebook first.")
                return 0
            if migration.changes:
                migration.write()
    except MissingEntry:
        return refuse(f"the gradebook has no assignment {name}")
    print(f"Next: {command('nbgrader', 'generate_assignment', name, '--force')}")
    print(f"Then: {grader('grade', '--dry-run', name)}")
    return 0


def _show(changes: "Iterable[Change]") -> int:
    lost = 0
    for change in changes:
        for old, new in change.renamed.items():
            print(f"{change.notebook}: {old} is now {new}; its points stay")
        for word, pairs in (("goes", change.gone), ("is new", change.added)):
            for name in sorted({name for _, name in pairs}):
                print(f"{change.notebook}: {name} {word}")
        lost += change.points
    return lost
