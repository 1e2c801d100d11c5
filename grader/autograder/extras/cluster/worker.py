"""The functions that the workers of a Dask cluster run.

The command that grades talks to a `proxy`, and that to the cluster. A submission goes to
a worker as bytes, and so do its results. A worker needs this package and the packages that
the notebooks import, and nothing of the course: no folder, no gradebook, no nbgrader.
"""

import asyncio
import hashlib
import platform
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Raw, Struct, json
from msgspec.json import Decoder

import autograder
from autograder import Job, Step, Task, examine

if TYPE_CHECKING:
    from distributed import Worker


class Wanted(Struct):
    """The requirements for a worker: Python, this package, what notebooks import, solutions."""

    unconfined: bool
    python: str
    grader: str
    packages: dict[str, str]
    solutions: list[Raw] = []

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
        found = _distributions()
        packages = {
            name: ", ".join(sorted({version(one) for one in found[name]}))
            for name in sorted(names & found.keys())
        }
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
        'it has Python 3.12 instead of 3.13'
        """
        if other.python != self.python:
            return f"it has Python {other.python} instead of {self.python}"
        for name, number in self.packages.items():
            found = other.packages.get(name)
            if not found:
                return f"{name} is not installed there"
            if found != number:
                return f"it has {name} {found} instead of {number}"
        return "" if other.grader == self.grader else "it has a different version of this grader"


class WorkerReply(Struct, omit_defaults=True):
    """The reply to a task, or why this worker could not run it."""

    done: Raw = Raw(b"null")
    unable: str = ""


REPLY, _WANTED = Decoder(WorkerReply), Decoder(Wanted)
_distributions = cache(packages_distributions)


def resource(asked: bytes) -> str:
    """Return the name of the Dask resource that a worker must have to get work."""
    return f"autograder-{hashlib.sha256(asked).hexdigest()[:16]}"


async def introduce(asked: bytes, dask_worker: "Worker") -> bytes:
    """Offer the resource to Dask if this worker can be used; return why it cannot be."""
    why = await asyncio.to_thread(_try_out, _WANTED.decode(asked))
    name, threads = resource(asked), 0 if why else dask_worker.state.nthreads
    # If it were set again, Dask would take all of it to be free.
    if dask_worker.state.total_resources.get(name, 0) != threads:
        await dask_worker.set_resources(**{name: threads})
    return why.encode()


def run_task(task: bytes) -> bytes:
    r"""Run the notebooks of a packed `Task`, in a worker.

    Examples
    --------
    >>> REPLY.decode(run_task(b"{}")).unable
    'Object missing required field `jobs`'
    """
    try:
        return json.encode(WorkerReply(Raw(Task.run_packed(task))))
    except Exception as error:
        return json.encode(WorkerReply(unable=told(error)))


def told(error: BaseException) -> str:
    """Describe an error in one line.

    Examples
    --------
    >>> told(ModuleNotFoundError("No module named 'msgspec'")), told(MemoryError())
    ("No module named 'msgspec'", 'MemoryError')
    """
    said = " ".join(str(error).split()).encode(errors="replace").decode()
    return said[:500] or type(error).__name__


def _try_out(wanted: Wanted) -> str:
    """Check the requirements, and run a notebook of one cell as submissions are run."""
    try:
        own = Wanted.of_this_machine(wanted.unconfined, wanted.packages)
        if lacking := wanted.lacking(own):
            return lacking
        job = Job([Step(0, "print(6 * 7)")], [], {"a": b"a"}, {})
        [output] = examine(job, wanted.unconfined).outputs[0]
        if output.get("text") != "42\n":
            return f"it cannot run a notebook: {str(output)[:300]}"
        for solution in wanted.solutions:
            _judge(bytes(solution))
    except Exception as error:
        return told(error)
    return ""


@lru_cache(maxsize=8)
def _judge(solution: bytes) -> None:
    """Judge a solution, once; raise if its tests do not pass here."""
    Task.run_packed(solution)


@cache
def grader_digest() -> str:
    """Compute a digest of this package."""
    files = sorted(Path(autograder.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
