"""The course's own notebooks are checked, and judged wholly apart from students' code."""

import pytest

from autograder.assignment.lint import lint
from autograder.assignment.pipeline import Assignment
from autograder.course.settings import Course
from autograder.grading.checking import judged_here
from autograder.grading.hollow import passed_by_hollow
from tools.course import ASSIGNMENTS, ROOT, read


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_our_own_course_was_checked(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert Assignment.read(Course(), assignment).cautions == [], "run: make solutions"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_tests_work_in_two_processes(assignment):
    assert lint(read("source", assignment)) == []


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_test_passes_for_answers_that_say_nothing(assignment, monkeypatch):
    monkeypatch.chdir(ROOT)
    course = Course()
    read_in = Assignment.read(course, assignment)
    for name, source in read_in.sources.items():
        solved, _ = read_in.rebuild(name, source)
        found = passed_by_hollow(
            solved, lambda nb, name=name: judged_here(course, read_in, name, nb)
        )
        assert found == {}
