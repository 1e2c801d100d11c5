"""The command line: ``python -m autograder grade ASSIGNMENT``, and others; see ``--help``."""

import argparse
import gc
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.workers import Cluster, Threads


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m autograder")
    commands = parser.add_subparsers(required=True)
    grade = commands.add_parser("grade", help="grade all submissions of an assignment, in parallel")
    grade.add_argument("assignment")
    grade.add_argument("--student", action="append", help="only this one; may be repeated")
    grade.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        help="how many at a time (default: one per core)",
    )
    grade.add_argument(
        "--scheduler", metavar="ADDRESS", help="use the workers of this Dask cluster"
    )
    grade.add_argument("--force", action="store_true", help="grade again what has been graded")
    grade.add_argument(
        "--unconfined",
        action="store_true",
        help="run students' code with all your rights",
    )
    grade.add_argument("--json", action="store_true", help="print the results as JSON")
    grade.set_defaults(run=_grade)
    watch = commands.add_parser("watch", help="grade what is handed in as it comes, and answer")
    watch.add_argument("assignment", nargs="*", help="all that are released, if none is named")
    watch.add_argument("--once", action="store_true", help="do what is there, and end")
    watch.add_argument(
        "--every", type=float, default=1, metavar="SECONDS", help="look so often (default: 1)"
    )
    watch.add_argument("--jobs", type=int, default=os.cpu_count(), help="as for grade")
    watch.add_argument("--scheduler", metavar="ADDRESS", help="as for grade")
    watch.add_argument("--json", action="store_true", help="print a line of JSON for all it does")
    watch.set_defaults(run=_watch, unconfined=False)
    check = commands.add_parser("check", help="find what is judged differently by nbgrader alone")
    check.add_argument("assignment", nargs="*", help="all of the course, if none is named")
    check.add_argument(
        "--write",
        action="store_true",
        help="have tests that cannot be run apart from the student's code run together with it",
    )
    check.set_defaults(run=_check)
    report = commands.add_parser("report", help="write a page on how the class did")
    report.add_argument("assignment", nargs="?", help="without one: on all that were graded")
    report.add_argument("--exercise", help="on this exercise, with the most telling wrong answers")
    report.add_argument("--anonymous", action="store_true", help="with --exercise: name nobody")
    report.add_argument("--to", type=Path, default=Path("class_report"), help="in which folder")
    report.set_defaults(run=_report)
    learn = commands.add_parser("learn", help="find out what the answers of the bank do")
    learn.add_argument("bank", nargs="?", type=Path, default=Path("bank"))
    learn.add_argument("source", nargs="?", type=Path, default=Path("source"))
    learn.set_defaults(run=_learn)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


def _grade(options: argparse.Namespace) -> int:
    print(f"Grading {options.assignment} ...", file=sys.stderr, flush=True)  # imports take a second
    gc.disable()  # until all is imported: what is imported is no garbage
    # Imported here, and no more at first than warming up needs.
    from autograder.workers import ClusterError

    if options.jobs < 1:
        return _refuse("--jobs is 1 or more")
    workers = _workers(options)

    from autograder.assignment import modules
    from autograder.course import GradingError, configuration
    from autograder.gradebook import GradebookError
    from autograder.grading import Grading, Result, follow, next_steps, summary, walls
    from autograder.plugins import KEPT, Run
    from autograder.sandbox.confinement import ConfinementError

    gc.freeze()
    gc.enable()
    try:
        run = Run(config=configuration())
        settings = run.course.settings
        if options.unconfined:
            settings.unconfined = True
        known = run.course.handed_in(options.assignment)
        unknown = sorted(set(options.student or []) - set(known))
        if unknown:
            return _refuse(
                f"nothing was handed in for {options.assignment} by {', '.join(unknown)}"
            )
        # Only to see whether it can be done, before the gradebook is opened.
        run.confine()
        workers.prepare(settings.unconfined, modules(run.course, options.assignment))
        grading = Grading(run, options.assignment)
    except (ClusterError, ConfinementError, GradingError) as error:
        return _refuse(str(error))
    students = sorted(set(options.student or known))
    where = f"on {options.scheduler}" if options.scheduler else f"{options.jobs} at a time"
    count = f"{len(students)} submission{'s' if len(students) != 1 else ''}"
    print(f"{count}, {where}", file=sys.stderr, flush=True)
    done: list[Result] = []
    stopped = 0
    try:
        for result in follow(grading.run(students, workers, options.force), len(students)):
            done.append(result)  # also of a run that stops in the middle
    except (ClusterError, GradebookError) as error:
        left = len(students) - len(done)
        stopped = _refuse(f"{error}; {left} of {len(students)} submissions are left; {KEPT}")
    except KeyboardInterrupt:
        print(
            "autograder: stopped; the same command goes on from here", file=sys.stderr, flush=True
        )
        os._exit(130)  # at once: what students' code is doing may take long, or never end
    grading.close()
    for caution in workers.cautions:
        print(f"autograder: {caution}", file=sys.stderr, flush=True)
    if options.json:
        print(json.dumps([asdict(result) for result in done], indent=1), flush=True)
    elif done:
        print("\n".join([summary(done), *walls(done), *grading.cautions]), flush=True)
        steps = next_steps(done, options.assignment)
        print("", "Next:", *steps, sep="\n  ", file=sys.stderr, flush=True)
    if stopped:
        os._exit(1 if done else stopped)  # at once, as above
    gc.freeze()  # or Python looks for garbage in everything before it ends
    return int(any(result.state == "failed" for result in done))


