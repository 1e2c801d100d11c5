"""`grade` and `watch`: grade all submissions of an assignment, or hand-ins as they arrive."""

import argparse
import fnmatch
import gc
import json
import os
import sys
from dataclasses import asdict

from autograder.commands import caution, refuse
from autograder.grader.assignment.pipeline import allowed_of
from autograder.grader.course.settings import configuration
from autograder.grader.gradebook.opening import GradebookError
from autograder.grader.grading import run_report
from autograder.grader.grading.context import GradingContext
from autograder.grader.grading.nbgrader_steps import KEPT
from autograder.grader.grading.parallel import Grading, Result
from autograder.runner.pools import Pool
from autograder.runner.processes.confinement import ConfinementError

LEFT = 3  # the exit status if all is graded, but some tests are left to a person for everybody


def grade(options: argparse.Namespace) -> int:
    """Grade hand-ins; return the exit status."""
    print(f"Grading {options.assignment} ...", file=sys.stderr, flush=True)
    name, dry, workers = options.assignment, options.dry_run, options.workers
    run = GradingContext(config=configuration())
    settings = run.course.settings
    if options.unconfined:
        settings.unconfined = True
    known = {*run.course.handed_in(name)}
    run.course.directory.assignment_id = name
    chosen = run.course.directory.student_id
    students = sorted(set(options.student or fnmatch.filter(known, chosen) or [chosen]))
    if unknown := [student for student in students if student not in known]:
        return refuse(
            f"there is no submission for {name} by {', '.join(unknown)}; correct the name "
            "in --student or c.CourseDirectory.student_id"
        )
    # Fail early, before the gradebook is opened.
    run.confine()
    workers.prepare(settings.unconfined, allowed_of(run.course, name))
    grading = Grading(run)
    run.ledger.why, run.ledger.dry = options.why, dry
    where = f"on {options.address}" if options.address else f"{options.jobs} at a time"
    count = f"{len(students)} submission{'s' if len(students) != 1 else ''}"
    print(f"{count}, {where}", file=sys.stderr, flush=True)
    done: list[Result] = []
    stopped = 0
    try:
        results = grading.run(students, workers, options.force or dry)
        for result in run_report.follow(grading, results, len(students)):
            done.append(result)  # kept also if the run stops in the middle
    except (Pool.Lost, ConfinementError, GradebookError) as error:
        more = len(students) - len(done)
        stopped = refuse(f"{error}; {more} of {len(students)} submissions remain; {KEPT}")
    failed = [result for result in done if result.state == "failed"]
    for result in failed if not dry else ():
        run.keep_failure(result.student, " ".join(result.remarks))
    run.gradebook.close()
    for said in workers.cautions:
        caution(said)
    left = grading.assignment.left_to_a_person
    about = [*grading.assignment.cautions, *run_report.waiting(left)]
    if options.json:
        print(json.dumps([asdict(result) for result in done], indent=1), flush=True)
        for said in about:
            caution(said)
    elif dry:
        print("\n".join(run_report.changes(done)), flush=True)
    elif done:
        print("\n".join([run_report.summary(done), *run_report.walls(done), *about]), flush=True)
        steps = run_report.next_steps(done, name)
        print("", "Next:", *steps, sep="\n  ", file=sys.stderr, flush=True)
    if stopped:
        os._exit(1 if done else stopped)  # at once: students' code may run long
    gc.freeze()  # else Python collects garbage among all objects at exit
    return 1 if failed else LEFT if left else 0


def watch(options: argparse.Namespace) -> int:
    """Watch the exchange; return the exit status."""
    if not options.every > 0:
        return refuse("--every must be greater than 0")
    from autograder.classroom.watcher import Watcher  # `grade` needs no exchange

    run, workers = GradingContext(config=configuration()), options.workers
    run.confine()
    names = options.assignment or run.course.assignments()
    allowed = [allowed_of(run.course, name) for name in names]
    workers.prepare(run.course.settings.unconfined, *allowed)
    watcher = Watcher(run.config, workers, options.assignment, options.retry)
    print(f"Watching {run.course.root} ...", file=sys.stderr, flush=True)
    told = set[str]()
    try:
        for event in watcher.run(options.every, options.once):
            for said in {*workers.cautions} - told:
                told.add(said)
                caution(said)
            if options.json:
                print(json.dumps(asdict(event)), flush=True)
            elif event.kind != "standing":
                print(event, flush=True)
    except (Pool.Lost, ConfinementError) as error:
        return refuse(f"{error}; to continue, run the same command again")
    watcher.close()
    return 0
