"""The demo: a class of right, wrong, unfinished and broken work, graded from end to end."""

import csv
import html
import io
import re
from contextlib import redirect_stdout

import pytest
from bs4 import BeautifulSoup

from bank import EXERCISES
from tools.course import Course, of_exercise
from tools.demo import (
    ACCIDENTS,
    CLASS,
    ONE_WRONG,
    PLATFORMS,
    RIGHT,
    SMALL_CLASS,
    drawn_page,
    grader,
    main,
)

# All of them take minutes; these have random, stateful and partly right answers.
HANDED_IN = ("01-random-codes", "02-valid-guesses", "03-feedback")


pytestmark = pytest.mark.slow


printed = io.StringIO()


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("demo")
    with redirect_stdout(printed):
        main(root, HANDED_IN, SMALL_CLASS)  # `--all` has forty students of the same kinds
    return Course(root)


def test_the_terminal_has_a_line_for_each_student(course):
    lines = printed.getvalue().splitlines()
    for student in SMALL_CLASS:
        [line] = [line for line in lines if line.split()[:1] == [student]]
        graded = [course.scores(name).get(student) for name in HANDED_IN]
        assert line.split()[1:] == [
            f"{sum(score.got for score in scores.values()):g}" if scores else "refused"
            for scores in graded
        ]
    assert len(lines) < 30 and "\x1b" not in printed.getvalue()


def test_the_small_class_has_one_of_each_kind():
    kinds = [RIGHT, ONE_WRONG, ["ivo"], ["jana"], ["kira"], *([name] for name in ACCIDENTS)]
    assert set(SMALL_CLASS) <= set(CLASS) and all(set(SMALL_CLASS) & set(kind) for kind in kinds)


@pytest.fixture(params=HANDED_IN)
def got(request, course):
    """What each student got for the exercises of an assignment."""
    return {
        student: [of_exercise(scores, name) for name in EXERCISES[request.param]]
        for student, scores in course.scores(request.param).items()
    }


def test_the_class_is_large_enough_to_look_like_one():
    assert len(CLASS) >= 40


def test_every_student_gets_what_the_work_deserves(got):
    for student in got.keys() & {*RIGHT, "liam", "mona"}:
        assert all(score.got == score.of for score in got[student]), student
    for number, student in enumerate(ONE_WRONG):
        if student in got:
            mistaken = got[student][number // 2 % 3]
            assert mistaken.got < mistaken.of, student
    first, *others = got["ivo"]
    assert first.got == first.of and not any(score.got for score in others)
    assert not any(score.got for score in got["jana"])
    first, broken, *others = got["kira"]
    assert broken.got == 0 and all(score.got == score.of for score in [first, *others])
    assert "nils" not in got


def test_everyone_whose_work_was_graded_gets_feedback(course):
    for student in {*SMALL_CLASS} - {"nils"}:
        page = course.root / "feedback" / student / HANDED_IN[0] / f"{HANDED_IN[0]}.html"
        assert "HIDDEN TESTS" not in page.read_text()


def test_a_page_draws_a_wrong_answer_and_all_points_show_no_error(course):
    page = drawn_page(course.root).read_text()
    assert "<figure>" in page and page.count("<svg") > 1
    right = BeautifulSoup(
        (course.root / "feedback" / "ada" / HANDED_IN[0] / f"{HANDED_IN[0]}.html").read_text(),
        "html.parser",
    )
    errors = right.select('[data-mime-type="application/vnd.jupyter.stderr"]')
    assert errors and all(error.find_parent("details") for error in errors)


def test_learning_platforms_get_a_line_for_each_student(course):
    with (course.root / "moodle.csv").open() as file:
        moodle = {line["Username"]: line for line in csv.DictReader(file)}
    with (course.root / "canvas.csv").open() as file:
        possible, *lines = csv.DictReader(file)
    canvas = {line["SIS Login ID"]: line for line in lines}
    assert possible["Student"].strip() == "Points Possible"
    for assignment in HANDED_IN:
        for student, scores in course.scores(assignment).items():
            total = sum(score.got for score in scores.values())
            assert float(moodle[student][assignment]) == pytest.approx(total)
            assert float(canvas[student][assignment]) == pytest.approx(total)


def test_the_class_report_names_what_was_common_and_what_was_unusual(course):
    page = (course.root / "class_report" / "01-random-codes.html").read_text()
    assert "the last color never comes up" in page  # two students share it
    assert "my notebook.ipynb was graded as 01-random-codes.ipynb" in page
    assert "Refused: 01-random-codes.ipynb cannot be read" in page


def test_the_class_report_says_what_each_needs_next(course):
    page = html.unescape((course.root / "class_report" / "03-feedback.html").read_text())
    assert (
        "<td>To begin the exercises, because no answers have been changed yet.</td><td>jana</td>"
        in page
    )
    why = "Python cannot read the cell (SyntaxError: invalid syntax).</td><td>kira"
    assert f"Exercise 2 \u00b7 Mark some positions: {why}" in page
    assert (
        "<td>To submit again, because the latest submission cannot be graded.</td><td>nils</td>"
        in page
    )
    # Notebook 3 has a question that a teacher grades, and nobody here has answered it.
    page = html.unescape((course.root / "class_report" / "01-random-codes.html").read_text())
    assert re.search(r"<td>Nothing \(full credit\).</td><td>ada, .*liam, mona</td>", page)


def test_pages_for_the_next_lesson_show_the_most_telling_answers_and_progress(course):
    assert grader(course, "group", "01-random-codes", "--anonymous").returncode == 0
    page = (course.root / "class_report" / "01-random-codes-answers.html").read_text()
    assert "2 &times; the last color never comes up" in page and "def get_code(" in page
    assert "ines" not in page and "--points" not in page
    assert grader(course, "report").returncode == 0
    rows = (course.root / "class_report" / "index.html").read_text()
    assert 'href="01-random-codes.html"' in rows and "nils" not in rows


def test_no_export_lists_what_was_not_graded_or_can_become_a_formula(course, tmp_path):
    with course.gradebook() as gradebook:
        gradebook.update_or_create_student("=evil", last_name="@x", first_name="-1+1", email="+2")
    for exporter in [*(made.__name__ for made in PLATFORMS.values()), "GradesExport"]:
        to = tmp_path / exporter
        course.nbgrader(
            "export", f"--exporter=autograder.extras.lms.exporting.{exporter}", "--to", str(to)
        )
        with to.open() as file:
            rows = list(csv.reader(file))
        assert not [value for row in rows for value in row if value[:1] in tuple("=+-@")]
        assert (
            "'=evil" in str(rows) and "06-" not in str(rows) and "04-elimination" not in str(rows)
        )
    evil = [row for row in rows if "'=evil" in row]
    assert len(evil) == len(HANDED_IN) and all(row[7:10] == ["", "", ""] for row in evil)
    course.nbgrader("export", "--to", str(tmp_path / "grades.csv"))
    assert (tmp_path / "grades.csv").read_text() == to.read_text()


def test_the_same_gradebook_gives_the_same_report(course):
    path = course.root / "class_report" / "02-valid-guesses.html"
    before = path.read_bytes()
    assert grader(course, "report", "02-valid-guesses").returncode == 0
    assert path.read_bytes() == before


def test_grading_twice_gives_the_same_scores(course):
    before = course.scores("02-valid-guesses")
    grader(course, "grade", "02-valid-guesses", "--force")
    assert course.scores("02-valid-guesses") == before
