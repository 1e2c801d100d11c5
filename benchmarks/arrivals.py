"""A deadline of a large course, simulated from measured costs: ``python -m benchmarks.arrivals``.

Half of a class hands in within the last twenty minutes, and of what is left half within the
twenty before. Each hand-in waits for a core that runs the notebook, then for the watcher,
which writes the grades and makes the page. Nothing is run; what a step costs stands below, and
where it was measured. The table is the one in ``grader/docs/scale.md``.
"""

import argparse
import heapq
import math
import random
import statistics
from collections.abc import Iterable
from typing import NamedTuple

RUNNING = 0.14
"""CPU seconds to run `03-feedback`: `benchmarks.scale`, without the command's own part."""
WATCHING = 0.24
"""Seconds of the watcher itself for a hand-in, with Dask and PostgreSQL: `benchmarks.classroom`."""
SERVER = 0.25
"""GiB of a student's JupyterLab with one kernel: 127 MiB and about as much again."""
AT_WORK = 2 * 3600
"""Seconds that a student has the server open before handing in."""
HALF = 20 * 60
"""Seconds before the deadline in which half of the class hands in."""
PATIENCE = 300
"""Seconds in which everybody is to have a page."""
MACHINE = 64
"""GiB of memory of a machine for students' servers."""


class Told(NamedTuple):
    """What came of a deadline.

    Attributes
    ----------
    queue : int
        The most hand-ins that waited at a time.
    median, slowest : float
        Seconds from handing in to the page.
    """

    queue: int
    median: float
    slowest: float


def arrivals(students: int, seed: int = 1) -> list[float]:
    """When a class hands in, in seconds before (negative) the deadline, the first one first.

    Examples
    --------
    >>> times = arrivals(1000)
    >>> times == sorted(times), times[-1] <= 0, sum(time > -HALF for time in times)
    (True, True, 473)
    """
    chance = random.Random(seed)
    return sorted(HALF * math.log2(1 - chance.random()) for _ in range(students))


def pass_through(times: Iterable[float], servers: int, seconds: float) -> list[float]:
    """When each is done that comes at these times, is served in this order, and takes so long.

    Examples
    --------
    >>> pass_through([0, 0, 0, 10], servers=2, seconds=1)
    [1, 1, 2, 11]
    """
    free = [-math.inf] * servers
    done = []
    for time in times:
        end = max(time, free[0]) + seconds
        heapq.heapreplace(free, end)
        done.append(end)
    return done


def simulate(times: list[float], cores: int, watchers: int) -> Told:
    """Have a class hand in at these times.

    Parameters
    ----------
    times : list of float
        The first one first.
    cores : int
        How many notebooks run at a time.
    watchers : int
        Of how many courses, each with a watcher of its own, the class consists.

    Examples
    --------
    >>> simulate([0, 0], cores=2, watchers=1)
    Told(queue=2, median=0.5, slowest=0.62)
    """
    pages = pass_through(pass_through(times, cores, RUNNING), watchers, WATCHING)
    waits = [page - time for page, time in zip(pages, times, strict=True)]
    events = sorted([(time, 1) for time in times] + [(page, -1) for page in pages])
    queue = most = 0
    for _, change in events:
        queue += change
        most = max(most, queue)
    return Told(most, round(statistics.median(waits), 3), round(max(waits), 3))


def least(times: list[float]) -> tuple[int, int]:
    """How few cores and watchers give everybody a page in time."""
    number = 1
    while simulate(times, 10_000, number).slowest > PATIENCE:
        number += 1
    cores = 1
    while simulate(times, cores, number).slowest > PATIENCE:
        cores += 1
    return cores, number


def at_work(times: list[float]) -> int:
    """How many students' servers run at a time, at most."""
    events = sorted([(time - AT_WORK, 1) for time in times] + [(time, -1) for time in times])
    running = most = 0
    for _, change in events:
        running += change
        most = max(most, running)
    return most


def row(students: int) -> list[str]:
    """A line of the table."""
    times = arrivals(students)
    one = simulate(times, 2, 1)
    cores, watchers = least(times)
    enough = simulate(times, cores, watchers)
    servers = at_work(times)
    memory = servers * SERVER
    return [
        f"{students:,}",
        f"{one.queue:,}",
        f"{one.median:,.1f} s, {one.slowest:,.0f} s",
        f"{watchers}, {cores}",
        f"{enough.median:,.1f} s, {enough.slowest:,.0f} s",
        f"{servers:,}: {memory:,.0f} GiB, {math.ceil(memory / MACHINE)} machines",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arrivals", description=__doc__)
    parser.add_argument("--students", type=int, nargs="+", default=[1000, 10_000, 100_000])
    head = [
        "students",
        "one watcher, 2 cores: longest queue",
        "page: median, slowest",
        f"watchers and cores for all pages within {PATIENCE // 60} minutes",
        "page: median, slowest",
        f"students' servers at most, memory, machines of {MACHINE} GiB",
    ]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for students in parser.parse_args().students:
        print(f"| {' | '.join(row(students))} |")


if __name__ == "__main__":
    main()
