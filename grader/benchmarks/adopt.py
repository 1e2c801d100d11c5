"""Comparison with stock nbgrader on public courses: ``python -m benchmarks.adopt [NAME ...]``.

`courses.toml` lists the courses; they are cloned from GitHub, or from a folder with their git
directories (``--clones``, as OWNER+NAME). The solution of each notebook is handed in, and copies
in which two of three answers are wrong (`wrong`), about ``--wrong`` of them in a course. Stock
``nbgrader autograde`` and ``python -m autograder grade`` judge the same hand-ins, one at a time,
in copies of the course; stock runs them with all of your rights. A row of the table is printed for
each course, and every difference and verdict of a person to stderr. CPU is counted with a control
group, or over the whole machine if none can be made. The environment needs the courses' packages.
"""

import argparse
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import nbformat
import psutil
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import grade_id, is_test
from autograder.grader.course.settings import Course
from autograder.grader.gradebook.verdicts import verdicts_of
from autograder.grader.grading.calibration import calibrate
from autograder.grader.grading.stock import scored
from benchmarks.wrong import wrong_answers

STOCK = "c = get_config()\nc.Execute.iopub_timeout = 60\n"  # the machine may be busy
OURS = f"{STOCK}import autograder\nautograder.configure(c)\n"
GROUPS = Path("/sys/fs/cgroup/cpuacct")


class Cost(NamedTuple):
    """Seconds that a command took."""

    wall: float = 0
    cpu: float = 0

    def __add__(self, other: tuple[float, ...]) -> "Cost":
        return Cost(*map(sum, zip(self, other, strict=True)))


