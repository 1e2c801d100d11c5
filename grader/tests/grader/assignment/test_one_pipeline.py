"""`nbgrader autograde` and the parallel command write the same rows and the same files.

They do so for odd submissions, and under settings of nbgrader that an instructor may
have made; where stock nbgrader grades honest work without trouble, its scores are theirs.
"""

import json
import os
import shutil
import stat
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.throwaway import ThrowawayCourse

pytestmark = pytest.mark.slow
NAME = "files"
DATA = "R,G\nB,Y\n"
HELPER = "def shout(text):\n    return text.upper()\n"
SETTINGS = """
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "*.tmp", "private"]
c.CourseDirectory.groupshared = True
c.Autograde.exclude_overwriting = {"files": ["own.txt"]}
c.LimitOutput.max_lines = 20
c.LateSubmissionPlugin.penalty_method = "zero"
import sys
sys.path.insert(0, ".")
c.Autograde.autograde_preprocessors.insert(2, "stamp.Stamp")
c.Autograde.sanitize_preprocessors.append("stamp.Stamp")
"""
STAMP = """
from nbgrader.preprocessors import NbGraderPreprocessor

class Stamp(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        marks = resources["nbgrader"]
        for cell in nb.cells:
            if cell.id == "test-rows":
                seen = cell.metadata.get("seen", 0)
                cell.metadata["seen"] = seen + len(cell.outputs) + 1
                whose = [marks[name] for name in ("student", "assignment", "notebook")]
                cell.metadata["whose"] = " ".join(whose)
        return nb, resources
"""
ANSWERS = {
    "rows": "import csv\n\ndef rows(path):\n    return list(csv.reader(open(path)))",
    "loud": "import helper\n\ndef loud(path):\n    return helper.shout(open(path).read())",
    "append": "def append(board, turn):\n    board['turns'].append(turn)",
}
TESTS = {
    "rows": "assert rows('data.csv') == [['R', 'G'], ['B', 'Y']]",
    "loud": "assert loud('data.csv') == 'R,G\\nB,Y\\n'",
    "append": (
        "board = {'turns': []}\nturns = board['turns']\nappend(board=board, turn='RG')\n"
        "assert turns == ['RG'] and board['turns'] is turns"
    ),
}

HONEST = ["right", "untouched", "wrong", "own data", "ignored files", "rather large"]


def cell(name, text, **marks):
    whole = {"grade_id": name, "schema_version": 3, "task": False} | marks
    return new_code_cell(text, id=name, metadata={"nbgrader": whole})


def notebook():
    """Three exercises on the files that lie beside the notebook, and one graded by hand."""
    cells = [new_markdown_cell("# Files", id="title")]
    for name, answer in ANSWERS.items():
        solved = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
        cells.append(cell(name, solved, grade=False, solution=True, locked=False))
        marks = {"grade": True, "solution": False, "locked": True, "points": 2}
        cells.append(cell(f"test-{name}", TESTS[name], **marks))
    essay = {"grade": True, "solution": True, "locked": False, "points": 3}
    cells.append(cell("essay", "### BEGIN SOLUTION\n'why'\n### END SOLUTION", **essay))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def write(course, student, nb, **files):
    folder = course.root / "submitted" / student / NAME
    folder.mkdir(parents=True)
    text = nb if isinstance(nb, bytes) else json.dumps(nb).encode()
    (folder / f"{NAME}.ipynb").write_bytes(text)
    for name, data in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def solved(**changed):
    nb = notebook()
    for c in nb.cells:
        c.source = changed.get(c.id, ANSWERS.get(c.id, c.source))
    return nb


