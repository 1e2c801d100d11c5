"""Two wrong answers in one submission: what is said of each is as true as if it stood alone.

The number of pairs comes from the environment, so that one can try a thousand:
``PAIRS=1000 python -m pytest tests/autograder/test_pairs.py``.
"""

import ast
import os
import random
from functools import cache

import pytest

from autograder.extras.mistakes.bank import read_bank
from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.diagnosis.questions import diagnose
from autograder.runner.conductor import examine
from bank import EXERCISES, FOLDER, answers
from tools.course import read, solutions
from tools.gate import dependents

BANK = read_bank(FOLDER)
PAIRS = int(os.environ.get("PAIRS", "40"))
CHAINS = [
    (assignment, first, second)
    for assignment, exercises in EXERCISES.items()
    for first in exercises
    for second in dependents(first)
    if first in BANK and second in BANK
]


@cache
def assignment_of(name):
    return Assignment(name, {name: read("source", name)}, probes=BANK)


def observed(name, wrong):
    """What came of the probes where some answers (grade id -> text) are wrong."""
    assignment = assignment_of(name)
    notebook = read("release", name)
    for cell in notebook.cells:
        cell.source = (solutions(name) | wrong).get(cell.id, cell.source)
    notebook, _ = assignment.rebuild(name, notebook)
    return examine(assignment.job(name, notebook, {})).observed


def pairs(number):
    chance = random.Random(30)
    for _ in range(number):
        name, *both = chance.choice(CHAINS)
        known = [[a for a in answers(e) if a.title in BANK[e].wrong] for e in both]
        yield name, [chance.choice(found) for found in known]


@pytest.mark.slow
def test_a_cause_that_is_named_is_true_where_its_helper_is_wrong_too():
    named, untrue = 0, []
    for name, both in pairs(PAIRS):
        seen = observed(name, {answer.exercise: answer.source for answer in both})
        for answer in both:
            known = BANK[answer.exercise]
            program = ast.unparse(ast.parse(answer.source))
            diagnosis = diagnose(known, seen.get(answer.exercise, []), program)
            if diagnosis and diagnosis.misconceptions:
                named += 1
                titles = diagnosis.misconceptions
                truth = known.wrong[answer.title]
                got = known.differs(seen[answer.exercise])
                if known.cause(answer.title) not in titles or got != truth:
                    untrue.append((answer.title, titles, [a.title for a in both]))
    print(f"{named} causes named for {PAIRS} pairs, {len(untrue)} of them untrue")
    assert not untrue
    assert named > PAIRS / 4
