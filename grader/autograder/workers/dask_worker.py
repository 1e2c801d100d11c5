"""The functions that the workers of a Dask cluster run, and the messages to them and back.

The command that grades talks to a `dask_proxy`, and that to the cluster. A submission goes to
a worker as bytes, and so do its results. A worker needs this package and the packages that
the notebooks import, and nothing of the course: no folder, no gradebook, no nbgrader.
"""

import asyncio
import hashlib
import platform
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Raw, Struct
from msgspec.json import Decoder

from autograder.sandbox.conductor import examine, warm
from autograder.sandbox.jobs import Job, Outcome, Step
from autograder.sandbox.juries import Runs, run_apart, run_both, run_together
from autograder.sandbox.messages import Message
from autograder.sandbox.wire.channel import pack

if TYPE_CHECKING:
    from distributed import Worker

Stage = Literal["apart", "together", "both"]
LARGEST_TO_A_WORKER = 200_000_000
"""The limit on the bytes of a submission, with its files, on the way to a worker."""


class Task(Struct):
    """A submission that travels to a worker.

    Attributes
    ----------
    jobs : dict of str to Job
        Its notebooks, by name.
    unconfined, cell_seconds, notebook_seconds, wall_seconds
        As for `examine`.
    stage : {"apart", "together", "both"}
        The runs to make.
    passed : dict of str to list of int
        For runs in one process alone, the tests that passed apart.
    """

    jobs: dict[str, Job]
    unconfined: bool
    cell_seconds: float
    notebook_seconds: float
    wall_seconds: float = 0
    stage: Stage = "both"
    passed: dict[str, list[int]] = {}


class TaskResult(Struct, omit_defaults=True):
    """The reply to a task: what came of each notebook, or why this worker could not run them."""

    outcomes: dict[str, Outcome] = {}
    together: dict[str, Runs] = {}
    unable: str = ""


class Wanted(Struct):
    """The requirements for a worker, so that it judges as this machine does.

    Attributes
    ----------
    unconfined : bool
        True if it may do without confinement.
    python : str
        The version of Python.
    grader : str
        A digest of this package.
    packages : dict of str to str
        The versions of the packages that notebooks import.
    """

    unconfined: bool
    python: str
    grader: str
    packages: dict[str, str]

    @classmethod
    def of_this_machine(cls, unconfined: bool, modules: Iterable[str]) -> "Wanted":
        """Describe this machine.

        Examples
        --------
        >>> wanted = Wanted.of_this_machine(True, ["json", "msgspec.json", "no_such_module"])
        >>> list(wanted.packages)
        ['msgspec']
        """
        names = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names
        found = {name: _version(name) for name in sorted(names)}
        packages = {name: number for name, number in found.items() if number}
        python = ".".join(platform.python_version_tuple()[:2])
        return cls(unconfined, python, grader_digest(), packages)

    def lacking(self, other: "Wanted") -> str:
        """Return how another machine differs; "" if it does not.

        Examples
        --------
        >>> here = Wanted(False, "3.13", "a", {"numpy": "2.3"})
        >>> here.lacking(Wanted(False, "3.13", "a", {}))
        'numpy is not installed there'
        >>> here.lacking(Wanted(False, "3.12", "b", {"numpy": "2.4"}))
        'it has Python 3.12 and not 3.13'
        """
        if other.python != self.python:
            return f"it has Python {other.python} and not {self.python}"
        for name, number in self.packages.items():
            found = other.packages.get(name)
            if not found:
                return f"{name} is not installed there"
            if found != number:
                return f"it has {name} {found} and not {number}"
        return "" if other.grader == self.grader else "it has another version of this grader"


class Standing(Struct, omit_defaults=True):
    """The reply of a worker that was probed.

    Attributes
    ----------
    threads : int
        The number of submissions that it runs at a time.
    wall : str
        The way in which it confines students.
    unable : str
        The reason why it cannot be used; empty if it can.
    """

    threads: int = 0
    wall: str = ""
    unable: str = ""


class Begin(Message):
    """To the Dask proxy, first: the requirements of the notebooks that are going to be run."""

    unconfined: bool
    modules: list[str]


class Carry(Message):
    """To the Dask proxy: have a submission run; `task` is a `Task`."""

    number: int
    task: Raw


class Crew(Message):
    """From the Dask proxy: workers that can be used, and those left out, whenever they change.

    `confined` says that the proxy itself can read no file of the course.
    """

    standing: dict[str, Standing]
    left_out: dict[str, str]
    confined: bool