def hand_in(course):
    """Twenty odd submissions."""
    one = notebook()
    one.cells = [c for c in one.cells if not c.id.startswith("test-")]
    two = solved()
    two.cells.append(two.cells[1])
    three = solved()
    three.cells.insert(1, new_code_cell("1 / 0", id="scratch"))
    stripped = solved()
    for c in stripped.cells:
        c.metadata = {}
    old = nbformat.convert(solved(), 3)
    endless = "def rows(path):\n    raise SystemExit"
    loud = "for number in range(3000):\n    print(number)\n" + ANSWERS["loud"]
    write(course, "right", solved())
    write(course, "untouched", nbformat.read(course.root / "release" / NAME / f"{NAME}.ipynb", 4))
    write(course, "wrong", solved(rows="def rows(path): return []", essay="'because'"))
    write(course, "tests gone", one)
    write(course, "a cell twice", two)
    write(course, "scratch", three)
    write(course, "no marks", stripped)
    write(course, "no cells", new_notebook())
    write(course, "exits", solved(rows=endless))
    write(course, "prints much", solved(loud=loud))
    write(course, "warns", solved(rows=f"import warnings\nwarnings.warn('old')\n{ANSWERS['rows']}"))
    write(course, "old format", old)
    write(course, "a mark in front", b"\xef\xbb\xbf" + json.dumps(solved()).encode())
    write(course, "broken", json.dumps(solved()).encode()[:300])
    write(course, "no object", b"[]")
    write(course, "own data", solved(), **{"data.csv": "forged,data\n", "own.txt": "mine"})
    write(course, "ignored files", solved(), **{"x.tmp": "x", "private__y.txt": "y", "z.txt": "z"})
    write(course, "large", solved(), **{"a.bin": bytes(41_000_000), "b.txt": "b"})
    write(course, "rather large", solved(), **{"a.bin": bytes(30_000_000), "b.txt": "b"})
    write(
        course, "modules", solved(), **{"helper.py": "def shout(t): return ''", "csv.py": "1 / 0"}
    )
    write(course, "late", solved(), **{"timestamp.txt": "2026-01-02 12:00:00 UTC"})
    write(course, "in time", solved(), **{"timestamp.txt": "2025-12-31 12:00:00 UTC"})
    linked = write(course, "linked", solved())
    os.symlink("/etc/passwd", linked / "passwd.txt")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    course = ThrowawayCourse(tmp_path_factory.mktemp("course"))
    (course.root / "source" / NAME).mkdir(parents=True)
    nbformat.write(notebook(), course.root / "source" / NAME / f"{NAME}.ipynb")
    for name, text in {
        "data.csv": DATA,
        "helper.py": HELPER,
        "own.txt": "the instructor's",
    }.items():
        (course.root / "source" / NAME / name).write_text(text)
    (course.root / "source" / NAME / "notes.tmp").write_text("to be ignored")
    (course.root / "stamp.py").write_text(STAMP)
    course.nbgrader("generate_assignment", NAME)
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(NAME, duedate="2026-01-01 12:00:00 UTC")
    hand_in(course)
    return course


def graded(handed_in, root, settings, *command):
    course = handed_in.copy(root)
    course.configure(settings)
    course.said = "".join(course.start(sys.executable, "-m", *command, NAME).communicate())
    return course


@pytest.fixture(scope="module")
def both(handed_in, tmp_path_factory):
    root = tmp_path_factory.mktemp("graded")
    return (
        graded(handed_in, root / "one", SETTINGS, "nbgrader", "autograde"),
        graded(handed_in, root / "many", SETTINGS, "autograder", "grade"),
    )


@pytest.fixture(scope="module")
def stock(handed_in, tmp_path_factory):
    """What stock nbgrader makes of those who do not keep it from grading the others."""
    honest = handed_in.copy(tmp_path_factory.mktemp("stock") / "honest")
    for folder in (honest.root / "submitted").iterdir():
        if folder.name not in HONEST:
            shutil.rmtree(folder)
    settings = """del c["Autograde"]; c.Autograde.exclude_overwriting = {"files": ["own.txt"]}"""
    return graded(honest, honest.root.with_name("course"), settings, "nbgrader", "autograde")


def rows(course):
    """All that the gradebook says about who was graded."""
    with course.gradebook() as gradebook:
        return {
            submission.student.id: {
                "penalty": submission.late_submission_penalty,
                "time": submission.timestamp,
                **{
                    grade.name: (grade.auto_score, grade.manual_score, grade.needs_manual_grade)
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                },
                "comments": [c.auto_comment for n in submission.notebooks for c in n.comments],
            }
            for submission in gradebook.assignment_submissions(NAME)
            if (course.root / "autograded" / submission.student.id / NAME).exists()
        }


