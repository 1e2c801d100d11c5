"""Import of a learning platform's archive into the course: ``autograder import``.

The archive is kept where ``nbgrader zip_collect`` looks for archives, in
``downloaded/ASSIGNMENT/archive/``; earlier files of ``submitted/`` go to
``downloaded/ASSIGNMENT/earlier/``. Nothing is overwritten, and a file that is left out
is mentioned in a remark.
"""

import filecmp
import hashlib
import os
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import nbformat
from nbgrader.api import Gradebook, Student
from nbgrader.utils import parse_utc

from autograder import Classroom, Course, GradingError, one_line, registered
from autograder.extras.lms.archive import (
    Archive,
    HandIn,
    notebooks_of,
    open_archive,
    time_packed,
    unpack,
)
from autograder.extras.lms.origins import ORIGIN, Origin, downloads, origins
from autograder.extras.lms.people import People, Person, Unknown
from autograder.extras.lms.platforms import without_number

TIMESTAMP, ASIDE = "timestamp.txt", "more"
LONGEST_NAME, LONGEST_PATH, DEEPEST = 255, 1000, 100
"""Bytes of a file's name, on the usual file systems, and of its path; and levels of folders."""
MOST_REMARKS = 20
"""Remarks on one student's work."""
LATE_BY = timedelta(seconds=1)
"""The delay that is recorded where a platform says "late" but not by how much."""
Ask = Callable[[Unknown], str]


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
    """Find the archive that was packed last in nbgrader's folder for downloads, and its tables."""
    folder = downloads(course, assignment) / "archive"
    packed = []
    for path in sorted(folder.glob("*.zip")):
        with suppress(GradingError):
            packed.append((time_packed(path) or datetime.min, path))
    return max(packed)[1] if packed else None, sorted(folder.glob("*.csv"))


def import_archive(
    room: Classroom,
    path: Path,
    assignment: str,
    roster: list[Person] | None = None,
    ask: Ask | None = None,
    older: bool = False,
) -> Report:
    """Import an archive; an older one than the last only if `older` is true.

    `ask` returns the student's id, or "", of somebody who could not be matched. Students of the
    roster who are missing in the gradebook are added.
    """
    room.course.source(assignment)  # refuses one that is not there, before anything else is read
    with open_archive(path) as archive:
        return _import(room, path, archive, assignment, roster or [], ask, older)


def _import(
    room: Classroom,
    path: Path,
    archive: Archive,
    assignment: str,
    roster: list[Person],
    ask: Ask | None,
    older: bool,
) -> Report:
    course, gradebook = room.course, room.gradebook
    home = downloads(course, assignment)
    before = origins(course, assignment)
    packed = archive.newest.isoformat() if archive.newest else ""
    if packed < before.newest and not older:
        raise GradingError(
            f"{path} was packed {packed}, before the one that was imported last "
            f"({before.newest}); --older takes it all the same"
        )
    people = People(gradebook, downloads(course), roster)
    found, unknown = people.find(archive.hand_ins)
    if ask and unknown:
        for one in unknown:
            if answer := ask(one):
                people.answer(one.hand_in, answer)
        found, unknown = people.find(archive.hand_ins)
    answers = people.write_answers(unknown)
    _keep_archive(path, home / "archive")
    _add_people(gradebook, roster, found)
    notebooks = sorted(p.name for p in course.source(assignment).glob("*.ipynb"))
    times = {person.student: person.when for person in roster}
    taken = []
    for student, hand_in in sorted(found.items()):
        when, said = _when(hand_in, times.get(student, ""), room.due(assignment, student))
        target = course.folder("submitted", student, assignment)
        with room.beside(target, f".importing-{assignment}-") as folder:
            unpack(archive, hand_in, _made(folder / "unpacked"))
            _rename(hand_in, notebooks)
            taken.append(_place(course, student, assignment, hand_in, when, folder))
        taken[-1].remarks = _few([*taken[-1].remarks, *said, *_doubts(course, student, assignment)])
        origin = Origin(hand_in.platform, hand_in.id, hand_in.person, hand_in.prefix, hand_in.late)
        before.students[student] = origin
    before.newest = max(packed, before.newest)
    (home / ORIGIN).write_bytes(msgspec.json.format(msgspec.json.encode(before)))
    return Report(taken, unknown, archive.others, answers)


def _keep_archive(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:12]
    target = folder / f"{path.stem}-{digest}{path.suffix}"
    if path.parent.resolve() != folder.resolve() and not target.exists():
        shutil.copy2(path, target)


def _add_people(gradebook: Gradebook, roster: list[Person], found: dict[str, HandIn]) -> None:
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


def _when(hand_in: HandIn, listed: str, due: datetime | None) -> tuple[datetime | None, list[str]]:
    """Return when the work was handed in, in UTC, if the platform tells, and remarks."""
    if listed and listed != "-":
        try:
            # Platforms write local time without a zone; it is taken for this machine's.
            return parse_utc(listed).astimezone(UTC).replace(tzinfo=None), []
        except (OverflowError, ValueError):
            return None, [f"when it was handed in cannot be read: {one_line(listed)}"]
    if not hand_in.late:
        return None, []
    if due is None:
        return None, ["late, as the platform says; the course has no due date"]
    return due + LATE_BY, [
        "late, as the platform says, but not by how much: counted as a second late"
    ]


