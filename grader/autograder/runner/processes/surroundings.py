"""The surroundings of a notebook's processes: what they find and read outside of Python's folders.

However a package was installed, Python, started as the kernel is, finds each module that the
source imports. This folder or file may be read, nothing beside it, and nothing private.
"""

import json
import os
import re
import site
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import distributions
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from autograder.runner.processes.confinement import SYSTEM, Allowed, ConfinementError

MOST_FILES = 2000  # of one package are searched for imports and links
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*)", re.MULTILINE)
_OF_TOOLS = {"jupyter", "ipython"}  # these have settings, in which passwords may be
SECONDS_TO_ANSWER = 60
# The top of each name, and more of it where the top is a namespace package, whose parts may
# be anywhere. Nothing else is imported. A module that cannot be looked up is not found.
_PROGRAM = """
import importlib, importlib.util, json, os, site, sys, time
names, imported, paths = json.loads(ASKED)
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


class Location(NamedTuple):
    """Where a module is: its file, and the folders of a package; both may be empty."""

    origin: str | None
    locations: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The place for a message."""
        return self.origin or ", ".join(self.locations)


class Findings(NamedTuple):
    """What a Python finds."""

    modules: dict[str, Location]  # of a name with dots the first part that is no namespace
    path: list[str]
    prefix: str
    version: str
    user: str  # the folder of what users install, if it is used
    errors: dict[str, str]  # of modules that were imported
    variables: dict[str, str]
    zone: list[str | int]
    there: list[str]  # those of the given paths that it can read

    @classmethod
    def of(cls, said: str) -> "Findings":
        """Read what the program has printed; raise ValueError if that is no answer."""
        found, *others = json.loads((said.splitlines() or [""])[-1])
        modules = {name: Location(origin, tuple(where)) for name, (origin, where) in found.items()}
        return cls(modules, *others)


def question(names: Iterable[str], imported: Iterable[str] = (), paths: Iterable[str] = ()) -> str:
    """Return the text of a program, or of a cell, that prints the answer."""
    asked = json.dumps([sorted({*names}), sorted({*imported}), sorted({*paths})])
    return _PROGRAM.replace("ASKED", repr(asked))


def ask(
    names: Iterable[str],
    variables: Mapping[str, str] = {},  # nobody changes it
    python: str = sys.executable,
    imported: Iterable[str] = (),
) -> Findings:
    """Ask a Python, started with the variables of this process and others."""
    started = tuple(sorted((os.environ | variables).items()))
    return _ask(python, started, question(names, imported))


