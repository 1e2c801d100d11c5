"""The same cells in a kernel and in a confined process: the outputs are the same."""

import tempfile
from contextlib import suppress
from pathlib import Path

import nbclient
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.runner.jobs import Job, Step
from autograder.runner.processes.confinement import Allowed
from autograder.runner.tasks import Task
from tests.runner.test_examination import error, judge, run, text

CELLS = {
    "nothing has been": [
        "import os, sys\nfrom pathlib import Path\n(_, __, ___), _ii, _iii, _dh[0] == Path.cwd()",
        "%debug\nhasattr(sys, 'last_value')",
    ],
    "displays that are caught": [
        "from IPython.display import SVG, JSON, Latex, Markdown, display\n"
        "from IPython.utils.capture import capture_output\n"
        "with capture_output() as caught: display(Markdown('a'), SVG('<svg></svg>'), JSON({}))\n"
        "[sorted(output.data) for output in caught.outputs]",
        "sorted(get_ipython().display_formatter.format(Latex('$x$'))[0])",
    ],
    "a semicolon": [
        "6 * 7;",
        "6 * 7;\n# a remark",
        "6 * 7; 8",
        "6 * 7  # not at its end;",
        "In = 5\n6 * 7",
        "6 * 7;",
        "In",
        "In = _ih",
    ],
    "tasks go on between cells": [
        "import asyncio, os, sys\nseen = []\n"
        "async def tick(n):\n    for i in range(n):\n        seen.append(i)\n        await asyncio.sleep(0)\n    return n",
        "ticking = asyncio.create_task(tick(3))\nseen",
        "await asyncio.sleep(0.2)  # a kernel that is busy has not gone on by itself",
        "seen, ticking.done(), ticking.result()",
        "soon = asyncio.ensure_future(tick(2))",
        "await soon",
        "asyncio.get_event_loop().call_soon(seen.append, 'called')\nseen.clear()",
        "await asyncio.sleep(0.2)",
        "seen",
    ],
    "a task that fails": [
        "async def fail(): raise ValueError('in a task')\nfailing = asyncio.create_task(fail())",
        "await asyncio.sleep(0.2)",
        "failing.exception()",
        "await failing",
    ],
    "a task that waits": [
        "event = asyncio.Event()\nasync def wait():\n    await event.wait()\n    return 'set'\nwaiting = asyncio.create_task(wait())",
        "waiting.done(), event.set()",
        "await asyncio.sleep(0.2)",
        "waiting.done(), waiting.result()",
        "import queue, threading\nq = asyncio.Queue()\nfilling = asyncio.create_task(q.put(3))\nawait q.get()",
    ],
    "the loop is running": [
        "loop = asyncio.get_running_loop()\nloop is asyncio.get_event_loop(), loop.is_running()",
        "await asyncio.sleep(0)\nloop is asyncio.get_running_loop(), loop.is_running()",
        "[loop is asyncio.get_running_loop() for _ in range(2)]",
        "loop.close()",
        "late = tick(1)\nawait asyncio.sleep(0)\ntry: asyncio.run(late)\nfinally: late.close()",
        "late = tick(1)\nawait asyncio.sleep(0)\ntry: loop.run_until_complete(late)\nfinally: late.close()",
        "def start(): return asyncio.create_task(tick(4))\nawait start()",
        "got = []\nt = threading.Thread(target=lambda: got.append(asyncio.run(tick(5))))\nt.start(); t.join()\ngot",
        "async for x in (i async for i in (lambda: None)()): pass",
        "async def gen():\n    yield 1\n    yield 2\n[x async for x in gen()]",
        "from contextlib import aclosing\nasync with aclosing(gen()) as g: print(await anext(g))",
    ],
    "a loop of one's own": [
        "asyncio.current_task() is not None, type(asyncio.current_task()).__name__",
        "late = tick(1)\ntry: asyncio.run(late)\nfinally: late.close()",
        "late = tick(1)\ntry: asyncio.get_event_loop().run_until_complete(late)\nfinally: late.close()",
        "late = tick(1)\ntry: asyncio.new_event_loop().run_until_complete(late)\nfinally: late.close()",
        "async def who(): return asyncio.current_task() is not None\nawait who()",
    ],
    "it is a notebook": [
        "shell = get_ipython()\nshell.__class__.__name__, 'zmq' in str(type(shell)).lower()",
        "'IPKernelApp' in shell.config, hasattr(shell, 'kernel'), 'ipykernel' in sys.modules",
        "[os.environ.get(n) for n in ('TERM', 'PAGER', 'GIT_PAGER', 'FORCE_COLOR', 'MPLBACKEND')]",
        "[(n, globals()[n]) for n in ('__name__', '__doc__', '__spec__', '__loader__', '__package__')]",
        "len(sys.argv), sys.argv[0].rpartition('/')[2], sys.argv[1], sys.argv[3:]",
        "import contextlib, io, unittest\nwith contextlib.redirect_stderr(io.StringIO()) as told:\n"
        "    try: unittest.main(exit=False)\n    except SystemExit as error: print(error)\ntold.getvalue()[-60:]",
        "import argparse\nargparse.ArgumentParser().parse_args([]), sys.stdout.encoding",
        "def stops():\n    breakpoint()\n    return 3\nstops()",
        "kept = [1, 2]\n%store kept",
        "del kept\n%store -r kept\nkept",
    ],
    "what a cell replaces": [
        "import builtins, getpass\nbuiltins.input = getpass.getpass = lambda prompt='': '7'\ninput()",
        "try: input()\nexcept Exception as error: print(type(error).__name__)",
        "try: getpass.getpass()\nexcept Exception as error: print(type(error).__name__)",
        "before, sys.stdout = sys.stdout, io.StringIO()\nprint('kept')",
        "print('more')",
        "own, sys.stdout = sys.stdout, before\nown.getvalue()",
    ],
    "what belongs to the context": [
        "from decimal import getcontext\ngetcontext().prec = 5",
        "getcontext().prec",
        "import contextvars\nvar = contextvars.ContextVar('var', default=0)\nvar.set(1);",
        "var.get()",
        "await asyncio.sleep(0)\nvar.set(2);",
        "var.get()",
    ],
    "modules in the working directory": [
        "import os, tempfile\nback = os.getcwd()\nos.chdir(tempfile.mkdtemp())\n"
        "for name in ('found', 'left'): open(f'{name}_there.py', 'w').write(f'x = {name!r}')",
        "import found_there\nfound_there.x",
        "os.chdir('/')\nimport left_there",
        "os.chdir(back)",
    ],
    "streams": [
        "sys.stdout.name, sys.stderr.name, sys.stdout.isatty()",
        "sys.stdout.write('abc')",
        "sys.stdout.write(1)",
        "sys.stdin.read()",
        "try: input()\nexcept (EOFError, OSError): pass\nexcept NotImplementedError as error: print(type(error).__mro__)",
        "print('out'); print('err', file=sys.stderr)",
    ],
    "Out and _": [
        "first = 6 * 7\nfirst",
        "Out[max(Out)], _, _oh is Out, type(Out).__name__",
        "__, ___",
        "'hidden';",
        "_",
        "None",
        "_",
        "1 / 0",
        "_, len(In), max(Out)",
        "number = len(In) - 1\nnumber",
        "Out[number + 1], globals()[f'_{number}']",
        "Out[10 ** 6]",
    ],
    "the history": [
        "'the first'",
        "_i, _ii",
        "In[-2], _ih is In, In[len(In) - 1]",
        "_i1.splitlines()[0]",
        "globals()[f'_i{len(In) - 1}']",
        "%history -l 2",
        "'again'",
        "%rerun",
        "_, len(In)",
        "%history -n 1-2",
        "%history -o 1-2",
        "%macro -q again 1\n'made'",
        "get_ipython().run_cell('6 * 7').result",
        "%recall 1",
        "exit_code = get_ipython().history_manager.get_range(0, -3, -1)\n[text for _, _, text in exit_code]",
    ],
}  # fmt: skip


