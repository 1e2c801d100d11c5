"""Make the engines of grading fail, and see what becomes of the grades.

``python -m benchmarks.faults`` starts Dask clusters on this machine, has them fail while a
class is graded, goes on to the end as a person would, and prints a row of a Markdown table
for each case: what the command said, and whether in the end all scores are those of a run
in which nothing failed. Name cases to see only those. ``--costs`` compares one run on
workers with one of the parallel command alone, instead.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tools import machines
from tools.course import Course, solutions
from tools.machines import Machines

ASSIGNMENT = "02-valid-guesses"
RIGHT = solutions(ASSIGNMENT)
WRONG = RIGHT | {"clean_guess": "def clean_guess(text):\n    return text"}
PATIENCE = "DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT"
MOST_LINES = 4
SECONDS = 900


class Class:
    """A class of which everybody has handed in, and how it is graded when nothing fails."""

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
        """A copy in which nothing is graded."""
        shutil.rmtree(self._folder / "course", ignore_errors=True)
        return self.made.copy(self._folder / "course")


class Fault:
    """One case: a course, a cluster, and the command that grades."""

    def __init__(self, made: Class, cluster: Machines) -> None:
        self.course, self.cluster, self._wanted = made.fresh(), cluster, made.wanted
        self.scheduler, self.its_process = cluster.scheduler()

    def grade(
        self, *options: str, scheduler: str = "", patience: str = "20s", **variables: str
    ) -> subprocess.Popen[str]:
        """Start the command."""
        command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--json", *options]
        return subprocess.Popen(
            [*command, "--scheduler", scheduler or self.scheduler],
            cwd=self.course.root,
            env=self.course.environment | {PATIENCE: patience} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def graded(self, number: int, process: subprocess.Popen[str]) -> None:
        """Wait until so many are graded."""
        while process.poll() is None and self._count() < number:
            time.sleep(0.02)

    def _count(self) -> int:
        return len(list(self.course.root.glob(f"autograded/*/{ASSIGNMENT}")))

    def end(self, process: subprocess.Popen[str], expected: int = 0, failed: int = 0) -> str:
        """Wait for its end, grade the rest without a cluster, and tell what came of it."""
        out, err = process.communicate(timeout=SECONDS)
        states = Counter(result["state"] for result in json.loads(out or "[]"))
        said = [line for line in err.splitlines() if line.startswith("autograder: ")]
        told = f"rc {process.returncode}; " + ", ".join(
            [f"{states[state]} {state}" for state in sorted(states)] or ["nothing graded"]
        )
        self.course.grader(ASSIGNMENT).communicate()
        scores = self.course.scores(ASSIGNMENT)
        same = all(scores.get(student) == want for student, want in self._wanted.items())
        good = same and process.returncode == expected and states["failed"] == failed
        good = good and "Traceback" not in err and len(said) <= MOST_LINES
        quoted = "".join(f"; *{line.removeprefix('autograder: ')}*" for line in said)
        return f"{told}{quoted} | {'ok' if good else '**bad**'}"


def nothing_fails(fault: Fault) -> str:
    """Two workers, and nothing fails."""
    fault.cluster.worker(fault.scheduler)
    fault.cluster.worker(fault.scheduler)
    return fault.end(fault.grade())


def one_is_killed(fault: Fault) -> str:
    """One of two workers is killed."""
    fault.cluster.worker(fault.scheduler)
    victim = fault.cluster.worker(fault.scheduler)
    process = fault.grade()
    fault.graded(6, process)
    victim.kill()
    return fault.end(process)


def all_are_killed(fault: Fault) -> str:
    """All workers are killed, and new ones come after 5 s."""
    victims = [fault.cluster.worker(fault.scheduler) for _ in range(2)]
    process = fault.grade(patience="60s")
    fault.graded(6, process)
    for victim in victims:
        victim.kill()
    time.sleep(5)
    fault.cluster.worker(fault.scheduler)
    return fault.end(process)


def the_command_is_killed(fault: Fault) -> str:
    """The command is killed, and started again."""
    fault.cluster.worker(fault.scheduler)
    process = fault.grade()
    fault.graded(6, process)
    process.kill()
    process.communicate()
    return fault.end(fault.grade())


def all_are_gone(fault: Fault) -> str:
    """All workers are gone for good."""
    victim = fault.cluster.worker(fault.scheduler)
    process = fault.grade(patience="3s")
    fault.graded(6, process)
    victim.kill()
    return fault.end(process, expected=1)


def no_msgspec(fault: Fault) -> str:
    """The only worker lacks msgspec."""
    fault.cluster.worker(fault.scheduler, changed=machines.WITHOUT_MSGSPEC)
    return fault.end(fault.grade(), expected=2)


def no_scheduler(fault: Fault) -> str:
    """The scheduler is killed."""
    fault.cluster.worker(fault.scheduler)
    process = fault.grade()
    fault.graded(6, process)
    fault.its_process.kill()
    return fault.end(process, expected=1)


def no_workers(fault: Fault) -> str:
    """There are no workers at the start."""
    return fault.end(fault.grade(patience="3s"), expected=2)


def no_pyseccomp(fault: Fault) -> str:
    """One of two workers cannot confine: pyseccomp is missing there."""
    fault.cluster.worker(fault.scheduler, changed=machines.WITHOUT_SECCOMP)
    fault.cluster.worker(fault.scheduler)
    return fault.end(fault.grade())


def another_version(fault: Fault) -> str:
    """One of two workers has another version of the grader."""
    fault.cluster.worker(fault.scheduler, changed=machines.OF_ANOTHER_VERSION)
    fault.cluster.worker(fault.scheduler)
    return fault.end(fault.grade())


def full_scratch_space(fault: Fault) -> str:
    """The scratch space of one of two workers fills up."""
    fault.cluster.worker(fault.scheduler, changed=machines.WITH_FULL_SCRATCH_SPACE)
    fault.cluster.worker(fault.scheduler)
    return fault.end(fault.grade())


def ends_workers(fault: Fault) -> str:
    """A submission ends every worker that runs it."""
    fault.course.hand_in("zoe", ASSIGNMENT, RIGHT | {"clean_guess": f"# {machines.ENDING}"})
    for _ in range(2):
        little = machines.WITH_TOO_LITTLE_MEMORY
        fault.cluster.worker(fault.scheduler, changed=little, nanny=True)
    return fault.end(fault.grade(patience="120s"), expected=1, failed=1)


def three_are_added(fault: Fault) -> str:
    """One worker, and three are added in mid-run."""
    fault.cluster.worker(fault.scheduler)
    process = fault.grade()
    fault.graded(4, process)
    for _ in range(3):
        fault.cluster.worker(fault.scheduler)
    return fault.end(process)


def tls_without_settings(fault: Fault) -> str:
    """tls:// without settings."""
    address = fault.scheduler.replace("tcp:", "tls:")
    return fault.end(fault.grade(scheduler=address), expected=2)


