"""The instructor's notebooks of an assignment, and the decisions in `autograder.toml`."""

import re
import shutil
import tempfile
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, convert
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError, ValidationError, reads
from nbgrader.preprocessors import IncludeHeaderFooter, InstantiateTests
from nbgrader.utils import is_grade

from autograder.grader.course.settings import Course, GradingError
from autograder.grader.course.submission import LARGEST_FILES, FileTree, read_files
from autograder.runner.text import command

DECISIONS = "autograder.toml"
# What version 0.1 noted there, and grading finds out by itself now.
OLD = {"checked", "together", "whole", "differs", "shared", "seen", "examples"}


class _Decisions(Struct, forbid_unknown_fields=True):
    person: list[str] = []  # the tests that a person judges for everybody


class Released(NamedTuple):
    """A cell as it was released, with the hidden tests, and nbgrader's checksum of it."""

    text: str
    checksum: str


def read_decisions(root: Path) -> tuple[dict[str, list[str]], list[str]]:
    """Read the tests that a person judges, by assignment, and remarks on obsolete entries."""
    path = root / DECISIONS
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        old = sorted({entry for table in found.values() for entry in table.keys() & OLD})
        kept = {n: {k: v for k, v in table.items() if k not in OLD} for n, table in found.items()}
        decided = convert(kept, dict[str, _Decisions])
    except FileNotFoundError:
        return {}, []
    except (ValueError, AttributeError) as error:
        raise GradingError(
            f"{path}: {error}; the only entry allowed in an assignment's table is "
            "person = [GRADE_ID, ...]"
        ) from None
    why = (
        f"{DECISIONS}: {', '.join(old)} can be removed, because the grader now detects this itself"
    )
    return {name: table.person for name, table in decided.items()}, [why] if old else []


def notebooks_of(folder: Path) -> list[str]:
    """List the names of the notebooks at the top of an assignment's folder."""
    return sorted(path.stem for path in folder.glob("*.ipynb"))


def read_source(course: Course, name: str, notebook: str) -> NotebookNode:
    """Read a notebook of an assignment, with the header and the footer that the settings name."""
    path = course.source(name) / f"{notebook}.ipynb"
    if not path.is_file():
        raise GradingError(f"{path} is missing; the tests are taken from that file")
    try:
        source = deepcopy(_read(path.read_text(encoding="utf-8")))
        if IncludeHeaderFooter in GenerateAssignment(config=course.config).preprocessors:
            about = ResourcesDict(metadata={})
            source, _ = IncludeHeaderFooter(config=course.config).preprocess(source, about)
    except SchemaTooOldError:
        raise GradingError(
            f"{path} was created by an older version of nbgrader; "
            f"run: {command('nbgrader', 'update', course.source(name).parent)}"
        ) from None
    except (OSError, ValueError, SchemaTooNewError, ValidationError) as error:
        raise GradingError(f"{path} cannot be read: {str(error).splitlines()[0]}") from None
    kernel, info = (source.metadata.get(key, {}) for key in ("kernelspec", "language_info"))
    language = kernel.get("language") or info.get("name")
    if language and language.lower() not in ("python", "ipython"):
        raise GradingError(f"{path} is a {language} notebook; this grader supports only Python")
    return source


@lru_cache(maxsize=32)
def _read(text: str) -> NotebookNode:
    """Read and validate a notebook, cached: that takes longer than to grade one."""
    notebook: NotebookNode = reads(text, as_version=4)
    return notebook


def read_given(course: Course, name: str) -> dict[str, bytes]:
    """Read the files beside the source that nbgrader copies over the submission."""
    not_copied = course.converter.exclude_overwriting.get(name, [])
    paths = FileTree(course.source(name), course.directory.ignore).beside
    contents, too_large = read_files({n: p for n, p in paths.items() if n not in not_copied})
    if too_large:
        raise GradingError(
            f"the files next to the source of {name} are too large: {', '.join(too_large)}; "
            f"the limit is {LARGEST_FILES:,} bytes"
        )
    return contents


def tests_by_nbgrader(
    course: Course, name: str, source: NotebookNode, released: Mapping[str, Released] | None
) -> NotebookNode:
    """Return a notebook with the tests that nbgrader writes, from lines with ``AUTOTEST``.

    They are those that were released, or else written as for a release made now.
    """
    delimiter = re.escape(InstantiateTests(config=course.config).autotest_delimiter)
    wanted = [
        place
        for place, cell in enumerate(source.cells)
        if cell.cell_type == "code" and is_grade(cell)
        if re.search(rf"^[ \t]*(?=#).*{delimiter}", cell.source, re.MULTILINE)
    ]
    if not wanted:
        return source
    changed = deepcopy(source)
    made = changed if released is not None else _written_now(course, name, source)
    for place in wanted:
        cell = changed.cells[place]
        was = (released or {}).get(cell.metadata.nbgrader["grade_id"])
        cell.source = was.text if was else made.cells[place].source
    return changed


def _written_now(course: Course, name: str, source: NotebookNode) -> NotebookNode:
    write = InstantiateTests(config=course.config)
    with tempfile.TemporaryDirectory() as place:
        beside = Path(place) / "notebook"
        shutil.copytree(course.source(name), beside)
        about = ResourcesDict(metadata={"path": str(beside)})
        try:
            made: NotebookNode = write.preprocess(deepcopy(source), about)[0]
        except Exception as error:  # of many kinds, from many places
            why = (str(error).strip().splitlines() or [""])[-1]
            raise GradingError(
                f"nbgrader cannot write the tests (AUTOTEST) of {name}: "
                f"{type(error).__name__}: {why}"
            ) from None
        return made
