"""The judgment of stock nbgrader: its own kernel runs the solution, and its own rule scores it."""

import os
import shutil
import tempfile
from copy import deepcopy
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, NamedTuple

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import CheckCellMetadata, ClearOutput, Execute
from nbgrader.utils import determine_grade

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import grade_id, is_test
from autograder.grader.course.configuring import limit_of_nbgrader
from autograder.grader.course.settings import Course, GradingError
from autograder.runner.conductor import CELL_SECONDS
from autograder.runner.text import one_line


class Points(NamedTuple):
    """The result of a test: its points (None if a person gives them), and its error message."""

    got: float | None
    of: float
    failed: bool  # whether it raised an error, the only result of a cell without points
    says: str

    @property
    def passes(self) -> bool:
        """Whether nbgrader passes it; text on stderr costs nothing here."""
        if self.failed or self.got is None:
            return False
        return self.got > 0 or not self.of or bool(self.says)


class Scored(NamedTuple):
    """The results of an executed notebook."""

    tests: dict[str, Points]
    errors: dict[int, str]  # of other cells that raised an error or ran no command, by index


def judged_by_kernel(course: Course, assignment: Assignment) -> dict[str, Scored]:
    """Have nbgrader's kernel run the solution of an assignment, in a copy of the course."""
    with tempfile.TemporaryDirectory(prefix="autograder-stock-") as place:
        folder = _copy_course(course, assignment.name, Path(place))
        found = {}
        for name, source in sorted(assignment.sources.items()):
            try:
                ran = _run(course, folder, name, source)
            except Exception as error:  # of many kinds, from nbclient and nbgrader
                why = one_line(" ".join(str(error).split()) or type(error).__name__, 200)
                raise GradingError(
                    f"nbgrader itself cannot grade the solution to {assignment.name}: {why}"
                ) from None
            nbformat.write(ran, folder / f"{name}.ipynb")  # the next one may run or read it
            found[name] = scored(ran)
        return found


def _copy_course(course: Course, name: str, root: Path) -> Path:
    """Make a folder with an assignment's files, in a course of which all else is linked."""
    steps = ("source", "release", "submitted", "autograded", "feedback", "solution")
    own = {_inside(course, course.folder(step, "*", "*")).parts[0] for step in steps}
    folder = root / _inside(course, course.folder("autograded", "solution", name))
    source = course.source(name)
    shutil.copytree(source, root / _inside(course, source))
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.ipynb"))
    own.update(path.name for path in root.iterdir())  # in any directory_structure
    for path in course.root.iterdir():
        if path.name not in own and not path.name.startswith(("gradebook", "nbgrader_config")):
            (root / path.name).symlink_to(path)
    return folder


def _inside(course: Course, folder: Path) -> Path:
    """Return the path of a folder in a copy of the course, even of one outside of the course."""
    return Path(os.path.relpath(folder, course.root).replace("..", "outside"))


class _Kernel(Execute):
    """nbgrader's step that runs a notebook; what its kernel says is read only if it dies."""

    def start_new_kernel(self, **options: Any) -> None:
        env = os.environ | {"NBGRADER_EXECUTION": "autograde"}
        super().start_new_kernel(env=env, stdout=DEVNULL, stderr=self._said, **options)

    def preprocess(self, *given: Any) -> tuple[NotebookNode, Any]:
        with tempfile.TemporaryFile("w+", errors="replace") as self._said:
            try:
                return super().preprocess(*given)
            except RuntimeError as error:
                self._said.seek(0)
                last = self._said.read().strip().splitlines()[-1:]
                raise RuntimeError(": ".join([str(error), *last])) from None


def _run(course: Course, folder: Path, name: str, source: NotebookNode) -> NotebookNode:
    about = ResourcesDict(metadata={"name": name, "path": str(folder)})
    config = deepcopy(course.config)
    if limit := limit_of_nbgrader(config):  # a tight limit is for hand-ins
        config.Execute.timeout = max(limit, CELL_SECONDS)
    config.Execute.iopub_timeout = CELL_SECONDS  # nbgrader's 4 seconds fail on a busy machine
    made, _ = CheckCellMetadata(config=config).preprocess(nbformat.from_dict(source), about)
    made, _ = ClearOutput(config=config).preprocess(made, about)
    kernel: Execute = _Kernel(config=config)  # type: ignore[no-untyped-call]  # nbgrader's
    nbformat.write(made, folder / f"{name}.ipynb")
    ran, _ = kernel.preprocess(made, about)
    return ran


def scored(notebook: NotebookNode) -> Scored:
    """Read the points and errors of an executed notebook."""
    found = Scored({}, {})
    for place, cell in enumerate(notebook.cells):
        if is_test(cell):
            found.tests[grade_id(cell)] = _points(cell)
        elif cell.cell_type == "code" and (error := _first(cell, "error")):
            found.errors[place] = error
    return found


def _points(cell: NotebookNode) -> Points:
    error = _first(cell, "error")
    try:
        got, of = determine_grade(cell)
    except ValueError as refused:  # more points than there are: nbgrader stops
        of = float(cell.metadata.nbgrader["points"])
        return Points(0, of, True, f"nbgrader stops: {refused}")
    return Points(got, of, bool(error), error or _first(cell, "stderr"))


def _first(cell: NotebookNode, kind: str) -> str:
    """Return the first line of a cell's error, or of its text on stderr; empty if it has none."""
    for output in cell.outputs:
        if kind in (output.output_type, output.get("name")):
            said = output.get("text") or f"{output.get('ename')}: {output.get('evalue')}"
            return one_line((said.strip().splitlines() or [""])[0], 200)
    return ""
