"""The gate: a check that the notebooks' tests accept right answers and refuse wrong ones.

``python -m tools.gate`` judges the whole bank and its mutants, prints misjudged cases and a
table, and writes the table into `docs/tests.md`; ``python -m tools.gate valid_code`` does so
for one exercise. A digest of all inputs of an exercise is kept in `bank/judged.json`: tests
judge changed exercises again, and a sample of the others.

An answer is handed in inside a notebook whose other exercises are solved, and is graded
like every submission: the notebook is rebuilt from the source, the student's cells run
confined, both juries judge the tests, and nbgrader's own rule turns the outputs into points.
Cells that cannot matter are left out: the tests of the other exercises, and cells without
any name that the tests or the answer need.
"""

import hashlib
import json
import multiprocessing
import re
import sys
import tomllib
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from typing import NamedTuple

from nbformat import NotebookNode, from_dict
from nbgrader.utils import determine_grade
from rich.console import Console
from rich.progress import track
from rich.table import Table

from autograder.grader.assignment.pipeline import Assignment
from autograder.runner import names
from autograder.runner.conductor import CELL_SECONDS, NOTEBOOK_SECONDS, examine
from autograder.runner.jobs import Job, Outcome, Step
from autograder.runner.processes.confinement import die_with_parent
from autograder.runner.tasks import Task
from bank import EXERCISES, answers
from tools.course import ROOT, lends, read, solutions
from tools.mutants import mutants

MUTATED = 3
"""The number of right answers to an exercise that are mutated: the first ones in its file."""
NEVER_MUTATED = {"my_functions"}
"""Exercises in which mistakes cost nothing, so that mutants prove nothing."""
SEED = "__import__('random').seed(20)"
LIMIT = "__import__('signal').setitimer(2, {seconds})"  # ITIMER_PROF: of calculating
SECONDS = {
    "get_distinct_code": 1,
    "most_parts_guess": 0.4,
    "entropy_guess": 1,
    "total_guesses": 0.1,
    "naive_tries": 0.1,
    "breadth_tries": 0.2,
    "solve_distinct": 1,
    "clear_level": 1,
}
"""CPU seconds after which a wrong answer counts as an endless loop; right ones have no limit."""
USUAL_SECONDS = 0.3
# IPython keeps the last error of a cell in sys.last_value.
FORGET = "__import__('sys').last_value = None"
GO_ON = "assert __import__('sys').last_value is None"
NAMES = [name for names in EXERCISES.values() for name in names]
PAGE = ROOT / "docs" / "tests.md"
JUDGED = ROOT / "bank" / "judged.json"
JUDGES = (
    "grader/autograder/runner",
    "grader/autograder/grader/assignment",
    "mastermind",
    "markposition",
)
"""Folders of code on which every verdict depends."""
BY_VISIBLE = "by the visible tests"
HEADINGS = (
    "exercise",
    "correct accepted",
    "wrong rejected",
    BY_VISIBLE,
    "mutants caught",
    BY_VISIBLE,
    "equivalent",
)
_TABLE = re.compile(r"^\| exercise \|.*\n(?:\|.*\n)*", re.MULTILINE)
_ASSIGNMENT = {name: assignment for assignment, names in EXERCISES.items() for name in names}


class Case(NamedTuple):
    """An answer or a mutant to be judged.

    Attributes
    ----------
    exercise : str
        The exercise that it answers.
    kind : {"right", "wrong", "mutant"}
        The kind.
    title : str
        The title of the answer, or of the one that a mutant was made from.
    change : str
        The change of a mutant; otherwise empty.
    source : str
        The text of the cell.
    """

    exercise: str
    kind: str
    title: str
    change: str
    source: str

    @property
    def told(self) -> str:
        """The title and change, in one line."""
        return f"{self.title}: {self.change}" if self.change else self.title


