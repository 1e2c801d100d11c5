"""What `check` shows: how each test is judged, and why."""

from collections import Counter
from dataclasses import dataclass

from autograder.assignment.pipeline import Assignment
from autograder.assignment.schedule import FILL_IN
from autograder.course.settings import Course
from autograder.grading.calibration import Finding, Tell, Way, calibrate

_WAYS: dict[Way, str] = {
    "both": "by both juries",
    "alone": "by the run in one process alone, which an answer could deceive",
    "person": "by a person for everybody",
    "unknown": "by both juries, although the solution does not pass",
}


@dataclass
class Checked:
    """The findings in a notebook, and remarks on its cells."""

    name: str
    findings: list[Finding]
    remarks: list[str]

    def judged(self, way: Way) -> list[str]:
        """List the tests that are judged in a way."""
        return [found.test for found in self.findings if found.way == way]


def check(course: Course, name: str, tell: Tell) -> list[Checked]:
    """Calibrate an assignment anew, and look for cells that may need a tag."""
    assignment = Assignment.read(course, name)
    calibration = calibrate(course, assignment, anew=True, tell=tell)
    checked = []
    for notebook in assignment.sources:
        findings = [found for found in calibration.findings if found.notebook == notebook]
        remarks = [
            f"Cell {place + 1} binds {', '.join(sorted(bound))}, which tests use. If students are "
            f"to type a value of their own there, give the cell the tag {FILL_IN}."
            for place, bound in assignment.to_fill_in(notebook).items()
        ]
        checked.append(Checked(notebook, findings, remarks))
    return checked


def told(checked: Checked) -> list[str]:
    """Format the findings in a notebook, as lines.

    Examples
    --------
    >>> found = [Finding("a", "t1", "both"), Finding("a", "t2", "alone", "apart: TypeError: no")]
    >>> told(Checked("ps1", found, []))[1:]
    ['  t2: apart: TypeError: no']
    """
    lines = [f"{checked.name}: {_counted(checked.findings)}"]
    lines += [f"  {found.test}: {found.why}" for found in checked.findings if found.why]
    lines += [
        f"  {found.test}: the untouched release passes it"
        for found in checked.findings
        if found.untouched
    ]
    return lines + [f"  {said}" for said in checked.remarks]


def _counted(findings: list[Finding]) -> str:
    ways = Counter(found.way for found in findings)
    tests = "1 test" if len(findings) == 1 else f"{len(findings)} tests"
    return ", ".join([tests, *(f"{ways[way]} {how}" for way, how in _WAYS.items() if ways[way])])


def summary(all_checked: list[Checked]) -> str:
    """Summarize in one line how the tests of a course are judged."""
    findings = [found for checked in all_checked for found in checked.findings]
    untouched = sum(found.untouched for found in findings)
    parts = [_counted(findings)]
    parts += [f"the untouched release passes {untouched}"] if untouched else []
    return "; ".join(parts)
