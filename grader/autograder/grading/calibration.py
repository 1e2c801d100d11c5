"""Calibration: the solution is judged before anybody is, by nbgrader's kernel and both juries.

The solution is the only answer whose verdict is known. It shows which tests can be judged apart,
whether the walls hide what a kernel has, and what tests ask of an answer's objects.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec import json as packed
from msgspec.structs import replace
from nbformat import NotebookNode
from nbgrader.utils import is_solution
from platformdirs import user_cache_path

from autograder.assignment.pipeline import Assignment, Learned
from autograder.assignment.repair import grade_id, is_test
from autograder.assignment.schedule import tests_of
from autograder.course.settings import Course, GradingError
from autograder.diagnosis.examples import noted
from autograder.grading.calls import calls_of, read
from autograder.grading.stock import Points, Scored, judged_by_kernel
from autograder.sandbox import names
from autograder.sandbox.abilities import GIVES
from autograder.sandbox.conductor import (
    CELL_SECONDS,
    NOTEBOOK_SECONDS,
    WIDER,
    How,
    examine,
    examine_together,
    run_together,
)
from autograder.sandbox.differences import Difference
from autograder.sandbox.jobs import Job, Outcome, Step, Together, credit
from autograder.sandbox.processes.shell import has_failed
from autograder.workers.tasks import Task, grader_digest

A_DAY = 86_400
_JUDGING = ("Execute", "Autograde", "IncludeHeaderFooter", "ClearSolutions", "InstantiateTests")
"""The parts of the settings on which the judgment of the solution depends, besides our own."""
_ENVIRONMENT_ERRORS = (
    *("ModuleNotFoundError", "ImportError", "FileNotFoundError", "PermissionError", "OSError"),
    *("ConnectionError", "URLError", "HTTPError", "gaierror"),
)
"""Errors of given cells and tests that show a broken environment or source."""
_STOPPED = ("KeyboardInterrupt", "CellTimeoutError", "TimeoutError")
Way = Literal["both", "alone", "person", "unknown"]
Tell = Callable[[str], None]


class Finding(Struct):
    """How a test is judged, and why."""

    notebook: str
    test: str
    way: Way
    """By both, one in one process alone, or a person; "unknown" if the solution does not pass."""
    why: str = ""
    untouched: bool = False
    """True if the untouched release passes."""


class Calibration(Struct):
    """The calibration of an assignment, as it is kept for its source and its environment."""

    kernel: dict[str, Scored]
    learned: Learned
    findings: list[Finding] = field(default_factory=list)
    untouched: dict[str, list[str]] = field(default_factory=dict)
    time: float = 0

    def judged(self, way: Way) -> list[Finding]:
        """List the tests that are judged in a way."""
        return [found for found in self.findings if found.way == way]


class _Runs(NamedTuple):
    """What both juries made of the solution in a notebook: two runs each."""

    apart: list[Outcome]
    together: list[dict[int, Together]]


def calibrate(
    course: Course,
    assignment: Assignment,
    reuse: bool = False,
    anew: bool = False,
    tell: Tell = lambda said: None,
) -> Calibration:
    """Judge the solution, and have the assignment learn from it."""
    store = _Store(course, assignment)
    kept = None if anew else store.read()
    if kept and reuse and time.time() - kept.time < A_DAY:
        assignment.learn(kept.learned)
        return kept
    found = _Calibrating(course, assignment, kept, tell).run()
    store.write(found)
    return found


class _Store:
    """The file in which the calibration of a source and an environment is kept."""

    def __init__(self, course: Course, assignment: Assignment) -> None:
        settings = course.settings_of(assignment.name)
        about = [
            assignment.digest_of_source,
            *(repr(course.config.get(part)) for part in _JUDGING),
            repr((settings.limits, settings.hidden_examples, settings.unconfined)),
            sys.version,
            sys.prefix,
            *sorted(_installed()),
            grader_digest(),
        ]
        digest = hashlib.sha256(repr(about).encode(errors="surrogateescape")).hexdigest()
        self._path = user_cache_path("autograder") / "calibration" / f"{digest}.json"

    def read(self) -> Calibration | None:
        try:
            return packed.decode(self._path.read_bytes(), type=Calibration)
        except (OSError, ValueError):
            return None

    def write(self, found: Calibration) -> None:
        with suppress(OSError):  # it is found again the next time
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_suffix(f".{os.getpid()}")
            new.write_bytes(packed.encode(found))
            new.replace(self._path)


def _installed() -> set[str]:
    """List what is installed, by name and version; where a command runs, nothing is."""
    places = {*map(Path, sys.path)} - {Path(), Path.cwd()}
    return {path.name for place in places for path in place.glob("*-info")}


class _Calibrating:
    def __init__(
        self, course: Course, assignment: Assignment, kept: Calibration | None, tell: Tell
    ) -> None:
        self._course, self._assignment, self._tell = course, assignment, tell
        _, cell, _, wall = course.settings_of(assignment.name).how
        self._limit = wall or WIDER * cell
        self._how = _patient(course, assignment)
        self._kept = kept
        self._person = {*assignment.left_to_a_person}

    def run(self) -> Calibration:
        kept, assignment = self._kept, self._assignment
        for name in assignment.sources:
            for difference in self._differences(name):
                if difference.stops:
                    raise GradingError(f"nobody was graded: {difference.sentence}")
        with ThreadPoolExecutor() as pool:
            asked: Future[dict[str, Scored]] | None = None
            if kept is None:
                self._tell("nbgrader's own kernel judges the solution ...")
                asked = pool.submit(judged_by_kernel, self._course, assignment)
            assignment.learn(kept.learned if kept else self._learn(pool))
            runs = self._run_twice(pool)
            untouched = kept.untouched if kept else self._untouched(pool)
            kernel = kept.kernel if kept else asked.result() if asked else {}
        if kept and self._doubts(kernel, runs):
            self._tell("the kernel is asked again, since the juries disagree with what is kept ...")
            kernel = judged_by_kernel(self._course, assignment)
        self._refuse_what_is_broken(kernel)
        self._name_what_is_slow(runs)
        findings = [
            finding for name in assignment.sources for finding in self._find(name, kernel, runs)
        ]
        learned = assignment.learned
        for found in findings:
            found.untouched = found.test in untouched.get(found.notebook, ())
            if found.way == "alone":
                alone = learned.alone.setdefault(found.notebook, [])
                alone += [found.test] if found.test not in alone else []
        assignment.learn(learned)
        return Calibration(kernel, learned, findings, untouched, time.time())

    @cache  # noqa: B019  # it lives as long as a calibration
    def _differences(self, name: str) -> list[Difference]:
        """Compare the kernel of a notebook with the processes in which answers run."""
        assignment = self._assignment
        source = assignment.sources[name]
        return self._course.differences(assignment.name, source, assignment.allowed)

    def _learn(self, pool: ThreadPoolExecutor) -> Learned:
        """Learn from the solution what tests ask of its objects, and what they call."""
        learned = Learned()
        visible = not self._course.settings.hidden_examples
        for name in self._assignment.sources:
            job = _job(self._assignment, name)
            asked = examine(
                job._replace(abilities=replace(job.abilities, learning=True)), *self._how
            )
            known = job.abilities.classes | {"": job.abilities.functions}
            for kind, what in asked.seen:
                if kind == GIVES:
                    learned.givers.setdefault(name, []).append(what)
                elif what not in known.get(kind, ()):
                    learned.seen.setdefault(name, {}).setdefault(kind, []).append(what)
            learned.givers.setdefault(name, [])
            asked_twice = [
                pool.submit(calls_of, self._assignment, name, self._how, visible) for _ in range(2)
            ]
            one, two = (future.result() for future in asked_twice)
            examples = {t: found for t in one if (found := noted(one[t], two.get(t, [])))}
            if examples:
                learned.examples[name] = examples
        return learned

    def _run_twice(self, pool: ThreadPoolExecutor) -> dict[str, _Runs]:
        jobs = {name: _job(self._assignment, name) for name in self._assignment.sources}
        jobs = {name: job._replace(alone={}) for name, job in jobs.items()}
        asking = {name: job._replace(steps=self._asking(name, job)) for name, job in jobs.items()}
        apart = [pool.submit(examine, job, *self._how) for job in asking.values() for _ in range(2)]
        found = [future.result() for future in apart]
        one = [
            pool.submit(examine_together, job, *self._how)
            for job in jobs.values()
            for _ in range(2)
        ]
        runs = [future.result() for future in one]
        return {
            name: _Runs(found[2 * n : 2 * n + 2], runs[2 * n : 2 * n + 2])
            for n, name in enumerate(jobs)
        }

    def _asking(self, name: str, job: Job) -> list[Step]:
        """Add a step that shows the values which given cells bind for tests."""
        given = sorted(self._given(name))
        text = f"from autograder.sandbox.recording import values\nvalues({given!r}, globals())"
        return [*job.steps, Step(_beyond(job), text, test=True)] if given else job.steps

    def _given(self, name: str) -> set[str]:
        """Find the names that given cells bind and tests use, directly or not."""
        cells = [c for c in self._assignment.sources[name].cells if c.cell_type == "code"]
        bound = [names.bound(c.source) for c in cells if not is_test(c) and not is_solution(c)]
        answered = [names.bound(c.source) for c in cells if is_solution(c)]
        return set().union(*bound) - set().union(*answered)

    def _untouched(self, pool: ThreadPoolExecutor) -> dict[str, list[str]]:
        """Find the tests that the untouched release passes."""
        found = {}
        for name, release in self._assignment.releases.items():
            job = _job(self._assignment, name, release)
            outcome = examine(job, *self._how)
            together = examine_together(job, *self._how)
            ids = self._tests(name)
            found[name] = [
                ids[place]
                for place in job.tests
                if not has_failed(outcome.outputs.get(place, ()))
                and not together[place].failed
                and together[place].credit != 0
            ]
        return found

    def _tests(self, name: str) -> dict[int, str]:
        rebuilt, _ = self._assignment.rebuild(name, self._assignment.sources[name])
        return dict(tests_of(rebuilt))

    def _doubts(self, kernel: Mapping[str, Scored], runs: Mapping[str, _Runs]) -> bool:
        """Tell whether the juries disagree with what is kept of the kernel's judgment."""
        for name, ran in runs.items():
            for place, test in self._tests(name).items():
                of, points = kernel[name].tests.get(test, (0, Points(0, True, "")))
                together = all(not run[place].failed for run in ran.together)
                if together != _passes(of, points):
                    return True
        return False

    def _name_what_is_slow(self, runs: Mapping[str, _Runs]) -> None:
        for name, ran in runs.items():
            for place, test in self._tests(name).items():
                seconds = min(outcome.seconds.get(place, 0) for outcome in ran.apart)
                if seconds > self._limit:
                    self._tell(
                        f"{test} of {name} takes {seconds:.0f} seconds with the solution, and is "
                        f"stopped after {self._limit:g}: raise c.Execute.timeout"
                    )

    def _refuse_what_is_broken(self, kernel: Mapping[str, Scored]) -> None:
        for name, source in self._assignment.sources.items():
            errors = kernel[name].errors
            answers = {n for n, c in enumerate(source.cells) if is_solution(c)}
            stubs = any(place in answers for place in errors)
            for place, said in errors.items():
                if place in answers or (
                    stubs and not said.startswith(("ModuleNot", "ImportError"))
                ):
                    continue
                if said.startswith(_ENVIRONMENT_ERRORS):
                    raise self._broken(name, _named(source, place), said)
            judged = {t: p for t, p in kernel[name].tests.items() if t not in self._person}
            for test, (_, points) in judged.items():
                if points.failed and points.says.startswith(_STOPPED):
                    raise GradingError(
                        f"{test} of {name} did not end in nbgrader's own kernel ({points.says}); "
                        "raise c.Execute.timeout, or have it take less time"
                    )
                if points.failed and not stubs and points.says.startswith(_ENVIRONMENT_ERRORS):
                    raise self._broken(name, test, points.says)

    def _broken(self, name: str, cell: str, said: str) -> GradingError:
        return GradingError(
            f"nobody was graded: {cell} of {name} fails in nbgrader's own kernel, with the "
            f"instructor's solution: {said}. Install what it imports, or put what it opens beside "
            "the source; then grade again"
        )

    def _find(
        self, name: str, kernel: Mapping[str, Scored], runs: Mapping[str, _Runs]
    ) -> Iterator[Finding]:
        ran, ids = runs[name], self._tests(name)
        varying = self._varying(name, ran)
        alone = self._assignment.learned.alone.get(name, ())
        for place, test in ids.items():
            of, points = kernel[name].tests.get(test, (0, Points(0, True, "it was not run")))
            if test in self._person:
                yield Finding(name, test, "person", "autograder.toml says so")
                continue
            if not _passes(of, points):
                yield Finding(name, test, "unknown", f"the solution does not pass: {points.says}")
                continue
            if all(run[place].failed for run in ran.together):
                raise self._hidden(name, test, place)
            cause = self._cause(place, ran, varying & self._uses(name, test))
            if cause or test in alone:
                yield Finding(
                    name, test, "alone", cause or "an earlier run could not judge it apart"
                )
            else:
                yield Finding(name, test, "both")

    def _cause(self, place: int, ran: _Runs, varying: set[str]) -> str:
        """Return why the solution cannot be judged apart; empty if it can."""
        for outcome, together in zip(ran.apart, ran.together, strict=True):
            if has_failed(outcome.outputs.get(place, ())):
                said = next(o for o in outcome.outputs[place] if o["output_type"] == "error")
                return f"apart: {said['ename']}: {said['evalue']}"[:300]
            if (
                credit(outcome.outputs[place]) != together[place].credit
                and not together[place].failed
            ):
                return "apart it gives another part of the points"
        if varying:
            return f"{', '.join(sorted(varying))} of a given cell changes from run to run"
        return ""

    def _varying(self, name: str, ran: _Runs) -> set[str]:
        """Find the names whose values differ between the two runs, and what depends on them."""
        beyond = _beyond(_job(self._assignment, name))
        seen = [
            dict(json.loads(one) for one in read(outcome.outputs.get(beyond, [])))
            for outcome in ran.apart
        ]
        changed = {n for n, value in seen[0].items() if seen[1].get(n) != value}
        cells = [c for c in self._assignment.sources[name].cells if c.cell_type == "code"]
        texts = [(c.source, True) for c in cells if not is_test(c) and not is_solution(c)]
        return {*names.reached(changed, texts)} if changed else set()

    def _uses(self, name: str, test: str) -> set[str]:
        cells = self._assignment.sources[name].cells
        return {*names.used(next(c.source for c in cells if grade_id(c) == test and is_test(c)))}

    def _hidden(self, name: str, test: str, place: int) -> GradingError:
        job = _job(self._assignment, name)
        outputs, refusals = run_together(job, *self._how)
        errors = [
            f"{_named_step(job, at)}{output['ename']}: {output['evalue']}"
            for at, found in sorted(outputs.items())
            for output in found
            if output["output_type"] == "error" and at <= place
        ]
        said = errors[0] if errors else "it failed twice, and passed now"
        why = f" ({refusals[place]} refused)" if refusals.get(place) else ""
        known = "".join(f"{found.sentence} " for found in self._differences(name))
        table = f"[{json.dumps(self._assignment.name)}] person = [{json.dumps(test)}]"
        return GradingError(
            f"nobody was graded: {test} of {name} passes in nbgrader's own kernel with the "
            f"instructor's solution, and fails behind the walls{why}: {said[:500]}. {known}"
            "Put what is missing beside the source, or allow it in nbgrader_config.py (see "
            "docs/grading.md); "
            f"or leave the test to a person, in autograder.toml: {table}"
        )


