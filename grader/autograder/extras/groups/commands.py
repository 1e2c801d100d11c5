"""`group`: give points and comments to groups of similar answers."""

import argparse
import getpass
import shlex
import sys
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
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
    from autograder import Classroom
    from autograder.extras.groups.page import find_groups, write_groups

    assignment, finished = options.assignment, []
    with Classroom() as room:
        groups = find_groups(room, assignment)
        if options.exercise:
            for student in _give(room, groups, options):
                finished.append(room.finish(assignment, student))
            groups = find_groups(room, assignment)
        page = write_groups(room, groups, assignment, options.to, options.anonymous)
    if options.exercise:
        written = [graded.student for graded in finished if graded.changed]
        print(f"Written for {len(written)}: {', '.join(written) or 'nobody'}")
        if kept := [graded.student for graded in finished if graded.kept]:
            print(f"Graded by hand, and kept: {', '.join(kept)}")
        again = shlex.join(["nbgrader", "generate_feedback", "--force", assignment])
        print(f"Next: {again}", file=sys.stderr)
    else:
        answers = sum(len(g.answers) for g in groups)
        print(f"{len(groups)} groups of {answers} answers: {page}")
    return 0


def _give(room: Any, groups: list[Any], options: argparse.Namespace) -> list[str]:
    """Give the chosen group something, or take it back; return whose grades that changes."""
    from autograder import GradingError
    from autograder.extras.groups.page import concerned
    from autograder.extras.groups.rubric import Rubric

    here = {group.id: group for group in groups if group.exercise == options.exercise}
    if options.group not in here:
        others = ", ".join(dict.fromkeys(group.exercise for group in groups))
        there = f"{options.exercise} has {', '.join(here)}" if here else f"some have {others}"
        raise GradingError(f"there is no such group; {there}")
    rubric = Rubric(room.gradebook, options.assignment)
    if options.take_back:
        rubric.take_back(options.exercise, options.group)
    else:
        given = options.points, options.comment, options.rubric
        who = options.by or getpass.getuser()
        rubric.give(options.exercise, options.group, who, *given)
    return concerned(groups, here[options.group])
