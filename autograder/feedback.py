"""What a student may see of a graded notebook."""

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import ClearHiddenTests
from nbgrader.utils import is_locked
from traitlets import Bool

ABOUT_SUBMISSION = "about-submission"
"""The id of the cell in which the grader itself speaks to the student."""


class HideHiddenTests(ClearHiddenTests):
    """Take hidden tests out of a graded notebook: their text and what they printed.

    A traceback or a print would show the inputs of a hidden test. What stays is
    the visible head of the cell, which names what is tested, the points, what the
    test displays by `IPython.display` for the student to see, and one sentence if
    it did not pass. For `c.GenerateFeedback.preprocessors`.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell
    >>> cell = new_code_cell(
    ...     "# Hidden tests: zero.\\n### BEGIN HIDDEN TESTS\\nassert f(0)\\n### END HIDDEN TESTS",
    ...     metadata={"nbgrader": {"grade": True, "solution": False, "grade_id": "t"}},
    ...     outputs=[new_output("error", ename="AssertionError", evalue="f(0)", traceback=[])],
    ... )
    >>> cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    >>> cell.source
    '# Hidden tests: zero.'
    >>> cell.outputs[0].text
    'A hidden test did not pass. The first lines of this cell say what is tested.\\n'
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        before = cell.source
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.source != before:
            failed = any(output.output_type == "error" for output in cell.outputs)
            told = [output for output in cell.outputs if output.output_type == "display_data"]
            cell.outputs = [*told, *([_not_passed()] if failed else [])]
        return cell, resources


class Quiet(SanitizeHTML):
    """Let nothing of a student's be active on a page: no scripts, nothing from elsewhere.

    Text that a student wrote is shown as it was typed, because Markdown is a way to
    write links and HTML. Locked cells are the instructor's and stay as they are.
    For `c.GenerateFeedback.preprocessors`.

    Examples
    --------
    >>> from nbformat.v4 import new_markdown_cell
    >>> cell = new_markdown_cell("*mine* <script>run()</script>")
    >>> print(Quiet().preprocess_cell(cell, {}, 0)[0].source)
    ~~~
    *mine* <script>run()</script>
    ~~~
    """

    enabled = Bool(True).tag(config=True)

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        if cell.cell_type == "code":
            return super().preprocess_cell(cell, resources, cell_index)
        if not is_locked(cell) and cell.get("id") != ABOUT_SUBMISSION:
            fence = "~" * (3 + cell.source.count("~"))
            cell.source = f"{fence}\n{cell.source}\n{fence}"
        return cell, resources


def _not_passed() -> NotebookNode:
    text = "A hidden test did not pass. The first lines of this cell say what is tested.\n"
    return new_output("stream", name="stdout", text=text)
