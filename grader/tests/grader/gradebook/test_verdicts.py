"""A verdict that is left to a person: listed, settled once for each answer, and gone with it."""

from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell
from nbgrader.apps import NbGraderAPI

from autograder import Classroom
from autograder.__main__ import main
from autograder.grader.course.settings import Course, configuration
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.verdicts import all_cases, answer_key, answer_to, beside
from autograder.runner.jobs import Job, Verdict
from tests.small import A, gradebook, notebook, work

TEST, PAGE = "test-twice", Path("class_report", f"{A}-decisions.html")
DIFFERS = Verdict("fail", "pass", "the test passes in a single process")
REFUSED = Verdict("pass", "fail", "the test fails because a wall refused", "network")


def judged(answer, verdict=None, score=None, extra=""):
    """A notebook as the judges leave it."""
    made = notebook()
    made.cells[1].source = f"def twice(x):\n    {answer}"
    made.cells.insert(1, new_code_cell(extra))
    for cell in made.cells[3:]:
        if score == 0:
            cell.outputs = [nbformat.v4.new_output("error", ename="AssertionError", evalue="no")]
    if verdict:
        details = {TEST: verdict._asdict()}
        made.metadata["graded"] = {"by_hand": {TEST: verdict.why}, "verdicts": details}
    return made


def grade(student, made):
    """Write what the judges found, by the ledger that all ways of grading use."""
    folder = Course().folder("autograded", student, A)
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(made, folder / f"{A}.ipynb")
    with open_gradebook(Course().directory) as book:
        ledger = Ledger(book, A, configuration())
        ledger.open_run()
        return ledger.write(student, None, {A: made}, "digest")


def scores(student):
    with gradebook() as book:
        grades = book.find_submission(A, student).notebooks[0].grades
        return {g.name: (g.auto_score, g.manual_score, bool(g.needs_manual_grade)) for g in grades}


def decide(*arguments):
    return main(["decide", A, *arguments])


def key(student):
    with gradebook() as book:
        return next(w.short for w in all_cases(book, A) if student in w.verdicts)


def test_one_decision_settles_a_test_for_the_same_answer_now_and_later(course, capsys):
    for student in ("ada", "ben"):
        grade(student, judged("return x + x", DIFFERS))
    grade("eva", judged("return x + x  # mine", DIFFERS))
    grade("sam1", judged("return 2 * x"))
    assert scores("ada")[TEST] == (None, None, True)

    assert decide() == 0
    assert "2 answers need a decision\n" in capsys.readouterr().out
    shown = PAGE.read_text()
    assert "<p>In separate processes: fails; in a single process: passes.</p>" in shown
    assert "test-twice: the test passes in a single process" in shown
    assert "2 &times; this answer" in shown and "<p>ada, ben</p>" in shown
    assert "def twice(x):" in shown
    assert decide(TEST, key("ada"), "--points", "2", "--by", "prof") == 0
    assert "Scores saved for: ada, ben" in capsys.readouterr().out
    assert scores("ada")[TEST] == scores("ben")[TEST] == (None, 2, False)
    assert scores("eva")[TEST] == (None, None, True)
    assert scores("sam1")[TEST] == (3, None, False)

    grade("sam2", judged("return x + x", DIFFERS))  # later
    grade("ada", judged("return x + x", DIFFERS))  # graded once more
    assert scores("sam2")[TEST] == scores("ada")[TEST] == (None, 2, False)
    grade("ben", judged("return 2 * x"))
    grade("ada", judged("return x + 3", DIFFERS))
    assert scores("ben")[TEST] == (3, None, False)
    assert scores("ada")[TEST] == (None, None, True)


def test_the_points_come_back_when_a_decision_is_undone(course):
    grade("ada", judged("return x + x", DIFFERS))
    assert decide(TEST, key("ada"), "--full") == 0
    assert scores("ada")[TEST] == (None, 3, False)
    assert decide(TEST, key("ada"), "--undo") == 0
    assert scores("ada")[TEST] == (None, None, True)
    assert decide(TEST, key("ada"), "--undo") == 2
    assert decide(TEST, key("ada"), "--none") == 0
    assert scores("ada")[TEST] == (None, 0, False)


def test_points_that_a_person_gave_in_formgrader_are_kept(course, capsys):
    for student in ("ada", "ben"):
        grade(student, judged("return x + x", DIFFERS))
    with gradebook() as book:
        book.find_grade(TEST, A, A, "ada").manual_score = 1.5
        book.db.commit()
    assert decide(TEST, key("ada"), "--full") == 0
    assert "Manual scores were kept for: ada" in capsys.readouterr().out
    assert (scores("ada")[TEST][1], scores("ben")[TEST][1]) == (1.5, 3)


