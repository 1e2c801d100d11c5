"""Points that a person gave stay when something is graded again, and the student reads them so."""

from nbgrader.apps import NbGraderAPI

from autograder.__main__ import main
from autograder.grader.course.settings import configuration
from tests.small import A, gradebook, work


def test_points_given_by_hand_are_not_said_to_be_missing_after_grading_again(course):
    path = course / "submitted" / "ada" / A / f"{A}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(work("return x"))
    assert main(["grade", A, "--unconfined", "--jobs", "1"]) == 0
    with gradebook() as book:
        grade = book.find_grade("test-twice", A, A, "ada")
        grade.manual_score, grade.needs_manual_grade = 1.5, False
        book.db.commit()
    again = ["grade", A, "--force", "--why", "A test was wrong.", "--unconfined", "--jobs", "1"]
    assert main(again) == 0
    with gradebook() as book:
        grade = book.find_grade("test-twice", A, A, "ada")
        # nbgrader's own rule: Formgrader shows it to a person once more.
        assert (grade.score, grade.needs_manual_grade) == (1.5, True)
    assert NbGraderAPI(config=configuration()).generate_feedback(A, "ada")["success"]
    page = (course / "feedback" / "ada" / A / f"{A}.html").read_text()
    assert "1.5</strong> of 5" in page and "A test was wrong." in page
    assert "still has to grade" not in page and "not graded yet" not in page
