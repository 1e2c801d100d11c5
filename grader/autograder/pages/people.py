"""Names of students on pages for instructors: links to their pages, or pseudonyms."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup, escape

from autograder.course.settings import Course

KEY = ".autograder-pseudonyms"
"""The file with the key of the pseudonyms; without it nobody can trace them back."""


class Names:
    """Names of students for a page."""

    def __init__(
        self, course: Course | None = None, assignment: str = "", to: Path | None = None
    ) -> None:
        self._course, self._assignment, self._to = course, assignment, to
        hidden = course is not None and course.settings.pseudonyms
        self._key = pseudonym_key(course.root) if course and hidden else b""

    def shown(self, student: str) -> str:
        """Return the name or pseudonym."""
        return pseudonym(student, self._key) if self._key else student

    def sort(self, students: Iterable[str]) -> list[str]:
        """Sort students by their shown names."""
        return sorted(students, key=self.shown)

    def link(self, student: str) -> Markup:
        """Return the name, linked to the student's page if there is one."""
        page = self._page(student)
        if page is None:
            return escape(self.shown(student))
        return Markup('<a href="{}">{}</a>').format(quote(page), self.shown(student))

    def join(self, students: Iterable[str]) -> Markup:
        """Join the linked names."""
        return Markup(", ").join(map(self.link, self.sort(students)))

    def _page(self, student: str) -> str | None:
        if self._course is None or self._to is None or self._key or not self._assignment:
            return None
        folder = self._course.folder("feedback", student, self._assignment)
        page = next(iter(sorted(folder.glob("*.html"))), None)
        return Path(os.path.relpath(page, self._to.absolute())).as_posix() if page else None


def pseudonym(student: str, key: bytes) -> str:
    """Return a name that nobody can trace back to the student without the key."""
    return f"student-{hmac.new(key, student.encode(), hashlib.sha256).hexdigest()[:6]}"


def pseudonym_key(root: Path) -> bytes:
    """Read the course's key; create it if there is none."""
    path = root / KEY
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex())
    except FileExistsError:
        pass
    return path.read_bytes()
