"""What attacks gain on stock nbgrader, and on this grader: ``python -m benchmarks.attacks``.

Prints the table of docs/grading.md. Stock nbgrader runs in bubblewrap, in a throw-away
course, without network and with process ids of its own: it protects nothing itself.
Attacks that would exhaust this machine are not run there.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.attacks import ASSIGNMENT, EVERYONE, RIGHT, digests, hand_in
from tests.course import ROOT, Course, of_exercise

HONEST = "honest"
EXHAUSTING = {"6 forking", "6 threads", "6 memory", "6 disk", "6 output", "6 deep folders"}
# What they do, they may do to others: each has a course of its own.
ALONE = ["5 writing", "6 killing", "4 modules beside", "7 cell types", "2 links"]
STOCK = '\ndel c["Autograde"]\nc.Execute.timeout = 5\n'
OURS = "\nc.ExecuteApart.timeout = 2\n"
LONGEST_RUN = 1200
KEPT = ["source", "submitted", f"autograded/{HONEST}"]


def main() -> None:
    """Run all attacks both ways and print a table in Markdown."""
    rest = [name for name in EVERYONE if name not in EXHAUSTING and name not in ALONE]
    stock = {name: "not run" for name in EXHAUSTING}
    for names in [*([name] for name in ALONE), rest]:
        stock |= _effects(names, STOCK, in_a_box=True)
    ours = _effects(EVERYONE, OURS, in_a_box=False)
    print("| attack | stock nbgrader | ours |\n|---|---|---|")
    for name in sorted(EVERYONE):
        print(f"| {name} | {stock[name]} | {ours[name]} |")
    won = sum(" of 4" in effect and not effect.startswith("0") for effect in stock.values())
    print(f"\n{len(EVERYONE)} attacks; {len(EXHAUSTING)} not run on stock nbgrader, {won} got points there.")


def _effects(names: list[str], settings: str, in_a_box: bool) -> dict[str, str]:
    """Grade attacks in one course; say for each what it got, and what it did to others."""
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
        _grade(course, in_a_box)
        return {name: ", ".join(_effect(course, name, before)) for name in names}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _grade(course: Course, in_a_box: bool) -> None:
    command = course.command("autograde", ASSIGNMENT)
    if in_a_box:
        root = str(course.root)
        box = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
        box += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp"]
        box += ["--ro-bind", str(ROOT), str(ROOT), "--bind", root, root]
        command = [*box, "--setenv", "HOME", "/tmp", "--chdir", root, *command]
    subprocess.run(
        command,
        cwd=course.root,
        env=course.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=LONGEST_RUN,
    )


def _effect(course: Course, name: str, before: dict[str, str]) -> list[str]:
    effects = [_points(course, name)]
    if digests(course.root, *KEPT) != before:
        effects.append("changed the course's files")
    if _points(course, HONEST) != "4 of 4":
        effects.append("destroyed others' grades")
    return effects


def _points(course: Course, name: str) -> str:
    try:
        got, of = of_exercise(course.scores(ASSIGNMENT)[name], "valid_code")
        return f"{got:g} of {of:g}"
    except Exception:  # the gradebook may be gone, or whatever the attack has left of it
        return "no grade"


if __name__ == "__main__":
    main()
