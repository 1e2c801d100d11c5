"""Honest accidents around right answers."""

import html
import json
import re
from copy import deepcopy

import nbformat
import pytest

from tests.sample import ASSIGNMENT, FULL, RIGHT, of_exercise


def cell(nb, name):
    return next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def before(nb, name, text):
    nb.cells.insert(nb.cells.index(cell(nb, name)), nbformat.v4.new_code_cell(text))


def add(nb, name, text):
    cell(nb, name).source += f"\n{text}"


def print_on_stderr(nb):
    cell(nb, "spelled").source = cell(nb, "spelled").source.replace(
        "    for",
        "    import sys, warnings\n    print('log', file=sys.stderr); warnings.warn('w')\n    for",
        1,
    )


def copy_of(nb, name):
    copied = deepcopy(cell(nb, name))
    copied.id = f"copy-of-{name}"
    return copied


def copy_a_test(nb):
    nb.cells.append(copy_of(nb, "test-spelled"))


def copy_a_solution(nb):
    copied = copy_of(nb, "tidy")
    nb.cells.insert(nb.cells.index(cell(nb, "tidy")), copied)
    copied.source = "def tidy(text):\n    return text  # first try"


def split_a_solution(nb):
    whole = cell(nb, "spelled")
    copied = copy_of(nb, "spelled")
    whole.source, copied.source = "limit = 0", f"{whole.source}\nlimit += 1"
    nb.cells.insert(nb.cells.index(whole) + 1, copied)


def strip_marks(nb):
    for number, c in enumerate(nb.cells):
        c.metadata, c.id = nbformat.NotebookNode(), f"new-{number}"


def delete_tests(nb):
    nb.cells = [c for c in nb.cells if not c.metadata.get("nbgrader", {}).get("grade")]


def reorder(nb):
    nb.cells.append(nb.cells.pop(nb.cells.index(cell(nb, "spelled"))))


def move_a_test_up(nb):
    nb.cells.insert(0, nb.cells.pop(nb.cells.index(cell(nb, "hidden-tidy"))))


def edit_a_test(nb):
    cell(nb, "test-spelled").source = "test_spelled = broken("


def change_points(nb):
    cell(nb, "test-spelled").metadata.nbgrader["points"] = 100


def make_markdown(nb):
    changed = cell(nb, "tidy")
    nb.cells[nb.cells.index(changed)] = nbformat.v4.new_markdown_cell(
        changed.source, metadata=changed.metadata, id=changed.id
    )


def forged_results(nb):
    test = cell(nb, "test-tidy")
    test.outputs = [nbformat.v4.new_output("error", ename="E", evalue="old", traceback=[])]


# How the notebook is spoiled, and the points of the three exercises that are left.
ACCIDENTS = {
    "nothing": (lambda nb: None, (4, 3, 3)),
    "text on stderr and a warning": (print_on_stderr, (4, 3, 3)),
    "a test copied": (copy_a_test, (4, 3, 3)),
    "a first try left above": (copy_a_solution, (4, 3, 3)),
    "a solution split": (split_a_solution, (4, 3, 3)),
    "marks stripped": (strip_marks, (4, 3, 3)),
    "tests deleted": (delete_tests, (4, 3, 3)),
    "cells reordered": (reorder, (4, 3, 3)),
    "a test moved up": (move_a_test_up, (4, 3, 3)),
    "a test edited": (edit_a_test, (4, 3, 3)),
    "points changed": (change_points, (4, 3, 3)),
    "a solution made markdown": (make_markdown, (4, 3, 3)),
    "old outputs": (forged_results, (4, 3, 3)),
    "kernel unknown": (lambda nb: nb.metadata.update(kernelspec={"name": "r", "display_name": "R"}), (4, 3, 3)),
    "exit": (lambda nb: before(nb, "spelled_once", "exit()"), (4, 3, 3)),
    "end of Python": (lambda nb: before(nb, "spelled_once", "import os; os._exit(1)"), (4, 3, 3)),
    "a loop for ever": (lambda nb: before(nb, "spelled_once", "while True: pass"), (4, 3, 3)),
    "memory": (lambda nb: before(nb, "spelled_once", "x = [0] * 10**10"), (4, 3, 3)),
    "20 MB printed": (lambda nb: before(nb, "spelled_once", "print('x' * 20_000_000)"), (4, 3, 3)),
    "half a character printed": (lambda nb: before(nb, "spelled", "print(chr(0xD800))"), (4, 3, 3)),
    "half a character typed": (lambda nb: before(nb, "spelled", "# \ud800"), (4, 3, 3)),
    "input": (lambda nb: before(nb, "spelled_once", "input('?')"), (4, 3, 3)),
    "an error above": (lambda nb: before(nb, "spelled", "1 / 0"), (4, 3, 3)),
    "an answer that ends Python": (
        lambda nb: add(nb, "spelled_once", "def spelled_once(*a): import os; os._exit(1)"),
        (4, 0, 3),
    ),
    "an answer for ever": (
        lambda nb: add(nb, "spelled_once", "def spelled_once(*a):\n    while True: pass"),
        (4, 0, 3),
    ),
    "an answer that is deleted": (
        lambda nb: nb.cells.remove(cell(nb, "spelled_once")),
        (4, 0, 3),
    ),
    "an answer that cannot be read": (lambda nb: add(nb, "tidy", "def ("), (4, 3, 0)),
    "empty": (lambda nb: nb.cells.clear(), (0, 0, 0)),
}  # fmt: skip


