"""What students are told about wrong answers: true, their own, and nothing of hidden tests."""

import ast
import html
import json
import re
import shutil
from collections import defaultdict
from contextlib import suppress

import pytest
from traitlets.config import Config

from autograder import Course as GradersCourse
from autograder import configure
from autograder.extras.mistakes.bank import read_bank, read_probes
from autograder.extras.mistakes.learning import BankExercise
from autograder.grader.assignment.pipeline import _probes_of
from autograder.grader.diagnosis.questions import diagnose
from bank import EXERCISES, FOLDER, answers
from tools.course import ROOT, Course, read, solutions
from tools.demo import grader

ASSIGNMENT = "01-random-codes"
BANK = read_bank(FOLDER)
PROBED = sorted(read_probes(FOLDER))
ONE_IN = 6  # `python -m autograder author learn` runs them all


def seen(known, behavior):
    pairs = zip(known.calls, known.right, strict=True)
    return [behavior.get(call, right) for call, right in pairs]


def program(answer):
    return ast.unparse(ast.parse(answer.source))


def test_most_wrong_answers_get_an_example_and_many_a_cause_of_their_own():
    wrong = example = own = 0
    for exercise, known in BANK.items():
        for answer in answers(exercise):
            if answer.right:
                continue
            wrong += 1
            behavior = known.wrong.get(answer.title)
            diagnosis = behavior and diagnose(known, seen(known, behavior), program(answer))
            example += bool(diagnosis)
            if diagnosis and diagnosis.misconceptions:  # none where only the kind of error agrees
                assert diagnosis.misconceptions == [known.cause(answer.title)]
                own += 1
    print(f"{example} of {wrong} wrong answers get an example, and {own} one cause")
    assert wrong > 500 and example >= 0.9 * wrong and own >= 0.6 * wrong


def test_wrong_answers_with_the_same_results_have_a_cause_in_common():
    """Which of them a student has written cannot be told, so what is said is true of all."""
    for exercise, known in BANK.items():
        assert set(known.causes) <= set(known.wrong), exercise
        alike = defaultdict(set)
        for title, behavior in known.wrong.items():
            if not all(got.startswith("stops with") for got in behavior.values()):
                alike[json.dumps(behavior, sort_keys=True)].add(title)
        for titles in alike.values():
            assert len({known.cause(title) for title in titles}) == 1, (exercise, titles)


def test_every_exercise_with_answers_and_probes_has_been_learned():
    assert sorted(BANK) == PROBED
    for exercise, known in BANK.items():
        titles = [answer.title for answer in answers(exercise) if not answer.right]
        assert set(known.wrong) <= set(titles), "run: python -m autograder author learn"
        # Some cannot be told from right ones by a few calls, or differ from run to run.
        missing = [title for title in titles if title not in known.wrong]
        assert len(missing) <= 0.2 * len(titles), (
            f"run: python -m autograder author learn ({missing})"
        )


@pytest.mark.slow
@pytest.mark.parametrize("exercise", PROBED)
def test_answers_do_what_was_learned(exercise):
    known = BANK[exercise]
    tried = BankExercise(course_in(ROOT), exercise, known)
    for answer in answers(exercise)[::ONE_IN]:
        if not answer.right and answer.title not in known.wrong:
            continue
        learned = known.wrong.get(answer.title, {})
        # Up to three times, because what is random may once not show itself.
        tries = (tried.try_out(answer) for _ in range(3))
        found = (known.differs(got) for got in tries)
        assert any(differs == learned for differs in found), answer.title


def literals(text):
    """Every plain value that stands in a text, and the arguments of every call as a tuple."""
    for node in ast.walk(ast.parse(text)):
        parts = [node, ast.Tuple(node.args, ast.Load())] if isinstance(node, ast.Call) else [node]
        for part in parts:
            with suppress(ValueError):  # it may have names in it
                yield repr(ast.literal_eval(part))


