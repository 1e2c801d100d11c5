"""How often a lost exercise gets a true example without a bank: ``python -m benchmarks.examples``.

A course is a folder with `source/`. Small mistakes are made in each function of its solutions,
one at a time, and judged here; stock nbgrader is not run. Of each mistake that costs points it is
counted whether the page names a call that goes wrong, and whether that is true: the call is made
once more, in the solution and in the answer.
"""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from autograder.assignment.pipeline import Assignment
from autograder.course.settings import Course, GradingError
from autograder.course.together import Note
from autograder.diagnosis.examples import noted
from autograder.diagnosis.mutants import mutants
from autograder.grading.calls import answers_of, calls_of
from autograder.grading.stock import scored
from autograder.sandbox import names
from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Step

LIMITS = False, 5.0, 30.0, 0.0
MISTAKES = 6
"""How many are made in an answer."""


def with_examples(course: Course, name: str) -> Assignment:
    """Read an assignment, with the calls of its visible tests noted as `check` notes them."""
    assignment, note = Assignment.read(course, name), Note()
    note.checked = assignment.written
    for notebook in assignment.sources:
        one, two = (calls_of(assignment, notebook, LIMITS, True) for _ in range(2))
        note.examples[notebook] = {t: f for t in one if (f := noted(one[t], two.get(t, [])))}
    course.notes[name] = note
    return Assignment.read(course, name)


def tried(assignment: Assignment, notebook: str) -> Iterator[str]:
    """Make mistakes in the functions of a notebook; say of each what came of it."""
    source = assignment.sources[notebook]
    whole = _passed(assignment, notebook, {})[0]
    for cell, text in answers_of(source).items():
        if not names.functions(text):
            continue
        try:
            made = mutants(text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        for mutant in made[:: max(1, len(made) // MISTAKES)][:MISTAKES]:
            passed, calls = _passed(assignment, notebook, {cell: mutant.source})
            if not whole - passed:
                yield "unnoticed"
                continue
            yield "lost"
            if calls:
                yield "told"
            for call, got, right in calls:
                truth = _given(assignment, notebook, {}, cell, call)
                wrong = _given(assignment, notebook, {cell: mutant.source}, cell, call)
                is_true = truth != wrong and got == wrong and right in ("", truth)
                yield "calls" if is_true else "untrue calls"
                print(f"  {notebook}, {cell}, {mutant.change}: {call}: {got}, not {right or '?'}")
                if not is_true:
                    print(f"    UNTRUE: {truth} in the solution, {wrong} in the answer")


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
    return {test for test, (of, points) in tests if points.got == of and not points.failed}, [
        (call, got, right) for call, got, right in calls
    ]


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
    asked = Step(10_000, f"print(repr({call}), end='')")
    outputs = examine(job._replace(steps=[*steps, asked], questions=()), *LIMITS).outputs[10_000]
    for output in outputs:
        if output["output_type"] == "error":
            kind = output["ename"]
            return f"stops with a{'n' * (kind[0] in 'AEIOU')} {kind}"
    return "".join(output.get("text", "") for output in outputs)


def main() -> None:
    """Measure courses, one after the other, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.examples")
    parser.add_argument("course", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=120, help="for each course")
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"
    total: Counter[str] = Counter()
    for folder in options.course:
        found: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as place:
            shutil.copytree(folder / "source", Path(place) / "source")
            ours = "c = get_config()\nimport autograder\nautograder.configure(c)\n"
            (Path(place) / "nbgrader_config.py").write_text(ours)
            with contextlib.chdir(place):
                course, end = Course(), time.monotonic() + options.seconds
                for name in course.assignments():
                    try:
                        assignment = with_examples(course, name)
                    except GradingError as error:
                        print(f"  {error}", file=sys.stderr)
                        continue
                    for notebook in assignment.sources:
                        for what in tried(assignment, notebook):
                            found[what] += 1
                            if time.monotonic() > end:
                                break
        print(f"{folder.name}: {dict(found)}", flush=True)
        total += found
    print(f"all: {dict(total)}")


if __name__ == "__main__":
    main()
