"""A class that hands in within a minute through the real exchange: the time until feedback.

``python -m benchmarks.classroom --students 100`` needs root. Each student has an account,
in a list of accounts that only this benchmark sees. ``--kills 3`` kills the watcher so often
with ``kill -9``; with ``--hostile 5`` so many students are hostile. Expected: every honest
student has a page, with the points of the solution or of the wrong answer that was handed in.
``--junk 20000`` adds a student who makes so many folders with meaningless names. ``--workers
2`` uses a Dask cluster on this machine, ``--postgresql`` a PostgreSQL gradebook.
"""

import argparse
import ctypes
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import psutil

from benchmarks import adopt_orphans
from tests.extras.machines import Machines
from tests.postgresql import Server
from tests.sample import ASSIGNMENT, Course, read, solutions
from tests.simulated import Classroom

FIRST_ID = 70_000
MIB = 1 << 20
ENDLESS = "def spelled(letters, length, word):\n    while True:\n        pass"
GREEDY = "def spelled(letters, length, word):\n    return [0] * 10**10"
WRONG = "def spelled(letters, length, word):\n    return None"


def main() -> None:
    """Make a class, grade it with the watcher, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom")
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="in which they hand in; 0: burst")
    parser.add_argument("--hostile", type=int, default=0)
    parser.add_argument("--junk", type=int, default=0, help="folders that one more student makes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0, help="of Dask, which run the notebooks")
    parser.add_argument("--postgresql", action="store_true", help="where the gradebook is then")
    options = parser.parse_args()
    if os.geteuid():
        parser.error("it has to act for students: run it as root")
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as around:
        *names, _ = accounts(Path(folder), options.students + 1)
        course = Course(Path(folder) / "released")
        course.nbgrader("generate_assignment", ASSIGNMENT)
        room = Classroom(Path(folder), course, ASSIGNMENT)
        if options.postgresql:
            room.course.keep_grades(around.enter_context(Server()).url)
        cluster, scheduler = around.enter_context(Machines()), ""
        if options.workers:
            scheduler, _ = cluster.scheduler()
            for _ in range(options.workers):
                cluster.worker(scheduler, "--nthreads", "1")
        _Run(room, names, options, scheduler, cluster).run()


def accounts(folder: Path, count: int) -> list[str]:
    """Add accounts in a mount namespace that only this process sees.

    All of ``/etc`` is replaced: a mount on ``/etc/passwd`` ends when the machine gets an account.
    """
    names = [f"student{number:03}" for number in range(count)]
    etc = folder / "etc"
    subprocess.run(["cp", "-a", "/etc", etc], check=True)
    with (etc / "passwd").open("a") as file:
        for number, name in enumerate(names, FIRST_ID):
            file.write(f"{name}:x:{number}:{number}::/nonexistent:/bin/sh\n")
    os.unshare(os.CLONE_NEWNS) if hasattr(os, "unshare") else ctypes.CDLL(None).unshare(0x20000)
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "--bind", etc, "/etc"], check=True)
    return names


class _Run:
    def __init__(
        self,
        room: Classroom,
        names: list[str],
        options: argparse.Namespace,
        scheduler: str,
        cluster: Machines,
    ) -> None:
        self._room, self._options, self._cluster = room, options, cluster
        self._where = ["--scheduler", scheduler] if scheduler else []
        self._chance = random.Random(options.seed)
        self._hostile, self._honest = names[: options.hostile], names[options.hostile :]
        self._right = solutions(ASSIGNMENT)
        self._wrong = self._right | {"spelled": WRONG}
        self._handed_in: dict[str, float] = {}
        self._owed: dict[str, Path] = {}
        self._queue = 0
        self._memory = [0]
        self._students = 0.0
        self._log = (room.root / "log").open("w+")

    def run(self) -> None:
        """Hand in, wait for all pages, and print the results."""
        for number, name in enumerate(self._honest):
            self._room.write(name, self._wrong if number % 3 == 0 else self._right)
        for number, name in enumerate(self._hostile):
            tricks = {0: ENDLESS, 1: GREEDY}
            own = {"spelled": tricks[number]} if number in tricks else {}
            self._room.write(name, self._right | own)
        before, load = _cpu_of_children(), os.getloadavg()[0]
        of_dask = self._cpu_of_dask()
        watcher = self._start()
        time.sleep(5)  # until it is warm
        self._make_junk(FIRST_ID + self._options.students)
        began = time.time()
        names = [*self._honest, *self._hostile]
        self._chance.shuffle(names)
        whens = sorted(self._chance.uniform(0, self._options.seconds) for _ in names)
        kills = sorted(
            self._chance.uniform(0, self._options.seconds + 5) for _ in range(self._options.kills)
        )
        for when, name in zip(whens, names, strict=True):
            while time.time() - began < when or (kills and time.time() - began > kills[0]):
                if kills and time.time() - began > kills[0]:
                    kills.pop(0)
                    watcher = self._kill(watcher)
                self._measure(watcher)
                time.sleep(0.05)
            used = _cpu_of_children()
            self._room.submit(name)
            self._students += _cpu_of_children() - used
            self._handed_in[name] = time.time()
            if name in self._honest:
                self._owed[name] = self._page(name)
            self._trick(name)
        handed_in = time.time() - began
        while kills:
            time.sleep(max(0, kills.pop(0) - (time.time() - began)))
            watcher = self._kill(watcher)
        self._wait(watcher)
        all_there = time.time()
        time.sleep(3)
        started = psutil.Process(watcher.pid).children(recursive=True)
        watcher.kill()
        watcher.wait()
        psutil.wait_procs(started)
        cpu = _cpu_of_children() - before - self._students
        dask = self._cpu_of_dask() - of_dask
        self._print(handed_in, all_there - began, (cpu, dask, self._students), load)

    def _cpu_of_dask(self) -> float:
        running = [psutil.Process(pid) for pid in self._cluster.pids]
        everything = [p for one in running for p in (one, *one.children(recursive=True))]
        return sum(sum(p.cpu_times()[:4]) for p in everything)

    def _make_junk(self, account: int) -> None:
        for number in range(self._options.junk):
            folder = self._room.inbound / f"zz+{ASSIGNMENT}+soon+{number}"
            folder.mkdir()
            os.chown(folder, account, account)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "autograder", "watch", *self._where],
            cwd=self._room.course.root,
            env=self._room.course.environment,
            stdout=self._log,
            stderr=self._log,
        )

    def _kill(self, watcher: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        watcher.kill()
        watcher.wait()
        return self._start()

    def _trick(self, name: str) -> None:
        """Attack with the hand-in just made, if the student is hostile."""
        if name not in self._hostile:
            return
        [folder] = self._room.inbound.glob(f"{name}+*")
        number = self._hostile.index(name)
        victim = self._honest[0]
        if number == 2:
            (folder / "grades.html").symlink_to(self._room.course.root / "gradebook.db")
        elif number == 3:
            folder.rename(folder.with_name(folder.name.replace(name, victim, 1)))
        elif number == 4:
            folder.rename(folder.with_name(f"{name}+{ASSIGNMENT}+2130-01-01 00:00:00 UTC+x"))

    def _measure(self, watcher: subprocess.Popen[bytes]) -> None:
        self._owed = {name: page for name, page in self._owed.items() if not page.exists()}
        self._queue = max(self._queue, len(self._owed))
        try:
            process = psutil.Process(watcher.pid)
            everything = [process, *process.children(recursive=True)]
            self._memory.append(sum(p.memory_full_info().pss for p in everything) // MIB)
        except psutil.Error:
            pass

    def _wait(self, watcher: subprocess.Popen[bytes]) -> None:
        progress, left = time.time(), len(self._owed)
        while self._owed and time.time() - progress < 400:
            if len(self._owed) < left:
                progress, left = time.time(), len(self._owed)
            self._measure(watcher)
            time.sleep(0.5)

    def _page(self, name: str) -> Path:
        return self._room.pages(name)[-1]

    def _print(
        self, handed_in: float, all_there: float, cpu: tuple[float, float, float], load: float
    ) -> None:
        lost = [name for name in self._honest if not self._page(name).exists()]
        points = {n: self._room.points(n)[-1] for n in self._honest}
        right = [n for i, n in enumerate(self._honest) if i % 3]
        wrong = [n for n in self._honest if n not in right]
        marks = (cell.metadata.get("nbgrader", {}) for cell in read("source", ASSIGNMENT).cells)
        full = f"{sum(mark.get('points', 0) for mark in marks):g}"
        unfair = [n for n in right if points[n] != full] + [n for n in wrong if points[n] == full]
        took = [self._page(n).stat().st_mtime - self._handed_in[n] for n in self._honest
                if n not in lost]  # fmt: skip
        print(f"{len(self._honest)} honest and {len(self._hostile)} hostile students,")
        print(f"{self._options.junk} folders of junk, {self._options.kills} kills,", end=" ")
        print(f"load before {load:.1f}, {os.cpu_count()} cores")
        print(f"all had handed in after {handed_in:.1f} s, and their pages after {all_there:.1f} s")
        if took:
            print(f"from handing in to feedback: median {statistics.median(took):.1f} s,", end=" ")
            print(f"90 % within {sorted(took)[int(len(took) * 0.9)]:.1f} s,", end=" ")
            print(f"slowest {max(took):.1f} s")
        print(f"most hand-ins that waited at a time: {self._queue}")
        print(f"CPU of the watcher and all it started: {cpu[0]:.0f} s, of Dask: {cpu[1]:.0f} s,")
        print(f"of the students while they handed in: {cpu[2]:.0f} s")
        print(f"memory: median {statistics.median(self._memory):.0f} MiB,", end=" ")
        print(f"at most {max(self._memory)} MiB")
        print(f"without a page: {len(lost)}; with wrong points: {len(unfair)} {unfair[:3]}")
        print("refused:", *sorted({self._room.points(n)[-1] or n for n in self._hostile}))
        self._log.seek(0)
        said = self._log.read().splitlines()
        print(*[f"  {line}" for line in said if "graded" not in line and "Watching" not in line],
              sep="\n")  # fmt: skip


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
