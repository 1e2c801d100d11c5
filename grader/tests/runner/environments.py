"""A Python environment with packages installed in all ways, and a program that grades in it.

The ``.dist-info`` folders and ``.pth`` files in ``installed`` are what pip wrote for each build
backend (``pip install -e``); only the places are this environment's.
"""

import json
import os
import shutil
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

INSTALLED = Path(__file__).with_name("installed")
FLAT = {"h_default", "h_hatch_flat", "h_flit_flat", "h_poetry_flat", "h_pdm_flat", "h_uv_flat"}
FLAT |= {"h_meson"}
IN_SRC = {"h_compat", "h_strict", "h_src", "h_hatch", "h_flit", "h_poetry", "h_pdm", "h_uv"}
NAMESPACES = {"h_space": "src/h_space/part", "h_parts": "h_parts/part"}
SCHEMES = sorted(FLAT | IN_SRC | {"h_single", "h_space.part", "h_parts.part"})
ANSWER = "def answer():\n    return 42\n"
PACKAGE = {"__init__.py": "from {}.more import answer\n", "more.py": ANSWER}

BESIDE = {
    "beside.py": "",
    "h_beside.py": ANSWER,
    "h_pack/__init__.py": ANSWER,
    "h_spaced/part.py": ANSWER,
    ".env": "H_ENV=1",
}
"""Files beside the notebook."""

PROGRAM = textwrap.dedent(
    """
    import json, sys
    from autograder.runner import conductor, differences
    from autograder.runner.jobs import Job, Step
    from autograder.runner.names import imported
    from autograder.runner.processes import confinement

    def without(*args, **options):
        raise confinement.ConfinementError("there is none")

    asked = json.load(sys.stdin)
    if asked["wall"] == "landlock":
        confinement.bubblewrap = without
    cells = asked["cells"]
    modules = sorted(set().union(*map(imported, cells)) - {"h_other"})
    variables = asked.get("variables", [*differences.variables_for(cells).items()])
    variables = tuple(map(tuple, variables))
    allowed = confinement.Allowed(
        modules=modules, modules_of_tests=["h_other"], variables=variables, readable=asked["readable"], private=asked["private"])
    if asked["wall"] == "kernel":
        import nbformat
        from nbclient import NotebookClient
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        path = {"metadata": {"path": asked["folder"]}}
        NotebookClient(notebook, allow_errors=True, resources=path).execute()
        outputs = [cell.outputs for cell in notebook.cells]
    elif asked["wall"] == "differences":
        try:
            found = [(sentence, False) for sentence in differences.differences(
                modules, cells, asked["kernel"], allowed, confinement.Path(asked["folder"]),
                asked["beside"])]
        except differences.KernelDiffers as error:
            found = [(str(error), True)]
        outputs = [[{"text": json.dumps(found)}]]
    else:
        steps = [Step(n, cell, test=cell.startswith("# a test")) for n, cell in enumerate(cells)]
        files = {name: text.encode() for name, text in asked["files"].items()}
        done = conductor.examine(Job(steps, [], files, {}, allowed=allowed, shown=modules))
        outputs = [done.outputs[place] for place in range(len(cells))]
    print("\\n" + json.dumps(
        ["".join(o.get("text", "") + o.get("ename", "") for o in cell) for cell in outputs]))
    """
)


