"""Requests for a second look at an exercise, with the instructor's answers: `look`.

A hub's service takes the requests (`hub/second_look.py`), the teacher's page lists them, and
feedback pages show the answers.
"""

import argparse
import getpass
import sys
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from nbgrader.api import Gradebook, MissingEntry

from autograder import Classroom, GradingError, one_line

LONGEST = 500
"""Characters of a request."""
_META = sa.MetaData()
_TABLE = sa.Table(
    "autograder_second_looks",
    _META,
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("exercise", sa.String(128), primary_key=True),
    sa.Column("student", sa.String(128), primary_key=True),
    sa.Column("request", sa.Text),
    sa.Column("asked_at", sa.DateTime),
    sa.Column("answer", sa.Text),
    sa.Column("answered_by", sa.String(128)),
    sa.Column("answered_at", sa.DateTime),
)


def second_looks(gradebook: Gradebook, **chosen: str) -> list[sa.Row[Any]]:
    """List the requests with these values in their columns, the oldest first, as rows."""
    try:
        if not sa.inspect(gradebook.db.connection()).has_table(_TABLE.name):
            return []
        asked = sa.select(_TABLE).filter_by(**chosen).order_by(_TABLE.c.asked_at, *_TABLE.c)
        return [*gradebook.db.execute(asked)]
    finally:
        gradebook.db.rollback()  # ends the read transaction


def released(room: Classroom, student: str) -> set[str]:
    """Find the graded assignments on which a student has received feedback."""
    name, found = "", set[str]()
    for path in room.exchanged(student):  # each submission, and then the pages about it
        if path.parent.name == "inbound":
            name = path.name.split("+")[1]
        else:
            found.add(name)
    try:
        graded = {one.assignment.name for one in room.gradebook.find_student(student).submissions}
    except MissingEntry:
        return set()
    return found & graded


def ask(room: Classroom, assignment: str, exercise: str, student: str, request: str) -> None:
    """Store a request, in place of one without an answer; or raise GradingError."""
    text = " ".join(request.split())
    if not text:
        raise GradingError("Your request is empty. Write a sentence that says what to look at.")
    if len(text) > LONGEST:
        raise GradingError(
            f"Your request has {len(text)} characters. Shorten it to {LONGEST} or fewer."
        )
    if assignment not in released(room, student):
        raise GradingError(
            f"You have not received feedback on an assignment named {assignment}. "
            "You can ask for a second look after your instructor has released the feedback."
        )
    if exercise not in room.exercises(assignment):
        raise GradingError(f"{assignment} has no exercise named {exercise}.")
    place = {"assignment": assignment, "exercise": exercise, "student": student}
    new = {"request": text, "asked_at": _now(), "answer": "", "answered_by": ""}
    _META.create_all(room.gradebook.engine)
    db = room.gradebook.db
    try:
        db.execute(sa.delete(_TABLE).filter_by(**place, answer=""))
        db.execute(sa.insert(_TABLE).values(**place, **new))
        db.commit()
    except sa.exc.IntegrityError:
        db.rollback()
        raise GradingError(
            "Your instructor has already answered your request for this exercise."
        ) from None


def answer(gradebook: Gradebook, place: dict[str, str], text: str, who: str) -> None:
    """Store the answer to a request, in place of an earlier answer."""
    if not text.strip():
        raise GradingError("the answer is empty; write a sentence for the student")
    if not second_looks(gradebook, **place):
        raise GradingError(
            f"{place['student']} has not asked for a second look at {place['exercise']} "
            f"in {place['assignment']}; to list the requests, run look without arguments"
        )
    new = {"answer": text.strip(), "answered_by": who, "answered_at": _now()}
    gradebook.db.execute(sa.update(_TABLE).filter_by(**place).values(**new))
    gradebook.db.commit()


def comments(gradebook: Gradebook, assignment: str, student: str) -> dict[str, str]:
    """Return the answers for a student's feedback page, by exercise."""
    found = second_looks(gradebook, assignment=assignment, student=student)
    return {one.exercise: one.answer for one in found if one.answer}


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def add(commands: Any) -> None:
    """Describe the command."""
    parser = commands.add_parser("look", help="list or answer students' requests for a second look")
    parser.add_argument(
        "assignment", nargs="?", help="assignment to use (default: all assignments of the course)"
    )
    parser.add_argument("exercise", nargs="?", help="exercise to use (default: all exercises)")
    parser.add_argument("student", nargs="?", help="student to answer")
    parser.add_argument("--answer", help="answer to show to the student")
    parser.add_argument(
        "--by", default="", metavar="NAME", help="name of the person who answers (default: you)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    names = ("assignment", "exercise", "student")
    chosen = {name: given for name in names if (given := getattr(options, name))}
    with Classroom() as room:
        if options.assignment:
            room.course.source(options.assignment)
        if options.answer is not None:
            if len(chosen) < len(names):
                raise GradingError("an answer needs an assignment, an exercise, and a student")
            answer(room.gradebook, chosen, options.answer, options.by or getpass.getuser())
        found = second_looks(room.gradebook, **chosen)
    for one in found:
        if options.student or not one.answer:
            whose = f"{one.assignment} {one.exercise} {one_line(one.student)}"
            print(f"{whose}: {one_line(one.request, LONGEST)}")
            if one.answer:
                print(f"Answer by {one_line(one.answered_by)}: {one_line(one.answer)}")
    waiting = sum(not one.answer for one in found)
    print(f"{waiting} request{'s' * (waiting != 1)} without an answer", file=sys.stderr)
    return 0
