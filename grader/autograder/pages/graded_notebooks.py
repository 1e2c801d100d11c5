"""Reading of a student's graded notebooks: notes of the grader, answers, messages."""

from dataclasses import dataclass
from typing import TypedDict

import nbformat
from msgspec import convert
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from autograder.course.settings import Course
from autograder.diagnosis.questions import exercise_of
from autograder.pages.summary import UNREADABLE, message


class Note(TypedDict):
    """The grader's notes in a notebook's metadata, under ``graded``.

    Diagnoses (the misconceptions, and the smallest example) are by exercise.
    """

    remarks: list[str]
    diagnoses: dict[str, tuple[list[str], str]]


@dataclass
class Work:
    """The contents of a student's graded notebooks, by exercise.

    `says` has the first message of each that lost points, `unread` the syntax errors.
    """

    notes: list[Note]
    says: dict[str, str]
    unread: dict[str, str]

    def diagnosis(self, exercise: str) -> tuple[list[str], str]:
        """Return the likely misconceptions, and the smallest example."""
        found = [n["diagnoses"][exercise] for n in self.notes if exercise in n["diagnoses"]]
        return found[0] if found else ([], "")


def read_work(course: Course, assignment: str, student: str) -> Work:
    """Read a student's graded notebooks; one that cannot be read gives a remark."""
    folder = course.folder("autograded", student, assignment)
    work = Work([], {}, {})
    for path in sorted(folder.glob("*.ipynb")):
        try:
            notebook = nbformat.read(path, as_version=4)
            if "graded" in notebook.metadata:
                work.notes.append(convert(dict(notebook.metadata["graded"]), Note))
            for cell in notebook.cells:
                if cell.cell_type == "code" and "nbgrader" in cell.metadata:
                    _look(cell, work)
        except Exception as error:
            what = f"cannot be read ({type(error).__name__}); grade it again."
            why = f"{path.name} in autograded/ {what}"
            work.notes.append({"remarks": [why], "diagnoses": {}})
    return work


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
