"""The report of a `grade` run: progress, summary, confinement, next commands."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from autograder.grader.grading.parallel import Grading, Result
from autograder.runner.conductor import LANDLOCK_ALONE, WITHOUT_BUBBLEWRAP
from autograder.runner.text import command, grader, one_line

MOST_NAMED = 5
MANY = 4  # from so many submissions on, a shared remark is printed once
LINES_IN_A_LOG = 10  # the number of progress lines in a log


def follow(grading: Grading, results: Iterable[Result], total: int) -> Iterator[Result]:
    """Yield results again, and show the progress: a bar on a terminal, lines in a log."""
    console = Console(file=sys.stderr)
    columns = [TextColumn("Grading"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()]
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("", total=total)
        grading.ran_apart = lambda: progress.advance(task, 0.5)
        for number, result in enumerate(results, start=1):
            yield result
            progress.advance(task, 1 if result.state == "already graded" else 0.5)
            if not console.is_terminal and number % -(-total // LINES_IN_A_LOG) == 0:
                print(f"{number} of {total} done", file=sys.stderr, flush=True)


def summary(results: list[Result]) -> str:
    """Summarize a run in a few lines; a remark on many submissions is given once."""
    counts = Counter(result.state for result in results)
    first = ", ".join(f"{counts[state]} {state}" for state in sorted(counts))
    scores = [result.score for result in results if result.score is not None]
    if scores:
        of = next(result.of for result in results if result.of is not None)
        first += f"; on average {sum(scores) / len(scores):.1f} of {of:g} points"
    if waiting := sum(result.waits for result in results):
        need = "submission needs" if waiting == 1 else "submissions need"
        first += f"{' so far' * bool(scores)}; {waiting} {need} manual grading"
    lines = [first]
    results = sorted(results, key=lambda result: result.student)
    students: dict[str, list[str]] = {}
    for result in results:
        for remark in dict.fromkeys(result.remarks):
            students.setdefault(one_line(remark), []).append(one_line(result.student))
    for result in results:
        own = [r for r in dict.fromkeys(map(one_line, result.remarks)) if len(students[r]) < MANY]
        if own:
            lines.append(f"{one_line(result.student)}: {result.state}")
            lines += [f"  {remark}" for remark in own]
    for remark, names in students.items():
        if len(names) >= MANY:
            lines += [f"{len(names)} submissions ({_some(names)}):", f"  {remark}"]
    return "\n".join(lines)


def changes(results: list[Result]) -> list[str]:
    """List whose points would change, and who cannot be graded, after a dry run."""
    lines = []
    for one in sorted(results, key=lambda result: result.student):
        old, new = one.change or (0, 0)
        if one.state == "failed":
            lines.append(f"{one_line(one.student)}: {one_line('; '.join(one.remarks))}")
        elif old != new:
            lines.append(f"{one_line(one.student)}: {old:g} -> {new:g}")
    return [*lines, f"{len(lines)} of {len(results)} students are listed; no scores were saved"]


def waiting(left: Mapping[str, str]) -> list[str]:
    """List the tests that are left to a person for everybody, and why."""
    if not left:
        return []
    head = "These tests need manual grading for all students:"
    return [head, *(f"  {c}: {one_line(w)}" for c, w in left.items())]


def walls(results: list[Result]) -> list[str]:
    """List the kinds of confinement of students' code."""
    counts = sorted(Counter(one.confinement for one in results if one.confinement).items())
    lines = [f"Confined by {w} ({n} submission{'s' * (n != 1)})." for w, n in counts]
    return lines + [WITHOUT_BUBBLEWRAP] * (LANDLOCK_ALONE in dict(counts))


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f", and {more} more" if more > 0 else "")


def next_steps(results: list[Result], assignment: str) -> list[str]:
    """List the next commands to type."""
    steps: dict[str, str] = {}
    if any(result.state == "failed" for result in results):
        steps[grader("grade", assignment)] = "again, after you have fixed the failures"
    if any(result.waits for result in results):
        steps["jupyter lab"] = "choose Nbgrader and Formgrader, and grade the remaining tests"
    if any(result.state != "failed" for result in results):
        # Without --force nbgrader keeps old pages.
        pages = command("nbgrader", "generate_feedback", assignment, "--force")
        steps[pages] = "a feedback page for each student"
        steps[grader("report", assignment)] = "the class report"
        steps["nbgrader export"] = "grades.csv"
    width = max(map(len, steps), default=0)
    return [f"{step:{width}}  # {what}" for step, what in steps.items()]
