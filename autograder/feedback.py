"""The page that a student gets: what was lost and why on top, the notebook below.

`Page` is an exporter for ``c.GenerateFeedback.exporter_class``; it needs nothing but the
notebook as nbgrader's `GetGrades` leaves it, so that it serves any nbgrader course.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from glob import glob
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import Any

from bs4 import BeautifulSoup
from jinja2 import pass_context
from jinja2.runtime import Context
from latex2mathml.converter import convert
from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML, strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbformat import NotebookNode
from nbgrader.converters import GenerateFeedback, NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import is_grade, is_solution, is_task
from traitlets import Unicode
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.assignment import ABOUT_SUBMISSION
from autograder.course import GradingError
from autograder.diagnosis.questions import exercise_of
from autograder.exchange import is_whole
from autograder.gradebook import open_gradebook
from autograder.plugins import NOT_PASSED

# On short lines only: the time that these take grows with the square of the length.
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
LONGEST_HEADING = 300
LONGEST_LINE_OF_CODE = 2000
_POINTS = re.compile(r"\s*\([^()]*\bpoints?\)$")
_EMPHASIS = re.compile(r"([*_`]{1,2})(\S[^*_`]*)\1")
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_POINTED = re.compile(r"^[^\n]{,2000}\n {,2000}[~^]+\n?", re.MULTILINE)
_BINDS = re.compile(
    r"^(?:async\s+def|def|class)\s+(\w+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)
_NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
_TEMPLATES = str(Path(__file__).parent / "templates")
UNDESCRIBED = "A picture that has no description"
LONGEST_MESSAGE = 4000
"""Characters of a message on top; all of it stands below."""
MOST_HEADINGS = 3
UNTOUCHED = "No response."
"""nbgrader's own comment on an answer that was left as it was given."""


@dataclass
class Part:
    """A cell that has points.

    Attributes
    ----------
    cell : str
        Where on the page it stands.
    got, of : float
        Its points.
    by_hand : bool
        Whether a person gives them.
    waiting : bool
        Whether that person has not given them yet.
    says : list of str
        Why points were lost, as its outputs tell it.
    """

    cell: str
    got: float
    of: float
    by_hand: bool = False
    waiting: bool = False
    says: list[str] = field(default_factory=list)

    @property
    def lost(self) -> bool:
        """Whether it has less than all points, and will not get them any more."""
        return self.got < self.of and not self.waiting


@dataclass
class Exercise:
    """What came of an exercise.

    Attributes
    ----------
    name : str
        Its name among the grade ids.
    title : str
        The heading above it, or its name.
    parts : list of Part
        Its cells with points.
    answer : str
        Where the student's answer stands; empty if it cannot be told.
    often : list of str
        What often leads to such results.
    example : str
        The smallest example of what goes wrong.
    picture : str
        The same as HTML; empty if there is nothing to draw.
    cause : str
        What another cell has to do with it.
    cause_cell : str
        Where that cell stands.
    comments : list of str
        What the instructor wrote about it, as Markdown.
    """

    name: str
    title: str
    parts: list[Part] = field(default_factory=list)
    answer: str = ""
    often: list[str] = field(default_factory=list)
    example: str = ""
    picture: str = ""
    cause: str = ""
    cause_cell: str = ""
    comments: list[str] = field(default_factory=list)

    @property
    def got(self) -> float:
        """Its points."""
        return sum(part.got for part in self.parts)

    @property
    def of(self) -> float:
        """What can be had."""
        return sum(part.of for part in self.parts)

    @property
    def lost(self) -> list[Part]:
        """The cells where points were lost."""
        return [part for part in self.parts if part.lost]

    @property
    def says(self) -> list[str]:
        """Why points were lost, every sentence once."""
        return list(dict.fromkeys(sentence for part in self.lost for sentence in part.says))

    @property
    def waiting(self) -> float:
        """What a person has still to give points for."""
        return sum(part.of for part in self.parts if part.waiting)

    @property
    def mark(self) -> tuple[str, str]:
        """A sign and a word for all, some or no points."""
        if self.waiting:
            return "\u2026", "not graded yet"
        if not self.lost:
            return "\u25cf", "all points"
        return ("\u25d0", "some points") if self.got > 0 else ("\u25cb", "no points")