@dataclass
class Row:
    """The results of a course, or of all.

    `solved` are the tests that the solution passes under stock nbgrader, `alone` those of them that
    the run in one process decides alone. `above` and `below` are scores that differ from stock's,
    `stderr` those above it where a test or an answer wrote to stderr, `person` those left to a
    person, by the reason.
    """

    notebooks: int = 0
    solved: int = 0
    alone: int = 0
    wrong: int = 0
    scores: int = 0
    refused: int = 0
    above: int = 0
    stderr: int = 0
    below: int = 0
    person: Counter[str] = field(default_factory=Counter)
    stock: Cost = field(default_factory=Cost)
    here: Cost = field(default_factory=Cost)

    def add(self, other: "Row") -> None:
        """Add the results of another course."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


COLUMNS: dict[str, Callable[[Row], object]] = {
    "notebooks": lambda row: row.notebooks,
    "tests": lambda row: row.solved,
    "single run": lambda row: row.alone,
    "wrong answers": lambda row: row.wrong,
    "scores": lambda row: row.scores,
    "stock not full": lambda row: row.refused,
    "above": lambda row: row.above,
    "stderr": lambda row: row.stderr,
    "below": lambda row: row.below,
    "manual": lambda row: row.person.total(),
    "wall s, stock": lambda row: f"{row.stock.wall:.0f}",
    "wall s, `grade`": lambda row: f"{row.here.wall:.0f}",
    "CPU s, stock": lambda row: f"{row.stock.cpu:.0f}",
    "CPU s, `grade`": lambda row: f"{row.here.cpu:.0f}",
}


def lay_out(clone: Path, about: dict[str, Any], root: Path) -> None:
    """Make the folder `source` of a course from the notebooks that `courses.toml` names."""

    def git(*command: str) -> bytes:
        return subprocess.run(
            ["git", "-C", clone, *command], check=True, capture_output=True
        ).stdout

    listed = git("ls-tree", "-r", "-z", "--name-only", about["commit"]).decode().split("\0")
    for path in map(PurePosixPath, filter(None, listed)):
        chosen = any(map(path.match, about["notebooks"]))
        if not chosen or "/." in f"/{path}":
            continue
        notebook = nbformat.reads(git("show", f"{about['commit']}:{path}").decode(), as_version=4)
        if not any(map(is_test, notebook.cells)):
            continue
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        folder, name = (re.sub(r"\W+", "-", one) for one in (path.parent.name or "all", path.stem))
        place = root / "source" / folder
        place.mkdir(parents=True, exist_ok=True)
        for beside in listed:
            inside = PurePosixPath(beside)
            if inside.suffix == ".ipynb" or path.parent not in inside.parents:
                continue
            to = place / inside.relative_to(path.parent)
            to.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(subprocess.CalledProcessError):  # too large for a snapshot
                to.write_bytes(git("show", f"{about['commit']}:{beside}"))
        nbformat.write(notebook, place / f"{name}.ipynb")
    _command(root, "nbgrader", "update", ".")


def hand_in(root: Path, most: int) -> int:
    """Hand in the solutions, and copies with about so many wrong answers; return their number."""
    paths = sorted(root.glob("source/*/*.ipynb"))
    sources = {path: nbformat.read(path, as_version=4) for path in paths}
    answers = sum(len(_answers(source)) for source in sources.values())
    times, wrong = max(2, round(1.5 * most / max(1, answers))), 0
    for path, source in sources.items():
        made = {}
        for place in _answers(source):
            rng = random.Random(f"{path.name} {place}")
            made[place] = wrong_answers(source.cells[place].source, rng)
        for number in range(times + 1):
            notebook = nbformat.from_dict(source)
            for place in [one for n, one in enumerate(made) if number and (n + number) % 3]:
                notebook.cells[place].source = next(made[place], notebook.cells[place].source)
                wrong += notebook.cells[place].source != source.cells[place].source
            _submit(path, notebook, root, f"wrong-{number:02}" if number else "solution")
    return wrong


def _answers(source: NotebookNode) -> list[int]:
    return [
        place
        for place, cell in enumerate(source.cells)
        if cell.cell_type == "code" and is_solution(cell) and not is_test(cell)
    ]


def _submit(path: Path, notebook: NotebookNode, root: Path, student: str) -> None:
    to = root / "submitted" / student / path.parent.name
    shutil.copytree(path.parent, to, ignore=shutil.ignore_patterns("*.ipynb"), dirs_exist_ok=True)
    nbformat.write(notebook, to / path.name)


def measure(about: dict[str, Any], clone: Path, wrong: int) -> Row:
    """Grade the hand-ins of a course both ways."""
    with tempfile.TemporaryDirectory(prefix="adopt-") as place:
        here, stock = Path(place, "here"), Path(place, "stock")
        here.mkdir()
        (here / "nbgrader_config.py").write_text(STOCK)
        lay_out(clone, about, here)
        row, names = Row(wrong=hand_in(here, wrong)), [path.name for path in here.glob("source/*")]
        for name in sorted(names):
            _command(here, "nbgrader", "generate_assignment", name)
        shutil.copytree(here, stock)
        (here / "nbgrader_config.py").write_text(OURS)
        with contextlib.chdir(here):
            course = Course()
            for name in sorted(names):
                _assignment(course, name, here, stock, row)
        return row


def _assignment(course: Course, name: str, here: Path, stock: Path, row: Row) -> None:
    ours = _command(here, "autograder", "grade", name, "--jobs", "1")
    if not list(here.glob(f"autograded/*/{name}")):
        _say(f"{name} is left out")
        return
    assignment = Assignment.read(course, name)
    findings = calibrate(course, assignment, reuse=True).findings
    row.here += ours
    row.stock += _command(stock, "nbgrader", "autograde", name)
    row.notebooks += len(assignment.sources)
    row.solved += sum(found.way in ("both", "alone") for found in findings)
    for found in findings:
        if found.way != "both":
            row.alone += found.way == "alone"
            _say(f"{name}, {found.notebook}, {found.test}: {found.way}: {found.why}")
    for path in sorted(stock.glob(f"autograded/*/{name}/*.ipynb")):
        _compare(here / path.relative_to(stock), path, row)


def _compare(here: Path, stock: Path, row: Row) -> None:
    """Compare the scores of a hand-in, and say which differ, with the answers."""
    both = [nbformat.read(path, as_version=4) for path in (stock, here) if path.is_file()]
    where = "/".join(stock.parts[-3:])
    if len(both) < 2:
        _say(f"{where} was not graded here")
        return
    verdicts, theirs, ours = verdicts_of(both[1]), scored(both[0]).tests, scored(both[1]).tests
    for test, points in theirs.items():
        if points.got is None:
            continue
        row.scores += 1
        row.refused += points.got < points.of
        got, said = ours[test].got, f"stock {points.got:g} ({points.says})"
        if test in verdicts:
            found = verdicts[test]
            row.person[f"{found.apart}, {found.together} {found.refused}: {found.why}"] += 1
            _say(f"PERSON {where} {test}: {said}, {found}", _text(both[0], test))
        elif got is not None and got != points.got:
            silent = got > points.got and not points.failed and bool(points.says)
            row.above += got > points.got and not silent
            row.stderr += silent
            row.below += got < points.got
            kind = "STDERR" if silent else "ABOVE" if got > points.got else "BELOW"
            _say(f"{kind} {where} {test}: {said}, here {got:g} ({ours[test].says})",
                 "" if silent else _text(both[0], test))  # fmt: skip


def _text(notebook: NotebookNode, test: str) -> str:
    """Return the answer and the test, for whoever looks into a difference."""
    place = next(n for n, cell in enumerate(notebook.cells) if grade_id(cell) == test)
    before = [notebook.cells[n].source for n in _answers(notebook) if n < place][-1:]
    return "\n".join([*before, "-----", notebook.cells[place].source])


def _command(root: Path, *command: str) -> Cost:
    """Run a module in a folder, and return what it cost, with all processes that it started."""
    group, enter = GROUPS / f"adopt-{os.getpid()}", 'echo $$ > "$0"/cgroup.procs; exec "$@"'
    arguments = [sys.executable, "-m", *command]
    with contextlib.suppress(OSError):
        group.mkdir()
    counted = os.access(group / "cgroup.procs", os.W_OK)
    used = (lambda: int((group / "cpuacct.usage").read_text()) / 1e9) if counted else _cpu_seconds
    before, began = used(), time.monotonic()
    run = ["sh", "-c", enter, str(group), *arguments] if counted else arguments
    done = subprocess.run(run, cwd=root, capture_output=True, text=True, errors="replace")
    cost = Cost(time.monotonic() - began, used() - before)
    if done.returncode:
        _say(f"{' '.join(command)}: status {done.returncode}", (done.stdout + done.stderr)[-3000:])
    return cost


def _cpu_seconds() -> float:
    spent = psutil.cpu_times()
    return spent.user + spent.system


def _say(said: str, more: str = "") -> None:
    indented = "".join(f"\n      {line}" for line in more.splitlines())
    print(f"  {said}{indented}", file=sys.stderr, flush=True)


def chosen(wanted: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the courses whose repository contains a wanted name, or all."""
    text = Path(__file__).with_name("courses.toml").read_text(encoding="utf-8")
    for about in tomllib.loads(text)["course"]:
        if not wanted or any(name in about["repository"] for name in wanted):
            yield about


