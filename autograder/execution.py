"""Execute a submission for nbgrader: students' cells confined, tests out of their reach."""

import math
import re
from functools import partial
from pathlib import Path

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_solution
from traitlets import Bool, Integer, Unicode
from traitlets.config import Config

from autograder import names
from autograder.ahead import Ahead
from autograder.diagnosis.bank import Known, open_bank
from autograder.diagnosis.comparison import annotate
from autograder.diagnosis.questions import questions
from autograder.feedback import ABOUT_SUBMISSION
from autograder.repair import (
    Remark,
    is_test,
    read_source,
    rebuild,
    released,
    source_folder,
    students_folder,
)
from autograder.sandbox.conductor import CELL_SECONDS, NOTEBOOK_SECONDS, warm
from autograder.sandbox.confinement import ConfinementError
from autograder.sandbox.sheets import Judged, Sheet, Step
from autograder.sandbox.shell import Output

LARGEST_FILES = 10_000_000
_AHEAD = Ahead()  # nbgrader makes a new preprocessor for every notebook


class ExecuteApart(NbGraderPreprocessor):
    """Run the cells in two processes; for `c.Autograde.autograde_preprocessors`.

    It takes the place of nbgrader's `Execute`. `Repair` must have run before.
    """

    timeout = Integer(CELL_SECONDS, help="Seconds for one cell.").tag(config=True)
    notebook_timeout = Integer(NOTEBOOK_SECONDS, help="Seconds for a notebook.").tag(config=True)
    unconfined = Bool(
        False, help="Run students' code without confinement, with all rights of whoever grades."
    ).tag(config=True)

    bank = Unicode(
        "", help="Folder of right and wrong answers, to tell students what goes wrong; see docs."
    ).tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        folder = source_folder(self, resources)
        name, bank = resources["nbgrader"]["notebook"], self.known()
        # Not the autograded folder, into which nbgrader has copied more than was handed in.
        submitted = students_folder(self, resources, "submitted") / f"{name}.ipynb"
        sheet = sheet_of(
            read_source(folder, name), nb, files(submitted.parent), files(folder), bank
        )
        remarks = [Remark(*pair) for pair in nb.metadata.pop("autograder", {}).get("remarks", [])]
        how = self.unconfined, self.timeout, self.notebook_timeout
        following = self._following(submitted)
        judged = _AHEAD.judge(
            submitted,
            sheet,
            how,
            following,
            partial(_sheet_of, following, folder, bank, self.config),
        )
        fill(nb, judged, remarks, bank)
        for remark in judged.remarks:
            self.log.warning("%s: %s", resources["nbgrader"]["student"], remark)
        if self.unconfined:
            self.log.warning("Students' code ran unconfined.")
        return nb, resources

    def _following(self, path: Path) -> Path | None:
        """Find the notebook that nbgrader is going to grade next."""
        converter = getattr(self.parent, "parent", None)
        submitted = getattr(converter, "assignments", {})
        paths = [found for folder in sorted(submitted) for found in sorted(submitted[folder])]
        later = paths[paths.index(str(path)) + 1 :] if str(path) in paths else []
        for coming in map(Path, later):
            # Without --force nbgrader leaves out whose folder was there before this run.
            if converter.force or coming.parent == path.parent or not self._is_graded(coming):
                return coming
        return None

    def _is_graded(self, path: Path) -> bool:
        course = CourseDirectory(parent=self)
        names = {"student_id": "(?P<student_id>.*)", "assignment_id": "(?P<assignment_id>.*)"}
        pattern = course.format_path(course.submitted_directory, **names, escape=True)
        whose = re.fullmatch(pattern, str(path.parent))
        graded = course.autograded_directory
        return whose is not None and Path(course.format_path(graded, **whose.groupdict())).exists()

    def known(self) -> dict[str, Known]:
        """What the bank knows; nothing if there is none."""
        return open_bank(self.bank, CourseDirectory(parent=self).root, self.log.warning)


class RequireConfinement(ExecuteApart):
    """Refuse to grade where students cannot be confined and should be.

    For `c.Autograde.NotebookExporter.preprocessors`. nbgrader makes these first of all and
    never runs them: when it comes to `ExecuteApart`, it has changed the gradebook already.

    Raises
    ------
    NbGraderException
        Which ends nbgrader's command; what is wrong is in the log.
    """

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        try:
            warm(self.unconfined)
        except ConfinementError as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None


def _sheet_of(path: Path, folder: Path, bank: dict[str, Known], config: Config) -> Sheet:
    """Put down how a submitted notebook is going to be run, as `Repair` will rebuild it."""
    source = read_source(folder, path.stem)
    release = released(source, path.stem, config)
    rebuilt, _ = rebuild(source, release, nbformat.read(path, as_version=4))
    return sheet_of(source, rebuilt, files(path.parent), files(folder), bank)


def sheet_of(
    source: NotebookNode,
    nb: NotebookNode,
    handed_in: dict[str, bytes],
    given: dict[str, bytes],
    bank: dict[str, Known],
) -> Sheet:
    """Put down all that is needed to run a notebook.

    Parameters
    ----------
    source : NotebookNode
        The notebook as the instructor wrote it.
    nb : NotebookNode
        The submission, rebuilt.
    handed_in, given : dict of str to bytes
        What lies beside the submission, and beside the source.
    bank : dict of str to Known
        What is known about wrong answers.

    Returns
    -------
    Sheet
        Plain data.
    """
    tests = [(place, _name(cell)) for place, cell in enumerate(nb.cells) if is_test(cell)]
    probes = {exercise: known.probes for exercise, known in bank.items()}
    return Sheet(plan(source, nb), modules(source), handed_in, given, questions(probes, tests))


