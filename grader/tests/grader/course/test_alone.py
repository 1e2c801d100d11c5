"""Each submission stands alone: what is wrong with one of them is its own failure."""

import json
import os
import subprocess
import sys
import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import configure
from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.course import folders
from autograder.grader.course.settings import Course
from autograder.grader.course.submission import (
    LONGEST_TEXT,
    MOST_CELLS,
    MOST_FILES,
    SubmissionError,
    parse,
    read,
)
from autograder.grader.diagnosis.questions import Probes, annotate
from autograder.grader.grading.context import GradingContext
from autograder.grader.grading.parallel import Result
from autograder.grader.grading.run_report import summary
from autograder.grader.pages.preprocessors import Quiet
from autograder.grader.pages.student_page import Page
from autograder.runner.jobs import Outcome
from autograder.runner.processes.confinement import ConfinementError
from autograder.runner.processes.surroundings import exposed
from tests.sample import ASSIGNMENT, FULL, RIGHT, of_exercise
from tests.sample import read as read_edition

SECONDS = 20
"""More than any of these takes on a busy machine, and less than what they took before."""


def notebook(*cells):
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)}


def code(text, **more):
    return {"cell_type": "code", "source": text, "metadata": {}, "outputs": [], **more}


HARD_TO_PARSE = {
    "half a character": "x = '\ud800'",
    "nested": "-" * 5000 + "1",
    "parentheses": "(" * 100_000,
    "many questions": "?x\n" * 40_000,
    "long questions": "?x\n" * 450 + "x = 1\n" * 40_000,
    "one long line": "x = " + "1 + " * 100_000 + "1",
    "magics": "%%time\n" + "%time x\n" * 20_000,
    "spaces": " " * 900_000 + "x",
    "an f-string": 'f"' + "{" * 200 + "}" * 200 + '"',
    "zero bytes": "\0" * 1000,
}


@pytest.mark.parametrize("what", HARD_TO_PARSE)
def test_what_students_wrote_is_not_parsed_where_nothing_limits_it(what):
    source = read_edition("source", ASSIGNMENT)
    assignment = Assignment(ASSIGNMENT, {ASSIGNMENT: source})
    handed_in = read_edition("release", ASSIGNMENT)
    kept = [cell for cell in handed_in.cells if cell.id != "spelled"]
    handed_in.cells = [*kept, new_code_cell(HARD_TO_PARSE[what])]
    began = time.process_time()
    rebuilt, remarks = assignment.rebuild(ASSIGNMENT, handed_in)
    assignment.job(ASSIGNMENT, rebuilt, {})
    assert time.process_time() - began < SECONDS
    assert "The cell spelled was missing" in str(remarks)


TOO_MUCH = {
    "cells": notebook(*[code("")] * (MOST_CELLS + 1)),
    "text": notebook(code("x" * LONGEST_TEXT), code("y")),
}
ODD = {
    "an old version": {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = ", "1"]}]}]},
    "a text that is a number": notebook(code(3)),
    "parts that are no texts": notebook(code(["x", None, {}])),
    "marks that are a list": notebook({**code("x"), "metadata": {"nbgrader": {"grade_id": ["x"]}}}),
    "marks that are deep": notebook({**code("x"), "metadata": {"nbgrader": {"points": [[[]]]}}}),
    "an id that is a number": notebook(code("x", id=3)),
    "a kind that is unknown": notebook({"cell_type": ["x"], "source": "y"}),
    "metadata that is large": notebook({**code("x"), "metadata": {"a": [{}] * 100_000}}),
}  # fmt: skip
NO_NOTEBOOK = {
    "a number": "3",
    "cells that are numbers": json.dumps(notebook(1)),
    "cells that are a text": json.dumps({"cells": "abc"}),
    "nested": "[" * 100_000,
    "a huge number": '{"cells": [' + "9" * 100_000 + "]}",
    "no text": b"\xff\xfe\x00",
    "nothing": "",
}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_notebook_is_read(what, tmp_path):
    (tmp_path / "a.ipynb").write_text(json.dumps(ODD[what]))
    [cell] = parse(tmp_path / "a.ipynb").cells
    assert isinstance(cell.source, str) and len(json.dumps(cell)) < 200


@pytest.mark.parametrize("what", [*NO_NOTEBOOK, *TOO_MUCH])
def test_what_cannot_be_read_is_refused_in_a_sentence(what, tmp_path):
    text = NO_NOTEBOOK.get(what) or json.dumps(TOO_MUCH.get(what, ""))
    path = tmp_path / "a.ipynb"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SubmissionError) as refused:
        parse(path)
    assert len(str(refused.value)) <= 300


