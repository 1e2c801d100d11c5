"""The page of verdicts that are left to a person: each answer once, with both outcomes."""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import nbformat

from autograder.course.settings import Course
from autograder.gradebook.splits import Split
from autograder.gradebook.verdicts import Case, answer_to, outcomes
from autograder.pages.class_report import source_titles
from autograder.pages.people import Names
from autograder.pages.report_pages import render


class Reason(NamedTuple):
    """The answers to one test for which the two runs have the same outcome."""

    notebook: str
    cell: str
    outcome: str
    cases: list[Case]


def by_reason(cases: list[Case]) -> list[Reason]:
    """Group cases by test and outcome, as `all_cases` has sorted them."""
    groups = groupby(cases, key=lambda one: (one.notebook, one.cell, outcomes(one.first)))
    return [Reason(*place, [*those]) for place, those in groups]


def answer_of(course: Course, assignment: str, case: Case) -> str:
    """Read the text of an answer from one of the graded notebooks; "" if none can be read."""
    for student in case.verdicts:
        folder = course.folder("autograded", student, assignment)
        try:
            notebook = nbformat.read(folder / f"{case.notebook}.ipynb", as_version=4)
        except Exception:  # the class report names it
            continue
        return answer_to(notebook, case.cell)
    return ""


def write_decisions(
    course: Course, cases: list[Case], found: Mapping[str, Split], assignment: str, to: Path
) -> Path:
    """Write the page into a folder; return its path."""
    page = render(
        "decisions.html",
        Names(course, assignment, to),
        assignment=assignment,
        titles=source_titles(course, assignment),
        reasons=by_reason([one for one in cases if one.points is None]),
        decided=[one for one in cases if one.points is not None],
        answer=lambda one: answer_of(course, assignment, one),
        splits=found,
    )
    path = to / f"{assignment}-decisions.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path
