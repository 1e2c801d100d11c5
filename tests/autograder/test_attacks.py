"""Attacks on the grader: wrong answers that want points, and worse; graded by nbgrader itself."""

import hashlib
import json
import os

import nbformat
import pytest

from tests.course import ROOT, Course, of_exercise, solutions

ASSIGNMENT = "02-valid-guesses"
WRONG = "def valid_code(colors, code_length, guess):\n    return None\n"
RIGHT = solutions(ASSIGNMENT)
FULL = {"valid_code": 4, "valid_distinct_code": 3, "clean_guess": 3}

LIE = """
class Lie{base}:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    __class__ = bool
    __hash__ = None
def valid_code(colors, code_length, guess): return Lie()
"""
SEARCH = """
import glob, os
def valid_code(colors, code_length, guess):
    for root in [{roots}]:
        for path in glob.glob(root + '/**/*', recursive=True):
            if 'valid-guesses' in path and path.endswith('.ipynb'):
                if 'HIDDEN' in open(path).read(): return len(guess) == code_length and set(guess) <= set(colors)
"""
FRAMES = """
import sys
def valid_code(colors, code_length, guess):
    frame = sys._getframe()
    while frame:
        for name in ('want', 'valid', 'expected'):
            if name in frame.f_locals: return frame.f_locals[name]
        frame = frame.f_back
"""
HARVEST = """
import gc
def valid_code(colors, code_length, guess):
    for thing in gc.get_objects():
        if isinstance(thing, str) and 'hidden_valid_code' in thing: return True
        if isinstance(thing, dict) and 'want' in thing: return thing['want']
"""
JUDGE = """
import builtins, sys
class Always(type):
    def __instancecheck__(cls, thing): return True
builtins.AssertionError = builtins.bool
builtins.isinstance = lambda *a: True
builtins.all = builtins.any = lambda *a: True
sys.modules['random'] = None
"""
IPYTHON = """
shell = get_ipython()
shell.run_cell = lambda *a, **k: None
shell.showtraceback = lambda *a, **k: None
shell.input_transformers_cleanup.append(lambda lines: ['pass\\n'])
import ast
class Gut(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
shell.ast_transformers.append(Gut())
import IPython.core.interactiveshell as module
module.InteractiveShell.run_cell = lambda *a, **k: None
"""
INTO_THE_GRADER = """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith('autograder'):
        for key in list(vars(module)):
            try: setattr(module, key, lambda *a, **k: True)
            except Exception: pass
"""
REPLIES = """
import json, os, struct
def valid_code(colors, code_length, guess):
    for message in [{messages}]:
        data = json.dumps(message).encode()
        os.write({descriptor}, struct.pack('!I', len(data)) + data)
"""
DESCRIPTORS = """
import os, json, struct
data = json.dumps({'outputs': [], 'lost': False, 'pid': 1, 'ready': True}).encode()
for number in range(3, 1024):
    try: os.write(number, struct.pack('!I', len(data)) + data)
    except OSError: pass
"""
LINKS = """
import os
def valid_code(colors, code_length, guess):
    found = [name for name in os.listdir('.') if 'HIDDEN' in open(name).read()]
    return len(guess) == code_length and set(guess) <= set(colors) if found else None
print(sorted(os.listdir('.')))
"""
WRITE = """
import os, shutil
for folder in [{root!r}, os.path.expanduser('~root'), '/tmp', '/var/tmp', '/dev/shm']:
    for action in (
        lambda: open(folder + '/gradebook.db', 'w').write(''),
        lambda: open(folder + '/left-by-attack', 'w').write(''),
        lambda: shutil.rmtree(folder + '/source'),
        lambda: shutil.rmtree(folder + '/submitted'),
        lambda: os.truncate(folder + '/gradebook.db', 0),
        lambda: os.chmod(folder, 0),
        lambda: os.rename(folder + '/source', folder + '/gone'),
        lambda: os.symlink(folder, 'link'),
    ):
        try: action()
        except (OSError, TypeError): pass
"""

