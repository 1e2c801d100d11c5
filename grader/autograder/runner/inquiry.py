"""The inquiry after a run: probes of the exercises that lost points.

The student's cells are run in a new process, where the tests have left no traces. No grade
depends on this.
"""

import ast
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from autograder.runner import names
from autograder.runner.examination import Examination, Limits, Room, refused
from autograder.runner.jobs import Job, Question
from autograder.runner.probing import DIGEST, as_cell
from autograder.runner.processes.shell import Output

MOST_ALONE = 3
"""How many wrong probes are tried again to find one that gives the same in a new process."""
PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30


class Inquired(NamedTuple):
    """The results of the probes, those of single ones again, by call, and remarks."""

    found: dict[str, list[str]]
    alone: dict[str, dict[str, str]]
    remarks: list[str]


def inquire(examination: Examination, job: Job, outputs: dict[int, list[Output]]) -> Inquired:
    """Try out the exercises that lost points; an error here is only a remark."""
    asked = [q for q in job.questions if any(lost(outputs.get(place, [])) for place in q.places)]
    if not asked:
        return Inquired({}, {}, [])
    try:
        examination.room = Room()  # these outputs are in no notebook
        inquiry = _Inquiry(examination, job, outputs)
        found = inquiry.answers(asked)
        return Inquired(found, inquiry.repeated(asked, found), [])
    except Exception as error:
        return Inquired({}, {}, [f"There is no diagnosis: {type(error).__name__}: {error}"])


class _Inquiry(NamedTuple):
    examination: Examination
    job: Job
    outputs: dict[int, list[Output]]

    def answers(self, asked: list[Question]) -> dict[str, list[str]]:
        """Ask questions about the student's cells in a new process."""
        run = self.examination
        reduced = plan(self.job, asked, self.outputs)
        run.turn_to(reduced, Limits(PROBE_SECONDS, ALL_PROBES_SECONDS, run.limits.wider))
        # With the same lent functions as the tests: a mistake belongs to its own exercise.
        tried = {step.place: run.run(step, refused(step, self.outputs)) for step in reduced.steps}
        return observed(asked, tried)

    def repeated(
        self, asked: list[Question], found: dict[str, list[str]]
    ) -> dict[str, dict[str, str]]:
        """Ask for wrong results again; return the new results of each exercise, by call.

        The first wrong call of every exercise is repeated in one new process. Only if a result
        differs there, calls of this exercise get a process of their own.
        """
        wrong = {question.exercise: _again(question, found) for question in asked}
        first = [single for calls in wrong.values() for *_, single in calls[:1]]
        said = self.answers(first) if first else {}
        alone = defaultdict[str, dict[str, str]](dict)
        for name, calls in wrong.items():
            same = bool(calls) and said.get(name) == [calls[0].got]
            for call, got, single in calls:
                [now] = [got] if same else self.answers([single]).get(name, [""])
                alone[name][call] = now
                if now == got:
                    break
        return dict(alone)


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
    kept = {number for number, text in texts.items() if names.binds_unseen(text)}
    left = [*wanted, *(name for number in kept for name in names.words(texts[number]))]
    while left:  # each name once, and each cell once
        for number in {*binding.pop(left.pop(), ())} - kept:
            kept.add(number)
            left += names.words(texts[number])
    return kept


def observed(asked: list[Question], outputs: dict[int, list[Output]]) -> dict[str, list[str]]:
    """Read the results of the questions, by exercise, from the outputs of a plan's cells."""
    found = {question.exercise: _read(outputs.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


class _Wrong(NamedTuple):
    """A wrong result, and the question about its call alone."""

    call: str
    got: str
    single: Question


def _again(question: Question, found: Mapping[str, list[str]]) -> list[_Wrong]:
    """Return the first wrong results of an exercise, those that are for students."""
    results = zip(question.calls, question.right, found.get(question.exercise, []), strict=False)
    wrong = [
        (call, got)
        for call, want, got in results
        if got not in (want, "") and not call.startswith(DIGEST)
    ]
    return [_Wrong(call, got, _alone(question, call)) for call, got in wrong[:MOST_ALONE]]


def _alone(question: Question, call: str) -> Question:
    text = as_cell(question.helpers, (call,))
    return question._replace(step=question.step._replace(text=text))


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
