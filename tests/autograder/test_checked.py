"""The course's own notebooks are judged by both juries, and by no other way."""

import pytest

from autograder.assignment.pipeline import Assignment
from autograder.course.settings import Course
from autograder.grading.check_report import check
from tools.__main__ import is_current
from tools.course import ASSIGNMENTS, ROOT


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_release_and_solutions_have_the_texts_of_the_source(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert is_current(Assignment.read(Course(), assignment)), "run: make solutions"


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_our_own_tests_are_judged_by_both_juries(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    for checked in check(Course(), assignment, lambda said: None):
        found = {(one.way, one.why, one.untouched) for one in checked.findings}
        assert found == {("both", "", False)}