def plan(source: NotebookNode, nb: NotebookNode) -> list[Step]:
    """Decide what runs where, in which order.

    Parameters
    ----------
    source : NotebookNode
        The notebook as the instructor wrote it.
    nb : NotebookNode
        The submission, rebuilt.

    Returns
    -------
    list of Step
        All code cells of the submission. Before the first test that needs a name
        from a given cell, the examiner runs the source's text of that cell, too.
    """
    answered = set().union(*(names.bound(c.source) for c in _code(source) if is_solution(c)))
    tests = [cell for cell in _code(nb) if is_test(cell)]
    own = set().union(*(names.bound(cell.source) for cell in tests))
    needed = _needed(source, tests, answered)
    own |= set().union(*(names.bound(cell.source) for cell in needed.values()))
    order = {_name(cell): index for index, cell in enumerate(source.cells)}

    def step(place: int, text: str) -> Step:
        asked = answered | names.used(text) - own
        return Step(place, text, True, tuple(sorted(asked)), known=True)

    given = {cell.source for cell in _code(source) if not is_solution(cell)}
    steps = []
    for place, cell in enumerate(nb.cells):
        if cell.cell_type != "code" or not cell.source.strip():
            continue
        if not is_test(cell):
            steps.append(Step(place, cell.source, known=cell.source in given))
            continue
        for index in [index for index in needed if index < order[_name(cell)]]:
            steps.append(step(-1, needed.pop(index).source))
        steps.append(step(place, cell.source))
    return steps


def modules(source: NotebookNode) -> list[str]:
    """List the modules that the instructor's cells import."""
    return sorted(set().union(*(names.imported(cell.source) for cell in _code(source))))


def fill(nb: NotebookNode, judged: Judged, remarks: list[Remark], bank: dict[str, Known]) -> None:
    """Put outputs into the notebook that was run, and on top what the student should know.

    Parameters
    ----------
    nb : NotebookNode
        The notebook, rebuilt; is changed.
    judged : Judged
        What running it gave.
    remarks : list of Remark
        What was found when it was rebuilt.
    bank : dict of str to Known
        What is known about wrong answers.
    """
    for place, outputs in judged.outputs.items():
        cell = nb.cells[place]
        cell.outputs = [nbformat.from_dict(output) for output in _graded(cell, outputs)]
    annotate(nb, judged, bank, [remark.instructor for remark in remarks])
    told = list(dict.fromkeys(remark.student for remark in remarks if remark.student))
    if told:
        lines = ["**About your submission**", "", *(f"- {sentence}" for sentence in told)]
        nb.cells.insert(0, nbformat.v4.new_markdown_cell("\n".join(lines), id=ABOUT_SUBMISSION))


def files(folder: Path) -> dict[str, bytes]:
    """Read what lies beside a notebook.

    Parameters
    ----------
    folder : Path
        The folder of an assignment.

    Returns
    -------
    dict of str to bytes
        The files that are no notebooks, by relative path. Links are left out, and
        files that would make the whole larger than 10 MB.
    """
    found: dict[str, bytes] = {}
    room = LARGEST_FILES
    for path in sorted(folder.rglob("*")):
        linked = any(
            part.is_symlink()
            for part in [path, *path.parents][: len(path.relative_to(folder).parts)]
        )
        if (
            linked
            or not path.is_file()
            or path.suffix == ".ipynb"
            or ".ipynb_checkpoints" in path.parts
        ):
            continue
        room -= path.stat().st_size
        if room >= 0:
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def _needed(
    source: NotebookNode, tests: list[NotebookNode], answered: set[str]
) -> dict[int, NotebookNode]:
    """Find the given cells that bind what tests use, or what such cells use."""
    wanted = set().union(*(names.used(cell.source) for cell in tests)) - answered
    needed = {}
    for index, cell in reversed(list(enumerate(source.cells))):
        given = cell.cell_type == "code" and not is_solution(cell) and not is_test(cell)
        if given and names.bound(cell.source) & wanted:
            needed[index] = cell
            wanted |= names.used(cell.source) - answered
    return dict(sorted(needed.items()))


def _code(nb: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in nb.cells if cell.cell_type == "code"]


def _name(cell: NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def _graded(cell: NotebookNode, outputs: list[Output]) -> list[Output]:
    """Keep partial credit between 0 and the points of the cell.

    nbgrader gives full points for less than nothing, and stops for too many.
    """
    if not is_test(cell):
        return outputs
    points = float(cell.metadata.nbgrader["points"])
    for output in outputs:
        if output["output_type"] == "execute_result":
            data = output["data"]
            data["text/plain"] = _between(data.get("text/plain", ""), points)
    return outputs


def _between(text: str, points: float) -> str:
    try:
        value = float(text)
    except ValueError:
        return text or " "
    if math.isnan(value) or value < 0:
        return "0"
    return text if value <= points else f"{points:g}"
