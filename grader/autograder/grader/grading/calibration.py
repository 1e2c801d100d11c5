"""Calibration: the solution, whose verdict is known, is judged first, by kernel and both juries."""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec import json as packed
from msgspec.structs import replace
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution
from platformdirs import user_cache_path

from autograder.grader.assignment import repair, schedule
from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course.settings import Course, GradingError, code_of, imported, kernel_of
from autograder.grader.diagnosis.questions import noted
from autograder.grader.grading.stock import Scored, judged_by_kernel
from autograder.runner import conductor, inquiry, names, tasks
from autograder.runner.differences import KernelDiffers, differences
from autograder.runner.jobs import Job, Outcome, Step, Together, credit
from autograder.runner.processes.shell import has_failed
from autograder.runner.recording import Call

A_DAY = 86_400
# The parts of the settings on which the judgment of the solution depends, besides our own.
_JUDGING = ("Execute", "Autograde", "IncludeHeaderFooter", "ClearSolutions", "InstantiateTests")
# Errors of given cells and tests that show a broken environment or source.
_NOT_INSTALLED = ("ModuleNotFoundError", "ImportError")
_BROKEN = (
    *_NOT_INSTALLED,
    *("FileNotFoundError", "PermissionError", "OSError: [Errno"),
    *("ConnectionError", "URLError", "HTTPError", "gaierror"),
)
_STOPPED = ("KeyboardInterrupt", "CellTimeoutError", "TimeoutError")
Way = Literal["both", "alone", "person", "unknown"]
Tell = Callable[[str], None]


class Finding(Struct):
    """How a test is judged, and why."""

    notebook: str
    test: str
    way: Way  # "alone": in one process; "unknown": the solution does not pass
    why: str = ""
    untouched: bool = False  # true if the untouched release passes


class Calibration(Struct):
    """The calibration of an assignment, as it is kept for its source and its environment."""

    kernel: dict[str, Scored]
    learned: dict[str, schedule.Learned]
    findings: list[Finding]
    time: float


class _Judged(NamedTuple):
    """A notebook of the source, and what both juries made of the solution in two runs each."""

    name: str
    source: NotebookNode
    apart: list[Outcome]
    together: list[dict[int, Together]]
    untouched: set[str]  # the tests that the release passes


def calibrate(
    course: Course,
    assignment: Assignment,
    reuse: bool = False,
    anew: bool = False,
    tell: Tell = lambda said: None,
) -> Calibration:
    """Judge the solution, and have the assignment learn from it."""
    path, kept = _place(course, assignment), None
    with suppress(OSError, ValueError):
        kept = None if anew else packed.decode(path.read_bytes(), type=Calibration)
    if kept and reuse and time.time() - kept.time < A_DAY:
        assignment.learn(kept.learned)
        return kept
    found = _Calibrating(course, assignment, kept, tell).run()
    with suppress(OSError):  # it is found again the next time
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(packed.encode(found))
        new.replace(path)
    return found


def _place(course: Course, assignment: Assignment) -> Path:
    """Return the file in which the calibration of a source and an environment is kept."""
    # Where a command runs, nothing is installed.
    places = {*map(Path, sys.path)} - {Path(), Path.cwd()}
    about = [
        assignment.digest_of_source,
        *(repr(course.config.get(part)) for part in _JUDGING),
        repr((course.settings.limits, course.settings.unconfined)),
        sys.version,
        sys.prefix,
        *sorted({path.name for place in places for path in place.glob("*-info")}),
        tasks.grader_digest(),
    ]
    digest = hashlib.sha256(repr(about).encode(errors="surrogateescape")).hexdigest()
    return user_cache_path("autograder") / "calibration" / f"{digest}.json"