@pytest.mark.parametrize(
    "assignment, exercise",
    [(a, e) for a, names in EXERCISES.items() for e in names if e in PROBED],
)
def test_no_probe_is_a_case_from_the_list_of_a_hidden_test(assignment, exercise):
    cells = {cell.id: cell.source for cell in read("source", assignment).cells}
    hidden = {v for v in literals(cells[f"hidden-{exercise}"]) if v.startswith("(") and v != "()"}
    for call in BANK[exercise].calls:
        assert not set(literals(call)) & hidden, call


def course_in(root):
    config = Config()
    configure(config, bank="bank")
    config.CourseDirectory.root = str(root)
    return GradersCourse(config)


def test_a_bank_that_changes_is_read_again(tmp_path, capsys):
    shutil.copytree(FOLDER, tmp_path / "bank")
    (tmp_path / "source").mkdir()
    course = course_in(tmp_path)
    assert _probes_of(course) == BANK
    (tmp_path / "bank" / "probes" / "get_code.py").unlink()
    assert _probes_of(course).keys() == BANK.keys() - {"get_code"}
    (tmp_path / "bank" / "behavior.json").write_text("{")
    assert _probes_of(course) == {} and "bank in autograder.mistakes" in capsys.readouterr().err


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """One assignment, graded in parallel, with feedback."""
    course = Course(tmp_path_factory.mktemp("course"))
    known = next(a for a in answers("get_code") if a.title == "every color at most once")
    for student, name, text in [
        ("known", "get_code", known.source),
        ("new", "count_codes", "def count_codes(c, n, repeats):\n    return 7 * c + n"),
        (
            "forger",
            "count_codes",
            "def count_codes(c, n, repeats):\n    return '<script>steal()</script>' * 9",
        ),
        ("gone", "count_codes", "import os\n\ndef count_codes(c, n, repeats):\n    os._exit(1)"),
    ]:
        course.hand_in(student, ASSIGNMENT, solutions(ASSIGNMENT) | {name: text})
    course.hand_in("nothing", ASSIGNMENT, {})
    course.nbgrader("generate_assignment", ASSIGNMENT)
    grade(course)
    course.nbgrader("generate_feedback", ASSIGNMENT)
    return course


def grade(course, *more):
    done = grader(course, "grade", ASSIGNMENT, *more)
    assert done.returncode == 0, done.stdout


def page(course, student):
    """The text of a student's feedback, by cell of the tests."""
    raw = (course.root / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    return html.unescape(re.sub("<[^>]+>", "", raw))


@pytest.mark.slow
def test_a_known_mistake_is_named_with_its_smallest_example(course):
    text = page(course, "known")
    assert text.count("A likely cause: each color is used at most once.") == 1


@pytest.mark.slow
def test_a_new_mistake_is_shown_by_its_smallest_example(course):
    text = page(course, "new")
    assert "The smallest example: count_codes(0, 0, True) returns 0, not 1." in text
    assert "A likely cause" not in text


@pytest.mark.slow
def test_an_answer_that_is_missing_or_never_comes_gets_no_diagnosis(course):
    for student in ["nothing", "gone"]:
        assert "smallest example" not in page(course, student), student


@pytest.mark.slow
def test_what_a_student_returns_is_not_active_on_the_page(course):
    raw = (course.root / "feedback" / "forger" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    assert "smallest example" in raw and "<script>steal" not in raw


@pytest.mark.slow
def test_no_grade_depends_on_the_bank(course):
    before = course.scores(ASSIGNMENT)
    path = course.root / "bank" / "behavior.json"
    whole = path.read_text()
    try:
        for text in ["{", '{"get_code": {"right": 3}}', whole.replace('"1"', '"2"')]:
            path.write_text(text)
            grade(course, "--force", "--student", "known", "--student", "new")
            assert course.scores(ASSIGNMENT) == before
    finally:
        path.write_text(whole)
