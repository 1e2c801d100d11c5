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

from msgspec.json import Encoder, format
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines, split_lines
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from traitlets.utils.importstring import import_item

from autograder.course.folders import add_written, replacing
from autograder.course.settings import GradingError
from autograder.course.submission import Submission, SubmissionError, read
from autograder.gradebook.ledger import Written
from autograder.gradebook.opening import GradebookError, alone_in
from autograder.gradebook.verdicts import beside
from autograder.grading.calibration import solution
from autograder.grading.context import GradingContext, Work
from autograder.grading.nbgrader_steps import ExecuteApart, Record
from autograder.grading.stock import why_it_failed
from autograder.sandbox.jobs import Job
from autograder.sandbox.processes.confinement import ConfinementError
from autograder.workers.pools import Pool
from autograder.workers.tasks import Done, Task

AT_ONCE = 64
"""The submissions that run apart before they run in one process."""
_to_json = Encoder(order="sorted").encode
Step = Callable[[NotebookNode, Any], tuple[NotebookNode, Any]]
"""A preprocessor."""


@dataclass
class Result:
    """The result of grading one submission: "graded", "done before" or "failed"."""

    student: str
    state: str
    score: float | None = None
    of: float | None = None
    remarks: list[str] = field(default_factory=list)
    confinement: str = ""
    """Of the student's code, if it was run now."""
    worker: str = ""
    """The worker of a cluster that ran it; empty for this machine."""
    waits: bool = False
    """Whether a person still has to give points."""
    change: tuple[float, float] | None = None
    """In a dry run, the points that there are, and those that would be."""


@dataclass
class Prepared:
    """A submission that has been read: its rebuilt notebooks and their jobs."""

    submission: Submission
    notebooks: dict[str, NotebookNode]
    jobs: dict[str, Job]
    written: dict[str, bytes] = field(default_factory=dict)


