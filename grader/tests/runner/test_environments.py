"""What a kernel finds in its environment, the confined processes find as well, or it is named.

Row by row the table of what people do with their environments, without `check`; the kernel is
a real one.
"""

import json
import subprocess
import sys

import pytest

from tests.runner.environments import SCHEMES, Environment

IMPORTED = {
    **{f"editable: {name}": name for name in SCHEMES},
    "a folder by a .pth": "h_added",
    "PYTHONPATH": "h_more",
    "a link in site-packages": "h_linked",
    "pip install --user": "h_user",
    "a zipped egg": "h_in_egg",
    "a zipped egg by a .pth": "h_egg",
}
ROWS = {
    **{row: f"import {name} as it\nprint(it.answer())" for row, name in IMPORTED.items()},
    "entry points": "import h_asks\nfrom importlib.metadata import entry_points\n"
    "print(sorted(one.name for one in entry_points(group='h_group')))",
    "version": "from importlib.metadata import version\nprint(version('h_hatch'))",
    "time zone": "import time\nprint(time.tzname)",
    "variable of the shell": "import os\nprint(os.environ['H_SHELL'])",
    "variable of kernel.json": "import os\nprint(os.environ['H_KERNEL'])",
    "services": "import socket\nprint(socket.getservbyname('http'))",
    "mime types": "import mimetypes\nprint(mimetypes.guess_type('a.csv'))",
    "nltk": "import sys, os\nprint(open(os.path.join(sys.prefix, 'nltk_data', 'h.txt')).read())",
    "share": "import sys, os\nprint(open(os.path.join(sys.prefix, 'share/h/data.txt')).read())",
    "etc": "import sys, os\nprint(open(os.path.join(sys.prefix, 'etc/h.ini')).read())",
    "declared": "print(open('DATA/table.csv').read())",
    "memory": "print('MemAvailable' in open('/proc/meminfo').read())",
    "file beside": "print(open('.env').read())",
    "variable of a .pth": "import os\nprint(os.environ['H_PTH'])",
    "module beside": "import h_beside as it\nprint(it.answer())",
    "package beside": "import h_pack as it\nprint(it.answer())",
    "namespace package beside": "import h_spaced.part as it\nprint(it.answer())",
    "%autoreload": "%load_ext autoreload\n%autoreload 2\nimport h_beside\nprint(h_beside.answer())",
    "executor": "from concurrent.futures import ThreadPoolExecutor\n"
    "print([*ThreadPoolExecutor(2).map(abs, [-1, -2])])",
    "threads": "from multiprocessing.pool import ThreadPool\n"
    "with ThreadPool(3) as pool:\n    print(pool.map(abs, [-1, -2]))",
    "dummy": "from multiprocessing.dummy import Pool\n"
    "with Pool(2) as pool:\n    print(pool.map(abs, [-1, -2]))",
    "lock": "from multiprocessing import Lock\nlock = Lock()\n"
    "with lock:\n    print(lock.acquire(block=False))\nprint(lock.acquire(timeout=0.01))",
    "recursive lock": "from multiprocessing import RLock\nlock = RLock()\n"
    "with lock, lock:\n    print(lock)",
    "event": "from multiprocessing import Event\nevent = Event()\n"
    "print(event.is_set(), event.set(), event.wait(1))",
    "semaphore": "from multiprocessing import BoundedSemaphore\none = BoundedSemaphore(1)\n"
    "one.acquire()\none.release()\none.release()",
}
ACCOUNT = {
    "getpwuid": "import os, pwd\nprint(pwd.getpwuid(os.getuid()).pw_name != '')",
    "getuser": "import getpass, pwd\nprint(pwd.getpwnam(getpass.getuser()).pw_name != '')",
}
TESTED = {"a hidden test": "# a test\nimport h_other\nprint(h_other.__name__)"}
KEPT = {
    "what only a hidden test imports": "import h_other",
    "beside a package": "open('PROJECTS/h_hatch_flat/secret.txt')",
    "beside a strict one": "open('PROJECTS/h_strict/secret.txt')",
    "beside a linked one": "open('ROOT/elsewhere/secret.txt')",
    "the file of it": "open('ROOT/added/h_other.py')",
    "a module that nobody imports": "open('ROOT/added/h_unused.py')",
    "a private module": "import h_private",
    "a private file": "open('COURSE/source/ps1/key.txt')",
    "the other clone": "open('COURSE/h_default/more.py')",
    "settings of tools": "import sys\nopen(sys.prefix + '/share/jupyter/x.json')",
    "the accounts": "print(open('/etc/passwd').read().count(':x:') > 2 or open('/etc/shadow'))",
    "a variable that is not named": "import os\nos.environ['H_SEC' + 'RET']",
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return Environment(tmp_path_factory.mktemp("environment") / "ein Kürs")


@pytest.fixture(scope="module")
def ran(environment):
    found = {}

    def run(wall):
        if wall not in found:
            rows = {**ROWS, **ACCOUNT, **(KEPT if wall != "kernel" else {}), **TESTED}
            cells = [_placed(environment, text) for text in rows.values()]
            found[wall] = dict(zip(rows, environment.run(wall, cells), strict=True))
        return found[wall]

    return run


def _placed(environment, text):
    for word, place in [("DATA", "data"), ("PROJECTS", "projects"), ("COURSE", "course")]:
        text = text.replace(word, str(environment.root / place))
    return text.replace("ROOT", str(environment.root))


@pytest.mark.slow
@pytest.mark.parametrize("wall", ["bubblewrap", "landlock"])
@pytest.mark.parametrize("row", ROWS)
def test_it_works_as_in_a_kernel(ran, wall, row):
    assert ran(wall)[row] == ran("kernel")[row]


AROUND = {
    "umask": "umask 077",
    "no HOME": "unset HOME",
    "a HOME that is missing": "HOME=/nowhere",
    "a HOME that only root may write": "HOME=/",
    "few open files": "ulimit -n 64",
    "little memory": "ulimit -v 1500000",
    "small files": "ulimit -f 1000",
}


BY_DAY = {"no HOME", "few open files"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [pytest.param(r, marks=[pytest.mark.nightly] * (r not in BY_DAY)) for r in AROUND]
)
def test_it_works_whatever_is_around(environment, row):
    cells = [ROWS["module beside"], ROWS["editable: h_hatch"]]
    assert environment.run("bubblewrap", cells, AROUND[row]) == ["42\n", "42\n"]


@pytest.mark.slow
def test_the_kernel_can_all_that_is_compared(ran):
    """All but what is an error in a kernel, too."""
    failed = {row for row, said in ran("kernel").items() if said.endswith("Error")}
    assert failed == {"semaphore"}


@pytest.mark.slow
@pytest.mark.parametrize("wall", ["bubblewrap", "landlock"])
def test_a_hidden_test_has_what_only_it_imports(ran, wall):
    assert ran(wall)["a hidden test"] == ran("kernel")["a hidden test"] == "h_other\n"


@pytest.mark.slow
@pytest.mark.parametrize("row", ACCOUNT)
def test_with_bubblewrap_there_is_an_account(ran, row):
    assert ran("bubblewrap")[row] == ran("kernel")[row] == "True\n"


@pytest.mark.slow
@pytest.mark.parametrize("wall", ["bubblewrap", "landlock"])
@pytest.mark.parametrize("row", KEPT)
def test_nothing_beside_is_read(ran, wall, row):
    assert ran(wall)[row] in {
        "PermissionError", "FileNotFoundError", "ModuleNotFoundError", "KeyError",
    }  # fmt: skip


def differences(environment, cells, kernel="python3", beside=(), wall="differences", **options):
    options |= {"kernel": kernel, "beside": [*beside]}
    [found] = environment.run(wall, [_placed(environment, cell) for cell in cells], **options)
    return [tuple(one) for one in json.loads(found)]


@pytest.mark.slow
def test_where_nothing_differs_nothing_is_said(environment):
    assert differences(environment, [*ROWS.values()], beside=["helper.py", "data"]) == []
    assert differences(environment, ["1"], "python") == []  # Jupyter's other name for it


DIFFERENT = {
    "a variable": (
        "import os\nos.getenv('H_SHELL')",
        {"variables": [["TZ", "Asia/Tokyo"]]},
        "The variable H_SHELL is set where you grade, but not for students' code. "
        'Set it in nbgrader_config.py: c.Autograder.variables = {"H_SHELL": "..."}',
        False,
    ),
    "data above": (
        "open('../../../data/course.csv')",
        {},
        "The notebook uses '../../../data/course.csv' (COURSE/data/course.csv), which students' "
        "code cannot read. Put a copy next to the notebook in source/, and use that copy; or use the "
        "full path, and set c.Autograder.readable = ['COURSE/data/course.csv'].",
        False,
    ),
    "data above that is private": (
        "import sys\nsys.path.append('../../../source')",
        {},
        "The notebook uses '../../../source' (COURSE/source), which students' code cannot read. "
        "Put a copy next to the notebook in source/, and use that copy.",
        False,
    ),
    "data elsewhere": (
        "open('ROOT/added/h_unused.py')",
        {},
        "The notebook uses 'ROOT/added/h_unused.py' (ROOT/added/h_unused.py), which students' code "
        "cannot read. Put a copy next to the notebook in source/, and use that copy; or use the full "
        "path, and set c.Autograder.readable = ['ROOT/added/h_unused.py'].",
        False,
    ),
    "data at home": (
        "import os\nopen(os.path.expanduser('~/nltk_data/h.txt'))",
        {},
        "The notebook uses '~/nltk_data/h.txt' (ROOT/home/nltk_data/h.txt), which students' code "
        "cannot read. Put a copy next to the notebook in source/, and use that copy; or use the full "
        "path, and set c.Autograder.readable = ['ROOT/home/nltk_data/h.txt'].",
        False,
    ),
    "a private module": (
        "import h_private",
        {},
        "h_private is in COURSE/source/h_private/__init__.py, which students' code cannot "
        "read, because COURSE/source is private. Install it without -e: pip install FOLDER",
        True,
    ),
    "a module beside": (
        "import h_added",
        {"beside": ["h_added.py"]},
        "The module h_added next to the notebook has the same name as an installed module "
        "(ROOT/added/h_added/__init__.py), which is used instead while a notebook is graded. "
        "Rename the file.",
        True,
    ),
    "no kernel": (
        "1",
        {"kernel": "missing"},
        "The source names the kernel 'missing', which is not installed here (installed: ",
        True,
    ),
    "another language": (
        "1",
        {"kernel": "r"},
        "The kernel 'r' runs R; only Python is graded. Choose a Python kernel in the source.",
        True,
    ),
    "options": (
        "1",
        {"kernel": "optimized"},
        "The kernel 'optimized' is started with '-O -m ipykernel_launcher -f {connection_file}', "
        "but notebooks are graded with '-m ipykernel_launcher -f {connection_file}'. Choose "
        "another kernel in the source, such as 'python3', or remove the other options from its "
        "kernel.json.",
        True,
    ),
    "another environment": (
        "1",
        {"kernel": "other"},
        "The notebook's kernel 'other' is OTHER/bin/python (Python ",
        True,
    ),
    "broken": (
        "1",
        {"kernel": "broken"},
        "The notebook's kernel 'broken' cannot be started (",
        True,
    ),
}


@pytest.fixture(scope="module")
def kernels(environment):
    environment.kernel("optimized", more=["-O"])
    environment.kernel("r", language="R")
    environment.kernel("broken", "/nowhere/python")
    environment.kernel("other", other := environment.other())
    return lambda text: _placed(environment, text).replace("OTHER/bin/python", str(other))


OF_CELLS = [kind for kind, (_, how, _, stops) in DIFFERENT.items() if not how and not stops]
"""What differs in what cells use, and may be told together; they are cells of one notebook."""


@pytest.mark.slow
def test_what_cells_use_is_named_with_a_remedy(environment, kernels):
    found = differences(environment, [DIFFERENT[kind][0] for kind in OF_CELLS])
    assert len(found) == len(OF_CELLS)
    for kind in OF_CELLS:
        said = DIFFERENT[kind][2]
        assert [stop for one, stop in found if one.startswith(kernels(said))] == [False], kind


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in DIFFERENT if kind not in OF_CELLS])
def test_what_differs_is_named_with_a_remedy(environment, kernels, kind):
    cell, options, said, stops = DIFFERENT[kind]
    [(sentence, stopped)] = differences(environment, [cell], **options)
    assert sentence.startswith(kernels(said)) and stopped == stops