def _passes(of: float, points: Points) -> bool:
    """Tell whether the kernel's judgment is a pass; text on stderr costs nothing here."""
    if points.failed or points.got is None:
        return False
    return points.got > 0 or not of or bool(points.says)


def solution(course: Course, assignment: Assignment, calibration: Calibration) -> Task:
    """Make a submission of the solution, with the tests that pass both ways here."""
    jobs = {name: _job(assignment, name) for name in assignment.sources}
    both = {(found.notebook, found.test) for found in calibration.judged("both")}
    wanted = {
        name: [place for place, test in tests_of(source) if (name, test) in both]
        for name, source in assignment.sources.items()
    }
    return Task(jobs, *_patient(course, assignment), wanted=wanted)


def _job(assignment: Assignment, name: str, handed_in: NotebookNode | None = None) -> Job:
    """Make the job of a notebook of the solution, or of another one."""
    rebuilt, _ = assignment.rebuild(name, handed_in or assignment.sources[name])
    return assignment.job(name, rebuilt, assignment.solved)._replace(questions=())


def _patient(course: Course, assignment: Assignment) -> How:
    """Widen tight limits: they are for hand-ins, and the solution is to show what can be judged."""
    unconfined, cell, notebook, wall = course.settings_of(assignment.name).how
    cell, notebook = max(cell, CELL_SECONDS), max(notebook, NOTEBOOK_SECONDS)
    return unconfined, cell, notebook, wall and max(wall, CELL_SECONDS)


def _beyond(job: Job) -> int:
    return max((step.place for step in job.steps), default=0) + 1


def _named(source: NotebookNode, place: int) -> str:
    cell = source.cells[place]
    first = next((line for line in cell.source.splitlines() if line.strip()), "")
    return f"cell {grade_id(cell)}" if grade_id(cell) else f"cell {place + 1} ({first[:60]})"


def _named_step(job: Job, place: int) -> str:
    step = next(step for step in job.steps if step.place == place)
    first = next((line for line in step.text.splitlines() if line.strip()), "")
    return "" if step.test else f"in the cell {first[:60]!r}: "
