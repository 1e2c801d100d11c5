"""A summary of a graded notebook: lost points and their reasons, by exercise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader.utils import is_solution, is_task

from autograder.grader.assignment.repair import grade_id, is_test
from autograder.grader.diagnosis.questions import exercise_of

# Used on short lines only: the time is quadratic in the length.
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
LONGEST_HEADING = 300
_POINTS = re.compile(r"\s*\([^()]*\bpoints?\)$")
_EMPHASIS = re.compile(r"([*_`]{1,2})(\S[^*_`]*)\1")
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_BINDS = re.compile(
    r"^(?:async\s+def|def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)
_NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
UNREADABLE = ("SyntaxError", "IndentationError", "TabError")  # nothing of the cell has been run
LONGEST_MESSAGE = 4000  # characters of a message in the summary; the notebook has all of it
UNTOUCHED = "No response."  # nbgrader's own comment on an answer that was not changed


@dataclass
class ExercisePart:
    """A cell with points."""

    cell: str
    got: float
    of: float
    by_hand: bool = False
    waiting: bool = False
    says: list[str] = field(default_factory=list)
    covers: str = ""
    """What its hidden tests cover, if one of them failed."""

    @property
    def lost(self) -> bool:
        """Tell whether it has less than all points, with none to come."""
        return self.got < self.of and not self.waiting


@dataclass
class Exercise:
    """The result of an exercise."""

    name: str
    title: str
    parts: list[ExercisePart] = field(default_factory=list)
    answer: str = ""
    often: list[str] = field(default_factory=list)
    example: str = ""
    picture: str = ""
    cause: str = ""
    cause_cell: str = ""
    comments: list[str] = field(default_factory=list)

    @property
    def got(self) -> float:
        """The points."""
        return sum(part.got for part in self.parts)

    @property
    def of(self) -> float:
        """The maximum."""
        return sum(part.of for part in self.parts)

    @property
    def lost(self) -> list[ExercisePart]:
        """The cells with lost points."""
        return [part for part in self.parts if part.lost]

    @property
    def says(self) -> list[str]:
        """The reasons of lost points, each sentence once."""
        return list(dict.fromkeys(sentence for part in self.lost for sentence in part.says))

    @property
    def covers(self) -> list[str]:
        """What the hidden tests that failed cover, each sentence once."""
        return list(dict.fromkeys(part.covers for part in self.lost if part.covers))

    @property
    def waiting(self) -> float:
        """The maximum of the cells that wait for a person."""
        return sum(part.of for part in self.parts if part.waiting)

    def blame(self, cell: NotebookNode, cause: str) -> None:
        """Name the cell that a student should correct first, and why."""
        self.cause, self.cause_cell = cause, place_of(cell)

    @property
    def mark(self) -> tuple[str, str]:
        """A sign and a word for all, some or no points."""
        if self.waiting:
            return "\u2026", "not graded yet"
        if not self.lost:
            return "\u25cf", "full credit"
        return ("\u25d0", "partial credit") if self.got > 0 else ("\u25cb", "no credit")


def summarize(nb: NotebookNode) -> list[Exercise]:
    """Summarize a graded notebook by its exercises.

    A test called ``test-NAME`` or the like belongs to the answer ``NAME`` if there is one; else it
    is an exercise of its own.
    """
    found = _exercises(nb)
    for name, comment in _graded(nb, "comments").items():
        if name in found:
            found[name].comments.append(comment)
    exercises = [one for one in found.values() if one.parts or one.comments]
    for exercise in exercises:
        if exercise.lost:
            exercise.often, exercise.example = _graded(nb, "diagnoses").get(exercise.name, ([], ""))
    _name_causes(nb, exercises)
    return exercises


def exercise_titles(nb: NotebookNode) -> dict[str, str]:
    """Find the heading above each exercise of a notebook, graded or not."""
    return {exercise.name: exercise.title for exercise in _exercises(nb).values()}


def _graded(nb: NotebookNode, what: str) -> dict[str, Any]:
    return dict(nb.metadata.get("graded", {}).get(what, {}))


def _exercises(nb: NotebookNode) -> dict[str, Exercise]:
    by_hand, diagnoses = _graded(nb, "by_hand"), _graded(nb, "diagnoses")
    answers = {grade_id(cell) for cell in nb.cells if is_solution(cell)}
    found: dict[str, Exercise] = {}
    title, last_answer = "", ""
    for cell in nb.cells:
        if cell.cell_type == "markdown" and not is_solution(cell):
            title = next(reversed(headings(cell)), title)
        marks = cell.metadata.get("nbgrader", {})
        if "grade_id" not in marks:
            continue
        if is_solution(cell):
            last_answer = place_of(cell)
        name = exercise_of(grade_id(cell))
        name = name if name in answers else grade_id(cell)
        exercise = found.setdefault(name, Exercise(name, title or name, answer=last_answer))
        if marks.get("comment") not in (None, "", UNTOUCHED):
            exercise.comments.append(marks["comment"])
        if "score" in marks:
            by_person = is_solution(cell) or is_task(cell) or grade_id(cell) in by_hand
            about = marks["score"], marks["points"], by_person, marks.get("waiting", False)
            part = ExercisePart(place_of(cell), *about)
            if part.lost and not by_person:
                said = _said(cell, {str(text) for text in diagnoses.get(name, [])})
                part.says = [text[:LONGEST_MESSAGE] for text in said if text]
                part.covers = _covers(cell) if marks.get("not_passed") else ""
            exercise.parts.append(part)
    return found


def place_of(cell: NotebookNode) -> str:
    """Return the id of a cell, for links."""
    return str(cell.get("id") or grade_id(cell))


def _said(cell: NotebookNode, diagnosis: set[str]) -> Iterator[str]:
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            yield "\n\n".join(filter(None, [message(output), details(output)]))
        elif output.output_type == "display_data":
            text = str(output.data.get("text/plain", ""))
            if not any(told and told in text for told in diagnosis):
                yield text
    if not_passed := cell.metadata.nbgrader.get("not_passed"):
        yield str(not_passed)


def message(error: NotebookNode) -> str:
    """Return the message of a cell's error, in a line or two."""
    kind, says = str(error.ename), str(strip_ansi(error.evalue)).strip()
    if kind == "NotImplementedError":
        return says or "There is no answer yet."
    shown = _traceback(error).strip()
    if says and (kind == "AssertionError" or shown.startswith(says)):
        return says
    return f"{kind}: {says}" if says else f"{kind} (without a message)"


