"""The behavior of a bank's answers on its probes, recorded in the bank."""

import json
import os
from collections.abc import Container, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import grade_id
from autograder.assignment.schedule import tests_of
from autograder.course.submission import files, read_files
from autograder.diagnosis.bank import Answer, BankError, Probes, read_answers, read_probes
from autograder.diagnosis.comparison import deviations
from autograder.diagnosis.questions import questions
from autograder.sandbox import probing
from autograder.sandbox.conductor import examine
from autograder.workers.pools import threads_on_cores

AGAIN = 3
_Behavior: TypeAlias = dict[str, dict[str, str] | dict[str, dict[str, str]]]


def learn(bank: Path, source: Path, only: Container[str] = ()) -> Iterator[str]:
    """Write ``behavior.json`` of a bank, again after each exercise; yield what came of it."""
    probes, path = read_probes(bank), bank / "behavior.json"
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known = {exercise: before[exercise] for exercise in probes if exercise in before}
    with threads_on_cores(os.cpu_count() or 1) as threads:
        for name in [name for name in probes if not only or name in only]:
            answers = read_answers(bank, name)
            known[name] = Exercise(source, name, probes[name]).compare(answers, threads)
            in_order = {exercise: known[exercise] for exercise in probes if exercise in known}
            text = json.dumps(in_order, indent=1, ensure_ascii=False)
            path.write_text(f"{text}\n", encoding="utf-8")
            right, told = sum(answer.right for answer in answers), known[name]["wrong"]
            tried = f"{right} right and {len(answers) - right} wrong answers"
            yield f"{name}: {tried}; the probes tell {len(told)} of the wrong ones"


class Exercise:
    """An exercise of a notebook, whose answers can be run on probes."""

    def __init__(self, source: Path, name: str, probes: Probes) -> None:
        self._name, self._probes = name, probes
        self._notebook, folder = _find(source, name)
        beside, _ = read_files(files(folder, []))
        self._assignment = Assignment(folder.name, {name: self._notebook}, beside)
        self._questions = questions({name: probes}, tests_of(self._notebook))

    def compare(self, answers: list[Answer], threads: ThreadPoolExecutor) -> _Behavior:
        """Compare answers with the solution; see `learn`."""
        solution = self.try_out()
        if not solution:
            raise BankError(f"{self._name}: the solution cannot be tried out on the probes")
        calls, seen = self._probes.calls, {}
        for answer, got in self._all(answers, threads).items():
            differs = deviations(calls, solution, got)
            if answer.right and (differs or not got):
                raise BankError(
                    f"{self._name}: the right answer {answer.title!r} differs: "
                    f"{differs or 'too slow'}"
                )
            if differs:
                seen[answer] = got
        # Results that vary identify no answer. All answers run before any is repeated, so that
        # time goes by, since some of them depend on the clock.
        for _ in range(AGAIN):
            again = self._all(seen, threads)
            seen = {answer: got for answer, got in seen.items() if got == again[answer]}
        wrong = {a.title: deviations(calls, solution, got) for a, got in seen.items()}
        return {"right": dict(zip(calls, solution, strict=True)), "wrong": wrong}

    def _all(
        self, answers: Iterable[Answer], threads: ThreadPoolExecutor
    ) -> dict[Answer, list[str]]:
        return dict(zip(answers, threads.map(self.try_out, answers), strict=True))

    def try_out(self, answer: Answer | None = None) -> list[str]:
        """Run an answer, or the solution, on the probes, as in grading; empty if too slow."""
        answered = nbformat.from_dict(self._notebook)
        for cell in answered.cells:
            if answer and grade_id(cell) == self._name:
                cell.source = answer.source
        job = self._assignment.job(self._name, answered, self._assignment.given)
        tried = examine(
            probing.plan(job, self._questions, {}),
            cell_seconds=probing.PROBE_SECONDS,
            notebook_seconds=probing.ALL_PROBES_SECONDS,
        )
        return probing.observed(self._questions, tried.outputs).get(self._name, [])


def _find(source: Path, exercise: str) -> tuple[NotebookNode, Path]:
    """Find the notebook with the solution cell of an exercise, and its folder."""
    for path in sorted(source.glob("*/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if grade_id(cell) == exercise and is_solution(cell):
                return notebook, path.parent
    raise BankError(f"no notebook in {source} has a solution cell {exercise}")