class _Calibrating:
    def __init__(
        self, course: Course, assignment: Assignment, kept: Calibration | None, tell: Tell
    ) -> None:
        self._course, self._assignment, self._kept, self._tell = course, assignment, kept, tell
        _, cell, _, wall = course.settings.how
        self._limit = wall or conductor.WIDER * cell
        self._how = _patient(course)
        self._person = {*assignment.left_to_a_person}

    def run(self) -> Calibration:
        kept, assignment = self._kept, self._assignment
        for name in assignment.sources:
            self._differences(name)
        with ThreadPoolExecutor() as pool:
            if kept is None:
                self._tell("running the solution in nbgrader's own kernel ...")
                asked = pool.submit(judged_by_kernel, self._course, assignment)
                learned = {name: self._learn(pool, name) for name in assignment.sources}
            else:
                learned = kept.learned
            assignment.learn(learned)
            judged = [self._judge(pool, name) for name in assignment.sources]
            kernel = kept.kernel if kept else asked.result()
            if kept and any(_doubts(one, kernel[one.name]) for one in judged):
                self._tell(
                    "the two runs differ from the saved result; running nbgrader's kernel again ..."
                )
                kernel = pool.submit(judged_by_kernel, self._course, assignment).result()
        for one in judged:
            self._refuse_what_is_broken(one, kernel[one.name])
            self._name_what_is_slow(one)
        findings = [found for one in judged for found in self._find(one, kernel[one.name])]
        for found in findings:
            alone = learned[found.notebook].alone
            if found.way == "alone" and found.test not in alone:
                alone.append(found.test)
        return Calibration(kernel, learned, findings, time.time())

    def _differences(self, name: str) -> list[str]:
        """Compare the kernel of a notebook with the processes in which answers run."""
        course, assignment, source = self._course, self._assignment, self._assignment.sources[name]
        folder = course.folder("autograded", "student", assignment.name).absolute()
        inside = course.source(assignment.name).iterdir()
        beside = [path.name for path in inside if path.suffix == ".py" or path.is_dir()]
        asked = imported(source), code_of(source), kernel_of(source), assignment.allowed
        try:
            return differences(*asked, folder, beside, course.settings.unconfined)
        except KernelDiffers as error:
            raise _refusal(str(error)) from None

    def _learn(self, pool: ThreadPoolExecutor, name: str) -> schedule.Learned:
        """Learn from the solution what tests ask of its objects, and what they call."""
        asked = self._assignment, name, self._how
        first, again = (pool.submit(calls_of, *asked) for _ in range(2))
        job, learned = job_of(self._assignment, name), schedule.Learned(givers=[])
        known = job.abilities.classes | {"": job.abilities.functions}
        for kind, what in conductor.examine(_learning(job), *self._how).seen:
            if kind == names.GIVES:
                learned.givers = [*(learned.givers or ()), what]
            elif what not in known.get(kind, ()):
                learned.seen.setdefault(kind, []).append(what)
        for test, calls in first.result().items():
            if examples := noted(calls, again.result().get(test, [])):
                learned.examples[test] = examples
        return learned

    def _judge(self, pool: ThreadPoolExecutor, name: str) -> _Judged:
        """Run the solution of a notebook twice both ways, and once the release."""
        source, kept = self._assignment.sources[name], self._kept
        jobs = [self._asking(name, source)] * 2
        if kept is None:
            jobs.append(job_of(self._assignment, name, self._assignment.releases[name]))
        # Runs of one kind go on side by side, and never beside those of the other.
        apart = [*pool.map(lambda job: conductor.examine(job, *self._how), jobs)]
        together = [*pool.map(lambda job: conductor.examine_together(job, *self._how), jobs)]
        if kept:
            known = (found for found in kept.findings if found.notebook == name)
            untouched = {found.test for found in known if found.untouched}
        else:
            outcome, run = apart.pop(), together.pop()
            failed = {place for place in run if has_failed(outcome.outputs.get(place, ()))}
            failed |= {place for place, one in run.items() if one.failed or one.credit == 0}
            untouched = {test for place, test in schedule.tests_of(source) if place not in failed}
        return _Judged(name, source, apart, together, untouched)

    def _asking(self, name: str, source: NotebookNode) -> Job:
        """Make the solution's job, with a step for the values that given cells bind for tests."""
        job = job_of(self._assignment, name)._replace(alone={})
        bound, answered = (
            set[str]().union(*map(names.bound, _texts(source, answers)))
            for answers in (False, True)
        )
        given = sorted(bound - answered)
        text = f"from autograder.runner.recording import values\nvalues({given!r}, globals())"
        last = Step(len(source.cells), text, test=True)
        return job._replace(steps=[*job.steps, last]) if given else job

    def _name_what_is_slow(self, one: _Judged) -> None:
        for place, test in schedule.tests_of(one.source):
            seconds = min(outcome.seconds.get(place, 0) for outcome in one.apart)
            if seconds > self._limit:
                self._tell(
                    f"{test} in {one.name} takes {seconds:.0f} seconds with the solution, but the "
                    f"limit is {self._limit:g} seconds; increase c.Execute.timeout"
                )

    def _refuse_what_is_broken(self, one: _Judged, kernel: Scored) -> None:
        """Refuse a source of which a provided cell or a test cannot import or open something."""
        answers = {place for place, cell in enumerate(one.source.cells) if is_solution(cell)}
        stubs = answers & kernel.errors.keys()
        failed = {t: p.says for t, p in kernel.tests.items() if p.failed and t not in self._person}
        for test, said in failed.items():
            if said.startswith(_STOPPED):
                raise GradingError(
                    f"{test} in {one.name} did not finish in nbgrader's own kernel "
                    f"({said}); increase c.Execute.timeout, or make the test faster"
                )
        errors = {place: said for place, said in kernel.errors.items() if place not in answers}
        given = {_named(one.source, place): said for place, said in errors.items()}
        # What a stub does not bind, other cells and tests cannot open.
        for cell, said in (given if stubs else given | failed).items():
            if said.startswith(_NOT_INSTALLED if stubs else _BROKEN):
                raise _refusal(
                    f"{cell} in {one.name} fails in nbgrader's own kernel with the instructor's "
                    f"solution: {said}. Install the missing package, or put the missing file "
                    "next to the source. Then grade again."
                )

    def _find(self, one: _Judged, kernel: Scored) -> Iterator[Finding]:
        varying = _varying(one)
        alone = self._assignment.learned[one.name].alone
        for place, test in schedule.tests_of(one.source):
            points, why = kernel.tests[test], ""
            way: Way = "both"
            if test in self._person:
                way, why = "person", "as autograder.toml requires"
            elif not points.passes:
                way, why = "unknown", f"the solution does not pass: {points.says}"
            elif all(run[place].failed for run in one.together):
                raise self._hidden(one, test, place)
            elif cause := _cause(one, place, varying):
                way, why = "alone", cause
            elif test in alone:
                way, why = "alone", "an earlier run could not grade it in separate processes"
            yield Finding(one.name, test, way, why, test in one.untouched)

    def _hidden(self, one: _Judged, test: str, place: int) -> GradingError:
        job = job_of(self._assignment, one.name)
        outputs, refusals = conductor.run_together(job, *self._how)
        errors = [
            f"in {_named(one.source, at)}: {output['ename']}: {output['evalue']}"
            for at, found in sorted(outputs.items())
            for output in found
            if output["output_type"] == "error" and at <= place
        ]
        said = errors[0] if errors else "the test failed twice and then passed"
        why = f" ({refusals[place]} refused)" if refusals.get(place) else ""
        known = "".join(f"{sentence} " for sentence in self._differences(one.name))
        table = f"[{json.dumps(self._assignment.name)}] person = [{json.dumps(test)}]"
        return _refusal(
            f"{test} in {one.name} passes in nbgrader's own kernel with the "
            f"instructor's solution, but fails when confined{why}: {said[:500]}. {known}"
            "If a confined notebook cannot read a file, put the file next to the source, or allow "
            "it in nbgrader_config.py (docs/grading.md shows how). If it uses a name from a "
            "startup file of IPython or Python, define the name in a provided cell. "
            f"Otherwise, have the test graded manually by adding this to autograder.toml: {table}"
        )


