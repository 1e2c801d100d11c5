"""What the run in one process, which has the hidden tests in reach, can carry out of it.

Each row is an answer that tells one hidden test from another, and does something that differs.
Nothing that is published of this hand-in may differ, and nothing that a later one sees.
"""

import os
import tempfile
from pathlib import Path
from textwrap import indent

import pytest
from nbformat.v4 import new_notebook

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.schedule import Learned
from autograder.runner import conductor
from autograder.runner.conductor import examine, run_together
from autograder.runner.jobs import Job, Step
from autograder.runner.processes import confinement
from autograder.runner.processes.confinement import Allowed
from autograder.runner.processes.forked import PageCache
from autograder.runner.tasks import Task
from tests.small import marked

ANSWER = """
import os, sys
def f():
    test = In[-1]
    if "hid" "den" not in test:
        return 1
    bit = int(test[-1])
{}
    return 1
"""
FAILS = "raise [KeyError('0'), ValueError('1')][bit]"
THREADS = "import threading\nfor _ in range(5000 * bit):\n    t = threading.Thread(target=int)\n"
OWN = {
    "what is printed, and a part of the points": (
        "print(bit)\nprint(bit, file=sys.stderr)\ndisplay({'text/plain': str(bit)})\n"
        "try: open(['/etc/hostname', '/etc/hosts'][bit])\nexcept OSError as e: print(e)\n"
        "return [0.5, 0.25][bit]"
    ),
    "an error": FAILS,
    "the error of a wall": "import socket\nsocket.create_connection((f'{bit}.org', 1))",
    "a refused path": "open(['/etc/hostname', '/etc/hosts'][bit])",
    "how a process ends": f"if bit: os._exit(bit)\n{FAILS}",
    "a limit": f"while bit: pass\n{FAILS}",
}
"""What would be published of this hand-in."""
LATER = {
    "files": (
        "for folder in ('.', os.environ['TMPDIR'], os.environ['HOME']):\n"
        "    if bit: open(f'{folder}/left', 'w').close()",
        "[os.path.exists(f'{folder}/left') for folder in ('.', os.environ['TMPDIR'], os.environ['HOME'])]",
    ),
    "room on the disk": (
        "if bit: open('large', 'wb').write(bytes(9_000_000))",
        "os.statvfs('.').f_bfree // 1000 if os.statvfs('.').f_blocks < 20_000 else os.listdir()",
    ),
    "the environment": ("os.environ['LEFT'] = str(bit)", "os.getenv('LEFT')"),
    "modules": ("if bit: import wave", "'wave' in sys.modules"),
    "memory": ("import json\njson.left = bit", "getattr(__import__('json'), 'left', None)"),
    "builtins": (
        "import builtins\nbuiltins.left = bit",
        "getattr(__import__('builtins'), 'left', None)",
    ),
    "a lock": (
        "import fcntl\nif bit: sys.left = open('READ')\nif bit: sys.left.read()\nif bit: fcntl.flock(sys.left, fcntl.LOCK_EX)",
        "__import__('fcntl').flock(open('READ'), 6)",
    ),
    "limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (50 + bit, 64))",
        "__import__('resource').getrlimit(7)",
    ),
    "the folder": (
        "os.mkdir('below')\nif bit: os.chdir('below')",
        "os.path.basename(os.getcwd()) == 'below'",
    ),
}
"""What a later hand-in would see, and how it looks. One answer tries all of it."""
NUMBERS = {
    "the number of a file": (
        "for n in range(500 * bit): open(str(n), 'w').close()",
        "os.fstat(os.open('x', os.O_CREAT)).st_ino > 400",
    ),
    "the number of a thread": (
        f"{THREADS}    t.start()\n    t.join()",
        "(t := __import__('threading').Thread(target=int)).start() or t.native_id > 4000",
    ),
}
"""Only with bubblewrap: otherwise such numbers are the machine's."""


def rows(wall, later, *marks):
    """The rows behind one wall: what is sent, and where a later hand-in would look for it."""
    for name, send in OWN.items():
        slow = [pytest.mark.slow] * (name == "a limit")
        yield pytest.param(wall, send, [], id=f"{name} ({wall})", marks=[*marks, *slow])
    sends, looks = zip(*later.values(), strict=True)
    yield pytest.param(wall, "\n".join(sends), looks, id=f"to a later one ({wall})", marks=marks)


@pytest.fixture
def read():
    """A file that all may read, and that nobody has read for long; not in /tmp, which is theirs."""
    with tempfile.NamedTemporaryFile(dir="/var/tmp") as file:
        Path(file.name).write_text("read")
        os.utime(file.name, (0, 0))
        yield file.name


@pytest.fixture
def behind(monkeypatch):
    """Have the walls be one of the kinds."""

    def without(*args, **options):
        raise confinement.ConfinementError("there is none")

    def use(wall):
        if wall == "Landlock":
            monkeypatch.setattr(confinement, "bubblewrap", without)
            monkeypatch.setattr(conductor, "_running", running)

    return use


