"""Matching of people on a learning platform with students of the course.

Nobody is guessed. A person is known by the platform's number, by a line in a list of the
platform's (``--roster``), or by a name that only one student has; all others are asked about.
On Canvas number and name have to agree: both stand in one string, so that the number in
``eve_12_41_100_a.ipynb`` may be another student's, if Eve is called ``eve_12``.
What was answered stands in ``downloaded/people.csv`` and is not asked again.
"""

import codecs
import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import Gradebook

from autograder import GradingError, registered
from autograder.extras.lms.archive import ArchivedHandIn
from autograder.extras.lms.origins import ANSWERS
from autograder.extras.lms.platforms import alike, harmless

_HEAD = ["platform", "id", "name", "student"]
_COLUMNS = {
    "student": "username|sis login id|login id|student[ _]id",
    "email": "email|email address",
    "id": "identifier|id|canvas user id|lms_user_id",
    "first": "first[ _]name|given name",
    "last": "last[ _]name|surname",
    "name": "full name|student|name|student name",
    "when": r"last modified \(submission\)",
}
"""The columns of Moodle's grading worksheet and participants, and of Canvas's gradebook."""
_ADDRESS, _NUMBERED = re.compile(r"[^@\s]+@[^@\s]+"), re.compile(r"\D+\d+")
_TIME = re.compile(r"-|.*\b\d{4}\b.*\d:\d\d.*")
_DATE = re.compile(
    r".*?(\d{1,2})\.? (?:de )?([^\W\d]+)\.? (?:de )?(\d{4}),? (\d{1,2}:\d\d(?: [AP]M)?)"
)
_LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")


class Person(NamedTuple):
    """A person on a platform's list.

    `student` is the name of the account, or else the email address; `id` the platform's number,
    as in the names of files.
    """

    student: str
    first: str
    last: str
    email: str
    id: str
    when: str = ""


def read_roster(path: Path) -> list[Person]:
    """Read a list of people, as Moodle or Canvas exports it, or one with ``student_id`` and names.

    Moodle's may be in any language; all may be in UTF-8, UTF-16 or Windows-1252.
    """
    try:
        head, *rows = _table(_decoded(path.read_bytes()))
    except (OSError, UnicodeDecodeError, csv.Error, ValueError) as error:
        raise GradingError(f"{path} cannot be read as a table: {error}") from None
    places = {what: _place(head, names) for what, names in _COLUMNS.items()}
    if places["student"] is None and places["email"] is None:
        places |= _by_their_cells(rows)
    if places["student"] is None and places["email"] is None:
        raise GradingError(f"{path} has no column named Username, SIS Login ID, or Email address")

    def cell(row: list[str], what: str) -> str:
        place = places[what]
        return row[place] if place is not None and place < len(row) else ""

    found = []
    for row in rows:
        student = cell(row, "student") or cell(row, "email")
        if not student or "/" in student or student.startswith("."):
            continue  # a line such as Canvas's "Points Possible"
        first, last = cell(row, "first"), cell(row, "last")
        if not first and not last:
            first, last = _parts(cell(row, "name"))
        number = re.sub(r"\D*(\d+)", r"\1", cell(row, "id"))
        when = _in_numbers(cell(row, "when"))
        found.append(Person(student, first, last, cell(row, "email"), number, when))
    return found


def _place(head: list[str], names: str) -> int | None:
    """Find the first column with one of some names."""
    found = [re.fullmatch(names, cell.casefold()) for cell in head]
    return next((place for place, one in enumerate(found) if one), None)


def _decoded(data: bytes) -> str:
    """Decode a table as spreadsheets and platforms write it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _table(text: str) -> list[list[str]]:
    """Read the cells; a first line ``sep=;``, which Excel wants, is none of the table's."""
    first = next(iter(text.splitlines()), "")
    if said := re.fullmatch(r'"?sep=(.)"?', first):
        between, text = said[1], text[len(first) :].lstrip()
    else:
        between = max(",;\t", key=lambda sign: len(next(csv.reader([first], delimiter=sign), "")))
    table = csv.reader(io.StringIO(text, newline=""), delimiter=between)
    return [[cell.strip() for cell in row] for row in table if any(row)]


def _by_their_cells(rows: list[list[str]]) -> dict[str, int | None]:
    """Find the columns of Moodle's tables in other languages, which have the same order."""
    columns = [[cell for cell in column if cell] for column in zip_longest(*rows, fillvalue="")]

    def first(pattern: re.Pattern[str]) -> int | None:
        full = (all(map(pattern.fullmatch, cells)) and {*cells} - {"-"} for cells in columns)
        return next((number for number, one in enumerate(full) if one), None)

    who = {"email": first(_ADDRESS)}
    if first(_NUMBERED) == 0:  # "Participant 123" begins a line of the grading worksheet
        return {**who, "id": 0, "name": 1, "when": first(_TIME)}
    return {**who, "first": 0, "last": 1}


def _in_numbers(when: str) -> str:
    """Write a platform's time with a number for the month."""
    said = _DATE.fullmatch(when)
    month = _months().get(said[2].casefold()) if said else None
    return f"{said[3]}-{month:02}-{int(said[1]):02}T{said[4]}" if said and month else when


