"""How often a lost exercise gets a true example without a bank: ``python -m benchmarks.examples``.

A course is a folder with `source/`. Small mistakes are made in each function of its solutions,
one at a time, and judged here; stock nbgrader is not run. With ``--bank FOLDER`` the wrong answers
of a bank are judged instead, without what the bank knows of them. Of each answer that loses points
it is counted whether the page names a call that goes wrong, and whether that is true: the call is
made once more, in the solution and in the answer. Where the bank has the same call as a probe, what
it knows of the result is compared, too.
"""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

from autograder.extras.mistakes.bank import Known, read_answers, read_bank
from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.schedule import Learned
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.diagnosis.questions import noted
from autograder.grader.grading.calibration import answers_of, calls_of
from autograder.grader.grading.stock import scored
from autograder.runner import names
from autograder.runner.conductor import examine
from autograder.runner.jobs import Step
from benchmarks.mistakes import mistakes

LIMITS = False, 5.0, 30.0, 0.0
MISTAKES = 6
"""How many are made in an answer."""
GIVEN = "\nthe value: "
Wrong = tuple[str, str]
"""What is wrong with an answer, and its text."""


def with_examples(course: Course, name: str) -> Assignment:
    """Read an assignment, with the calls of its visible tests noted as calibration does."""
    assignment, examples = Assignment.read(course, name), {}
    for notebook in assignment.sources:
        one, two = (calls_of(assignment, notebook, LIMITS) for _ in range(2))
        examples[notebook] = {t: f for t in one if (f := noted(one[t], two.get(t, [])))}
    assignment.learn({name: Learned(examples=found) for name, found in examples.items()})
    return assignment


def some_mistakes(cell: str, text: str) -> list[Wrong]:
    """Make some mistakes in an answer that has functions."""
    made = mistakes(text) if names.functions(text) else []
    return made[:: max(1, len(made) // MISTAKES)][:MISTAKES]


def wrong_of(bank: Path, step: int) -> Callable[[str, str], list[Wrong]]:
    """Read from a bank one of so many wrong answers to an exercise."""

    def answers(cell: str, text: str) -> list[Wrong]:
        if not (bank / f"{cell}.py").exists():
            return []
        wrong = [answer for answer in read_answers(bank, cell) if not answer.right]
        return [(answer.title, answer.source) for answer in wrong[::step]]

    return answers


def tried(
    assignment: Assignment,
    notebook: str,
    wrong_answers: Callable[[str, str], list[Wrong]],
    known: dict[str, Known],
) -> Iterator[str]:
    """Judge wrong answers in a notebook; say of each what came of it."""
    whole = _passed(assignment, notebook, {})[0]
    if not whole:
        print(f"  {notebook}: the solution itself passes no test here", file=sys.stderr)
        return
    for cell, text in answers_of(assignment.sources[notebook]).items():
        for title, answer in wrong_answers(cell, text):
            passed, calls = _passed(assignment, notebook, {cell: answer})
            if not whole - passed:
                yield "unnoticed"
                continue
            yield "lost"
            if calls:
                yield "told"
            for call, got, right in calls:
                truth = _given(assignment, notebook, {}, cell, call)
                wrong = _given(assignment, notebook, {cell: answer}, cell, call)
                is_true = truth != wrong and got == wrong and right in ("", truth)
                yield "calls" if is_true else "untrue calls"
                print(f"  {notebook}, {cell}, {title}: {call}: {got}, not {right or '?'}")
                if not is_true:
                    print(f"    UNTRUE: {truth} in the solution, {wrong} in the answer")
                if cell in known and call in known[cell].calls:
                    agrees = known[cell].wrong.get(title, {}).get(call) == got
                    yield "as the bank" if agrees else "not as the bank"


def tried_in(
    course: Course,
    wrong_answers: Callable[[str, str], list[Wrong]],
    known: dict[str, Known],
) -> Iterator[str]:
    """Judge wrong answers in all notebooks of a course; say of each what came of it."""
    for name in course.assignments():
        try:
            assignment = with_examples(course, name)
            for notebook in assignment.sources:
                yield from tried(assignment, notebook, wrong_answers, known)
        except GradingError as error:
            print(f"  {error}", file=sys.stderr)


def _passed(
    assignment: Assignment, notebook: str, answers: dict[str, str]
) -> tuple[set[str], list[tuple[str, str, str]]]:
    handed_in = deepcopy(assignment.sources[notebook])
    for cell in handed_in.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(grade_id, cell.source)
    rebuilt, remarks = assignment.rebuild(notebook, handed_in)
    outcome = examine(assignment.job(notebook, rebuilt, {}), *LIMITS)
    assignment.fill(notebook, rebuilt, outcome, remarks)
    calls = [(*map(str, call),) for call in rebuilt.metadata["graded"]["calls"].values()]
    tests = scored(rebuilt).tests.items()
    passed = {test for test, points in tests if points.got == points.of and not points.failed}
    return passed, [(call, got, right) for call, got, right in calls]


def _given(
    assignment: Assignment, notebook: str, answers: dict[str, str], cell: str, call: str
) -> str:
    """Make a call in a notebook that ends with it, in plain Python's own way."""
    handed_in = deepcopy(assignment.sources[notebook])
    for one in handed_in.cells:
        grade_id = one.metadata.get("nbgrader", {}).get("grade_id")
        one.source = answers.get(grade_id, one.source)
    job = assignment.job(notebook, assignment.rebuild(notebook, handed_in)[0], {})
    steps = [step for step in job.steps if not step.test and step.place >= 0]
    asked = Step(10_000, f"_given = {call}\nprint({GIVEN!r}, repr(_given), sep='', end='')")
    outputs = examine(job._replace(steps=[*steps, asked], questions=()), *LIMITS).outputs[10_000]
    for output in outputs:
        if output["output_type"] == "error":
            kind = output["ename"]
            return f"stops with a{'n' * (kind[0] in 'AEIOU')} {kind}"
    printed = "".join(output.get("text", "") for output in outputs)
    return printed.partition(GIVEN)[2]  # the function may print, too


def main() -> None:
    """Measure courses, one after the other, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.examples")
    parser.add_argument("course", nargs="+", type=Path)
    parser.add_argument("--bank", type=Path, help="judge the wrong answers of this bank instead")
    parser.add_argument("--step", type=int, default=1, help="with --bank: only one of so many")
    parser.add_argument("--seconds", type=float, default=120, help="for each course")
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"
    bank = options.bank and options.bank.absolute()
    wrong_answers = wrong_of(bank, options.step) if bank else some_mistakes
    known = read_bank(bank) if bank else {}
    total: Counter[str] = Counter()
    for folder in options.course:
        found: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as place:
            shutil.copytree(folder / "source", Path(place) / "source")
            ours = "c = get_config()\nimport autograder\nautograder.configure(c)\n"
            (Path(place) / "nbgrader_config.py").write_text(ours)
            with contextlib.chdir(place):
                end = time.monotonic() + options.seconds
                for what in tried_in(Course(), wrong_answers, known):
                    found[what] += 1
                    if time.monotonic() > end:
                        print("  time is up", file=sys.stderr)
                        break
        print(f"{folder.name}: {dict(found)}", flush=True)
        total += found
    print(f"all: {dict(total)}")


if __name__ == "__main__":
    main()
