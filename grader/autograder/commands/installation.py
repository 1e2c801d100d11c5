"""`author init` and `admin doctor`: switch the grader on for a course, find obstacles."""

import argparse
import ast
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from autograder.classroom.exchange import collector, foreign, shown_account, weaknesses
from autograder.commands import refuse
from autograder.grader.course.configuring import ignored
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.gradebook.opening import NoGradebook, open_gradebook
from autograder.runner import conductor
from autograder.runner.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.text import command, grader

SETTINGS = Path("nbgrader_config.py")
FIRST = "c = get_config()\n"
LINES = "import autograder\n\nautograder.configure(c)\n"


def init(options: argparse.Namespace) -> int:
    """Add missing settings, print findings and ignored options; return 1 if there are findings."""
    try:
        before = SETTINGS.read_text(encoding="utf-8") if SETTINGS.exists() else ""
        after = with_lines(before)
    except (OSError, SyntaxError, ValueError) as error:
        return refuse(f"{SETTINGS} cannot be read: {error}")
    if after != before:
        SETTINGS.write_text(after, encoding="utf-8")
        added = after.removeprefix(before).strip().replace("\n\n", "\n").replace("\n", "\n  ")
        print(f"These lines were added to the end of {SETTINGS}:\n  {added}")
    course = Course()
    names = course.assignments()
    found = [*walls(course), *rights(course)]
    for sentence in [*found, *ignored(course.config, own_command=True)]:
        print(sentence)
    print("\n  Next:")
    if found:
        print("  python -m autograder author init     # again, after you have fixed the problems")
    print("  python -m autograder check")
    print(f"  {command('nbgrader', 'generate_assignment', names[0])}")
    print(f"  {grader('grade', names[0])}")
    return _count(found)


def with_lines(settings: str) -> str:
    """Return nbgrader's settings with the lines for this grader, added if they are missing."""
    tree = ast.parse(settings)
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    if "autograder.configure" in calls:
        return settings
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    space = "" if not settings else "\n" if settings.endswith("\n") else "\n\n"
    return f"{settings}{space}{'' if 'c' in bound else FIRST}{LINES}"


def doctor(options: argparse.Namespace) -> int:
    """Print the findings, with commands that help; return 1 if there are any."""
    course = Course()
    uid = course.root.stat().st_uid
    if uid and os.geteuid() == 0:
        # Root's view is another one: root may do all, and owns nothing in the exchange.
        owner = shown_account(uid)
        return refuse(
            f"{course.root} belongs to {owner}; run this check as that user: "
            f"runuser -u {owner} -- {sys.executable} -m autograder admin doctor"
        )
    found = [*rights(course), *_exchange(course), *walls(course), *_gradebook(course)]
    for sentence in found:
        print(sentence)
    return _count(found)


def _count(found: list[str]) -> int:
    print(f"{len(found)} problem{'s' * (len(found) != 1)} found", file=sys.stderr)
    return int(bool(found))


def rights(course: Course) -> Iterator[str]:
    """Yield a finding if students' accounts could read private paths, by the modes of folders."""

    def is_open(path: Path) -> bool:
        return bool(path.stat().st_mode & (stat.S_IXOTH | stat.S_IROTH))

    private = [path for path in course.private() if path.exists()]
    found = [str(path) for path in private if all(map(is_open, (path, *path.parents)))]
    if found:
        yield f"everyone can read {', '.join(found)}; run: chmod o-rwx {course.root}"


def _exchange(course: Course) -> Iterator[str]:
    root, name = Path(getattr(collector(course), "root", "")), course.directory.course_id
    if not name or not (root / name / "inbound").is_dir():
        run = "run: nbgrader release_assignment NAME"
        yield f"the exchange {root} contains no assignment of this course; {run}"
        return
    yield from weaknesses(root, name)
    if why := foreign(root, name):
        place = command(root / name)
        own = f"{shown_account(os.geteuid())} {place} {place}/*"
        # Without -R: what is in these folders says by its owner who has handed it in.
        run = f"run: chown --no-dereference {own}"
        yield f"the exchange does not belong to this course ({why}); {run}"


def walls(course: Course) -> Iterator[str]:
    """Yield findings about the confinement of students' code."""
    try:
        if conductor.warm(False).wall == LANDLOCK_ALONE:
            yield f"{WITHOUT_BUBBLEWRAP} Run: apt-get install bubblewrap"
        yield from course.exposed()
    except ConfinementError as error:
        yield f"students' code cannot be confined: {error}"


def _gradebook(course: Course) -> Iterator[str]:
    try:
        open_gradebook(course.directory).close()
    except (GradingError, DBAPIError) as error:
        why = str(getattr(error, "orig", error))
        new = "run: nbgrader generate_assignment NAME; or, if there was a gradebook before, "
        yield f"{why}; {new * isinstance(error, NoGradebook)}restore your last backup"
