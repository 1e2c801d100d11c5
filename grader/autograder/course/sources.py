"""The instructor's notebooks of an assignment, as nbgrader takes them for a release."""

import shutil
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError, ValidationError, reads
from nbgrader.preprocessors import IncludeHeaderFooter, InstantiateTests
from nbgrader.utils import is_grade
from traitlets.config import Config

from autograder.course.settings import Course, GradingError
from autograder.course.submission import LARGEST_FILES, files, read_files
from autograder.sandbox.text import command

Texts = Mapping[str, str]
"""Texts of cells, by grade id."""


class Released(NamedTuple):
    """A cell as it was released, with the hidden tests, and nbgrader's checksum of it."""

    text: str
    checksum: str


def notebooks_of(folder: Path) -> list[str]:
    """List the names of the notebooks at the top of an assignment's folder."""
    return sorted(path.stem for path in folder.glob("*.ipynb"))


def read_source(course: Course, name: str, notebook: str) -> NotebookNode:
    """Read a notebook of an assignment, with the header and the footer that the settings name."""
    path = course.source(name) / f"{notebook}.ipynb"
    if not path.is_file():
        raise GradingError(f"the tests come from {path}, which is not there")
    try:
        source = deepcopy(_read(path.read_text(encoding="utf-8")))
        if IncludeHeaderFooter in GenerateAssignment(config=course.config).preprocessors:
            source, _ = IncludeHeaderFooter(config=course.config).preprocess(source, _resources())
    except SchemaTooOldError:
        raise GradingError(
            f"{path} was made by an older nbgrader; "
            f"run: {command('nbgrader', 'update', course.source(name).parent)}"
        ) from None
    except (OSError, ValueError, SchemaTooNewError, ValidationError) as error:
        raise GradingError(f"{path} cannot be read: {str(error).splitlines()[0]}") from None
    about = source.metadata
    language = about.get("kernelspec", {}).get("language") or about.get("language_info", {}).get(
        "name"
    )
    if language and language.lower() not in ("python", "ipython"):
        raise GradingError(f"{path} is a notebook in {language}; only Python can be graded here")
    return source


@lru_cache(maxsize=32)
def _read(text: str) -> NotebookNode:
    """Read and validate a notebook, cached: that takes longer than to grade one."""
    notebook: NotebookNode = reads(text, as_version=4)
    return notebook


def read_given(course: Course, name: str) -> dict[str, bytes]:
    """Read the files beside the source that nbgrader copies over the submission."""
    not_copied = course.converter.exclude_overwriting.get(name, [])
    paths = files(course.source(name), course.directory.ignore)
    contents, too_large = read_files({n: p for n, p in paths.items() if n not in not_copied})
    if too_large:
        raise GradingError(
            f"the files beside the source of {name} are too large: {', '.join(too_large)}; "
            f"{LARGEST_FILES:,} bytes can be there while a notebook is graded"
        )
    return contents


def written_by_nbgrader(source: NotebookNode, config: Config) -> list[str]:
    """Find the cells whose tests nbgrader writes at the release, from lines with ``AUTOTEST``.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "test-f", "grade": True, "solution": False}
    >>> test = new_code_cell("### AUTOTEST f(3)", metadata={"nbgrader": marks})
    >>> written_by_nbgrader(new_notebook(cells=[test]), Config())
    ['test-f']
    """
    delimiter = InstantiateTests(config=config).autotest_delimiter
    tests = [cell for cell in source.cells if cell.cell_type == "code" and is_grade(cell)]
    return [
        cell.metadata.nbgrader["grade_id"]
        for cell in tests
        if any(
            delimiter in line and line.lstrip().startswith("#") for line in cell.source.splitlines()
        )
    ]


def written_now(course: Course, name: str, source: NotebookNode) -> dict[str, str]:
    """Have nbgrader write the AUTOTEST cells, as it would for a release made now."""
    cells = written_by_nbgrader(source, course.config)
    if not cells:
        return {}
    with tempfile.TemporaryDirectory() as place:
        beside = Path(place) / "notebook"
        shutil.copytree(course.source(name), beside)
        write = InstantiateTests(config=course.config)
        try:
            made, _ = write.preprocess(deepcopy(source), _resources(beside))
        except Exception as error:  # of many kinds, from many places
            why = (str(error).strip().splitlines() or [""])[-1]
            raise GradingError(
                f"nbgrader cannot write the tests (AUTOTEST) of {name}: "
                f"{type(error).__name__}: {why}"
            ) from None
    found = {
        cell.metadata.nbgrader["grade_id"]: cell.source for cell in made.cells if is_grade(cell)
    }
    return {cell: found[cell] for cell in cells}


def with_texts(source: NotebookNode, texts: Texts) -> NotebookNode:
    """Return a notebook with other texts in some of its test cells."""
    if not texts:
        return source
    changed = deepcopy(source)
    for cell in changed.cells:
        if is_grade(cell):
            cell.source = texts.get(cell.metadata.nbgrader["grade_id"], cell.source)
    return changed


def _resources(path: Path | None = None) -> ResourcesDict:
    return ResourcesDict(metadata={"path": str(path)} if path else {})
