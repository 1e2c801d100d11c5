"""Grade an assignment: submissions in parallel, one writer, and a run that can be resumed."""

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from msgspec.json import Encoder, format
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines, split_lines
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.apps.baseapp import NbGrader
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.execution import ExecuteApart, files, fill, sheet_of
from autograder.ledger import Ledger
from autograder.repair import (
    Remark,
    SourceError,
    check_released,
    read_source,
    rebuild,
    released,
    set_checksums,
)
from autograder.sandbox.sheets import Judged, Sheet
from autograder.submission import Submission, SubmissionError, read
from autograder.workers import Cluster, Threads

_to_json = Encoder(order="sorted").encode


class GradingError(Exception):
    """A run cannot be started; the message says why."""


@dataclass
class Result:
    """What became of one submission.

    Attributes
    ----------
    student : str
        Whose.
    state : {"graded", "done before", "failed"}
        What happened.
    score, of : float or None
        The points, if it was graded now.
    remarks : list of str
        What was unusual; for a failure, why.
    """

    student: str
    state: str
    score: float | None = None
    of: float | None = None
    remarks: list[str] = field(default_factory=list)


@dataclass
class _Job:
    submission: Submission
    notebooks: dict[str, NotebookNode]
    sheets: dict[str, Sheet]
    remarks: list[Remark]


class Course:
    """The nbgrader course in the current folder, as nbgrader itself finds and configures it."""

    def __init__(self) -> None:
        app = NbGrader()
        app.log.setLevel(logging.ERROR)
        app.load_config_file()
        self.config: Config = app.config
        self.directory = CourseDirectory(config=self.config)
        self.settings = ExecuteApart(config=self.config)

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """The folder of a student's work at a step such as ``submitted``."""
        name = getattr(self.directory, f"{step}_directory")
        return Path(self.directory.format_path(name, student, assignment))

    def handed_in(self, assignment: str) -> list[str]:
        """Who has handed in an assignment.

        Raises
        ------
        GradingError
            If there is no such assignment, or nobody has.
        """
        source = self.folder("source", ".", assignment)
        if not source.is_dir():
            raise GradingError(f"there is no assignment {assignment}: {source} is missing")
        pattern = self.folder("submitted", "*", assignment)
        root = Path(pattern.anchor)
        found = root.glob(str(pattern.relative_to(root)))
        place = pattern.parts.index("*")
        students = sorted(path.parts[place] for path in found if path.is_dir())
        if not students:
            raise GradingError(f"nobody has handed in {assignment}")
        return students


