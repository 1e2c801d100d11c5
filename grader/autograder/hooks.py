"""The hooks: entry points by which any installed distribution adds to the grader.

Each group is named ``autograder.GROUP``; docs/extending.md describes its entry points. An
entry point that cannot be used is named once, with its distribution, and left out.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any


@cache
def points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, without importing them."""
    found = entry_points(group=f"autograder.{group}")
    # The grader's own come first, so that others may replace them.
    ordered = sorted(found, key=lambda one: (not one.value.startswith("autograder."), one.name))
    return {point.name: point for point in ordered}


@cache
def registered(group: str) -> dict[str, Any]:
    """Import the entry points that installed packages have registered in a group.

    An entry point that cannot be imported is left out, with a message.

    Parameters
    ----------
    group : str
        The name of the group, without ``autograder.``.

    Returns
    -------
    dict of str to object
        The objects, by the names of their entry points.

    Examples
    --------
    >>> [*registered("platforms")]
    ['canvas', 'moodle']
    """
    made = {name: use(group, name, point.load) for name, point in points(group).items()}
    return {name: one for name, one in made.items() if one is not None}


def use(group: str, name: str, act: Callable[..., Any], *arguments: Any) -> Any:
    """Call what an entry point gives; if it raises, say whose it is, and return None."""
    try:
        return act(*arguments)
    except Exception as error:
        leave_out(group, name, f"{type(error).__name__}: {error}")
        return None


@cache
def leave_out(group: str, name: str, why: str) -> None:
    """Say, once, that an entry point is left out, and whose it is."""
    point = points(group)[name]
    whose = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"
    said = f"{name} in autograder.{group} ({point.value}), of {whose}, was left out: {why}"
    print(f"autograder: {said}", file=sys.stderr, flush=True)