class Grading:
    """A grader of one assignment."""

    def __init__(self, run: GradingContext, assignment: str) -> None:
        self._run, self._name = run, assignment
        self._before, self._after = _steps(run)
        run.course.source(assignment)
        _make_sure_of_writing(run.course.folder("autograded", "*", assignment))
        self._make_sure_of_the_assignment(run.gradebook)
        self._ledger = run.ledger(assignment)
        self._ledger.open_run()
        self._assignment = run.assignment(assignment)
        self.calibration = run.calibration(assignment)
        self.ran_apart: Callable[[], None] = lambda: None
        """Called whenever a submission has run apart."""

    def run(self, students: Iterable[str], workers: Pool, force: bool = False) -> Iterator[Result]:
        """Grade submissions."""
        students = list(students)
        if force:
            self._ledger.forget(students)
        for one in self.run_each(students, workers, force):
            yield one if isinstance(one, Result) else self.finish(*one)

    def run_each(
        self, students: Iterable[str], workers: Pool, force: bool = False
    ) -> Iterator[Result | tuple[Prepared, Future[Done]]]:
        """Run submissions, and write nothing.

        A number of them run apart, and only then in one process: that has the hidden tests in
        reach, so that no run apart of this assignment may go on beside it.
        """
        how = self._run.how(self._name)
        begun = (self.begin(student, force) for student in students)
        try:
            workers.calibrate(self.solution)
            while batch := [*islice(begun, 1)]:
                apart: list[tuple[Prepared, Done]] = []
                more = (
                    one if isinstance(one, Result) else (one, Task(one.jobs, *how, "apart"))
                    for one in chain(batch, islice(begun, AT_ONCE - 1))
                )
                for found in _in_turn(workers, more):
                    if isinstance(found, Result) or found[1].exception():
                        yield found
                    else:
                        apart.append((found[0], found[1].result()))
                        self.ran_apart()
                yield from self._run_together(workers, apart)
        finally:
            workers.close()

    def _run_together(
        self, workers: Pool, apart: list[tuple[Prepared, Done]]
    ) -> Iterator[tuple[Prepared, Future[Done]]]:
        outcomes = {id(prepared): done.outcomes for prepared, done in apart}
        how = self._run.how(self._name)
        tasks = (
            (one, Task(one.jobs, *how, "together", done.passed(one.jobs))) for one, done in apart
        )
        for found in _in_turn(workers, tasks):
            assert not isinstance(found, Result)
            prepared, future = found
            both: Future[Done] = Future()
            if error := future.exception():
                both.set_exception(error)
            else:
                together = future.result()
                both.set_result(together._replace(outcomes=outcomes.pop(id(prepared))))
            yield prepared, both

    @property
    def solution(self) -> Task:
        """The instructor's solution, as workers have to judge it."""
        return solution(self._run.course, self._assignment, self.calibration)

    @property
    def cautions(self) -> list[str]:
        """Remarks for the instructor on how the assignment is judged."""
        return self._assignment.cautions

    @property
    def left_to_a_person(self) -> dict[str, str]:
        """Tests that a person judges for everybody, and why."""
        return self._assignment.left_to_a_person

    @property
    def notebooks(self) -> list[str]:
        """The names of the assignment's notebooks."""
        return self._ledger.notebooks

    def close(self) -> None:
        """Close the gradebook."""
        self._run.gradebook.close()

    def _make_sure_of_the_assignment(self, gradebook: Gradebook) -> None:
        if _knows(gradebook, self._name):
            return
        with alone_in(self._run.course.root):
            if not _knows(gradebook, self._name):  # another command may have made it meanwhile
                made = NbGraderAPI(config=self._run.config).generate_assignment(self._name)
                if not made["success"]:
                    why = why_it_failed(f"{made['error']}\n{made.get('log', '')}")
                    raise GradingError(f"the assignment cannot be made from its source: {why}")

    def begin(self, student: str, force: bool = False) -> Prepared | Result:
        """Read a submission; return a result at once if it need not run, or cannot."""
        try:
            submission = self._read(student)
            if not force and self._is_done(submission):
                return Result(student, "done before")
            return self._prepare(submission)
        except GradebookError:
            raise
        except SubmissionError as error:
            return Result(student, "failed", remarks=[str(error)])
        except OSError as error:
            return Result(student, "failed", remarks=[f"it cannot be read: {error}"])
        except Exception as error:  # one submission must not stop the others
            return Result(student, "failed", remarks=[f"{type(error).__name__}: {error}"])

    def _read(self, student: str) -> Submission:
        course, assignment = self._run.course, self._assignment
        folder = course.folder("submitted", student, self._name)
        ignore = course.directory.ignore
        return read(folder, student, assignment.sources, ignore, self._run.salt(self._name))

    def _is_done(self, submission: Submission) -> bool:
        return self._run.is_done(submission.student, self._name, submission.digest)

    def _prepare(self, submission: Submission) -> Prepared:
        prepared = Prepared(submission, {}, {})
        for name, notebook in submission.notebooks.items():
            rebuilt = self._take(self._before, submission.student, name, notebook)
            prepared.notebooks[name] = rebuilt
            prepared.jobs[name] = self._assignment.job(name, rebuilt, submission.files)
        return prepared

    def _take(
        self, steps: list[Step], student: str, name: str, notebook: NotebookNode
    ) -> NotebookNode:
        """Run preprocessors on a notebook, with nbgrader's resources."""
        resources = {
            "unique_key": name,
            "output_files_dir": f"{name}_files",
            "metadata": {"name": name},
            "nbgrader": {
                "student": student,
                "assignment": self._name,
                "notebook": name,
                "db_url": self._run.course.directory.db_url,
            },
        }
        for step in steps:
            notebook, resources = step(notebook, resources)
        return notebook

    def finish(self, prepared: Prepared, future: Future[Done]) -> Result:
        """Write the files and grades of a submission that was run."""
        student = prepared.submission.student
        remarks = list(prepared.submission.remarks)
        try:
            done = future.result()
            outcomes = done.judged(prepared.jobs)
            for name, notebook in prepared.notebooks.items():
                found = self._run.remarks.pop(Work(student, self._name, name))
                unusual = self._assignment.fill(name, notebook, outcomes[name], found)
                prepared.written |= outcomes[name].files
                notebook.metadata["graded"]["digest"] = prepared.submission.digest
                files = beside(prepared.jobs[name], self._assignment.given)
                notebook.metadata["graded"]["beside"] = files
                prepared.notebooks[name] = self._take(self._after, student, name, notebook)
                remarks += [*(remark.instructor for remark in found), *unusual]
            if not self._ledger.dry:
                self._run.patience(partial(self._write_files, prepared))
            digest = prepared.submission.digest
            written = self._write_grades(student, "submitted", prepared.notebooks, digest)
        except (Pool.Lost, ConfinementError, GradebookError):
            raise
        except Pool.NotRun as error:
            return Result(student, "failed", remarks=[str(error)])
        except (Exception, CancelledError) as error:
            return Result(student, "failed", remarks=[f"{type(error).__name__}: {error}"])
        if self._run.course.settings.unconfined:
            remarks.append("The code ran unconfined.")
        got, of, waits, more, change = written
        remarks += more
        return Result(student, "graded", got, of, remarks, done.wall, done.worker, waits, change)

    def _write_grades(
        self, student: str, step: str, notebooks: dict[str, NotebookNode], digest: str
    ) -> Written:
        folder = self._run.course.folder(step, student, self._name)
        timestamp = self._run.course.directory.get_existing_timestamp(str(folder))
        judged = {name: notebooks.get(name) for name in self.notebooks}
        return self._ledger.write(student, timestamp, judged, digest)

    def _write_files(self, prepared: Prepared) -> None:
        """Write the graded notebooks and files to nbgrader's folder, atomically."""
        course, student = self._run.course, prepared.submission.student
        target = course.folder("autograded", student, self._name)
        # Another grader may be writing another assignment of the same student.
        with replacing(target, f".grading-{self._name}-") as new:
            for name, path in prepared.submission.paths.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, new / name)
            graded = {f"{name}.ipynb": _laid_out(nb) for name, nb in prepared.notebooks.items()}
            for name, data in {**self._assignment.given, **graded}.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
            add_written(new, prepared.written, self._assignment.given)
        course.converter.set_permissions(self._name, student)


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


