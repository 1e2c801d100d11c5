"""Each mistake graded once; what a person gave stays; grading again is looked at first."""

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.apps import NbGraderAPI

from autograder import Classroom
from autograder.__main__ import main
from autograder.extras.groups.answers import UNTOUCHED, group_id, plain_code, plain_words
from autograder.extras.groups.page import find_groups
from autograder.grader.course.settings import Course, configuration
from autograder.grader.pages.student_page import Pages
from tests.grader.course.test_alone import HARD_TO_PARSE
from tests.small import A, gradebook, inside, notebook, points, work

WRONG = "return x"
ANSWERS = {
    "ada": "return 2 * x",
    "ben": WRONG,
    "sam1": f"# a guess\n    {WRONG}",
    "sam2": "return x + 2",
    "eva": "return 2 * x",
}


LONG = {
    "terms": "x = 1" + "+1" * 2000,
    "attributes": "x = x" + ".a" * 3000,
    "items": "x" + "[0]" * 3000,
    "strings": "x = " + "'a' " * 10_000,
    "lambdas": "x = " + "lambda: " * 900 + "1",
    "nots": "x = " + "not " * 3000 + "1",
    "branches": "if x: pass\n" + "elif x: pass\n" * 4000,
    "comparisons": "x = " + "(1 <" * 150 + "1" + ")" * 150,
    "annotations": "def f(" + ", ".join(f"a{n}: a{n}.b" for n in range(3000)) + "): ...",
    "awaits": "async def f(): " + "await " * 2000 + "x",
    "a match": "match x:\n  case " + "[" * 150 + "]" * 150 + ": pass",
    "a body": "def f():\n" + "  x = 1\n" * 20_000,
}


@pytest.mark.parametrize(
    "text", [*LONG.values(), *HARD_TO_PARSE.values()], ids=[*LONG, *HARD_TO_PARSE]
)
def test_no_answer_stops_the_page_of_groups(text):
    assert plain_code(text) == plain_code(text)


def hand_in(course, **answers):
    for student, answer in answers.items():
        path = course / "submitted" / student / A / f"{A}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(work(answer))


def grade(*more):
    assert main(["grade", A, "--unconfined", "--jobs", "2", *more]) == 0


@pytest.fixture(scope="module")
def small(small, tmp_path_factory):
    """That course, where each of `ANSWERS` is graded."""
    with inside(small, tmp_path_factory.mktemp("groups") / "course") as course:
        hand_in(course, **ANSWERS)
        grade()
    return course


def groups():
    with gradebook() as book:
        return {tuple(sorted(g.answers)): g for g in find_groups(Classroom(gradebook=book), A)}


def rows():
    with gradebook() as book:
        return {
            s.student.id: [
                *[
                    (g.name, g.auto_score, g.manual_score, bool(g.needs_manual_grade))
                    for n in s.notebooks
                    for g in n.grades
                ],
                *[c.manual_comment for n in s.notebooks for c in n.comments],
            ]
            for s in book.assignment_submissions(A)
        }


def test_answers_that_are_alike_are_one_group_and_others_are_not(course):
    assert {*groups()} == {("ben", "sam1"), ("sam2",)}


def test_what_a_group_is_given_reaches_all_in_it_and_nobody_else(course, capsys):
    before = rows()
    group = groups()["ben", "sam1"]
    assert (
        main(
            [
                "group",
                A,
                "twice",
                group.id,
                "--points",
                "4",
                "--comment",
                "Twice, not once.",
                "--by",
                "prof",
            ]
        )
        == 0
    )
    assert "Scores saved for: ben, sam1" in capsys.readouterr().out
    after = rows()
    for student in ("ben", "sam1"):
        assert after[student] == [
            ("hidden-twice", 0, 2, False), ("test-twice", 0, 2, False), "Twice, not once."
        ] or sum(row[2] for row in after[student][:2]) == 4  # fmt: skip
        assert after[student][2] == "Twice, not once."
    assert all(after[s] == before[s] for s in ("ada", "eva", "sam2"))
    line = groups()["ben", "sam1"].line
    assert (line.points, line.comment, line.who) == (4, "Twice, not once.", "prof") and line.time
    page = (course / "class_report" / f"{A}-groups.html").read_text()
    assert "4 points" in page and "prof" in page and "Twice, not once." in page