def _doubts(one: _Judged, kernel: Scored) -> bool:
    """Tell whether the juries disagree with what is kept of the kernel's judgment."""
    return any(
        any(run[place].failed for run in one.together) == kernel.tests[test].passes
        for place, test in schedule.tests_of(one.source)
    )


def _refusal(why: str) -> GradingError:
    return GradingError(f"no submissions were graded: {why}")


def _cause(one: _Judged, place: int, varying: set[str]) -> str:
    """Return why the solution cannot be judged apart by a test; empty if it can."""
    for outcome, together in zip(one.apart, one.together, strict=True):
        outputs = outcome.outputs.get(place, [])
        if has_failed(outputs):
            said = next(output for output in outputs if output["output_type"] == "error")
            return f"in separate processes: {said['ename']}: {said['evalue']}"[:300]
        if credit(outputs) != together[place].credit and not together[place].failed:
            return "the test gives different partial credit in separate processes"
    if used := varying & names.used(one.source.cells[place].source):
        return f"{', '.join(sorted(used))} from a provided cell changes from run to run"
    return ""


def _varying(one: _Judged) -> set[str]:
    """Find the names whose values differ between the two runs, and what depends on them."""
    place = len(one.source.cells)
    first, second = (
        dict(json.loads(value) for value in inquiry.results(outcome.outputs.get(place, [])))
        for outcome in one.apart
    )
    changed = {name for name, value in first.items() if second.get(name) != value}
    cells = [(text, True) for text in _texts(one.source, answers=False)]
    return {*names.reached(changed, cells)}


