"""Machine-made answers are scored as `nbgrader autograde` scores them, without this grader.

No score is above stock nbgrader's, and none below it without a person, except as grading.md
lists. Each failure names hand-ins, such as ``types-004`` of ``lists``; to make, grade and show
only these (seed and names as in the message)::

    STOCK_SEED=1 STOCK_ONLY=lists/types-004 python -m pytest -s -m nightly \
        tests/grader/grading/test_against_stock.py

STOCK_KEEP=FOLDER keeps the courses of both sides in a new folder. A difference counts if it is there
again when both grade the same hand-in a second time: a busy machine is nobody's mistake.
"""

import contextlib
import io
import json
import math
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.__main__ import main
from autograder.runner import tasks
from autograder.runner.jobs import Together
from autograder.runner.tasks import run_apart
from tests.grader.grading.exercises import NOTEBOOKS, Exercise
from tests.grader.grading.wrong_answers import MOVES, answers
from tests.throwaway import ThrowawayCourse

SEED = os.environ.get("STOCK_SEED", "1")
ONLY = [*filter(None, os.environ.get("STOCK_ONLY", "").split(","))]
NIGHT = {"small": 12, "aliasing": 4, "in_place": 6, "prints": 5, "types": 10, "dead": 5}
NIGHT |= {"loops": 5, "stderr": 3, "attributes": 7, "lies": 4, "moves": len(MOVES), "chance": 6}
"""How many hand-ins of each kind a notebook has; each answers all of its exercises."""
BY_DAY = {"small": 0, "aliasing": 1, "in_place": 0, "prints": 1, "types": 0, "attributes": 0}
BY_DAY |= {"lies": 1}
"""The kinds of the sample, and which notebook each answers.

What is left out are accidents; test_accidents.py has the points of each by day.
"""
BY_CHANCE = {"numbers", "lists", "dicts"}
"""The notebooks with random answers: all of the same answers, in many hand-ins."""
ALONE_IN = {"dead": 2, "loops": 2}
"""The kinds of which a hand-in has only a few answers, and else right ones."""
DIED = "a process that died is restarted"
EXCEPTIONS = {
    "moves": "accidents are repaired first",
    "dead": DIED,
    "stderr": "text on stderr costs nothing",
}
"""The exceptions of grading.md: the score is then that of the twin, graded by stock nbgrader."""
COSTS_ITSELF = {"dead"}
"""The kinds of which a cell is left out, although stock nbgrader may keep what it has bound."""
DECIDED_ALONE = "a test that is decided alone behaves as in nbgrader"
TWIN = "-twin"
OURS = "import autograder\nautograder.configure(c, timeout=2, wall_timeout=8)\n"
STOCK = """
import os, sys
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
c = Config()
c.CourseDirectory.root = os.getcwd()
c.Execute.timeout = 3
c.Execute.iopub_timeout = 60  # on a busy machine its four seconds would cost an answer its score
api, name = NbGraderAPI(config=c), sys.argv[1]
assert api.generate_assignment(name)["success"]
for student in sorted(os.listdir("submitted")):
    done = api.autograde(name, student)
    print(student, done["success"], done.get("log", ""), done.get("error", ""), flush=True)
"""
"""`nbgrader autograde` for one student after the other: some of them end the command."""


class HandIn(NamedTuple):
    """A hand-in, and the same without what is an exception, if that is another."""

    notebook: str
    kind: str
    number: int
    made: NotebookNode
    twin: NotebookNode | None
    answers: int

    @property
    def student(self) -> str:
        return f"{self.kind}-{self.number:03}"

    def __str__(self) -> str:
        return f"{self.notebook}/{self.student}"


class Score(NamedTuple):
    """The points of one test: ours (None if a person decides), stock's, and those of the twin."""

    hand_in: HandIn
    cell: str
    ours: float | None
    stock: float | None
    twin: float
    juries: dict[str, str]
    alone: bool

    @property
    def result(self) -> str:
        """What the score is: equal, person, above, below, or the name of an exception."""
        kind, stock = self.hand_in.kind, self.stock or 0
        if self.ours is None:
            return "person"
        if kind == "lies" and self.twin < stock:
            if self.alone and self.ours == stock:
                return DECIDED_ALONE
            return "above" if self.ours > self.twin else "below"
        if self.ours == stock:
            return "equal"
        exception = EXCEPTIONS.get(kind, DIED if self.stock is None else "")
        if exception and self.ours == self.twin and (self.ours > stock or kind in COSTS_ITSELF):
            return exception
        return "above" if self.ours > stock else "below"

    def __str__(self) -> str:
        points = f"here {self.ours}, stock {self.stock}, twin {self.twin}"
        return f"{self.result}: {self.hand_in} {self.cell}: {points} {self.juries or ''}"


