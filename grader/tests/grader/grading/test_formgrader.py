"""What Formgrader's button does, in a server process that goes on living."""

from nbgrader.apps import NbGraderAPI

from autograder.grader.course.settings import Course as Configured
from tests.sample import ASSIGNMENT, of_exercise, solutions


def test_a_gradebook_may_be_replaced_while_the_server_runs(released, tmp_path, monkeypatch):
    course = released.copy(tmp_path)
    for student in ["ada", "ben"]:
        course.hand_in(student, ASSIGNMENT, solutions(ASSIGNMENT))
    monkeypatch.chdir(tmp_path)
    configured = Configured()
    server = NbGraderAPI(configured.directory, config=configured.config)
    assert server.autograde(ASSIGNMENT, "ada")["success"]
    assert of_exercise(course.scores(ASSIGNMENT)["ada"], "spelled") == (4, 4)
    (tmp_path / "gradebook.db").rename(tmp_path / "old.db")
    course.nbgrader("generate_assignment", ASSIGNMENT, "--force")
    assert server.autograde(ASSIGNMENT, "ben")["success"]
    scores = course.scores(ASSIGNMENT)
    assert list(scores) == ["ben"] and of_exercise(scores["ben"], "spelled") == (4, 4)


def test_a_source_that_was_changed_after_the_release_is_refused(released, tmp_path):
    course = released.copy(tmp_path)
    course.hand_in("ada", ASSIGNMENT, solutions(ASSIGNMENT))
    source = tmp_path / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    source.write_text(source.read_text().replace("# Hidden tests", "# Other hidden tests"))
    done = course.nbgrader("autograde", ASSIGNMENT, check=False)
    assert done.returncode and "differs from what was released (cell hidden-spelled)" in done.stdout
