"""`decide`: settle tests that are left to a person, once for each answer."""

import argparse
import getpass
import sys

from autograder.classroom.classroom import Classroom
from autograder.commands import REPORTS, refuse
from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook.finishing import Graded
from autograder.grader.gradebook.splits import release, splits
from autograder.grader.gradebook.verdicts import Case, all_cases, decide, undo
from autograder.grader.pages.class_report import Names, write_decisions
from autograder.runner.text import command, one_line


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    name, room = options.assignment, Classroom()
    settled = options.full or options.none or options.undo or options.points is not None
    if options.cell and not settled:
        return refuse(f"no decision for {options.cell}; add --points, --full, --none, or --undo")
    course = room.course
    course.source(name)
    names = Names(course)
    with room:
        finished = _settle(room, options) if options.cell else []
        if options.release:
            known = {names.shown(student): student for student in splits(room.gradebook, name)}
            release(room.gradebook, name, known.get(options.release, options.release))
        found, waiting = splits(room.gradebook, name), all_cases(room.gradebook, name)
        page = write_decisions(course, waiting, found, name, REPORTS)
    if options.release:
        again = command("nbgrader", "release_feedback", name)
        print(f"Next: {again} (watch does this automatically)", file=sys.stderr)
        return 0
    if not options.cell:
        undecided = sum(one.points is None for one in waiting)
        print(f"{undecided} answer{'s need' if undecided != 1 else ' needs'} a decision")
        for student, one in found.items():
            for sentence in one.told(name, who := names.shown(student)):
                print(f"{one_line(who)}: {sentence}")
        print(f"Page: {page}")
        return 0
    print(Graded.told(finished))
    print(f"Next: {command('nbgrader', 'generate_feedback', '--force', name)}", file=sys.stderr)
    return 0


def _settle(room: Classroom, options: argparse.Namespace) -> list[Graded]:
    name, gradebook = options.assignment, room.gradebook
    chosen = _find(all_cases(gradebook, name), options.cell, options.answer or "")
    if options.undo:
        undo(gradebook, name, chosen)
    else:
        cell = gradebook.find_graded_cell(chosen.cell, chosen.notebook, name)
        points = float(cell.max_score) if options.full else options.points or 0.0
        decide(gradebook, name, chosen, points, options.by or getpass.getuser())
    return [room.finish(name, student) for student in chosen.verdicts]


def _find(waiting: list[Case], cell: str, key: str) -> Case:
    here = [one for one in waiting if one.cell == cell]
    found = [one for one in here if one.key.startswith(key)]
    if len(found) == 1:
        return found[0]
    if here:
        known = ", ".join(one.short for one in here)
        raise GradingError(f"{cell} has several answers; add the key of one answer: {known}")
    others = ", ".join(dict.fromkeys(one.cell for one in waiting)) or "none"
    raise GradingError(f"{cell} does not need manual grading; tests that need it: {others}")
