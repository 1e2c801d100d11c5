"""Import of a learning platform's archive into the course: ``autograder import``.

The archive is kept where ``nbgrader zip_collect`` looks for archives, in
``downloaded/ASSIGNMENT/archive/``; earlier files of ``submitted/`` go to
``downloaded/ASSIGNMENT/earlier/``. Nothing is overwritten, and a file that is left out
is mentioned in a remark.
"""

import filecmp
import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import msgspec
import nbformat
from nbgrader.api import Gradebook, Student
from nbgrader.utils import parse_utc

from autograder import Classroom, Course, one_line, registered
from autograder.extras.lms.archive import ArchivedHandIn, is_download, open_archive
from autograder.extras.lms.origins import ORIGIN, Origin, downloads, origins
from autograder.extras.lms.people import People, Person, Unknown
from autograder.extras.lms.platforms import without_number

TIMESTAMP, ASIDE = "timestamp.txt", "more"
MOST_REMARKS = 20
"""Remarks on one student's work."""
LATE_BY = timedelta(seconds=1)
"""The delay that is recorded where a platform says "late" but not by how much."""


@dataclass
class Taken:
    """The result of importing one student's work."""

    student: str
    state: str
    remarks: list[str] = field(default_factory=list)


@dataclass
class Report:
    """The result of importing an archive."""

    taken: list[Taken]
    unknown: list[Unknown]
    others: list[str]
    answers: Path


def find_archive(course: Course, assignment: str) -> tuple[Path | None, list[Path]]:
    """Find the latest archive in nbgrader's folder for downloads, and its tables."""
    folder = downloads(course, assignment) / "archive"
    packed = filter(is_download, folder.glob("*.zip"))
    latest = max(packed, key=lambda path: path.stat().st_mtime_ns, default=None)
    return latest, sorted(folder.glob("*.csv"))


def import_archive(
    room: Classroom,
    path: Path,
    assignment: str,
    roster: Iterable[Person] = (),
    who: Mapping[str, str] | None = None,
) -> Report:
    """Import an archive.

    `who` has the students of people who could not be matched, by the platform's number. Students
    of `roster` and `who` who are missing in the gradebook are added.
    """
    course, gradebook = room.course, room.gradebook
    course.source(assignment)  # refuses one that is not there, before anything else is read
    roster, who = [*roster], who or {}
    with open_archive(path) as archive:
        home = downloads(course, assignment)
        before = origins(course, assignment)
        people = People(gradebook, downloads(course), roster)
        found, unknown = people.find(archive.hand_ins)
        if who and unknown:
            for one in unknown:
                if student := who.get(one.hand_in.id):
                    people.answer(one.hand_in, student)
                    roster += people.enroll(one.hand_in, student)
            found, unknown = people.find(archive.hand_ins)
        answers = people.write_answers(unknown)
        _keep_archive(path, home / "archive")
        _add_people(gradebook, roster, found)
        notebooks = sorted(p.name for p in course.source(assignment).glob("*.ipynb"))
        times = {person.student: person.when for person in roster}
        taken = []
        for student, hand_in in sorted(found.items()):
            when, said = _when(hand_in, times.get(student, ""), room.due(assignment, student))
            _rename(hand_in, notebooks)
            target = course.folder("submitted", student, assignment)
            with room.beside(target, ".importing-") as folder:
                archive.unpack(hand_in, folder / "new")
                if when:
                    (folder / "new" / TIMESTAMP).write_text(f"{when:%Y-%m-%d %H:%M:%S} UTC\n")
                # Only a worksheet tells Moodle's times: without one, the same work keeps its own.
                tells = when or registered("platforms")[hand_in.platform].tells_late
                earlier = home / "earlier" / student
                state = _put(folder, target, earlier, set() if tells else {TIMESTAMP})
            kept = [f"the earlier submission was moved to {earlier.relative_to(course.root)}"]
            remarks = [*hand_in.remarks, *kept * (state == "changed"), *said]
            remarks += ["added to the gradebook"] * (student in people.enrolled)
            remarks += _doubts(course, student, assignment)
            taken.append(Taken(student, state, _few(remarks)))
            whose = hand_in.platform, hand_in.id, hand_in.person, hand_in.prefix
            before.students[student] = Origin(*whose)
        (home / ORIGIN).write_bytes(msgspec.json.format(msgspec.json.encode(before)))
        return Report(taken, unknown, archive.others, answers)


def _keep_archive(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:12]
    target = folder / f"{path.stem}-{digest}{path.suffix}"
    if path.parent.resolve() != folder.resolve() and not target.exists():
        shutil.copy2(path, target)


