"""Where notebooks run: on processes of this machine, or on the workers of a Dask cluster.

A submission goes to a worker as bytes and its result comes back as bytes. A worker
needs this package and nothing of the course: no folder, no gradebook, no nbgrader.
"""

import json
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

from autograder.confinement import die_with_parent
from autograder.examination import Judged, Question, Sheet, Step, examine, warm
from autograder.inquiry import inquire
from autograder.wire import decode, encode

SECONDS_FOR_SCHEDULER = 10


class ClusterError(Exception):
    """A cluster cannot be used; the message says why."""


class Workers:
    """What runs submissions.

    Parameters
    ----------
    make : callable
        Makes an executor.
    width : int
        How many submissions should be under way at a time.
    """

    def __init__(self, make: Callable[[], Executor], width: int) -> None:
        self._make = make
        self.width = width
        self.executor = make()

    def renew(self) -> None:
        """Replace the executor: it is broken when one of its processes is killed."""
        self.close()
        self.executor = self._make()

    def close(self) -> None:
        """Wait for nothing that is still under way."""
        self.executor.shutdown(wait=False)


def local(jobs: int, unconfined: bool) -> Workers:
    """Start processes on this machine, and let them warm up at once.

    Parameters
    ----------
    jobs : int
        How many.
    unconfined : bool
        Do without confinement.
    """
    make = partial(
        ProcessPoolExecutor,
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        # Or they wait for ever when this process is killed.
        initializer=die_with_parent if sys.platform == "linux" else None,
    )
    workers = Workers(make, 2 * jobs)
    for _ in range(jobs):
        workers.executor.submit(prepare, unconfined)
    return workers


def cluster(address: str) -> Workers:
    """Use the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Where the scheduler listens, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    ClusterError
        If it does not answer, or has no workers.
    """
    try:
        from distributed import Client
        from distributed.comm import resolve_address
    except ImportError:
        raise ClusterError(
            '--scheduler needs Dask: pip install "mastermind-course[cluster]"'
        ) from None
    try:
        resolve_address(address)  # a Client with a wrong one takes 20 s to go away
        client = Client(address, timeout=SECONDS_FOR_SCHEDULER, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise ClusterError(f"the scheduler at {address} does not answer ({why})") from None
    threads = sum(client.nthreads().values())
    if not threads:
        client.close()
        raise ClusterError(f"the scheduler at {address} has no workers")
    return Workers(partial(client.get_executor, pure=False), 2 * threads)


def prepare(unconfined: bool) -> str:
    """Warm up the process in which this is called, and say how it confines students.

    Raises
    ------
    ConfinementError
        If it cannot.
    """
    return warm(unconfined)[2]


def pack_job(
    sheets: dict[str, Sheet], unconfined: bool, cell_seconds: int, notebook_seconds: int
) -> bytes:
    """Make a submission into bytes for `run_job`.

    Parameters
    ----------
    sheets : dict of str to Sheet
        Its notebooks, by name.
    unconfined, cell_seconds, notebook_seconds
        As for `examine`.
    """
    return json.dumps(encode([sheets, unconfined, cell_seconds, notebook_seconds])).encode()


def run_job(job: bytes) -> bytes:
    """Run the notebooks of a submission; this is what workers do.

    Examples
    --------
    >>> sheet = Sheet([Step(0, "print(1)")], [], {}, {})
    >>> unpack_result(run_job(pack_job({"a": sheet}, True, 30, 300)))["a"].outputs
    {0: [{'output_type': 'stream', 'name': 'stdout', 'text': '1\\n'}]}
    """
    sheets, *how = decode(json.loads(job))
    judged = {name: _run(_sheet(*parts), *how) for name, parts in sheets.items()}
    return json.dumps(encode(judged)).encode()


def _sheet(steps: list, modules: list[str], handed_in: dict, given: dict, questions: list) -> Sheet:
    asked = [Question(exercise, places, Step(*step)) for exercise, places, step in questions]
    return Sheet([Step(*step) for step in steps], modules, handed_in, given, asked)


def _run(sheet: Sheet, unconfined: bool, *limits: float) -> Judged:
    return inquire(sheet, examine(sheet, unconfined, *limits), unconfined)


def unpack_result(result: bytes) -> dict[str, Judged]:
    """Make the bytes of `run_job` into what running each notebook gave."""
    return {name: Judged(*judged) for name, judged in decode(json.loads(result)).items()}
