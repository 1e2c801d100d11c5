"""What a notebook's cells write is there for its tests, and the other way round, as in one process."""

import errno
import os
from pathlib import Path

import pytest

from autograder.grader.course.folders import add_written
from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from autograder.runner.processes.shared_files import (
    LARGEST_CHANGE,
    LARGEST_KEPT,
    LARGEST_TAKEN,
    MOST_KEPT,
    MOST_TAKEN,
    Folder,
)
from autograder.runner.wire.channel import NotPlain
from tests.runner import notebooks
from tests.runner.test_examination import error, judge, run

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


def of_examiner(tmp_path, *given):
    for name in given:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("given/by.txt")
    return Folder(tmp_path, keeps=True)


@pytest.mark.parametrize(
    "name, test",
    [
        ("out.csv", "read_csv('out.csv')"),
        ("out.csv", "make()\nread_csv(f'{place}/out.csv')"),
        ("my file.txt", "open('my file.txt')"),
        ("out3.csv", "for n in range(9): open(f'out{n}.csv')"),
        ("out3.csv", "glob('*.csv')"),
        ("out/a/b", "os.listdir('out')"),
        ("a.db", "create_engine('sqlite:///a.db')"),
        (".env", "open('.env')"),
        ("by.txt", ""),  # a given module names it
    ],
)
def test_the_examiner_takes_what_a_test_names_before_or_after_it_is_written(tmp_path, name, test):
    for early in (True, False):
        folder = of_examiner(tmp_path / str(early), "check.py")
        if early:
            folder.name(test)
        folder.take({name: b"x"})
        folder.name(test)
        assert (folder.root / name).read_bytes() == b"x" and not folder.waiting


@pytest.mark.parametrize(
    "name", ["pytest.ini", "tests/pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "x.cfg", "out/.x", ".git/config", "a/b.toml", "given/x.cfg"]
)  # fmt: skip
def test_no_file_becomes_a_setting_of_a_tool_that_a_test_uses(tmp_path, name):
    folder = of_examiner(tmp_path, "tests/test_square.py", "given/data/square.txt")
    folder.name(
        "import pytest\nassert pytest.main(['tests', *more, '-k', f'{x}']) == 0 and a * b == 1"
    )
    (tmp_path / "out").mkdir()
    (tmp_path / ".git").mkdir()
    folder.take({name: b"[pytest]\naddopts = --collect-only"})
    assert not (tmp_path / name).exists() and [*folder.waiting] == [name]


def test_what_a_test_has_made_is_shared_with_an_answer(tmp_path):
    folder = of_examiner(tmp_path)
    (tmp_path / "tmpx1").mkdir()
    (tmp_path / "tmpy2").write_text("")
    folder.look()
    folder.take({"tmpx1/board": b"R", "tmpy2": b"G"})
    assert (tmp_path / "tmpx1/board").read_bytes() + (tmp_path / "tmpy2").read_bytes() == b"RG"


def test_a_look_that_fails_is_no_change(tmp_path, monkeypatch):
    (tmp_path / "given.json").write_text("{}")
    folder = Folder(tmp_path)
    (tmp_path / "new.txt").write_text("R")

    def refuse(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refuse)
        assert folder.look() == {} == folder.look()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refuse)
        assert folder.look() == {}
    assert folder.changes() == {"new.txt": b"R"} and folder.look() == {}


def test_who_opens_all_files_that_there_may_be_is_not_said_to_have_removed_any():
    given = {"expected.json": b"[1]"}
    answer = """
kept = []
def take_all():
    try:
        while True: kept.append(open('expected.json'))
    except OSError: return len(kept)
take_all()
"""
    test = "import json\nassert take_all() > 9\nassert json.load(open('expected.json')) == [1]"
    judged = notebooks.judge(answer, test, source=answer, given=given, handed_in=given)
    assert [error(outputs) for outputs in judged.outputs.values()] == ["", "", ""]
    assert judged.remarks == []


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


def test_what_is_too_large_is_left_out_and_costs_no_points():
    write = f"def save():\n    open('a', 'wb').write(bytes({LARGEST_CHANGE + 1})); return 1"
    judged = judge(write, "#test\nassert save() == 1", names=["save"])
    assert error(judged.outputs[1]) == "" and judged.files == {}


def test_what_is_told_again_and_again_fills_no_disk(tmp_path):
    folder, content = Folder(tmp_path), bytes(LARGEST_CHANGE)
    with pytest.raises(NotPlain, match="too large"):
        for number in range(LARGEST_TAKEN // LARGEST_CHANGE + 1):
            folder.take({str(number): content})
    with pytest.raises(NotPlain, match="too many"):
        for number in range(MOST_TAKEN + 1):
            folder.take({f"{number}{letter}": b"" for letter in "abcdefghij"})


@pytest.mark.slow
@pytest.mark.parametrize("name", [
    "pytest.ini", *(pytest.param(n, marks=pytest.mark.nightly) for n in ["pyproject.toml", "tox.ini", "setup.cfg"]),
])  # fmt: skip
def test_no_settings_of_an_answers_make_a_tool_pass(name):
    section = {"pyproject.toml": "tool.pytest.ini_options", "setup.cfg": "tool:pytest"}
    settings = f"[{section.get(name, 'pytest')}]\naddopts = '--collect-only'\n".replace(
        "'", '"' if name == "pyproject.toml" else ""
    )
    answer = f"open({name!r}, 'w').write({settings!r})\ndef f(n): return 0"
    given = {
        "square.json": b"{}",
        "test_square.py": b"import pytest\ndef test(): from answers import f; assert f(3) == 9",
    }
    test = (
        "import io, contextlib, sys, types, pytest\nsys.modules['answers'] = types.ModuleType('answers')\n"
        "sys.modules['answers'].f = f\nwith contextlib.redirect_stdout(io.StringIO()):\n"
        "    code = pytest.main(['-p', 'no:cacheprovider', 'test_square.py'])\nassert code == 0"
    )
    right = "def f(n): return n * n"
    for own, passes in ((answer, False), (right, True)):
        judged = notebooks.judge(own, test, source=right, given=given, handed_in=given)
        assert (error(judged.outputs[1]) == "") is passes


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


def test_files_that_are_too_many_or_too_large_are_left_out():
    many = "for n in range(150): open(f'{n:03}.txt', 'w').write('x')"
    large = (
        f"open('large.bin', 'wb').write(bytes({LARGEST_KEPT}))\nopen('small.txt', 'w').write('s')"
    )
    assert len(judge(many).files) == MOST_KEPT
    outcome = judge(large)
    assert outcome.files == {"small.txt": b"s"}


@pytest.mark.parametrize(
    "name", ["../out.txt", "/tmp/out.txt", "a.py", "given.txt", "a.ipynb", ".hidden", ".git/config",
             "timestamp.txt", "submission_secret.txt", "given.txt/a", "folder", "link/out.txt",
             "a" * 300],
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
