"""The function that tries out a worker of a Dask cluster, on that worker.

Submissions are run there by `Task.run_packed`. A worker needs this package and the packages
that the notebooks import, and nothing of the course: no folder, no gradebook, no nbgrader.
"""

import asyncio
import platform
import sys
from collections.abc import Iterable
from importlib.metadata import packages_distributions, version

from autograder import Job, Step, examine


def versions(modules: Iterable[str]) -> dict[str, str]:
    """Return the versions of Python, of this package, and of what notebooks import.

    Examples
    --------
    >>> list(versions(["json", "msgspec.json", "no_such_module"]))
    ['Python', 'autograder', 'msgspec']
    """
    names = {module.partition(".")[0] for module in modules} | {"autograder"}
    found = packages_distributions()
    return {"Python": ".".join(platform.python_version_tuple()[:2])} | {
        name: ", ".join(sorted({version(one) for one in found[name]}))
        for name in sorted(names & found.keys() - sys.stdlib_module_names)
    }


async def introduce(needed: dict[str, str], unconfined: bool) -> None:
    """Try out this worker beside what else it does."""
    await asyncio.to_thread(try_out, needed, unconfined)


def try_out(needed: dict[str, str], unconfined: bool) -> None:
    """Raise if versions differ here, or if a notebook of one cell does not run as it should.

    Examples
    --------
    >>> try_out({"no_such_module": "1.0"}, True)
    Traceback (most recent call last):
    ValueError: no_such_module is not installed on this worker
    >>> try_out({"Python": "2.7"}, True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: it has Python 3... instead of 2.7
    """
    here = versions(needed)
    for name, number in needed.items():
        if name not in here:
            raise ValueError(f"{name} is not installed on this worker")
        if here[name] != number:
            raise ValueError(f"it has {name} {here[name]} instead of {number}")
    [output] = examine(Job([Step(0, "print(6 * 7)")], [], {"a": b"a"}, {}), unconfined).outputs[0]
    if output.get("text") != "42\n":
        raise ValueError(f"it cannot run a notebook: {str(output)[:300]}")