@cache
def _months() -> dict[str, int]:
    from babel import Locale  # JupyterLab's

    each = (Locale(language).months["format"]["wide"] for language in _LANGUAGES)
    return {name.casefold(): number for names in each for number, name in names.items()}


def _parts(name: str) -> tuple[str, str]:
    """Split a full name into first and last; only the whole is compared."""
    last, comma, first = name.partition(",")
    if comma:
        return first.strip(), last.strip()
    first, _, last = name.rpartition(" ")
    return (first.strip(), last.strip()) if first else (last, "")


class Unknown(NamedTuple):
    """A person who could not be matched with a student."""

    hand_in: ArchivedHandIn
    why: str
    could_be: list[str]


class People:
    """The students of a course, and their names and numbers on a platform."""

    def __init__(self, gradebook: Gradebook, folder: Path, roster: Iterable[Person] = ()) -> None:
        self._path = folder / ANSWERS
        self._roster = [*roster]
        self._answers = read_answers(self._path)
        self._by_number: dict[str, list[str]] = defaultdict(list)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._named = set[str]()
        self.known, self.enrolled = set[str](), set[str]()
        for student in gradebook.students:
            self.known.add(student.id)
            if student.lms_user_id:
                self._by_number[student.lms_user_id].append(student.id)
            self._add_names(student.id, student.first_name or "", student.last_name or "")
        for person in self._roster:
            self.known.add(person.student)
            self._add_names(person.student, person.first, person.last)

    def _add_names(self, student: str, first: str, last: str) -> None:
        for name in (student, f"{first}{last}", f"{last}{first}"):
            if alike(name):
                self._by_name[alike(name)].add(student)
        if alike(f"{first}{last}"):
            self._named.add(student)

    def find(
        self, hand_ins: list[ArchivedHandIn]
    ) -> tuple[dict[str, ArchivedHandIn], list[Unknown]]:
        """Match hand-ins with students."""
        found: dict[str, list[ArchivedHandIn]] = defaultdict(list)
        unknown = []
        for hand_in in hand_ins:
            could_be, why = self._whose(hand_in, hand_ins)
            if len(could_be) == 1 and not why:
                found[could_be[0]].append(hand_in)
            else:
                unknown.append(Unknown(hand_in, why or "no student has this name", could_be))
        for student, several in found.items():
            if len(several) > 1:
                why = f"{len(several)} people in this archive match {student}"
                unknown += [Unknown(hand_in, why, [student]) for hand_in in several]
        clear = {student: several[0] for student, several in found.items() if len(several) == 1}
        return clear, unknown

    def _whose(
        self, hand_in: ArchivedHandIn, all_of_them: list[ArchivedHandIn]
    ) -> tuple[list[str], str]:
        if answer := self._answers.get((hand_in.platform, hand_in.id), ("", ""))[1]:
            return [answer], "" if answer in self.known else f"there is no student {answer}"
        could_be = sorted(self._by_name.get(alike(hand_in.person), ()))
        numbers = registered("platforms")[hand_in.platform].numbers_people
        listed = [person.student for person in self._roster if person.id == hand_in.id]
        for found in (listed, self._by_number[hand_in.id] if numbers else []):
            if len(found) == 1:
                other = numbers and found[0] in self._named and found[0] not in could_be
                why = f"the number belongs to {found[0]}, but the name does not match"
                return found, why if other else ""
        same = sum(alike(other.person) == alike(hand_in.person) for other in all_of_them)
        if len(could_be) > 1:
            return could_be, f"{len(could_be)} students have this name"
        if could_be and same > 1:
            return could_be, f"{same} people in this archive have this name"
        return could_be, ""

    def answer(self, hand_in: ArchivedHandIn, student: str) -> None:
        """Note which student somebody is; `write_answers` keeps it."""
        name = str(harmless(hand_in.person))
        self._answers[hand_in.platform, hand_in.id] = name, student

    def enroll(self, hand_in: ArchivedHandIn, student: str) -> list[Person]:
        """Return the line of the roster that adds a student; none if the student is known."""
        if student in self.known:
            return []
        if "/" in student or student.startswith((".", "-")) or student.split() != [student]:
            raise GradingError(f"{student!r} is not a valid student ID")
        self.known.add(student)
        self.enrolled.add(student)
        return [Person(student, *_parts(hand_in.person), "", "")]

    def write_answers(self, asked: list[Unknown]) -> Path:
        """Write the answers, with an empty line for each person who is still unknown."""
        for one in asked:
            if (one.hand_in.platform, one.hand_in.id) not in self._answers:
                self.answer(one.hand_in, "")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("w", newline="", encoding="utf-8") as file:
            rows = ([*key, *answer] for key, answer in self._answers.items())
            csv.writer(file).writerows([_HEAD, *rows])
        return self._path


def read_answers(path: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Read names and students, by platform and number; the student is "" without an answer."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.reader(file) if len(row) == len(_HEAD) and row != _HEAD]
    return {(platform, id): (name, who.strip()) for platform, id, name, who in rows}
