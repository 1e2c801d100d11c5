"""What `configure` has nbgrader use: how nbgrader grades, and what it shows, with this grader.

nbgrader makes an exporter for each run, and makes it the parent of all preprocessors of
the run. `Exporter` is that parent, and knows what they share.
"""

import fnmatch
import re
import shutil
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder
from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, NbGraderException
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor
from nbgrader.utils import is_locked
from traitlets import Bool, Enum

from autograder.ahead import Ahead
from autograder.assignment import ABOUT_SUBMISSION, Assignment
from autograder.course import Course, GradingError
from autograder.gradebook import GradebookError, Patience, open_gradebook, patient
from autograder.ledger import Ledger
from autograder.repair import Remark
from autograder.sandbox.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP, warm
from autograder.sandbox.confinement import ConfinementError, exposed
from autograder.sandbox.sheets import Judged, Sheet
from autograder.sandbox.text import one_line
from autograder.submission import SubmissionError, digest, files, oddities, parse, read_files

LARGEST_HTML = 500_000
"""How many characters of HTML are cleaned, for one output and for a whole page."""
MOST_TAGS, MOST_ATTRIBUTES, DEEPEST_HTML = 5000, 200, 60
LONGEST_SHOWN_AS_TEXT = 1000
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_WITHOUT_END = frozenset({"br", "hr", "img", "input", "col", "wbr"})
KEPT = "what has been graded is kept, and the same command goes on from there"
NOT_PASSED = "A hidden test did not pass. The first lines of this cell say what is tested.\n"
"""What a student reads below a hidden test."""


class Work(NamedTuple):
    """Whose notebook is graded.

    Attributes
    ----------
    student, assignment, notebook : str
        Their names.
    """

    student: str
    assignment: str
    notebook: str

    @classmethod
    def of(cls, resources: ResourcesDict) -> "Work":
        """Read it off what nbgrader gives a preprocessor."""
        marks = resources["nbgrader"]
        return cls(marks["student"], marks["assignment"], marks["notebook"])


class Run(NotebookExporter):
    """What the steps of a run of grading share: the course, its gradebook, its assignments."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]  # nbconvert's
        self.course = Course(self.config)
        self.ledger = cache(self._open_ledger)
        self.assignment = cache(self._read_assignment)
        self.patience = Patience(self.course.settings.gradebook_timeout, self.tell)
        self.remarks: dict[Work, list[Remark]] = {}
        """What was found when a notebook was rebuilt, until it has been run."""

    @cached_property
    def gradebook(self) -> Gradebook:
        """Opened once: that costs more than writing a submission's grades."""
        return open_gradebook(self.course.directory, self.patience)

    def tell(self, sentence: str) -> None:
        """Say something while grading goes on."""
        print(f"autograder: {sentence}", file=sys.stderr, flush=True)

    @property
    def how(self) -> tuple[bool, float, float]:
        """How notebooks are run, as `examine` takes it."""
        settings = self.course.settings
        return settings.unconfined, settings.timeout, settings.notebook_timeout

    def digest(self, student: str, assignment: str) -> str:
        """Identify what a student handed in and the source that it is graded with."""
        folder = self.course.folder("submitted", student, assignment)
        return digest(folder, self.course.directory.ignore, self.assignment(assignment).digest)

    def is_done(self, student: str, assignment: str, digest: str) -> bool:
        """Whether a submission has been graded to the end: its grades, and all of its files.

        A folder in ``autograded/`` says nothing: nbgrader makes it first.
        """
        if self.ledger(assignment).digest(student) != digest:
            return False
        graded = self.course.folder("autograded", student, assignment)
        handed_in = self.course.folder("submitted", student, assignment)
        names = [f"{name}.ipynb" for name in self.ledger(assignment).notebooks]
        there = [name for name in names if (graded / name).is_file()]
        wanted = [name for name in names if (handed_in / name).is_file()]
        return bool(there) and all(
            _marked_with(graded / name) == digest for name in {*there, *wanted}
        )

    def confine(self) -> None:
        """Make sure that students' code, where it is confined, cannot read what is private.

        Raises
        ------
        ConfinementError
            If something of the course lies where Python itself is installed.
        """
        if self.course.settings.unconfined:
            return
        for path, around in exposed(self.course.private()).items():
            raise ConfinementError(
                f"students' code could read {path}, which lies in {around}: "
                "move the course, or the environment in which this runs"
            )

    def _open_ledger(self, assignment: str) -> Ledger:
        return Ledger(self.gradebook, assignment, self.config, self.patience)

    def _read_assignment(self, name: str) -> Assignment:
        ledger = self.ledger(name)
        released = {notebook: ledger.released(notebook) for notebook in ledger.notebooks}
        return Assignment.read(self.course, name, released)