def _add_people(
    gradebook: Gradebook, roster: list[Person], found: dict[str, ArchivedHandIn]
) -> None:
    """Add the people of the platform's list to the gradebook, and their Canvas ids."""
    known = {student.id: student for student in gradebook.students}
    for person in roster:
        if person.student not in known:
            made = Student(
                id=person.student,
                first_name=person.first or None,
                last_name=person.last or None,
                email=person.email or None,
            )
            gradebook.db.add(made)
            known[made.id] = made
    for student, hand_in in found.items():
        numbers = registered("platforms")[hand_in.platform].numbers_people
        if numbers and hand_in.id.isdigit():
            known[student].lms_user_id = hand_in.id
    gradebook.db.commit()


def _when(
    hand_in: ArchivedHandIn, listed: str, due: datetime | None
) -> tuple[datetime | None, list[str]]:
    """Return when the work was handed in, in UTC, if the platform tells, and remarks."""
    if listed and listed != "-":
        try:
            # Platforms write local time without a zone; it is taken for this machine's.
            return parse_utc(listed).astimezone(UTC).replace(tzinfo=None), []
        except (OverflowError, ValueError):
            return None, [f"the time of submission cannot be read: {one_line(listed)}"]
    if not hand_in.late:
        return None, []
    if due is None:
        return None, ["late according to the platform, but the course has no due date"]
    return due + LATE_BY, [
        "late according to the platform, which does not show by how much; counted as "
        "one second late"
    ]


def _rename(hand_in: ArchivedHandIn, wanted: list[str]) -> None:
    """Rename notebooks as the assignment has them: of several copies the latest upload counts.

    What the grader would mistake for others goes into a subfolder: it takes an extra notebook
    for a missing one, and a time stamp for nbgrader's.
    """
    files = hand_in.files
    for name in wanted:
        copies = [other for other in files if without_number(Path(other).name) == name]
        if not copies:
            continue
        best = max(copies, key=lambda one: (files[one][1].upload, -one.count("/"), one == name))
        if best != name:
            _swap(hand_in, best, name)
            hand_in.remarks.append(f"{one_line(best)} was imported as {name}")
        if len(copies) > 1:
            hand_in.remarks.append(
                f"there are {len(copies)} copies of {name}; {one_line(best)} was used"
            )
        hand_in.prefix = files[name][1].prefix
    whole = all(name in files for name in wanted)
    for name in [*files]:
        more = whole and "/" not in name and name.endswith(".ipynb") and name not in wanted
        if more or name == TIMESTAMP:
            _swap(hand_in, name, f"{ASIDE}/{name}")
            hand_in.remarks.append(f"{one_line(name)} was moved to the folder {ASIDE}")


def _swap(hand_in: ArchivedHandIn, chosen: str, name: str) -> None:
    """Rename a file, swapping names with one that has the new name already."""
    mine, other = hand_in.files.pop(chosen), hand_in.files.pop(name, None)
    hand_in.files[name] = mine
    if other:
        hand_in.files[chosen] = other


def _put(folder: Path, target: Path, earlier: Path, ignored: set[str]) -> str:
    """Put new files in place of a student's, which are kept; return whether they are new."""
    if not target.exists():
        (folder / "new").rename(target)
        return "new"
    had, has = _files_in(target), _files_in(folder / "new")
    names = had.keys() - ignored
    if names == has.keys() and all(filecmp.cmp(had[n], has[n], shallow=False) for n in names):
        return "unchanged"
    free = next(earlier / str(n) for n in count(1) if not (earlier / str(n)).exists())
    shutil.copytree(target, free, symlinks=True)
    target.rename(folder / "old")
    (folder / "new").rename(target)
    return "changed"


def _files_in(folder: Path) -> dict[str, Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix(): path for path in files}


def _few(remarks: list[str]) -> list[str]:
    """Cut a long list of remarks to a readable length."""
    more = len(remarks) - MOST_REMARKS
    return [*remarks[:MOST_REMARKS], f"and {more:,} more remarks"] if more > 0 else remarks


def _doubts(course: Course, student: str, assignment: str) -> Iterator[str]:
    """Yield remarks on missing or unreadable notebooks, and those of another assignment."""
    wanted = set().union(*map(_marks, course.source(assignment).glob("*.ipynb")))
    folder = course.folder("submitted", student, assignment)
    found = sorted(folder.glob("*.ipynb"))
    if not found:
        yield "the submission contains no notebook"
    for path in found:
        try:
            marks = _marks(path)
        except Exception as error:  # a student may hand in anything
            why = one_line(f"{type(error).__name__}: {error}")
            yield f"{one_line(path.name)} cannot be read ({why})"
            continue
        if not wanted & marks:
            yield (
                f"{one_line(path.name)} has no cells from {assignment}. Is it a different notebook?"
            )


def _marks(path: Path) -> set[object]:
    """Return the grade ids in a notebook."""
    cells = nbformat.read(path, as_version=4).cells
    return {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells} - {None}
