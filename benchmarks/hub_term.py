"""A term on a real hub, with accidents: ``python -m benchmarks.hub_term /srv/mastermind-hub``.

It needs root and a hub that was made by ``make hub`` and does not run. Students get accounts
of the machine and hand in three notebooks by nbgrader's own code; the hub's watcher grades
them. On the way the hub is killed with ``kill -9``; the disk of exchange and course is full for
a while; a student fills memory and processes, in the notebook and at a prompt; a backup is made
while the watcher grades, and restored on a bare folder. In the end the gradebook has to have
what the same notebooks get in a course of their own in which nothing went wrong. The accounts
and mounts of this script are taken away at the end; the hub stays.
"""

import argparse
import importlib.util
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeSubmit
from traitlets.config import Config

from bank import EXERCISES
from tools.course import ROOT
from tools.demo import Habit, always_right, one_wrong

COURSE = "mastermind"
ASSIGNMENTS = ("01-random-codes", "02-valid-guesses", "03-feedback")
BACKUP = (
    "rm -f gradebook.copy && sqlite3 gradebook.db '.backup gradebook.copy' && "
    "tar -czf \"$1\" --exclude='./gradebook.db*' --exclude='./*.tar.gz' "
    "--warning=no-file-changed . || [ $? = 1 ]"
)
"""As in grader/docs/data.md; GNU tar returns 1 if a file was changed meanwhile."""
GREEDY = "x = [0] * 10**10\n"
FORKS = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        time.sleep(60)
"""
DISK = "300m"
GRADES = """
select a.name, s.id, b.name, g.auto_score, g.manual_score, g.extra_credit, g.needs_manual_grade
from grade g join submitted_notebook n on g.notebook_id = n.id
join submitted_assignment sa on n.assignment_id = sa.id
join assignment a on sa.assignment_id = a.id join student s on sa.student_id = s.id
join base_cell b on g.cell_id = b.id order by 1, 2, 3
"""


def load(name: str, path: Path) -> Any:
    """Import a file that is no module of a package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


prepare = load("prepare", ROOT / "grader" / "hub" / "prepare.py")