# Seconds of CPU time, of which a busy machine takes hardly more; by the clock nobody has to be quick.
IMPATIENT = "c.Autograder.timeout = 3\nc.Autograder.wall_timeout = 300"


TOLD = {
    "a test copied": "The cell test-spelled occurs more than once.",
    "tests deleted": "The cell hidden-tidy was missing. The original was used for grading.",
    "cells reordered": "so each test was run after all cells that come before it",
    "end of Python": "This cell made Python exit. The rest of the notebook is graded without it.",
    "a loop for ever": "This cell took more than 3 seconds of CPU time.",
    "an answer for ever": "Is there a loop in your code that never ends?",
    "input": "input() does not work while a notebook is being graded",
    "20 MB printed": "[cut: more than 100,000 characters]",
}
"""What students read on their pages."""


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    for name, (spoil, _) in ACCIDENTS.items():
        path = course.hand_in(name, ASSIGNMENT, RIGHT)
        nb = nbformat.read(path, as_version=4)
        spoil(nb)
        path.write_text(json.dumps(nb))
    broken = course.hand_in("broken file", ASSIGNMENT, RIGHT)
    broken.write_text(broken.read_text()[:1000])
    course.configure(IMPATIENT)
    course.untouched = course.copy(tmp_path_factory.mktemp("untouched"))
    command = course.grader(ASSIGNMENT)
    course.log = "".join(command.communicate())
    assert command.returncode == 1 and "broken file" in course.log
    others = ",".join({*ACCIDENTS, "broken file"} - {*TOLD})
    course.nbgrader(
        "generate_feedback", ASSIGNMENT, f"--CourseDirectory.student_id_exclude={others}"
    )
    return course


@pytest.fixture(scope="module")
def scores(graded):
    return graded.scores(ASSIGNMENT)


@pytest.mark.parametrize("name", ACCIDENTS)
def test_an_accident_costs_no_more_than_it_must(scores, name):
    got = tuple(of_exercise(scores[name], exercise).got for exercise in FULL)
    assert got == ACCIDENTS[name][1]
    assert all(of_exercise(scores[name], exercise).of == of for exercise, of in FULL.items())


def test_a_file_that_cannot_be_read_is_named_and_stops_nobody(graded, scores):
    assert set(ACCIDENTS) <= set(scores)
    assert "broken file" in graded.log


def test_nothing_is_reported_for_honest_work(graded):
    assert "checksum" not in graded.log
    assert "nothing:" not in graded.log


def test_what_is_written_is_what_nbformat_would_write(graded):
    for student in ACCIDENTS:
        path = graded.root / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        again = json.loads(path.read_bytes())
        assert again == json.loads(nbformat.writes(notebook))


@pytest.mark.nightly
def test_nbgraders_own_command_gives_the_same_points(graded, scores):
    course = graded.untouched
    log = course.nbgrader("autograde", ASSIGNMENT, check=False).stdout
    assert "broken file" in log and "checksum" not in log
    here = course.scores(ASSIGNMENT)
    assert {student: here[student] for student in ACCIDENTS} == {s: scores[s] for s in ACCIDENTS}
    with course.gradebook() as gradebook:  # what cannot be read is left to a person
        [notebook] = gradebook.find_submission(ASSIGNMENT, "broken file").notebooks
        tests = [grade for grade in notebook.grades if grade.cell.cell_type == "code"]
        assert tests and all(g.needs_manual_grade and g.auto_score is None for g in tests)


def feedback(course, student):
    page = (course.root / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    return html.unescape(re.sub("<[^>]+>", "", page))


@pytest.mark.parametrize("student, sentence", TOLD.items())
def test_the_student_is_told(graded, student, sentence):
    assert sentence in feedback(graded, student)


@pytest.mark.parametrize(
    "student, remark",
    [
        ("a test copied", "The cell test-spelled occurs more than once."),
        ("marks stripped", "All nbgrader metadata is missing"),
        ("end of Python", "This cell made Python exit."),
        ("a test moved up", "Tests were moved"),
    ],
)
def test_the_instructor_is_told(graded, student, remark):
    assert re.search(rf"^{student}: graded\n(?:  .*\n)*?  {remark}", graded.log, re.M)