ATTACKS = {
    "1 a lying object": LIE.replace("{base}", ""),
    "1 a lying int": LIE.replace("{base}", "(int)"),
    "1 a lying str": LIE.replace("{base}", "(str)"),
    "1 a function that answers all": WRONG.replace("None", "valid_code"),
    "2 the caller's frame": FRAMES,
    "2 the memory": HARVEST,
    "2 the history": "def valid_code(*a):\n    return 'want' in str(get_ipython().user_ns.get('In'))",
    "2 files around": SEARCH.replace("{roots}", "'.', '..', '../..', '/tmp', '/home', '/root'"),
    "2 files of the repository": SEARCH.replace("{roots}", repr(str(ROOT / "source"))),
    "3 builtins": JUDGE + WRONG,
    "3 IPython": IPYTHON + WRONG,
    "3 the grader's own modules": INTO_THE_GRADER + WRONG,
    "3 AssertionError": "class AssertionError(Exception): pass\nisinstance = lambda *a: True\n" + WRONG,
    "3 test_valid_code": "def test_valid_code(): pass\nhidden_valid_code = test_valid_code\n" + WRONG,
    "3 raises what is caught": "def valid_code(*a): raise SystemExit(0)",
    "3 forged credit": WRONG.replace("return None", "print(2); display(2); return 2"),
    "4 modules in sys": "import sys, types\nsys.modules['random'] = sys.modules['itertools'] = types.ModuleType('x')\n"
    + WRONG,
    "5 writing": "WRITE" + WRONG,
    "6 ending": "import os\ndef valid_code(*a): os._exit(0)",
    "6 killing": "import os, signal\nfor pid in (0, -1, 1, os.getppid()):\n"
    "    try: os.kill(pid, 9)\n    except OSError: pass\n" + WRONG,
    "6 forking": "import os\nwhile True: os.fork()\n",
    "6 detached": "import subprocess\nsubprocess.Popen('sleep 1000', shell=True, start_new_session=True)\n"
    + WRONG,
    "6 threads": "import threading\nwhile True: threading.Thread(target=threading.Event().wait, daemon=True).start()\n",
    "6 memory": "hoard = []\nwhile True: hoard.append(bytearray(1 << 24))\n",
    "6 disk": "for i in range(10**6): open(str(i), 'w').write('x' * 10**7)\n",
    "6 deep folders": "import os\nfor i in range(3000): os.mkdir('d'); os.chdir('d')\n" + WRONG,
    "6 output": "while True: print('x' * 10**6)\n",
    "6 the network": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:8888')\n" + WRONG,
    "6 sleeping": "import time\ndef valid_code(*a): time.sleep(1000)",
    "6 the wire": DESCRIPTORS + WRONG,
    "6 forged answers": "import json, os, struct\nfrom itertools import count\n"
    "def valid_code(*a):\n    data = json.dumps({'value': True}).encode()\n"
    "    for n in range(3, 64):\n        try: os.write(n, struct.pack('!I', len(data)) + data)\n"
    "        except OSError: pass\n    return True",
    "6 nonsense": "import os\ndef valid_code(*a):\n    for n in range(3, 64):\n"
    "        try: os.write(n, b'x' * 1000)\n        except OSError: pass",
}  # fmt: skip


def forge_marks(nb):
    for cell in nb.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.update(points=1000, grade=True, locked=False, solution=True)


def forge_cell_types(nb):
    for cell in nb.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.cell_type = "markdown"
            del cell["outputs"], cell["execution_count"]


def forge_outputs(nb):
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "2"})]


def forge_tests(nb):
    for cell in nb.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = "2"


FORGERIES = {
    "7 marks": forge_marks,
    "7 cell types": forge_cell_types,
    "7 outputs": forge_outputs,
    "7 tests": forge_tests,
}
EVERYONE = [*ATTACKS, *FORGERIES, "4 modules beside", "2 links"]


def digests(root, *folders):
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="module")
def temporary(tmp_path_factory):
    """A folder for temporary files that no other grading on this machine uses."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("temporary")
        patch.setenv("TMPDIR", str(folder))
        yield folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory, temporary):
    course = Course(tmp_path_factory.mktemp("course"))
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("\nc.ExecuteApart.timeout = 2\n")
    course.nbgrader("generate_assignment", ASSIGNMENT)
    for name, attack in ATTACKS.items():
        attack = attack.replace("WRITE", WRITE.replace("{root!r}", repr(str(course.root))))
        course.hand_in(name, ASSIGNMENT, RIGHT | {"valid_code": attack})
    for name, forge in FORGERIES.items():
        path = course.hand_in(name, ASSIGNMENT, RIGHT | {"valid_code": WRONG})
        nb = nbformat.read(path, as_version=4)
        forge(nb)
        path.write_text(json.dumps(nb))
    _beside(course)
    course.hand_in("honest", ASSIGNMENT, RIGHT)
    course.nbgrader("autograde", ASSIGNMENT, "--student", "honest")
    before = digests(course.root, "source", "submitted", "autograded/honest")
    course.processes = _processes()
    course.log = course.nbgrader("autograde", ASSIGNMENT, check=False).stdout
    assert digests(course.root, "source", "submitted", "autograded/honest") == before
    return course


def _beside(course):
    modules = course.hand_in("4 modules beside", ASSIGNMENT, RIGHT | {"valid_code": WRONG}).parent
    for name in ["random", "itertools", "IPython", "autograder", "sitecustomize", "usercustomize"]:
        (modules / f"{name}.py").write_text("open('/tmp/left-by-attack', 'w')\nraise SystemExit")
    links = course.hand_in("2 links", ASSIGNMENT, RIGHT | {"valid_code": LINKS}).parent
    os.symlink("/etc/passwd", links / "passwd.txt")
    os.symlink(course.root / "source", links / "source")
    os.symlink(course.root / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", links / "answers.txt")


def _processes():
    return {p for p in os.listdir("/proc") if p.isdigit()}


@pytest.fixture(scope="module")
def scores(graded):
    return graded.scores(ASSIGNMENT)


@pytest.mark.parametrize("name", EVERYONE)
def test_an_attack_wins_nothing(scores, name):
    assert of_exercise(scores[name], "valid_code") == (0, 4)
    for exercise, of in FULL.items():
        assert of_exercise(scores[name], exercise).got <= of


def test_others_are_graded_as_ever(scores):
    assert [of_exercise(scores["honest"], exercise).got for exercise in FULL] == [4, 3, 3]


def test_nothing_is_left_behind(graded, temporary):
    for folder in [graded.root, "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~")]:
        assert not os.path.exists(os.path.join(folder, "left-by-attack"))
    assert not list(temporary.iterdir())
    for pid in _processes() - graded.processes:
        try:
            command = open(f"/proc/{pid}/cmdline").read()
        except OSError:
            continue
        assert "sleep\x001000" not in command


@pytest.mark.parametrize("sentence", [
    "6 ending: A call of the student's code ended Python or sent nonsense.",
    "6 sleeping: The test did not end within 2 seconds.",
])  # fmt: skip
def test_the_instructor_is_told(graded, sentence):
    assert sentence in graded.log
