"""``python -m benchmarks.faults``: a row of a Markdown table for each case.

A row has the messages of the command, and shows whether all scores are the same in the end as in
a run without faults. Name cases to run only those. ``--costs`` instead compares the command on
this machine with the command on two workers.
"""

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks import adopt_orphans
from benchmarks.faults import clusters, gradebooks
from benchmarks.faults.trial import Class, Trial
from tests.extras.machines import Machines

WORKERS = 2
SECONDS_TO_END = 2


def main() -> None:
    """Run cases, and print a table."""
    names = [case.__name__ for case in [*clusters.CASES, *gradebooks.CASES]]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("case", nargs="*", metavar="CASE", help=", ".join(names))
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--costs", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        made = Class(Path(folder), options.students)
        if options.costs:
            costs(made)
        else:
            table(made, options.case or names)


def table(made: Class, names: list[str]) -> None:
    """Run cases, and print a row for each."""
    print("| case | what happened | |\n|---|---|---|")
    for case in clusters.CASES:
        if case.__name__ in names:
            with Machines() as cluster:
                row(case.__doc__, case(clusters.OnCluster(made, cluster)))
    for other in gradebooks.CASES:
        if other.__name__ in names:
            row(other.__doc__, other(Trial(made)))


def row(title: str | None, told: str) -> None:
    """Print a row."""
    print(f"| {(title or '').rstrip('.')} | {told} |", flush=True)


def costs(made: Class) -> None:
    """Measure grading a class again, here and on warm workers, in turn."""
    adopt_orphans()
    print("| | wall s | CPU s |\n|---|---|---|")
    for where in ["this machine", f"{WORKERS} workers"] * 2:
        with Machines() as cluster:
            trial = clusters.OnCluster(made, cluster)
            grade = trial.grade
            if where != "this machine":
                for _ in range(WORKERS):
                    cluster.worker(trial.scheduler, "--nthreads", "1")
                grade = trial.grade_there
            grade().communicate()
            _reap()
            before, began = _cpu(cluster), time.monotonic()
            grade("--force").communicate()
            wall = time.monotonic() - began
            _reap()
            cpu = _cpu(cluster) - before
        print(f"| {where} | {wall:.1f} | {cpu:.1f} |", flush=True)


def _reap() -> None:
    """Reap a command's leftover processes for a moment, so that their CPU time is counted."""
    end = time.monotonic() + SECONDS_TO_END
    while time.monotonic() < end:
        if os.waitpid(-1, os.WNOHANG) == (0, 0):
            time.sleep(0.05)


def _cpu(cluster: Machines) -> float:
    """Return the CPU seconds of ended commands and of the cluster, with all their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = used.ru_utime + used.ru_stime
    for pid in cluster.pids:
        process = psutil.Process(pid)
        for one in [process, *process.children(recursive=True)]:
            total += sum(one.cpu_times()[:4])  # its own, and its ended children's
    return total


if __name__ == "__main__":
    main()
