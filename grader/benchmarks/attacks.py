"""Attacks on stock nbgrader and on this grader: ``python -m benchmarks.attacks``.

Prints a table, with a line for each attack, or for those that are named; docs/grading.md sums
it up. Stock nbgrader, which protects nothing itself, runs in bubblewrap, in a throwaway course,
without network and with process ids of its own. Attacks that would exhaust this machine are
not run there.
"""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.attacks import ASSIGNMENT, EVERYONE, RIGHT, digests, hand_in
from tests.sample import Course, of_exercise

GRADER = Path(__file__).parents[1]
HONEST = "honest"
EXHAUSTING = {"6 forking", "6 threads", "6 memory", "6 disk", "6 output", "6 deep folders"}
# Under stock nbgrader these may harm others, so that each has a course of its own.
ALONE = ["2 links", "4 modules beside", "5 writing", "6 a flood", "6 forged answers"]
ALONE += ["6 forged files", "6 killing", "6 nonsense", "6 sleeping", "6 the network", "6 the wire"]
ALONE += ["7 cell types", "7 text that is hard to read"]
STOCK = '\ndel c["Autograde"]\nc.Execute.timeout = 5\n'
OURS = "\nc.Autograder.timeout = 5\n"
LONGEST_RUN = 600
LONGEST_ALONE = 120
KEPT = ["source", "submitted", f"autograded/{HONEST}"]


def main() -> None:
    """Run attacks on both graders, and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks")
    parser.add_argument("attack", nargs="*", default=EVERYONE, help="by default all of them")
    chosen = parser.parse_args().attack
    together = [name for name in chosen if name not in EXHAUSTING and name not in ALONE]
    stock = dict.fromkeys(EXHAUSTING, "not run")
    for name in ALONE:
        if name in chosen:
            stock |= _effects([name], STOCK, LONGEST_ALONE, in_a_box=True)
    if together:
        stock |= _effects(together, STOCK, LONGEST_RUN, in_a_box=True)
    ours = _effects(chosen, OURS, LONGEST_RUN, in_a_box=False)
    print("| attack | stock nbgrader | ours |\n|---|---|---|")
    for name in sorted(chosen):
        print(f"| {name} | {stock[name]} | {ours[name]} |")


def _effects(names: list[str], settings: str, seconds: int, in_a_box: bool) -> dict[str, str]:
    """Grade attacks in one course; describe the points and the harm of each."""
    folder = Path(tempfile.mkdtemp(prefix="attacks-"))
    try:
        course = Course(folder / "course")
        with (course.root / "nbgrader_config.py").open("a") as config:
            config.write(settings)
        course.nbgrader("generate_assignment", ASSIGNMENT)
        course.hand_in(HONEST, ASSIGNMENT, RIGHT)
        course.nbgrader("autograde", ASSIGNMENT, "--student", HONEST)
        for name in names:
            hand_in(course, name)
        before = digests(course.root, *KEPT)
        ended = _grade(course, seconds, in_a_box)
        return {name: ", ".join([*_effect(course, name, before), *ended]) for name in names}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _grade(course: Course, seconds: int, in_a_box: bool) -> list[str]:
    """Grade; return a remark if the run does not end in time."""
    command = course.command("autograde", ASSIGNMENT)
    if in_a_box:
        root = str(course.root)
        box = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
        box += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp"]
        box += ["--ro-bind", str(GRADER), str(GRADER), "--bind", root, root]
        command = [*box, "--setenv", "HOME", "/tmp", "--chdir", root, *command]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.run(command, cwd=course.root, env=course.environment, timeout=seconds, **quiet)
    except subprocess.TimeoutExpired:
        return ["the run does not end"]
    return []


def _effect(course: Course, name: str, before: dict[str, str]) -> list[str]:
    effects = [_points(course, name)]
    if digests(course.root, *KEPT) != before:
        effects.append("changed the course's files")
    if _points(course, HONEST) != "4 of 4":
        effects.append("destroyed others' grades")
    return effects


def _points(course: Course, name: str) -> str:
    try:
        got, of = of_exercise(course.scores(ASSIGNMENT)[name], "spelled")
        return f"{got:g} of {of:g}"
    except Exception:  # the attack may have destroyed the gradebook
        return "no grade"


if __name__ == "__main__":
    main()
