"""Grading with stock nbgrader, in a copy of the course and without this grader.

It judges the instructor's own solution as the kernel does.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade
from traitlets.config import Config
from traitlets.config.loader import DeferredConfigString

from autograder.assignment.pipeline import Assignment
from autograder.assignment.schedule import tests_of
from autograder.course.configuring import EXCHANGE
from autograder.course.options import limit_of_nbgrader
from autograder.course.settings import Course, GradingError
from autograder.sandbox.conductor import CELL_SECONDS
from autograder.sandbox.text import one_line

SOLUTION = "solution"
"""The student who hands in the solution."""
_OURS = {
    "Autograde": ["exporter_class", "sanitize_preprocessors", "autograde_preprocessors"],
    "GenerateFeedback": ["exporter_class", "preprocessors"],
    "ExchangeFactory": [*EXCHANGE],
    "Execute": ["enabled"],
    "ClearOutput": ["enabled"],
}
"""The settings that `autograder.configure` makes, and those that it ignores (--no-execute)."""
_GRADE = """
import json, sys
from nbgrader.api import Base
from nbgrader.apps import NbGraderAPI
from sqlalchemy import create_engine
from traitlets.config import Config
from traitlets.config.loader import DeferredConfigString
settings, name, student = sys.argv[1:]
def typed(found):
    return DeferredConfigString(found["typed"]) if [*found] == ["typed"] else found
api = NbGraderAPI(config=Config(json.loads(settings, object_hook=typed)))
# With tables in it nbgrader does not start alembic, which takes as long as a notebook.
Base.metadata.create_all(create_engine(api.coursedir.db_url))
made = api.generate_assignment(name, force=True, create=True)
done = api.autograde(name, student, force=True, create=True) if made["success"] else made
said = "" if done["success"] else f"{done.get('log') or ''}\\n{done.get('error') or ''}"
print(json.dumps({"made": made["success"], "said": said}))
"""


class Points(NamedTuple):
    """The result of a test cell: points (None if a person gives them), and its error message."""

    got: float | None
    failed: bool
    """Whether it raised an error, the only result of a cell without points."""
    says: str


class Scored(NamedTuple):
    """The results of an executed notebook."""

    tests: dict[str, tuple[float, Points]]
    """The maximum and the result of each test cell, by grade id."""
    errors: dict[int, str]
    """The messages of other cells that raised an error or ran no command, by index."""


def judged_by_kernel(course: Course, assignment: Assignment) -> dict[str, Scored]:
    """Have nbgrader grade the solution of an assignment in its own kernel."""
    with tempfile.TemporaryDirectory(prefix="autograder-stock-") as place:
        root = Path(place)
        _copy_course(course, assignment.name, root)
        handed_in = root / course.folder("submitted", SOLUTION, assignment.name).relative_to(
            course.root
        )
        shutil.copytree(course.source(assignment.name), handed_in)
        for name, source in assignment.sources.items():
            nbformat.write(source, handed_in / f"{name}.ipynb")
        why = _grade_solution(course, assignment.name, root)
        found = {}
        for name in assignment.sources:
            path = graded(course, assignment.name, SOLUTION, root) / f"{name}.ipynb"
            if not path.is_file():
                raise GradingError(
                    f"nbgrader itself cannot grade the solution of {assignment.name}: {why}"
                )
            found[name] = scored(nbformat.read(path, as_version=4))
        return found


def _copy_course(course: Course, name: str, root: Path) -> None:
    """Copy an assignment's source into a new folder; all else of the course is linked there.

    The folders of nbgrader's steps, with what students handed in, are left out.
    """
    source = course.source(name).relative_to(course.root)
    steps = ("source", "release", "submitted", "autograded", "feedback", "solution")
    own = {course.folder(step, "*", "*").relative_to(course.root).parts[0] for step in steps}
    for path in course.root.iterdir():
        if path.name not in own and not path.name.startswith(("gradebook", "nbgrader_config")):
            (root / path.name).symlink_to(path)
    shutil.copytree(course.root / source, root / source)
    for part, path in _header_and_footer(course):
        copy = root / f"{part}.ipynb"
        copy.unlink(missing_ok=True)  # a link to the file itself
        shutil.copy(path, copy)


def _grade_solution(course: Course, name: str, root: Path) -> str:
    """Grade the solution in a copy of the course; return why it could not be, in one line."""
    settings = _stock_settings(course, root)
    if (limit_of_nbgrader(course.config) or CELL_SECONDS) < CELL_SECONDS:
        # A tight limit is for hand-ins.
        settings.setdefault("Execute", {})["timeout"] = CELL_SECONDS
    command = [sys.executable, "-c", _GRADE, json.dumps(settings), name, SOLUTION]
    # nbgrader starts alembic by its name.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=root,
        env=os.environ | {"PATH": path},
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
    )
    try:
        told = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        raise GradingError(f"stock nbgrader cannot be run: {why_it_failed(done.stderr)}") from None
    why = why_it_failed(told["said"]) if told["said"] else ""
    if not told["made"]:
        raise GradingError(f"stock nbgrader cannot make the assignment: {why}")
    return why


def graded(course: Course, name: str, student: str, root: Path) -> Path:
    """Return the folder of graded work in a copy of the course."""
    return root / course.folder("autograded", student, name).relative_to(course.root)


def why_it_failed(said: str) -> str:
    r"""Return the line of nbgrader's log that names the error, not the last, which does not.

    Examples
    --------
    >>> why_it_failed("  open(x)\nValueError: no header\n[ERROR] Please see the above")
    'ValueError: no header'
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.partition(":")[0].endswith(("Error", "Exception"))]
    return one_line((errors or lines or ["no reason given"])[-1])


