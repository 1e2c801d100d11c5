"""The calls that an assignment's tests make of the solution's functions."""

import ast
import json
from collections.abc import Iterable

from msgspec.structs import replace
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import grade_id
from autograder.sandbox import names
from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Job, Step
from autograder.sandbox.processes.shell import Output
from autograder.sandbox.recording import Call

Limits = tuple[bool, float, float, float]
"""Unconfined or not, and the seconds, as for `examine`."""


def answers_of(source: NotebookNode) -> dict[str, str]:
    """Return the texts of the solution cells that tests judge, by grade id."""
    return {
        grade_id(cell): cell.source
        for cell in source.cells
        if cell.cell_type == "code" and is_solution(cell) and not is_grade(cell)
    }


def calls_of(
    assignment: Assignment, notebook: str, limits: Limits, visible: bool
) -> dict[str, list[Call]]:
    """Run the solution, and record the calls that each test makes of its functions."""
    texts = assignment.releases[notebook] if visible else assignment.sources[notebook]
    shown = {place: cell.source for place, cell in enumerate(texts.cells)}
    wanted = {
        name
        for text in answers_of(assignment.sources[notebook]).values()
        for name in names.functions(text)
    }
    job = _solved(assignment, notebook)
    steps = [
        step._replace(text=_recording(shown[step.place], wanted)) if _is_apart(step) else step
        for step in job.steps
    ]
    outputs = examine(job._replace(steps=steps), *limits).outputs
    ids = {place: grade_id(cell) for place, cell in enumerate(texts.cells)}
    found = {ids[s.place]: read(outputs.get(s.place, [])) for s in steps if _is_apart(s)}
    return {test: [Call(*json.loads(call)) for call in calls] for test, calls in found.items()}


def _solved(assignment: Assignment, notebook: str) -> Job:
    """Make a job of the instructor's solution."""
    rebuilt, _ = assignment.rebuild(notebook, assignment.sources[notebook])
    job = assignment.job(notebook, rebuilt, assignment.solved)
    # Abilities that tests need of the solution are learned, not refused.
    return job._replace(questions=(), abilities=replace(job.abilities, learning=True))


def _is_apart(step: Step) -> bool:
    """Tell whether a step is a test that runs in the examiner's process."""
    return step.test and step.place >= 0


def _recording(test: str, wanted: Iterable[str]) -> str:
    asked = sorted({*wanted} & names.used(test))
    first = "from autograder.sandbox.recording import recorded"
    return f"{first}\nrecorded({asked!r}, {test!r}, globals())"


def read(outputs: list[Output]) -> list[str]:
    """Read the list of strings that is a cell's result."""
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, ast.literal_eval(output["data"]["text/plain"]))]
    return []