class Verdict(NamedTuple):
    """The verdict of the tests on a case.

    Attributes
    ----------
    visible, hidden : bool
        True for full points in the visible tests, and in both. If the visible tests fail,
        the hidden ones are not run.
    home : bool, optional
        True if the visible tests pass where tests and answer share a process, as at home;
        None for mutants.
    costs : tuple of str
        Exercises that lose points, although their answers are right, since they build on this one.
    left : bool
        True if a person decides, since the two juries differ.
    """

    visible: bool
    hidden: bool
    home: bool | None = None
    costs: tuple[str, ...] = ()
    left: bool = False


Verdicts = dict[Case, Verdict]


def cases(exercise: str, mutated: int = MUTATED) -> list[Case]:
    """List the cases of an exercise: right answers, wrong ones, mutants.

    Parameters
    ----------
    exercise : str
        The exercise.
    mutated : int
        The number of right answers that are mutated.
    """
    found = answers(exercise)
    right = [answer for answer in found if answer.right]
    if exercise in NEVER_MUTATED:
        mutated = 0
    return [
        *(Case(exercise, "right" if a.right else "wrong", a.title, "", a.source) for a in found),
        *(
            Case(exercise, "mutant", answer.title, mutant.change, mutant.source)
            for answer in right[:mutated]
            for mutant in mutants(answer.source)
        ),
    ]


@cache
def equivalent() -> dict[str, dict[str, dict[str, str]]]:
    """Read the mutants that are right: exercise, answer, change, reason."""
    path = ROOT / "bank" / "equivalent.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def judge(case: Case, seed: int | None = None, aside: bool = True) -> Verdict:
    """Hand in a case, and grade it.

    Parameters
    ----------
    case : Case
        The case.
    seed : int, optional
        A seed for tests with random inputs, instead of their own.
    aside : bool
        Also run the visible tests as at home, and find other exercises that lose points by a
        wrong answer.

    Returns
    -------
    Verdict
        The verdict.
    """
    name = _ASSIGNMENT[case.exercise]
    assignment = _assignment(name, seed)
    notebook, _ = assignment.rebuild(name, _handed_in(name, case))
    cells = {cell.id: (place, cell) for place, cell in enumerate(notebook.cells)}
    wanted = [f"{kind}{case.exercise}" for kind in ("", "test-", "hidden-")]
    (answer, _), (visible, tests), (hidden, hidden_tests) = map(cells.__getitem__, wanted)
    job = assignment.job(name, notebook, {})
    steps = _needed(job.steps, {answer, visible, hidden})
    steps[-1] = steps[-1]._replace(text=f"{GO_ON}\n{steps[-1].text}")
    outcome = both_juries(job._replace(steps=_prepared(case, answer, steps)))
    assignment.fill(name, notebook, outcome, [])
    by_hand = notebook.metadata["graded"].get("by_hand", {})
    accepted = wanted[1] not in by_hand and full_points(tests)
    everything = wanted[2] not in by_hand and full_points(hidden_tests)
    left = not by_hand.keys().isdisjoint(wanted)
    verdict = Verdict(accepted, accepted and everything, left=left)
    if case.kind == "mutant" or seed is not None or not aside:
        return verdict
    costs = _costs(case) if case.kind == "wrong" else ()
    return verdict._replace(home=_passes_at_home(case), costs=costs)


def both_juries(job: Job) -> Outcome:
    """Run a notebook apart and in one process, and put both together."""
    jobs = {"": job}
    return Task(jobs, False, CELL_SECONDS, NOTEBOOK_SECONDS).run().judged(jobs)[""]


def _passes_at_home(case: Case) -> bool:
    """Tell whether the visible tests pass in the process of the answer."""
    name = _ASSIGNMENT[case.exercise]
    assignment = _assignment(name, None)
    notebook, _ = assignment.rebuild(name, _handed_in(name, case))
    places = {cell.id: place for place, cell in enumerate(notebook.cells)}
    answer, visible = places[case.exercise], places[f"test-{case.exercise}"]
    job = assignment.job(name, notebook, {})
    steps = [
        step._replace(test=False)
        for step in _needed(job.steps, {answer, visible})
        if step.place >= 0
    ]
    outputs = examine(job._replace(steps=_prepared(case, answer, steps))).outputs[visible]
    tests = notebook.cells[visible]
    tests.outputs = [from_dict(output) for output in outputs]
    return full_points(tests)


