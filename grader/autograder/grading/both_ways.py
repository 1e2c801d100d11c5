"""Comparison of all scores of submissions, graded here and with stock nbgrader.

Both ways grade copies, each with a gradebook of its own; the course's is not touched.
"""

import csv
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.course.settings import Course, GradingError
from autograder.gradebook.points import harmless
from autograder.grading.context import GradingContext
from autograder.grading.parallel import Grading
from autograder.grading.stock import (
    Points,
    copy_course,
    grade_stock,
    graded,
    scored,
    settings_of_copy,
)
from autograder.workers.pools import Threads

NOT_GRADED = Points(None, True, "the submission was not graded")


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
    """Grade an assignment both ways."""
    with tempfile.TemporaryDirectory(prefix="both-ways-") as place:
        ours, stock = Path(place, "here"), Path(place, "stock")
        for root in (ours, stock):
            _copy(course, name, students, root)
        tell(f"{len(students)} submissions, here ...")
        _grade_here(course, name, students, jobs, ours)
        tell(f"{len(students)} submissions, stock nbgrader ...")
        # Stock nbgrader confines nothing.
        box = [] if course.settings.unconfined else _box(course, stock)
        grade_stock(course, name, students, stock, box)
        return [
            score
            for student in students
            for score in read_scores(course, name, student, ours, stock)
        ]


def _copy(course: Course, name: str, students: list[str], root: Path) -> None:
    root.mkdir()
    copy_course(course, name, root)
    for student in students:
        folder = course.folder("submitted", student, name)
        shutil.copytree(folder, root / folder.relative_to(course.root), symlinks=True)


def _grade_here(course: Course, name: str, students: list[str], jobs: int, root: Path) -> None:
    config = settings_of_copy(course, root)
    if course.settings.bank:
        config.Autograder.bank = str(course.root / course.settings.bank)
    run = GradingContext(config=config)
    run.course.settings.unconfined = course.settings.unconfined
    grading = Grading(run, name)
    workers = Threads(jobs, course.settings.unconfined)
    try:
        for _ in grading.run(students, workers, force=True):
            pass
    finally:
        grading.close()


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
    handed_in = course.folder("submitted", student, name)
    for source in sorted(course.source(name).glob("*.ipynb")):
        if not (handed_in / source.name).is_file():
            continue
        here, theirs = (
            _read(graded(course, name, student, root) / source.name) for root in (ours, stock)
        )
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


def said_points(points: Points, of: float) -> str:
    """Format the result of a test cell in words.

    Examples
    --------
    >>> said_points(Points(1, False, ""), 2), said_points(Points(None, True, "a plot"), 2)
    ('1 of 2', 'left to a person')
    """
    if points.got is None:
        return "left to a person"
    return f"{points.got:g} of {of:g}" if of else "not passed" if points.failed else "passed"


def write_table(folder: Path, name: str, scores: list[Score]) -> list[Path]:
    """Write all scores as CSV, and a page with those that differ."""
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
