"""New names in a course's ``inbound`` folder, each given out once.

A look costs one listing of the folder, and work only for new names. They are given out round
robin by owner, so that someone who makes thousands delays only himself.
"""

import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from pathlib import Path


class Inbound:
    """The folder in which students put their hand-ins.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> (folder / "ada+ps1+now").mkdir()
    >>> inbound = Inbound(folder)
    >>> inbound.look({"ps1": lambda name: "+ps1+" in name})
    >>> inbound.fresh("ps1", 10), inbound.fresh("ps1", 10)
    (['ada+ps1+now'], [])
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] = set()
        self._fresh: dict[str, dict[int, deque[str]]] = defaultdict(dict)
        self._assignments: frozenset[str] = frozenset()
        self.listed = 0
        """The number of names that the last look found."""

    def look(self, assignments: dict[str, Callable[[str], bool]]) -> None:
        """List the folder, and queue its new names."""
        there = set(os.listdir(self._folder))
        self.listed = len(there)
        if assignments.keys() != self._assignments:
            self.forget()
            self._assignments = frozenset(assignments)
        new = there - self._seen
        self._seen &= there
        self._seen |= new
        for name in sorted(new):
            for assignment in assignments:
                if assignments[assignment](name):
                    owners = self._fresh[assignment]
                    owners.setdefault(self._owner(name), deque()).append(name)

    def fresh(self, assignment: str, most: int) -> list[str]:
        """Take names that have not been given out yet."""
        owners, names = self._fresh[assignment], list[str]()
        while owners and len(names) < most:
            for owner in [*owners][: most - len(names)]:
                names.append(owners[owner].popleft())
                if not owners[owner]:
                    del owners[owner]
        return names

    def _owner(self, name: str) -> int:
        """Return the uid of a folder's owner; its name may claim anything."""
        try:
            return os.lstat(os.path.join(self._folder, name)).st_uid
        except OSError:  # removed meanwhile
            return -1

    def more(self, assignments: Iterable[str]) -> bool:
        """Tell whether there are names that have not been given out."""
        return any(self._fresh[assignment] for assignment in assignments)

    def again(self, names: Iterable[str]) -> None:
        """Give names out once more, if they are still there at the next look."""
        self._seen.difference_update(names)

    def forget(self) -> None:
        """Give all names out once more."""
        self._seen.clear()
        self._fresh.clear()
