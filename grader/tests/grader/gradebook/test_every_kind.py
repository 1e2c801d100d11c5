"""Every kind of nbgrader's cells goes through every command, and "not graded yet" is never 0."""

import contextlib
import csv
import shutil

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.apps import NbGraderAPI

from autograder import Classroom
from autograder.__main__ import main
from autograder.extras.groups.page import find_groups
from autograder.extras.lms.exporting import GradesExport, MoodleExport
from autograder.grader.course.settings import Course, configuration
from autograder.grader.gradebook.opening import open_gradebook
from autograder.grader.gradebook.points import EARLIER, points_by_student
from autograder.grader.grading.parallel import Grading
from autograder.grader.pages.class_report import TO_COME, collect, collect_progress
from tests.grader.pages.formgrader import shown
from tests.small import gradebook, make, marked

pytestmark = pytest.mark.slow
A = "03-kinds"
SCHEME = "### BEGIN MARK SCHEME\nTwo points for a *secret* reason.\n### END MARK SCHEME"
TASK = f"### Task 3 · Explain (3 points)\n\nExplain it below.\n\n{SCHEME}"
QUIET = ["--unconfined", "--jobs", "1"]


def text(name, source, **marks):
    cell = marked(name, source, **marks)
    return new_markdown_cell(source, id=name, metadata=cell.metadata)


