"""The nbgrader course in the current folder: its settings, its folders, who has handed in."""

import logging
from pathlib import Path

from nbgrader.apps.baseapp import NbGrader
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets import Bool, Integer, Unicode
from traitlets.config import Config, LoggingConfigurable

from autograder.diagnosis.bank import Known, open_bank
from autograder.sandbox.conductor import CELL_SECONDS, NOTEBOOK_SECONDS


class GradingError(Exception):
    """An assignment cannot be graded; the message says why."""


class Autograder(LoggingConfigurable):
    """The grader's settings: ``c.Autograder`` in ``nbgrader_config.py``."""

    timeout = Integer(CELL_SECONDS, help="Seconds for one cell.").tag(config=True)
    notebook_timeout = Integer(NOTEBOOK_SECONDS, help="Seconds for a notebook.").tag(config=True)
    unconfined = Bool(
        False, help="Run students' code without confinement, with all rights of whoever grades."
    ).tag(config=True)
    bank = Unicode(
        "", help="Folder of right and wrong answers, to tell students what goes wrong; see docs."
    ).tag(config=True)


class Course:
    """A course, as nbgrader itself finds and configures it.

    Parameters
    ----------
    config : Config, optional
        Its configuration; read from the current folder if it is not given.

    Attributes
    ----------
    config : Config
        The configuration.
    directory : CourseDirectory
        nbgrader's settings of the course's folders.
    converter : Autograde
        nbgrader's settings of how it grades.
    settings : Autograder
        This grader's settings.
    """

    def __init__(self, config: Config | None = None) -> None:
        self.config = configuration() if config is None else config
        self.directory = CourseDirectory(config=self.config)
        self.converter = Autograde(coursedir=self.directory, config=self.config)
        self.settings = Autograder(config=self.config)

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """The folder of a student's work at a step such as ``submitted``."""
        name = getattr(self.directory, f"{step}_directory")
        return Path(self.directory.format_path(name, student, assignment))

    def source(self, assignment: str) -> Path:
        """The folder of an assignment as the instructor wrote it.

        Raises
        ------
        GradingError
            If it is not there.
        """
        folder = self.folder("source", ".", assignment)
        if not folder.is_dir():
            raise GradingError(f"there is no assignment {assignment}: {folder} is missing")
        return folder

    def handed_in(self, assignment: str) -> list[str]:
        """Who has handed in an assignment.

        Raises
        ------
        GradingError
            If there is no such assignment, or nobody has.
        """
        self.source(assignment)
        pattern = self.folder("submitted", "*", assignment)
        root = Path(pattern.anchor)
        found = root.glob(str(pattern.relative_to(root)))
        place = pattern.parts.index("*")
        left_out = self.directory.student_id_exclude.split(",")
        students = {path.parts[place] for path in found if path.is_dir()}
        if not students.difference(left_out):
            raise GradingError(f"nobody has handed in {assignment}")
        return sorted(students.difference(left_out))

    def known(self) -> dict[str, Known]:
        """What the bank knows about each exercise; nothing if there is none."""
        return open_bank(self.settings.bank, self.directory.root, self.settings.log.warning)


def configuration() -> Config:
    """Read nbgrader's configuration as nbgrader does in the current folder."""
    app = NbGrader()
    app.log.setLevel(logging.ERROR)
    app.load_config_file()
    return app.config