def cell(name: str, text: str, **marks) -> NotebookNode:
    marks = {"grade": False, "solution": False, "locked": False, "task": False, **marks}
    marks |= {"grade_id": name, "schema_version": 3}
    return new_code_cell(text, id=name.replace("_", "-"), metadata={"nbgrader": marks})


def notebook(name: str, answers: dict[str, str]) -> NotebookNode:
    """Make a notebook of the source, or of a hand-in with these answers."""
    given, exercises = NOTEBOOKS[name]
    cells = [new_code_cell(given, id="given")]
    for one in exercises:
        cells.append(cell(one.name, answers.get(one.name, one.solution), solution=True))
        for number, test in enumerate(one.tests):
            marks = {"grade": True, "locked": True, "points": number + 1}
            cells.append(cell(f"test-{one.name}-{number}", test, **marks))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def hand_in(name: str, kind: str, number: int) -> HandIn:
    """Make a hand-in; the same seed makes the same one."""
    rng = Random(f"{SEED} {name} {kind} {number}")
    exercises = NOTEBOOKS[name][1]
    chosen = rng.sample(exercises, ALONE_IN.get(kind, len(exercises)))
    found = {one.name: answer for one in chosen if (answer := _answer(name, kind, number, one))}
    made, twin = (notebook(name, {n: pair[at] for n, pair in found.items()}) for at in (0, 1))
    if kind == "moves":
        MOVES[number % len(MOVES)](made, rng)
    return HandIn(name, kind, number, made, None if made == twin else twin, len(found))


def _answer(name: str, kind: str, number: int, exercise: Exercise) -> tuple[str, str] | None:
    """Choose an answer of a kind: another one for each hand-in, as long as there are any."""
    if kind == "moves":
        right = exercise.solution, exercise.solution
        return _answer(name, "small", number, exercise) if number % 2 else right
    found = [*answers(kind, exercise.solution)]
    Random(f"{SEED} {name} {kind} {exercise.name}").shuffle(found)
    if kind == "chance":
        number = 0
    return found[number] if number < len(found) else None


def night() -> list[HandIn]:
    """Make all hand-ins of a night, or those that STOCK_ONLY names."""
    names = [
        (name, kind, number)
        for name in NOTEBOOKS
        for kind, count in NIGHT.items()
        for number in range(count)
        if kind != "chance" or name in BY_CHANCE
    ]
    wanted = [one for one in names if not ONLY or "{}/{}-{:03}".format(*one) in ONLY]
    return [hand_in(*one) for one in wanted]


def judge(root: Path, hand_ins: list[HandIn]) -> list[Score]:
    """Have hand-ins graded by stock nbgrader, two notebooks at a time, and here."""
    scores, parts = [], by_notebook(hand_ins)
    with ThreadPoolExecutor(2) as pool:
        asked = {name: pool.submit(ask_stock, root / "stock" / name, parts[name]) for name in parts}
        for name, some in parts.items():
            ours = ask_us(root / "ours" / name, some)
            found = compared(some, asked[name].result(), ours)
            scores += judged_again(root / "again" / name, found)
            print(f"\n{name}:", *faults(scores[-len(found) :]), sep="\n", flush=True)
    return scores


def judged_again(root: Path, scores: list[Score]) -> list[Score]:
    """Have what differs graded once more by both."""
    odd = {str(s.hand_in): s.hand_in for s in scores if s.result in ("above", "below")}
    again = [one for one in odd.values() if one.kind != "chance"]
    if not again:
        return scores
    found = compared(again, ask_stock(root / "stock", again), ask_us(root / "ours", again))
    second = {(str(s.hand_in), s.cell): s for s in found}
    return [
        second.get((str(s.hand_in), s.cell), s) if s.result in ("above", "below") else s
        for s in scores
    ]


def by_notebook(hand_ins: Iterable[HandIn]) -> dict[str, list[HandIn]]:
    found = defaultdict(list)
    for one in hand_ins:
        found[one.notebook].append(one)
    return found