class Grading:
    """One assignment of a course, ready to be graded.

    Parameters
    ----------
    course : Course
        The course.
    assignment : str
        The name of the assignment.
    unconfined : bool
        Do without confinement.

    Raises
    ------
    GradingError
        If its source is not there, or not what was released.
    """

    def __init__(self, course: Course, assignment: str, unconfined: bool = False) -> None:
        self._course, self._assignment = course, assignment
        self._source_folder = course.folder("source", ".", assignment)
        self._unconfined = unconfined
        self._limits = course.settings.timeout, course.settings.notebook_timeout
        self._bank = course.settings.known()
        self._gradebook = Gradebook(course.directory.db_url, course.directory.course_id)
        self._ledger = self._open_ledger()
        self._ledger.open_run()
        self._given = files(self._source_folder)
        self._checksums = {name: self._ledger.checksums(name) for name in self._ledger.notebooks}
        self._sources = {name: self._read_source(name) for name in self._ledger.notebooks}
        self._releases = {
            name: released(source, name, course.config) for name, source in self._sources.items()
        }
        self._salt = hashlib.sha256(repr((self._sources, self._given)).encode()).digest()

    def run(
        self, students: Iterable[str], workers: Threads | Cluster, force: bool = False
    ) -> Iterator[Result]:
        """Grade submissions.

        Parameters
        ----------
        students : iterable of str
            Whose.
        workers : Threads or Cluster
            What runs the notebooks.
        force : bool
            Grade again what has been graded.

        Yields
        ------
        Result
            One for each submission, as they are finished.
        """
        waiting = iter(students)
        running: dict[Future, _Job] = {}
        try:
            while True:
                while len(running) < workers.width:
                    job = self._next(waiting, force)
                    if job is None:
                        break
                    if isinstance(job, Result):
                        yield job
                        continue
                    how = self._unconfined, *self._limits
                    running[workers.submit(job.sheets, *how)] = job
                if not running:
                    return
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield self._finish(running.pop(future), partial(workers.result, future))
        finally:
            for future in running:
                future.cancel()
            workers.close()

    def close(self) -> None:
        """Close the gradebook."""
        self._gradebook.close()

    def _open_ledger(self) -> Ledger:
        config = self._course.config
        try:
            return Ledger(self._gradebook, self._assignment, config)
        except MissingEntry:
            pass
        result = NbGraderAPI(config=config).generate_assignment(self._assignment)
        if not result["success"]:
            raise GradingError(f"the assignment cannot be made from its source: {result['error']}")
        self._gradebook.db.rollback()
        return Ledger(self._gradebook, self._assignment, config)

    def _read_source(self, name: str) -> NotebookNode:
        try:
            source = read_source(self._source_folder, name)
            check_released(source, self._assignment, self._checksums[name])
        except SourceError as error:
            raise GradingError(str(error)) from None
        return source

    def _next(self, waiting: Iterator[str], force: bool) -> _Job | Result | None:
        student = next(waiting, None)
        if student is None:
            return None
        folder = self._course.folder("submitted", student, self._assignment)
        try:
            submission = read(folder, student, self._sources, self._salt)
        except SubmissionError as error:
            return Result(student, "failed", remarks=[str(error)])
        except OSError as error:
            return Result(student, "failed", remarks=[f"it cannot be read: {error}"])
        if not force and self._is_done(submission):
            return Result(student, "done before")
        return self._job(submission)

    def _is_done(self, submission: Submission) -> bool:
        graded = self._course.folder("autograded", submission.student, self._assignment)
        return self._ledger.digest(submission.student) == submission.digest and graded.is_dir()

    def _job(self, submission: Submission) -> _Job:
        job = _Job(submission, {}, {}, [])
        for name, notebook in submission.notebooks.items():
            source = self._sources[name]
            rebuilt, remarks = rebuild(source, self._releases[name], notebook)
            set_checksums(rebuilt, self._checksums[name])
            job.notebooks[name] = rebuilt
            job.remarks += remarks
            job.sheets[name] = sheet_of(source, rebuilt, submission.files, self._given, self._bank)
        return job

    def _finish(self, job: _Job, result: Callable[[], dict[str, Judged]]) -> Result:
        student = job.submission.student
        try:
            judged = result()
            remarks = [*job.submission.remarks, *(r.instructor for r in job.remarks)]
            for name, notebook in job.notebooks.items():
                fill(notebook, judged[name], job.remarks, self._bank)
                remarks += judged[name].remarks
            self._write_files(job)
            timestamp = self._course.directory.get_existing_timestamp(
                str(self._course.folder("submitted", student, self._assignment))
            )
            points = self._ledger.write(student, timestamp, job.notebooks, job.submission.digest)
        except (Exception, CancelledError) as error:
            return Result(student, "failed", remarks=[f"{type(error).__name__}: {error}"])
        if self._unconfined:
            remarks.append("The code ran unconfined.")
        return Result(student, "graded", *points, remarks)

    def _write_files(self, job: _Job) -> None:
        """Put the graded notebooks where nbgrader has them, all of them at once."""
        target = self._course.folder("autograded", job.submission.student, self._assignment)
        target.parent.mkdir(parents=True, exist_ok=True)
        # Another grader may be writing another assignment of the same student.
        prefix = f".grading-{self._assignment}-"
        for left in target.parent.glob(f"{prefix}*"):  # by a run that was killed
            shutil.rmtree(left)
        new = Path(tempfile.mkdtemp(prefix=prefix, dir=target.parent))
        try:
            for name, data in {**job.submission.files, **self._given}.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
            for name, notebook in job.notebooks.items():
                (new / f"{name}.ipynb").write_bytes(_laid_out(notebook))
            for path in new.rglob("*"):
                if path.is_file():
                    path.chmod(0o444)
            new.chmod(0o755)
            _swap(new, target)
        finally:
            shutil.rmtree(new, ignore_errors=True)


def _laid_out(notebook: NotebookNode) -> bytes:
    """Write a notebook as `nbformat.write` does, whose indentation takes five times as long."""
    split_lines(notebook)
    try:
        return format(_to_json(notebook), indent=1) + b"\n"
    finally:
        rejoin_lines(notebook)


def _swap(new: Path, target: Path) -> None:
    """Put a folder in the place of another, whose files `new` has afterwards."""
    if target.exists():
        old = new.with_name(f"{new.name}-old")
        os.rename(target, old)
        os.rename(new, target)
        shutil.rmtree(old)
    else:
        os.rename(new, target)
