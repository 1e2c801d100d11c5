"""Parallel grading of an assignment, with one writer; a run can be resumed."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, v4
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from traitlets.utils.importstring import import_item

from autograder.grader.course.folders import add_written, replacing
from autograder.grader.course.settings import GradingError
from autograder.grader.course.submission import Submission, SubmissionError
from autograder.grader.gradebook.opening import GradebookError, alone_in
from autograder.grader.grading.calibration import calibrate, solution
from autograder.grader.grading.context import GradingContext
from autograder.grader.grading.nbgrader_steps import ExecuteApart, RecordGrades
from autograder.runner.jobs import Job
from autograder.runner.pools import Pool
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.tasks import Done, Task
from autograder.runner.text import one_line

AT_ONCE = 64  # the submissions that run apart before they run in one process
Preprocess = Callable[[NotebookNode, Any], tuple[NotebookNode, Any]]  # a preprocessor


@dataclass
class Result:
    """The result of grading one submission: "graded", "already graded" or "failed"."""

    student: str
    state: str
    score: float | None = None
    of: float | None = None
    remarks: list[str] = field(default_factory=list)
    confinement: str = ""  # of the student's code, if it was run now
    worker: str = ""  # the worker of a cluster that ran it; empty for this machine
    waits: bool = False  # whether a person still has to give points
    change: tuple[float, float] | None = None  # in a dry run: the points now, and those to be


@dataclass
class Prepared:
    """A submission that has been read: its rebuilt notebooks and their jobs."""

    submission: Submission
    notebooks: dict[str, NotebookNode]
    jobs: dict[str, Job]
    apart: Done | None = None  # what came of it, if the run in one process follows later
    written: dict[str, bytes] = field(default_factory=dict)


class Grading:
    """A grader of one assignment."""

    def __init__(self, run: GradingContext) -> None:
        self._run, self._name = run, run.name
        self._before, self._after = _steps(run)
        run.course.source(run.name)
        _make_sure_of_writing(run.graded("*"))
        self._make_sure_of_the_assignment(run.gradebook)
        self._ledger = run.ledger
        self._ledger.open_run()
        self.assignment = run.assignment
        self._calibration = calibrate(run.course, run.assignment, tell=run.tell)
        self.ran_apart: Callable[[], None] = lambda: None  # whenever a submission has run apart

    def run(self, students: Iterable[str], workers: Pool, force: bool = False) -> Iterator[Result]:
        """Grade submissions: a number of them run apart, and only then in one process.

        That run has the hidden tests in reach, so no run apart may go on beside it.
        """
        students, how = list(students), self._run.course.settings.how
        if force:
            self._ledger.forget(students)
        begun = (self.begin(student, force) for student in students)
        try:
            workers.calibrate(self.solution)
            while first := next(begun, None):
                apart = list[Prepared]()
                tasks = (
                    one if isinstance(one, Result) else (one, Task(one.jobs, *how, "apart"))
                    for one in chain([first], islice(begun, AT_ONCE - 1))
                )
                for found in _in_turn(workers, tasks):
                    if isinstance(found, Result):
                        yield found
                    elif found[1].exception():
                        yield self.finish(*found)
                    else:
                        found[0].apart = found[1].result()
                        apart.append(found[0])
                        self.ran_apart()
                again = (
                    (one, Task(one.jobs, *how, "together", one.apart.passed(one.jobs)))
                    for one in apart
                    if one.apart
                )
                for found in _in_turn(workers, again):
                    yield found if isinstance(found, Result) else self.finish(*found)
        finally:
            workers.close()

    @property
    def solution(self) -> Task:
        """The instructor's solution, as workers have to judge it."""
        return solution(self._run.course, self.assignment, self._calibration)

    def _make_sure_of_the_assignment(self, gradebook: Gradebook) -> None:
        with alone_in(self._run.course.root):  # another command may be making it
            if _knows(gradebook, self._name):
                return
            made = NbGraderAPI(config=self._run.config).generate_assignment(self._name)
            if not made["success"]:
                why = _why_it_failed(f"{made['error']}\n{made.get('log', '')}")
                raise GradingError(f"the assignment cannot be generated from its source: {why}")

    def begin(self, student: str, force: bool = False) -> Prepared | Result:
        """Read a submission; return a result at once if it need not run, or cannot."""
        try:
            submission = self._run.read(student, self.assignment.sources)
            if not force and self._run.is_done(student, submission.digest):
                return Result(student, "already graded")
            prepared = Prepared(submission, {}, {})
            for name, notebook in submission.notebooks.items():
                rebuilt = self._take(self._before, student, name, notebook)
                prepared.notebooks[name] = rebuilt
                prepared.jobs[name] = self.assignment.job(name, rebuilt, submission.files)
            return prepared
        except GradebookError:
            raise
        except Exception as error:  # one submission must not stop the others
            return _failed(student, error)

    def _take(
        self, steps: list[Preprocess], student: str, name: str, notebook: NotebookNode
    ) -> NotebookNode:
        """Run preprocessors on a notebook, with nbgrader's resources."""
        marks = {"student": student, "assignment": self._name, "notebook": name}
        resources = {
            "unique_key": name,
            "output_files_dir": f"{name}_files",
            "metadata": {"name": name},
            "nbgrader": marks | {"db_url": self._run.course.directory.db_url},
        }
        for step in steps:
            notebook, resources = step(notebook, resources)
        return notebook

    def finish(self, prepared: Prepared, future: Future[Done]) -> Result:
        """Write the files and grades of a submission that was run."""
        submission, course = prepared.submission, self._run.course
        student, remarks = submission.student, [*submission.remarks]
        try:
            done = future.result()
            done = done._replace(outcomes=(prepared.apart or done).outcomes)
            for name, outcome in done.judged(prepared.jobs).items():
                notebook, job = prepared.notebooks[name], prepared.jobs[name]
                remarks += self._run.fill(submission, name, notebook, job, outcome)
                prepared.written |= outcome.files
                prepared.notebooks[name] = self._take(self._after, student, name, notebook)
            if not self._ledger.dry:
                self._run.patience(partial(self._write_files, prepared))
            folder = str(self._run.handed_in(student))
            timestamp = course.directory.get_existing_timestamp(folder)
            made = {name: prepared.notebooks.get(name) for name in self._ledger.notebooks}
            written = self._ledger.write(student, timestamp, made, submission.digest)
        except (Pool.Lost, ConfinementError, GradebookError):
            raise
        except (Exception, CancelledError) as error:
            return _failed(student, error)
        remarks += ["The code ran unconfined."] * course.settings.unconfined + written.remarks
        points, where = written[:2], (done.wall, done.worker)
        return Result(student, "graded", *points, remarks, *where, written.waits, written.change)

    def _write_files(self, prepared: Prepared) -> None:
        """Write the graded notebooks and files to nbgrader's folder, atomically."""
        course, student = self._run.course, prepared.submission.student
        target = self._run.graded(student)
        # Another grader may be writing another assignment of the same student.
        with replacing(target, ".grading-") as new:
            for name, path in prepared.submission.paths.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, new / name)
            # Without nbformat's validation, which would take most of the time here.
            graded = {f"{n}.ipynb": f"{v4.writes(nb)}\n" for n, nb in prepared.notebooks.items()}
            made = {name: text.encode() for name, text in graded.items()}
            for name, data in {**self.assignment.given, **made}.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
            add_written(new, prepared.written, self.assignment.given)
        course.converter.set_permissions(self._name, student)


