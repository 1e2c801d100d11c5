"""The plan of a diagnosis: probes of the exercises that lost points.

The probes are those of the bank. They run after the notebook has been run: the student's
cells in a new process, where the tests have left no traces. No grade depends on this.
"""

import ast

from autograder.sandbox import names
from autograder.sandbox.jobs import Job, Question
from autograder.sandbox.processes.shell import Output

PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30


def asked(job: Job, outputs: dict[int, list[Output]]) -> list[Question]:
    """Return the questions about exercises that lost points, by the notebook's outputs."""
    return [q for q in job.questions if any(lost(outputs.get(place, [])) for place in q.places)]


def plan(job: Job, asked: list[Question], outputs: dict[int, list[Output]]) -> Job:
    """Reduce a notebook to the cells that questions need."""
    instead = {question.places[0]: question.step for question in asked}
    ends = [n for n, step in enumerate(job.steps) if step.place in instead]
    places = [
        number
        for number, step in enumerate(job.steps[: max(ends, default=0)])
        if not (step.test or step.place in instead or _stopped(outputs.get(step.place, [])))
    ]
    names_wanted = {name for step in instead.values() for name in step.names}
    kept = _binding(names_wanted, {number: job.steps[number].text for number in places})
    steps = [
        instead.get(step.place, step)
        for number, step in enumerate(job.steps)
        if step.place in instead or number in kept
    ]
    return job._replace(steps=steps, questions=())


def _binding(wanted: set[str], texts: dict[int, str]) -> set[int]:
    """Find the cells that bind names that are wanted, or that such cells use, in any order."""
    binding: dict[str, list[int]] = {}
    for number, text in texts.items():
        for name in names.at_a_glance(text):
            binding.setdefault(name, []).append(number)
    kept: set[int] = set()
    waiting = [number for number, text in texts.items() if names.binds_unseen(text)]
    seen, left = set[str](), [*wanted]
    while waiting or left:  # each name once, and each cell once
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                waiting += binding.get(name, ())
        for number in {*waiting} - kept:
            kept.add(number)
            left += names.words(texts[number])
        waiting = []
    return kept


def observed(asked: list[Question], outputs: dict[int, list[Output]]) -> dict[str, list[str]]:
    """Read the results of the questions, by exercise, from the outputs of a plan's cells."""
    found = {question.exercise: _read(outputs.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


def lost(outputs: list[Output]) -> bool:
    """Tell from the outputs of a test cell whether it may have lost points."""
    return any(output["output_type"] in ("error", "execute_result") for output in outputs)


def _read(outputs: list[Output]) -> list[str]:
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, ast.literal_eval(output["data"]["text/plain"]))]
    return []  # slow or endless: that says nothing about the values


def _stopped(outputs: list[Output]) -> bool:
    return any(output.get("ename") == "Stopped" for output in outputs)
