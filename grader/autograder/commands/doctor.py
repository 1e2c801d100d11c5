"""`doctor`: check the installation of a course."""

import argparse
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands import Commands, refuse
from autograder.runner.text import command

if TYPE_CHECKING:
    from autograder.grader.course.settings import Course


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("doctor", help="find what is wrong with the installation")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the findings, with commands that help; return 1 if there are any."""
    from autograder.grader.course.settings import Course

    course = Course()
    if owner := _owner_if_root_asks(course.root):
        # Root's view is another one: root may do all, and owns nothing in the exchange.
        return refuse(
            f"{course.root} belongs to {owner}, and so does the check; run: "
            f"runuser -u {owner} -- {sys.executable} -m autograder admin doctor"
        )
    found = [*rights(course), *_exchange(course), *walls(course), *_gradebook(course)]
    for sentence in found:
        print(sentence)
    print(f"{len(found)} finding{'s' * (len(found) != 1)}", file=sys.stderr)
    return int(bool(found))


def _owner_if_root_asks(root: Path) -> str | None:
    """Return whose a course's folder is if it is not root's, and root asks."""
    from autograder.classroom.rights import shown_account

    owner = root.stat().st_uid
    asked = hasattr(os, "geteuid") and os.geteuid() == 0
    return shown_account(owner) if asked and owner else None


def rights(course: "Course") -> Iterator[str]:
    """Yield a finding if students' accounts could read private paths, by the modes of folders."""
    found = [
        path
        for path in course.private()
        if path.exists() and all(_is_open(one) for one in (path, *path.parents))
    ]
    if found:
        yield f"everybody can read {', '.join(map(str, found))}; run: chmod o-rwx {course.root}"


def _is_open(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IXOTH | stat.S_IROTH))


def _exchange(course: "Course") -> Iterator[str]:
    from autograder.classroom.rights import collector, foreign, shown_account, weaknesses

    root, name = Path(getattr(collector(course), "root", "")), course.directory.course_id
    if not name or not (root / name / "inbound").is_dir():
        yield f"nothing is released in the exchange {root}; run: nbgrader release_assignment NAME"
        return
    yield from weaknesses(root, name)
    if why := foreign(root, name):
        place = command(root / name)
        own = f"{shown_account(os.geteuid())} {place} {place}/*"
        # Without -R: what is in these folders says by its owner who has handed it in.
        yield f"the exchange is not the course's own: {why}; run: chown --no-dereference {own}"


def walls(course: "Course") -> Iterator[str]:
    """Yield findings about the confinement of students' code."""
    from autograder.runner.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP, warm
    from autograder.runner.processes.confinement import ConfinementError
    from autograder.runner.processes.surroundings import exposed

    try:
        if warm(False).wall == LANDLOCK_ALONE:
            yield f"{WITHOUT_BUBBLEWRAP} Run: apt-get install bubblewrap"
        for path, around in exposed(course.private()).items():
            yield f"students' code could read {path}, which lies in {around}: move the course"
    except ConfinementError as error:
        yield f"students' code cannot be confined: {error}"


def _gradebook(course: "Course") -> Iterator[str]:
    from sqlalchemy.exc import DBAPIError

    from autograder.grader.course.settings import GradingError
    from autograder.grader.gradebook.opening import NoGradebook, open_gradebook

    try:
        open_gradebook(course.directory).close()
    except (GradingError, DBAPIError) as error:
        why = str(getattr(error, "orig", error))
        new = "run: nbgrader generate_assignment NAME; if there was one, "
        yield f"{why}; {new * isinstance(error, NoGradebook)}put your last backup in its place"
