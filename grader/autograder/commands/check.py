"""`check`: judge the solution before anybody hands in."""

import argparse
import sys
from collections import Counter

from autograder.commands import caution, refuse
from autograder.grader.assignment import pipeline, schedule
from autograder.grader.course import configuring, settings, sources
from autograder.grader.grading.calibration import Finding, calibrate

_WAYS = {
    "both": "graded by both runs",
    "alone": "graded only by the single-process run, which an answer could fool",
    "person": "graded manually for all students",
    "unknown": "graded by both runs, although the solution does not pass",
}


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    found: list[Finding] = []
    left_out = set[str]()
    course = settings.Course()
    for sentence in configuring.ignored(course.config, own_command=True):
        _tell(sentence)
    names = options.assignment or course.assignments()
    for number, name in enumerate(names, start=1):
        _tell(f"{name} ({number} of {len(names)}) ...")
        try:
            found += _check(course, name)
        except settings.GradingError as error:  # the others may be in order
            left_out.add(name)
            refuse(str(error))
    if found:
        untouched = sum(one.untouched for one in found)
        more = f"; {untouched} pass without an answer" if untouched else ""
        print(f"{_counted(found)}{more}")
    for remark in sources.read_decisions(course.root)[1]:
        caution(remark)
    if left_out == {*names}:
        return 2
    return int(bool(left_out or any(one.way == "unknown" for one in found)))


def _check(course: settings.Course, name: str) -> list[Finding]:
    """Calibrate an assignment anew; print how its tests are judged, and cells without a tag."""
    assignment = pipeline.Assignment.read(course, name)
    found = calibrate(course, assignment, anew=True, tell=_tell).findings
    remedy = f"If students should type a value there, add the tag {schedule.FILL_IN} to the cell."
    for notebook, plan in assignment.plans.items():
        here = [one for one in found if one.notebook == notebook]
        print(f"{notebook}: {_counted(here)}")
        for one in here:
            if one.why:
                print(f"  {one.test}: {one.why}")
            if one.untouched:
                print(f"  {one.test}: the test passes without an answer")
        for place, bound in plan.to_fill_in.items():
            names = ", ".join(sorted(bound))
            print(f"  Cell {place + 1} assigns {names}, which tests use. {remedy}")
        sys.stdout.flush()
    return found


def _counted(findings: list[Finding]) -> str:
    ways = Counter[str](found.way for found in findings)
    tests = "1 test" if len(findings) == 1 else f"{len(findings)} tests"
    return ", ".join([tests, *(f"{ways[way]} {how}" for way, how in _WAYS.items() if ways[way])])


def _tell(said: str) -> None:
    print(f"  {said}", file=sys.stderr, flush=True)
