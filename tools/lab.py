"""Open JupyterLab with the course's start page: ``python -m tools.lab student``.

``student`` opens the working copy ``my-course``, without an instructor's panels, and
``teacher`` opens the course itself, with Formgrader. Further arguments go to JupyterLab.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from tools.working_copy import copy_new_files

ROOT = Path(__file__).parents[1]
FOLDERS = {"student": "my-course", "teacher": "."}
GAME = ROOT / "docs" / "peg-game.ipynb"
EXTENSIONS = ROOT / "build" / "lab"
"""The folder of JupyterLab's extension, which contains the game's own page."""


def command(role: str, folder: Path, more: list[str]) -> list[str]:
    """Return the command line of JupyterLab for a role.

    Parameters
    ----------
    role : {"student", "teacher"}
        The role whose panels it shows.
    folder : Path
        The folder to open.
    more : list of str
        Further arguments for JupyterLab.

    Returns
    -------
    list of str
        The command, to be run in the environment `settings`.

    Examples
    --------
    >>> command("student", Path("my-course"), ["--port=9999"])[-2:]
    ['--port=9999', 'my-course']
    """
    # In a container the only user is root.
    root = ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    ours = f"--LabApp.extra_labextensions_path={EXTENSIONS}"
    return [
        sys.executable,
        "-m",
        "jupyter",
        "lab",
        ours,
        *root,
        *_terminals(role),
        *more,
        str(folder),
    ]


def _terminals(role: str) -> list[str]:
    """Return options by which a teacher's terminals find our Python; a login shell resets PATH."""
    if role != "teacher" or os.name == "nt":
        return []
    shell = {"shell_command": [os.environ.get("SHELL", "/bin/sh")]}
    return [f"--ServerApp.terminado_settings={shell}"]


def settings(role: str) -> dict[str, str]:
    """Return the environment in which JupyterLab finds a role's settings."""
    path = [str(ROOT / "editions" / "lab" / role), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    commands = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, path)),
        "PATH": os.pathsep.join(commands),
    }


def build(to: Path = EXTENSIONS) -> None:
    """Build JupyterLab's extension anew; another process may do the same, or use the old one."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to.parent) as place:
        new = Path(place, "new")
        subprocess.run([sys.executable, ROOT / "editions" / "lab" / "build.py", new], check=True)
        with suppress(FileNotFoundError):
            to.rename(Path(place, "old"))
        try:
            new.rename(to)
        except OSError:
            if not to.exists():  # the other process was not faster
                raise


def prepare(folder: Path) -> str:
    """Make or complete a student's working copy; return a line about it."""
    new = copy_new_files(ROOT / "release", folder)
    if not (folder / GAME.name).exists():
        (folder / GAME.name).write_bytes(GAME.read_bytes())
    return f"Files added to {folder}: {len(new)}. Your own files are unchanged."


def main(arguments: list[str] | None = None) -> None:
    """Open JupyterLab, which replaces this process."""
    parser = argparse.ArgumentParser(prog="python -m tools.lab", description=__doc__)
    parser.add_argument("role", choices=FOLDERS)
    options, more = parser.parse_known_args(arguments)
    if find_spec("jupyterlab") is None:
        parser.exit(1, "JupyterLab is missing. Run `pip install -r requirements.txt`.\n")
    folder = Path(FOLDERS[options.role])
    build()
    if options.role == "student":
        print(prepare(folder), flush=True)
    started = command(options.role, folder, more)
    if os.name == "nt":
        sys.exit(subprocess.call(started, env=settings(options.role)))
    os.execve(started[0], started, settings(options.role))


if __name__ == "__main__":
    main()