def _make_sure_of_writing(pattern: Path) -> None:
    """Refuse a folder to which no graded notebook could be written."""
    folder = Path(*pattern.parts[: pattern.parts.index("*")])
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise GradingError(f"{folder} may not be written to")


def _steps(run: GradingContext) -> tuple[list[Step], list[Step]]:
    """Make the preprocessors of the settings: those before students' code runs, and those after."""
    converter = run.course.converter
    kinds = [*converter.sanitize_preprocessors, *converter.autograde_preprocessors]
    steps = [_made(kind, run) for kind in kinds]
    place = [isinstance(step, ExecuteApart) for step in steps].index(True)
    # The grades of all notebooks of a submission are written together.
    after = [step for step in steps[place + 1 :] if not isinstance(step, Record)]
    return steps[:place], after


def _made(kind: Any, run: GradingContext) -> Step:
    """Make a preprocessor from a name, class or instance, as nbconvert does."""
    kind = import_item(kind) if isinstance(kind, str) else kind
    step: Step = kind(parent=run) if isinstance(kind, type) else kind
    return step


def _laid_out(notebook: NotebookNode) -> bytes:
    """Serialize a notebook as `nbformat.write` does, but five times as fast."""
    split_lines(notebook)
    try:
        return format(_to_json(notebook), indent=1) + b"\n"
    finally:
        rejoin_lines(notebook)
