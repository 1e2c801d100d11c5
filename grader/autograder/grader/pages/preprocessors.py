"""Preprocessors of feedback pages: hidden tests, missing points, active content."""

from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.filters import strip_ansi
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_locked, is_task
from traitlets import Bool, HasTraits, List

from autograder import hooks
from autograder.grader.assignment.pipeline import ABOUT_SUBMISSION
from autograder.grader.assignment.repair import is_test
from autograder.grader.gradebook import verdicts
from autograder.grader.gradebook.points import EARLIER, failed, regraded, waits
from autograder.grader.pages.passive_html import LARGEST_HTML, beginning, clean_html
from autograder.runner.examination import NEVER_ENDED
from autograder.runner.text import grader

Both = tuple[NotebookNode, ResourcesDict]  # what a preprocessor takes and returns
MOST_TEXT, LARGEST_PICTURES = 500_000, 5_000_000  # characters that a page shows; base64
MOST_COLORS = 10_000  # changes of color in those texts; what is beyond has none
_NOT_PASSED = "A hidden test did not pass."
_ONE_NOT_PASSED = "A test in this cell did not pass. Some of the tests are hidden."
_SEE_ABOVE = " Read the first few lines of this cell to see what it tests."
LOOKED_AT = "Your instructor has graded this test."
TOO_SLOW = "Your code was stopped because it took too long."
TOO_LARGE = "Your code was stopped because it used too much memory."


class _Configurable(HasTraits):
    """A preprocessor that does not warn of the option that HTML exporters set for all."""

    display_data_priority: List[str] = List().tag(config=True)


class HideHiddenTests(_Configurable, ClearHiddenTests):
    """A preprocessor that removes the text and outputs of hidden tests, after `GetGrades`.

    The visible head of the cell stays, with what the test displays by `IPython.display`. If it
    did not pass, there is a sentence, and another one if time or memory were wanting.
    """

    def preprocess_cell(self, cell: NotebookNode, resources: ResourcesDict, place: int) -> Both:
        """Clear one cell, if it is a test: an answer may show the marks of hidden tests."""
        before = cell.source
        if is_test(cell):
            cell, resources = super().preprocess_cell(cell, resources, place)
        if cell.source != before:
            failed = [output for output in cell.outputs if output.output_type == "error"]
            told = [output for output in cell.outputs if output.output_type == "display_data"]
            cell.outputs = [*told, *(_not_passed(cell, error) for error in failed[:1])]
        return cell, resources


class HideMarkScheme(_Configurable, ClearMarkScheme):
    """A preprocessor that removes mark schemes from tasks; Formgrader shows them."""

    def preprocess_cell(self, cell: NotebookNode, resources: ResourcesDict, place: int) -> Both:
        """Clear one cell, if it is a task: others may have the delimiters by chance."""
        if is_task(cell):
            cell, resources = super().preprocess_cell(cell, resources, place)
        return cell, resources


class Waiting(_Configurable, NbGraderPreprocessor):
    """A preprocessor that marks what is not graded yet, old points, and regradings.

    It also adds the comments of the hook.
    """

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> Both:
        """Mark the cells of a notebook."""
        marks = resources["nbgrader"]
        with Gradebook(marks["db_url"]) as gradebook:
            assignment, student = marks["assignment"], marks["student"]
            found = gradebook.find_submission_notebook(marks["notebook"], assignment, student)
            # Points that a person gave before a regrading still count.
            waiting = {grade.name for grade in found.grades if waits(grade)}
            marks["again"] = regraded(gradebook, assignment, student)
            if student in failed(gradebook, assignment):
                marks["earlier"] = EARLIER
            graded = nb.metadata.setdefault("graded", NotebookNode())
            graded["comments"] = {}
            for name, find in hooks.registered("comments").items():
                made = hooks.use("comments", name, find, gradebook, assignment, student)
                graded["comments"] |= made or {}
        by_hand = nb.metadata.get("graded", {}).get("by_hand", {})
        for cell in nb.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in waiting:
                cell.metadata.nbgrader.waiting = True
            elif name in by_hand and is_test(cell):
                cell.outputs = [new_output("display_data", {"text/plain": LOOKED_AT})]
        return nb, resources


