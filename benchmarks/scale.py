"""What a large class costs with the parallel command: ``python -m benchmarks.scale``.

Prints seconds, CPU time and memory: the command's own at every tenth of the run, and
that of all that it has started: the warm processes and the notebooks that are under
way, one for each core. Shared pages are counted once (PSS).
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.grading import (
    ASSIGNMENT,
    WAYS,
    Cost,
    course,
    cpu_seconds,
)

MIB = 1 << 20


def main() -> None:
    """Grade one class, watch, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale")
    parser.add_argument("--students", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = course(Path(folder) / "course", options.students, stock=False)
        before, start = cpu_seconds(), time.monotonic()
        process = subprocess.Popen(
            [*WAYS["ours, parallel command"], ASSIGNMENT],
            cwd=made.root,
            env=made.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        own, started, seconds = _watch(process, made.root / "autograded")
        wall = time.monotonic() - start
    cost = Cost(wall, cpu_seconds() - before)
    print(f"{options.students} submissions of {ASSIGNMENT}, {os.cpu_count()} cores")
    print(f"wall {cost.wall:.0f} s, CPU {cost.cpu:.0f} s")
    print(f"per notebook: wall {cost.wall / options.students * 1000:.0f} ms,", end=" ")
    print(f"CPU {cost.cpu / options.students * 1000:.0f} ms")
    print(f"the command itself: CPU {seconds / options.students * 1000:.0f} ms per notebook")
    print("memory of the command, MiB, from start to end:", *own[:: max(len(own) // 10, 1)])
    print("memory of all that it has started, MiB:", end=" ")
    print(f"median {statistics.median(started):.0f}, at most {max(started)}")


def _watch(process: subprocess.Popen, folder: Path) -> tuple[list[int], list[int], float]:
    """Take the memory of a command and of what it has started, and its CPU time, to its end."""
    own, started, seconds = [], [0], 0.0
    command = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            if folder.exists():
                own.append(_memory(command))
                started.append(sum(map(_memory, command.children(recursive=True))))
            seconds = max(seconds, sum(command.cpu_times()[:2]))
        except psutil.Error:
            pass
        time.sleep(1)
    return own or [0], started, seconds


def _memory(process: psutil.Process) -> int:
    try:
        return process.memory_full_info().pss // MIB
    except psutil.Error:
        return 0


if __name__ == "__main__":
    main()
