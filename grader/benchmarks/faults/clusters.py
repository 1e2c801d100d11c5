"""Faults of Dask's schedulers and workers; each case returns its row of the table."""

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.faults.trial import ASSIGNMENT, RIGHT, Class, Trial
from tests.extras import machines
from tests.extras.machines import Machines

PATIENCE = "DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT"


class OnCluster(Trial):
    """A case on a Dask cluster on this machine."""

    def __init__(self, made: Class, cluster: Machines) -> None:
        super().__init__(made)
        self.cluster = cluster
        self.scheduler, self.its_process = cluster.scheduler()

    def grade_there(
        self, *options: str, scheduler: str = "", patience: str = "20s", **variables: str
    ) -> subprocess.Popen[str]:
        """Start the command that grades on the cluster."""
        address = scheduler or self.scheduler
        return self.grade(*options, "--scheduler", address, **{PATIENCE: patience}, **variables)


def nothing_fails(trial: OnCluster) -> str:
    """Two workers without a failure."""
    trial.cluster.worker(trial.scheduler)
    trial.cluster.worker(trial.scheduler)
    return trial.end(trial.grade_there())


def one_is_killed(trial: OnCluster) -> str:
    """One of two workers is killed."""
    trial.cluster.worker(trial.scheduler)
    victim = trial.cluster.worker(trial.scheduler)
    process = trial.grade_there()
    trial.graded(6, process)
    victim.kill()
    return trial.end(process)


def all_are_killed(trial: OnCluster) -> str:
    """All workers are killed, and new ones come after 5 s."""
    victims = [trial.cluster.worker(trial.scheduler) for _ in range(2)]
    process = trial.grade_there(patience="60s")
    trial.graded(6, process)
    for victim in victims:
        victim.kill()
    time.sleep(5)
    trial.cluster.worker(trial.scheduler)
    return trial.end(process)


def the_command_is_killed(trial: OnCluster) -> str:
    """The command is killed, and started again."""
    trial.cluster.worker(trial.scheduler)
    process = trial.grade_there()
    trial.graded(6, process)
    process.kill()
    process.communicate()
    return trial.end(trial.grade_there())


def all_are_gone(trial: OnCluster) -> str:
    """All workers disappear and do not return."""
    victim = trial.cluster.worker(trial.scheduler)
    process = trial.grade_there(patience="3s")
    trial.graded(6, process)
    victim.kill()
    return trial.end(process, expected=1)


def no_msgspec(trial: OnCluster) -> str:
    """The only worker lacks msgspec."""
    trial.cluster.worker(trial.scheduler, changed=machines.WITHOUT_MSGSPEC)
    return trial.end(trial.grade_there(), expected=2)


def no_scheduler(trial: OnCluster) -> str:
    """The scheduler is killed."""
    trial.cluster.worker(trial.scheduler)
    process = trial.grade_there()
    trial.graded(6, process)
    trial.its_process.kill()
    return trial.end(process, expected=1)


def no_workers(trial: OnCluster) -> str:
    """There are no workers at the start."""
    return trial.end(trial.grade_there(patience="3s"), expected=2)


def no_pyseccomp(trial: OnCluster) -> str:
    """One of two workers cannot confine, because it lacks pyseccomp."""
    trial.cluster.worker(trial.scheduler, changed=machines.WITHOUT_SECCOMP)
    trial.cluster.worker(trial.scheduler)
    return trial.end(trial.grade_there())


def another_version(trial: OnCluster) -> str:
    """One of two workers has another version of the grader."""
    trial.cluster.worker(trial.scheduler, changed=machines.OF_ANOTHER_VERSION)
    trial.cluster.worker(trial.scheduler)
    return trial.end(trial.grade_there())


def full_scratch_space(trial: OnCluster) -> str:
    """The scratch space of one of two workers fills up."""
    trial.cluster.worker(trial.scheduler, changed=machines.WITH_FULL_SCRATCH_SPACE)
    trial.cluster.worker(trial.scheduler)
    return trial.end(trial.grade_there())


def ends_workers(trial: OnCluster) -> str:
    """A submission ends every worker that runs it."""
    trial.course.hand_in("zoe", ASSIGNMENT, RIGHT | {"tidy": f"# {machines.ENDING}"})
    for _ in range(2):
        little = machines.WITH_TOO_LITTLE_MEMORY
        trial.cluster.worker(trial.scheduler, changed=little, nanny=True)
    return trial.end(trial.grade_there(patience="120s"), expected=1, failed=1)


def three_are_added(trial: OnCluster) -> str:
    """Three workers join a single worker in mid-run."""
    trial.cluster.worker(trial.scheduler)
    process = trial.grade_there()
    trial.graded(4, process)
    for _ in range(3):
        trial.cluster.worker(trial.scheduler)
    return trial.end(process)


def tls_without_settings(trial: OnCluster) -> str:
    """tls:// without settings."""
    address = trial.scheduler.replace("tcp:", "tls:")
    return trial.end(trial.grade_there(scheduler=address), expected=2)


def tls(trial: OnCluster) -> str:
    """tls:// with a certificate of its own."""
    with tempfile.TemporaryDirectory() as folder, Machines(certificates(Path(folder))) as secure:
        address, _ = secure.scheduler("--protocol", "tls")
        secure.worker(address)
        return trial.end(trial.grade_there(scheduler=address, **certificates(Path(folder))))


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


def endless_and_hungry(trial: OnCluster) -> str:
    """A cell that never ends, and a cell that uses up the memory."""
    endless = RIGHT | {"tidy": "while True: pass"}
    hungry = RIGHT | {"tidy": "x = bytearray(10**10)"}
    trial.course.hand_in("yan", ASSIGNMENT, endless)
    trial.course.hand_in("zoe", ASSIGNMENT, hungry)
    trial.cluster.worker(trial.scheduler)
    return trial.end(trial.grade_there())


def taken_over(trial: OnCluster) -> str:
    """One of two workers is taken over, and answers with a pickle that writes a file."""
    taken = trial.course.root / "taken"
    trial.cluster.worker(trial.scheduler, changed=machines.taken_over(taken))
    trial.cluster.worker(trial.scheduler)
    told = trial.end(trial.grade_there())
    return f"the file was written; {told} **bad**" if taken.exists() else told


CASES: list[Callable[[OnCluster], str]] = [
    *(nothing_fails, one_is_killed, all_are_killed, the_command_is_killed, all_are_gone),
    *(no_msgspec, no_scheduler, no_workers, no_pyseccomp, another_version, full_scratch_space),
    *(ends_workers, three_are_added, tls_without_settings, tls, endless_and_hungry, taken_over),
]