class Page(HTMLExporter):
    """Make a student's page; for ``c.GenerateFeedback.exporter_class``.

    It asks no other host for anything: formulas are MathML, styles are in the page.
    """

    picture = Unicode(
        "",
        help="The name of a function that draws a wrong call: it takes the call, what it gave "
        "and what is right, as texts, and returns HTML, or an empty text.",
    ).tag(config=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]  # nbconvert's
        if isinstance(self.parent, GenerateFeedback) and self.parent.coursedir:
            self._make_sure_of_the_gradebook(self.parent.coursedir)
            graded = [path for paths in self.parent.assignments.values() for path in paths]
            self._forget_unfinished(self.parent.coursedir, {Path(path).stem for path in graded})

    def _forget_unfinished(self, chosen: CourseDirectory, notebooks: set[str]) -> None:
        """Have nbgrader make anew what a run that was killed has left half written."""
        pattern = chosen.format_path(
            chosen.feedback_directory, chosen.student_id, chosen.assignment_id
        )
        for page in map(Path, sorted(glob(f"{pattern}/*.html"))):
            if page.stem in notebooks and page.exists() and not is_whole(page):
                shutil.rmtree(page.parent)

    def _make_sure_of_the_gradebook(self, directory: CourseDirectory) -> None:
        """End with a sentence, and not with an error for each student, where it is not there."""
        try:
            open_gradebook(directory).close()
        except GradingError as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None

    @property
    def default_config(self) -> Config:
        """nbconvert's, with this page's template, whatever nbgrader has for its own."""
        config = Config(
            {"Page": {"template_name": "feedback", "extra_template_basedirs": [_TEMPLATES]}}
        )
        config.merge(super().default_config)
        return config

    def from_notebook_node(  # type: ignore[override]  # as `HTMLExporter`
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """Make the page, as `HTMLExporter` does, but for its last step.

        That reads the whole page again, which takes as long as all that comes before, to
        describe pictures. Here the template does so.
        """
        language = nb.metadata.get("language_info", {})
        lexer = language.get("pygments_lexer", language.get("name"))
        color = Highlight2HTML(pygments_lexer=lexer, parent=self)
        filters = {
            "highlight_code": self.filters.get("highlight_code", color),
            "filter_data_type": WidgetsDataTypeFilter({}, parent=self),  # no widget has a state
        }
        for name, made in filters.items():
            self.register_filter(name, made)  # type: ignore[no-untyped-call]  # nbconvert's
        return TemplateExporter.from_notebook_node(self, nb, resources, **kw)

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """What the template uses."""
        yield from super().default_filters()  # type: ignore[no-untyped-call]  # nbconvert's
        yield "exercises", self.exercises
        yield "fold", fold
        yield "place", place_of
        yield "title_of", title_of
        yield "described", described
        yield "pointed", pointed
        yield "lines_printed", lines_printed
        yield "is_hard_to_color", is_hard_to_color
        yield "points", "{:.4g}".format

    @pass_context
    def markdown2html(self, context: Context, source: str) -> str:
        """Render Markdown; formulas become MathML, which browsers show by themselves."""
        renderer = _Renderer(
            escape=False,
            attachments=context.get("cell", {}).get("attachments", {}),
            exclude_anchor_links=True,
        )
        html: str = MarkdownWithMath(renderer=renderer).render(source)
        return html

    def exercises(self, nb: NotebookNode) -> list[Exercise]:
        """Sum up a graded notebook; see `summarize`."""
        found = summarize(nb)
        draw = import_item(self.picture) if self.picture else None
        calls = nb.metadata.get("graded", {}).get("calls", {})
        for exercise in found:
            if draw and exercise.lost and exercise.name in calls:
                exercise.picture = draw(*calls[exercise.name])
        return found


class _Renderer(IPythonRenderer):
    def block_math(self, body: str) -> str:
        return _mathml(body, "block")

    def inline_math(self, body: str) -> str:
        return _mathml(body, "inline")

    def latex_environment(self, name: str, body: str) -> str:
        return _mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")


def _mathml(tex: str, display: str) -> str:
    try:
        return str(convert(tex, display=display))
    except Exception:  # whatever it cannot read is shown as it was typed
        return f"<code>{escape(tex)}</code>"


def summarize(nb: NotebookNode) -> list[Exercise]:
    r"""Sum up a graded notebook by its exercises.

    Tests belong to the exercise ``NAME`` if they are called ``test-NAME`` or the like and
    there is an answer called ``NAME``; else each is an exercise of its own.

    Parameters
    ----------
    nb : NotebookNode
        With scores and comments in nbgrader's marks.

    Returns
    -------
    list of Exercise
        In the order of the notebook.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
    >>> def marked(id, text, **marks):
    ...     both = {"grade_id": id, "grade": False, "solution": False, "locked": False, **marks}
    ...     return new_code_cell(text, id=id, metadata={"nbgrader": both})
    >>> test = marked("test-two", "assert two() == 2", grade=True, score=0, points=3)
    >>> test.outputs = [new_output("error", ename="AssertionError", evalue="two() is 2, not 3")]
    >>> head = new_markdown_cell("# Numbers\n## Exercise 1: two (3 points)")
    >>> answer = marked("two", "def two(): return 3", solution=True)
    >>> [exercise] = summarize(new_notebook(cells=[head, answer, test]))
    >>> exercise.title, exercise.got, exercise.of, exercise.says, exercise.answer
    ('Exercise 1: two', 0, 3, ['two() is 2, not 3'], 'two')
    """
    graded = nb.metadata.get("graded", {})
    answers = {_id(cell) for cell in nb.cells if is_solution(cell)}
    found: dict[str, Exercise] = {}
    title, last_answer = "", ""
    for cell in nb.cells:
        if cell.cell_type == "markdown" and not is_solution(cell):
            title = next(reversed(_headings(cell)), title)
        if not _marked(cell):
            continue
        if is_solution(cell):
            last_answer = place_of(cell)
        name = exercise_of(_id(cell))
        name = name if name in answers else _id(cell)
        exercise = found.setdefault(name, Exercise(name, title or name, answer=last_answer))
        comment = cell.metadata.nbgrader.get("comment")
        if comment and comment != UNTOUCHED:
            exercise.comments.append(comment)
        if "score" in cell.metadata.nbgrader:
            told = {str(text) for text in graded.get("diagnoses", {}).get(name, [])}
            by_hand = is_solution(cell) or is_task(cell) or _id(cell) in graded.get("by_hand", {})
            exercise.parts.append(_part(cell, by_hand, told))
    exercises = [exercise for exercise in found.values() if exercise.parts or exercise.comments]
    for exercise in exercises:
        if exercise.lost:
            exercise.often, exercise.example = graded.get("diagnoses", {}).get(
                exercise.name, ([], "")
            )
    _name_causes(nb, exercises)
    return exercises


def fold(nb: NotebookNode, exercises: list[Exercise]) -> NotebookNode:
    """Mark which cells of a notebook are folded away.

    What stays open is what a student has to look at: where points were lost, where a
    person has written something, and what stops with an error.

    Parameters
    ----------
    nb : NotebookNode
        The notebook; in its metadata the first cell of a folded part gets the part's title
        as `folds`, and the last one gets `folded`.
    exercises : list of Exercise
        As of `summarize`.

    Returns
    -------
    NotebookNode
        The same.
    """
    passed = {part.cell for e in exercises for part in e.parts if not part.lost}
    answers = {e.answer for e in exercises if e.lost}
    titles = {e.title for e in exercises if e.lost}

    def is_open(cell: NotebookNode) -> bool:
        marks = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "markdown" and not is_solution(cell) and titles & set(_headings(cell)):
            return True
        if marks.get("comment") or is_task(cell) or cell.get("id") == ABOUT_SUBMISSION:
            return True
        if is_grade(cell) and (place_of(cell) not in passed or is_solution(cell)):
            return True
        errors = any(output.output_type == "error" for output in cell.get("outputs", []))
        return place_of(cell) in answers or errors

    for opened, group in groupby(nb.cells, key=is_open):
        cells = list(group)
        if not opened:
            cells[0].metadata["folds"] = _label(cells)
            cells[-1].metadata["folded"] = True
    return nb


def title_of(nb: NotebookNode, otherwise: str) -> str:
    """The first heading of a notebook."""
    texts = (cell for cell in nb.cells if cell.cell_type == "markdown" and not is_solution(cell))
    return next((heading for cell in texts for heading in _headings(cell)), otherwise)


def described(html: str) -> str:
    """Give pictures in a piece of HTML a text where they have none.

    Examples
    --------
    >>> print(described("<p>A <img src='a.png'></p>"))
    <p>A <img alt="A picture that has no description" src="a.png"/></p>
    """
    if "<img" not in html:
        return html
    soup = BeautifulSoup(html, "html.parser")
    for picture in soup.select("img:not([alt])"):
        picture["alt"] = UNDESCRIBED
    return str(soup)


def pointed(html: str) -> str:
    r"""Keep a line of code together with the signs below that point into it: it is not wrapped.

    Examples
    --------
    >>> print(pointed("line 1\n  f(\n   ^\nSyntaxError: ..."))
    line 1
    <span class="pointed" role="group" aria-label="Code" tabindex="0">f(
     ^
    </span>SyntaxError: ...
    """
    return _POINTED.sub(_together, str(html))  # what Jinja has escaped would escape the rest


def _together(lines: re.Match[str]) -> str:
    opened = '<span class="pointed" role="group" aria-label="Code" tabindex="0">'
    return f"{opened}{dedent(lines[0])}</span>"


def is_hard_to_color(code: str) -> bool:
    r"""Tell whether highlighting may take minutes: that grows with the square of a line's length.

    Examples
    --------
    >>> is_hard_to_color("x = 1\n" * 1000), is_hard_to_color("." * 10_000)
    (False, True)
    """
    return max(map(len, code.splitlines()), default=0) > LONGEST_LINE_OF_CODE


def place_of(cell: NotebookNode) -> str:
    """The name by which links find a cell."""
    return str(cell.get("id") or cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def lines_printed(cell: NotebookNode) -> int:
    r"""How many lines a cell has printed.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_output
    >>> said = new_output("stream", text="one\ntwo\n")
    >>> lines_printed(new_code_cell("", outputs=[said]))
    2
    """
    return sum(output.get("text", "").count("\n") for output in cell.outputs)


def _label(cells: list[NotebookNode]) -> str:
    names = [h for cell in cells if cell.cell_type == "markdown" for h in _headings(cell)]
    more = f", and {len(names) - MOST_HEADINGS} more" if len(names) > MOST_HEADINGS else ""
    count = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
    return f"{count}: {'; '.join(names[:MOST_HEADINGS])}{more}" if names else count


def _part(cell: NotebookNode, by_hand: bool, diagnosis: set[str]) -> Part:
    marks = cell.metadata.nbgrader
    waiting = marks.get("waiting", False)
    part = Part(place_of(cell), marks["score"], marks["points"], by_hand, waiting)
    if part.lost and not by_hand:
        part.says = [text[:LONGEST_MESSAGE] for text in _said(cell, diagnosis) if text]
    return part


def _said(cell: NotebookNode, diagnosis: set[str]) -> Iterator[str]:
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            yield "\n\n".join(filter(None, [message(output), details(output)]))
        elif output.output_type == "stream" and output.text == NOT_PASSED:
            yield f"A hidden test did not pass. {_comment(cell.source)}".strip()
        elif output.output_type == "display_data":
            text = str(output.data.get("text/plain", ""))
            if not any(told and told in text for told in diagnosis):
                yield text


def message(error: NotebookNode) -> str:
    """What an error of a cell says, in a line or two.

    Examples
    --------
    >>> from nbformat.v4 import new_output
    >>> message(new_output("error", ename="KeyError", evalue="'R'", traceback=[]))
    "KeyError: 'R'"
    """
    kind, says = str(error.ename), str(strip_ansi(error.evalue)).strip()
    if kind == "NotImplementedError":
        return says or "No answer yet."
    shown = strip_ansi("\n".join(error.get("traceback", []))).strip()
    if says and (kind == "AssertionError" or shown.startswith(says)):
        return says
    return f"{kind}: {says}" if says else f"{kind}, without a message."


def details(error: NotebookNode) -> str:
    """What an error says below its message: what its author wrote for people, no traceback.

    Examples
    --------
    >>> from nbformat.v4 import new_output
    >>> shown = ["one() is wrong.", "All the calls:", "one()  should be 1, yours gives 2"]
    >>> print(details(new_output("error", ename="NotYet", evalue=shown[0], traceback=shown)))
    All the calls:
    one()  should be 1, yours gives 2
    """
    says = strip_ansi(error.evalue).strip()
    shown = strip_ansi("\n".join(error.get("traceback", []))).strip()
    return str(shown[len(says) :].strip()) if says and shown.startswith(says) else ""


def _comment(source: str) -> str:
    """The comment at the top of a cell, as running text."""
    lines: list[str] = []
    for line in source.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


def _name_causes(nb: NotebookNode, exercises: list[Exercise]) -> None:
    """Name the broken cell where only its consequences show: a name that is missing."""
    broken: dict[str, tuple[NotebookNode, NotebookNode]] = {}
    for cell in nb.cells:
        if cell.cell_type != "code" or (is_grade(cell) and not is_solution(cell)):
            continue
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                for match in _BINDS.finditer(cell.source):
                    broken.setdefault(match[1] or match[2], (cell, output))
    for exercise in exercises:
        missing = _NOT_DEFINED.search("\n".join(exercise.says))
        if missing and missing[1] in broken:
            cell, error = broken[missing[1]]
            what = (
                "Python cannot read the cell"
                if error.ename in ("SyntaxError", "IndentationError", "TabError")
                else "An error stops the cell"
            )
            shown = strip_ansi("\n".join(error.traceback))[-LONGEST_MESSAGE:]
            exercise.cause = (
                f"{what} that should define {missing[1]}, so nothing of it counts:\n{shown}"
            )
            exercise.cause_cell = place_of(cell)
            # The cause says better that this name is missing.
            consequence = f"NameError: {missing[0]}"
            for part in exercise.parts:
                part.says = [says for says in part.says if says != consequence]


def _headings(cell: NotebookNode) -> list[str]:
    """The headings of a text, without its marks and points."""
    text = cell.source
    if text.startswith("~~~"):  # shown as it was typed: `plugins.Quiet`
        text = text.strip("~\n")
    lines = (line for line in _FENCED.sub("", text).splitlines() if len(line) <= LONGEST_HEADING)
    matches = (_HEADING.match(line) for line in lines)
    return [_POINTS.sub("", _EMPHASIS.sub(r"\2", match[2])) for match in matches if match]


def _marked(cell: NotebookNode) -> bool:
    return "grade_id" in cell.metadata.get("nbgrader", {})


def _id(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
