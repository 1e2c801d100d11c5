"""Reading of a student's graded notebooks: notes of the grader, answers, messages."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import nbformat
from msgspec import MsgspecError, convert, json
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from autograder.course.settings import Course
from autograder.course.submission import LARGEST_NOTEBOOK
from autograder.diagnosis.questions import exercise_of
from autograder.pages.summary import UNREADABLE, message

PREDICTION = "application/vnd.autograder.prediction+json"
"""The MIME type by which a cell displays a prediction: a `Prediction` as JSON."""


class Note(TypedDict):
    """The grader's notes in a notebook's metadata, under ``graded``.

    Diagnoses (the misconceptions, and the smallest example) are by exercise.
    """

    remarks: list[str]
    diagnoses: dict[str, tuple[list[str], str]]


class Prediction(NamedTuple):
    """A student's prediction of a cell's output; it costs no points."""

    question: str
    expected: str
    right: bool


@dataclass
class Work:
    """The contents of a student's graded notebooks, by exercise.

    `says` has the first message of each that lost points, `unread` the syntax errors.
    """

    notes: list[Note]
    says: dict[str, str]
    unread: dict[str, str]
    predictions: list[Prediction] = field(default_factory=list)

    def diagnosis(self, exercise: str) -> tuple[list[str], str]:
        """Return the likely misconceptions, and the smallest example."""
        found = [n["diagnoses"][exercise] for n in self.notes if exercise in n["diagnoses"]]
        return found[0] if found else ([], "")


def read_work(course: Course, assignment: str, student: str) -> Work:
    """Read a student's graded notebooks; one that cannot be read gives a remark."""
    folder = course.folder("autograded", student, assignment)
    work = Work([], {}, {})
    # Text typed into a widget stands only in the outputs of the submitted notebook.
    for path in sorted(course.folder("submitted", student, assignment).glob("*.ipynb")):
        work.predictions += _handed_in(path)
    for path in sorted(folder.glob("*.ipynb")):
        try:
            notebook = nbformat.read(path, as_version=4)
            if "graded" in notebook.metadata:
                work.notes.append(convert(dict(notebook.metadata["graded"]), Note))
            for cell in notebook.cells:
                if cell.cell_type == "code":
                    shown = (output.get("data", {}) for output in cell.outputs)
                    work.predictions += _predicted(shown)
                    if "nbgrader" in cell.metadata:
                        _look(cell, work)
        except Exception as error:
            what = f"cannot be read ({type(error).__name__}); grade it again."
            why = f"{path.name} in autograded/ {what}"
            work.notes.append({"remarks": [why], "diagnoses": {}})
    return work


def _handed_in(path: Path) -> list[Prediction]:
    """Read the predictions of a submitted notebook; one that cannot be read has none."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_NOTEBOOK:
            return []
        cells = json.decode(path.read_bytes())["cells"]
        return _predicted(o.get("data", {}) for cell in cells for o in cell.get("outputs", ()))
    except Exception:  # a student may hand in anything
        return []


def _predicted(shown: Iterable[dict[str, Any]]) -> list[Prediction]:
    """Read the predictions among the data of outputs, leaving out invalid ones."""
    found = []
    for text in (data.get(PREDICTION) for data in shown):
        try:
            found.append(json.decode(text, type=Prediction) if isinstance(text, str) else None)
        except MsgspecError:
            continue
    return [each for each in found if each]


def _look(cell: NotebookNode, work: Work) -> None:
    name = exercise_of(cell.metadata.nbgrader["grade_id"])
    for output in cell.outputs:
        if output.output_type != "error":
            continue
        says = message(output).splitlines()[0]
        if is_solution(cell) and output.ename in UNREADABLE:
            work.unread[name] = says
        elif is_grade(cell) and "HIDDEN TESTS" not in cell.source:
            work.says.setdefault(name, says)
