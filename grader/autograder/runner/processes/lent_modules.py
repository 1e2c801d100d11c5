"""Modules that are lent: their files are hidden from a student's process.

There a module is empty at first, so that a library which imports it works. Each request to run
a cell brings the text that is open by then.
"""

import linecache
import sys
from collections.abc import Iterable, Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, spec_from_file_location
from itertools import zip_longest
from pathlib import Path
from types import CodeType, ModuleType


def spec_of(module: str) -> ModuleSpec | None:
    """Find a module without importing the package around it; return None if there is none."""
    name, *inner = module.split(".")
    try:
        spec = find_spec(name)
        for part in inner:
            name = f"{name}.{part}"
            spec = spec and PathFinder.find_spec(name, spec.submodule_search_locations or [])
    except (ImportError, ValueError):
        return None
    return spec


def file_of(module: str) -> Path | None:
    """Find the file of a module; return None if there is none."""
    spec = spec_of(module)
    path = Path(spec.origin or "") if spec else Path()
    return path.resolve() if path.is_file() else None


def hidden(modules: Iterable[str]) -> list[Path]:
    """List what no student's process may read of some modules; names may be patterns."""
    files = [file for name in modules if (file := file_of(name))]
    compiled = [f.parent / "__pycache__" / f"{f.stem}.*" for f in files]
    return [*files, *compiled, *(file.with_suffix(".pyc") for file in files)]


class LateModules(MetaPathFinder, Loader):
    """A finder and loader of modules that come late, before all other finders."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._files = {name: str(file_of(name) or f"{name}.py") for name in names}
        self._lines: dict[str, list[str]] = {}
        self._compiled: dict[tuple[str, str], CodeType] = {}
        if self._files:
            sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module that comes late, in place of its file."""
        file = self._files.get(fullname)
        return spec_from_file_location(fullname, file, loader=self) if file else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the text that is open, as where the module is imported again."""
        self._run(module, self._lines.get(module.__name__, []))

    def get_source(self, name: str) -> str:
        """Return the text that is open."""
        return "\n".join(self._lines.get(name, []))

    def prepare(self, texts: Mapping[str, str]) -> None:
        """Compile the texts with which a notebook begins, and forget those of the one before."""
        self._compiled = {
            item: self._compiled.get(item) or self._compile(*item)
            for item in texts.items()
            if item[0] in self._files
        }

    def fill(self, texts: Mapping[str, str]) -> None:
        """Run what is new in the texts of modules: a function that is there stays the same."""
        for name, text in texts.items():
            if name not in self._files or text == self.get_source(name):
                continue
            lines, there = text.split("\n"), self._lines.get(name, [])
            self._lines[name] = lines
            new = ["" if old else line for line, old in zip_longest(lines, there[: len(lines)])]
            module = sys.modules.get(name)
            if getattr(module, "__loader__", None) is self and isinstance(module, ModuleType):
                self._run(module, new)

    def _run(self, module: ModuleType, lines: list[str]) -> None:
        name = module.__name__
        file = self._files[name]
        # Without a time, `linecache` does not compare it with the file.
        kept = [f"{line}\n" for line in self._lines.get(name, [])]
        linecache.cache[file] = (sum(map(len, kept)), None, kept, file)
        text = "\n".join(lines)
        exec(self._compiled.get((name, text)) or self._compile(name, text), vars(module))

    def _compile(self, name: str, text: str) -> CodeType:
        return compile(text, self._files[name], "exec", dont_inherit=True)