class Exporter(Run):
    """A run of ``nbgrader autograde``; for `c.Autograde.exporter_class`.

    Raises
    ------
    NbGraderException
        Where students cannot be confined and should be, or the settings are not what
        they can be. nbgrader makes its exporter before it changes the gradebook; what is
        wrong is in the log.
    """

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
            self.confine()
            wall = warm(self.course.settings.unconfined)[2]
            self._forget_unfinished()
        except (ConfinementError, GradingError) as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None
        if wall == LANDLOCK_ALONE:
            self.log.warning("Confined by %s. %s", wall, WITHOUT_BUBBLEWRAP)
        self._ahead = Ahead()
        self._expected: Work | None = None
        self._queue = cache(self._queued)

    def tell(self, sentence: str) -> None:
        """Say something in nbgrader's log."""
        self.log.warning(sentence)

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Convert a notebook; one that was handed in may be broken in ways that can be mended."""
        path, given = Path(filename), ResourcesDict(**(resources or {}))
        work = Work.of(given)
        if path.parent != self.handed_in(work):
            return super().from_filename(filename, resources, **more)
        self._drop_links(work)
        given["metadata"] = {"name": path.stem, "path": str(path.parent)}
        converted: tuple[Any, dict[str, Any]]
        converted = self.from_notebook_node(parse(path), given, **more)  # type: ignore[no-untyped-call]  # nbconvert's
        return converted

    def _read_assignment(self, name: str) -> Assignment:
        assignment = super()._read_assignment(name)
        for caution in assignment.cautions:
            self.log.warning(caution)
        return assignment

    def _forget_unfinished(self) -> None:
        """Have nbgrader grade again what a run that was killed has left.

        It takes a folder in ``autograded/`` for something that is finished. What it is
        going to grade in any case is marked before the first of its files is written.
        """
        converter = self.parent if isinstance(self.parent, Autograde) else self.course.converter
        chosen = converter.coursedir or self.course.directory
        # nbgrader opens it for itself, too.
        chosen.db_url = patient(chosen.db_url, self.course.settings.gradebook_timeout)
        name = chosen.assignment_id
        try:
            ledger = self.ledger(name)
            self.assignment(name)
            students = fnmatch.filter(self.course.handed_in(name), chosen.student_id)
        except GradebookError:
            raise
        except (MissingEntry, GradingError):
            return  # nbgrader says so
        ledger.open_run()
        if converter.force:
            ledger.forget(students)
        elif chosen.notebook_id == "*":
            for student in students:
                self._forget_one(ledger, student, name)

    def _forget_one(self, ledger: Ledger, student: str, assignment: str) -> None:
        folder = self.course.folder("autograded", student, assignment)
        try:
            if not folder.exists() or self.is_done(
                student, assignment, self.digest(student, assignment)
            ):
                return
            ledger.forget([student])
            shutil.rmtree(folder)
        except GradebookError:
            raise
        except Exception as error:  # each submission stands alone
            self.log.warning("%s: %s", one_line(student), one_line(str(error)))
            return
        self.log.warning(
            "%s: is graded again: grading was interrupted, or something else was handed in",
            one_line(student),
        )

    def handed_in(self, work: Work) -> Path:
        """The folder that a student handed in."""
        return self.course.folder("submitted", work.student, work.assignment)

    def sheet(self, work: Work, rebuilt: NotebookNode) -> Sheet:
        """Put down how a notebook is to be run; see `Assignment.sheet`."""
        beside, _ = read_files(files(self.handed_in(work), self.course.directory.ignore))
        return self.assignment(work.assignment).sheet(work.notebook, rebuilt, beside)

    def judge(self, work: Work, sheet: Sheet) -> Judged:
        """Run a notebook, unless it was run ahead, and go on to the one that follows."""
        following = self._following(work)
        # Not before it has turned out what comes next: one student alone may be graded.
        go_on = following if work == self._expected else None
        self._expected = following
        judged = self._ahead.judge(
            work, sheet, self.how, go_on, partial(self._sheet_ahead, following or work)
        )
        if self.course.settings.unconfined:
            self.log.warning("Students' code ran unconfined.")
        return judged

    def _following(self, work: Work) -> Work | None:
        place = self._place(work)
        later = (other for other in self._queue(work.assignment) if self._place(other) > place)
        return next(later, None)

    def _queued(self, assignment: str) -> list[Work]:
        """What nbgrader is going to grade, if it is asked for everybody, in its order."""
        again = self.course.converter.force
        students = [
            student
            for student in self.course.handed_in(assignment)
            if again or not self.course.folder("autograded", student, assignment).exists()
        ]
        notebooks = self.assignment(assignment).sources
        return sorted(
            (Work(s, assignment, n) for s in students for n in notebooks), key=self._place
        )

    def _place(self, work: Work) -> tuple[str, str]:
        return str(self.handed_in(work)), work.notebook

    def _sheet_ahead(self, work: Work) -> Sheet:
        submitted = parse(self.handed_in(work) / f"{work.notebook}.ipynb")
        rebuilt, _ = self.assignment(work.assignment).rebuild(work.notebook, submitted)
        return self.sheet(work, rebuilt)

    def _drop_links(self, work: Work) -> None:
        """Remove what nbgrader has copied because a link led there; tell what else is odd."""
        graded = self.course.folder("autograded", work.student, work.assignment)
        links, remarks = oddities(self.handed_in(work), self.course.directory.ignore)
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), remark)
        for name in links:
            if name == f"{work.notebook}.ipynb":
                raise SubmissionError(f"{one_line(name)} is a link; it was not followed")
            if name not in self.assignment(work.assignment).given:  # copied last
                (graded / name).unlink(missing_ok=True)


class _Step(NbGraderPreprocessor):
    @property
    def run(self) -> Run:
        """What this step shares with the others."""
        if not isinstance(self.parent, Run):
            name = f"{Exporter.__module__}.{Exporter.__name__}"
            raise NbGraderException(
                f'nbgrader_config.py lacks c.Autograde.exporter_class = "{name}"'
            )
        return self.parent


class Repair(_Step):
    """Rebuild the submission; for `c.Autograde.sanitize_preprocessors`.

    Cells, marks and kernel are the source's afterwards, so that it takes the place of
    nbgrader's ClearOutput, DeduplicateIds, OverwriteKernelspec, OverwriteCells and
    CheckCellMetadata.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Put the student's cells and the source's tests together."""
        work = Work.of(resources)
        rebuilt, remarks = self.run.assignment(work.assignment).rebuild(work.notebook, nb)
        self.run.remarks[work] = remarks
        for remark in remarks:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark.instructor))
        return rebuilt, resources


class ExecuteApart(_Step):
    """Run the cells in two processes; for `c.Autograde.autograde_preprocessors`.

    It takes the place of nbgrader's `Execute`. `Repair` must have run before.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Fill in what running the notebook puts out."""
        work, run = Work.of(resources), self.run
        assert isinstance(run, Exporter)  # the parallel command has workers for this
        judged = run.judge(work, run.sheet(work, nb))
        found = run.remarks.pop(work)
        unusual = run.assignment(work.assignment).fill(nb, judged, found)
        nb.metadata["graded"]["digest"] = run.digest(work.student, work.assignment)
        for remark in unusual:
            self.log.warning("%s: %s", one_line(work.student), one_line(remark))
        return nb, resources


