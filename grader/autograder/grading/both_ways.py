"""Comparison of all scores of submissions, graded here and with stock nbgrader.

Both ways grade copies, each with a gradebook of its own; the course's is not touched.
"""

import csv
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined
from traitlets.config import Config

from autograder.course import together
from autograder.course.configuring import EXCHANGE
from autograder.course.settings import Course, GradingError
from autograder.gradebook.export import harmless
from autograder.grading.checking import said_points
from autograder.grading.context import GradingContext
from autograder.grading.parallel import Grading, why_nbgrader_failed
from autograder.grading.stock import Points, scored
from autograder.workers.pools import Threads

NOT_GRADED = Points(None, True, "the submission was not graded")
_OURS = {
    "Autograde": ["exporter_class", "sanitize_preprocessors", "autograde_preprocessors"],
    "GenerateFeedback": ["exporter_class", "preprocessors"],
    "ExchangeFactory": [*EXCHANGE],
}
"""The settings that `autograder.configure` makes."""


class Score(NamedTuple):
    """The score of a test cell of a submission, both ways.

    Attributes
    ----------
    student, notebook, cell : str
        The student, the notebook and the test cell.
    of : float
        The points of the cell.
    stock, here : Points
        The points from stock nbgrader, and from this grader.
    """

    student: str
    notebook: str
    cell: str
    of: float
    stock: Points
    here: Points

    @property
    def equal(self) -> bool:
        """Tell whether both give the same points."""
        return self.stock.got == self.here.got

    @property
    def cause(self) -> str:
        """The reason of a difference, in a sentence."""
        stock, here = self.stock, self.here
        if self.equal:
            return ""
        if NOT_GRADED in (stock, here):
            return f"{'stock nbgrader' if stock == NOT_GRADED else 'here'}: {NOT_GRADED.says}"
        if here.got is None:
            return f"here a person gives the points: {here.says}"
        if stock.got is None:
            return f"under stock nbgrader a person gives the points: {stock.says}"
        if not stock.failed and stock.says and here.got > stock.got:
            return f"stock nbgrader gives no points where a test writes to stderr: {stock.says}"
        said = [f"stock nbgrader: {stock.says}" if stock.says else "it passes under stock nbgrader"]
        return "; ".join([*said, f"here: {here.says}" if here.says else "it passes here"])


def compare(
    course: Course,
    name: str,
    students: list[str],
    jobs: int,
    tell: Callable[[str], None] = lambda said: None,
) -> list[Score]:
    """Grade an assignment both ways.

    Parameters
    ----------
    course : Course
        The course; nothing in it is changed.
    name : str
        The assignment.
    students : list of str
        The students whose submissions are graded.
    jobs : int
        The number of submissions that this grader runs at a time.
    tell : callable
        Called with messages about the progress.

    Returns
    -------
    list of Score
        The scores, in the order of students, notebooks and test cells.

    Raises
    ------
    GradingError
        If one of the two graders cannot grade the assignment at all.
    """
    with tempfile.TemporaryDirectory(prefix="both-ways-") as place:
        ours, stock = Path(place, "here"), Path(place, "stock")
        for root in (ours, stock):
            _copy(course, name, students, root)
        tell(f"{len(students)} submissions, here ...")
        _grade_here(course, name, students, jobs, ours)
        for number, student in enumerate(students, start=1):
            tell(f"{student} ({number} of {len(students)}), stock nbgrader ...")
            _grade_stock(course, name, student, stock)
        return [
            score
            for student in students
            for score in read_scores(course, name, student, ours, stock)
        ]


def _copy(course: Course, name: str, students: list[str], root: Path) -> None:
    folders = [course.source(name), *(course.folder("submitted", s, name) for s in students)]
    for folder in folders:
        shutil.copytree(folder, root / folder.relative_to(course.root), symlinks=True)
    for path in [*course.root.glob("*.yml"), course.root / together.NAME]:
        if path.is_file():
            shutil.copy(path, root)
    for part, path in _header_and_footer(course):
        shutil.copy(path, root / f"{part}.ipynb")


def _header_and_footer(course: Course) -> Iterator[tuple[str, Path]]:
    for part in ("header", "footer"):
        if name := course.config.IncludeHeaderFooter.get(part):
            yield part, course.root / name


def _settings(course: Course, root: Path) -> Config:
    config = deepcopy(course.config)
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    for part, _ in _header_and_footer(course):
        config.IncludeHeaderFooter[part] = str(root / f"{part}.ipynb")
    if course.settings.bank:
        config.Autograder.bank = str(course.root / course.settings.bank)
    return config


def _grade_here(course: Course, name: str, students: list[str], jobs: int, root: Path) -> None:
    run = GradingContext(config=_settings(course, root))
    run.course.settings.unconfined = course.settings.unconfined
    grading = Grading(run, name)
    workers = Threads(jobs, course.settings.unconfined)
    try:
        for _ in grading.run(students, workers, force=True):
            pass
    finally:
        grading.close()


