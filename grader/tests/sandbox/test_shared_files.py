"""What a notebook's cells write is there for its tests, and the other way round, as in one process."""

import pytest

from autograder.course.folders import add_written
from autograder.sandbox.processes.shared_files import (
    LARGEST_CHANGE,
    LARGEST_KEPT,
    LARGEST_TAKEN,
    MOST_KEPT,
    MOST_TAKEN,
    Folder,
)
from autograder.sandbox.wire.plain import NotPlain
from tests.sandbox.test_examination import error, judge, run

SAVE = "def save(name, text):\n    with open(name, 'w') as file:\n        file.write(text)"
LOAD = "def load(name):\n    with open(name) as file:\n        return file.read()"


@pytest.mark.parametrize(
    "answer, test",
    [
        ("open('a.txt', 'w').write('RG')", "assert open('a.txt').read() == 'RG'"),
        (SAVE, "save('a.txt', 'RG'); assert open('a.txt').read() == 'RG'"),
        (SAVE, "save('a', 'R'); save('a', 'G'); assert open('a').read() == 'G'"),
        (SAVE, "import os; os.mkdir('d'); open('d/x', 'w'); save('d/a', 'R'); assert open('d/a').read() == 'R'"),
        (f"import os\nos.mkdir('d')\n{SAVE}", "save('d/a', 'R'); assert open('d/a').read() == 'R'"),
        (LOAD, "open('a.txt', 'w').write('GB'); assert load('a.txt') == 'GB'"),
        (f"{SAVE}\n{LOAD}", "save('a', 'R'); open('a', 'a').write('G'); assert load('a') == 'RG'"),
        ("import os\nsave = os.remove", "open('a', 'w').close(); save('a'); assert not os.path.exists('a')"),
        ("import sqlite3\ndef save():\n    with sqlite3.connect('a.db') as d: d.execute('create table t (n)')",
         "import sqlite3; save(); assert sqlite3.connect('a.db').execute('select * from t').fetchall() == []"),
        ("def save(name, tell):\n    open(name, 'w').write('R'); tell(name)",
         "seen = []; save('a', lambda name: seen.append(open(name).read())); assert seen == ['R']"),
        ("def load(ask):\n    return open(ask()).read()",
         "def ask():\n    open('b', 'w').write('B'); return 'b'\nassert load(ask) == 'B'"),
        (f"{SAVE}\nsave('early', 'E')\nimport os; os.utime", "assert open('early').read() == 'E'"),
    ],
)  # fmt: skip
def test_what_one_process_writes_the_other_reads(answer, test):
    names = ["save", "load"]
    cells = [answer, f"#test\nimport os\n{test}"]
    assert [error(outputs) for outputs in run(*cells, names=names)] == ["", ""]


def test_files_that_were_handed_in_are_not_sent_again(tmp_path):
    (tmp_path / "data.csv").write_text("R,G")
    folder = Folder(tmp_path)
    assert folder.look() == {}


def test_no_module_goes_to_the_other_process():
    """The examiner would execute what the student wrote, outside of all walls."""
    code = "open('judge.py', 'w').write('answer = 42'); open('judge.txt', 'w').write('R')"
    outputs = run(code, "#test\nassert open('judge.txt').read()\nimport judge")
    assert "No module named 'judge'" in error(outputs[1])


@pytest.mark.parametrize(
    "name",
    ["../a", "/tmp/a", "", ".", "d/../../a", "a.py", "d/a.so", "a\0b", "a.py/", "a.py/.", "./a.py",
     "d//a", "a\nb", "a/" * 101 + "a"],
)  # fmt: skip
def test_what_cannot_have_been_told_is_refused(tmp_path, name):
    with pytest.raises(NotPlain):
        Folder(tmp_path).take({name: b"x"})
    assert not list(tmp_path.iterdir())


def test_what_is_too_large_is_left_out_and_named_and_costs_no_points():
    write = f"def save():\n    open('a', 'wb').write(bytes({LARGEST_CHANGE + 1})); return 1"
    judged = judge(write, "#test\nassert save() == 1", names=["save"])
    assert error(judged.outputs[1]) == ""
    remark, not_kept = judged.remarks
    assert "files that are not kept (a)" in not_kept
    assert "8,000,001 bytes at once; 1,000 and 8,000,000 are seen" in remark


def test_what_is_told_again_and_again_fills_no_disk(tmp_path):
    folder, content = Folder(tmp_path), bytes(LARGEST_CHANGE)
    with pytest.raises(NotPlain, match="too large"):
        for number in range(LARGEST_TAKEN // LARGEST_CHANGE + 1):
            folder.take({str(number): content})
    with pytest.raises(NotPlain, match="too many"):
        for number in range(MOST_TAKEN + 1):
            folder.take({f"{number}{letter}": b"" for letter in "abcdefghij"})


def test_files_that_the_student_has_written_are_kept_and_no_others():
    """A person may want to see a plot; what a hidden test has brought along is none of theirs."""
    writes = "import os\nos.mkdir('d')\nopen('d/plot.csv', 'w').write('R')\nopen('given.txt', 'a').write('+')\n"
    odd = "open('judge.py', 'w').write('1'); os.symlink('/etc/hostname', 'link.txt')"
    test = (
        "#test\nopen('hidden.txt', 'w').write('secret'); save('called.txt', 'C')"  # is synchronized
    )
    late = "open('late.txt', 'w').write('L')"
    files = {"given.txt": b"G", "same.txt": b"S"}
    outcome = judge(writes + SAVE, odd, test, late, names=["save"], handed_in=files)
    kept = {"d/plot.csv": b"R", "given.txt": b"G+", "called.txt": b"C", "late.txt": b"L"}
    assert error(outcome.outputs[2]) == "" and outcome.files == kept


def test_files_are_kept_of_a_process_that_had_to_be_started_again():
    answer = "open('a.txt', 'w').write('A')\nimport os\ndef f(): os._exit(1)"
    assert judge(answer, "#test\nf()", names=["f"]).files == {"a.txt": b"A"}


def test_files_that_are_too_many_or_too_large_are_named():
    many = "for n in range(150): open(f'{n:03}.txt', 'w').write('x')"
    large = (
        f"open('large.bin', 'wb').write(bytes({LARGEST_KEPT}))\nopen('small.txt', 'w').write('s')"
    )
    assert len(judge(many).files) == MOST_KEPT
    outcome = judge(large)
    assert outcome.files == {"small.txt": b"s"}
    assert outcome.remarks == [
        "The student's code wrote files that are not kept (large.bin); 100 and 5,000,000 bytes are kept."
    ]


@pytest.mark.parametrize(
    "name", ["../out.txt", "/tmp/out.txt", "a.py", "given.txt", "a.ipynb", ".hidden", ".git/config",
             "timestamp.txt", "submission_secret.txt", "given.txt/a", "folder", "link/out.txt"],
)  # fmt: skip
def test_a_forged_name_of_a_kept_file_harms_nothing(tmp_path, name):
    graded = tmp_path / "graded"
    (graded / "folder").mkdir(parents=True)
    (graded / "given.txt").write_text("the instructor's")
    (tmp_path / "outside").mkdir()
    (graded / "link").symlink_to(tmp_path / "outside")
    before = sorted(tmp_path.rglob("*"))
    add_written(graded, {name: b"forged", "report.csv": b"R"}, given={"given.txt"})
    assert (graded / "report.csv").read_bytes() == b"R"
    assert (graded / "given.txt").read_text() == "the instructor's"
    assert {*tmp_path.rglob("*")} - {*before} == {graded / "report.csv"}
