"""The inquiry after a run: probes of the exercises that lost points, on which no grade depends.

The student's cells are run in a new process, where the tests have left no traces.
"""

from collections import defaultdict
from typing import cast

from autograder.runner import names
from autograder.runner.examination import Examination, Limits, OutputRoom, refused
from autograder.runner.jobs import Job, Question
from autograder.runner.processes.shell import Output
from autograder.runner.recording import DIGEST, as_cell

PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30


Inquired = tuple[dict[str, list[str]], dict[str, dict[str, str]], list[str]]
"""The results of the probes, those of the first wrong ones again, by call, and remarks."""


def inquire(examination: Examination, job: Job, outputs: dict[int, list[Output]]) -> Inquired:
    """Try out the exercises that lost points; an error here is only a remark."""
    asked = [q for q in job.questions if any(lost(outputs.get(place, [])) for place in q.places)]
    if not asked:
        return {}, {}, []

    def answers(asked: list[Question]) -> dict[str, list[str]]:
        """Ask questions about the student's cells in a new process."""
        reduced = plan(job, asked, outputs)
        limits = Limits(PROBE_SECONDS, ALL_PROBES_SECONDS, examination.limits.wider)
        examination.turn_to(reduced, limits)
        # With the same lent functions as the tests: a mistake belongs to its own exercise.
        steps = reduced.steps
        tried = {step.place: examination.run(step, refused(step, outputs)) for step in steps}
        return observed(asked, tried)

    try:
        examination.room = OutputRoom()  # these outputs are in no notebook
        found = answers(asked)
        # The first wrong result of each exercise once more, in a new process.
        again = [one for q in asked if (one := _again(q, found.get(q.exercise, [])))]
        said = answers(again) if again else {}
        return found, {q.exercise: {q.calls[0]: said.get(q.exercise, [""])[0]} for q in again}, []
    except Exception as error:
        return {}, {}, [f"There is no diagnosis: {type(error).__name__}: {error}"]


def plan(job: Job, asked: list[Question], outputs: dict[int, list[Output]]) -> Job:
    """Reduce a notebook to the cells that questions need."""
    instead = {question.places[0]: question.step for question in asked}
    ends = [n for n, step in enumerate(job.steps) if step.place in instead]
    texts = {
        number: step.text
        for number, step in enumerate(job.steps[: max(ends, default=0)])
        if not (step.test or step.place in instead or _stopped(outputs.get(step.place, [])))
    }
    kept = _binding({name for step in instead.values() for name in step.names}, texts)
    steps = [
        instead.get(step.place, step)
        for number, step in enumerate(job.steps)
        if step.place in instead or number in kept
    ]
    return job._replace(steps=steps, questions=())


def _binding(wanted: set[str], texts: dict[int, str]) -> set[int]:
    """Find the cells that bind names that are wanted, or that such cells use, in any order."""
    binding = defaultdict[str, set[int]](set)
    for number, text in texts.items():
        for name in names.at_a_glance(text):
            binding[name].add(number)
    kept = {number for number, text in texts.items() if names.binds_unseen(text)}
    left = [*wanted, *(name for number in kept for name in names.words(texts[number]))]
    while left:  # each name once, and each cell once
        for number in binding.pop(left.pop(), set()) - kept:
            kept.add(number)
            left += names.words(texts[number])
    return kept


def observed(asked: list[Question], outputs: dict[int, list[Output]]) -> dict[str, list[str]]:
    """Read the results of the questions, by exercise, from the outputs of a plan's cells."""
    found = {question.exercise: results(outputs.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


def _again(question: Question, got: list[str]) -> Question | None:
    """Make a question about the first wrong result alone that is for students."""
    for call, want, result in zip(question.calls, question.right, got, strict=False):
        if result not in (want, "") and not call.startswith(DIGEST):
            step = question.step._replace(text=as_cell(question.helpers, (call,)))
            return question._replace(step=step, calls=(call,))
    return None


def lost(outputs: list[Output]) -> bool:
    """Tell from the outputs of a test cell whether it may have lost points."""
    return any(output["output_type"] in ("error", "execute_result") for output in outputs)


def results(outputs: list[Output]) -> list[str]:
    """Read the list of strings that is a cell's result."""
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, cast(list[object], names.literal(output["data"]["text/plain"])))]
    return []  # slow or endless: that says nothing about the values


def _stopped(outputs: list[Output]) -> bool:
    return any(output.get("ename") == "Stopped" for output in outputs)