def _grade_stock(course: Course, name: str, student: str, root: Path) -> None:
    """Run `nbgrader autograde` in bubblewrap, since stock nbgrader confines nothing."""
    settings = root / "nbgrader_config.py"
    if not settings.exists():
        kept = json.dumps(json.dumps(_stock_settings(_settings(course, root))))
        read = f"c = get_config()\nc.merge(Config(json.loads({kept})))\n"
        settings.write_text(f"import json\nfrom traitlets.config import Config\n{read}")
        _nbgrader(course, root, "generate_assignment", name)
    _nbgrader(course, root, "autograde", name, "--student", student)


def _stock_settings(config: Config) -> dict[str, Any]:
    """Return the settings without this grader's own, and without values that JSON cannot hold."""
    kept: dict[str, Any] = {}
    for section, values in config.items():
        left_out = _OURS.get(section, [])
        found = {k: v for k, v in values.items() if k not in left_out and _is_plain(v)}
        if found and section != "Autograder":
            kept[section] = found
    return kept


def _is_plain(value: object) -> bool:
    try:
        return bool(json.dumps(value))
    except (TypeError, ValueError):
        return False


def _nbgrader(course: Course, root: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    if not course.settings.unconfined:
        command = [*_box(course, root), *command]
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)
    if done.returncode and arguments[0] == "generate_assignment":
        why = why_nbgrader_failed(done.stderr)
        raise GradingError(f"stock nbgrader cannot make the assignment: {why}")


def _box(course: Course, root: Path) -> list[str]:
    """Wrap a command in bubblewrap: no network, private paths hidden, only its folder writable."""
    bwrap = shutil.which("bwrap")
    if not bwrap:
        raise GradingError(
            "stock nbgrader confines nothing, and bubblewrap, which could, is not here: install "
            "it, or give --unconfined if you trust all who have handed in"
        )
    box = [bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    for prefix in dict.fromkeys((sys.base_prefix, sys.prefix)):
        if Path(prefix).is_relative_to("/tmp"):  # an environment that was made there
            box += ["--ro-bind", prefix, prefix]
    for path in course.private():
        if path.is_dir():
            box += ["--tmpfs", str(path)]
        elif path.exists():
            box += ["--ro-bind", "/dev/null", str(path)]
    # Not the parent folder, which has the other gradebook.
    box += ["--bind", str(root), str(root), "--setenv", "HOME", str(root)]
    return [*box, "--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent"]


def read_scores(
    course: Course, name: str, student: str, ours: Path, stock: Path
) -> Iterator[Score]:
    """Yield the scores of a student whose submission was graded in two folders."""
    graded = course.folder("autograded", student, name).relative_to(course.root)
    handed_in = course.folder("submitted", student, name)
    for source in sorted(course.source(name).glob("*.ipynb")):
        if not (handed_in / source.name).is_file():
            continue
        here, theirs = (_read(root / graded / source.name) for root in (ours, stock))
        for cell, (of, _) in {**theirs, **here}.items():
            points = [side[cell][1] if cell in side else NOT_GRADED for side in (theirs, here)]
            yield Score(student, source.stem, cell, of, *points)


def _read(path: Path) -> dict[str, tuple[float, Points]]:
    """Read the results of a graded notebook; empty if it was not graded."""
    if not path.is_file():
        return {}
    notebook = nbformat.read(path, as_version=4)
    found = scored(notebook).tests
    for cell, why in notebook.metadata.get("graded", {}).get("by_hand", {}).items():
        found[cell] = found[cell][0], Points(None, True, why)
    return found


def write_table(folder: Path, name: str, scores: list[Score]) -> list[Path]:
    """Write all scores as CSV, and a page with those that differ.

    Parameters
    ----------
    folder : Path
        The folder for both files.
    name : str
        The assignment.
    scores : list of Score
        The scores from `compare`.

    Returns
    -------
    list of Path
        The two files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table, page = folder / f"{name}.csv", folder / f"{name}.html"
    with table.open("w", newline="", encoding="utf-8", errors="replace") as file:
        rows = csv.writer(file)
        rows.writerow(["student", "notebook", "cell", "of", "stock", "here", "cause"])
        for s in scores:
            row = [s.student, s.notebook, s.cell, s.of, s.stock.got, s.here.got, s.cause]
            rows.writerow([harmless(value) for value in row])
    environment = Environment(
        loader=PackageLoader("autograder", "pages/templates"),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    different = [score for score in scores if not score.equal]
    shown = environment.get_template("compare.html").render(
        name=name, scores=scores, different=different, points=said_points
    )
    page.write_text(shown, encoding="utf-8", errors="replace")
    return [table, page]
