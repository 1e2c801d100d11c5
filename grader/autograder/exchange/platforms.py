"""The protocol of a learning platform, whose downloads are imported."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from nbgrader.api import Student

from autograder import hooks


class Platform:
    """A learning platform; an entry point of ``autograder.platforms`` is an instance.

    Attributes
    ----------
    numbers_people : bool
        True if a person has the same number in every assignment.
    tells_late : bool
        True if the names of files show what was late.

    Examples
    --------
    >>> from autograder import Platform
    >>> class Mailbox(Platform):
    ...     def read(self, path):
    ...         person, _, name = path.partition("/")
    ...         return self.File(person, person, name, person) if name else None
    >>> Mailbox().read("ada/ps1.ipynb").person
    'ada'
    """

    numbers_people = False
    tells_late = False

    class File(NamedTuple):
        """The parts of a file's name: `prefix` is what identifies the person in an upload."""

        id: str
        person: str
        path: str
        prefix: str
        late: bool = False
        upload: int = 0
        typed: bool = False

    def read(self, path: str) -> File | None:
        """Parse the name of a file in a download of all submissions.

        Parameters
        ----------
        path : str
            The name.

        Returns
        -------
        File or None
            Its parts; None if this platform gives no such names.
        """
        raise NotImplementedError

    def upload_name(self, prefix: str, page: str) -> str:
        """Return the name by which the platform knows whose feedback page it is.

        Parameters
        ----------
        prefix : str
            That of a `File`.
        page : str
            The name of the page.

        Returns
        -------
        str
            The page's name in the archive.
        """
        raise NotImplementedError

    def table(
        self,
        students: Iterable[Student],
        columns: Mapping[str, tuple[float, Mapping[str, float | None]]],
    ) -> Iterable[list[object]]:
        """Make the rows of the table of points that the platform imports.

        Parameters
        ----------
        students : iterable of nbgrader.api.Student
            The students.
        columns : mapping of str to (float, mapping of str to float or None)
            For each column the maximum, and the points by student; None if they are not final.

        Returns
        -------
        iterable of list
            The rows, the heading first.
        """
        raise NotImplementedError

    @staticmethod
    def installed() -> dict[str, "Platform"]:
        """Return the platforms that are installed, by name.

        Returns
        -------
        dict of str to Platform
            The entry points of ``autograder.platforms``.
        """
        return hooks.load("platforms")