def _failed(student: str, error: BaseException) -> Result:
    told = isinstance(error, (SubmissionError, Pool.NotRun, GradingError))
    kind = "" if told else f"{type(error).__name__}: "
    return Result(student, "failed", remarks=[f"{kind}{error}"])


def _in_turn(
    workers: Pool, tasks: Iterable[Result | tuple[Prepared, Task]]
) -> Iterator[Result | tuple[Prepared, Future[Done]]]:
    """Run tasks, of which a few are under way at a time; yield each as it is finished."""
    waiting, running = iter(tasks), dict[Future[Done], Prepared]()
    try:
        while True:
            while len(running) < workers.width and (one := next(waiting, None)):
                if isinstance(one, Result):
                    yield one
                else:
                    running[workers.submit(one[1])] = one[0]
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future
    finally:
        for future in running:
            future.cancel()


def _knows(gradebook: Gradebook, assignment: str) -> bool:
    try:
        # An assignment with only a due date has no notebooks.
        return bool(gradebook.find_assignment(assignment).notebooks)
    except MissingEntry:
        return False
    finally:
        gradebook.db.rollback()  # the next query sees rows that others have written meanwhile


def _why_it_failed(said: str) -> str:
    """Return the line of nbgrader's log that names the error, not the last, which does not."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.partition(":")[0].endswith(("Error", "Exception"))]
    return one_line((errors or lines or ["no reason given"])[-1])


def _make_sure_of_writing(pattern: Path) -> None:
    """Refuse a folder to which no graded notebook could be written."""
    folder = Path(*pattern.parts[: pattern.parts.index("*")])
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise GradingError(f"{folder} cannot be written to; change its permissions")


def _steps(run: GradingContext) -> tuple[list[Preprocess], list[Preprocess]]:
    """Make the preprocessors of the settings: those before students' code runs, and those after."""
    converter = run.course.converter
    steps = list[Any]()
    for kind in [*converter.sanitize_preprocessors, *converter.autograde_preprocessors]:
        made = import_item(kind) if isinstance(kind, str) else kind
        steps.append(made(parent=run) if isinstance(made, type) else made)
    place = [isinstance(step, ExecuteApart) for step in steps].index(True)
    # The grades of all notebooks of a submission are written together.
    after = [step for step in steps[place + 1 :] if not isinstance(step, RecordGrades)]
    return steps[:place], after
