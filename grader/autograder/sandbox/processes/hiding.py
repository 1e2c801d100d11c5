"""Files that lie where everything else may be read: those of modules that are lent."""

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path


def file_of(module: str) -> Path | None:
    """Find the file of a module, without importing the package around it; None if there is none."""
    top, *inner = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if inner:
        *folders, last = inner
        found = [
            Path(place, *folders, f"{last}.py") for place in spec.submodule_search_locations or ()
        ]
    else:
        found = [Path(spec.origin or "")]
    return next((path.resolve() for path in found if path.exists() and not path.is_dir()), None)


def hidden(modules: Iterable[str]) -> list[Path]:
    """List what no student's process may read of some modules; names may be patterns."""
    files = [file for name in modules if (file := file_of(name))]
    compiled = [f.parent / "__pycache__" / f"{f.stem}.*" for f in files]
    return [*files, *compiled, *(file.with_suffix(".pyc") for file in files)]


def around(paths: Iterable[Path], without: Sequence[Path]) -> Iterator[tuple[str, bool]]:
    """Split paths around some files: yield each part, and whether it is a folder to be listed only.

    Examples
    --------
    >>> [*around([Path("/usr/lib"), Path("/bin")], [Path("/bin")])]
    [('/usr/lib', False)]
    """
    apart = [(str(file.parent), file.name) for file in without]
    for path in paths:
        if path not in without:
            yield from _around(str(path), apart)


def _around(path: str, without: Sequence[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    if not any(folder == path or folder.startswith(f"{path}/") for folder, _ in without):
        yield path, False
        return
    yield path, True
    here = [name for folder, name in without if folder == path]
    with os.scandir(path) as inside:
        for entry in inside:
            # A link would open what it leads to; that is a part of its own, if it may be read.
            if not (entry.is_symlink() or any(fnmatchcase(entry.name, name) for name in here)):
                yield from _around(entry.path, without)