def _costs(case: Case) -> tuple[str, ...]:
    """Find solved exercises that build on this one and lose points by its mistake."""
    later = dependents(case.exercise)
    if not later:
        return ()
    name = _ASSIGNMENT[case.exercise]
    assignment = _assignment(name, None)
    notebook, _ = assignment.rebuild(name, _handed_in(name, case))
    places = {cell.id: place for place, cell in enumerate(notebook.cells)}
    wanted = {e: [places[f"{kind}{e}"] for kind in ("", "test-", "hidden-")] for e in later}
    own = [places[f"{kind}{case.exercise}"] for kind in ("", "test-", "hidden-")]
    job = assignment.job(name, notebook, {})
    steps = _needed(job.steps, {*own, *(place for found in wanted.values() for place in found)})
    end = next(number for number, step in enumerate(steps) if step.place == own[-1]) + 1
    in_time = _prepared(
        case, own[0], [*steps[:end], Step(-1, LIMIT.format(seconds=0)), *steps[end:]]
    )
    graded = both_juries(job._replace(steps=in_time))
    assignment.fill(name, notebook, graded, [])
    costs = {
        exercise
        for exercise, (_, *tests) in wanted.items()
        if not all(
            place not in graded.by_hand and full_points(notebook.cells[place]) for place in tests
        )
    }
    # By nbgrader alone, all in one process, the notebook itself lends the functions.
    at_home = examine(job._replace(steps=[s._replace(test=False) for s in in_time])).outputs
    costs |= {
        f"{exercise} (by nbgrader alone)"
        for exercise, (_, *tests) in wanted.items()
        if any(o["output_type"] == "error" for place in tests for o in at_home[place])
    }
    return tuple(sorted(costs))


@cache
def dependents(exercise: str) -> tuple[str, ...]:
    """List the later exercises of a notebook whose solutions or tests use names of this one.

    Examples
    --------
    >>> dependents("valid_code"), dependents("clean_guess")
    (('valid_distinct_code',), ())
    """
    assignment = _ASSIGNMENT[exercise]
    text = {cell.id: cell.source for cell in read("source", assignment).cells}
    later = EXERCISES[assignment]
    bound = names.bound(text[exercise])
    return tuple(
        other
        for other in later[later.index(exercise) + 1 :]
        if any(bound & names.used(text[f"{kind}{other}"]) for kind in ("", "test-", "hidden-"))
    )


def full_points(tests: NotebookNode) -> bool:
    """Tell whether nbgrader gives full points for an executed test cell."""
    got, of = determine_grade(tests)
    return bool(got == of)


def workers() -> Executor:
    """Make a pool of processes, one for each core."""
    return ProcessPoolExecutor(
        mp_context=multiprocessing.get_context("spawn"),
        initializer=die_with_parent if sys.platform == "linux" else None,
    )


def judge_all(todo: list[Case], pool: Executor) -> Verdicts:
    """Judge cases in parallel."""
    return dict(zip(todo, pool.map(judge, todo), strict=True))


@cache
def _judges() -> bytes:
    paths = [path for folder in JUDGES for path in sorted((ROOT / folder).rglob("*.py"))]
    paths += [ROOT / "tools" / "gate.py", ROOT / "tools" / "mutants.py"]
    return b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)


def digest(exercise: str) -> str:
    """Compute a digest of all inputs of the verdicts on an exercise.

    These are its notebook's code, its answers, the equivalent mutants, and the code that judges.
    """
    found = hashlib.sha256(_judges())
    for cell in read("source", _ASSIGNMENT[exercise]).cells:
        if cell.cell_type == "code":
            found.update(repr((cell.id, cell.metadata, cell.source)).encode())
    found.update((ROOT / "bank" / f"{exercise}.py").read_bytes())
    found.update(repr(equivalent().get(exercise)).encode())
    return found.hexdigest()


