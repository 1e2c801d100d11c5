"""The surroundings of a notebook's processes: what they find and read outside of Python's folders.

The rule is one for all ways to install a package: Python, started as the kernel is, says where
each module is that the source imports. This folder or file may be read and nothing beside it,
and never what is private to the course.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from autograder.sandbox.processes.confinement import Allowed, readable
from autograder.sandbox.processes.interpreter import Found, ask, found_by_python

MOST_FILES = 2000
"""The limit on the files of one package that are searched for imports and links."""
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([A-Za-z_][\w.]*)", re.MULTILINE)


class Surroundings(NamedTuple):
    """What two fork servers are started with.

    Attributes
    ----------
    paths : tuple of str
        What may be read, besides a process's own folder.
    modules : tuple of (str, str or None, tuple of str)
        Modules outside of Python's folders: name, file, folders; neither if it is private.
    variables : tuple of (str, str)
        Environment variables.
    lent : tuple of str
        The modules that come late, and whose files the forks cannot read.
    """

    paths: tuple[str, ...]
    modules: tuple[tuple[str, str | None, tuple[str, ...]], ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    lent: tuple[str, ...] = ()


def surroundings(allowed: Allowed, tested: bool = False) -> Surroundings:
    """Find on this machine what an assignment's processes may read, and where modules are.

    Those in which hidden tests are run have the modules of these `tested` besides.
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


def hidden(name: str, where: Found, around: Surroundings, private: Iterable[str]) -> Path | None:
    """Return the private path for which a module may not be read, if that is why."""
    origin, folders = _real(where)
    kept = [Path(path).resolve() for path in private]
    for place in [*map(Path, folders)] or [Path(origin or name)]:
        if not _is_in(place, [*map(Path, around.paths)]):
            return next((path for path in kept if _overlaps(place, [path])), None)
    return None


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


def _real(where: Found) -> tuple[str | None, tuple[str, ...]]:
    """Resolve the folders in which a module is; a file stays, though it may be a link."""
    if where.origin is None or not os.path.isabs(where.origin):
        origin = None
    else:
        path = Path(where.origin)
        archive = next((parent for parent in path.parents if parent.is_file()), None)
        origin = str(archive.resolve() if archive else path.parent.resolve() / path.name)
        if archive:
            return origin, ()
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


class Beside:
    """A finder of modules in the working directory, as a kernel finds those beside a notebook."""

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module that is in no package."""
        return PathFinder.find_spec(name, [""], target) if path is None else None