def tls(fault: Fault) -> str:
    """tls:// with a certificate of its own."""
    with tempfile.TemporaryDirectory() as folder, Machines(certificates(Path(folder))) as secure:
        address, _ = secure.scheduler("--protocol", "tls")
        secure.worker(address)
        return fault.end(fault.grade(scheduler=address, **certificates(Path(folder))))


def certificates(folder: Path) -> dict[str, str]:
    """Make a certificate, and name it in Dask's settings."""
    key, certificate = folder / "tls.key", folder / "tls.crt"
    if not key.exists():
        make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=grading"
        command = [*make.split(), "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(command, check=True, capture_output=True)
    settings = {"DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(certificate)}
    for role in ["SCHEDULER", "WORKER", "CLIENT"]:
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{role}__KEY"] = str(key)
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{role}__CERT"] = str(certificate)
    return settings


def endless_and_hungry(fault: Fault) -> str:
    """A cell that never ends, and one that eats memory."""
    endless = RIGHT | {"clean_guess": "while True: pass"}
    hungry = RIGHT | {"clean_guess": "x = bytearray(10**10)"}
    fault.course.hand_in("yan", ASSIGNMENT, endless)
    fault.course.hand_in("zoe", ASSIGNMENT, hungry)
    fault.cluster.worker(fault.scheduler)
    return fault.end(fault.grade())


def taken_over(fault: Fault) -> str:
    """One of two workers is taken over, and answers with a pickle that writes a file."""
    taken = fault.course.root / "taken"
    fault.cluster.worker(fault.scheduler, changed=machines.taken_over(taken))
    fault.cluster.worker(fault.scheduler)
    told = fault.end(fault.grade())
    return f"the file was written; {told} **bad**" if taken.exists() else told


CASES: list[Callable[[Fault], str]] = [
    *(nothing_fails, one_is_killed, all_are_killed, the_command_is_killed, all_are_gone),
    *(no_msgspec, no_scheduler, no_workers, no_pyseccomp, another_version, full_scratch_space),
    *(ends_workers, three_are_added, tls_without_settings, tls, endless_and_hungry, taken_over),
]


def main() -> None:
    """Run cases, and print a table."""
    names = [case.__name__ for case in CASES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("case", nargs="*", metavar="CASE", help=", ".join(names))
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--costs", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        made = Class(Path(folder), options.students)
        if options.costs:
            costs(made)
            return
        print("| case | what happened | |\n|---|---|---|")
        for case in CASES:
            if not options.case or case.__name__ in options.case:
                with Machines() as cluster:
                    told = case(Fault(made, cluster))
                print(f"| {(case.__doc__ or '').rstrip('.')} | {told} |", flush=True)


def costs(made: Class) -> None:
    """Grade a class here, and on two workers that run already, in turn."""
    print("| | wall s | CPU s |\n|---|---|---|")
    for where in ["this machine", "two workers"] * 2:
        with Machines() as cluster:
            fault = Fault(made, cluster)
            if where == "two workers":
                for _ in range(2):
                    cluster.worker(fault.scheduler, "--nthreads", "1")
            before, began = _cpu(), time.monotonic()
            if where == "two workers":
                fault.grade().communicate()
            else:
                fault.course.grader(ASSIGNMENT).communicate()
            wall = time.monotonic() - began
        print(f"| {where} | {wall:.1f} | {_cpu() - before:.1f} |", flush=True)


def _cpu() -> float:
    """CPU time of all that has ended; of workers, that is all since they were started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