def notebook():
    """An automatic test, two manual answers, and a task with room below it."""
    solved = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
    cells = [
        new_markdown_cell("# Kinds\n\n## Exercise 1: double a number", id="head"),
        marked("twice", solved.format("def twice(x): return 2 * x"), solution=True),
        marked("test-twice", "assert twice(2) == 4", grade=True, locked=True, points=2),
        new_markdown_cell("## Think about it", id="think"),
        text("essay", solved.format("Because."), grade=True, solution=True, points=4),
        new_markdown_cell("## Draw it", id="draw"),
        marked("plot", solved.format("'a plot'"), grade=True, solution=True, points=1),
        text("why", TASK, task=True, locked=True, points=3),
        new_markdown_cell("Your explanation:", id="below"),
        new_markdown_cell("## The end", id="end"),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return new_notebook(cells=cells, metadata=kernel)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    root = make(tmp_path_factory.mktemp("kinds"), notebook(), A)
    with contextlib.chdir(root):
        for student in ("ada", "ben", "eva"):
            hand_in(root, student)
        with gradebook() as book:
            book.add_student("nobody")
        assert main(["grade", A, *QUIET]) == 0
    return root


def hand_in(root, student):
    """Ada and Ben answer everything, and Eva nothing but the first exercise."""
    nb = nbformat.read(root / "release" / A / f"{A}.ipynb", as_version=4)
    cells = {cell.id: cell for cell in nb.cells}
    cells["twice"].source = "def twice(x): return 2 * x"
    if student != "eva":
        cells["essay"].source = "It is so."
        cells["plot"].source = "'my plot'"
        cells["below"].source = "Your explanation: since it is."
        nb.cells.insert(9, new_code_cell("'and more'"))
    path = root / "submitted" / student / A / f"{A}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, path)
    return path


def give(student, **scores):
    with gradebook() as book:
        for name, score in scores.items():
            grade = book.find_grade(name, A, A, student)
            grade.manual_score, grade.needs_manual_grade = score, False
        book.db.commit()


def table(exporter, **options):
    with open_gradebook(Course().directory) as book:
        exporter(to="table.csv", **options).export(book)
    with open("table.csv", newline="") as file:
        return [*csv.DictReader(file)]


def feedback(student):
    assert NbGraderAPI(config=configuration()).generate_feedback(A, student)["success"]
    return (Course().folder("feedback", student, A) / f"{A}.html").read_text()


def test_an_export_leaves_empty_what_a_person_still_has_to_give(course, caplog):
    ada, ben, eva, _ = rows = table(MoodleExport, exercises=True)
    assert [(row["Username"], row[A]) for row in rows] == [
        ("ada", ""), ("ben", ""), ("eva", ""), ("nobody", ""),
    ]  # fmt: skip
    exercises = [f"{A} {name}" for name in ("twice", "essay", "plot", "why")]
    assert [ada[name] for name in exercises] == ["2.0", "", "", ""]
    assert [eva[name] for name in exercises] == ["2.0", "0.0", "0.0", ""]
    assert "they need manual grading: ada, ben, eva." in caplog.text
    give("ada", essay=3, plot=1, why=0)
    ada, ben = table(GradesExport)[:2]
    assert (ada["score"], ada["raw_score"], ada["remark"]) == ("6.0", "6.0", "")
    assert (ben["score"], ben["raw_score"], ben["remark"]) == ("", "", "not graded yet")
    assert table(MoodleExport, exercises=True)[0][f"{A} why"] == "0.0"


def test_the_command_for_platforms_names_who_waits(course, capsys):
    give("ada", essay=3, plot=1, why=0)
    assert main(["export", A, "--platform", "canvas"]) == 0
    out = capsys.readouterr().out
    assert "they need manual grading: ben, eva." in out
    with open(f"upload/{A}-canvas.csv", newline="") as file:
        rows = [*csv.DictReader(file)]
    points = {row["SIS User ID"]: (row[A], row[f"{A} essay"]) for row in rows[1:]}
    assert points == {
        "ada": ("6.0", "3.0"),
        "ben": ("", ""),
        "eva": ("", "0.0"),
        "nobody": ("", ""),
    }


def test_reports_count_it_apart_from_no_points(course):
    give("ada", essay=3, plot=1, why=0)
    report = collect(Course(), A)
    assert report.totals == {"ada": 6, "ben": 2, "eva": 2}
    assert report.to_come == {"ben": 8, "eva": 3} and report.final == [6]
    assert report.counts == "1 graded, 2 partly graded" and report.final == [6]
    essay = next(each for each in report.exercises if each.name == "essay")
    assert (essay.got, essay.waiting, essay.none) == ({"ada": 3, "eva": 0}, ["ben"], 1)
    assert essay.mark("ben") == "…" and report.needs[TO_COME] == ["ben"]
    assert main(["report", A]) == main(["report"]) == 0
    page = (course / "class_report" / f"{A}.html").read_text()
    assert "1 graded, 2 partly graded. The assignment has 10 points." in page
    assert "<dt>Average</dt><dd>6.0</dd>" in page
    progress = collect_progress(Course(), course / "class_report")
    assert (
        progress.final(A) == [6] and progress.share("ben") is None and progress.share("ada") == 0.6
    )
    assert "not graded yet: 8 points" in (course / "class_report" / "index.html").read_text()


def test_a_report_without_any_final_points_has_no_averages(course):
    assert main(["report", A]) == main(["report"]) == 0
    page = (course / "class_report" / f"{A}.html").read_text()
    assert "0 graded, 3 partly graded." in page and "<dt>Average</dt>" not in page
    with open_gradebook(Course().directory) as book:
        assert points_by_student(book, A)["ada"].final is None


def test_groups_are_of_answers_and_those_to_a_task_are_below_it(course):
    with open_gradebook(Course().directory) as book:
        found = {(g.exercise, *g.answers): g for g in find_groups(Classroom(gradebook=book), A)}
    assert found["why", "ada", "ben"].shortest == "Your explanation: since it is.\n\n'and more'"
    assert found["why", "eva"].what == "not answered"  # a person still gives its points
    assert ("essay", "eva") not in found
    group = found["why", "ada", "ben"].id
    assert main(["group", A, "why", group, "--points", "2", "--comment", "Nearly."]) == 0
    with gradebook() as book:
        given = {s: book.find_grade("why", A, A, s).manual_score for s in ("ada", "ben", "eva")}
    assert given == {"ada": 2, "ben": 2, "eva": None}


def test_only_the_instructor_sees_the_mark_scheme(course):
    path = Course().folder("autograded", "ada", A) / f"{A}.ipynb"
    graded = nbformat.read(path, as_version=4)
    assert [cell.source for cell in graded.cells if cell.id == "why"] == [TASK]
    assert "secret" in shown(graded, configuration())
    assert "was changed" not in str(graded.metadata["graded"]["remarks"])
    assert "secret" not in (course / "release" / A / f"{A}.ipynb").read_text()
    page = feedback("ada")
    assert "secret" not in page and "MARK SCHEME" not in page
    assert (
        "Task 3 · Explain" in page and "still has to grade answers worth 8 of these points" in page
    )
    assert main(["report", A]) == 0
    report = (course / "class_report" / f"{A}.html").read_text()
    assert "Task 3 · Explain" in report and "MARK SCHEME" not in report


def test_extra_credit_and_comments_reach_the_student(course):
    give("ada", essay=4, plot=1, why=3)
    with gradebook() as book:
        book.find_grade("essay", A, A, "ada").extra_credit = 1
        book.find_comment("why", A, A, "ada").manual_comment = "Well explained."
        book.db.commit()
    page = feedback("ada")
    assert "<strong>11</strong> of 10 points" in page and "Well explained." in page
    assert "width:100.0%" in page and "not graded yet" not in page
    assert collect(Course(), A).totals["ada"] == 11
    assert main(["grade", A, "--force", "--student", "ada", *QUIET]) == 0
    assert "<strong>11</strong> of 10 points" in feedback("ada")


def test_points_of_an_earlier_hand_in_are_called_that_until_a_later_one_is_graded(course, capsys):
    give("ben", essay=3, plot=1, why=0)
    path = hand_in(course, "ben")
    path.write_text("{")
    assert main(["grade", A, *QUIET]) == 1
    [row] = [row for row in table(GradesExport) if row["student_id"] == "ben"]
    assert (row["score"], row["remark"]) == ("6.0", "from an earlier submission")
    capsys.readouterr()
    assert main(["export", A]) == main(["report", A]) == main(["report"]) == 0
    assert "because the latest could not be graded: ben." in capsys.readouterr().out
    assert EARLIER in (course / "class_report" / f"{A}.html").read_text()
    assert "from an earlier submission" in (course / "class_report" / "index.html").read_text()
    assert EARLIER in feedback("ben") and EARLIER not in feedback("ada")
    hand_in(course, "ben")
    assert main(["grade", A, *QUIET]) == 0
    assert EARLIER not in feedback("ben")


def test_nbgraders_own_command_keeps_it_as_well(course):
    hand_in(course, "ben").write_text("{")
    assert not NbGraderAPI(config=configuration()).autograde(A, "ben", force=True)["success"]
    with open_gradebook(Course().directory) as book:
        assert points_by_student(book, A)["ben"].earlier
    hand_in(course, "ben")
    assert NbGraderAPI(config=configuration()).autograde(A, "ben", force=True)["success"]
    assert EARLIER not in feedback("ben")


def test_grading_the_same_hand_in_again_in_vain_does_not_make_it_an_earlier_one(
    course, monkeypatch
):
    monkeypatch.setattr(Grading, "_take", lambda *_: 1 / 0)
    assert main(["grade", A, "--force", "--student", "ada", *QUIET]) == 1
    with open_gradebook(Course().directory) as book:
        assert not points_by_student(book, A)["ada"].earlier


def test_cells_and_scores_are_those_of_stock_nbgrader(course):
    ours = states()
    task = nbformat.read(Course().folder("autograded", "ada", A) / f"{A}.ipynb", as_version=4)
    shutil.rmtree("autograded")
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'small'"
    )
    assert NbGraderAPI(config=configuration()).autograde(A, "ada", force=True)["success"]
    stock = nbformat.read(course / "autograded" / "ada" / A / f"{A}.ipynb", as_version=4)
    assert "graded" in task.metadata and "graded" not in stock.metadata
    sources = [
        {c.id: c.source for c in nb.cells if "nbgrader" in c.metadata} for nb in (task, stock)
    ]
    assert sources[0] == sources[1]
    assert states()["ada"] == ours["ada"]


def states():
    with gradebook() as book:
        return {
            s.student.id: {
                g.name: (g.auto_score, g.manual_score, bool(g.needs_manual_grade))
                for n in s.notebooks
                for g in n.grades
            }
            for s in book.assignment_submissions(A)
        }