def _told(outputs):
    shown = [o["data"].get("text/plain", "") for o in outputs if "data" in o]
    return text(outputs), shown, error(outputs)


@pytest.mark.slow
def test_cells_put_out_what_they_do_in_a_kernel(tmp_path):
    cells = [cell for cells in CELLS.values() for cell in cells]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    where = {"metadata": {"path": tmp_path}}
    nbclient.NotebookClient(notebook, allow_errors=True, resources=where).execute()
    confined = run(*cells)
    theirs = [(cell.source, _told(cell.outputs)) for cell in notebook.cells]
    ours = [(cell, _told(outputs)) for cell, outputs in zip(cells, confined, strict=True)]
    differing = [(a, b[1]) for a, b in zip(theirs, ours, strict=True) if a != b]
    assert differing == [], "\n".join(
        f"{a[0]!r}\n  kernel: {a[1]}\n  here:   {b}" for a, b in differing
    )


def test_tasks_go_on_between_cells_and_before_a_test():
    start = "import asyncio\nseen = []\nasync def tick():\n"
    start += "    for n in range(3):\n        seen.append(n)\n        await asyncio.sleep(0)\n"
    start += "def f(): return seen\ndef go(): asyncio.ensure_future(tick())\ngo()"
    test = "#test\nassert f() == [0, 1, 2]\ngo()\nassert f() == [0, 1, 2]"
    cells = [start, "len(seen)", test, "len(seen)"]
    made, first, tested, second = run(*cells, names=["f", "go"])
    assert error(tested) == error(made) == ""
    assert [o["data"]["text/plain"] for o in first + second] == ["3", "6"]