class Quiet(SanitizeHTML):
    """A preprocessor that removes active content of students: scripts, external files.

    A student's text is shown as it was typed, because Markdown allows links and HTML. Locked cells
    are the instructor's and stay as they are.
    """

    enabled = Bool(True).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> Both:
        """Make a notebook passive."""
        shorten(nb)
        nb, resources = super().preprocess(nb, resources)  # type: ignore[no-untyped-call]
        return nb, resources

    def sanitize_html_tags(self, html_str: str) -> str:
        """Clean HTML."""
        return clean_html(html_str)

    def preprocess_cell(self, cell: NotebookNode, resources: ResourcesDict, place: int) -> Both:
        """Make one cell passive."""
        if cell.cell_type == "code":
            cell, resources = super().preprocess_cell(cell, resources, place)  # type: ignore[no-untyped-call]
        elif not is_locked(cell) and cell.get("id") != ABOUT_SUBMISSION:
            fence = "~" * (3 + cell.source.count("~"))
            cell.source = f"{fence}\n{cell.source}\n{fence}"
        return cell, resources


class ForTheInstructor(NbGraderPreprocessor):
    """A preprocessor of Formgrader's pages: short outputs, and why a test is left to a person."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> Both:
        """Cut the outputs of a notebook, and add the reasons if Formgrader shows it."""
        shorten(nb)
        if "submission_id" in resources:
            left = verdicts.verdicts_of(nb)
            for cell in nb.cells:
                name = cell.metadata.get("nbgrader", {}).get("grade_id")
                if name in left and cell.cell_type == "code":
                    key = verdicts.answer_key(verdicts.answer_to(nb, name))[: verdicts.SHORTEST_KEY]
                    decide = grader("decide", resources["assignment_id"], name, key)
                    why = f"{verdicts.outcomes(left[name])}: {left[name].why}."
                    text = f"{why}\nTo grade everyone with the same answer: {decide} --points ..."
                    cell.outputs.insert(0, new_output("display_data", {"text/plain": text}))
        return nb, resources


def shorten(nb: NotebookNode) -> None:
    """Cut the outputs of cells to the limits of a page; those of tests last."""
    room = _PageRoom()
    for cell in sorted(nb.cells, key=is_grade, reverse=True):
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                output.text = room.cut(output.text)
            elif output.output_type == "error":
                output.traceback = room.cut("\n".join(output.traceback)).split("\n")
            else:
                output.data = {mime: room.fit(mime, data) for mime, data in output.data.items()}
        if "outputs" in cell:  # nbconvert warns of outputs without data, such as widgets
            cell.outputs = [output for output in cell.outputs if output.get("data", True)]


class _PageRoom:
    def __init__(self) -> None:
        self._text, self._colors = MOST_TEXT, MOST_COLORS
        self._html, self._pictures = LARGEST_HTML, LARGEST_PICTURES

    def cut(self, text: str) -> str:
        self._colors -= text.count("\x1b")
        text = text if self._colors >= 0 else strip_ansi(text)
        room, self._text = self._text, max(self._text - len(text), 0)
        return text if len(text) <= room else f"{text[:room]}\n[cut because the page is full]"

    def fit(self, mime: str, data: Any) -> Any:
        if mime == "text/plain":
            return self.cut(str(data))
        if mime in {"text/html", "text/markdown"}:
            self._html -= len(data)
            return data if self._html >= 0 else beginning(data)
        if mime.startswith("image/"):
            self._pictures -= len(str(data))
            return data if self._pictures > 0 else ""
        return data


def _not_passed(cell: NotebookNode, error: NotebookNode) -> NotebookNode:
    """Return the output that a page shows; the cell's metadata has it for the summary."""
    lines = map(str.strip, cell.source.splitlines())
    has_code = any(line and not line.startswith("#") for line in lines)
    says, see = (_ONE_NOT_PASSED, "") if has_code else (_NOT_PASSED, _SEE_ABOVE)
    why = ""  # what is right can be too slow or too large all the same
    if error.ename == "Stopped" and error.evalue.startswith(NEVER_ENDED):
        why = TOO_SLOW
    elif error.ename == "MemoryError":
        why = TOO_LARGE
    output: NotebookNode = new_output("stream", name="stdout", text=f"{says}{see}\n{why}")
    cell.metadata.nbgrader.not_passed = f"{says} {why}".rstrip()
    return output