def is_judged(exercise: str) -> bool:
    """Tell whether nothing has changed since all cases of an exercise were judged right."""
    kept: dict[str, str] = json.loads(JUDGED.read_text()) if JUDGED.exists() else {}
    return kept.get(exercise) == digest(exercise)


def keep(exercises: list[str]) -> None:
    """Record that all cases of these exercises were judged right."""
    kept = json.loads(JUDGED.read_text()) if JUDGED.exists() else {}
    kept |= {exercise: digest(exercise) for exercise in exercises}
    JUDGED.write_text(json.dumps({name: kept[name] for name in NAMES if name in kept}, indent=1))


def misjudged(verdicts: Verdicts) -> list[str]:
    """List the misjudged cases, and wrong entries among the equivalent mutants."""
    found = {case: _wrong(case, verdict) for case, verdict in verdicts.items()}
    return [f"{wrong}: {case.told}" for case, wrong in found.items() if wrong]


def stale(exercise: str) -> list[str]:
    """List the entries among the equivalent mutants that are no mutants, or have no reason."""
    made = {(case.title, case.change) for case in cases(exercise)}
    listed = equivalent().get(exercise, {})
    return [
        f"listed as equivalent, but no mutant, or without a reason: {title}: {change}"
        for title, changes in listed.items()
        for change, reason in changes.items()
        if (title, change) not in made or not reason
    ]


def row(name: str, verdicts: Verdicts) -> list[str]:
    """Count verdicts, in the order of the headings."""

    def of_kind(kind: str) -> list[Verdict]:
        return [v for case, v in verdicts.items() if case.kind == kind and not _excused(case)]

    right, wrong, changed = map(of_kind, ("right", "wrong", "mutant"))
    return [
        name,
        f"{sum(v.hidden for v in right)} of {len(right)}",
        f"{sum(not v.hidden for v in wrong)} of {len(wrong)}",
        str(sum(not v.visible for v in wrong)),
        f"{sum(not v.hidden for v in changed)} of {len(changed)}",
        str(sum(not v.visible for v in changed)),
        str(sum(map(_excused, verdicts))),
    ]


