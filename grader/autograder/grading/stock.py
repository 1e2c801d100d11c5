"""Running of notebooks as in stock nbgrader: in a kernel, all in one process, unconfined.

Only for the instructor's own notebooks, or in bubblewrap.
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from jupyter_client.kernelspec import NoSuchKernel
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade

from autograder.assignment.schedule import tests_of
from autograder.course.settings import Course

IOPUB_SECONDS = 60
"""The timeout; nbclient's default of 4 seconds ends whole notebooks on a busy machine."""
_QUIET = ["--IPKernelApp.log_level=40"]  # it warns of TCP for every kernel
_TIMEIT = re.compile(r"^(\s*(?:\w+\s*=\s*)?%%?timeit)\b((?:\s+-[nr]\s*\d+)*)", re.MULTILINE)


class NotRunError(Exception):
    """A kernel could not run the notebook to its end; the message says why."""


class Points(NamedTuple):
    """The result of a test cell.

    Attributes
    ----------
    got : float or None
        The points; None if a person has to give them.
    failed : bool
        True if it raised an error, the only result of a cell without points.
    says : str
        The error message; empty if there is none.
    """

    got: float | None
    failed: bool
    says: str


class Scored(NamedTuple):
    """The results of an executed notebook.

    Attributes
    ----------
    tests : dict of str to tuple of float and Points
        The maximum and the result of each test cell, by grade id.
    errors : dict of int to str
        The messages of other cells that raised an error or ran no command, by index.
    """

    tests: dict[str, tuple[float, Points]]
    errors: dict[int, str]


def run_stock(course: Course, name: str, notebook: NotebookNode) -> Scored:
    """Run a notebook in a kernel, as nbgrader does, with the files beside its source.

    Parameters
    ----------
    course : Course
        The course, for its settings.
    name : str
        The assignment.
    notebook : NotebookNode
        The notebook; it is changed.

    Returns
    -------
    Scored
        The results.

    Raises
    ------
    NotRunError
        If there is no such kernel, or it did not answer or died, twice.
    """
    try:
        return scored(_run(course, name, notebook))
    except NotRunError:
        return scored(_run(course, name, notebook))  # a busy machine may have been the reason


def _run(course: Course, name: str, notebook: NotebookNode) -> NotebookNode:
    with tempfile.TemporaryDirectory() as place:
        beside = Path(place) / "notebook"
        shutil.copytree(course.source(name), beside)
        resources = ResourcesDict(metadata={"path": str(beside)})
        run = Execute(config=course.config, extra_arguments=_QUIET, iopub_timeout=IOPUB_SECONDS)
        try:
            return run.preprocess(notebook, resources)[0]
        # A kernel that dies, is too slow (also `CellTimeoutError`), or does not exist.
        except (NoSuchKernel, RuntimeError, TimeoutError, OSError) as error:
            why = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise NotRunError(why) from None


def with_timeit_bounded(text: str) -> str:
    r"""Limit ``%timeit`` to a single run, which changes no result.

    Examples
    --------
    >>> with_timeit_bounded("t = %timeit -o -n 100 f()\n%%timeit -n 5 -r 7\nf()")
    't = %timeit -n1 -r1 -o f()\n%%timeit -n1 -r1\nf()'
    """
    if "timeit" not in text:
        return text
    lines = []
    for line in text.split("\n"):
        if _TIMEIT.match(line):
            line = re.sub(r"\s-[nr]\s*\d+", "", line)
            line = _TIMEIT.sub(r"\1 -n1 -r1", line)
        lines.append(line)
    return "\n".join(lines)


def scored(notebook: NotebookNode) -> Scored:
    """Read the points and errors of an executed notebook."""
    found = {}
    for place, cell in tests_of(notebook):
        outputs = notebook.cells[place].outputs
        failed = any(output.output_type == "error" for output in outputs)
        try:
            got, of = determine_grade(notebook.cells[place])
            found[cell] = of, Points(got, failed, _said(outputs))
        except ValueError as error:  # more points than there are: nbgrader stops
            of = float(notebook.cells[place].metadata.nbgrader["points"])
            found[cell] = of, Points(0, True, f"nbgrader stops: {error}")
    tests = {place for place, _ in tests_of(notebook)}
    errors = {
        place: said
        for place, cell in enumerate(notebook.cells)
        if cell.cell_type == "code" and place not in tests and (said := _stopped(cell.outputs))
    }
    return Scored(found, errors)


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
