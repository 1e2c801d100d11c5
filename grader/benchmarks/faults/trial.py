"""A class that has handed in, and one case in which something fails."""

import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.sample import ASSIGNMENT, RIGHT, Course

WRONG = RIGHT | {"tidy": "def tidy(text):\n    return text"}
MOST_LINES = 4
SECONDS = 900


class Class:
    """A class that has handed in, and its scores in a run without faults."""

    def __init__(self, folder: Path, students: int) -> None:
        self._folder = folder
        self.made = Course(folder / "handed in")
        for number in range(students):
            answers = RIGHT if number % 3 else WRONG
            self.made.hand_in(f"student{number:03}", ASSIGNMENT, answers)
        self.made.nbgrader("generate_assignment", ASSIGNMENT)
        undisturbed = self.made.copy(folder / "undisturbed")
        undisturbed.grader(ASSIGNMENT).communicate()
        self.wanted = undisturbed.scores(ASSIGNMENT)

    def fresh(self) -> Course:
        """Return a copy in which nothing is graded."""
        shutil.rmtree(self._folder / "course", ignore_errors=True)
        return self.made.copy(self._folder / "course")


class Trial:
    """A case: a course, and the command that grades it."""

    def __init__(self, made: Class) -> None:
        self.course, self._wanted = made.fresh(), made.wanted

    def grade(
        self, *options: str, under: tuple[str, ...] = (), **variables: str
    ) -> subprocess.Popen[str]:
        """Start the grading command, `under` another command if given."""
        command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--json", *options]
        return subprocess.Popen(
            [*under, *command],
            cwd=self.course.root,
            env=self.course.environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def graded(self, number: int, process: subprocess.Popen[str]) -> None:
        """Wait until so many submissions are graded."""
        while process.poll() is None and self._count() < number:
            time.sleep(0.02)

    def _count(self) -> int:
        return len(list(self.course.root.glob(f"autograded/*/{ASSIGNMENT}")))

    def end(self, process: subprocess.Popen[str], expected: int = 0, failed: int = 0) -> str:
        """Wait for the command's end, grade the rest, and return the row of the table."""
        told, good = self.told(process, expected, failed)
        return f"{told} | {self.verdict(good)}"

    def told(
        self, process: subprocess.Popen[str], expected: int = 0, failed: int = 0
    ) -> tuple[str, bool]:
        """Wait for the command's end; return its messages, and whether it ended as expected."""
        out, err = process.communicate(timeout=SECONDS)
        states = Counter(result["state"] for result in json.loads(out or "[]"))
        said = [line for line in err.splitlines() if line.startswith("autograder: ")]
        told = f"exit status {process.returncode}; " + ", ".join(
            [f"{states[state]} {state}" for state in sorted(states)] or ["0 graded"]
        )
        good = process.returncode == expected and states["failed"] == failed
        good = good and "Traceback" not in err and len(said) <= MOST_LINES
        root = str(self.course.root)
        quoted = "".join(
            f"; *{line.removeprefix('autograder: ').replace(root, '...')}*" for line in said
        )
        return f"{told}{quoted}", good

    def verdict(self, good: bool = True) -> str:
        """Grade the rest, and compare all scores with those of a run without faults."""
        self.course.grader(ASSIGNMENT).communicate()
        scores = self.course.scores(ASSIGNMENT)
        same = all(scores.get(student) == want for student, want in self._wanted.items())
        return "ok" if good and same else "**bad**"