def odd_files(folder):
    """Put beside a notebook what has no place there; return what is told of it."""
    os.mkfifo(folder / "pipe")
    os.symlink("/etc/passwd", folder / "link")
    with open(os.fsencode(folder) + b"/caf\xe9.txt", "wb") as file:
        file.write(b"tea")
    (folder / "a\nben: graded\x1b[2J").write_text("x")
    (folder / "feedback").mkdir()
    (folder / "feedback" / "data.txt").write_text("x")
    (folder / ".ipynb_checkpoints").mkdir()
    for number in range(20):
        (folder / "many" / str(number)).mkdir(parents=True)
    at = os.getcwd()
    os.chdir(folder)
    for _ in range(1100):
        os.mkdir("deep")
        os.chdir("deep")
    os.chdir(at)
    return [
        "pipe was left out, because it is neither a file nor a folder",
        "link was left out, because it is a link",
        "caf?.txt was left out, because its name is not Unicode text",
        "/deep was left out, because it is nested too deeply",
        "feedback was left out, because its name matches CourseDirectory.ignore",
    ]


@pytest.fixture
def folder(tmp_path):
    """A folder that is removed, however deep it has become: pytest and Python cannot do that."""
    yield tmp_path
    subprocess.run(["rm", "-rf", tmp_path], check=True)


def test_nothing_is_left_out_silently(folder):
    (folder / "a.ipynb").write_text(json.dumps(notebook(code("x"))))
    told = [
        *odd_files(folder),
        "huge was left out, because a submission may contain at most 500,000,000 bytes",
    ]
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 40)
    submission = read(folder, "ada", ["a"], CourseDirectory().ignore)
    assert not any(".ipynb_checkpoints" in remark for remark in submission.remarks)
    for sentence in told:
        assert any(sentence in remark for remark in submission.remarks)
    assert set(submission.files) == {"a.ipynb", "a\nben: graded\x1b[2J"}


def test_a_temporary_folder_goes_however_deep_it_has_become(folder):
    with folders.beside(folder / "target", ".made-") as made:
        odd_files(made)
    assert not [*folder.iterdir()]


def test_many_files_cost_little_and_hide_no_notebook(tmp_path):
    for number in range(12_000):
        (tmp_path / f"0{number}").touch()
    (tmp_path / "z.ipynb").write_text(json.dumps(notebook(code("x"))))
    began = time.process_time()
    submission = read(tmp_path, "ada", ["z"], ["*.pyc", "*.tmp", ".*", "__pycache__"])
    assert time.process_time() - began < SECONDS
    assert len(submission.files) == MOST_FILES
    assert "there are too many files; only the first 1,000 were used" in submission.remarks


def test_a_student_is_asked_for_nothing_but_what_the_source_leaves_to_answer():
    def marked(name, text, **marks):
        marks = {"grade_id": name, "schema_version": 3, "locked": False, **marks}
        return new_code_cell(text, id=name, metadata={"nbgrader": marks})

    answer = "from IPython.display import display\ndef f(): return 3"
    test = "display(f'should be {f()}')\nassert f() == want and get_ipython() and undefined"
    cells = [
        marked("f", answer, solution=True, grade=False),
        new_code_cell("want = 3", id="given"),
        marked("test-f", test, solution=False, grade=True, points=1),
    ]
    assignment = Assignment("a", {"a": new_notebook(cells=cells)})
    rebuilt, _ = assignment.rebuild("a", new_notebook(cells=cells))
    asked = {name for step in assignment.job("a", rebuilt, {}).steps for name in step.names}
    assert asked == {"f", "undefined"}  # what the source binds nowhere only a student can bind