@pytest.mark.slow
def test_what_a_build_makes_is_refused_by_name(environment):
    """Python finds it by running the build, which students' code may not."""
    source = environment.projects / "h_meson/h_meson/more.py"
    build = environment.projects / "h_meson/build/cp311"
    plan = build / "meson-info/intro-install_plan.json"
    before, made = plan.read_text(), build / "more.py"
    plan.write_text(before.replace(str(source), str(made)))
    source.rename(made)
    try:
        [(sentence, stops)] = differences(environment, ["import h_meson"])
    finally:
        plan.write_text(before)
        made.rename(source)
    place = source.with_name("__init__.py")
    assert sentence.startswith(f"h_meson is in {place}, which students' code cannot use (")
    assert sentence.endswith("Install it without -e: pip install FOLDER") and stops


@pytest.mark.slow
def test_a_time_zone_that_only_the_kernel_has_is_named(environment):
    [(sentence, stops)] = differences(environment, ["1"], variables=[["TZ", "UTC"]])
    assert (
        sentence.startswith("The kernel's time zone is JST, but a notebook is graded in UTC")
        and not stops
    )


@pytest.mark.slow
def test_a_relative_search_path_is_named(environment):
    before = "export PYTHONPATH=lib:$PYTHONPATH"
    assert differences(environment, ["1"], before=before) == [
        (
            "PYTHONPATH contains 'lib', but students' code finds modules only by full paths. "
            "Write the full path.",
            False,
        )
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["PYTHONOPTIMIZE", "PYTHONSAFEPATH"])
def test_a_variable_that_changes_what_nbgrader_judges_is_refused(environment, name):
    [(sentence, stops)] = differences(environment, ["1"], before=f"export {name}=1")
    assert sentence.startswith(f"{name} is set where you grade.") and stops


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell, before",
    [
        ("print({*'abcdefgh'}, {*'ijklmnop'})", "export PYTHONHASHSEED=7"),
        ("print(len(str(10**5000)))", "export PYTHONINTMAXSTRDIGITS=0"),
        (
            "import warnings\nwarnings.warn('old', DeprecationWarning)",
            "export PYTHONWARNINGS=error::DeprecationWarning",
        ),
    ],
)
def test_a_variable_that_changes_results_does_so_as_in_a_kernel(environment, cell, before):
    ran = [environment.run(wall, [cell], before) for wall in ("kernel", "bubblewrap")]
    assert ran[0] == ran[1] != environment.run("bubblewrap", [cell])


