"""A course for attacks: its exercises, and a class in which everybody tries something else."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.throwaway import ThrowawayCourse

from .small import marked

HONEST = ["an honest one", "the last one"]
LEFT = "LEFT"
"""Stands in an attack for a file outside, which would be there if it had won."""
ROOT = "ROOT"
"""Stands in an attack for the folder of the course."""


class Attack(NamedTuple):
    """What is handed in: other answers, a cell at the end, files; which tests it must not win.

    `change` may change the notebook, or return the bytes that are handed in instead.
    """

    answers: dict[str, str]
    lost: list[str]
    after: str = "pass"
    files: Mapping[str, bytes] = {}
    change: Callable[[NotebookNode], object] = lambda notebook: None


def both(exercise: str) -> list[str]:
    """The tests of an exercise."""
    return [f"test-{exercise}", f"hidden-{exercise}"]


class AttackedCourse(NamedTuple):
    """Exercises, each with an answer, a visible test and a hidden one, and who hands in what."""

    name: str
    given: str
    files: dict[str, bytes]
    answers: dict[str, str]
    visible: dict[str, str]
    hidden: dict[str, str]
    attacks: dict[str, Attack]
    oddities: dict[str, Attack]
    secrets: list[str]
    """What stands in hidden tests only."""
    points: Mapping[str, int] = {}
    """Of tests that have not 1."""
    by_person: frozenset[str] = frozenset()
    """Oddities with a test that is left to a person."""

    def full(self) -> dict[str, int]:
        """All points, by test."""
        tests = [test for exercise in self.answers for test in both(exercise)]
        return {test: self.points.get(test, 1) for test in tests}

    def make(self, root: Path) -> ThrowawayCourse:
        """Make the course, in which everybody has handed in."""
        source = root / "source" / self.name
        source.mkdir(parents=True)
        made = ThrowawayCourse(root)
        nbformat.write(self.source(), source / f"{self.name}.ipynb")
        for name, content in self.files.items():
            (source / name).write_bytes(content)
        made.nbgrader("generate_assignment", self.name)
        # The honest ones are graded first and last.
        for student in [HONEST[0], *self.attacks, *self.oddities, HONEST[1]]:
            work = (self.attacks | self.oddities).get(student, Attack({}, []))
            self.hand_in(root, root / "submitted" / student / self.name, work)
        return made

    def source(self) -> NotebookNode:
        cells = [new_code_cell(self.given, id="given")]
        for name, answer in self.answers.items():
            solution = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
            cells.append(marked(name, solution, solution=True))
            hidden = f"### BEGIN HIDDEN TESTS\n{self.hidden[name]}\n### END HIDDEN TESTS"
            for test, lines in zip(both(name), (self.visible[name], hidden), strict=True):
                points = self.full()[test]
                cells.append(marked(test, lines, grade=True, locked=True, points=points))
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        return new_notebook(cells=cells, metadata={"kernelspec": kernel})

    def hand_in(self, root: Path, folder: Path, work: Attack) -> None:
        notebook = nbformat.read(root / "release" / self.name / f"{self.name}.ipynb", 4)
        notebook.cells.append(new_code_cell(work.after, id="after"))
        for cell in notebook.cells:
            text = (self.answers | work.answers).get(cell.id, cell.source)
            cell.source = text.replace(LEFT, str(left(root))).replace(ROOT, str(root))
        changed = work.change(notebook)
        folder.mkdir(parents=True)
        for name, content in {**self.files, **work.files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        written = changed if isinstance(changed, bytes) else json.dumps(notebook).encode()
        (folder / f"{self.name}.ipynb").write_bytes(written)


def left(root: Path) -> Path:
    """The file outside of a course that no attack may write."""
    return root.parent / "left-by-attack"


def without_bubblewrap(folder: Path, path: str) -> str:
    """A PATH on which bubblewrap is a program that fails."""
    failing = folder / "bwrap"
    folder.mkdir()
    failing.write_text("#!/bin/sh\nexit 1")
    failing.chmod(0o755)
    return os.pathsep.join([str(folder), path])
