"""Grading that is killed at random moments and started again, compared with undisturbed runs.

``python -m benchmarks.kills`` kills each command, with ``kill -9``, at thirty moments of
grading forty submissions, goes on to the end, and compares all scores with those of an
undisturbed run. For the runs with ``--force`` all grades are spoiled before: submissions that
such a run has to grade again must be graded even if it is restarted without ``--force``.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from nbgrader.api import Gradebook

from tests.sample import ASSIGNMENT, COURSE, Course, solutions

WRONG = "def spelled(letters, length, word):\n    return None\n"
SUBMISSIONS = 40
MOST_KILLS_IN_A_ROW = 6
COMMANDS = {
    "grade": ["-m", "autograder", "grade", ASSIGNMENT],
    "autograde": ["-m", "nbgrader", "autograde", ASSIGNMENT],
}


def main() -> None:
    """Kill each command, and print a Markdown table, with a row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print("| command | kills | starts to the end | wrong scores | left behind |")
    print("|---|---|---|---|---|")
    for name in options.command or COMMANDS:
        for force in (False, True):
            folder = Path(tempfile.mkdtemp(prefix="kills-"))
            try:
                row = _Killing(folder, COMMANDS[name], force, chance).run(options.kills)
            finally:
                shutil.rmtree(folder)
            shown = " ".join([name, *(["--force"] if force else [])])
            print(f"| {shown} | {' | '.join(map(str, row))} |", flush=True)


class _Killing:
    """A command that is killed again and again, each time in a fresh course."""

    def __init__(
        self, folder: Path, command: list[str], force: bool, chance: random.Random
    ) -> None:
        self._folder, self._command, self._force, self._chance = folder, command, force, chance
        self._temporary = folder / "temporary"
        self._temporary.mkdir()
        self._handed_in = Course(folder / "handed in")
        self._handed_in.nbgrader("generate_assignment", ASSIGNMENT)
        right = solutions(ASSIGNMENT)
        for number in range(SUBMISSIONS):
            answers = right | ({"spelled": WRONG} if number % 3 == 0 else {})
            self._handed_in.hand_in(f"student{number:02}", ASSIGNMENT, answers)
        self._graded = self._handed_in.copy(folder / "graded")
        began = time.monotonic()
        self._start(self._graded, []).wait()
        self._seconds = time.monotonic() - began
        self._wanted = self._graded.scores(ASSIGNMENT)
        assert len(self._wanted) == SUBMISSIONS
        if force:
            _spoil(self._graded)

    def run(self, kills: int) -> tuple[int, int, int, int]:
        """Kill the command; return the numbers of kills, starts, wrong scores and leftovers."""
        killed = starts = wrong = left = 0
        while killed < kills:
            before = self._graded if self._force else self._handed_in
            course = before.copy(self._folder / "course")
            most = min(MOST_KILLS_IN_A_ROW, kills - killed)
            options = ["--force"] if self._force else []
            for _ in range(most):
                starts += 1
                if not self._kill_once(course, options):
                    break
                killed += 1
                if self._force and _is_begun(course):
                    options = []  # the restart has no --force
            starts += 1
            self._start(course, options).wait()
            scores = course.scores(ASSIGNMENT)
            wrong += sum(scores.get(name) != want for name, want in self._wanted.items())
            left += len(self._left(course))
            shutil.rmtree(course.root)
        return killed, starts, wrong, left

    def _kill_once(self, course: Course, options: list[str]) -> bool:
        """Start the command and kill it some time later; tell whether it was still running."""
        process = self._start(course, options)
        try:
            process.wait(self._chance.uniform(0, self._seconds))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return True
        return False

    def _start(self, course: Course, options: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *self._command, *options],
            cwd=course.root,
            env=course.environment | {"TMPDIR": str(self._temporary)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _left(self, course: Course) -> list[str]:
        """List processes, temporary files and half-made folders that do not vanish soon."""
        for _ in range(100):
            found = [str(path) for path in self._temporary.iterdir()]
            found += [str(path) for path in course.root.glob("autograded/*/.*")]
            found += [process for process in os.listdir("/proc") if self._is_ours(process)]
            if not found:
                break
            time.sleep(0.1)
        return found

    def _is_ours(self, process: str) -> bool:
        try:
            return str(self._temporary) in Path("/proc", process, "environ").read_text()
        except (OSError, UnicodeDecodeError):
            return False


def _is_begun(course: Course) -> bool:
    """Tell whether a run has marked the submissions to grade; before that it has done nothing."""
    with closing(sqlite3.connect(course.root / "gradebook.db")) as gradebook:
        [(finished,)] = gradebook.execute("SELECT count(*) FROM autograder_graded")
        [(points,)] = gradebook.execute("SELECT coalesce(sum(auto_score), 0) FROM grade")
    return finished < SUBMISSIONS or points > 0


def _spoil(course: Course) -> None:
    """Set all points to 0, which reveals submissions that were not graded again."""
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}", COURSE) as gradebook:
        for submission in gradebook.assignment_submissions(ASSIGNMENT):
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    grade.auto_score = 0
        gradebook.db.commit()


if __name__ == "__main__":
    main()