def test_what_is_changed_later_changes_for_all_but_who_was_graded_alone(course):
    group = groups()["ben", "sam1"]
    main(["group", A, "twice", group.id, "--points", "4"])
    with gradebook() as book:
        for grade in book.find_submission(A, "sam1").notebooks[0].grades:
            grade.manual_score = 1
        book.db.commit()
    main(["group", A, "twice", group.id, "--points", "3", "--comment", "So."])
    assert points() | {"eva": 0} == {"ada": 5, "ben": 3, "sam1": 2, "sam2": 3, "eva": 0}
    assert main(["group", A, "twice", group.id, "--take-back"]) == 0
    assert main(["group", A, "twice", group.id, "--take-back"]) == 2  # it has nothing any more
    assert points()["ben"] == 0 and points()["sam1"] == 2
    assert (
        rows()["ben"] == [*[(n, 0, None, False) for n in ("hidden-twice", "test-twice")], None]
        or rows()["ben"][-1] is None
    )


def test_a_rubric_line_is_shared_by_groups(course):
    found = groups()
    one, other = found["ben", "sam1"], found["sam2",]
    main(
        ["group", A, "twice", one.id, "--rubric", "close", "--points", "2", "--comment", "Nearly."]
    )
    main(["group", A, "twice", other.id, "--rubric", "close"])
    assert points()["sam2"] == 2
    main(["group", A, "twice", other.id, "--rubric", "close", "--points", "1"])
    assert {points()[s] for s in ("ben", "sam1", "sam2")} == {1}


def test_who_makes_the_mistake_later_gets_the_same_and_who_mends_it_loses_it(course):
    group = groups()["ben", "sam1"]
    main(["group", A, "twice", group.id, "--points", "4"])
    hand_in(course, new=WRONG, ben="return 2 * x")
    grade()
    assert points()["new"] == 4 and points()["ben"] == 5 and points()["sam1"] == 4
    assert all(row[2] is None for row in rows()["ben"][:2])


@pytest.mark.parametrize("arguments,sentence", [
    (["twice", "00000000"], "00000000 is not a group of twice"),
    (["twice", "GROUP", "--points", "6"], "twice is worth 0 to 5 points"),
    (["twice", "GROUP"], "there is no rubric item"),
])  # fmt: skip
def test_bad_input_is_refused_and_writes_nothing(course, capsys, arguments, sentence):
    before = rows()
    group = groups()["ben", "sam1"].id
    assert main(["group", A, *[a.replace("GROUP", group) for a in arguments]]) == 2
    assert sentence in capsys.readouterr().err
    assert rows() == before


def correct_the_test(course):
    """The hidden test was wrong: x + 2 is right for 5, too."""
    path = course / "source" / A / f"{A}.ipynb"
    made = notebook()
    made.cells[3].source = made.cells[3].source.replace(
        "assert twice(5) == 10", "assert twice(2) == 4"
    )
    nbformat.write(made, path)
    assert NbGraderAPI(config=configuration()).generate_assignment(A)["success"]


def test_a_dry_run_says_whose_points_change_and_writes_nothing(course, capsys):
    group = groups()["ben", "sam1"]
    main(["group", A, "twice", group.id, "--points", "4"])
    before = rows()
    correct_the_test(course)
    capsys.readouterr()
    files = {path: path.stat().st_mtime_ns for path in course.glob("autograded/**/*")}
    grade("--dry-run")
    assert (
        capsys.readouterr().out
        == "sam2: 3 -> 5\n1 of 5 students are listed; no scores were saved\n"
    )
    assert rows() == before
    assert files == {path: path.stat().st_mtime_ns for path in course.glob("autograded/**/*")}
    grade("--force", "--why", "The hidden test asked for too much.")
    assert points() == {"ada": 5, "eva": 5, "sam2": 5, "ben": 4, "sam1": 4}
    page = (Pages(Course()).make("sam2", A) / f"{A}.html").read_text()
    assert "The hidden test asked for too much. You had 3 points before." in page
    page = (Pages(Course()).make("ada", A) / f"{A}.html").read_text()
    assert "Your points did not change." in page


@given(st.sampled_from(["n", "number", "x1"]), st.sampled_from(["", "  # why", "\n    'Doc.'"]))
def test_names_comments_and_docstrings_make_no_difference_and_meaning_does(name, note):
    written = f"def f({name}):{note}\n    return [{name} for {name} in g({name})]"
    assert plain_code(written) == plain_code("def f(a):\n    return [a for a in g(a)]")
    assert plain_code(written) != plain_code("def f(a):\n    return [a for a in h(a)]")


def test_a_group_keeps_its_name_and_words_their_meaning():
    assert group_id("double", UNTOUCHED) == "2a145932"  # gradebooks have it
    assert plain_words("Yes,  it *is*.") == plain_words("yes it is")