class Record(_Step):
    """Write the grades of a notebook at once; for `c.Autograde.autograde_preprocessors`.

    It takes the place of nbgrader's SaveAutoGrades and AssignLatePenalties.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Write the grades; if that cannot be done, nobody else's can, and nbgrader ends."""
        work = Work.of(resources)
        digest = nb.metadata["graded"]["digest"]
        ledger = self.run.ledger(work.assignment)
        try:
            ledger.write_notebook(work.student, work.notebook, nb, digest)
        except GradebookError as error:
            self.log.error("%s; %s", error, KEPT)
            sys.exit(1)
        return nb, resources


class HideHiddenTests(ClearHiddenTests):
    r"""Take hidden tests out of a graded notebook: their text and what they printed.

    A traceback or a print would show the inputs of a hidden test. What stays is
    the visible head of the cell, which names what is tested, the points, what the
    test displays by `IPython.display` for the student to see, and one sentence if
    it did not pass. For `c.GenerateFeedback.preprocessors`, after nbgrader's `GetGrades`.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell
    >>> cell = new_code_cell(
    ...     "# Hidden tests: zero.\n### BEGIN HIDDEN TESTS\nassert f(0)\n### END HIDDEN TESTS",
    ...     metadata={"nbgrader": {"grade": True, "solution": False, "grade_id": "t"}},
    ...     outputs=[new_output("error", ename="AssertionError", evalue="f(0)", traceback=[])],
    ... )
    >>> cell, _ = HideHiddenTests().preprocess_cell(cell, {}, 0)
    >>> cell.source
    '# Hidden tests: zero.'
    >>> cell.outputs[0].text
    'A hidden test did not pass. The first lines of this cell say what is tested.\n'
    """

    before_due = Enum(
        ["all", "visible"],
        "all",
        help="What a page tells before the assignment's due date: `all` points, or only those "
        "of the tests that are wholly `visible`.",
    ).tag(config=True)
    _untold_until: datetime | None = None

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Clear a notebook."""
        self._untold_until = self._coming_due_date(resources.get("nbgrader", {}))
        made: tuple[NotebookNode, ResourcesDict]
        made = super().preprocess(nb, resources)
        return made

    def _coming_due_date(self, marks: dict[str, Any]) -> datetime | None:
        if self.before_due == "all" or "db_url" not in marks:
            return None
        with Gradebook(marks["db_url"]) as gradebook:
            due: datetime | None = gradebook.find_assignment(marks["assignment"]).duedate
        return due if due and due > datetime.now(UTC).replace(tzinfo=None) else None

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Clear one cell."""
        before = cell.source
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.source != before and self._untold_until:
            _keep_to_oneself(cell, resources["nbgrader"], self._untold_until)
        elif cell.source != before:
            failed = any(output.output_type == "error" for output in cell.outputs)
            told = [output for output in cell.outputs if output.output_type == "display_data"]
            cell.outputs = [*told, *([_not_passed()] if failed else [])]
        return cell, resources


