"""Where notebooks run: on this machine, or on the workers of a Dask cluster.

A submission goes to a worker of a cluster as bytes and its result comes back as bytes.
The worker needs this package and nothing of the course: no folder, no gradebook, no
nbgrader.
"""

import os
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.json import Decoder

from autograder.sandbox.conductor import examine, warm
from autograder.sandbox.confinement import PLACES
from autograder.sandbox.sheets import Judged, Sheet
from autograder.sandbox.wire import pack

if TYPE_CHECKING:
    from distributed import Client

SECONDS_FOR_SCHEDULER = 10
# How long a thread may calculate while others wait for their turn. Python's own 5 ms
# would keep notebooks waiting whenever the gradebook is written.
SECONDS_FOR_A_TURN = 0.0005


class ClusterError(Exception):
    """A cluster cannot be used; the message says why."""


class Job(Struct):
    """A submission that travels to a worker of a cluster.

    Attributes
    ----------
    sheets : dict of str to Sheet
        Its notebooks, by name.
    unconfined, cell_seconds, notebook_seconds
        As for `examine`.
    """

    sheets: dict[str, Sheet]
    unconfined: bool
    cell_seconds: float
    notebook_seconds: float


_JOB = Decoder(Job)
_RESULT = Decoder(dict[str, Judged])


class Threads:
    """Run notebooks on this machine, one at a time in each of some threads.

    The threads only pass messages: notebooks run in processes of their own, those of
    one thread all on one core, where a call need not wake up another.

    Parameters
    ----------
    jobs : int
        How many threads, if there are places for so many notebooks.
    unconfined : bool
        Do without confinement. What runs the notebooks is warmed up at once.
    """

    def __init__(self, jobs: int, unconfined: bool) -> None:
        jobs = min(jobs, PLACES)
        self.width = 2 * jobs
        numbers = count()
        self._executor = ThreadPoolExecutor(jobs, initializer=lambda: settle(next(numbers)))
        # Not in a thread that is kept on one core.
        ThreadPoolExecutor(1).submit(warm, unconfined)

    def prepare(self, unconfined: bool) -> str:
        """Say how students are confined; see `warm` for the error if they cannot be."""
        return wall(unconfined)

    def submit(
        self,
        sheets: dict[str, Sheet],
        unconfined: bool,
        cell_seconds: float,
        notebook_seconds: float,
    ) -> Future[dict[str, Judged]]:
        """Run a submission; see `run`."""
        return self._executor.submit(run, sheets, unconfined, cell_seconds, notebook_seconds)

    def result(self, future: Future[dict[str, Judged]]) -> dict[str, Judged]:
        """Tell what came of it."""
        return future.result()

    def close(self) -> None:
        """Wait for nothing that is still under way."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """Run notebooks on the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Where the scheduler listens, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    ClusterError
        If it does not answer, or has no workers.
    """

    def __init__(self, address: str) -> None:
        client = _client(address)
        threads = sum(client.nthreads().values())
        if not threads:
            client.close()
            raise ClusterError(f"the scheduler at {address} has no workers")
        self.width = 2 * threads
        self._executor: Executor = client.get_executor(pure=False)

    def prepare(self, unconfined: bool) -> str:
        """Say how a worker confines students; see `warm` for the error if it cannot."""
        return self._executor.submit(wall, unconfined).result()

    def submit(
        self,
        sheets: dict[str, Sheet],
        unconfined: bool,
        cell_seconds: float,
        notebook_seconds: float,
    ) -> Future[bytes]:
        """Run a submission; see `run`."""
        job = Job(sheets, unconfined, cell_seconds, notebook_seconds)
        return self._executor.submit(run_job, pack(job))

    def result(self, future: Future[bytes]) -> dict[str, Judged]:
        """Tell what came of it."""
        return _RESULT.decode(future.result())

    def close(self) -> None:
        """Wait for nothing that is still under way."""
        self._executor.shutdown(wait=False)


def settle(number: int) -> None:
    """Make this a good thread for running notebooks: short turns, and all on one core.

    Parameters
    ----------
    number : int
        Threads with different numbers get different cores, while there are any.
    """
    sys.setswitchinterval(SECONDS_FOR_A_TURN)
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def run(
    sheets: dict[str, Sheet], unconfined: bool, cell_seconds: float, notebook_seconds: float
) -> dict[str, Judged]:
    """Run the notebooks of a submission.

    Parameters
    ----------
    sheets : dict of str to Sheet
        Its notebooks, by name.
    unconfined, cell_seconds, notebook_seconds
        As for `examine`.

    Returns
    -------
    dict of str to Judged
        What running each notebook gave.
    """
    how = unconfined, cell_seconds, notebook_seconds
    return {name: examine(sheet, *how) for name, sheet in sheets.items()}


def wall(unconfined: bool) -> str:
    """Warm up the process in which this is called, and say how it confines students."""
    return warm(unconfined)[2]


def run_job(job: bytes) -> bytes:
    r"""Run the notebooks of a submission: what the workers of a cluster do.

    Parameters
    ----------
    job : bytes
        A `Job`, packed.

    Returns
    -------
    bytes
        What `run` gives, packed.

    Examples
    --------
    >>> from autograder.sandbox.sheets import Step
    >>> sheet = Sheet([Step(0, "print(1)")], [], {}, {})
    >>> result = run_job(pack(Job({"a": sheet}, True, 30, 300)))
    >>> Decoder(dict[str, Judged]).decode(result)["a"].outputs
    {0: [{'output_type': 'stream', 'name': 'stdout', 'text': '1\n'}]}
    """
    asked = _JOB.decode(job)
    how = asked.unconfined, asked.cell_seconds, asked.notebook_seconds
    return pack(run(asked.sheets, *how))


def _client(address: str) -> "Client":
    try:
        from distributed import Client
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise ClusterError(
            '--scheduler needs Dask: pip install "mastermind-course[cluster]"'
        ) from None
    try:
        resolve_address(address)  # a Client with a wrong one takes 20 s to go away
        return Client(address, timeout=SECONDS_FOR_SCHEDULER, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise ClusterError(f"the scheduler at {address} does not answer ({why})") from None
