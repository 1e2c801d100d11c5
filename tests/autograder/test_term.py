"""A teacher's term: three assignments of a class of thirty, from the platform's zip to the upload.

Once with Moodle, and once with Canvas.

Some are late, some have more time, one test is wrong and corrected, one group of answers is
graded by hand, one student leaves. Before and after each step the rows of the gradebook are
compared: what a step is not about stays as it was.
"""

import csv
import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import contextmanager
from copy import copy
from datetime import datetime, timedelta
from importlib.util import module_from_spec, spec_from_file_location

import nbformat
import pytest

from bank import EXERCISES
from tools.course import ROOT
from tools.demo import always_right, one_wrong

ASSIGNMENTS = ("01-random-codes", "02-valid-guesses", "03-feedback")
STUDENTS = [f"s{number:02}" for number in range(1, 31)]
LATE, LATE_ALL_THE_SAME, EXTENDED, LEAVES = ("s21", "s22", "s23"), "s26", ("s24", "s25"), "s30"
DUE = datetime(2026, 11, 2, 12)
BROKEN = "02-valid-guesses", "hidden-valid_code"


@pytest.fixture(scope="module")
def archives():
    """What Moodle and Canvas make of names, from the grader's own tests."""
    path = ROOT / "grader" / "tests" / "extras" / "lms" / "platforms.py"
    spec = spec_from_file_location("platforms", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Moodle:
    """An archive with a folder for each student, and a worksheet with the times."""

    KEY, HEAD = "Username", (["Identifier", "Full name", "Username", "Last modified (submission)"],)

    def __init__(self, archives):
        self.archives = archives

    def student(self, student, place, number, file, due):
        """Name a student's file in the archive; give back the student's row of the list."""
        name, who = f"Student Number{student[1:]}", 1000 * (number + 1) + place
        style = ("4.1", "3.1", "flat")[number]
        late = student in (*LATE, *EXTENDED, LATE_ALL_THE_SAME)
        when = due + timedelta(hours=2 if late else -2)
        row = [f"Participant {who}", name, student, f"{when:%A, %d %B %Y, %I:%M %p}"]
        return self.archives.moodle_name(name, who, file, style), row

    def owner(self, name, number):
        """Tell who is given a file that is uploaded."""
        numbers = {1000 * (number + 1) + place for place in range(len(STUDENTS))}
        who, _ = self.archives.moodle_takes(name, numbers)
        return STUDENTS[who % 1000]


class Canvas:
    """An archive of files that say who was late; the gradebook says who is who."""

    KEY = "SIS Login ID"
    HEAD = (["Student", "ID", "SIS User ID", KEY, "Section"], ["    Points Possible", *[""] * 4])

    def __init__(self, archives):
        self.archives = archives

    def student(self, student, place, number, file, due):
        """Name a student's file in the archive; give back the student's row of the list."""
        late = student in (*LATE, LATE_ALL_THE_SAME)  # extensions are given on Canvas, too
        name = f"Number{student[1:]}, Student"
        file = self.archives.canvas_name(name, 40 + place, 1000 * (number + 1) + place, file, late)
        return file, [name, 40 + place, f"id-{student}", student, "A"]

    def owner(self, name, number):
        """Tell who is given a file that is uploaded."""
        uploads = {40 + place: {1000 * (number + 1) + place} for place in range(len(STUDENTS))}
        return STUDENTS[self.archives.canvas_takes(name, uploads) - 40]


class Term:
    """The course, its commands, and the rows of its gradebook."""

    def __init__(self, course, platform):
        self.course, self.platform = course, platform
        course.configure("c.LateSubmissionPlugin.penalty_method = 'zero'")

    def run(self, *arguments, status=0, root=None):
        command = [sys.executable, "-m", "autograder", *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=root or self.course.root,
            env={**self.course.environment, "TZ": "UTC"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def rows(self):
        """What the gradebook says of each student and assignment."""
        with self.course.gradebook() as gradebook:
            return {
                (assignment.name, submission.student.id): {
                    "": (submission.timestamp, submission.extension),
                    "late": submission.late_submission_penalty,
                    **{g.name: (g.auto_score, g.manual_score) for n in submission.notebooks for g in n.grades},
                    **{c.name: c.comment for n in submission.notebooks for c in n.comments},
                }
                for assignment in gradebook.assignments
                for submission in assignment.submissions
            }  # fmt: skip

    def points(self, assignment):
        with self.course.gradebook() as gradebook:
            return {
                s.student.id: s.score - s.late_submission_penalty
                for s in gradebook.assignment_submissions(assignment)
            }

    def download(self, assignment, number):
        """Make the platform's archive of all submissions, and its list of people."""
        files, rows, due = {}, [], DUE + timedelta(days=7 * number)
        path = self.course.root / f"{assignment}-{number}.zip"
        for place, student in enumerate(STUDENTS):
            habit = (always_right if place < 10 else one_wrong)(place)
            answers = {e: habit(p, e) for p, e in enumerate(EXERCISES[assignment])}
            handed_in = self.course.hand_in(student, assignment, answers)
            file = f"{assignment}{' (1)' if place % 7 == 0 else ''}.ipynb"
            name, row = self.platform.student(student, place, number, file, due)
            files[name] = handed_in.read_bytes()
            rows.append(row)
            handed_in.unlink()
            handed_in.parent.rmdir()
        self.platform.archives.pack(path, files)
        with path.with_suffix(".csv").open("w", newline="") as file:
            csv.writer(file).writerows([*self.platform.HEAD, *rows])
        return path

    def uploaded(self, assignment):
        """Read the table of points for the platform, by student."""
        kind = type(self.platform).__name__.lower()
        with (self.course.root / "upload" / f"{assignment}-{kind}.csv").open() as file:
            rows = {row[self.platform.KEY]: row for row in csv.DictReader(file)}
        return {student: row for student, row in rows.items() if student}

    def break_test(self, assignment, cell):
        """Have a hidden test demand what is wrong; give back the right source."""
        path = self.course.root / "source" / assignment / f"{assignment}.ipynb"
        right = path.read_bytes()
        notebook = nbformat.reads(right, as_version=4)
        [test] = [
            c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == cell
        ]
        end = "### END HIDDEN TESTS"
        test.source = test.source.replace(end, f"assert False, 'a test that is wrong'\n{end}")
        assert test.source.count("a test that is wrong") == 1
        nbformat.write(notebook, path)
        self.course.nbgrader("generate_assignment", "--force", assignment)
        return path, right


@pytest.fixture(params=[Moodle, Canvas])
def term(request, released, tmp_path, archives):
    return Term(released.copy(tmp_path / "course"), request.param(archives))


def changed(before, after):
    """The submissions whose rows differ, and in what."""
    return {
        place: {name for name in after[place] if before[place].get(name) != after[place][name]}
        for place in after.keys() & before.keys()
        if before[place] != after[place]
    }


@contextmanager
def nothing_else(term, *assignments):
    """Have a step leave the rows of all other assignments alone."""
    before = term.rows()
    yield before
    after = term.rows()
    for place in before.keys() | after.keys():
        assert place[0] in assignments or before.get(place) == after.get(place), place


def test_from_the_first_download_to_the_last_upload(term, tmp_path):
    broken, right = term.break_test(*BROKEN)
    for number, assignment in enumerate(ASSIGNMENTS):
        with nothing_else(term, assignment):
            due = DUE + timedelta(days=7 * number)
            term.run("due", assignment, f"{due:%Y-%m-%d %H:%M}")
            longer = [part for who in EXTENDED for part in ("--student", who)]
            if number == 0:  # nobody is known before the first import
                with term.course.gradebook() as gradebook:
                    for student in STUDENTS:
                        gradebook.add_student(student)
            term.run("due", assignment, f"{due + timedelta(hours=3):%Y-%m-%d %H:%M}", *longer)
            who = "--student", LATE_ALL_THE_SAME
            said = term.run("due", assignment, f"{due + timedelta(hours=1):%Y-%m-%d %H:%M}", *who)
            assert f"{LATE_ALL_THE_SAME}: " in said and "13:00 UTC" in said
            archive = term.download(assignment, number)
            sheet = archive.with_suffix(".csv")
            said = term.run("import", archive, assignment, "--roster", sheet)
            assert "30 students" in said
            term.run("grade", assignment)
        _is_graded(term, assignment)
        _goes_back(term, assignment, number)

    _correct(term, broken, right)
    _grade_a_group(term, "03-feedback")
    _restore(term, tmp_path)
    _leave(term)
    with term.course.gradebook() as gradebook:
        from autograder.extras.lms.exporting import MoodleExport

        MoodleExport(to=str(tmp_path / "all.csv")).export(gradebook)
    with (tmp_path / "all.csv").open() as file:
        table = {row["Username"]: row for row in csv.DictReader(file)}
    for assignment in ASSIGNMENTS:
        assert {s: float(table[s][assignment]) for s in table} == term.points(assignment)
    assert sorted(table) == STUDENTS[:-1]


def _is_graded(term, assignment):
    """Late work is worth nothing, except of those who had time."""
    rows = {student: row for (name, student), row in term.rows().items() if name == assignment}
    points = term.points(assignment)
    assert sorted(rows) == STUDENTS
    late = {student for student in STUDENTS if points[student] == 0 and rows[student]["late"]}
    assert late == {*LATE, LATE_ALL_THE_SAME}
    assert all(rows[student][""][1] == timedelta(hours=3) for student in EXTENDED)
    hidden = BROKEN[1] if assignment == BROKEN[0] else None
    best = max(points.values())
    assert {points[s] for s in STUDENTS[:10]} == {best}  # all right, each in another way
    if hidden:
        assert all(row[hidden][0] == 0 for row in rows.values())
    assert sum(points[s] < best for s in STUDENTS[10:20]) >= 5


def _goes_back(term, assignment, number):
    """The table has the gradebook's points, and the archive a page for each student."""
    term.run("export", assignment)
    table = term.uploaded(assignment)
    assert {s: float(row[assignment]) for s, row in table.items()} == term.points(assignment)
    rows = term.rows()
    for exercise in EXERCISES[assignment]:
        for student, row in table.items():
            parts = (rows[assignment, student][f"{kind}-{exercise}"] for kind in ("test", "hidden"))
            expected = sum(auto if manual is None else manual for auto, manual in parts)
            assert float(row[f"{assignment} {exercise}"]) == expected
    with zipfile.ZipFile(term.course.root / "upload" / f"{assignment}-feedback.zip") as packed:
        taken = {
            term.platform.owner(name, number): packed.read(name).decode()
            for name in packed.namelist()
        }
    assert sorted(taken) == STUDENTS
    for who, page in taken.items():  # nobody gets another's
        named = {s for s in STUDENTS if re.search(rf"\b{s}\b", page)}
        assert named <= {who}


def _correct(term, broken, right):
    """A test was wrong: who gains is said first, then only that test's points change."""
    assignment, cell = BROKEN
    with term.course.gradebook() as gradebook:  # a person has looked at one of them
        grade = gradebook.find_grade("test-valid_code", assignment, assignment, "s11")
        grade.manual_score = 1.5
        gradebook.db.commit()
    broken.write_bytes(right)
    term.course.nbgrader("generate_assignment", "--force", assignment)
    before, points = term.rows(), term.points(assignment)
    said = term.run("grade", "--dry-run", assignment)
    assert term.rows() == before and "no scores were saved" in said
    told = {line.partition(":")[0] for line in said.splitlines() if " -> " in line}
    with nothing_else(term, assignment):
        why = "One hidden test was wrong."
        term.run("grade", "--force", "--why", why, assignment)
    found, now = changed(before, term.rows()), term.points(assignment)
    assert {student for student in now if now[student] != points[student]} == told
    # Work that is too late gains as much as its penalty grows.
    assert {student for _, student in found} - told <= {*LATE, LATE_ALL_THE_SAME}
    assert len(told) >= 15
    assert set().union(*found.values()) <= {cell, "late"}
    assert term.rows()[assignment, "s11"]["test-valid_code"][1] == 1.5
    _goes_back(term, assignment, 1)
    with zipfile.ZipFile(term.course.root / "upload" / f"{assignment}-feedback.zip") as packed:
        assert all(why in packed.read(name).decode() for name in packed.namelist())


def _grade_a_group(term, assignment):
    """What a group is given reaches all in it, and nobody else."""
    term.run("group", assignment)
    page = (term.course.root / "class_report" / f"{assignment}-groups.html").read_text()
    assert ">Exercise 3 · The referee</h2>" in page
    exercise, group = re.findall(r"group \S+ (\w+) ([0-9a-f]{8})\b", page)[0]
    before = term.rows()
    given = "--points", 1, "--comment", "White pegs are counted twice."
    with nothing_else(term, assignment):
        said = term.run("group", assignment, exercise, group, *given)
    written = {*re.findall(r"s\d\d", said.split("Scores saved for:")[1].splitlines()[0])}
    found = changed(before, term.rows())
    assert {student for _, student in found} == written and written
    cells = {f"test-{exercise}", f"hidden-{exercise}", exercise, "late"}
    assert set().union(*found.values()) <= cells
    for student in written:
        row = term.rows()[assignment, student]
        assert row[f"test-{exercise}"][1] + row[f"hidden-{exercise}"][1] == 1
        assert row[exercise] == "White pegs are counted twice."


def _restore(term, tmp_path):
    """A copy elsewhere: every row is the same, and nothing has to be graded again."""
    bare, rows = tmp_path / "bare", term.rows()
    shutil.copytree(term.course.root, bare)
    restored = copy(term.course)
    restored.root = bare
    assert Term.rows(type("", (), {"course": restored})) == rows
    for assignment in ASSIGNMENTS:
        assert "30 already graded" in term.run("grade", assignment, root=bare)


def _leave(term):
    """One student leaves, and nothing of anybody else changes."""
    before = term.rows()
    term.run("admin", "export-student", LEAVES)
    with zipfile.ZipFile(term.course.root / "exported" / f"{LEAVES}.zip") as packed:
        names = packed.namelist()
    assert all(any(assignment in name for name in names) for assignment in ASSIGNMENTS)
    term.run("admin", "forget", LEAVES)
    assert term.rows() == before
    term.run("admin", "forget", LEAVES, "--yes")
    after = term.rows()
    assert after == {place: row for place, row in before.items() if place[1] != LEAVES}
    kept = [
        path
        for path in term.course.root.rglob("*")
        if LEAVES in path.relative_to(term.course.root).parts
    ]
    assert kept == []
