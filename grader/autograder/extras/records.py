"""All data that a course keeps of one student: `admin export-student` and `admin forget`."""

import argparse
import json
import os
import re
import shutil
import stat
import sys
import zipfile
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy import MetaData, Table, delete, inspect, select

from autograder import Classroom, Course, GradingError, registered

STEPS = ("submitted", "autograded", "feedback")
PAGES = ("class_report", "upload")
"""The usual names of folders with pages about the whole class."""


@dataclass
class StudentData:
    """The data of one student.

    `folders` are the student's alone, `archives` hold files of theirs by these names, `pages` on
    the class and `mentions`, which are only listed, name them; `rows` are by table.
    """

    student: str
    folders: list[Path]
    archives: dict[Path, set[str]]
    pages: list[Path]
    mentions: list[Path]
    rows: dict[str, list[dict[str, Any]]]


def add(commands: Any) -> None:
    """Describe the commands."""
    parser = commands.add_parser(
        "export-student", help="save all data about a student in a zip file"
    )
    parser.add_argument("student", help="ID of the student")
    parser.set_defaults(run=run, act=give_out)
    parser = commands.add_parser("forget", help="delete all data about a student")
    parser.add_argument("student", help="ID of the student")
    parser.add_argument(
        "--yes", action="store_true", help="delete the data (default: only list it)"
    )
    parser.set_defaults(run=run, act=forget)


def run(options: argparse.Namespace) -> int:
    """Find a student's data for one of the commands; return its exit status."""
    with Classroom() as room:
        found = find_student_data(room, options.student)
        if not (found.folders or found.archives or found.pages or found.rows):
            raise GradingError(f"the course has no data about {options.student}")
        status: int = options.act(room, found, options)
        return status


def forget(room: Classroom, found: StudentData, options: argparse.Namespace) -> int:
    """Remove a student's data, or show what there is."""
    rows = {name: len(rows) for name, rows in found.rows.items()}
    print("Gradebook:", ", ".join(f"{n} in {name}" for name, n in rows.items()) or "no data")
    for path in [*found.folders, *found.pages]:
        print(path)
    for path in found.archives:
        print(f"{path} (only the student's files in this archive)")
    left = remove(room, found) if options.yes else []
    for path in found.mentions:
        print(f"{path} contains the student's name. Check this file yourself.")
    if not options.yes:
        print("No data was deleted. To delete the data permanently, add --yes.", file=sys.stderr)
    for why in left:
        print(f"Not deleted: {why}")
    if options.yes and found.pages:
        print(
            "Pages about the whole class were also deleted. Run report and export to "
            "create them again."
        )
    return int(bool(left))


def find_student_data(room: Classroom, student: str) -> StudentData:
    """Find the data of a student."""
    root = room.course.root
    if not student or student.startswith(".") or re.search(r"[/\\*?\[\]+\0]", student):
        raise GradingError(f"{student!r} is not a student ID")
    folders = [*_folders(room.course, student), *room.exchanged(student)]
    pages = [path for folder in PAGES for path in (root / folder).rglob("*")]
    kinds = ("*.csv", "*.log", ".*.log", "*.json")
    mentions = [path for pattern in kinds for path in sorted(root.glob(pattern))]
    archives: dict[Path, set[str]] = {}
    for extra in registered("records").values():
        folders += extra.folders(room.course, student)
        archives |= extra.parts(room.course, student)
    return StudentData(
        student,
        folders,
        {path: names for path, names in archives.items() if path.parent != root},
        [path for path in sorted(pages) if _names(path, student)],
        # An archive that still lies as it came from the platform is somebody else's to remove.
        [path for path in mentions if _names(path, student)]
        + [path for path in archives if path.parent == root],
        _rows(room.gradebook, student),
    )


def _folders(course: Course, student: str) -> Iterator[Path]:
    for step in STEPS:
        pattern = course.folder(step, student, "*")
        root = Path(*pattern.parts[: pattern.parts.index("*")])
        if root.is_dir() and root.name == student:
            yield root
        elif root.is_dir():
            yield from sorted(root.glob(str(pattern.relative_to(root))))
    if (kept := course.root / "attempts" / student).exists():
        yield kept


