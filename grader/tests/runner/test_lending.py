"""Functions that are lent: out of reach until their tests are over, then there as everywhere."""

import ast
import py_compile
import subprocess
import sys
from contextlib import suppress
from functools import partial

import pytest

from autograder.runner.messages import FROM_STUDENT, RunCell
from autograder.runner.processes.confinement import (
    USUAL,
    ConfinementError,
    bubblewrap,
    landlock_version,
)
from autograder.runner.processes.forked import ForkServer
from autograder.runner.processes.lent_modules import file_of
from autograder.runner.processes.surroundings import readable, surroundings
from autograder.runner.wire.channel import Channel
from tests.landlock import with_oldest_landlock

IN_A_PACKAGE, OF_ITS_OWN = "autograder.extras.lms.platforms", "colorsys"
LENT = {
    IN_A_PACKAGE: ("read_name", "def read_name("),
    OF_ITS_OWN: ("hls_to_rgb", "def hls_to_rgb("),
}
"""Modules that no student's process needs, each with a function and a line of its text."""

OLD = "landlock, version 3"
WALLS = {
    "bubblewrap": partial(bubblewrap, paths=readable(), lent=LENT),
    "landlock": list,
    OLD: with_oldest_landlock,
}

# MODULE, FUNCTION, FILE and COMPILED are put in; `found` is the function, or its text.
WAYS = {
    "import": "import MODULE as m; found = m.FUNCTION",
    "from import": "from MODULE import FUNCTION as found",
    "import all": "from MODULE import *; found = FUNCTION",
    "importlib": "import importlib; found = importlib.import_module('MODULE').FUNCTION",
    "__import__": "found = __import__('MODULE', fromlist=['FUNCTION']).FUNCTION",
    "sys.modules": "import sys, MODULE; found = sys.modules['MODULE'].FUNCTION",
    "reload": "import importlib, MODULE as m; found = importlib.reload(m).FUNCTION",
    "import again": "import sys\nsys.modules.pop('MODULE', None)\nfrom MODULE import FUNCTION as found",
    "other finders": "import sys\nsys.modules.pop('MODULE', None)\n"
    "sys.meta_path[:] = [f for f in sys.meta_path if 'Late' not in type(f).__name__]\n"
    "from MODULE import FUNCTION as found",
    "getsource": "import inspect, MODULE as m; found = inspect.getsource(m)",
    "linecache": "import linecache; found = ''.join(linecache.getlines('FILE'))",
    "open": "found = open('FILE').read()",
    "pathlib": "import pathlib; found = pathlib.Path('FILE').read_bytes()",
    "open, from another folder": "import os; d = os.open(os.path.dirname('FILE'), os.O_RDONLY)\n"
    "found = os.read(os.open(os.path.basename('FILE'), os.O_RDONLY, dir_fd=d), 10**6)",
    "open_code": "import io; found = io.open_code('FILE').read()",
    "libc": "import ctypes; libc = ctypes.CDLL(None); text = ctypes.create_string_buffer(10**5)\n"
    "libc.read(libc.open(b'FILE', 0), text, 10**5); found = text.value",
    "mmap": "import mmap; f = open('FILE', 'rb')\n"
    "found = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)[:]",
    "root of the process": "found = open('/proc/self/root/FILE').read()",
    "symbolic link": "import os; os.symlink('FILE', 'link.py'); found = open('link.py').read()",
    "hard link": "import os, tempfile; to = tempfile.mktemp(dir=os.path.dirname('FILE') or '.')\n"
    "os.link('FILE', to)\nfound = open(to).read(); os.remove(to)",
    "copy": "import shutil; shutil.copy('FILE', 'copied.py'); found = open('copied.py').read()",
    "fileinput": "import fileinput; found = ''.join(fileinput.input('FILE'))",
    "pkgutil": "import os, pkgutil; found = pkgutil.get_data('MODULE', os.path.basename('FILE'))",
    "loader": "import MODULE as m; found = m.__loader__.get_source('MODULE')",
    "data of the loader": "import MODULE as m; found = m.__loader__.get_data('FILE')",
    "spec from file": "from importlib.util import *; s = spec_from_file_location('x', 'FILE')\n"
    "m = module_from_spec(s); s.loader.exec_module(m); found = m.FUNCTION",
    "source loader": "from importlib.machinery import *\n"
    "found = SourceFileLoader('MODULE', 'FILE').get_source('MODULE')",
    "file finder": "import os; from importlib.machinery import *\n"
    "f = FileFinder(os.path.dirname('FILE'), (SourceFileLoader, ['.py']))\n"
    "found = f.find_spec('MODULE'.rpartition('.')[2]).loader.get_data('FILE')",
    "runpy, path": "import runpy; found = runpy.run_path('FILE')['FUNCTION']",
    "runpy, module": "import runpy; found = runpy.run_module('MODULE')['FUNCTION']",
    "bytecode": "found = open('COMPILED', 'rb').read()",
    "loader of bytecode": "from importlib.machinery import *\n"
    "from importlib.util import *\nl = SourcelessFileLoader('x', 'COMPILED')\n"
    "m = module_from_spec(spec_from_loader('x', l)); l.exec_module(m); found = m.FUNCTION",
    "marshal": "import marshal, types; code = marshal.loads(open('COMPILED', 'rb').read()[16:])\n"
    "found = next(c for c in code.co_consts if getattr(c, 'co_name', '') == 'FUNCTION')",
    "objects": "import gc, sys\nfound = next(\n"
    "    (o for o in gc.get_objects() if getattr(o, '__name__', 0) == 'FUNCTION'), None)\n"
    "import MODULE as m; found = found or m.FUNCTION",
    "subprocess": "import subprocess; found = subprocess.check_output(['cat', 'FILE'])",
    "system": "import os; os.system('cat FILE > copied.py'); found = open('copied.py').read()",
    "another Python": "import subprocess, sys; found = subprocess.check_output(\n"
    "    [sys.executable, '-c', 'import MODULE as m, inspect; print(inspect.getsource(m))'])",
    "tokenize": "import tokenize; found = tokenize.open('FILE').read()",
    "modulefinder": "import modulefinder; f = modulefinder.ModuleFinder(); f.run_script('FILE')\n"
    "found = 'LINE' if 'FUNCTION' in f.modules['__main__'].globalnames else ''",
    "zip": "import zipfile; z = zipfile.ZipFile('z.zip', 'w'); z.write('FILE', 'm'); z.close()\n"
    "found = zipfile.ZipFile('z.zip').read('m')",
}
TELL = """
text = found if isinstance(found, (str, bytes)) else ''
text = text if isinstance(text, bytes) else text.encode()
print('GOT' if callable(found) or hasattr(found, 'co_code') or b'LINE' in text or b'FUNCTION' in text else 'nothing')
"""


