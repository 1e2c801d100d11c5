"""Find out what the answers of a bank do on its probes, and keep it in the bank."""

import json
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.assignment import Assignment
from autograder.diagnosis.bank import Answer, BankError, Probes, read_answers, read_probes
from autograder.diagnosis.comparison import deviations
from autograder.diagnosis.questions import questions
from autograder.plan import tests_of
from autograder.repair import grade_id
from autograder.sandbox import inquiry
from autograder.sandbox.conductor import examine
from autograder.submission import files, read_files

AGAIN = 3


def learn(bank: Path, source: Path) -> None:
    """Write ``behavior.json`` of a bank.

    Parameters
    ----------
    bank : Path
        The folder of the bank.
    source : Path
        The folder of the notebooks with solutions.

    Raises
    ------
    BankError
        If a right answer differs from the solution on a probe.
    """
    learned = {
        exercise: learn_exercise(bank, source, exercise, probes)
        for exercise, probes in read_probes(bank).items()
    }
    text = json.dumps(learned, indent=1, ensure_ascii=False)
    (bank / "behavior.json").write_text(f"{text}\n", encoding="utf-8")


def learn_exercise(
    bank: Path, source: Path, exercise: str, probes: Probes
) -> dict[str, dict[str, str] | dict[str, dict[str, str]]]:
    """Compare all answers to one exercise with its solution; see `learn`."""
    notebook, folder = find(source, exercise)
    solution = try_out(notebook, folder, exercise, probes)
    if not solution:
        raise BankError(f"{exercise}: the solution cannot be tried out on the probes")
    right = dict(zip(probes.calls, solution, strict=True))
    seen = {}
    for answer in read_answers(bank, exercise):
        seen[answer] = try_out(notebook, folder, exercise, probes, answer)
        differs = deviations(probes.calls, solution, seen[answer])
        if answer.right and (differs or not seen[answer]):
            raise BankError(
                f"{exercise}: the right answer {answer.title!r} differs: {differs or 'too slow'}"
            )
        if not differs:
            del seen[answer]
    # What is not the same each time says nothing about another answer. One after the
    # other, so that time goes by: a clock tells some of them what to do.
    for answer in list(seen) * AGAIN:
        if answer in seen and seen[answer] != try_out(notebook, folder, exercise, probes, answer):
            del seen[answer]
    wrong = {a.title: deviations(probes.calls, solution, seen[a]) for a in seen}
    return {"right": right, "wrong": wrong}


def find(source: Path, exercise: str) -> tuple[NotebookNode, Path]:
    """Find the notebook with the solution cell of an exercise, and its folder."""
    for path in sorted(source.glob("*/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if grade_id(cell) == exercise and is_solution(cell):
                return notebook, path.parent
    raise BankError(f"no notebook in {source} has a solution cell {exercise}")


def try_out(
    notebook: NotebookNode,
    folder: Path,
    exercise: str,
    probes: Probes,
    answer: Answer | None = None,
) -> list[str]:
    """Run an answer, or the solution, on the probes as in grading; empty if it takes too long."""
    answered = nbformat.from_dict(notebook)
    for cell in answered.cells:
        if answer and grade_id(cell) == exercise:
            cell.source = answer.source
    beside, _ = read_files(files(folder, []))
    assignment = Assignment(folder.name, {exercise: notebook}, beside)
    asked = questions({exercise: probes}, tests_of(answered))
    sheet = assignment.sheet(exercise, answered, beside)
    tried = examine(
        inquiry.plan(sheet, asked, {}),
        cell_seconds=inquiry.PROBE_SECONDS,
        notebook_seconds=inquiry.ALL_PROBES_SECONDS,
    )
    return inquiry.observed(asked, tried.outputs).get(exercise, [])
