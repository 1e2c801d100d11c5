"""The student's feedback page: lost points and reasons on top, the notebook below."""

import re
import shutil
from collections.abc import Iterator
from functools import cached_property
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import Any

from bs4 import BeautifulSoup
from jinja2 import pass_context
from jinja2.runtime import Context
from latex2mathml.converter import convert
from nbconvert.exporters import Exporter, HTMLExporter, TemplateExporter
from nbconvert.filters.markdown_mistune import MarkdownWithMath
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbformat import NotebookNode
from nbgrader.converters import GenerateFeedback, NbGraderException
from nbgrader.utils import find_all_files, is_grade, is_solution, is_task
from traitlets import Unicode
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.grader.assignment.pipeline import ABOUT_SUBMISSION
from autograder.grader.course.folders import replacing
from autograder.grader.course.settings import Course, GradingError
from autograder.grader.course.sources import notebooks_of
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.pages.passive_html import PassiveRenderer, highlight_code
from autograder.grader.pages.summary import Exercise, headings, place_of, summarize

_POINTED = re.compile(r"^[^\n]{,2000}\n {,2000}[~^]+\n?", re.MULTILINE)
_TEMPLATES = str(Path(__file__).parent / "templates")
UNDESCRIBED = "A picture without a description"
MOST_HEADINGS = 3