def way(name, module):
    function, line = LENT[module]
    file = file_of(module)
    compiled = file.parent / "__pycache__" / f"{file.stem}.{sys.implementation.cache_tag}.pyc"
    text = WAYS[name] + TELL
    for short, long in [
        *(("MODULE", module), ("FUNCTION", function), ("LINE", line)),
        *(("FILE", str(file)), ("COMPILED", str(compiled))),
    ]:
        text = text.replace(short, long)
    return text


@pytest.fixture(scope="module", autouse=True)
def bytecode():
    """Have the bytecode beside the files, where there may be any."""
    for module in LENT:
        with suppress(OSError):
            py_compile.compile(str(file_of(module)))


@pytest.fixture(
    scope="module",
    params=["bubblewrap", "landlock", pytest.param(OLD, marks=pytest.mark.nightly)],
)
def fork_server(request):
    wall = request.param
    if wall != "bubblewrap" and landlock_version() < 3:
        pytest.skip("Landlock is missing or too old here")
    try:
        around = surroundings(USUAL)._replace(lent=tuple(LENT))
        server = ForkServer("student", WALLS[wall], confined=True, around=around)
    except ConfinementError as error:
        pytest.skip(f"not on this machine: {error}")
    yield server
    server.close()


def run(fork_server, *requests):
    pid, sock = fork_server.fork({})
    channel = Channel(sock, FROM_STUDENT)
    printed = []
    for request in requests:
        channel.send(request)
        printed.append("".join(map(str, channel.receive().outputs)))
    fork_server.end(pid)
    channel.close()
    return printed


@pytest.mark.parametrize("module", LENT)
@pytest.mark.parametrize("name", WAYS)
def test_what_is_not_lent_yet_is_not_reached_by(name, module, fork_server):
    [printed] = run(fork_server, RunCell(way(name, module)))
    assert printed and "GOT" not in printed


EACH = """
import os, sys, tempfile
for way in {ways!r}:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out:
        if (pid := os.fork()) == 0:
            os.chdir(folder)
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            exec(way, {{"__name__": "__main__"}})
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(pid, 0)
        print(out.seek(0) or out.read().endswith("GOT\\n"), way[:200])
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", LENT)
def test_without_walls_it_is_reached_by_each(module):
    """So that a way which never works proves nothing."""
    program = EACH.format(ways=[way(name, module) for name in WAYS])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert len(done.stdout.splitlines()) >= len(WAYS) and "False " not in done.stdout, done


def test_what_has_been_lent_is_as_in_a_kernel_and_stays_the_same(fork_server):
    text = file_of(OF_ITS_OWN).read_text()
    [late] = [node for node in ast.parse(text).body if getattr(node, "name", "") == "hls_to_rgb"]
    lines = text.split("\n")
    lines[late.lineno - 1 : late.end_lineno] = [""] * (late.end_lineno - late.lineno + 1)
    first = "\n".join(lines)
    outputs = run(
        fork_server,
        RunCell("import colorsys; print(hasattr(colorsys, 'rgb_to_yiq'))"),
        RunCell("yiq = colorsys.rgb_to_yiq; print('hls_to_rgb' in vars(colorsys))",
            modules={OF_ITS_OWN: first}),
        RunCell("import inspect; from colorsys import hls_to_rgb, rgb_to_yiq\n"
            "print(rgb_to_yiq is yiq, hls_to_rgb(0, .5, 0), inspect.getsource(hls_to_rgb)[:14])",
            modules={OF_ITS_OWN: text}),
        RunCell("import importlib, sys; del sys.modules['colorsys']\n"
            "from colorsys import hls_to_rgb; print(hls_to_rgb(0, .5, 0))"),
    )  # fmt: skip
    wanted = ["False\\n", "False\\n", "True (0.5, 0.5, 0.5) def hls_to_rgb\\n", "(0.5, 0.5, 0.5)"]
    for output, want in zip(outputs, wanted, strict=True):
        assert want in output


def test_other_modules_beside_it_can_be_read(fork_server):
    paths = [str(file_of(name)) for name in ("keyword", "autograder.grader.diagnosis.questions")]
    [printed] = run(fork_server, RunCell(f"print([len(open(p).read()) > 99 for p in {paths}])"))
    assert "[True, True]" in printed