def _names(path: Path, student: str) -> bool:
    """Tell whether a file, or one inside an archive, contains the student's id."""
    word = re.compile(rf"(?<![\w.@-]){re.escape(student)}(?![\w@-])".encode())
    if not path.is_file():
        return False
    try:
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as packed:
                return any(word.search(packed.read(name)) for name in packed.namelist())
        return bool(word.search(path.read_bytes()))
    except Exception:  # one that is damaged may raise any error
        return False


def _rows(gradebook: Gradebook, student: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for table in _own_tables(gradebook):
        rows = gradebook.db.execute(select(table).where(table.c.student == student))
        found[table.name] = [dict(row._mapping) for row in rows]
    try:
        person = gradebook.find_student(student)
    except MissingEntry:
        return {name: rows for name, rows in found.items() if rows}
    found["student"] = [person.to_dict()]
    found["submissions"] = [
        {**submission.to_dict(), "extension": submission.extension}
        for submission in person.submissions
    ]
    notebooks = [n for submission in person.submissions for n in submission.notebooks]
    found["grades"] = [grade.to_dict() for n in notebooks for grade in n.grades]
    found["comments"] = [comment.to_dict() for n in notebooks for comment in n.comments]
    return {name: rows for name, rows in found.items() if rows}


def _own_tables(gradebook: Gradebook) -> list[Table]:
    """List the grader's own tables that have a column for students."""
    names = [name for name in inspect(gradebook.engine).get_table_names() if "autograder_" in name]
    found = MetaData()
    found.reflect(gradebook.engine, only=names)
    return [table for table in found.sorted_tables if "student" in table.c]


def give_out(room: Classroom, found: StudentData, options: argparse.Namespace) -> int:
    """Write a student's data into an archive, to be given to the student.

    Reports and the rest of a download are left out, since they are about others, too.
    """
    course = room.course
    path = Path("exported", f"{found.student}.zip")
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("gradebook.json", json.dumps(found.rows, indent=1, default=str))
        for folder in found.folders:
            for place, file in _files(folder):
                if file and os.fstat(file.fileno()).st_nlink == 1:
                    # A name need be no Unicode text.
                    name = os.fsencode(_place(course, place)).decode(errors="backslashreplace")
                    with packed.open(name, "w", force_zip64=True) as part:
                        shutil.copyfileobj(file, part)
        for archive, names in found.archives.items():
            with zipfile.ZipFile(archive) as source:
                for name in sorted(names):
                    with packed.open(f"{_place(course, archive)}/{name}", "w") as part:
                        shutil.copyfileobj(source.open(name), part)
    print(path)
    return 0


def _files(path: Path) -> Iterator[tuple[Path, BinaryIO | None]]:
    """Open a file, or the files in a folder."""
    if path.is_dir():
        yield from Classroom.files(path)
    elif stat.S_ISREG(path.lstat().st_mode):
        with path.open("rb") as file:
            yield path, file


def _place(course: Course, path: Path) -> str:
    inside = path.is_relative_to(course.root)
    return (
        str(path.relative_to(course.root)) if inside else f"exchange/{path.parent.name}/{path.name}"
    )


def remove(room: Classroom, found: StudentData) -> list[str]:
    """Remove a student's data; the gradebook last, so that the command can be run again."""
    gradebook, left = room.gradebook, []
    for archive, names in found.archives.items():
        _repack(archive, names)
    for path in [*found.folders, *found.pages]:
        try:
            if path.is_dir() and not path.is_symlink():
                room.remove(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            left.append(f"{path}: {error.strerror}")
    for extra in registered("records").values():
        extra.forget(room.course, found.student)
    for table in _own_tables(gradebook):
        gradebook.db.execute(delete(table).where(table.c.student == found.student))
    gradebook.db.commit()
    if "student" in found.rows:
        gradebook.remove_student(found.student)
    return left


def _repack(archive: Path, names: set[str]) -> None:
    """Rewrite an archive without some of its files."""
    with Classroom.beside(archive, ".forgetting-") as folder:
        new = folder / archive.name
        with zipfile.ZipFile(archive) as old, zipfile.ZipFile(new, "w") as packed:
            for info in old.infolist():
                if info.filename not in names:
                    with packed.open(copy(info), "w") as to:
                        shutil.copyfileobj(old.open(info), to)
        new.replace(archive)
