"""What a notebook's cells write is there for its tests, and the other way round, as in one process."""

import pytest

from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Job, Step
from autograder.sandbox.processes.shared_files import (
    LARGEST_CHANGE,
    LARGEST_TAKEN,
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


def test_a_file_is_not_taken_for_gone_where_none_can_be_seen():
    """The answer only reads: nobody says that it has written to what the course gives."""
    answer = "kept = []\ndef f():\n    try:\n        while True: kept.append(open('given.txt'))\n"
    answer += (
        "    except OSError: open('given.txt', 'a') if not kept else None\n    return len(kept) > 9"
    )
    given = {"given.txt": b"x"}
    steps = [
        Step(0, answer),
        Step(1, "assert f() and open('given.txt').read() == 'x'", True, ("f",)),
    ]
    outcome = examine(Job(steps, [], given, given), cell_seconds=20, wall_seconds=600)
    assert (outcome.outputs[1], outcome.remarks) == ([], [])


def test_nothing_of_a_students_home_goes_to_the_other_process(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "work/home").mkdir(parents=True)
    folder = Folder(tmp_path)
    for name in ("home/.netrc", "work/home/x"):
        (tmp_path / name).write_text("x")
    assert folder.look() == {"work/home/x": b"x"}
    with pytest.raises(NotPlain):
        folder.take({"home/.netrc": b"x"})


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
    [remark] = judged.remarks
    assert "8,000,001 bytes at once; 1,000 and 8,000,000 are seen" in remark


def test_what_is_told_again_and_again_fills_no_disk(tmp_path):
    folder, content = Folder(tmp_path), bytes(LARGEST_CHANGE)
    with pytest.raises(NotPlain, match="too large"):
        for number in range(LARGEST_TAKEN // LARGEST_CHANGE + 1):
            folder.take({str(number): content})
    with pytest.raises(NotPlain, match="too many"):
        for number in range(MOST_TAKEN + 1):
            folder.take({f"{number}{letter}": b"" for letter in "abcdefghij"})
