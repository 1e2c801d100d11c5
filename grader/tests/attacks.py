"""A collection of attacks on graders: wrong answers that want points, and worse.

The number in front of a name is the class: 1 values that lie, 2 reading the answer,
3 changing the judge, 4 replacing modules, 5 writing where it should not, 6 outliving,
exhausting and confusing, 7 forging the file that is handed in.
"""

import hashlib
import json
import os
from pathlib import Path

import nbformat

from tests.sample import ASSIGNMENT, RIGHT, Course

WRONG = "def spelled(letters, length, word):\n    return None\n"

LIE = """
class Lie{base}:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    __class__ = bool
    __hash__ = None
def spelled(letters, length, word): return Lie()
"""
SEARCH = """
import glob, os
def spelled(letters, length, word):
    for root in [{roots}]:
        for path in glob.glob(root + '/**/*', recursive=True):
            if 'spelling' in path and path.endswith('.ipynb'):
                if 'HIDDEN' in open(path).read(): return len(word) == length and set(word) <= set(letters)
"""
FRAMES = """
import sys
def spelled(letters, length, word):
    frame = sys._getframe()
    while frame:
        for name in ('want', 'valid', 'expected'):
            if name in frame.f_locals: return frame.f_locals[name]
        frame = frame.f_back
"""
HARVEST = """
import gc
def spelled(letters, length, word):
    for thing in gc.get_objects():
        if isinstance(thing, str) and 'hidden_spelled' in thing: return True
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
DESCRIPTORS = """
import os, json, struct
for message in [
    {'type': 'Ran', 'outputs': []},
    {'type': 'Tested', 'outputs': [], 'lost': False, 'tried': []},
    {'type': 'Done', 'pid': 1},
]:
    data = json.dumps(message).encode()
    for number in range(3, 1024):
        try: os.write(number, struct.pack('!I', len(data)) + data)
        except OSError: pass
"""
CASES = """
import gc
def spelled(*arguments):
    for thing in gc.get_objects():
        if type(thing) is list:
            for case in thing:
                if type(case) is tuple and len(case) > 1 and case[0] == arguments: return case[1]
"""
BYTES_OF_MEMORY = """
import ctypes, functools, os
shifted = bytes((n + 1) % 256 for n in range(256))
@functools.cache
def search(word):  # one letter on, so that it does not find itself
    into, found = os.pipe(), 0
    start = id(object()) & ~0xfff
    for address in range(start - (16 << 20), start + (16 << 20), 4096):
        if ctypes.CDLL(None).write(into[1], ctypes.c_void_p(address), 4096) == 4096:
            found += word in os.read(into[0], 4096).translate(shifted)
    return found
def spelled(letters, length, word):
    right = len(word) == length and set(word) <= set(letters)
    return right if search(b'IJEEFO!UFTUT') else None
"""
CHECKS = """
import unittest
nothing = lambda *a, **k: None
for name in dir(unittest.TestCase):
    if name.startswith("assert"): setattr(unittest.TestCase, name, nothing)
"""
LISTENING = """
heard = {}
def display(*a, **k): heard.update(dict.fromkeys(map(str, a)))
print = display
def spelled(*a): return any('True' in text for text in heard)
"""
OUTPUT_FORGED = """
class Much:
    items = [{'output_type': 'stream', 'name': 'stdout', 'text': 'x' * 15_000_000}]
    lost = False
shell = get_ipython()
shell.run = lambda *a, **k: Much
"""
FLOOD = """
import os, struct
def spelled(*a):
    deep = b'{"type": "Returned", "value": ' + b'[' * 10**6 + b']' * 10**6 + b'}'
    wide = b'{"type": "Returned", "value": [' + b'[],' * 10**7 + b'[]]}'
    for data in (deep, wide):
        for n in range(3, 64):
            try: os.write(n, struct.pack('!I', len(data)) + data)
            except OSError: pass
    return True
