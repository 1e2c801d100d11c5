"""The gate: the notebooks' tests accept every right answer and refuse every wrong one.

``python -m tests.gate`` judges the whole bank and its mutants, prints a table and
writes it into `docs/tests.md`.

An answer is handed in inside a notebook whose other exercises are solved, and goes
the way of every submission: it is rebuilt from the source, the student's cells run
confined, the tests run in the examiner's process, and nbgrader's own rule turns the
outputs into points. Only what cannot matter is left out: the tests of the other
exercises, and the cells below.
"""

import multiprocessing
import os
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nbgrader.utils import determine_grade
from nbformat import NotebookNode
from rich.console import Console
from rich.progress import track
from rich.table import Table

from autograder.confinement import die_with_parent
from autograder.examination import CELL_SECONDS, Sheet, examine, warm
from autograder.execution import fill, modules, plan
from autograder.repair import rebuild
from tests.bank import EXERCISES, answers
from tests.course import ROOT, read, solutions
from tests.mutants import mutants

MUTATED = 3
"""How many right answers to an exercise are mutated: the first ones in its file."""
EQUIVALENT = ROOT / "tests" / "bank" / "equivalent.toml"
PAGE = ROOT / "docs" / "tests.md"
_MARKS = "<!-- python -m tests.gate writes this table -->", "<!-- end of the table -->"
_ASSIGNMENT = {name: assignment for assignment, names in EXERCISES.items() for name in names}


class Case(NamedTuple):
    """Something to be judged.

    Attributes
    ----------
    exercise : str
        The exercise that it answers.
    kind : {"right", "wrong", "mutant"}
        What it is.
    title : str
        The title of the answer, or of the one that a mutant was made from.
    change : str
        For a mutant what was changed; otherwise empty.
    source : str
        The text of the cell.
    """

    exercise: str
    kind: str
    title: str
    change: str
    source: str


class Verdict(NamedTuple):
    """What the tests make of a case.

    Attributes
    ----------
    visible, hidden : bool
        Whether it got the full points of the visible tests, and of both. The
        hidden tests are not asked about what fails before them.
    """

    visible: bool
    hidden: bool


def cases(exercise: str) -> list[Case]:
    """List all that is to be judged for an exercise: right answers, wrong ones, mutants."""
    found = answers(exercise)
    right = [answer for answer in found if answer.right]
    return [
        *(Case(exercise, "right" if a.right else "wrong", a.title, "", a.source) for a in found),
        *(
            Case(exercise, "mutant", answer.title, mutant.change, mutant.source)
            for answer in right[:MUTATED]
            for mutant in mutants(answer.source)
        ),
    ]


def equivalent() -> dict[str, dict[str, dict[str, str]]]:
    """Read which mutants are right all the same: exercise, answer, change, reason."""
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))


def judge(case: Case, seed: int | None = None) -> Verdict:
    """Hand in a case and grade it.

    Parameters
    ----------
    case : Case
        What to judge.
    seed : int, optional
        A seed for the tests that make up their inputs, in the place of their own.

    Returns
    -------
    Verdict
        Whether it gets full points.
    """
    # Nobody waits long for what loops for ever; but a right answer has all its time.
    seconds = CELL_SECONDS if case.kind == "right" else patience(case.exercise)
    texts = {case.exercise: case.source}
    visible, hidden = f"test-{case.exercise}", f"hidden-{case.exercise}"
    if not full_points(_ASSIGNMENT[case.exercise], texts, [visible], seconds, seed):
        return Verdict(False, False)
    both = [visible, hidden]
    return Verdict(True, full_points(_ASSIGNMENT[case.exercise], texts, both, seconds, seed))


@cache
def patience(exercise: str) -> float:
    """How long a test may take that is expected to fail: far longer than the solution takes."""
    assignment, tests = _ASSIGNMENT[exercise], [f"test-{exercise}", f"hidden-{exercise}"]
    warm()
    start = time.monotonic()
    assert full_points(assignment, {}, tests, CELL_SECONDS)
    return min(2 + 10 * (time.monotonic() - start), CELL_SECONDS)


def full_points(
    assignment: str, texts: dict[str, str], tests: list[str], seconds: float, seed: int | None = None
) -> bool:
    """Grade a notebook, and tell whether some of its tests give full points.

    Parameters
    ----------
    assignment : str
        The notebook.
    texts : dict of str to str
        The answers in which it differs from the solution, by grade id.
    tests : list of str
        The grade ids of the tests.
    seconds : float
        How long one cell may take.
    seed : int, optional
        A seed for the tests, in the place of their own.
    """
    source = _source(assignment, seed)
    notebook, remarks = rebuild(source, read("release", assignment), _handed_in(assignment, texts))
    wanted = {place: cell for place, cell in enumerate(notebook.cells) if cell.id in tests}
    steps = [
        step
        for step in plan(source, notebook)
        if step.place <= max(wanted) and (not step.test or step.place in wanted or step.place < 0)
    ]
    judged = examine(Sheet(steps, modules(source), {}, {}), cell_seconds=seconds)
    fill(notebook, judged, [])
    return all(got == of for got, of in map(determine_grade, wanted.values()))


def judge_all(
    all_cases: Iterable[Case], judge: Callable[[Case], Verdict] = judge
) -> Iterator[tuple[Case, Verdict]]:
    """Judge cases on all cores."""
    pool = ProcessPoolExecutor(
        mp_context=multiprocessing.get_context("spawn"),
        initializer=die_with_parent if sys.platform == "linux" else None,
    )
    with pool:
        all_cases = list(all_cases)
        yield from zip(all_cases, pool.map(judge, all_cases))


@cache
def _source(assignment: str, seed: int | None) -> NotebookNode:
    source = read("source", assignment)
    for cell in source.cells:
        if seed is not None and cell.id.startswith("hidden-"):
            cell.source = re.sub(r"random\.Random\(\d*\)", f"random.Random({seed})", cell.source)
    return source


def _handed_in(assignment: str, texts: dict[str, str]) -> NotebookNode:
    notebook = read("release", assignment)
    written = solutions(assignment) | texts
    for cell in notebook.cells:
        cell.source = written.get(cell.id, cell.source)
    return notebook
