"""What is generated is that of the source."""

import pytest

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course.settings import Course
from tools.__main__ import is_current
from tools.course import ASSIGNMENTS, ROOT


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_release_and_solutions_have_the_texts_of_the_source(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert is_current(Assignment.read(Course(), assignment)), "run: make solutions"