def _keep_to_oneself(cell: NotebookNode, marks: dict[str, Any], until: datetime) -> None:
    """Take what a test says off a page, and its points out of the sum."""
    points = cell.metadata.nbgrader.points
    marks["score"] -= cell.metadata.nbgrader.pop("score") or 0
    marks["max_score"] -= points
    marks["untold"] = marks.get("untold", 0) + points
    marks["untold_until"] = f"{until:%-d %B %Y, %H:%M} UTC"
    cell.metadata.nbgrader.untold = True
    cell.outputs = []


def is_hard_to_read(text: str) -> bool:
    """Tell whether the time that an HTML parser takes may grow out of all bounds.

    Examples
    --------
    >>> is_hard_to_read("<table><tr><td>1</td></tr></table>" * 100)
    False
    >>> is_hard_to_read("<b>" * 100), is_hard_to_read("<a><i></a>" * 100)
    (True, True)
    >>> is_hard_to_read("<p " + "a " * 1000 + ">"), is_hard_to_read("<" * 10_000)
    (True, True)
    """
    parts = text.split("<")
    if len(text) > LARGEST_HTML or len(parts) > MOST_TAGS:
        return True
    if any(len(part.partition(">")[0].split()) > MOST_ATTRIBUTES for part in parts[1:]):
        return True
    still_open: Counter[str] = Counter()
    for closes, found in _TAG.findall(text):
        name = found.lower()
        if not closes:
            still_open[name] += name not in _WITHOUT_END
        elif still_open[name]:
            still_open[name] -= 1
        if not closes and still_open.total() > DEEPEST_HTML:
            return True
    return False


class Waiting(NbGraderPreprocessor):
    """Mark the answers that a person has still to give points for: their 0 is no grade yet.

    For `c.GenerateFeedback.preprocessors`, after nbgrader's `GetGrades`.
    """

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Mark what waits."""
        marks = resources["nbgrader"]
        with Gradebook(marks["db_url"]) as gradebook:
            notebook = gradebook.find_submission_notebook(
                marks["notebook"], marks["assignment"], marks["student"]
            )
            waiting = {grade.name for grade in notebook.grades if grade.needs_manual_grade}
        for cell in nb.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") in waiting:
                cell.metadata.nbgrader.waiting = True
        return nb, resources


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
    _room = LARGEST_HTML

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Make a notebook passive."""
        self._room = LARGEST_HTML
        made: tuple[NotebookNode, ResourcesDict]
        made = super().preprocess(nb, resources)  # type: ignore[no-untyped-call]  # nbconvert's
        return made

    def sanitize_html_tags(self, html_str: str) -> str:
        """Clean HTML; what would take minutes to read is shown as the text that it is."""
        self._room -= len(html_str)
        if self._room < 0 or is_hard_to_read(html_str):
            return f"<pre>{escape(html_str[:LONGEST_SHOWN_AS_TEXT])} [...]</pre>"
        cleaned: str = super().sanitize_html_tags(html_str)  # type: ignore[no-untyped-call]  # nbconvert's
        return cleaned

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Make one cell passive."""
        if cell.cell_type == "code":
            cleaned: tuple[NotebookNode, ResourcesDict]
            cleaned = super().preprocess_cell(cell, resources, cell_index)  # type: ignore[no-untyped-call]  # nbconvert's
            return cleaned
        if not is_locked(cell) and cell.get("id") != ABOUT_SUBMISSION:
            fence = "~" * (3 + cell.source.count("~"))
            cell.source = f"{fence}\n{cell.source}\n{fence}"
        return cell, resources


class _About(Struct):
    graded: dict[str, Any] = {}


class _Graded(Struct):
    metadata: _About


_GRADED = Decoder(_Graded)


def _marked_with(path: Path) -> str | None:
    """Read what a graded notebook says it was made of; None if it was not written to its end."""
    try:
        found = _GRADED.decode(path.read_bytes()).metadata.graded.get("digest")
        return found if isinstance(found, str) else None
    except (OSError, ValueError, RecursionError):
        return None


def _not_passed() -> NotebookNode:
    output: NotebookNode = new_output("stream", name="stdout", text=NOT_PASSED)
    return output
