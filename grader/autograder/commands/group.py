"""`group`: give points and comments to groups of similar answers."""

import argparse
import getpass
import sys
from pathlib import Path

from autograder.commands.common import Commands, refuse
from autograder.sandbox.text import command


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("group", help="grade answers that are alike once")
    parser.add_argument("assignment")
    parser.add_argument("exercise", nargs="?", help="without it: write the page of all groups")
    parser.add_argument("group", nargs="?", help="as the page calls it")
    parser.add_argument("--points", type=float, help="for the whole exercise")
    parser.add_argument("--comment", help="what students read")
    parser.add_argument("--rubric", default="", metavar="LINE", help="a line several groups share")
    parser.add_argument("--take-back", action="store_true", help="give the group nothing any more")
    parser.add_argument("--by", default="", metavar="NAME", help="who gives it (default: you)")
    parser.add_argument(
        "--anonymous", action="store_true", help="name nobody on the page, to show it in a lesson"
    )
    parser.add_argument("--to", type=Path, default=Path("class_report"), help="in which folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.course.settings import Course, GradingError
    from autograder.diagnosis.grouping import read_graded
    from autograder.gradebook.finishing import Graded
    from autograder.gradebook.group_marks import GroupMarks
    from autograder.gradebook.ledger import Ledger
    from autograder.gradebook.opening import open_gradebook
    from autograder.gradebook.tables import make_tables
    from autograder.pages.group_page import concerned, find_groups, write_groups

    finished: list[Graded] = []
    try:
        course = Course()
        with open_gradebook(course.directory) as gradebook:
            make_tables(gradebook.engine)
            groups = find_groups(course, gradebook, options.assignment)
            marks = GroupMarks(gradebook, options.assignment)
            if options.exercise:
                chosen = next(
                    (g for g in groups if (g.exercise, g.id) == (options.exercise, options.group)),
                    None,
                )
                if chosen is None:
                    known = ", ".join(g.id for g in groups if g.exercise == options.exercise)
                    others = ", ".join(dict.fromkeys(g.exercise for g in groups))
                    there = f"{options.exercise} has {known}" if known else f"some have {others}"
                    return refuse(f"there is no such group; {there}")
                if options.take_back:
                    marks.take_back(chosen.exercise, chosen.id)
                else:
                    who = options.by or getpass.getuser()
                    given = options.points, options.comment, options.rubric
                    marks.give(chosen.exercise, chosen.id, who, *given)
                ledger = Ledger(gradebook, options.assignment, course.config)
                for student in concerned(groups, chosen):
                    folder = course.folder("autograded", student, options.assignment)
                    finished.append(ledger.finish_again(student, read_graded(folder)))
                groups = find_groups(course, gradebook, options.assignment)
            page = write_groups(course, groups, options.assignment, options.to, options.anonymous)
    except GradingError as error:
        return refuse(str(error))
    if options.exercise:
        written = [graded.student for graded in finished if graded.changed]
        print(f"Written for {len(written)}: {', '.join(written) or 'nobody'}")
        if kept := [graded.student for graded in finished if graded.kept]:
            print(f"Graded by hand, and kept: {', '.join(kept)}")
        again = command("nbgrader", "generate_feedback", "--force", options.assignment)
        print(f"Next: {again}", file=sys.stderr)
    else:
        answers = sum(len(g.answers) for g in groups)
        print(f"{len(groups)} groups of {answers} answers: {page}")
    return 0