class Ran(Message):
    """From the Dask proxy: the outcomes of a submission, and the worker that ran it."""

    number: int
    worker: str
    outcomes: dict[str, Outcome]
    together: dict[str, Runs]


class NotRun(Message):
    """From the Dask proxy: a submission that no worker could run."""

    number: int
    why: str


class Silent(Message):
    """From the Dask proxy: a worker or the scheduler that has not answered for a while."""

    who: str
    seconds: float


class Lost(Message):
    """From the Dask proxy, last: the cluster cannot be used, or not any more."""

    why: str


TO_COURIER: Decoder[Begin | Carry] = Decoder(Begin | Carry)
FROM_COURIER: Decoder[Crew | Ran | NotRun | Silent | Lost] = Decoder(
    Crew | Ran | NotRun | Silent | Lost
)
TASK_RESULT, STANDING = Decoder(TaskResult), Decoder(Standing)
_TASK, _WANTED = Decoder(Task), Decoder(Wanted)


def resource(asked: bytes) -> str:
    """Return the name of the Dask resource that a worker must have to get work."""
    return f"autograder-{hashlib.sha256(asked).hexdigest()[:16]}"


async def introduce(asked: bytes, dask_worker: "Worker") -> bytes:
    """Probe whether this worker can be used, and offer the resource to Dask if so."""
    standing = await asyncio.to_thread(_try_out, _WANTED.decode(asked))
    if not standing.unable:
        standing.threads = dask_worker.state.nthreads
    name = resource(asked)
    # If it were set again, Dask would take all of it to be free.
    if dask_worker.state.total_resources.get(name, 0) != standing.threads:
        await dask_worker.set_resources(**{name: standing.threads})
    return pack(standing)


async def run_alone(task: bytes) -> bytes:
    """Run the notebooks of a submission as `run_task` does, without Dask's retries."""
    return await asyncio.to_thread(run_task, task)


def run_task(task: bytes) -> bytes:
    r"""Run the notebooks of a serialized submission, in a worker.

    Examples
    --------
    >>> job = Job([Step(0, "print(1)")], [], {}, {})
    >>> answer = TASK_RESULT.decode(run_task(pack(Task({"a": job}, True, 30, 300))))
    >>> answer.outcomes["a"].outputs
    {0: [{'output_type': 'stream', 'name': 'stdout', 'text': '1\n'}]}
    """
    try:
        return pack(run(_TASK.decode(task)))
    except Exception as error:
        return pack(TaskResult(unable=told(error)))


def run(task: Task) -> TaskResult:
    """Run the notebooks of a submission."""
    how = task.unconfined, task.cell_seconds, task.notebook_seconds, task.wall_seconds
    if task.stage == "apart":
        return TaskResult(run_apart(task.jobs, *how))
    if task.stage == "together":
        return TaskResult(together=run_together(task.jobs, task.passed, *how))
    return TaskResult(*run_both(task.jobs, *how))


def told(error: BaseException) -> str:
    """Describe an error in one line.

    Examples
    --------
    >>> told(ModuleNotFoundError("No module named 'msgspec'")), told(MemoryError())
    ("No module named 'msgspec'", 'MemoryError')
    """
    said = " ".join(str(error).split())
    return said[:500] or type(error).__name__


def _try_out(wanted: Wanted) -> Standing:
    """Check the requirements, and run a notebook of one cell as submissions are run."""
    try:
        own = Wanted.of_this_machine(wanted.unconfined, wanted.packages)
        if lacking := wanted.lacking(own):
            return Standing(unable=lacking)
        wall = warm(wanted.unconfined).wall
        job = Job([Step(0, "print(6 * 7)")], [], {"a": b"a"}, {})
        [output] = examine(job, wanted.unconfined).outputs[0]
        if output.get("text") != "42\n":
            return Standing(unable=f"it cannot run a notebook: {str(output)[:300]}")
        return Standing(wall=wall)
    except Exception as error:
        return Standing(unable=told(error))


@cache
def grader_digest() -> str:
    """Compute a digest of this package."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _version(name: str) -> str:
    """Return the installed version of a module; "" if it is not installed."""
    try:
        if find_spec(name) is None:
            return ""
        parts = _distributions().get(name, [])
        return ", ".join(sorted({version(part) for part in parts})) or "no version"
    except (PackageNotFoundError, ValueError):
        return "no version"


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(packages_distributions())