def _rename(hand_in: HandIn, wanted: list[str]) -> None:
    """Rename notebooks as the assignment has them, where it is clear which is meant."""
    for name in wanted:
        copies = [n for n in notebooks_of(hand_in) if without_number(n) == name]
        copies += [] if copies else _deeper(hand_in, name)
        if not copies:
            continue
        newest = max(hand_in.files[n].upload for n in copies)
        latest = [n for n in copies if hand_in.files[n].upload == newest]
        chosen = name if name in latest else latest[0]
        if chosen != name:
            _swap(hand_in, chosen, name)
            hand_in.remarks.append(f"{one_line(chosen)} was taken for {name}")
        if len(copies) > 1:
            hand_in.remarks.append(f"there are {len(copies)} of {name}; {one_line(chosen)} counts")
        hand_in.prefix = hand_in.files[name].prefix
    _set_others_aside(hand_in, wanted)


def _deeper(hand_in: HandIn, name: str) -> list[str]:
    """Return the notebook of this name in a subfolder, if there is only one."""
    found = [n for n in hand_in.files if n.endswith(f"/{name}")]
    return found if len(found) == 1 else []


def _swap(hand_in: HandIn, chosen: str, name: str) -> None:
    """Rename a file, swapping names with one that has the new name already."""
    mine, other = hand_in.files.pop(chosen), hand_in.files.pop(name, None)
    hand_in.files[name] = mine
    if other:
        hand_in.files[chosen] = other


def _set_others_aside(hand_in: HandIn, wanted: list[str]) -> None:
    """Move files that the grader would mistake for others into a subfolder.

    It takes an extra notebook for a missing one, and a time stamp for nbgrader's.
    """
    whole = all(name in hand_in.files for name in wanted)
    for name in [*hand_in.files]:
        more = whole and "/" not in name and name.endswith(".ipynb") and name not in wanted
        if more or name == TIMESTAMP:
            _swap(hand_in, name, f"{ASIDE}/{name}")
            hand_in.remarks.append(f"{one_line(name)} was put into the folder {ASIDE}")


def _place(
    course: Course,
    student: str,
    assignment: str,
    hand_in: HandIn,
    when: datetime | None,
    folder: Path,
) -> Taken:
    """Move a student's files into ``submitted/``, atomically, by way of a folder beside."""
    target = course.folder("submitted", student, assignment)
    files = {name: file.path for name, file in hand_in.files.items()}
    for name in [*files]:
        if why := _unwritable(name, files):
            del files[name]
            hand_in.remarks.append(f"{one_line(name)[:100]} {why}; left out")
    if when:
        files[TIMESTAMP] = folder / TIMESTAMP
        files[TIMESTAMP].write_text(f"{when:%Y-%m-%d %H:%M:%S} UTC\n")
    had = _files_in(target) if target.exists() else None
    compared = dict(had or {})
    if not when and not registered("platforms")[hand_in.platform].tells_late:
        compared.pop(TIMESTAMP, None)  # only a worksheet tells times: the same work keeps its own
    if had is not None and _are_alike(compared, files):
        return Taken(student, "as before", list(hand_in.remarks))
    new = _made(folder / "new")
    for name, path in files.items():
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        path.rename(new / name)
        (new / name).chmod(0o644)  # temporary files are private
    if had is not None:
        earlier = _free(downloads(course, assignment) / "earlier" / student)
        earlier.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(target, earlier, symlinks=True)
        os.rename(target, folder / "old")
    os.rename(new, target)
    remarks = list(hand_in.remarks)
    if had is not None:
        remarks.append(f"what was there before is kept in {earlier.relative_to(course.root)}")
    return Taken(student, "new" if had is None else "changed", remarks)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _unwritable(name: str, files: Collection[str]) -> str:
    """Explain why a file of this name cannot be written beside the others; "" if it can."""
    *folders, last = name.split("/")
    if max(len(os.fsencode(part)) for part in (*folders, last)) > LONGEST_NAME:
        return "has too long a name"
    if len(os.fsencode(name)) > LONGEST_PATH:
        return "has too long a path"
    if len(folders) > DEEPEST:
        return "is nested too deeply"
    if last in ("", "."):
        return "has no name"
    above = ("/".join(folders[: n + 1]) for n in range(len(folders)))
    return "lies in a folder that is a file, too" if any(one in files for one in above) else ""


def _files_in(folder: Path) -> dict[str, Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix(): path for path in files}


def _are_alike(some: dict[str, Path], others: dict[str, Path]) -> bool:
    """Tell whether files have the same names and contents."""
    return some.keys() == others.keys() and all(
        filecmp.cmp(path, others[name], shallow=False) for name, path in some.items()
    )


def _free(folder: Path) -> Path:
    """Return the first of the subfolders 1, 2, ... that does not exist."""
    number = 1
    while (folder / str(number)).exists():
        number += 1
    return folder / str(number)


def _few(remarks: list[str]) -> list[str]:
    """Cut a long list of remarks to a readable length."""
    more = len(remarks) - MOST_REMARKS
    return [*remarks[:MOST_REMARKS], f"and {more:,} remarks more"] if more > 0 else remarks


def _doubts(course: Course, student: str, assignment: str) -> Iterator[str]:
    """Yield remarks on missing or unreadable notebooks, and those of another assignment."""
    wanted = set().union(*map(_marks, course.source(assignment).glob("*.ipynb")))
    folder = course.folder("submitted", student, assignment)
    found = sorted(folder.glob("*.ipynb"))
    if not found:
        yield "there is no notebook"
    for path in found:
        try:
            marks = _marks(path)
        except Exception as error:  # a student may hand in anything
            why = one_line(f"{type(error).__name__}: {error}")
            yield f"{one_line(path.name)} cannot be read ({why})"
            continue
        if not wanted & marks:
            yield f"{one_line(path.name)} has no cell of {assignment}: is it another notebook?"


def _marks(path: Path) -> set[object]:
    """Return the grade ids in a notebook."""
    cells = nbformat.read(path, as_version=4).cells
    return {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells} - {None}
