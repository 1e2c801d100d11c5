"""A throwaway course for trials, demonstrations and tests."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple, Self

from nbgrader.api import Gradebook

SETTINGS = "c = get_config()\nimport autograder\nautograder.configure(c)\n"


class Score(NamedTuple):
    """The points of one test cell, or the sum over several."""

    got: float
    of: float


class ThrowawayCourse:
    """An nbgrader course in a folder of its own, driven by nbgrader's own commands."""

    course_id = "default_course"
    """The name that the settings give the course."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._grades = ""
        if not (root / "nbgrader_config.py").exists():
            (root / "nbgrader_config.py").write_text(SETTINGS)

    def copy(self, root: Path) -> Self:
        """Copy the whole course: settings, gradebook and submissions."""
        shutil.copytree(self.root, root, symlinks=True, dirs_exist_ok=True)
        copied = copy(self)
        copied.root = root
        return copied

    def configure(self, settings: str) -> None:
        """Add lines to nbgrader's settings."""
        with (self.root / "nbgrader_config.py").open("a") as config:
            config.write(f"\n{settings}\n")

    def keep_grades(self, url: str) -> None:
        """Use another database as the gradebook."""
        self.configure(f"c.CourseDirectory.db_url = {url!r}")
        self._grades = url

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of an nbgrader command."""
        return [sys.executable, "-m", "nbgrader", *arguments]

    @property
    def environment(self) -> dict[str, str]:
        """The environment with nbgrader's own commands (alembic) on the path."""
        folder = str(Path(sys.executable).parent)
        return {**os.environ, "PATH": os.pathsep.join([folder, os.environ["PATH"]])}

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command in the course, with its output captured."""
        return subprocess.Popen(
            command,
            cwd=self.root,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A shell has its background processes ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def grader(self, *arguments: str) -> subprocess.Popen[str]:
        """Start ``python -m autograder grade``."""
        return self.start(sys.executable, "-m", "autograder", "grade", *arguments)

    def nbgrader(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run nbgrader in the course; on failure raise an error with its output."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if check and done.returncode:
            raise RuntimeError(f"nbgrader {' '.join(arguments)} failed:\n{done.stdout}")
        return done

    @contextmanager
    def gradebook(self) -> Iterator[Gradebook]:
        """Open the gradebook."""
        url = self._grades or f"sqlite:///{self.root / 'gradebook.db'}"
        with Gradebook(url, self.course_id) as gradebook:
            yield gradebook

    def scores(self, assignment: str) -> dict[str, dict[str, Score]]:
        """Read the scores of an assignment, by student and by grade id of the test cell."""
        with self.gradebook() as gradebook:
            return {
                submission.student.id: {
                    grade.name: Score(grade.score, grade.max_score)
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                }
                for submission in gradebook.assignment_submissions(assignment)
            }


def made_once(make: Callable[[Path], Any], folder: Path) -> Any:
    """Return what is made in a folder, by this process or by another one of the same run."""
    ready = folder.with_name(f"{folder.name}-ready")
    try:
        folder.mkdir()
    except FileExistsError:
        while not ready.exists():
            time.sleep(0.1)
        return pickle.loads(ready.read_bytes())
    written = folder.with_name(f"{folder.name}-written")
    try:
        made = make(folder)
    except BaseException:
        ready.touch()  # an empty one fails those who wait
        raise
    written.write_bytes(pickle.dumps(made))
    written.replace(ready)
    return made
