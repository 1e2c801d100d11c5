"""`import` and `export`: take a learning platform's download, and make what it takes back."""

import argparse
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder import one_line

if TYPE_CHECKING:
    from autograder.extras.lms.importing import Report

COMMAND = ("python", "-m", "autograder")


def add_import(commands: Any) -> None:
    """Describe the command that imports."""
    told = "import all submissions from a learning platform's download"
    parser = commands.add_parser("import", help=told)
    parser.add_argument(
        "archive",
        type=Path,
        help="path of a file downloaded from Moodle or Canvas, or the name of an assignment "
        "whose latest download and student list (both in downloaded/ASSIGNMENT/archive) "
        "should be imported",
    )
    parser.add_argument(
        "assignment",
        nargs="?",
        help="name of the assignment, if the name of the download does not contain it",
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="TABLE",
        help="list of students, such as Moodle's grading worksheet or Canvas's gradebook",
    )
    parser.add_argument(
        "--who",
        type=_pair,
        action="append",
        default=[],
        metavar="NUMBER=STUDENT",
        help="student who has this number on the platform; a new student is added to the gradebook",
    )
    parser.set_defaults(run=take)


def add_export(commands: Any) -> None:
    """Describe the command that exports."""
    parser = commands.add_parser(
        "export", help="save points and feedback for upload to a learning platform"
    )
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "--platform", default="", help="name of the platform, such as moodle or canvas"
    )
    parser.set_defaults(run=give)


def take(options: argparse.Namespace) -> int:
    """Import; return the exit status."""
    from autograder import Classroom, GradingError
    from autograder.extras.lms.importing import find_archive, import_archive
    from autograder.extras.lms.origins import TABLE, downloads
    from autograder.extras.lms.people import read_roster

    room = Classroom()
    course = room.course
    archive, tables = options.archive, [options.roster] if options.roster else []
    names = course.assignments()
    if str(archive) in names and not archive.exists() and options.assignment:
        archive, options.assignment = Path(options.assignment), str(archive)  # swapped
    if str(archive) in names and not archive.exists():
        assignment = str(archive)
        archive, beside = find_archive(course, assignment)
        tables = tables or beside
        kept = downloads(course, assignment) / "archive"
        if archive is None and not (kept.is_dir() and any(kept.iterdir())):
            raise GradingError(
                f"{kept} contains no download; put the platform's download there, or "
                f"run: {shlex.join([*COMMAND, 'import', 'DOWNLOAD.zip', assignment])}"
            )
        if archive is None:  # single files, or an archive that no platform has packed
            command = [sys.executable, "-m", "nbgrader", "zip_collect", assignment]
            return subprocess.call(command)
    else:
        assignment = options.assignment or _named(names, archive)
    roster = [person for table in tables for person in read_roster(table)]
    with room:
        report = import_archive(room, archive, assignment, roster, dict(options.who))
    table = downloads(course, assignment) / "archive" / TABLE
    if options.roster:
        with suppress(shutil.SameFileError):
            shutil.copy(options.roster, table)
    elif table not in tables:  # it is an earlier archive's
        table.unlink(missing_ok=True)
    print("\n".join(told(report, assignment)), flush=True)
    if report.taken:
        print("Next:", shlex.join([*COMMAND, "grade", assignment]), file=sys.stderr)
    return int(bool(report.unknown))


def give(options: argparse.Namespace) -> int:
    """Export; return the exit status."""
    from autograder import Classroom, GradingError, registered
    from autograder.extras.lms.exporting import export

    if options.platform and options.platform not in (known := registered("platforms")):
        raise GradingError(f"{options.platform} is not a known platform; use {', '.join(known)}")
    with Classroom() as room:
        room.course.source(options.assignment)
        without = export(room, options.assignment, Path("upload"), options.platform)
    for student, why in without.items():
        print(f"  {student}: {why}")
    return int(bool(without))


def _named(assignments: list[str], archive: Path) -> str:
    """Find the assignment whose name is part of the archive's."""
    from autograder import GradingError
    from autograder.extras.lms.platforms import alike

    found = [name for name in assignments if alike(name) in alike(archive.name)]
    if len(found) != 1:
        raise GradingError(
            f"the file name {archive.name} must contain the name of exactly one assignment; "
            f"to choose an assignment, add one of: {', '.join(assignments)}"
        )
    return found[0]


def _pair(text: str) -> tuple[str, str]:
    number, between, student = text.partition("=")
    if not (number and between and student):
        raise argparse.ArgumentTypeError(
            f"{text!r} does not have the form NUMBER=STUDENT, such as 4711=ada"
        )
    return number, student


def told(report: "Report", assignment: str) -> list[str]:
    """Format the report of an import, as lines."""
    states = [taken.state for taken in report.taken]
    said = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    who = f"{len(states)} student{'s' * (len(states) != 1)}"
    lines = [f"{assignment}: {who}{f' ({said})' if said else ''}"]
    for taken in report.taken:
        lines += [f"  {one_line(taken.student)}: {remark}" for remark in taken.remarks]
    lines += [f"  not imported: {one_line(name)}" for name in report.others]
    for one in report.unknown:
        could_be = f"; could be {', '.join(one.could_be)}" if one.could_be else ""
        who = f"{one_line(one.hand_in.person)} ({one.hand_in.id})"
        lines.append(f"  not imported: {who}: {one.why}{could_be}")
    if report.unknown:
        lines.append(
            f"Enter their user names in the last column of {report.answers}, and then import again."
        )
    return lines