def test_a_given_cell_with_a_tag_stays_beside_the_answers():
    def cell(name, text, tags=(), **marks):
        marks = {"grade_id": name, "schema_version": 3, "solution": False, "grade": False} | marks
        return new_code_cell(text, id=name, metadata={"nbgrader": marks, "tags": list(tags)})

    through = "def through(): return f(object())"
    for tags, asked, texts in [((), {"f"}, [through]), (["with-answers"], {"f", "through"}, [])]:
        cells = [
            cell("f", "def f(x): return 3", solution=True, locked=False),
            cell("through", through, tags, locked=True),
            cell("test-f", "assert through() == 3", grade=True, locked=True, points=1),
        ]
        assignment = Assignment("a", {"a": new_notebook(cells=cells)})
        rebuilt, _ = assignment.rebuild("a", new_notebook(cells=cells))
        steps = assignment.job("a", rebuilt, {}).steps
        assert {name for step in steps for name in step.names} == asked
        assert [step.text for step in steps if step.test and step.place < 0] == texts


def test_a_course_that_students_could_read_is_not_graded(tmp_path, monkeypatch):
    config = Config({"CourseDirectory": {"root": str(tmp_path), "db_url": "sqlite:///x.db"}})
    configure(config)
    course = Course(config)
    assert not exposed(course.private())
    monkeypatch.setattr(
        "autograder.runner.processes.surroundings.readable", lambda: [tmp_path / "submitted"]
    )
    assert exposed(course.private()) == {
        course.folder("submitted", ".", "."): tmp_path / "submitted"
    }
    run = GradingContext(config=course.config)
    with pytest.raises(
        ConfinementError, match=r"could read .*submitted, because it is in .*; move"
    ):
        run.confine()


def test_given_cells_with_the_same_text_and_no_ids_are_in_order():
    def given(text):
        return new_code_cell(text, id=f"id{len(cells)}")

    cells = []
    for text in ["import math", "# try it", "x = 1", "# try it", "y = 2", "# try it"]:
        cells.append(given(text))
    assignment = Assignment("a", {"a": new_notebook(cells=cells)})
    handed_in = new_notebook(cells=[new_code_cell(cell.source) for cell in cells])
    for cell in handed_in.cells:
        del cell["id"]
    rebuilt, remarks = assignment.rebuild("a", handed_in)
    assert [cell.source for cell in rebuilt.cells] == [cell.source for cell in cells]
    assert not remarks


HARD_HTML = {
    "nested": "<b>" * 100_000,
    "crossed": "<a><i>" * 50_000,
    "attributes": "<p " + "a " * 60_000 + ">",
    "angles": "<" * 900_000,
    "long": "x " * 1_000_000,
}


@pytest.mark.parametrize("what", HARD_HTML)
def test_no_html_takes_long_to_clean(what):
    outputs = [new_output("display_data", {"text/html": HARD_HTML[what]}) for _ in range(20)]
    page = new_notebook(cells=[new_code_cell("x", outputs=outputs)])
    began = time.process_time()
    Quiet().preprocess(page, {})
    assert time.process_time() - began < SECONDS
    assert all(len(output.data["text/html"]) < 10_000 for output in page.cells[0].outputs)


@pytest.mark.parametrize("what", ["heading", "dots"])
def test_no_text_takes_long_to_show(what):
    length = 200_000
    cells = {
        "heading": new_markdown_cell("# x" + " " * length + "!"),
        "dots": new_code_cell("." * length),
    }
    page, _ = Quiet().preprocess(new_notebook(cells=[cells[what]]), {})
    marks = dict.fromkeys(["score", "max_score", "late_penalty"], 0)
    resources = {"metadata": {"name": "a"}, "nbgrader": marks | {"notebook": "a"}}
    began = time.process_time()
    html, _ = Page().from_notebook_node(page, resources)
    assert time.process_time() - began < SECONDS
    assert len(html) > length


def test_a_name_forges_no_line_of_the_summary():
    forged = Result("ada\nben", "failed", remarks=["no\r\x1b[2Jben: graded"])
    assert summary([forged]).splitlines()[1:] == ["ada?ben: failed", "  no??[2Jben: graded"]


