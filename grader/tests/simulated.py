"""A class that hands in through nbgrader's exchange, each student under an account of their own.

It takes root, to act for the students; the accounts are those of the machine.
"""

import os
import pwd
import re
import shutil
import traceback
from pathlib import Path

import nbformat
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeSubmit
from nbgrader.utils import notebook_hash
from traitlets.config import Config

from tests.sample import COURSE, Course


class Classroom:
    """A course, an exchange and homes.

    Parameters
    ----------
    root : Path
        An empty folder, which is opened to everybody.
    released : Course
        A course with a gradebook; it is copied.
    assignment : str
        What is handed in; it is released in the exchange.
    """

    def __init__(self, root: Path, released: Course, assignment: str) -> None:
        self.root, self.assignment = root, assignment
        root.chmod(0o755)
        self.exchange, self.homes = root / "exchange", root / "home"
        self.exchange.mkdir()
        self.exchange.chmod(0o1777)
        self.homes.mkdir()
        self.course = released.copy(root / "course")
        self.course.root.chmod(0o700)
        self.course.configure(f"c.Exchange.root = {str(self.exchange)!r}")
        self.course.nbgrader("release_assignment", assignment)
        self.inbound = self.exchange / COURSE / "inbound"

    def write(self, student: str, answers: dict[str, str]) -> Path:
        """Put a student's notebook into the student's home."""
        account = pwd.getpwnam(student)
        home = self.homes / student
        if not home.exists():
            home.mkdir(mode=0o700)
        notebook = self.course.hand_in(student, self.assignment, answers)
        path = home / self.assignment / notebook.name
        path.parent.mkdir(exist_ok=True)
        notebook.rename(path)
        shutil.rmtree(notebook.parents[1])
        for one in (home, path.parent, path):
            os.chown(one, account.pw_uid, account.pw_gid)
        return path

    def submit(self, student: str) -> None:
        """Hand in by nbgrader's own code, under the student's account."""
        account = pwd.getpwnam(student)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.setgroups([])
                os.setgid(account.pw_gid)
                os.setuid(account.pw_uid)
                os.umask(0o022)
                self._submit(self.homes / student)
                status = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert status == 0, f"{student} could not hand in"

    def _submit(self, home: Path) -> None:
        os.chdir(home)
        config = Config()
        config.Exchange.root, config.Exchange.cache = str(self.exchange), str(home / "cache")
        directory = CourseDirectory(course_id=COURSE, assignment_id=self.assignment, config=config)
        submit = ExchangeSubmit(
            coursedir=directory, authenticator=Authenticator(config=config), config=config
        )
        submit.assignment_dir = str(home)
        submit.log.setLevel("ERROR")
        submit.start()

    def pages(self, student: str) -> list[Path]:
        """Where a student's feedback is going to be, by attempt, the oldest first."""
        return [
            self.exchange / COURSE / "feedback" / f"{notebook_hash(secret=s, notebook_id=n)}.html"
            for folder in sorted((self.homes / student / "cache" / COURSE).iterdir())
            if f"+{self.assignment}+" in folder.name
            for s in [(folder / "submission_secret.txt").read_text()]
            for n in [self.assignment]
        ]

    def points(self, student: str) -> list[str]:
        """What each of the student's pages says about points; empty where there is none."""
        pages = (page.read_text() if page.exists() else "" for page in self.pages(student))
        found = [re.search(r"([\d.]+) of ([\d.]+) points", page) for page in pages]
        return [match[1] if match else "" for match in found]

    def notebook(self, student: str) -> nbformat.NotebookNode:
        """Read what a student has at home."""
        path = self.homes / student / self.assignment / f"{self.assignment}.ipynb"
        notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
        return notebook


def accounts(count: int) -> list[str]:
    """Names of accounts of this machine that are not root."""
    names = [entry.pw_name for entry in pwd.getpwall() if 0 < entry.pw_uid < 65534]
    return names[:count]