def say(what: str) -> None:
    """Print what happened, and when."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {what}", flush=True)


BEGAN = time.monotonic()


def wait(until: Callable[[], object], seconds: float, what: str) -> float:
    """Wait until something is so; give back for how long."""
    began = time.monotonic()
    while True:
        with suppress(OSError, sqlite3.Error):
            if until():
                return time.monotonic() - began
        if time.monotonic() - began > seconds:
            sys.exit(f"waited {seconds:.0f} s for this: {what}")
        time.sleep(1)


class Hub:
    """The hub as an administrator starts and kills it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.inbound = folder / "exchange" / COURSE / "inbound"
        self._log = (folder / "run" / "log-of-the-term").open("a")

    def start(self) -> None:
        """Start it by the command of ``make hub``, and wait for its page and its watcher's."""
        command = [sys.executable, ROOT / "grader" / "hub" / "prepare.py", self.folder]
        environment = {**os.environ, "MASTERMIND_HUB_PORT": str(self.port)}
        self.process = subprocess.Popen(
            command, stdout=self._log, stderr=self._log, env=environment, start_new_session=True
        )
        seconds = wait(lambda: self.figures()["up"], 1200, "the hub")
        say(f"hub, Formgrader and watcher answer {seconds:.0f} s after the start")

    def kill(self) -> None:
        """End it as the kernel does when memory runs out."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def figures(self) -> dict[str, float]:
        """What a monitor reads of the watcher."""
        token = (self.folder / "run" / "token-monitor").read_text().strip()
        address = f"http://127.0.0.1:{self.port}/services/watcher/metrics"
        ask = urllib.request.Request(address, headers={"Authorization": f"token {token}"})
        with urllib.request.urlopen(ask, timeout=30) as answer:
            lines = [line for line in answer.read().decode().splitlines() if line[0] != "#"]
        pairs = [line.removeprefix("autograder_watch_").rsplit(" ", 1) for line in lines]
        return {name: float(value) for name, value in pairs}

    def answers(self) -> float:
        """How many seconds the page for logging in takes."""
        began = time.monotonic()
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/hub/login", timeout=60).read()
        return time.monotonic() - began

    def grader(self, *command: str) -> str:
        """Run a command in the course's folder, as the account that owns it."""
        path = f"PATH={self.folder / 'venv' / 'bin'}:{os.environ['PATH']}"
        whole = ["runuser", "-u", prepare.GRADER, "--", "env", path, *command]
        done = subprocess.run(whole, cwd=self.folder / "course", capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def rows(self, course: Path | None = None) -> list[tuple[Any, ...]]:
        """Every grade in a gradebook."""
        place = (course or self.folder / "course") / "gradebook.db"
        with sqlite3.connect(f"file:{place}?mode=ro", uri=True) as gradebook:
            return gradebook.execute(GRADES).fetchall()

    def graded(self, assignment: str) -> set[str]:
        """Who has grades for it."""
        return {row[1] for row in self.rows() if row[0] == assignment}


class Student:
    """Somebody with an account, a home, and a habit of answering."""

    def __init__(self, hub: Hub, name: str, habit: Habit) -> None:
        prepare.account(hub.folder, name)
        self.hub, self.name, self.habit = hub, name, habit
        self.account = pwd.getpwnam(name)

    def write(self, assignment: str, more: str = "") -> bytes:
        """Answer a notebook that was released; `more` goes before the first answer."""
        path = self.hub.folder / "exchange" / COURSE / "outbound" / assignment
        notebook = nbformat.read(path / f"{assignment}.ipynb", as_version=4)
        for place, exercise in enumerate(EXERCISES[assignment]):
            marks = {c.metadata.get("nbgrader", {}).get("grade_id"): c for c in notebook.cells}
            cell = marks[exercise]
            cell.source = more * (place == 0) + (self.habit(place, exercise) or cell.source)
        text = nbformat.writes(notebook)
        own = Path(self.account.pw_dir) / assignment
        own.mkdir(exist_ok=True)
        (own / f"{assignment}.ipynb").write_text(text)
        for one in (own, own / f"{assignment}.ipynb"):
            os.chown(one, self.account.pw_uid, self.account.pw_gid)
        return text.encode()

    def does(self, what: Callable[[], object]) -> bool:
        """Do something under the student's account; tell whether it went well."""
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.setgroups([])
                os.setgid(self.account.pw_gid)
                os.setuid(self.account.pw_uid)
                os.umask(0o022)
                os.chdir(self.account.pw_dir)
                what()
                status = 0
            except Exception as error:
                print(
                    f"         {self.name}: {type(error).__name__}: {str(error)[:70]}", flush=True
                )
            finally:
                os._exit(status)
        return os.waitpid(child, 0)[1] == 0

    def submit(self, assignment: str) -> bool:
        """Hand in by nbgrader's own code."""

        def hand_in() -> None:
            config = Config()
            config.Exchange.root = str(self.hub.folder / "exchange")
            config.Exchange.cache = str(Path(self.account.pw_dir) / "cache")
            directory = CourseDirectory(course_id=COURSE, assignment_id=assignment, config=config)
            submit = ExchangeSubmit(
                coursedir=directory, authenticator=Authenticator(config=config), config=config
            )
            submit.assignment_dir = self.account.pw_dir
            submit.log.setLevel("CRITICAL")
            submit.start()

        return self.does(hand_in)


@contextmanager
def small_disk(hub: Hub) -> Iterator[list[Path]]:
    """Have exchange and course lie on disks that can be filled."""
    places = [hub.folder / "exchange", hub.folder / "course"]
    for place in places:
        kept = place.with_name(f"{place.name}-before")
        status = place.stat()
        place.rename(kept)
        place.mkdir()
        options = f"size={DISK},mode={status.st_mode & 0o7777:o}"
        options += f",uid={status.st_uid},gid={status.st_gid}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True)
        subprocess.run(["cp", "-a", f"{kept}/.", place], check=True)
        shutil.rmtree(kept)
    try:
        yield places
    finally:
        for place in places:
            kept = place.with_name(f"{place.name}-after")
            subprocess.run(["cp", "-a", place, kept], check=True)
            subprocess.run(["umount", "--lazy", place], check=True)
            place.rmdir()
            kept.rename(place)


def fill(place: Path) -> Path:
    """Fill a disk to its last byte."""
    path = place / "filling"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1 << 16)):
            pass
    return path


def all_graded(hub: Hub, students: list[Student], assignment: str) -> None:
    """Wait until everybody has grades."""
    names = {student.name for student in students}
    seconds = wait(lambda: hub.graded(assignment) >= names, 1200, f"grades of {assignment}")
    say(f"{assignment}: {len(names)} graded, the last {seconds:.0f} s after the wait began")


def play(hub: Hub, students: list[Student], scratch: Path) -> None:
    """Play the term."""
    handed_in: dict[tuple[str, str], bytes] = {}
    first, second, third = ASSIGNMENTS
    greedy = students[-1]
    with small_disk(hub) as disks:
        hub.start()
        for number, student in enumerate(students):
            handed_in[student.name, first] = student.write(first)
            assert student.submit(first)
            if number == len(students) // 2:
                hub.kill()
                say("the hub was killed with kill -9; students go on handing in")
        (ROOT / "grader" / "autograder" / "__init__.py").touch()
        before = installed(hub)
        hub.start()
        assert installed(hub) > before
        say("that start installed the grader anew, as after git pull")
        all_graded(hub, students, first)

        for student in students:
            handed_in[student.name, second] = student.write(second)
        early, late = students[::2], students[1::2]
        assert not [student.name for student in early if not student.submit(second)]
        full = [fill(place) for place in disks]
        failed = [student for student in late if not student.submit(second)]
        say(f"exchange and course are full: {len(failed)} of {len(late)} could not hand in")
        seconds = wait(lambda: hub.figures()["troubles_total"], 600, "word of the full disk")
        say(f"graded until then: {len(hub.graded(second))}; trouble told after {seconds:.0f} s")
        for path in full:
            path.unlink()
        assert not [student.name for student in late if not student.submit(second)]
        all_graded(hub, students, second)

        for student in students:
            handed_in[student.name, third] = student.write(third, GREEDY * (student is greedy))
        assert greedy.submit(third)
        with at_a_prompt(hub, greedy):
            assert not [student.name for student in students[:-1] if not student.submit(third)]
            say("the others handed in beside it")
        archive = hub.folder / "course" / "term.tar.gz"
        hub.grader("sh", "-c", BACKUP, "sh", str(archive))
        say("a backup was made while the watcher graded")
        all_graded(hub, students, third)
        with_all = hub.folder / "course" / "whole.tar.gz"
        hub.grader("sh", "-c", BACKUP, "sh", str(with_all))
        for path in (archive, with_all):
            bare = scratch / path.stem
            bare.mkdir()
            subprocess.run(["tar", "-xzf", path, "-C", bare], check=True)
            (bare / "gradebook.copy").rename(bare / "gradebook.db")
            rows = hub.rows(bare)
            say(f"restored: {len(rows)} grades of {len(hub.rows())}")
        assert rows == hub.rows(), "the restored gradebook differs"
        say(f"the second is row by row that of the hub: {len(rows)} grades")
        compare(hub, students, handed_in, scratch / "calm")
        hub.kill()