def markdown(rows: list[list[str]]) -> str:
    """Format rows as a Markdown table."""
    alignment = ["---", *["---:"] * (len(HEADINGS) - 1)]
    lines = [HEADINGS, alignment, *([f"`{name}`", *counts] for name, *counts in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def on_page() -> list[list[str]]:
    """Read the rows of the table in the page."""
    (table,) = _TABLE.findall(PAGE.read_text(encoding="utf-8"))
    lines = table.splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def on_screen(rows: list[list[str]]) -> str:
    """Format rows for a terminal or a log."""
    table = Table(title="The notebooks' tests, judged")
    for heading in HEADINGS:
        first = heading == HEADINGS[0]
        table.add_column(heading, justify="left" if first else "right", no_wrap=first)
    for cells in rows:
        table.add_row(*cells)
    console = Console(width=100)
    with console.capture() as laid_out:
        console.print(table)
    return laid_out.get()


def unreleased(names: Iterable[str]) -> list[str]:
    """List the exercises that the release has not got yet; they cannot be judged.

    Examples
    --------
    >>> unreleased(["valid_code"])
    []
    """
    return [name for name in names if f'"grade_id": "{name}"' not in _released(_ASSIGNMENT[name])]


@cache
def _released(assignment: str) -> str:
    path = ROOT / "release" / assignment / f"{assignment}.ipynb"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(names: list[str]) -> int:
    """Judge some exercises or all, print what was found, and put it into the page."""
    if missing := unreleased(names or NAMES):
        print(
            f"Not in release/ yet: {', '.join(missing)}. Run this first: python -m tools solutions"
        )
        return 2
    console, rows, wrong, right, left = Console(), [], [], [], 0
    with workers() as pool:
        for name in track(names or NAMES, "Judging", console=console, transient=True):
            verdicts = judge_all(cases(name), pool)
            rows.append(row(name, verdicts))
            left += sum(verdict.left for verdict in verdicts.values())
            faults = [*misjudged(verdicts), *stale(name)]
            right += [] if faults else [name]
            for line in faults:
                wrong.append(line)
                console.print(f"{name}: {line}", soft_wrap=True, markup=False, highlight=False)
    print(on_screen(rows))
    print(f"{left} cases are left to a person.")
    lines = {row[0]: row for row in [*on_page(), *rows]}
    table = markdown([lines[name] for name in NAMES if name in lines])
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_TABLE.sub(lambda _: table, text), encoding="utf-8")
    keep(right)
    return bool(wrong)


def _wrong(case: Case, verdict: Verdict) -> str:
    if verdict.home not in (None, verdict.visible):
        return "the visible tests that pass at home differ from those that pass when graded"
    if verdict.costs:
        return f"{case.kind}, and also costs points in {', '.join(verdict.costs)}"
    if case.kind == "right":
        refused = "right, but left to a person" if verdict.left else "right, but refused"
        return "" if verdict.hidden else refused
    if _excused(case):
        return "" if verdict.hidden else "listed as equivalent, but caught"
    return f"{case.kind}, but accepted" if verdict.hidden else ""


def _excused(case: Case) -> bool:
    changes = equivalent().get(case.exercise, {}).get(case.title, {})
    return case.kind == "mutant" and case.change in changes


def _prepared(case: Case, answer: int, steps: list[Step]) -> list[Step]:
    """Add a fixed seed before the steps, and a CPU time limit before the answer.

    The seed makes runs reproducible, in both processes. The kernel ends an endless loop
    after some CPU time, however busy the machine is; right answers have all the time that
    grading gives them.
    """
    first = f"{SEED}; {FORGET}"
    seeded = [Step(-1, first, test=True), Step(-1, first)]
    if case.kind == "right" or _excused(case):
        return [*seeded, *steps]
    place = next(number for number, step in enumerate(steps) if step.place == answer)
    limit = LIMIT.format(seconds=SECONDS.get(case.exercise, USUAL_SECONDS))
    return [*seeded, *steps[:place], Step(-1, limit), *steps[place:]]


def _needed(steps: list[Step], places: set[int]) -> list[Step]:
    """Keep the steps at these places, those they depend on, and others that use the same names."""
    kept: list[Step] = []
    needed: set[str] = set()  # by the answer and its tests, or by cells that bind such names
    beside: set[str] = set()  # by other cells that use a name of these
    for step in reversed(steps):
        bound, used = names.bound(step.text), names.used(step.text)
        if step.place in places or bound & needed:
            kept.append(step)
            needed |= used
        elif bound & beside or (used & needed and not step.test):
            kept.append(step)
            beside |= used
    return kept[::-1]


@cache
def _assignment(name: str, seed: int | None) -> Assignment:
    # Without the bank for diagnoses, which change no points.
    source = read("source", name)
    for cell in source.cells:
        if seed is not None and cell.id.startswith("hidden-"):
            cell.source = re.sub(r"random\.Random\(\d*\)", f"random.Random({seed})", cell.source)
    return Assignment(name, {name: source}, lends=lends())


def _handed_in(assignment: str, case: Case) -> NotebookNode:
    solved = _solved(assignment)
    cells = [
        NotebookNode(cell, source=case.source) if cell.id == case.exercise else cell
        for cell in solved.cells
    ]
    return NotebookNode(solved, cells=cells)


@cache
def _solved(assignment: str) -> NotebookNode:
    notebook = read("release", assignment)
    written = solutions(assignment)
    for cell in notebook.cells:
        cell.source = written.get(cell.id, cell.source)
    return notebook


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
