"""Two wrong answers in one submission: a cause is named only if it is true of that program.

A weak student fails several exercises at once, and a later one calls an earlier one. What is
said of the later answer has to be what is said of it beside right answers, or less.
"""

import random
from functools import cache

import pytest

from autograder.assignment.pipeline import Assignment
from autograder.diagnosis.bank import read_bank
from autograder.sandbox.conductor import examine
from bank import EXERCISES, answers
from tools.course import ROOT, read, solutions
from tools.gate import dependents

SAMPLE = 60
ALLOWED = 0.001
PAIRS = [
    (assignment, first, second)
    for assignment, exercises in EXERCISES.items()
    for first in exercises
    for second in dependents(first)
]


@cache
def assignment_of(name):
    return Assignment(name, {name: read("source", name)}, bank=read_bank(ROOT / "bank"))


@cache
def said(name, *wrong):
    """Grade a submission with these wrong answers: exercise -> the causes that are named."""
    assignment, notebook = assignment_of(name), read("release", name)
    written = solutions(name) | {answer.exercise: answer.source for answer in wrong}
    for cell in notebook.cells:
        cell.source = written.get(cell.id, cell.source)
    rebuilt, remarks = assignment.rebuild(name, notebook)
    judged = examine(assignment.job(name, rebuilt, {}))
    assignment.fill(name, rebuilt, judged, remarks)
    return {e: causes for e, (causes, _) in rebuilt.metadata["graded"]["diagnoses"].items()}


def wrong(exercise):
    return [answer for answer in answers(exercise) if not answer.right]


@pytest.mark.nightly
@pytest.mark.slow
def test_causes_in_pairs_of_wrong_answers_are_true():
    chance, named, untrue = random.Random(30), 0, []
    for _ in range(SAMPLE):
        name, first, second = chance.choice(PAIRS)
        pair = chance.choice(wrong(first)), chance.choice(wrong(second))
        together = said(name, *pair)
        for answer in pair:
            causes = together.get(answer.exercise, [])
            named += len(causes)
            alone = said(name, answer).get(answer.exercise, []) if causes else []
            if not set(causes) <= {answer.title, *alone}:
                untrue.append((answer.exercise, *(each.title for each in pair), causes))
    assert named > SAMPLE / 4
    assert len(untrue) <= ALLOWED * named, untrue
