"""Tests that pass apart and fail in one process: counted for each student, and feedback waits."""

import pytest
from nbgrader.exchange import ExchangeError

from autograder.classroom.release import ReleaseFeedback
from autograder.grader.course.settings import Course, configuration
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.splits import splits
from autograder.grader.grading.parallel import Result
from autograder.grader.grading.run_report import summary
from autograder.runner.jobs import Verdict
from tests.grader.gradebook.test_verdicts import DIFFERS, decide, feedback, grade, judged
from tests.small import A, work

SPLIT = Verdict(
    "pass",
    "fail",
    "the test passes in separate processes but fails in a single process",
    person=False,
)
REFUSED = Verdict("pass", "fail", "the test fails because network access was refused", "network")
CHANCE = Verdict(
    "pass",
    "chance",
    "the test passes in separate processes, but only sometimes in a single process",
)


def hand_in(student, number, *verdicts):
    """Write the grades of a hand-in; what the instructor reads of it."""
    made = judged("return x + x", DIFFERS)
    made.metadata["graded"] = {
        "digest": f"{number:064}",
        "verdicts": {f"test-{n}": verdict._asdict() for n, verdict in enumerate(verdicts)},
    }
    return grade(student, made).remarks


def known():
    with open_gradebook(Course().directory) as book:
        return splits(book, A)


def test_hand_ins_are_counted_once_whatever_is_done_with_them(course, capsys):
    assert hand_in("ada", 1, SPLIT) == []
    assert hand_in("ada", 1, SPLIT, SPLIT) == []  # graded once more
    assert hand_in("ada", 2) == []
    [said] = hand_in("ada", 3, REFUSED)
    assert said == (
        "In 2 submissions, a test passed when run in separate processes but failed when run "
        "in a single process."
    )
    assert hand_in("ada", 4) == []
    hand_in("ben", 1, DIFFERS)
    found = known()
    assert [*found] == ["ada"] and not found["ada"].waits
    assert (len(found["ada"].hand_ins), found["ada"].cells) == (2, {"test-0", "test-1"})
    assert hand_in("ada", 3) == [] and len(known()["ada"].hand_ins) == 1  # it was a mistake
    assert decide() == 0
    assert "ada" not in capsys.readouterr().out


def test_the_third_waits_for_the_instructor_who_then_begins_to_count_anew(course, capsys):
    for number, verdict in enumerate([SPLIT, CHANCE]):
        assert "waits" not in str(hand_in("ada", number, verdict))
    [said] = hand_in("ada", 3, SPLIT)
    release = f"python -m autograder decide {A} --release ada"
    assert said.endswith(f"To release the feedback on the latest submission, run: {release}")
    assert said in summary([Result("ada", "graded", 1, 2, [said])])
    assert decide() == 0
    assert f"ada: {said}" in capsys.readouterr().out
    page = (course / "class_report" / f"{A}-decisions.html").read_text()
    assert "<td>3</td><td>test-0</td>" in page and f"decide {A} --release ada</code>" in page

    hand_in("ada", 4)
    assert not known()["ada"].waits  # nothing that this one publishes differs
    hand_in("ada", 5, SPLIT)
    assert known()["ada"].waits
    assert decide("--release", "ben") == 2
    assert "ben has no feedback that is waiting" in capsys.readouterr().err
    assert decide("--release", "ada") == 0
    for number, waits in [(5, False), (6, False), (7, False), (8, True)]:
        hand_in("ada", number, SPLIT)
        assert (len(known()["ada"].hand_ins), known()["ada"].waits) == (max(number - 1, 4), waits)


@pytest.fixture
def exchange(course, tmp_path, monkeypatch):
    """An exchange to which a student's page is released; the number of new ones."""
    to = tmp_path / "exchange/small/feedback"
    to.mkdir(parents=True)
    for student in ("ada", "ben"):
        folder = course / "submitted" / student / A
        folder.mkdir(parents=True)
        (folder / f"{A}.ipynb").write_bytes(work())

    def release(student, secret):
        config = configuration()
        config.Exchange.root = str(tmp_path / "exchange")
        directory = Course(config).directory
        directory.assignment_id = A
        (course / "feedback" / student / A / "submission_secret.txt").write_text(secret)
        before = {*to.iterdir()}
        ReleaseFeedback(coursedir=directory, config=config).start()
        return len({*to.iterdir()} - before)

    return release


def test_release_feedback_leaves_out_what_waits_and_needs_no_gradebook(course, exchange):
    for number in range(3):
        hand_in("ada", number, SPLIT)
    hand_in("ben", 0, SPLIT)
    for student, published in [("ada", 0), ("ben", 1)]:
        feedback(student)
        assert exchange(student, "first") == published
    assert decide("--release", "ada") == 0
    assert exchange("ada", "second") == 1
    (course / "gradebook.db").write_text("it is damaged")
    with pytest.raises(ExchangeError, match="which lists the feedback to hold"):
        exchange("ada", "third")
    (course / "gradebook.db").unlink()
    assert exchange("ada", "third") == 1 and not (course / "gradebook.db").exists()