def scored(notebook: NotebookNode) -> Scored:
    """Read the points and errors of an executed notebook."""
    found = {}
    tests = tests_of(notebook)
    for place, cell in tests:
        outputs = notebook.cells[place].outputs
        failed = any(output.output_type == "error" for output in outputs)
        try:
            got, of = determine_grade(notebook.cells[place])
            found[cell] = of, Points(got, failed, _said(outputs))
        except ValueError as error:  # more points than there are: nbgrader stops
            of = float(notebook.cells[place].metadata.nbgrader["points"])
            found[cell] = of, Points(0, True, f"nbgrader stops: {error}")
    places = {place for place, _ in tests}
    errors = {
        place: said
        for place, cell in enumerate(notebook.cells)
        if cell.cell_type == "code" and place not in places and (said := _stopped(cell.outputs))
    }
    return Scored(found, errors)


def _header_and_footer(course: Course) -> Iterator[tuple[str, Path]]:
    for part in ("header", "footer"):
        if name := course.config.IncludeHeaderFooter.get(part):
            yield part, course.root / name


def _stock_settings(course: Course, root: Path) -> dict[str, Any]:
    """Return the settings of a copy, without this grader's, and those that JSON cannot hold.

    The copy has a gradebook of its own.
    """
    config = deepcopy(course.config)
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    for part, _ in _header_and_footer(course):
        config.IncludeHeaderFooter[part] = str(root / f"{part}.ipynb")
    return {section: kept for section, kept in _plain(config) if kept and section != "Autograder"}


def _plain(config: Config) -> Iterator[tuple[str, dict[str, Any]]]:
    for section, values in config.items():
        left_out = _OURS.get(section, [])
        kept = {k: v for k, v in values.items() if k not in left_out and _is_plain(v)}
        # What was typed on the command line has no type until an object takes it.
        typed = {k: {"typed": v} for k, v in kept.items() if isinstance(v, DeferredConfigString)}
        yield section, kept | typed


def _is_plain(value: object) -> bool:
    try:
        return bool(json.dumps(value))
    except (TypeError, ValueError):
        return False


def _said(outputs: list[NotebookNode]) -> str:
    """Return in one line why a cell fails."""
    for output in outputs:
        if output.output_type == "error":
            return _line(f"{output.ename}: {output.evalue}")
        if output.output_type == "stream" and output.name == "stderr":
            return _line(output.text)
    return ""


def _stopped(outputs: list[NotebookNode]) -> str:
    """Return in one line the error of a cell that is not a test, or the command it did not run."""
    for output in outputs:
        if output.output_type == "error":
            return _line(f"{output.ename}: {output.evalue}")
        if output.output_type == "stream" and "[not run while a notebook is graded" in output.text:
            return _line(output.text[output.text.index("[not run") :])
    return ""


def _line(text: str) -> str:
    return (text.strip().splitlines() or [""])[0][:200]
