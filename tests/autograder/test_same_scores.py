"""Our grading and nbgrader's own give every student the same scores, cell by cell."""

from bank import answers
from tools.course import STOCK, exercises, solutions

ASSIGNMENT = "03-feedback"
CLASS = 10


def answer(name, number):
    """Right and wrong answers by turns, spread over the bank."""
    chosen = answers(name)
    return chosen[number * 7 % len(chosen)].source


def test_the_same_scores_cell_by_cell(released, tmp_path):
    scores = []
    for name, settings in [("stock", STOCK), ("ours", "")]:
        course = released.copy(tmp_path / name)
        course.configure(settings)
        course.hand_in("solved", ASSIGNMENT, solutions(ASSIGNMENT))
        course.hand_in("untouched", ASSIGNMENT, {})
        for number in range(CLASS):
            written = {e: answer(e, number + i) for i, e in enumerate(exercises(ASSIGNMENT))}
            course.hand_in(f"student-{number}", ASSIGNMENT, written)
        course.nbgrader("autograde", ASSIGNMENT)
        scores.append(course.scores(ASSIGNMENT))
    stock, ours = scores
    for student, grades in ours.items():
        lost = False  # one mistake costs once here, and may cost again in stock
        for cell, score in grades.items():
            assert score == stock[student][cell] or (lost and score.got > stock[student][cell].got)
            lost = lost or score.got < score.of
    got = [score.got for grades in ours.values() for score in grades.values()]
    assert 0 in got and max(got) > 0 and len(ours) == CLASS + 2
