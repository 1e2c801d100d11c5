"""Whichever way a hand-in is graded, groups, decisions, extensions and penalties are in its rows."""

import contextlib
import os
import re
import sys
from datetime import UTC, datetime, timedelta

import pytest
from nbgrader.apps import NbGraderAPI

import autograder
from autograder.extras.groups.page import find_groups
from autograder.grader.course.settings import Course, configuration
from autograder.grader.gradebook.dates import extend, set_due
from autograder.grader.gradebook.verdicts import all_cases
from tests.sample import ASSIGNMENT, RIGHT

if sys.platform == "win32" or os.geteuid() != 0:
    pytest.skip("only root can act for students' accounts", allow_module_level=True)

from tests.simulated import accounts

WRONG = RIGHT | {"spelled": "def spelled(*a):\n    return True"}
ODD = RIGHT | {"tidy": f"{RIGHT['tidy']}\n# odd"}
SETTINGS = """
import sys
sys.path.insert(0, ".")
c.AssignLatePenalties.plugin_class = "steps.OnePoint"
c.Autograde.autograde_preprocessors.insert(1, "steps.Odd")
"""
STEPS = """
from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import NbGraderPreprocessor

class OnePoint(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return min(1.0, score / 2)

class Odd(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        if any("# odd" in cell.source for cell in nb.cells):
            nb.metadata["graded"]["by_hand"] = {"hidden-tidy": "It is odd."}
        return nb, resources
"""


def rows(course):
    """All that the gradebook has of each hand-in."""
    with course.gradebook() as gradebook:
        return {
            submission.student.id: {
                "times": (submission.timestamp, submission.extension),
                "penalties": [n.late_submission_penalty for n in submission.notebooks],
                "score": submission.score - submission.late_submission_penalty,
                "comments": sorted(
                    (c.name, c.auto_comment, c.manual_comment)
                    for n in submission.notebooks
                    for c in n.comments
                ),
                **{
                    grade.name: (
                        grade.auto_score,
                        grade.manual_score,
                        grade.extra_credit,
                        bool(grade.needs_manual_grade),
                    )
                    for n in submission.notebooks
                    for grade in n.grades
                },
            }
            for submission in gradebook.assignment_submissions(ASSIGNMENT)
        }


def graded(course, root, way):
    """Grade a copy of the course in one of four ways."""
    copied = course.copy(root / way)
    here = [sys.executable, "-m", "autograder"]
    if way == "formgrader":
        with contextlib.chdir(copied.root):
            server = NbGraderAPI(Course().directory, config=configuration())
            for student in sorted(path.name for path in (copied.root / "submitted").iterdir()):
                assert server.autograde(ASSIGNMENT, student, force=True)["success"]
    elif way == "autograde":
        copied.nbgrader("autograde", ASSIGNMENT, "--force")
    else:
        command = ["watch", "--once"] if way == "watch" else ["grade", "--force"]
        process = copied.start(*here, *command, ASSIGNMENT)
        out, err = process.communicate()
        assert process.returncode == 0, out + err
    return rows(copied)


@pytest.mark.nightly
def test_four_ways_of_grading_write_the_same_rows(room, tmp_path):
    first, odd, late, longer, right, both = accounts(6)
    course = room.course
    (course.root / "steps.py").write_text(STEPS)
    course.configure(SETTINGS)
    due = datetime.now(UTC).replace(tzinfo=None, microsecond=0) - timedelta(hours=2)
    for student, answers in [(first, WRONG), (odd, ODD)]:
        room.write(student, answers)
        room.submit(student)
    course.nbgrader("collect", ASSIGNMENT)
    course.nbgrader("autograde", ASSIGNMENT)
    with contextlib.chdir(course.root), course.gradebook() as gradebook:
        set_due(gradebook, ASSIGNMENT, due)
        gradebook.update_or_create_student(longer)
        extend(gradebook, ASSIGNMENT, [longer], due + timedelta(days=1))
        [group] = [
            g.id
            for g in find_groups(autograder.Classroom(gradebook=gradebook), ASSIGNMENT)
            if first in g.answers
        ]
        [answer] = [one.short for one in all_cases(gradebook, ASSIGNMENT)]
    here = [sys.executable, "-m", "autograder"]
    for command in [
        ["group", ASSIGNMENT, "spelled", group, "--points", "3", "--comment", "Nearly."],
        ["decide", ASSIGNMENT, "hidden-tidy", answer, "--points", "1"],
    ]:
        process = course.start(*here, *command)
        out, err = process.communicate()
        [saved] = re.findall(r"^Scores saved for: (.*)$", out, re.MULTILINE)
        assert process.returncode == 0 and saved != "none" and "," not in saved, out + err

    for student, answers in [
        (late, WRONG), (longer, WRONG), (right, RIGHT), (both, WRONG | {"tidy": ODD["tidy"]}),
    ]:  # fmt: skip
        room.write(student, answers)
        room.submit(student)
    watched = graded(course, tmp_path, "watch")  # it collects by itself
    course.nbgrader("collect", ASSIGNMENT)
    found = {way: graded(course, tmp_path, way) for way in ("grade", "autograde", "formgrader")}
    assert found["grade"] == found["autograde"] == found["formgrader"] == watched

    score = {student: row["score"] for student, row in watched.items()}
    assert score == {first: 8, odd: 8, late: 8, longer: 9, right: 9, both: 7}
    assert watched[longer]["times"][1] == timedelta(days=1)
    assert watched[late]["hidden-spelled"] == (0, 1, None, False)
    assert watched[both]["hidden-tidy"] == (None, 1, None, False)
    assert ("spelled", None, "Nearly.") in watched[late]["comments"]