def make_course(
    root: Path, settings: str, hand_ins: dict[str, NotebookNode], name: str
) -> ThrowawayCourse:
    root.mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(f"c = get_config()\n{settings}")
    _write(notebook(name, _solved(name)), root / "source" / name / f"{name}.ipynb")
    for student, made in hand_ins.items():
        _write(made, root / "submitted" / student / name / f"{name}.ipynb")
    return ThrowawayCourse(root)


def _solved(name: str) -> dict[str, str]:
    mark = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
    return {one.name: mark.format(one.solution) for one in NOTEBOOKS[name][1]}


def _write(nb: NotebookNode, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(nb))


Points = dict[tuple[str, str], float | None]
"""By student and test; None if a person decides."""


def ask_stock(root: Path, hand_ins: list[HandIn]) -> Points:
    """Have `nbgrader autograde` grade hand-ins of a notebook, and their twins, each text once."""
    name = hand_ins[0].notebook
    twins = {one.student + TWIN: one.twin for one in hand_ins if one.twin}
    made = {one.student: one.made for one in hand_ins}
    first = {json.dumps(nb): student for student, nb in reversed(twins.items())}
    course = make_course(root, "", made | {s: twins[s] for s in first.values()}, name)
    stock = course.start(sys.executable, "-c", STOCK, name)
    (root / "log").write_text(stock.communicate()[0])
    assert stock.returncode == 0, (root / "log").read_text()
    points = read_points(course, name)
    for student, twin in twins.items():
        same = first[json.dumps(twin)]
        points |= {(student, test): got for (s, test), got in [*points.items()] if s == same}
    return points


class Judged(NamedTuple):
    """The points given here, both juries' results where they differ, tests decided alone."""

    points: Points
    juries: dict[tuple[str, str], dict[str, str]]
    alone: list[str]


def ask_us(root: Path, hand_ins: list[HandIn]) -> Judged:
    """Have `python -m autograder grade` grade hand-ins of a notebook."""
    name = hand_ins[0].notebook
    course = make_course(root, OURS, {one.student: one.made for one in hand_ins}, name)
    with contextlib.chdir(root), contextlib.redirect_stdout(io.StringIO()) as said:
        assert main(["grade", name, "--jobs", "2"]) == 0
    alone = re.findall(r"single-process run grades (.*?), and an answer", said.getvalue())
    juries = {}
    for one in hand_ins:
        graded = root / "autograded" / one.student / name / f"{name}.ipynb"
        about = json.loads(graded.read_text())["metadata"]["graded"]
        juries |= {(one.student, test): found for test, found in about.get("verdicts", {}).items()}
    return Judged(read_points(course, name), juries, ", ".join(alone).split(", "))


def read_points(course: ThrowawayCourse, name: str) -> Points:
    with course.gradebook() as book:
        return {
            (submission.student.id, grade.name): (
                None if grade.needs_manual_grade else grade.auto_score
            )
            for submission in book.assignment_submissions(name)
            for one in submission.notebooks
            for grade in one.grades
        }


def compared(hand_ins: list[HandIn], stock: Points, ours: Judged) -> list[Score]:
    """Join the points of all tests."""
    scores = []
    for one in hand_ins:
        for test in (
            f"test-{e.name}-{n}" for e in NOTEBOOKS[one.notebook][1] for n in range(len(e.tests))
        ):
            place, student = (one.student, test), one.student + TWIN * bool(one.twin)
            juries, alone = ours.juries.get(place, {}), test in ours.alone
            twin = stock.get((student, test)) or 0
            scores.append(
                Score(one, test, ours.points[place], stock.get(place), twin, juries, alone)
            )
    return scores


