"""Feedback pages, as ``nbgrader generate_feedback`` makes them, with cached templates."""

import shutil
from functools import cached_property
from pathlib import Path

from nbconvert.exporters import Exporter
from nbgrader.converters import GenerateFeedback
from nbgrader.utils import find_all_files

from autograder.course.folders import replacing
from autograder.course.settings import Course


class Pages:
    """A maker of feedback pages that keeps the exporter and its compiled templates."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._converter = GenerateFeedback(coursedir=course.directory, config=course.config)

    @cached_property
    def _exporter(self) -> Exporter:
        """The exporter of nbgrader for feedback; it opens the gradebook once."""
        make = self._converter.exporter_class
        exporter: Exporter = make(parent=self._converter, config=self._converter.config)  # type: ignore[no-untyped-call]
        for preprocessor in self._converter.preprocessors:
            exporter.register_preprocessor(preprocessor)
        return exporter

    def make(self, student: str, assignment: str) -> Path:
        """Make the pages of a submission, and replace its folder atomically."""
        graded = self._course.folder("autograded", student, assignment)
        target = self._course.folder("feedback", student, assignment)
        with replacing(target, f".writing-{assignment}-") as new:
            # A file that was handed in under the name of a page is not the grader's page.
            source = self._course.source(assignment)
            pages = [f"{notebook.stem}.html" for notebook in source.glob("*.ipynb")]
            left_out = [*self._course.directory.ignore, "*.ipynb", *pages]
            for path in find_all_files(str(graded), left_out):
                to = new / Path(path).relative_to(graded)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, to)
            for notebook in sorted(graded.glob("*.ipynb")):
                page = self._page(notebook, student, assignment)
                (new / f"{notebook.stem}.html").write_text(page, encoding="utf-8")
        self._converter.set_permissions(assignment, student)
        return target

    def _page(self, notebook: Path, student: str, assignment: str) -> str:
        marks = {
            "student": student,
            "assignment": assignment,
            "notebook": notebook.stem,
            "db_url": self._course.directory.db_url,
        }
        resources = {
            "unique_key": notebook.stem,
            "output_files_dir": f"{notebook.stem}_files",
            "nbgrader": marks,
        }
        page, _ = self._exporter.from_filename(str(notebook), resources=resources)
        return str(page)