BACKENDS = {
    "setuptools": ("setuptools.build_meta", "setuptools>=77"),
    "hatchling": ("hatchling.build", "hatchling"),
    "flit": ("flit_core.buildapi", "flit_core>=3.2"),
    "poetry": ("poetry.core.masonry.api", "poetry-core>=2"),
    "pdm": ("pdm.backend", "pdm-backend"),
    "uv": ("uv_build", "uv_build"),
}
MODES = [*BACKENDS, "setuptools compat", "setuptools strict"]


@pytest.mark.nightly
@pytest.mark.parametrize("wanted", MODES)
def test_what_pip_writes_today_is_understood(tmp_path, wanted):
    """With the newest version of each build backend, from PyPI."""
    made = Environment(tmp_path)
    backend, _, mode = wanted.partition(" ")
    module, requires = BACKENDS[backend]
    name = f"h_real_{backend}"
    made.write(
        made.root / "real/pyproject.toml",
        f"[build-system]\nrequires = ['{requires}']\nbuild-backend = '{module}'\n"
        f"[project]\nname = '{name}'\nversion = '0.1'\ndescription = 'A helper'\n",
    )
    made.write(made.root / "real/src" / name / "__init__.py", f"from {name}.more import answer\n")
    made.write(made.root / "real/src" / name / "more.py", "def answer(): return 42\n")
    made.write(made.root / "real/secret.txt", "the teacher's")
    pip = [sys.executable, "-m", "pip", "--python", str(made.prefix / "bin/python"), "install"]
    options = ["--config-settings", f"editable_mode={mode}"] if mode else []
    subprocess.run([*pip, *options, "-e", str(made.root / "real")], check=True)
    cells = [f"import {name}\nprint({name}.answer())", f"open('{made.root}/real/secret.txt')"]
    for wall in ("bubblewrap", "landlock"):
        found, kept = made.run(wall, cells)
        assert found == "42\n" and kept in {"PermissionError", "FileNotFoundError"}