def report(scores: list[Score]) -> str:
    """Describe all scores: a line for each kind, then why a person decides."""
    lines = ["kind        hand-ins answers scores equal person juries differ  exceptions"]
    for kind in dict.fromkeys(score.hand_in.kind for score in scores):
        of = [score for score in scores if score.hand_in.kind == kind]
        hand_ins = {str(s.hand_in): s.hand_in.answers for s in of}
        counts = Counter(score.result for score in of)
        if kind == "chance":  # that its scores differ says nothing
            del counts["above"], counts["below"]
        named = {name: n for name, n in counts.items() if name not in ("equal", "person")}
        differ = sum(bool(score.juries) for score in of)
        lines.append(
            f"{kind:<11} {len(hand_ins):8} {sum(hand_ins.values()):7} {len(of):6} {counts['equal']:5}"
            f" {counts['person']:6} {differ:13}  {named or ''}"
        )
    causes = Counter(
        f"{s.hand_in.kind}: apart {s.juries.get('apart')}, in one process {s.juries.get('together')}"
        f" {s.juries.get('refused', '')}: {s.juries.get('why', '')[:110]}"
        for s in scores
        if s.ours is None
    )
    share = 100 * sum(causes.values()) / len(scores)
    lines.append(f"left to a person: {share:.1f} in 100 of {len(scores)} scores")
    lines += [f"{count:5} {cause}" for cause, count in causes.most_common()]
    lines.append(f"decided alone: {sorted({s.cell for s in scores if s.alone})}")
    return "\n".join(lines)


def faults(scores: list[Score]) -> list[str]:
    """List what breaks the promise; random answers are compared by rates."""
    fixed = [s for s in scores if s.hand_in.kind != "chance"]
    found = [str(s) for s in fixed if s.result in ("above", "below")]
    drawn = [s for s in scores if s.hand_in.kind == "chance"]
    stock = sum((s.stock or 0) > 0 for s in drawn)
    ours = sum((s.ours or 0) > 0 for s in drawn)
    person = sum(s.ours is None for s in drawn)
    # Twice the standard deviation of the difference, as the tests of an answer pass together;
    # with one throw for each jury the expected values are twice as far on the safe side.
    far = 2 * math.sqrt(len(drawn))
    if ours > stock + far or ours + person < stock - far:
        found.append(
            f"chance: {stock} of {len(drawn)} by stock; here {ours}, and {person} a person"
        )
    return found


def check(root: Path, hand_ins: list[HandIn]) -> list[Score]:
    scores = judge(root, hand_ins)
    print(f"\nSTOCK_SEED={SEED}\n{report(scores)}")
    assert not faults(scores), "\n".join([f"STOCK_SEED={SEED}", *faults(scores)])
    assert ONLY or sum(s.ours is None for s in scores) <= 0.08 * len(scores)
    return scores


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    return Path(os.environ.get("STOCK_KEEP", tmp_path)).resolve()


@pytest.mark.nightly
def test_no_score_is_above_stock_and_none_below_without_a_person(root):
    hand_ins = night()
    made = Counter()
    for one in hand_ins:
        made[one.kind] += 1 if one.kind == "moves" else one.answers
    assert ONLY or (made.total() >= 3000 and min(made.values()) >= 100), made
    scores = check(root, hand_ins)
    assert ONLY or any(score.alone for score in scores)  # else the sentence is another


@pytest.mark.slow
@pytest.mark.skipif(bool(ONLY), reason="only those that are named")
def test_a_sample_is_scored_as_by_stock_and_each_jury_is_missed_if_it_is_off(root, monkeypatch):
    scores = check(root, [hand_in(["lists", "dicts"][at], kind, 0) for kind, at in BY_DAY.items()])
    for off, kind in ((no_run_in_one_process, "aliasing"), (no_run_apart, "lies")):
        before = [score for score in scores if score.hand_in.kind == kind]
        with monkeypatch.context() as patched:
            off(patched)
            now = ask_us(root / kind, [before[0].hand_in])
        student = before[0].hand_in.student
        found = faults([s._replace(ours=now.points[student, s.cell]) for s in before])
        assert [one for one in found if one.startswith("above")], off


def no_run_in_one_process(patched: pytest.MonkeyPatch) -> None:
    """Have the run in one process say what the run apart has said."""

    def together(jobs, passed, *how):
        return {
            name: [{p: Together(p not in passed[name]) for p in job.tests}]
            for name, job in jobs.items()
        }

    patched.setattr(tasks, "run_together", together)


def no_run_apart(patched: pytest.MonkeyPatch) -> None:
    """Have all tests pass apart."""

    def apart(jobs, *how):
        outcomes = run_apart(jobs, *how)
        return {
            name: outcome._replace(
                outputs=outcome.outputs | {p: [] for p in jobs[name].tests}, undecided={}
            )
            for name, outcome in outcomes.items()
        }

    patched.setattr(tasks, "run_apart", apart)