def test_a_diagnosis_that_fails_is_a_diagnosis_less(tmp_path):
    cell = new_code_cell("test", metadata={"nbgrader": {"grade": True, "grade_id": "test-f"}})
    graded = new_notebook(cells=[cell])
    known = {"f": Probes("", ["f(1)"], ["one"], ["'a'"])}
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    long = f"'{'R' * 300}'"[:200] + " ..."
    annotate(graded, Outcome({0: [error]}, [], {}, {"f": [long]}, {}), known, [])
    assert graded.metadata["graded"]["diagnoses"]["f"][1].startswith("one: 'RRR")
    annotate(graded, Outcome({0: [error]}, [], {}, {"unknown": ["x"]}, {}), known, [])
    assert "no diagnosis for unknown" in graded.metadata["graded"]["remarks"][0]


# How a submission is spoiled that is wrong in ways that have stopped a whole class.
def hard_cell(text):
    def spoil(path):
        nb = nbformat.read(path, as_version=4)
        nb.cells = [cell for cell in nb.cells if cell.id != "spelled"] + [new_code_cell(text)]
        path.write_text(json.dumps(nb))

    return spoil


def beside(make):
    return lambda path: make(path.parent)


def a_fifo(path):
    path.unlink()
    os.mkfifo(path)


def many_files(folder):
    for number in range(MOST_FILES + 1):
        (folder / str(number)).touch()


LIKE_MAGICS = {"many questions", "long questions"}
"""IPython reads these until the notebook's time is over, too; once is enough."""
SPOILED = {
    **{what: hard_cell(HARD_TO_PARSE[what]) for what in HARD_TO_PARSE if what not in LIKE_MAGICS},
    "odd files": beside(odd_files),
    "many files": beside(many_files),
    "a pipe": a_fifo,
    **{
        what: lambda path, text=text: path.write_bytes(text if isinstance(text, bytes) else text.encode())
        for what, text in NO_NOTEBOOK.items()
    },
}  # fmt: skip


@pytest.fixture
def spoiled(released, folder):
    course = released.copy(folder / "course")
    for name, spoil in SPOILED.items():
        spoil(course.hand_in(f"spoiled {name}", ASSIGNMENT, RIGHT))
    for name in ["an honest one", "the last one"]:
        course.hand_in(name, ASSIGNMENT, RIGHT)
    latin = os.fsencode(course.root / "submitted") + b"/caf\xe9"
    os.rename(course.root / "submitted" / "spoiled nothing", latin)
    # Seconds of CPU time; by the clock nobody has to be quick.
    course.configure("c.Autograder.timeout = 3\nc.Autograder.wall_timeout = 300")
    return course


def honest(course):
    scores = course.scores(ASSIGNMENT)
    return [
        [of_exercise(scores[name], exercise).got for exercise in FULL]
        for name in ["an honest one", "the last one"]
    ]


def test_the_parallel_command_grades_the_others(spoiled):
    course = spoiled
    command = course.grader(ASSIGNMENT)
    out, err = command.communicate()
    assert command.returncode == 1, err
    assert "graded; on average" in out and "Traceback" not in err, err
    assert honest(course) == [[4, 3, 3]] * 2
    assert "spoiled a pipe: failed" in out and "caf?: failed" in out
    report = course.start(sys.executable, "-m", "autograder", "report", ASSIGNMENT)
    _, err = report.communicate()
    assert report.returncode == 0, err
    page = (course.root / "class_report" / f"{ASSIGNMENT}.html").read_text()
    assert "is neither a file nor a folder" in page
    course.nbgrader("generate_feedback", ASSIGNMENT)
    assert (course.root / "feedback" / "the last one" / ASSIGNMENT / f"{ASSIGNMENT}.html").exists()


@pytest.mark.nightly
def test_nbgrader_grades_the_others(spoiled):
    done = spoiled.nbgrader("autograde", ASSIGNMENT, check=False)
    assert honest(spoiled) == [[4, 3, 3]] * 2, done.stdout