def test_a_cell_has_the_number_that_it_has_in_a_kernel_although_tests_are_run_elsewhere():
    cells = ["f = 6 * 7\nf", "#test\nassert f == 42", "f + 1", "Out, In[2], len(In), _i3, _3, _1"]
    shown = run(*cells, names=["f"])[3]
    assert shown[0]["data"]["text/plain"] == "({1: 42, 3: 43}, '', 5, 'f + 1', 43, 42)"


def test_a_call_is_made_in_a_running_loop_as_in_a_kernel():
    work = "import asyncio\nasync def work(n): return n\ndef f(n): return asyncio.run(work(n))"
    own = "def loop(): return asyncio.get_running_loop() is asyncio.get_event_loop()"
    test = "#test\nassert loop()\nf(4)"
    *_, tested = run(work, own, test, names=["f", "loop"])
    assert "cannot be called from a running event loop" in error(tested)


def test_a_process_whose_builtins_are_replaced_still_answers():
    replaced = (
        "import builtins\nbuiltins.isinstance = builtins.all = builtins.any = lambda *a: True"
    )
    judged = judge("def f(): return 1", replaced, "#test\nassert f() == 1", names=["f"])
    assert judged.outputs[2][0]["ename"] == "NameError" and judged.remarks == []


@pytest.fixture
def work():
    """A folder of the name that a process's own working directory has."""
    place = Path("/tmp/work")
    place.mkdir(exist_ok=True)
    yield
    with suppress(OSError):  # somebody else's
        place.rmdir()


@pytest.mark.parametrize("place", ["/tmp", "/tmp/work"])
@pytest.mark.usefixtures("work")
def test_tmp_is_private_although_the_environment_is_there(place):
    with tempfile.TemporaryDirectory(dir=place) as folder:
        given = Path(folder, "given.txt")
        given.write_text("given")
        answer = (
            "from pathlib import Path\n"
            "Path('/tmp/own.txt').write_text('own')\n"
            f"found = Path({str(given)!r}).read_text(), Path('/tmp/own.txt').read_text()\n"
            f"try: Path({str(given)!r}).write_text('changed')\n"
            "except OSError: refused = True\n"
        )
        test = "assert found == ('given', 'own') and refused"
        steps = [Step(0, answer), Step(1, test, True, ("found", "refused"))]
        job = Job(steps, [], {}, {}, allowed=Allowed(readable=(folder,)))
        done = Task({"a": job}, False, 30, 300).run()
        assert done.outcomes["a"].outputs == {0: [], 1: []}
        assert not done.together["a"][0][1].failed
        assert given.read_text() == "given" and not Path("/tmp/own.txt").exists()