def tree(course):
    """What lies in `autograded/`, with permissions, but for how long cells took.

    Of whom nbgrader could not grade it leaves an empty folder. What it makes of the
    students' folders depends on who is graded first.
    """
    found = {}
    for path in sorted((course.root / "autograded").glob("*/**/*")):
        name, mode = path.relative_to(course.root), stat.filemode(path.stat().st_mode)
        if path.is_dir() and not any(path.iterdir()):
            continue
        if path.suffix == ".ipynb":
            content = json.loads(path.read_bytes())
        else:
            content = path.read_bytes() if path.is_file() else None
        found[str(name)] = mode, content
    return found


def test_both_write_the_same_rows(both):
    one, many = map(rows, both)
    assert one == many
    assert set(one) == {path.name for path in (both[0].root / "submitted").iterdir()} - {
        "broken",
        "no object",
    }


def test_both_write_the_same_files(both):
    one, many = map(tree, both)
    assert list(one) == list(many)
    for name, found in one.items():
        assert found == many[name], name


def test_both_name_who_could_not_be_graded(both):
    for course in both:
        assert "broken" in course.said and "no object" in course.said


def test_honest_work_gets_the_points_that_stock_nbgrader_gives(both, stock):
    theirs, ours = stock.scores(NAME), both[1].scores(NAME)
    for student in HONEST:
        assert ours[student] == theirs[student], student
    assert sum(score.got for score in ours["right"].values()) == 6


def test_files_beside_the_source_reach_the_students_code(both):
    """Also over what was handed in under the same name."""
    for student in ["right", "own data", "modules", "rather large", "large", "linked"]:
        assert [rows(both[1])[student][f"test-{name}"][0] for name in ANSWERS] == [2, 2, 2], student


def test_nbgraders_settings_are_obeyed(both):
    for course in both:
        files = tree(course)
        place = f"autograded/{{}}/{NAME}/{{}}".format
        assert files[place("own data", "own.txt")][1] == b"mine"
        assert place("right", "own.txt") not in files
        assert files[place("own data", "data.csv")][1] == DATA.encode()
        assert place("ignored files", "z.txt") in files
        assert not [name for name in files if name.endswith((".tmp", "y.txt", "passwd.txt"))]
        assert files[place("right", "data.csv")][0] == "-rw-rw-r--"
        assert files[f"autograded/right/{NAME}"][0] == "drwxrwsr-x"
        cells = files[place("prints much", f"{NAME}.ipynb")][1]["cells"]
        (printed,) = [c["outputs"][0]["text"] for c in cells if c["id"] == "loud"]
        assert len("".join(printed).splitlines()) == 20
        (test,) = [
            c for c in files[place("wrong", f"{NAME}.ipynb")][1]["cells"] if c["id"] == "test-rows"
        ]
        # The instructor's own step ran twice: on no output, and on the error and its example.
        assert test["metadata"]["seen"] == 4
        assert test["metadata"]["whose"] == f"wrong {NAME} {NAME}"
        assert rows(course)["late"]["penalty"] == 6 and rows(course)["in time"]["penalty"] == 0


def test_a_file_that_is_too_large_is_named_and_costs_nothing_else(both):
    for course in both:
        assert "a.bin was left out, because it is too large" in course.said
    files = tree(both[1])
    assert len(files[f"autograded/large/{NAME}/a.bin"][1]) == 41_000_000


def test_settings_without_the_exporter_grade_nobody(handed_in, tmp_path):
    settings = "del c.Autograde.exporter_class"
    course = graded(handed_in, tmp_path / "course", settings, "nbgrader", "autograde")
    assert (
        'add c.Autograde.exporter_class = "autograder.grader.grading.nbgrader_steps.Exporter"'
        in course.said
    )
    assert not list((course.root / "autograded").rglob("*.ipynb"))
