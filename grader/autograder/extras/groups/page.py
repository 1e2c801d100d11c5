"""`group`: the page with each mistake once, and points and comments for groups of answers."""

import argparse
import getpass
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from sqlalchemy import Row

from autograder import Classroom, Graded, GradingError
from autograder.extras.groups.answers import answers_in, group_id
from autograder.extras.groups.rubric import META, Rubric

REPORTS = Path("class_report")
TEMPLATE = Path(__file__).with_name("groups.html")


@dataclass
class Alike:
    """A group of similar answers to an exercise; the `waiting` students are not graded yet."""

    id: str
    exercise: str
    what: str
    example: str
    answers: dict[str, str]
    line: Row[Any] | None = None
    waiting: list[str] = field(default_factory=list)

    @property
    def shortest(self) -> str:
        """The shortest of the answers."""
        return min(self.answers.values(), key=lambda text: (len(text), text))


def add(commands: Any) -> None:
    """Describe the command."""
    parser = commands.add_parser("group", help="grade similar answers together")
    parser.add_argument("assignment", help="name of the assignment")
    parser.add_argument(
        "exercise", nargs="?", help="exercise to grade (default: only write a page with all groups)"
    )
    parser.add_argument(
        "group", nargs="?", help="key of the group, as shown on the page with all groups"
    )
    parser.add_argument("--points", type=float, help="points for the whole exercise")
    parser.add_argument("--comment", help="comment for the students")
    told = "name of a rubric item; all groups with this item share points and a comment"
    parser.add_argument("--rubric", default="", metavar="ITEM", help=told)
    parser.add_argument("--take-back", action="store_true", help="undo the points and the comment")
    parser.add_argument(
        "--by", default="", metavar="NAME", help="name of the person who grades (default: you)"
    )
    parser.add_argument(
        "--anonymous", action="store_true", help="write a page without names, to show in class"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    assignment, finished = options.assignment, []
    with Classroom() as room:
        groups = find_groups(room, assignment)
        if options.exercise:
            for student in _give(room, groups, options):
                finished.append(room.finish(assignment, student))
            groups = find_groups(room, assignment)
        page = write_groups(room, groups, assignment, REPORTS, options.anonymous)
    if options.exercise:
        print(Graded.told(finished))
        again = shlex.join(["nbgrader", "generate_feedback", "--force", assignment])
        print(f"Next: {again}", file=sys.stderr)
    else:
        answers = sum(len(g.answers) for g in groups)
        print(f"{len(groups)} groups with {answers} answers: {page}")
    return 0


def _give(room: Classroom, groups: list[Alike], options: argparse.Namespace) -> list[str]:
    """Give the chosen group something, or take it back; return whose grades that changes."""
    here = {group.id: group for group in groups if group.exercise == options.exercise}
    if options.group not in here:
        others = ", ".join(dict.fromkeys(group.exercise for group in groups))
        there = f"its groups are {', '.join(here)}" if here else f"exercises with groups: {others}"
        raise GradingError(f"{options.group} is not a group of {options.exercise}; {there}")
    rubric = Rubric(room.gradebook, options.assignment)
    if options.take_back:
        rubric.take_back(options.exercise, options.group)
    else:
        given = options.points, options.comment, options.rubric
        who = options.by or getpass.getuser()
        rubric.give(options.exercise, options.group, who, *given)
    return concerned(groups, here[options.group])


def find_groups(room: Classroom, assignment: str, exercise: str = "") -> list[Alike]:
    """Find the groups of all answers, or those to an exercise, that lost points or wait.

    Raise GradingError if the assignment has not been graded.
    """
    META.create_all(room.gradebook.engine)
    groups: dict[tuple[str, str], Alike] = {}
    try:
        order = [*room.exercises(assignment)]
    except MissingEntry:
        raise GradingError(f"{assignment} has not been graded yet") from None
    for student, points in room.points(assignment).items():
        lost = [n for n in order if points.of_exercise(n).lost and exercise in (n, "")]
        answers = answers_in(room.graded(assignment, student).values()) if lost else {}
        for name in lost:
            written, waits = answers.get(name), bool(points.of_exercise(name).waiting)
            if written and (written.touched or waits):
                known = group_id(name, written.key)
                new = Alike(known, name, written.what, written.example, {})
                group = groups.setdefault((name, known), new)
                group.answers[student] = written.text
                group.waiting += [student] * waits
    rubric = Rubric(room.gradebook, assignment)
    lines, given = rubric.lines(), rubric.groups()
    for key, group in groups.items():
        if key in given:
            group.line = lines.get((group.exercise, given[key]))
    return sorted(
        groups.values(), key=lambda g: (order.index(g.exercise), -len(g.answers), g.what, g.id)
    )


def concerned(groups: list[Alike], changed: Alike) -> list[str]:
    """List the students in a group that was given something, and in others that have a line."""
    of_exercise = (group for group in groups if group.exercise == changed.exercise)
    chosen = [group for group in of_exercise if group.line or group.id == changed.id]
    return sorted({student for group in chosen for student in group.answers})


def write_groups(
    room: Classroom, groups: list[Alike], assignment: str, to: Path, anonymous: bool = False
) -> Path:
    """Write the page into a folder, or one for a lesson that names nobody; return its path."""
    exercises = dict.fromkeys(group.exercise for group in groups)
    return room.write_page(
        to / f"{assignment}-{'answers' if anonymous else 'groups'}.html",
        TEMPLATE.read_text(encoding="utf-8"),
        assignment,
        anonymous=anonymous,
        titles=room.titles(assignment),
        exercises={name: [g for g in groups if g.exercise == name] for name in exercises},
    )