def _texts(source: NotebookNode, answers: bool) -> list[str]:
    """List the texts of the answers, or of given cells."""
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    return [c.source for c in code if is_solution(c) == answers and not repair.is_test(c)]


def answers_of(source: NotebookNode) -> dict[str, str]:
    """Return the texts of the solution cells that tests judge, by grade id."""
    return {
        repair.grade_id(cell): cell.source
        for cell in source.cells
        if cell.cell_type == "code" and is_solution(cell) and not is_grade(cell)
    }


def job_of(assignment: Assignment, name: str, submitted: NotebookNode | None = None) -> Job:
    """Make the job of a notebook of the solution, or of another one, without questions."""
    rebuilt, _ = assignment.rebuild(name, submitted or assignment.sources[name])
    return assignment.job(name, rebuilt, assignment.solved)._replace(questions=())


def _learning(job: Job) -> Job:
    """Have what tests ask of the solution's objects be noted, not refused."""
    return job._replace(abilities=replace(job.abilities, learning=True))


def calls_of(assignment: Assignment, name: str, how: conductor.How) -> dict[str, list[Call]]:
    """Run the solution, and record the calls that the visible tests make of its functions."""
    source, job = assignment.sources[name], _learning(job_of(assignment, name))
    texts = assignment.releases[name].cells
    functions = {f for text in answers_of(source).values() for f in names.functions(text)}
    steps = [*job.steps]
    for at, step in enumerate(steps):
        if step.test and step.place >= 0:
            test = texts[step.place].source
            asked = f"recorded({sorted(functions & names.used(test))!r}, {test!r}, globals())"
            text = f"from autograder.runner.recording import recorded\n{asked}"
            steps[at] = step._replace(text=text)
    outputs = conductor.examine(job._replace(steps=steps), *how).outputs
    return {
        repair.grade_id(texts[place]): [
            Call(*json.loads(call)) for call in inquiry.results(outputs.get(place, []))
        ]
        for place in job.tests
    }


def solution(course: Course, assignment: Assignment, calibration: Calibration) -> tasks.Task:
    """Make a submission of the solution, with the tests that pass both ways here."""
    both = {(one.notebook, one.test) for one in calibration.findings if one.way == "both"}
    wanted = {
        name: [place for place, test in schedule.tests_of(source) if (name, test) in both]
        for name, source in assignment.sources.items()
    }
    jobs = {name: job_of(assignment, name) for name in assignment.sources}
    return tasks.Task(jobs, *_patient(course), wanted=wanted)


def _patient(course: Course) -> conductor.How:
    """Widen tight limits: they are for hand-ins, and the solution is to show what can be judged."""
    unconfined, cell, notebook, wall = course.settings.how
    cell, notebook = max(cell, conductor.CELL_SECONDS), max(notebook, conductor.NOTEBOOK_SECONDS)
    return unconfined, cell, notebook, wall and max(wall, conductor.CELL_SECONDS)


def _named(source: NotebookNode, place: int) -> str:
    cell = source.cells[place]
    first = next((line for line in cell.source.splitlines() if line.strip()), "")
    return f"cell {repair.grade_id(cell) or f'{place + 1} ({first[:60]})'}"