class Environment:
    """A virtual environment, the projects around it, and a course with private folders."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.projects, self.course = self.root / "projects", self.root / "course"
        self.prefix = self.root / "venv"
        make = [sys.executable, "-m", "venv", "--without-pip", "--system-site-packages"]
        subprocess.run([*make, self.prefix], check=True)
        [self.site] = self.prefix.glob("lib/python*/site-packages")
        grader = next(path for path in map(Path, sys.path) if path.name == "site-packages")
        # Last: it has packages of all kinds itself.
        self.write(self.site / "zz.pth", f"import site; site.addsitedir({str(grader)!r})\n")
        self.folder = self.course / "autograded" / "ann" / "ps1"
        self.folder.mkdir(parents=True)
        self.variables = {
            "PYTHONPATH": str(self.root / "more"),
            "PYTHONUSERBASE": str(self.root / "user"),
            "JUPYTER_DATA_DIR": str(self.root / "jupyter"),
            "IPYTHONDIR": str(self.root / "ipython"),
            "TZ": "Asia/Tokyo",
            "HOME": str(self.root / "home"),
            "H_SHELL": "from the shell",
            "H_SECRET": "not named",
        }
        self._editable()
        self._others()

    def write(self, path: Path, text: str) -> Path:
        """Write a file, and make its folders."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def _package(self, folder: Path) -> Path:
        for name, text in PACKAGE.items():
            self.write(folder / name, text.format(folder.name))
        return folder

    def _editable(self) -> None:
        for name in FLAT | IN_SRC:
            inside = "src" if name in IN_SRC else "."
            self._package(self.projects / name / inside / name)
            self.write(self.projects / name / "secret.txt", "the teacher's")
        self.write(self.projects / "h_single" / "h_single.py", ANSWER)
        for name, folder in NAMESPACES.items():
            self.write(self.projects / name / folder / "__init__.py", ANSWER)
        for path in INSTALLED.rglob("*"):
            if path.is_file():
                to = self.site / str(path.relative_to(INSTALLED)).removesuffix(".txt")
                if path.name == "top_level.txt":
                    to = self.site / path.relative_to(INSTALLED)
                if path.name == "intro-install_plan.json":
                    to = self.projects / "h_meson/build/cp311/meson-info" / path.name
                text = path.read_text().replace("@PROJECTS@", str(self.projects))
                self.write(to, text.replace("@NINJA@", str(shutil.which("true"))))
        (self.projects / "h_meson/build/cp311/meson-logs").mkdir()
        farm = self.projects / "h_strict/build/__editable__.h_strict-0.1-py3-none-any/h_strict"
        farm.mkdir(parents=True)
        for name in PACKAGE:  # as setuptools does for `editable_mode=strict`
            (farm / name).symlink_to(self.projects / "h_strict/src/h_strict" / name)

    def _others(self) -> None:
        self.write(self.site / "h_added.pth", f"{self.root / 'added'}\n{self.root / 'out.egg'}\n")
        self.write(self.root / "added/h_added/__init__.py", f"import h_needed\n{ANSWER}")
        self.write(self.root / "added/h_needed.py", "")
        self.write(self.root / "added/h_other.py", "")
        self.write(self.root / "added/h_unused.py", "")
        self.write(self.root / "more/h_more.py", ANSWER)
        self._package(self.root / "elsewhere/h_linked")
        self.write(self.root / "elsewhere/secret.txt", "")
        (self.site / "h_linked").symlink_to(self.root / "elsewhere/h_linked")
        user = self.root / "user" / self.site.relative_to(self.prefix)
        self.write(user / "h_user.py", ANSWER)
        for egg, name in [(self.site / "in.egg", "h_in_egg"), (self.root / "out.egg", "h_egg")]:
            with zipfile.ZipFile(egg, "w") as file:
                file.writestr(f"{name}/__init__.py", ANSWER)
                file.writestr("EGG-INFO/PKG-INFO", f"Name: {name}\nVersion: 0.1\n")
                file.writestr("EGG-INFO/entry_points.txt", f"[h_group]\n{name} = {name}:answer\n")
        asks = "from importlib.metadata import entry_points\nnames = {*entry_points().names}\n"
        self.write(self.site / "h_asks.py", asks)  # at its import, in the fork server
        self.write(self.site / "easy-install.pth", "./in.egg\n")
        for data in ("share/h/data.txt", "etc/h.ini", "nltk_data/h.txt", "share/jupyter/x.json"):
            self.write(self.prefix / data, "data")
        self.write(self.root / "data/table.csv", "1,2")
        self.write(self.course / "data/course.csv", "3,4")
        self.write(self.course / "source/h_private/__init__.py", ANSWER)
        self.write(self.course / "source/ps1/key.txt", "a secret")
        self.write(self.site / "h_course.pth", f"{self.course / 'source'}\n")
        for name, text in BESIDE.items():
            self.write(self.folder / name, text)
        self.write(self.site / "h_set.pth", "import os; os.environ['H_PTH'] = 'from a .pth'\n")
        self.write(self.root / "home/nltk_data/h.txt", "data")
        self._package(self.course / "h_default")  # a second clone of what is installed
        self.write(self.course / "h_default/more.py", ANSWER.replace("42", "41"))
        self.kernel("python3", env={"H_KERNEL": "from kernel.json"})

    def kernel(
        self, name: str, python: object = "python", more: object = (), **rest: object
    ) -> str:
        argv = [str(python), *more, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec = {"argv": argv, "display_name": name, "language": "python"} | rest
        folder = self.root / "jupyter/kernels" / name
        self.write(folder / "kernel.json", json.dumps(spec))
        return name

    def other(self) -> Path:
        """Make another environment."""
        make = [sys.executable, "-m", "venv", "--without-pip", self.root / "other"]
        subprocess.run(make, check=True)
        return self.root / "other/bin/python"

    def run(
        self, wall: str, cells: list[str], before: str = "true", **options: object
    ) -> list[str]:
        """Run cells behind walls, or in a kernel, from within another clone of the course.

        `before` are commands of the shell that starts it.
        """
        asked = {"readable": [str(self.root / "data")], "private": [str(self.course / "source")]}
        asked |= {"wall": wall, "cells": cells, "folder": str(self.folder)} | options
        asked["files"] = BESIDE
        shell = ["sh", "-c", f'{before}\nexec "$@"', "sh"]
        done = subprocess.run(
            [*shell, self.prefix / "bin/python", "-c", PROGRAM],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            cwd=self.course,
            env={**os.environ, **self.variables},
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])