running = {}  # those behind Landlock alone, for all rows


def job(*cells, **how):
    """A job whose hidden test differs by its last character."""
    steps = [Step(n, text, text.startswith("#"), ("f",)) for n, text in enumerate(cells)]
    return Job(steps, [], {}, {}, **how)


def both(made, cell=30, notebook=300, wall=0):
    jobs = {"a": made}
    return Task(jobs, False, cell, notebook, wall).run().judged(jobs)["a"]


@pytest.mark.parametrize(
    "wall, send, looks",
    [*rows("bubblewrap", NUMBERS | LATER), *rows("Landlock", LATER, pytest.mark.slow)],
)
def test_nothing_but_the_result_is_carried_out(behind, read, wall, send, looks):
    behind(wall)
    looks = [f"import os, sys\nprint({look})".replace("READ", read) for look in looks or ["0"]]
    answer = ANSWER.format(indent(send.replace("READ", read), "    "))
    how = {"allowed": Allowed(readable=(read,))}
    published, later, itself = [], [], []
    for bit in (0, 1):
        handed_in = job(answer, f"# hidden\nf()  # {bit}", **how)
        outcome = both(handed_in, 1, 60, 600)
        published.append(outcome._replace(seconds={}))
        later.append(examine(job(*looks, **how)).outputs)
        together = job(answer, f"# hidden\nf()  # {bit}", *looks, **how)
        itself.append(run_together(together, False, 1))
    assert published[0] == published[1]
    assert later[0] == later[1]
    assert os.stat(read).st_atime_ns == 0  # nor is it seen that the file was read
    # So there is something to carry:
    assert itself[0] != itself[1]
    if len(looks) > 1:
        seen = [outputs for outputs, _ in itself]
        assert not [looks[n - 2] for n in range(2, len(looks) + 2) if seen[0][n] == seen[1][n]]


def is_cached(path):
    with open(path, "rb", 0) as file:
        try:
            return os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT) == 1
        except BlockingIOError:
            return False


def forget(path):
    with open(path) as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


@pytest.mark.parametrize("bit", [0, 1])
def test_what_it_has_read_is_not_in_the_page_cache_when_it_has_ended(read, bit, monkeypatch):
    allowed = Allowed(readable=(read,))
    if not conductor.warm(False, allowed).page_cache.group:
        pytest.skip("needs a control group of its own: root, outside of a container")
    forget(read)
    if is_cached(read):
        pytest.skip("the file is not on a disk")
    answer = ANSWER.format(indent(f"if bit: open({read!r}).read()", "    "))
    handed_in = job(answer, f"# hidden\nf()  # {bit}", allowed=allowed)
    forget(read)  # to look has read it
    run_together(handed_in)
    assert not is_cached(read)
    monkeypatch.setattr(PageCache, "drop", lambda self: None)
    forget(read)
    run_together(handed_in)
    assert is_cached(read) == bool(bit)  # so there is something to carry


def test_it_cannot_empty_the_page_cache_either(read):
    empty = f"os.posix_fadvise(os.open({read!r}, 0), 0, 0, os.POSIX_FADV_DONTNEED)"
    forget(read)
    assert Path(read).read_text() and is_cached(read)
    outputs, _ = run_together(job(f"import os\n{empty}", allowed=Allowed(readable=(read,))))
    assert outputs == {0: []}
    assert is_cached(read)


def test_the_result_is_what_leaves():
    """One bit: the rows above would see it."""
    answer, found = ANSWER.format("    assert bit"), []
    for bit in (0, 1):
        handed_in = job(answer, f"# hidden\nf()  # {bit}")
        found.append(both(handed_in).verdicts)
    assert (found[0][1].apart, found[0][1].together, found[1]) == ("pass", "fail", {})


@pytest.mark.parametrize("given, wants", [("0.5", True), ("2", False), ("0", False)])
def test_a_part_of_the_points_that_one_run_alone_gives_waits_for_a_person(given, wants):
    answer = marked("f", "### BEGIN SOLUTION\ndef f(): return 2\n### END SOLUTION", solution=True)
    test = marked("test-f", "f()", grade=True, locked=True, points=2)
    assignment = Assignment("a", {"a": new_notebook(cells=[answer, test])})
    assignment.learn({"a": Learned(["test-f"])})
    rebuilt, remarks = assignment.rebuild("a", new_notebook(cells=[answer, test]))
    rebuilt.cells[0].source = f"def f(): return {given}"
    made = assignment.job("a", rebuilt, {})
    assignment.fill("a", rebuilt, both(made), remarks)
    assert ("test-f" in rebuilt.metadata["graded"].get("by_hand", {})) == wants
    assert ("0.5" in str(rebuilt.cells[1].outputs)) is False