def details(error: NotebookNode) -> str:
    """Return the text that an error's author wrote below its message; no traceback."""
    says, shown = strip_ansi(error.evalue).strip(), _traceback(error).strip()
    return str(shown[len(says) :].strip()) if says and shown.startswith(says) else ""


def _traceback(error: NotebookNode) -> str:
    return str(strip_ansi("\n".join(error.get("traceback", []))))


def _covers(cell: NotebookNode) -> str:
    """Read what a hidden test covers from the comment above it."""
    lines = takewhile(lambda line: line.startswith("#"), cell.source.splitlines())
    return " ".join(line.lstrip("# ") for line in lines).removeprefix("Hidden tests: ")


def _name_causes(nb: NotebookNode, exercises: list[Exercise]) -> None:
    """Name the broken cell as the cause, where tests fail because it did not define a name."""
    broken: dict[str, tuple[NotebookNode, NotebookNode]] = {}
    answers = {grade_id(cell): cell for cell in nb.cells if is_solution(cell)}
    for cell in nb.cells:
        if cell.cell_type == "code" and not is_test(cell):
            for error in (one for one in cell.get("outputs", []) if one.output_type == "error"):
                for match in _BINDS.finditer(cell.source):
                    broken.setdefault(match[1] or match[2], (cell, error))
    for exercise in exercises:
        missing = _NOT_DEFINED.search("\n".join(exercise.says))
        if missing and missing[1] in broken:
            cell, error = broken[missing[1]]
            hard = error.ename in UNREADABLE
            what = "Python cannot read the cell" if hard else "An error stopped the cell"
            lost = f"{what} that should define {missing[1]}, so {missing[1]} is missing"
            exercise.blame(cell, f"{lost}:\n{_traceback(error)[-LONGEST_MESSAGE:]}")
            for part in exercise.parts:  # the cause explains that better
                part.says = [says for says in part.says if says != f"NameError: {missing[0]}"]
        elif missing and missing[1] in answers:
            cell = answers[missing[1]]
            defined = [match[1] or match[2] for match in _BINDS.finditer(cell.source)]
            if defined and missing[1] not in defined:
                exercise.blame(
                    cell, f"The cell defines {', '.join(defined)}, but not {missing[1]}."
                )
        elif exercise.lost and (cell := answers.get(exercise.name)):
            for output in cell.get("outputs", []):
                if output.output_type == "error" and output.ename in UNREADABLE:
                    what = "Python cannot read this cell, so none of its code runs"
                    exercise.blame(cell, f"{what}:\n{_traceback(output)[-LONGEST_MESSAGE:]}")


def headings(cell: NotebookNode) -> list[str]:
    """Return the headings of a text cell, without Markdown and points."""
    # `preprocessors.Quiet` puts a fence of "~" around a text.
    text = cell.source.strip("~\n") if cell.source.startswith("~~~") else cell.source
    lines = (line for line in _FENCED.sub("", text).splitlines() if len(line) <= LONGEST_HEADING)
    matches = (_HEADING.match(line) for line in lines)
    return [_POINTS.sub("", _EMPHASIS.sub(r"\2", match[2])) for match in matches if match]
