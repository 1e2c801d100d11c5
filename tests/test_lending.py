"""Functions that the notebooks lend: an answer that only borrows gets no points by itself."""

import pytest
from nbgrader.utils import determine_grade, is_solution

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import grade_id, is_test
from mastermind import checks, stand_ins
from mastermind.gladiators import in_process
from tools.course import ASSIGNMENTS, exercises, lends, read, solutions
from tools.gate import both_juries

IMPORTED = "from mastermind.stand_ins import {0}"
BORROWED = '{0} = checks.lend("{0}", {{}})'
LIBRARYS = {
    "get_feedback": "from mastermind import feedback\n"
    "def get_feedback(code, guess):\n    return str(feedback(code, guess))",
    "consistent_codes": "from mastermind.feedback import Keys, consistent_codes as right\n"
    "def consistent_codes(candidates, guess, feedback):\n"
    "    return right(candidates, guess, Keys.parse(feedback))",
    "minimax_guess": "from mastermind.solver.strategies import minimax as minimax_guess",
    "entropy_guess": "import mastermind.solver.strategies as s\nentropy_guess = s.entropy",
    "clear_level": "from mastermind import gladiators\nclear_level = gladiators.client.clear_level",
    "peg_html": "from mastermind.drawing.pegs import peg_html",
    "get_code": "import mastermind\ndef get_code(colors, code_length):\n"
    "    return mastermind.Rules(code_length, colors).random_code()",
}
"""Answers that are other functions of the library."""


def graded(name, answers):
    """Grade a notebook; return the tests left to a person, and the points of the others."""
    assignment = Assignment(name, {name: read("source", name)}, lends=lends())
    notebook = read("release", name)
    for cell in notebook.cells:
        cell.source = answers.get(grade_id(cell), cell.source) if is_solution(cell) else cell.source
    rebuilt, remarks = assignment.rebuild(name, notebook)
    assignment.fill(name, rebuilt, both_juries(assignment.job(name, rebuilt, {})), remarks)
    left = rebuilt.metadata["graded"].get("by_hand", {})
    tests = [cell for cell in rebuilt.cells if is_test(cell) and grade_id(cell) not in left]
    return left, {grade_id(cell): determine_grade(cell) for cell in tests}


def lent(name):
    return [exercise for exercise in exercises(name) if hasattr(stand_ins, exercise)]


BY_TURNS = [
    pytest.param(name, line, marks=[] if number % 2 == turn else pytest.mark.nightly)
    for number, name in enumerate(ASSIGNMENTS)
    for turn, line in enumerate((IMPORTED, BORROWED))
]
"""By day each notebook has one of the lines."""


@pytest.mark.slow
@pytest.mark.parametrize("name, line", BY_TURNS)
def test_answers_that_only_borrow_get_no_points_and_are_shown_to_a_person(name, line):
    wanted = lent(name)
    left, points = graded(name, {exercise: line.format(exercise) for exercise in wanted})
    assert sum(got or 0 for got, _ in points.values()) == 0
    for exercise in wanted:
        for test in (f"test-{exercise}", f"hidden-{exercise}"):
            assert left[test].endswith(line.format(exercise))
    assert len(left) == 2 * len(wanted)


@pytest.mark.slow
@pytest.mark.parametrize("exercise", LIBRARYS)
def test_an_answer_of_the_library_goes_to_a_person_and_no_other(exercise):
    [name] = [name for name in ASSIGNMENTS if exercise in exercises(name)]
    left, points = graded(name, {**solutions(name), exercise: LIBRARYS[exercise]})
    assert {*left} == {f"test-{exercise}", f"hidden-{exercise}"}
    assert all(got == of for got, of in points.values())


@pytest.mark.slow
def test_what_is_refused_is_lent_to_the_exercises_after_it():
    """One mistake costs its own points only, as before."""
    wrong = {
        "consistent_codes": "def consistent_codes(candidates, guess, feedback):\n    return []"
    }
    left, points = graded("04-elimination", {**solutions("04-elimination"), **wrong})
    lost = {test for test, (got, of) in points.items() if got != of}
    assert not left and lost == {"test-consistent_codes", "hidden-consistent_codes"}


def test_nbgrader_leaves_a_borrowed_answer_to_a_person(course):
    name = "03-feedback"
    line = IMPORTED.format("get_feedback")
    course.hand_in("ada", name, {**solutions(name), "get_feedback": line})
    course.nbgrader("autograde", name)
    with course.gradebook() as gradebook:
        found = gradebook.find_submission_notebook(name, name, "ada")
        left = {grade.name for grade in found.grades if grade.needs_manual_grade}
    assert left == {"test-get_feedback", "hidden-get_feedback", "think-answer"}


@pytest.mark.parametrize("own", [(), ("play_round",), ("clear_level",)])
def test_a_borrowed_client_plays_with_the_solver_that_the_notebook_chooses(own, monkeypatch):
    monkeypatch.setattr(stand_ins, "borrower", {})
    chosen, names = [], {"translate": stand_ins.translate}
    for name in ("play_round", "clear_level"):
        if name in own:
            exec(solutions("09-gladiators")[name], names)
        names[name] = checks.lend(name, names)
        assert (names[name] is getattr(stand_ins, name)) is (name not in own)
    for word in ("one", "other"):

        def solver(*arguments, word=word):
            chosen.append(word)
            return stand_ins.solve_distinct(*arguments)

        names["solve_distinct"] = solver
        assert "message" in names["clear_level"](in_process(5), 1)
    assert {*chosen} == {"one", "other"}


def test_a_borrowed_client_gives_up_and_does_not_knock_at_a_closed_level():
    starts = []

    def losing(method, path, body=None):
        starts.append(method == "GET")
        lost = {"error": "Guess took too long."}
        return {"numGladiators": 2, "numWeapons": 3} if method == "GET" else lost

    assert "error" in stand_ins.clear_level(losing, 1)
    assert sum(starts) == 30
    assert "error" in stand_ins.clear_level(in_process(1), 5)
