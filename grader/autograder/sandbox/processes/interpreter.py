"""Questions to the Python of a notebook's kernel, which is started as the kernel itself is."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import distributions
from typing import NamedTuple

SECONDS_TO_ANSWER = 60
# The top of each name, and more of it where the top is a namespace package, whose parts may
# be anywhere. Nothing else is imported. A module that cannot be looked up is not found.
_PROGRAM = """
import importlib, importlib.util, json, os, site, sys, time
names, imported, paths = json.load(sys.stdin)
def look(name):
    try:
        return importlib.util.find_spec(name)
    except BaseException:
        return None
found = {}
for name in names:
    full = ""
    for part in name.split("."):
        full = f"{full}.{part}" if full else part
        if full not in found:
            spec = look(full)
            if spec is None:
                break
            found[full] = spec.origin, [*map(str, spec.submodule_search_locations or ())]
        if found[full][0] is not None:
            break
errors = {}
for name in imported:
    try:
        importlib.import_module(name)
    except BaseException as error:
        errors[name] = f"{type(error).__name__}: {error}"[:300]
there = [path for path in paths if os.access(os.path.expanduser(path), os.R_OK)]
user = site.getuserbase() if site.ENABLE_USER_SITE else ""
version = "%d.%d.%d" % sys.version_info[:3]
print()
print(json.dumps([found, sys.path, sys.prefix, version, user, errors, dict(os.environ),
                  [*time.tzname, time.timezone], there]))
"""


class Found(NamedTuple):
    """Where a module is: its file, and the folders of a package; both may be empty."""

    origin: str | None
    locations: tuple[str, ...]


class Answer(NamedTuple):
    """What a Python finds.

    Attributes
    ----------
    modules : dict of str to Found
        The modules that it finds; of a name with dots the first part that is no namespace.
    path, prefix, version, user : list of str, and str
        Its ``sys.path``, prefix and version, and the folder of what users install, if it is used.
    errors : dict of str to str
        The errors of modules that were imported.
    variables, zone, there : dict of str to str, and two lists
        Its variables and time zone, and those of the given paths that it can read.
    """

    modules: dict[str, Found]
    path: list[str]
    prefix: str
    version: str
    user: str
    errors: dict[str, str]
    variables: dict[str, str]
    zone: list[str | int]
    there: list[str]

    @classmethod
    def of(cls, said: str) -> "Answer":
        """Read what the program has printed; raise ValueError if that is no answer."""
        found, *others = json.loads((said.splitlines() or [""])[-1])
        modules = {name: Found(origin, tuple(where)) for name, (origin, where) in found.items()}
        return cls(modules, *others)


def question(names: Iterable[str], imported: Iterable[str] = (), paths: Iterable[str] = ()) -> str:
    """Return the text of a cell that prints the answer."""
    asked = json.dumps([sorted(names), sorted(imported), sorted(paths)])
    return _PROGRAM.replace("json.load(sys.stdin)", f"json.loads({asked!r})")


def ask(
    names: Iterable[str],
    variables: Mapping[str, str] = {},  # nobody changes it
    python: str = sys.executable,
    imported: Iterable[str] = (),
    paths: Iterable[str] = (),
) -> Answer:
    """Ask a Python, started with the variables of this process and others."""
    started = tuple(sorted((os.environ | variables).items()))
    return _ask(python, started, frozenset(names), frozenset(imported), frozenset(paths))


@cache
def _ask(
    python: str,
    variables: tuple[tuple[str, str], ...],
    names: frozenset[str],
    imported: frozenset[str],
    paths: frozenset[str],
) -> Answer:
    # In an empty folder: a kernel finds there what lies beside the notebook, and nothing else.
    with tempfile.TemporaryDirectory() as nowhere:
        try:
            done = subprocess.run(
                [python, "-c", _PROGRAM],
                input=json.dumps([sorted(names), sorted(imported), sorted(paths)]),
                capture_output=True,
                text=True,
                errors="replace",
                cwd=nowhere,
                env=dict(variables),
                timeout=SECONDS_TO_ANSWER,
            )
        except subprocess.TimeoutExpired:
            raise OSError(f"{python} does not answer") from None
    try:
        return Answer.of(done.stdout)
    except (ValueError, TypeError):
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise OSError(f"{python} does not answer: {said[-1]}") from None


@cache
def found_by_python() -> Answer:
    """Ask this Python, started as the kernel is, for this package and those that are editable."""
    return ask({"autograder", *editable_packages()})


def editable_packages() -> Iterator[str]:
    """Name packages that are installed in editable form, as far as it is written down."""
    for distribution in distributions():
        # pip and uv write the same JSON with different whitespace.
        origin_of = json.loads(distribution.read_text("direct_url.json") or "{}")
        if origin_of.get("dir_info", {}).get("editable"):
            yield from (distribution.read_text("top_level.txt") or "").split()
