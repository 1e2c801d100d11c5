"""The behavior of a bank's answers on its probes: ``author learn`` records it in the bank."""

import argparse
import json
import os
from collections.abc import Container, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder import Assignment, Course, GradingError, Probes
from autograder.extras.mistakes.bank import Answer, read_answers, read_probes

AGAIN = 3
_Behavior: TypeAlias = dict[str, dict[str, str] | dict[str, dict[str, str]]]


def add(commands: Any) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "learn", help="run the answers in a bank, and record their results"
    )
    parser.add_argument(
        "bank", nargs="?", type=Path, help="folder of the bank (default: the bank of the course)"
    )
    parser.add_argument(
        "--exercise", action="append", help="use only this exercise; can be repeated"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    course = Course()
    bank = options.bank or course.root / (course.settings.bank or "bank")
    if not bank.is_dir():
        raise GradingError(f"there is no folder {bank}; use --exercise to name an exercise")
    try:
        for line in learn(bank, course, options.exercise or ()):
            print(line, flush=True)
    except ValueError as error:
        raise GradingError(str(error)) from None
    return 0


def learn(bank: Path, course: Course, only: Container[str] = ()) -> Iterator[str]:
    """Write ``behavior.json`` of a bank, again after each exercise; yield a line for each."""
    probes, path = read_probes(bank), bank / "behavior.json"
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known = {exercise: before[exercise] for exercise in probes if exercise in before}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for name in [name for name in probes if not only or name in only]:
            answers = read_answers(bank, name)
            known[name] = BankExercise(course, name, probes[name]).compare(answers, threads)
            in_order = {exercise: known[exercise] for exercise in probes if exercise in known}
            text = json.dumps(in_order, indent=1, ensure_ascii=False)
            path.write_text(f"{text}\n", encoding="utf-8")
            right = sum(answer.right for answer in answers)
            tried = f"{right} right and {len(answers) - right} wrong answers"
            told = len(known[name]["wrong"])  # those that give the same wrong results each time
            yield f"{name}: {tried}; the probes identify {told} of the wrong answers"


class BankExercise:
    """An exercise of a notebook, whose answers can be run on probes."""

    def __init__(self, course: Course, name: str, probes: Probes) -> None:
        self._name, self._probes = name, probes
        assignment, self._notebook = _find(course, name)
        read = Assignment.read(course, assignment)
        self._source = read.sources[self._notebook]
        given = read.sources, read.given, course.config
        self._assignment = Assignment(assignment, *given, {name: probes})

    def compare(self, answers: list[Answer], threads: ThreadPoolExecutor) -> _Behavior:
        """Compare answers with the solution; see `learn`."""
        solution = self.try_out()
        if not solution:
            raise GradingError(f"{self._name}: the solution cannot be run on the probes")
        self._probes.right, seen = solution, {}
        for answer, got in self._all(answers, threads).items():
            differs = self._probes.differs(got)
            if answer.right and (differs or not got):
                said = f"the correct answer {answer.title!r} differs: {differs or 'too slow'}"
                raise GradingError(f"{self._name}: {said}")
            if differs:
                seen[answer] = got
        # Results that vary identify no answer. All answers run before any is repeated, so that
        # time goes by, since some of them depend on the clock.
        for _ in range(AGAIN):
            again = self._all(seen, threads)
            seen = {answer: got for answer, got in seen.items() if got == again[answer]}
        wrong = {answer.title: self._probes.differs(got) for answer, got in seen.items()}
        return {"right": dict(zip(self._probes.calls, solution, strict=True)), "wrong": wrong}

    def _all(
        self, answers: Iterable[Answer], threads: ThreadPoolExecutor
    ) -> dict[Answer, list[str]]:
        return dict(zip(answers, threads.map(self.try_out, answers), strict=True))

    def try_out(self, answer: Answer | None = None) -> list[str]:
        """Run an answer, or the solution, on the probes, as in grading; empty if too slow."""
        answered = nbformat.from_dict(self._source)
        for cell in answered.cells:
            if answer and _is_of(cell, self._name):
                cell.source = answer.source
        return self._assignment.observe(self._notebook, answered).get(self._name, [])


def _find(course: Course, exercise: str) -> tuple[str, str]:
    """Find the assignment and the notebook with the solution cell of an exercise."""
    for name in course.assignments():
        for path in sorted(course.source(name).glob("*.ipynb")):
            if any(_is_of(cell, exercise) for cell in nbformat.read(path, as_version=4).cells):
                return name, path.stem
    raise GradingError(f"no notebook contains a solution cell named {exercise}")


def _is_of(cell: NotebookNode, exercise: str) -> bool:
    return is_solution(cell) and cell.metadata.nbgrader.get("grade_id") == exercise