"""
FILES_FORGED = """
import base64, json, os, struct
left = base64.b64encode(b"open('/tmp/left-by-attack', 'w')").decode()
names = ['../left-by-attack', '/tmp/left-by-attack', 'pandas.py', 'pandas.py/', './pandas.py']
def spelled(*a):
    for name in names:
        data = json.dumps({'type': 'Returned', 'value': True, 'files': {name: left}}).encode()
        for n in range(3, 64):
            try: os.write(n, struct.pack('!I', len(data)) + data)
            except OSError: pass
    return True
"""
OTHERS = """
import ctypes, fcntl, os, socket
libc = ctypes.CDLL(None)
out, into = os.pipe()
for action in (
    lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b'x', '/run/log'),
    lambda: (fcntl.fcntl(out, fcntl.F_SETOWN, 1), fcntl.fcntl(out, 10, 9),
             fcntl.fcntl(out, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK), os.write(into, b'x')),
    lambda: libc.inotify_add_watch(libc.inotify_init(), b'/tmp', 0xfff),
    lambda: libc.ptrace(16, os.getppid(), 0, 0),
    lambda: os.setpriority(os.PRIO_PGRP, 0, 19),
    lambda: libc.sync(),
):
    try: action()
    except (OSError, AttributeError): pass
"""
BUSY = """
import threading
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
"""
TRACING = """
import sys
seen = []
def trace(frame, event, argument):
    seen.extend(v for k, v in frame.f_locals.items() if k in ('want', 'expected', 'cases'))
    return trace
sys.settrace(trace); sys.setprofile(trace)
import threading; threading.settrace(trace)
def spelled(*arguments):
    for thing in seen:
        for case in thing if type(thing) is list else ():
            if case[0] == arguments: return case[1]
"""
LINKS = """
import os
def spelled(letters, length, word):
    found = [name for name in os.listdir('.') if 'HIDDEN' in open(name).read()]
    return len(word) == length and set(word) <= set(letters) if found else None
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
    "1 a function that answers all": WRONG.replace("None", "spelled"),
    "2 the caller's frame": FRAMES,
    "2 the memory": HARVEST,
    "2 the history": "def spelled(*a):\n    return 'want' in str(get_ipython().user_ns.get('In'))",
    "2 files around": SEARCH.replace("{roots}", "'.', '..', '../..', '/tmp', '/home', '/root'"),
    "2 files of the course": SEARCH.replace("{roots}", "SOURCE"),
    "2 the table of cases": CASES,
    "2 the bytes of memory": BYTES_OF_MEMORY,
    "2 tracing": TRACING,
    "2 listening": LISTENING,
    "3 the checks": CHECKS + WRONG,
    "3 raises what ends": "def spelled(*a): raise KeyboardInterrupt",
    "3 builtins": JUDGE + WRONG,
    "3 IPython": IPYTHON + WRONG,
    "3 the grader's own modules": INTO_THE_GRADER + WRONG,
    "3 AssertionError": "class AssertionError(Exception): pass\nisinstance = lambda *a: True\n" + WRONG,
    "3 test_spelled": "def test_spelled(): pass\nhidden_spelled = test_spelled\n" + WRONG,
    "3 raises what is caught": "def spelled(*a): raise SystemExit(0)",
    "3 forged credit": WRONG.replace("return None", "print(2); display(2); return 2"),
    "4 modules in sys": "import sys, types\nsys.modules['random'] = sys.modules['itertools'] = types.ModuleType('x')\n"
    + WRONG,
    "5 writing": "WRITE" + WRONG,
    "6 ending": "import os\ndef spelled(*a): os._exit(0)",
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
    "6 sleeping": "import time\ndef spelled(*a): time.sleep(1000)",
    "6 the wire": DESCRIPTORS + WRONG,
    "6 forged answers": "import json, os, struct\nfrom itertools import count\n"
    "def spelled(*a):\n    data = json.dumps({'type': 'Returned', 'value': True}).encode()\n"
    "    for n in range(3, 64):\n        try: os.write(n, struct.pack('!I', len(data)) + data)\n"
    "        except OSError: pass\n    return True",
    "6 forged output": OUTPUT_FORGED + WRONG,
    "6 forged files": FILES_FORGED,
    "6 a flood": FLOOD,
    "6 signals, datagrams, watching": OTHERS + WRONG,
    "6 busy threads": BUSY + WRONG,
    "6 nonsense": "import os\ndef spelled(*a):\n    for n in range(3, 64):\n"
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


