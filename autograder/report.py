"""Show how a run goes, and what came of it."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder.grading import Result


def follow(results: Iterable[Result], total: int) -> Iterator[Result]:
    """Pass results on, and show a progress bar with an estimate on the terminal.

    Parameters
    ----------
    results : iterable of Result
        As they come.
    total : int
        How many there will be.

    Yields
    ------
    Result
        The same.
    """
    columns = [TextColumn("Grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=total)
        for result in results:
            yield result
            progress.advance(task)


def summary(results: list[Result]) -> str:
    """Say in a few lines what came of a run, and everything that was unusual.

    Parameters
    ----------
    results : list of Result
        All results of a run.

    Returns
    -------
    str
        Lines, by student.

    Examples
    --------
    >>> results = [Result("ben", "failed", remarks=["there is no notebook"]), Result("ada", "graded", 9, 10)]
    >>> print(summary(results))
    1 failed, 1 graded; on average 9.0 of 10 points
    ben: failed
      there is no notebook
    """
    counts = Counter(result.state for result in results)
    first = ", ".join(f"{counts[state]} {state}" for state in sorted(counts))
    scores = [result.score for result in results if result.score is not None]
    if scores:
        of = next(result.of for result in results if result.of is not None)
        first += f"; on average {sum(scores) / len(scores):.1f} of {of:g} points"
    lines = [first]
    for result in sorted(results, key=lambda result: result.student):
        if result.remarks:
            lines.append(f"{result.student}: {result.state}")
            lines += [f"  {remark}" for remark in dict.fromkeys(result.remarks)]
    return "\n".join(lines)