def test_the_same_answer_beside_another_helper_is_another_answer(course):
    for student, helper in [("ada", "def f(x): return x"), ("ben", "def f(x): return 0")]:
        grade(student, judged("return 2 * f(x)", DIFFERS, extra=helper))
    for student, scratch in [("eva", "print('hello')"), ("sam1", "y = 7")]:
        grade(student, judged("return 2 * x", DIFFERS, extra=scratch))
    with gradebook() as book:
        assert sorted(len(one.verdicts) for one in all_cases(book, A)) == [1, 1, 2]
    with Classroom() as room:
        answers = [answer for _, answer in room.cases(A)]
    assert "def twice(x):\n    return 2 * f(x)\n\ndef f(x): return x" in answers


def test_the_same_answer_with_another_file_beside_it_is_another_answer(course):
    files = [{"helper.py": b"1"}, {"helper.py": b"2"}, {}, {"unused.ipynb": b"1"}]
    for student, own in zip(["ada", "ben", "sam1", "sam2"], files, strict=True):
        made, ignored = judged("return 2 * x", DIFFERS), {"timestamp.txt": student.encode()}
        given = {"data.csv": student.encode()}
        made.metadata["graded"]["beside"] = beside(Job([], [], own | ignored | given, {}), given)
        grade(student, made)
    with gradebook() as book:
        assert sorted(len(one.verdicts) for one in all_cases(book, A)) == [1, 1, 2]
    assert decide() == 0 and "# beside it: helper.py, " in PAGE.read_text()


def test_a_test_that_names_nothing_judges_the_answer_before_it():
    made = judged("return x")
    made.cells[3].metadata.nbgrader.grade_id = "check"
    made.cells[3].source = "assert True"
    assert answer_to(made, "check") == "def twice(x):\n    return x"
    assert answer_key("") == answer_key(answer_to(made, "unknown"))


def test_the_page_has_both_outcomes_and_the_answers_text(course):
    grade("ada", judged("return x + x", REFUSED))
    grade("ben", judged("return x + x + 0", DIFFERS))
    assert decide(TEST, key("ben"), "--none", "--by", "prof") == 0
    page = PAGE.read_text()
    assert "In separate processes: passes; in a single process: fails (refused: network)." in page
    assert "the test fails because a wall refused" in page
    assert "return x + x" in page and "ada" in page and f"{TEST} {key('ada')}" in page
    assert "0 points, decided by prof" in page


@pytest.mark.parametrize("arguments,sentence", [
    ([TEST, "KEY"], "no decision for test-twice; add --points"),
    ([TEST, "KEY", "--points", "3.5"], "test-twice is worth 0 to 3 points"),
    ([TEST, "ffffffffff", "--full"], "test-twice has several answers; add the key of one answer: KEY"),
    (["hidden-twice", "KEY", "--full"], "hidden-twice does not need manual grading"),
])  # fmt: skip
def test_bad_input_is_refused_and_writes_nothing(course, capsys, arguments, sentence):
    grade("ada", judged("return x + x", DIFFERS))
    before = scores("ada")
    assert decide(*[word.replace("KEY", key("ada")) for word in arguments]) == 2
    assert sentence.replace("KEY", key("ada")) in capsys.readouterr().err
    assert scores("ada") == before


def test_a_student_reads_that_a_person_is_going_to_look_and_later_that_one_has(course):
    path = course / "submitted" / "ada" / A / f"{A}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(work())
    made = judged("return x + x", REFUSED)
    sentence = "Your instructor will grade this test."
    made.cells[3].outputs = [nbformat.v4.new_output("display_data", {"text/plain": sentence})]
    grade("ada", made)
    page = feedback("ada")
    assert "still has to grade answers worth 3 of these points" in page and sentence in page
    assert "network" not in page and "refused" not in page and "one process" not in page
    assert decide(TEST, key("ada"), "--points", "1") == 0
    page = feedback("ada")
    assert "1 of 3 points" in page and "Your instructor has graded this test." in page
    assert sentence not in page and "still has to grade" not in page


def feedback(student):
    made = NbGraderAPI(config=configuration()).generate_feedback(A, student, force=True)
    assert made["success"]
    return (Course().folder("feedback", student, A) / f"{A}.html").read_text()


def test_formgrader_shows_the_reason_and_stock_feedback_does_not(course):
    exporter = HTMLExporter(config=configuration())
    made = judged("return x + x", REFUSED)
    shown = {"submission_id": "1", "assignment_id": A, "base_url": "", "index": 0, "total": 1}
    page, _ = exporter.from_notebook_node(deepcopy(made), resources=shown)
    assert (
        "in a single process: fails (refused: network): the test fails because a wall refused."
        in page
    )
    assert f"decide {A} {TEST} {answer_key(answer_to(made, TEST))[:8]}" in page
    page, _ = exporter.from_notebook_node(made, resources={"nbgrader": {"student": "ada"}})
    assert "network" not in page