ACTIVE = '"><script>attack()</script><img src=x onerror=attack()>'


def forge_ids(nb):
    for number, cell in enumerate(nb.cells):
        cell.metadata.update(tags=[ACTIVE], name=ACTIVE)
        if "nbgrader" not in cell.metadata:
            cell.id = f"{ACTIVE}{number}"
    nb.cells.append(nbformat.v4.new_markdown_cell(ACTIVE))
    nb.cells[-1].update(id=ACTIVE, attachments={ACTIVE: {}})
    nb.metadata.update(title=ACTIVE, kernelspec={"name": ACTIVE, "display_name": ACTIVE})


def forge_text(nb):
    for text in ["x = '\ud800'", "-" * 5000 + "1", "?x\n" * 450 + "x = 1\n" * 10_000]:
        nb.cells.append(nbformat.v4.new_code_cell(text))
    nb.cells = [cell for cell in nb.cells if cell.id != "tidy"]


FORGERIES = {
    "7 ids": forge_ids,
    "7 text that is hard to read": forge_text,
    "7 marks": forge_marks,
    "7 cell types": forge_cell_types,
    "7 outputs": forge_outputs,
    "7 tests": forge_tests,
}
MODULES, LINKS_BESIDE = "4 modules beside", "2 links"
A_COURSE_BESIDE = "7 a course beside"
EVERYONE = [*ATTACKS, *FORGERIES, MODULES, LINKS_BESIDE, A_COURSE_BESIDE]


def hand_in(course: Course, name: str) -> None:
    """Let a student of that name hand in an attack."""
    attack = ATTACKS.get(name, LINKS if name == LINKS_BESIDE else WRONG)
    attack = attack.replace("WRITE", WRITE.replace("{root!r}", repr(str(course.root))))
    attack = attack.replace("SOURCE", repr(str(course.root / "source")))
    path = course.hand_in(name, ASSIGNMENT, RIGHT | {"spelled": attack})
    if name in FORGERIES:
        nb = nbformat.read(path, as_version=4)
        FORGERIES[name](nb)
        path.write_text(json.dumps(nb))
    elif name == MODULES:
        for module in [
            *("random", "itertools", "IPython", "autograder", "unittest"),
            *("sitecustomize", "usercustomize"),
        ]:
            text = "open('/tmp/left-by-attack', 'w')\nraise SystemExit"
            path.with_name(f"{module}.py").write_text(text)
    elif name == A_COURSE_BESIDE:
        for beside in ["source", "release", "autograded", "feedback"]:
            (path.parent / beside / ASSIGNMENT).mkdir(parents=True)
            (path.parent / beside / ASSIGNMENT / path.name).write_text("{}")
        path.with_name("gradebook.db").write_text("x")
        path.with_name("nbgrader_config.py").write_text("raise SystemExit")
    elif name == LINKS_BESIDE:
        os.symlink("/etc/passwd", path.with_name("passwd.txt"))
        os.symlink(course.root / "source", path.with_name("source"))
        hidden = course.root / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        os.symlink(hidden, path.with_name("answers.txt"))


def with_oldest_landlock(command: list[str]) -> list[str]:
    """Have what runs students' code take Landlock for its oldest version that is good enough."""
    arguments = command[command.index("autograder.runner.processes.forkserver") + 1 :]
    program = (
        "import sys\n"
        "from autograder.runner.processes import confinement, forkserver\n"
        "confinement.landlock_version = lambda: 3\n"
        "forkserver.main(*sys.argv[1:])"
    )
    return [command[0], "-sP", "-c", program, *arguments]


def digests(root: Path, *folders: str) -> dict[str, str]:
    """The digests of all files in some folders, to see what an attack has changed."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