@cache
def _ask(python: str, variables: tuple[tuple[str, str], ...], program: str) -> Findings:
    # In an empty folder: a kernel finds there what lies beside the notebook, and nothing else.
    with tempfile.TemporaryDirectory() as nowhere:
        try:
            done = subprocess.run(
                [python, "-"],
                input=program,
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
        return Findings.of(done.stdout)
    except (ValueError, TypeError):
        said = done.stderr.strip().splitlines() or [
            f"the process ended with status {done.returncode}"
        ]
        raise OSError(f"{python} does not answer: {said[-1]}") from None


@cache
def found_by_python() -> Findings:
    """Ask this Python, started as the kernel is, for this package and those that are editable."""
    return ask({"autograder", *editable_packages()})


def editable_packages() -> Iterator[str]:
    """Name packages that are installed in editable form, as far as it is written down."""
    for distribution in distributions():
        # pip and uv write the same JSON with different whitespace.
        origin_of = json.loads(distribution.read_text("direct_url.json") or "{}")
        if origin_of.get("dir_info", {}).get("editable"):
            yield from (distribution.read_text("top_level.txt") or "").split()


def readable() -> list[Path]:
    """List the paths that any student's process must read: libraries, Python and its packages.

    Never a whole environment, nor the folder around an editable package: it may be the course.
    """
    answer = found_by_python()
    own, grader = Path(__file__).parents[2], answer.modules.get("autograder")
    if grader and not any(map(own.samefile, filter(os.path.exists, grader.locations))):
        raise ConfinementError(
            f"this grader is in {own}, but {sys.executable} imports another one from "
            f"{', '.join(grader.locations)}; activate the environment of this grader"
        )
    kept_in = sysconfig.get_paths()
    found = {Path(kept_in[kind]) for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    # Debian's Python has a module in /etc, to which a link in its library leads.
    found |= {link.resolve() for link in Path(kept_in["stdlib"]).glob("*.py") if link.is_symlink()}
    # Some distributions have Python's shared library among their packages'.
    library = str(sysconfig.get_config_var("LIBDIR") or Path(sys.base_prefix, "lib"))
    found |= {Path(path) for path in (*SYSTEM, *site.getsitepackages(), library)}
    found |= {Path(sys.executable), Path(sys.prefix, "pyvenv.cfg")}
    found |= {Path(sys.prefix, name) for name in ("nltk_data", "lib/nltk_data")}
    for name in ("share", "etc") if sys.prefix != "/usr" else ():  # where packages keep data
        with suppress(OSError):
            inside = Path(sys.prefix, name).iterdir()
            found |= {path for path in inside if path.name not in _OF_TOOLS}
    for where in answer.modules.values():
        found |= {Path(place) for place in where.locations or [where.origin or os.devnull]}
    for entry in [Path(entry) for entry in answer.path if os.path.isabs(entry)]:
        # Packages were installed into it, or it is an archive.
        if entry.is_file() or entry.suffix == ".egg" or any(entry.glob("*.dist-info")):
            found.add(entry)
    found = {path.resolve() for path in found}
    return sorted(path for path in found if os.path.exists(path))  # not those it may not see


def exposed(private: Iterable[Path]) -> dict[Path, Path]:
    """Find private paths that a student's process could read, each with the path around it."""
    open_to_all = readable()
    return {
        path: around
        for path in private
        for around in open_to_all
        if path.resolve().is_relative_to(around)
    }


class Surroundings(NamedTuple):
    """What two fork servers are started with."""

    paths: tuple[str, ...]  # what may be read, besides a process's own folder
    # Modules outside of Python's folders: name, file, folders; neither if it is private.
    modules: tuple[tuple[str, str | None, tuple[str, ...]], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    lent: tuple[str, ...] = ()  # modules that come late, whose files the forks cannot read


def surroundings(allowed: Allowed, tested: bool = False) -> Surroundings:
    """Find what an assignment's processes may read here, and where modules are.

    `tested` are the processes in which hidden tests run, with the modules of these besides.
    """
    modules = [*allowed.modules, *(allowed.modules_of_tests if tested else ())]
    wanted = modules, allowed.variables, allowed.readable, allowed.private
    found = _surroundings(*map(tuple, wanted), os.environ.get("PYTHONPATH", ""))
    return found._replace(lent=tuple(allowed.lent))


@cache
def _surroundings(
    modules: tuple[str, ...],
    variables: tuple[tuple[str, str], ...],
    declared: tuple[str, ...],
    private: tuple[str, ...],
    python_path: str,
) -> Surroundings:
    kept = [Path(path).resolve() for path in private]
    extra = [Path(path).resolve() for path in declared]
    paths = readable() + [path for path in extra if path.exists() and not _overlaps(path, kept)]
    chosen = dict(variables)
    found: dict[str, tuple[str | None, tuple[str, ...]]] = {}
    asked: set[str] = set()
    wanted = {name for name in modules if not _is_standard(name)}
    while wanted:
        asked |= wanted
        answer, wanted = ask(wanted, chosen), set()
        for name, where in answer.modules.items():
            origin, folders = _real(where)
            places = [Path(place) for place in folders or [origin] if place]
            is_link = bool(origin) and Path(str(origin)).is_symlink()
            searched = [place for place in places if is_link or not _is_in(place, paths)]
            places += [target for place in searched for target in _linked(place)]
            new = [place for place in places if not _is_in(place, paths)]
            if any(_overlaps(place, kept) for place in new):
                found[name] = None, ()
            elif new:
                paths += new
                if not origin or Path(origin).exists():  # a zipped one is found by `sys.path`
                    found[name] = origin, folders
                wanted |= {module for place in new for module in _imports(place)}
        wanted = {name for name in wanted - asked if not _is_standard(name)}
    search = chosen.get("PYTHONPATH", python_path).split(os.pathsep)
    if absolute := [entry for entry in search if os.path.isabs(entry)]:
        chosen["PYTHONPATH"] = os.pathsep.join(absolute)
    if user := found_by_python().user:
        chosen["PYTHONUSERBASE"] = user
    together = sorted((name, origin, where) for name, (origin, where) in found.items())
    shown = tuple(sorted({str(path) for path in paths}))
    return Surroundings(shown, tuple(together), tuple(chosen.items()))


def hidden(name: str, where: Location, around: Surroundings, private: Iterable[str]) -> Path | None:
    """Return the private path for which a module may not be read, if that is why."""
    origin, folders = _real(where)
    kept = [Path(path).resolve() for path in private]
    for place in [*map(Path, folders)] or [Path(origin or name)]:
        if not _is_in(place, [*map(Path, around.paths)]):
            return next((path for path in kept if _overlaps(place, [path])), None)
    return None


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


def _real(where: Location) -> tuple[str | None, tuple[str, ...]]:
    """Resolve the folders in which a module is; a file stays, though it may be a link."""
    origin = None
    if where.origin and os.path.isabs(where.origin):
        path = Path(where.origin)
        if archive := next((parent for parent in path.parents if parent.is_file()), None):
            return str(archive.resolve()), ()
        origin = str(path.parent.resolve() / path.name)
    folders = [str(Path(place).resolve()) for place in where.locations if Path(place).is_dir()]
    if not folders and where.locations and origin:
        folders = [str(Path(origin).parent)]  # some finders name folders that there are not
    return origin, tuple(folders)


def _is_in(path: Path, places: Sequence[Path]) -> bool:
    return any(path.is_relative_to(place) for place in places)


def _overlaps(path: Path, others: Iterable[Path]) -> bool:
    return any(path.is_relative_to(other) or other.is_relative_to(path) for other in others)


def _linked(place: Path) -> Iterator[Path]:
    """Find where the files of a package are if they are links: a package's folder, or a file."""
    for path in _files(place):
        if path.is_symlink() and (target := path.resolve()).is_file():
            is_package = (target.parent / "__init__.py").exists()
            yield target.parent if is_package else target


def _imports(place: Path) -> Iterator[str]:
    """Find the modules that a package may import, which are needed as well."""
    for path in _files(place):
        if path.suffix == ".py":
            yield from _IMPORT.findall(path.read_text(errors="replace"))


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    inside = (Path(folder, name) for folder, _, names in os.walk(place) for name in names)
    return [path for path, _ in zip(inside, range(MOST_FILES), strict=False)]


class AsInKernel:
    """A finder of modules where the kernel has found them, whose folders cannot be listed."""

    def __init__(self, modules: Iterable[tuple[str, str | None, Sequence[str]]]) -> None:
        self._modules = {name: (origin, folders) for name, origin, folders in modules}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of those, or one within a package of those."""
        if name not in self._modules:
            within = name.partition(".")[0] in self._modules and path is not None
            return PathFinder.find_spec(name, path, target) if within else None
        origin, folders = self._modules[name]
        if origin is None and not folders:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if origin is None:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [*folders]
            return spec
        return spec_from_file_location(name, origin, submodule_search_locations=[*folders] or None)