def _workers(options: argparse.Namespace) -> "Threads | Cluster":
    """Have what runs notebooks warm up, while this process goes on to import nbgrader."""
    from autograder.workers import Cluster, Threads

    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if options.scheduler:
        return Cluster(options.scheduler)
    return Threads(options.jobs, options.unconfined)


def _watch(options: argparse.Namespace) -> int:
    if os.name == "nt":
        return _refuse("nbgrader has no exchange on Windows")
    if not options.every > 0:
        return _refuse("--every is more than 0")
    if options.jobs < 1:
        return _refuse("--jobs is 1 or more")
    workers = _workers(options)

    from autograder.assignment import modules
    from autograder.course import GradingError, configuration
    from autograder.plugins import Run
    from autograder.sandbox.confinement import ConfinementError
    from autograder.watch import Watcher
    from autograder.workers import ClusterError

    try:
        run = Run(config=configuration())
        run.confine()
        names = options.assignment or run.course.assignments()
        imported = {module for name in names for module in modules(run.course, name)}
        workers.prepare(run.course.settings.unconfined, imported)
        watcher = Watcher(run.config, workers, options.assignment)
    except (ClusterError, ConfinementError, GradingError) as error:
        return _refuse(str(error))
    print(f"Watching {run.course.root} ...", file=sys.stderr, flush=True)
    try:
        for event in watcher.run(options.every, options.once):
            print(json.dumps(asdict(event)) if options.json else event, flush=True)
    except ClusterError as error:
        return _refuse(f"{error}; the same command goes on from here")
    except KeyboardInterrupt:
        print("autograder: stopped; the same command goes on from here", file=sys.stderr)
        os._exit(130)  # as for grade
    watcher.close()
    return 0


def _check(options: argparse.Namespace) -> int:
    from autograder import notes
    from autograder.checking import check, told
    from autograder.course import Course, GradingError
    from autograder.sandbox.confinement import ConfinementError

    different = left_out = 0
    try:
        course = Course()
        names = options.assignment or course.assignments()
        for name in names:
            try:
                for checked in check(course, name, anew=options.write):
                    print("\n".join(told(checked)), flush=True)
                    different += len(checked.differences)
            except GradingError as error:  # the others may be in order
                left_out += 1
                _refuse(str(error))
            else:
                if options.write:
                    notes.write(course.root, course.notes)
    except (ConfinementError, GradingError) as error:
        return _refuse(str(error))
    return 2 if left_out == len(names) else int(bool(different or left_out))


def _report(options: argparse.Namespace) -> int:
    from autograder.class_report import write_exercise, write_progress, write_report
    from autograder.course import Course, GradingError

    name, exercise, to = options.assignment, options.exercise, options.to
    if options.anonymous and not exercise:
        return _refuse("--anonymous needs --exercise: the other pages are about who did what")
    try:
        if name and exercise:
            print(write_exercise(Course(), name, exercise, options.anonymous, to))
        elif name:
            print(write_report(Course(), name, to))
        elif exercise:
            return _refuse("--exercise needs the assignment before it")
        else:
            print(write_progress(Course(), to))
    except GradingError as error:
        return _refuse(str(error))
    return 0


def _learn(options: argparse.Namespace) -> int:
    from autograder.diagnosis.bank import BankError
    from autograder.learning import learn

    try:
        for learned in learn(options.bank, options.source):
            print(learned, flush=True)
    except (BankError, ValueError) as error:
        return _refuse(str(error))
    return 0


def _refuse(why: str) -> int:
    print(f"autograder: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