@contextmanager
def at_a_prompt(hub: Hub, greedy: Student) -> Iterator[None]:
    """Have a student fill processes, and then memory, under the limits of a student's server."""
    user = greedy.account.pw_uid
    prompt = [*load_limits(hub), str(hub.folder / "venv" / "bin" / "python"), "-c"]
    with subprocess.Popen([*prompt, FORKS], user=user, cwd="/") as filling:
        time.sleep(10)
        count, seconds = processes(greedy), hub.answers()
        say(f"{greedy.name} has {count} processes; the hub answers in {seconds:.2f} s")
        yield
        filling.kill()
        filling.wait()
        while processes(greedy):
            prepare.end_processes(lambda process: process.stat().st_uid == user)
            time.sleep(0.2)
    memory = subprocess.run([*prompt, "bytes(8 << 30)"], user=user, cwd="/", capture_output=True)
    say(f"8 GiB at a prompt: {memory.stderr.decode().splitlines()[-1]}")


def installed(hub: Hub) -> float:
    """When the grader of the hub was installed."""
    return (hub.folder / "venv" / "ready").stat().st_mtime


def load_limits(hub: Hub) -> list[str]:
    """The limits that the hub puts before a student's server."""
    text = (hub.folder / "hub" / "jupyterhub_config.py").read_text()
    [line] = [line for line in text.splitlines() if line.startswith("LIMITS = ")]
    return list(eval(line.removeprefix("LIMITS = ")))


def processes(student: Student) -> int:
    """How many processes an account has."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            count += process.stat().st_uid == student.account.pw_uid
    return count


def autograder(*arguments: str, cwd: Path | None = None) -> None:
    """Run one of the grader's commands here."""
    subprocess.run([sys.executable, "-m", "autograder", *arguments], cwd=cwd, check=True)


def compare(
    hub: Hub, students: list[Student], handed_in: dict[tuple[str, str], bytes], calm: Path
) -> None:
    """Grade the same notebooks where nothing goes wrong, and compare every grade."""
    calm.mkdir()
    for name in ("source", "bank"):
        shutil.copytree(ROOT / name, calm / name)
    shutil.copy(ROOT / "nbgrader_config.py", calm)
    for (student, assignment), text in handed_in.items():
        path = calm / "submitted" / student / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(text)
    for assignment in ASSIGNMENTS:
        generate = [sys.executable, "-m", "nbgrader", "generate_assignment", assignment]
        subprocess.run(generate, cwd=calm, check=True, capture_output=True)
        autograder("grade", assignment, cwd=calm)
    names = {student.name for student in students}
    here = [row for row in hub.rows() if row[1] in names]
    different = [pair for pair in zip(here, hub.rows(calm), strict=True) if pair[0] != pair[1]]
    say(f"{len(here)} grades; {len(different)} differ from those of a term without accidents")
    assert not different, different[:3]


def main() -> None:
    """Play it, and take the accounts away."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hub_term", description=__doc__)
    parser.add_argument("folder", type=Path, help="of the hub")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--port", type=int, default=18600)
    options = parser.parse_args()
    hub = Hub(options.folder, options.port)
    names = [f"mm-s{number:02}" for number in range(1, options.students + 1)]
    try:
        students = [
            Student(hub, name, (one_wrong if number % 2 else always_right)(number))
            for number, name in enumerate(names)
        ]
        say(f"{len(students)} accounts made")
        with tempfile.TemporaryDirectory() as scratch:
            play(hub, students, Path(scratch))
    finally:
        with suppress(AttributeError):
            hub.kill()
        for part in ("venv", "proxy"):  # a hub that was killed leaves its proxy
            path = bytes(hub.folder / part)
            prepare.end_processes(
                lambda process, path=path: path in (process / "cmdline").read_bytes()
            )
        for name in names:
            subprocess.run(["userdel", "--force", "--remove", name], capture_output=True)
        say("accounts taken away")


if __name__ == "__main__":
    main()