def main() -> None:
    """Measure courses, one after the other, and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adopt")
    parser.add_argument("name", nargs="*", help="a part of a repository's name; else all courses")
    parser.add_argument("--wrong", type=int, default=100, help="wrong answers in a course, about")
    parser.add_argument("--clones", type=Path, default=Path("clones"))
    options = parser.parse_args()
    os.environ["JUPYTER_NO_CONFIG"] = "1"  # the user's own settings are not the course's
    # nbgrader starts alembic by its name when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    total = Row()
    print("|", " | ".join(["course", "subject", *COLUMNS]), "|")
    print("|", " | ".join(["---"] * (len(COLUMNS) + 2)), "|", flush=True)
    for about in chosen(options.name):
        repository = about["repository"]
        clone = (options.clones / repository.replace("/", "+")).absolute()
        if not clone.exists():
            url = f"https://github.com/{repository}"
            subprocess.run(["git", "clone", "--quiet", "--bare", url, clone], check=True)
        _say(repository)
        row = measure(about, clone, options.wrong)
        total.add(row)
        print("|", " | ".join(map(str, [repository, about["subject"], *_cells(row)])), "|",
              flush=True)  # fmt: skip
    print("|", " | ".join(map(str, ["all", "", *_cells(total)])), "|")
    for why, count in total.person.most_common():
        print(f"- left to a person, {count} times: {why}")


def _cells(row: Row) -> Iterator[object]:
    return (of(row) for of in COLUMNS.values())


if __name__ == "__main__":
    main()