class Page(HTMLExporter):
    """An exporter of feedback pages, which load nothing; for ``c.GenerateFeedback``."""

    picture = Unicode(
        "",
        help="Name of a function that draws a call with a wrong result. It takes three strings "
        "(the call, its result, and the correct result), and returns HTML or an empty string.",
    ).tag(config=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]  # nbconvert's
        if isinstance(self.parent, GenerateFeedback) and self.parent.coursedir:
            try:  # with one error for all students
                open_gradebook(self.parent.coursedir).close()
            except GradingError as error:
                self.log.error("%s", error)
                raise NbGraderException(str(error)) from None

    @property
    def default_config(self) -> Config:
        """The config of nbconvert, with this page's template instead of nbgrader's."""
        own = {"template_name": "feedback", "extra_template_basedirs": [_TEMPLATES]}
        config = Config({"Page": own})
        config.merge(super().default_config)
        return config

    def from_notebook_node(  # type: ignore[override]  # as `HTMLExporter`
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """Make the page without `HTMLExporter`'s last step, a slow one that describes pictures."""
        without_state = WidgetsDataTypeFilter({}, parent=self)
        self.register_filter("filter_data_type", without_state)  # type: ignore[no-untyped-call]  # nbconvert's
        return TemplateExporter.from_notebook_node(self, nb, resources, **kw)

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """Yield the filters of the template."""
        yield from super().default_filters()  # type: ignore[no-untyped-call]  # nbconvert's
        yield "exercises", self.exercises
        yield "place", place_of
        yield "points", "{:.4g}".format
        for own in (fold, title_of, described, pointed, lines_printed, highlight_code):
            yield own.__name__, own

    @pass_context
    def markdown2html(self, context: Context, source: str) -> str:
        """Render Markdown; formulas become MathML, which browsers show by themselves."""
        options = {"escape": False, "exclude_anchor_links": True}
        renderer = _MathRenderer(context.get("cell", NotebookNode()), **options)
        html: str = MarkdownWithMath(renderer=renderer).render(source)
        return html

    def exercises(self, nb: NotebookNode) -> list[Exercise]:
        """Summarize a graded notebook, and draw wrong calls; see `summarize`."""
        found = summarize(nb)
        draw = import_item(self.picture) if self.picture else None
        calls = nb.metadata.get("graded", {}).get("calls", {})
        for exercise in found:
            if draw and exercise.lost and exercise.name in calls:
                exercise.picture = draw(*calls[exercise.name])
        return found


class Pages:
    """A maker of feedback pages that keeps the exporter and its compiled templates."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._converter = GenerateFeedback(coursedir=course.directory, config=course.config)

    @cached_property
    def _exporter(self) -> Exporter:
        make = self._converter.exporter_class
        exporter: Exporter = make(parent=self._converter, config=self._converter.config)  # type: ignore[no-untyped-call]
        for preprocessor in self._converter.preprocessors:
            exporter.register_preprocessor(preprocessor)
        return exporter

    def make(self, student: str, assignment: str) -> Path:
        """Make the pages of a submission, and replace its folder atomically."""
        graded = self._course.folder("autograded", student, assignment)
        target = self._course.folder("feedback", student, assignment)
        with replacing(target, ".writing-") as new:
            # A file that was handed in under the name of a page is not the grader's page.
            pages = [f"{name}.html" for name in notebooks_of(self._course.source(assignment))]
            left_out = [*self._course.directory.ignore, "*.ipynb", *pages]
            for path in find_all_files(str(graded), left_out):
                to = new / Path(path).relative_to(graded)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, to)
            for notebook in sorted(graded.glob("*.ipynb")):
                page = self._page(notebook, student, assignment)
                (new / f"{notebook.stem}.html").write_text(page, encoding="utf-8")
        self._converter.set_permissions(assignment, student)
        return target

    def _page(self, notebook: Path, student: str, assignment: str) -> str:
        name, db_url = notebook.stem, self._course.directory.db_url
        marks = {"student": student, "assignment": assignment, "notebook": name, "db_url": db_url}
        resources = {"unique_key": name, "output_files_dir": f"{name}_files", "nbgrader": marks}
        page, _ = self._exporter.from_filename(str(notebook), resources=resources)
        return str(page)


class _MathRenderer(PassiveRenderer):
    def block_math(self, body: str) -> str:
        return _mathml(body, "block")

    def inline_math(self, body: str) -> str:
        return _mathml(body, "inline")

    def latex_environment(self, name: str, body: str) -> str:
        return _mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")


def _mathml(tex: str, display: str) -> str:
    try:
        return str(convert(tex, display=display))
    except Exception:  # invalid TeX may raise any error; it is shown as it was typed
        return f"<code>{escape(tex)}</code>"


def fold(nb: NotebookNode, exercises: list[Exercise]) -> NotebookNode:
    """Mark the cells of a notebook that are folded.

    Cells with lost points, comments of a person or errors stay open. With all points, errors are
    folded, too, because they can only be in cells without points, such as a warm-up.
    """
    passed = {part.cell for e in exercises for part in e.parts if not part.lost}
    answers = {e.answer for e in exercises if e.lost}
    titles = {e.title for e in exercises if e.lost}
    all_points = bool(passed) and not any(e.lost for e in exercises)

    def is_open(cell: NotebookNode) -> bool:
        marks = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "markdown" and not is_solution(cell) and titles & set(headings(cell)):
            return True
        if marks.get("comment") or is_task(cell) or cell.get("id") == ABOUT_SUBMISSION:
            return True
        if is_grade(cell) and (place_of(cell) not in passed or is_solution(cell)):
            return True
        errors = any(output.output_type == "error" for output in cell.get("outputs", []))
        return place_of(cell) in answers or (errors and not all_points)

    for opened, group in groupby(nb.cells, key=is_open):
        cells = list(group)
        if not opened:
            cells[0].metadata["folds"] = _label(cells)
            cells[-1].metadata["folded"] = True
    return nb


def title_of(nb: NotebookNode, otherwise: str) -> str:
    """Return the first heading of a notebook."""
    texts = (cell for cell in nb.cells if cell.cell_type == "markdown" and not is_solution(cell))
    return next((heading for cell in texts for heading in headings(cell)), otherwise)


def described(html: str) -> str:
    """Add an ``alt`` text to pictures without one."""
    if "<img" not in html:
        return html
    soup = BeautifulSoup(html, "html.parser")
    for picture in soup.select("img:not([alt])"):
        picture["alt"] = UNDESCRIBED
    return str(soup)


def pointed(html: str) -> str:
    """Mark a line of code and the carets below it, so that it is not wrapped."""
    return _POINTED.sub(_together, str(html))  # Markup would escape the replacement


def _together(lines: re.Match[str]) -> str:
    opened = '<span class="pointed" role="group" aria-label="Code" tabindex="0">'
    return f"{opened}{dedent(lines[0])}</span>"


def lines_printed(cell: NotebookNode) -> int:
    """Count the lines that a cell has printed."""
    return sum(output.get("text", "").count("\n") for output in cell.outputs)


def _label(cells: list[NotebookNode]) -> str:
    names = [h for cell in cells if cell.cell_type == "markdown" for h in headings(cell)]
    more = f", and {len(names) - MOST_HEADINGS} more" if len(names) > MOST_HEADINGS else ""
    count = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
    return f"{count}: {'; '.join(names[:MOST_HEADINGS])}{more}" if names else count
