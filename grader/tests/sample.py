"""A course of two assignments, handed in and graded by nbgrader itself."""

from copy import deepcopy
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

from tests.throwaway import Score, ThrowawayCourse

FIRST, ASSIGNMENT = "01-counting", "02-spelling"
COURSE = "sample"
FULL = {"spelled": 4, "spelled_once": 3, "tidy": 3}
"""The exercises of `ASSIGNMENT`, and their points."""
SETTINGS = f"""\
import autograder
c = get_config()
c.CourseDirectory.course_id = {COURSE!r}
c.ClearSolutions.code_stub = {{"python": "# YOUR CODE HERE\\nraise NotImplementedError"}}
autograder.configure(c)
"""
_MARKS = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}


def _cell(new, name: str, text: str, **marks) -> NotebookNode:
    marks = {**_MARKS, "grade_id": name, **marks}
    return new(text.strip(), id=name.replace("_", "-"), metadata={"nbgrader": marks})


def _exercise(name: str, solution: str, test: str, hidden: str, points: tuple[int, int]):
    head, _, body = solution.strip().partition("\n")
    answer = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
    hidden = f"# Hidden tests\n### BEGIN HIDDEN TESTS\n{hidden.strip()}\n### END HIDDEN TESTS"
    test_marks = {"grade": True, "locked": True}
    return [
        _cell(new_markdown_cell, f"task-{name}", f"## Exercise: {name}", locked=True),
        _cell(new_code_cell, name, answer, solution=True),
        _cell(new_code_cell, f"test-{name}", test, points=points[0], **test_marks),
        _cell(new_code_cell, f"hidden-{name}", hidden, points=points[1], **test_marks),
    ]


_SPELLED = (
    """
def spelled(letters, length, word):
    if len(word) != length:
        return False
    for letter in word:
        if letter not in letters:
            return False
    return True
""",
    """
from unittest import TestCase

for arguments, want in [
    (("abc", 1, "a"), True),
    (("abc", 2, "b"), False),
    (("abc", 2, "ax"), False),
    (("abc", 0, ""), True),
]:
    got = spelled(*arguments)
    TestCase().assertIs(got, want, f"spelled{arguments} should be {want}; got {got!r}")
""",
    """
def hidden_spelled():
    from itertools import product

    for letters in ["ab", "a", ""]:
        for length in range(4):
            for word in map("".join, product("abx", repeat=length)):
                for wanted in range(4):
                    want = length == wanted and not set(word) - set(letters)
                    assert spelled(letters, wanted, word) is want

hidden_spelled()
""",
    (2, 2),
)
_SPELLED_ONCE = (
    """
def spelled_once(letters, length, word):
    return len(word) == length == len(set(word)) and set(word) <= set(letters)
""",
    """
assert spelled_once("abc", 2, "ab") is True, "all letters differ"
assert spelled_once("abc", 2, "aa") is False, "a occurs twice"
""",
    """
def hidden_spelled_once():
    from itertools import permutations, product

    for letters in ["abc", "a", ""]:
        for wanted in range(4):
            right = set(map("".join, permutations(letters, wanted)))
            for length in range(4):
                for word in map("".join, product("abcx", repeat=length)):
                    assert spelled_once(letters, wanted, word) is (word in right)

hidden_spelled_once()
""",
    (1, 2),
)
_TIDY = (
    """
def tidy(text):
    return text.replace(" ", "").replace(",", "").upper()
""",
    """
assert tidy("r g, b y") == "RGBY", "blanks and commas go, letters become capital letters"
assert tidy("") == "", "the empty text stays empty"
""",
    """
def hidden_tidy():
    for text, want in [("  r   r  ", "RR"), (",,r,,g,,", "RG"), ("1 2, 3", "123"), ("\\t", "\\t")]:
        got = tidy(text)
        assert isinstance(got, str) and got == want

hidden_tidy()
""",
    (1, 2),
)
_COUNT = (
    "def count(word, letter):\n    return word.count(letter)",
    'assert count("banana", "a") == 3, "there are three"',
    'assert count("", "a") == 0',
    (2, 1),
)


def _notebook(title: str, *exercises) -> NotebookNode:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [
        _cell(new_markdown_cell, "title", f"# {title}", locked=True),
        new_code_cell("import random", id="setup"),
        *(cell for cells in exercises for cell in cells),
        _cell(new_markdown_cell, "closing", "That is all.", locked=True),
    ]
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


@cache
def _read(edition: str, assignment: str) -> NotebookNode:
    if edition == "release":
        notebook = read("source", assignment)
        stub = "# YOUR CODE HERE\nraise NotImplementedError"
        notebook, _ = ClearSolutions(code_stub={"python": stub}).preprocess(notebook, {})
        return ClearHiddenTests().preprocess(notebook, {})[0]
    if assignment == FIRST:
        return _notebook("Counting", _exercise("count", *_COUNT))
    return _notebook(
        "Spelling",
        _exercise("spelled", *_SPELLED),
        _exercise("spelled_once", *_SPELLED_ONCE),
        _exercise("tidy", *_TIDY),
    )


def read(edition: str, assignment: str) -> NotebookNode:
    """Make a notebook of the course: its `source` or `release` edition."""
    return deepcopy(_read(edition, assignment))


def _marked(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if "nbgrader" in cell.metadata]


def solutions(assignment: str) -> dict[str, str]:
    """The source's own answers, by grade id."""
    return {
        cell.metadata.nbgrader.grade_id: "\n".join(
            line for line in cell.source.splitlines() if "### " not in line
        )
        for cell in _marked(read("source", assignment))
        if cell.metadata.nbgrader.solution
    }


RIGHT = solutions(ASSIGNMENT)


class Course(ThrowawayCourse):
    """The sample in a folder.

    Parameters
    ----------
    root : Path
        The folder. What it lacks of the course is written there.
    """

    course_id = COURSE

    def __init__(self, root: Path) -> None:
        for assignment in (FIRST, ASSIGNMENT):
            path = root / "source" / assignment / f"{assignment}.ipynb"
            path.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(read("source", assignment), path)
        (root / "nbgrader_config.py").write_text(SETTINGS)
        super().__init__(root)

    def hand_in(self, student: str, assignment: str, answers: dict[str, str]) -> Path:
        """Hand in the release, with `answers` (grade id -> cell text) filled in."""
        notebook = read("release", assignment)
        for cell in _marked(notebook):
            cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
        path = self.root / "submitted" / student / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        return path


def of_exercise(scores: dict[str, Score], name: str) -> Score:
    """Visible and hidden tests of one exercise together."""
    parts = [scores[f"test-{name}"], scores[f"hidden-{name}"]]
    return Score(sum(part.got for part in parts), sum(part.of for part in parts))
