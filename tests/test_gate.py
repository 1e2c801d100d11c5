"""The gate: a notebook's tests accept every right answer of the bank and refuse every wrong one.

The cells run as they stand in `source/`, in one namespace and without a kernel,
so that hundreds of answers take seconds. `test_grading` and `test_demo` take the
long way through nbgrader.
"""

import ast

import pytest

from tests.bank import EXERCISES, Answer, answers
from tests.course import exercises, read, solutions

PLACES = [(assignment, name) for assignment, names in EXERCISES.items() for name in names]


def passes(assignment: str, answer: Answer) -> bool:
    """Whether an answer gets full points, the other exercises being solved."""
    cells = [cell for cell in read("source", assignment).cells if cell.cell_type == "code"]
    texts = {cell.id: cell.source for cell in cells}
    texts |= solutions(assignment) | {answer.exercise: answer.source}
    points = {
        cell.id: cell.metadata.nbgrader.points
        for cell in cells
        if cell.id in (f"test-{answer.exercise}", f"hidden-{answer.exercise}")
    }
    namespace: dict[str, object] = {"__name__": "__main__"}
    for name, text in texts.items():
        if name.startswith(("test-", "hidden-")) and name not in points:
            continue
        try:
            value = run(text, namespace)
        except Exception:
            if name in points:
                return False
        else:
            # nbgrader reads a number at the end of a test cell as partial credit.
            if name in points and value is not None and value < points.pop(name):
                return False
        if name == f"hidden-{answer.exercise}":
            return True
    raise AssertionError(f"{assignment} has no hidden tests for {answer.exercise}")


def run(text: str, namespace: dict[str, object]) -> object:
    """Run a cell, and give the value of its last expression, as IPython does."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), namespace)
    if last is not None:
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
    return None


@pytest.fixture(autouse=True)
def as_when_grading(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")


@pytest.mark.parametrize(("assignment", "exercise"), PLACES)
def test_every_right_answer_passes_and_every_wrong_one_fails(assignment, exercise):
    misjudged = [
        ("right but refused" if answer.right else "wrong but accepted", answer.title)
        for answer in answers(exercise)
        if passes(assignment, answer) is not answer.right
    ]
    assert misjudged == []


@pytest.mark.parametrize("assignment", EXERCISES)
def test_the_bank_has_answers_to_every_exercise(assignment):
    assert list(EXERCISES[assignment]) == exercises(assignment)
