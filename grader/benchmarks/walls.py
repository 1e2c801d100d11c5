"""Attacks and accidents under each confinement and command: ``python -m benchmarks.walls``.

Prints the table of docs/security.md. Bubblewrap is disabled by a program of its name that
fails; the last wall pretends that Landlock has the oldest version that is good enough.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat

from tests import attacks
from tests.grader.grading.test_accidents import ACCIDENTS
from tests.sample import ASSIGNMENT, FULL, RIGHT, Course, of_exercise

HONEST = ["an honest one", "the last one"]
WALLS = ["bubblewrap", "Landlock", "Landlock, version 3"]
COMMANDS = {
    "nbgrader autograde": ["nbgrader", "autograde", ASSIGNMENT],
    "grade": ["autograder", "grade", ASSIGNMENT],
}
SECONDS_FOR_A_CELL = 8
KEPT = ["source", "submitted", "bank"]
# The command itself runs in this Python; processes for students' code start by a script.
START = """
import runpy, sys
script, module, *rest = sys.argv[1:]
sys.executable, sys.argv = script or sys.executable, [module, *rest]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
OLD_LANDLOCK = """#!/bin/sh
shift 3
exec {python} -sP -c '{program}' "$@"
"""


def main() -> None:
    """Grade the same class under each confinement by each command; print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.walls")
    parser.add_argument("--wall", choices=WALLS, action="append")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="walls-"))
    try:
        handed_in = _hand_in(Course(folder / "handed in"))
        print(
            "| wall | command | attacks that won | accidents judged otherwise | left or changed |"
        )
        print("|---|---|---|---|---|")
        for wall in options.wall or WALLS:
            for name in options.command or COMMANDS:
                row = _Run(handed_in, folder, wall).grade(COMMANDS[name])
                print(f"| {wall} | {name} | {' | '.join(row)} |", flush=True)
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)


def _hand_in(course: Course) -> Course:
    course.configure(f"c.Autograder.timeout = {SECONDS_FOR_A_CELL}")
    course.nbgrader("generate_assignment", ASSIGNMENT)
    for name in attacks.EVERYONE:
        attacks.hand_in(course, name)
    for name, (spoil, _) in ACCIDENTS.items():
        path = course.hand_in(_accident(name), ASSIGNMENT, RIGHT)
        notebook = nbformat.read(path, as_version=4)
        spoil(notebook)
        path.write_text(json.dumps(notebook))
    for name in HONEST:
        course.hand_in(name, ASSIGNMENT, RIGHT)
    return course


def _accident(name: str) -> str:
    return f"accident {name}"


class _Run:
    """A class, graded in a copy of the course."""

    def __init__(self, handed_in: Course, folder: Path, wall: str) -> None:
        self._folder, self._wall = folder, wall
        self._course = handed_in.copy(folder / "course")
        self._temporary = folder / "temporary"
        self._temporary.mkdir()
        self._environment = self._course.environment | {"TMPDIR": str(self._temporary)}
        if wall != "bubblewrap":
            failing = _program(folder / "programs" / "bwrap", "#!/bin/sh\nexit 1")
            path = [str(failing.parent), self._environment["PATH"]]
            self._environment["PATH"] = os.pathsep.join(path)
        self._before = attacks.digests(self._course.root, *KEPT)

    def grade(self, command: list[str]) -> list[str]:
        """Grade; return the attacks that won, the misjudged accidents, and the leftovers."""
        script = self._script() if self._wall == "Landlock, version 3" else ""
        done = subprocess.run(
            [sys.executable, "-c", START, script, *command],
            cwd=self._course.root,
            env=self._environment,
            capture_output=True,
            text=True,
        )
        if done.returncode > 1:
            raise RuntimeError(f"nothing was graded: {done.stderr}")
        scores = self._course.scores(ASSIGNMENT)
        won = [n for n in attacks.EVERYONE if of_exercise(scores[n], "spelled").got]
        misjudged = [
            name
            for name, (_, wanted) in ACCIDENTS.items()
            if tuple(of_exercise(scores[_accident(name)], e).got for e in FULL) != wanted
        ]
        lost = [n for n in HONEST if sum(score.got for score in scores[n].values()) != 10]
        found = [
            _of(won, len(attacks.EVERYONE)),
            _of(misjudged, len(ACCIDENTS)),
            _of([*lost, *self._left()]),
        ]
        shutil.rmtree(self._temporary)
        subprocess.run(["rm", "-rf", self._course.root], check=True)
        return found

    def _script(self) -> str:
        program = attacks.with_oldest_landlock(
            [sys.executable, "autograder.runner.processes.forkserver"]
        )[3]
        text = OLD_LANDLOCK.format(python=sys.executable, program=program)
        return str(_program(self._folder / "old" / "python", text))

    def _left(self) -> list[str]:
        if attacks.digests(self._course.root, *KEPT) != self._before:
            return ["the course's files"]
        for _ in range(50):
            left = [path.name for path in self._temporary.iterdir()]
            left += [str(p) for p in Path("/tmp").glob("left-by-attack")]
            if not left:
                break
            time.sleep(0.1)
        return left


def _program(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def _of(names: list[str], total: int | None = None) -> str:
    count = f"{len(names)} of {total}" if total else str(len(names))
    return f"{count} ({'; '.join(names)})" if names else count


if __name__ == "__main__":
    main()
