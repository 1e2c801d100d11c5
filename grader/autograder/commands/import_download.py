"""`import`: import a learning platform's download."""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.common import Commands, refuse
from autograder.sandbox.text import grader, one_line

if TYPE_CHECKING:
    from autograder.exchange.lms.importing import Report
    from autograder.exchange.lms.people import Unknown


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("import", help="take what a learning platform's download holds")
    parser.add_argument(
        "archive",
        type=Path,
        help="Moodle's or Canvas's download of all submissions; or an assignment: what lies in "
        "downloaded/ASSIGNMENT/archive, with the table of who is who",
    )
    parser.add_argument(
        "assignment", nargs="?", help="what it is of; may be left out if its name says"
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="TABLE",
        help="who is who: Moodle's grading worksheet, Canvas's gradebook, or the like",
    )
    parser.add_argument("--older", action="store_true", help="also an older one than the last")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.exchange.lms.importing import downloads, find_archive, import_archive
    from autograder.exchange.lms.people import read_roster
    from autograder.gradebook.opening import open_gradebook

    try:
        course = Course()
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
                return refuse(
                    f"there is nothing to import in {kept}; put the platform's download there, "
                    f"or name it: {grader('import', 'DOWNLOAD.zip', assignment)}"
                )
            if archive is None:  # single files, or an archive that no platform has packed
                command = [sys.executable, "-m", "nbgrader", "zip_collect", assignment]
                return subprocess.call(command)
        else:
            assignment = options.assignment or _named(names, archive)
        roster = [person for table in tables for person in read_roster(table)]
        ask = _ask if sys.stdin.isatty() else None
        with open_gradebook(course.directory) as gradebook:
            report = import_archive(
                course, gradebook, archive, assignment, roster, ask, options.older
            )
    except GradingError as error:
        return refuse(str(error))
    print("\n".join(told(report, assignment)), flush=True)
    if report.taken:
        print(f"Next: {grader('grade', assignment)}", file=sys.stderr)
    return int(bool(report.unknown))


def _named(assignments: list[str], archive: Path) -> str:
    """Find the assignment whose name is part of the archive's."""
    from autograder.course.settings import GradingError
    from autograder.exchange.lms.names import alike

    found = [name for name in assignments if alike(name) in alike(archive.name)]
    if len(found) != 1:
        raise GradingError(
            f"which assignment is {archive} of? Name it after the archive: {', '.join(assignments)}"
        )
    return found[0]


def _ask(unknown: "Unknown") -> str:
    could_be = f" ({', '.join(unknown.could_be)}?)" if unknown.could_be else ""
    who = f"{one_line(unknown.hand_in.person)}, number {unknown.hand_in.id}"
    print(f"Who is {who}: {unknown.why}{could_be}")
    return input("Student, or Enter to leave it out for now: ").strip()


def told(report: "Report", assignment: str) -> list[str]:
    """Format the report of an import, as lines."""
    states = [taken.state for taken in report.taken]
    said = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    lines = [f"{assignment}: {len(states)} students{f' ({said})' if said else ''}"]
    for taken in report.taken:
        lines += [f"  {one_line(taken.student)}: {remark}" for remark in taken.remarks]
    lines += [f"  not taken: {one_line(name)}" for name in report.others]
    for one in report.unknown:
        could_be = f"; could be {', '.join(one.could_be)}" if one.could_be else ""
        who = f"{one_line(one.hand_in.person)} ({one.hand_in.id})"
        lines.append(f"  not taken: {who}: {one.why}{could_be}")
    if report.unknown:
        lines.append(
            f"Write who they are into the last column of {report.answers}, and import again."
        )
    return lines
