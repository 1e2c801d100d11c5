"""The calls that an assignment's tests make of the solution's functions."""

import ast
import json
from collections.abc import Iterable

from msgspec.structs import replace
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import grade_id
from autograder.runner import names
from autograder.runner.conductor import How, examine
from autograder.runner.jobs import Job
from autograder.runner.processes.shell import Output
from autograder.runner.recording import Call


def answers_of(source: NotebookNode) -> dict[str, str]:
    """Return the texts of the solution cells that tests judge, by grade id."""
    return {
        grade_id(cell): cell.source
        for cell in source.cells
        if cell.cell_type == "code" and is_solution(cell) and not is_grade(cell)
    }


def job_of(assignment: Assignment, name: str, submitted: NotebookNode | None = None) -> Job:
    """Make the job of a notebook of the solution, or of another one, without questions."""
    rebuilt, _ = assignment.rebuild(name, submitted or assignment.sources[name])
    return assignment.job(name, rebuilt, assignment.solved)._replace(questions=())


def learning(job: Job) -> Job:
    """Have what tests ask of the solution's objects be noted, not refused."""
    return job._replace(abilities=replace(job.abilities, learning=True))


def calls_of(assignment: Assignment, name: str, how: How, visible: bool) -> dict[str, list[Call]]:
    """Run the solution, and record the calls that each test makes of its functions."""
    source, job = assignment.sources[name], learning(job_of(assignment, name))
    texts = (assignment.releases[name] if visible else source).cells
    functions = {f for text in answers_of(source).values() for f in names.functions(text)}
    steps = [
        step._replace(text=_recording(texts[step.place].source, functions))
        if step.test and step.place >= 0
        else step
        for step in job.steps
    ]
    outputs = examine(job._replace(steps=steps), *how).outputs
    return {
        grade_id(texts[place]): [Call(*json.loads(call)) for call in read(outputs.get(place, []))]
        for place in job.tests
    }


def _recording(test: str, functions: Iterable[str]) -> str:
    asked = sorted({*functions} & names.used(test))
    first = "from autograder.runner.recording import recorded"
    return f"{first}\nrecorded({asked!r}, {test!r}, globals())"


def read(outputs: list[Output]) -> list[str]:
    """Read the list of strings that is a cell's result."""
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, ast.literal_eval(output["data"]["text/plain"]))]
    return []
