"""A Dask cluster on this machine: each process in a folder of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

SECONDS_TO_START = 300


class Machines:
    """Schedulers and workers, which end with the block that has started them.

    Parameters
    ----------
    settings : dict of str to str, optional
        Variables of the environment, for all of them.
    """

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self._settings = settings or {}
        self._folders: list[Path] = []
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            process.kill()
            process.wait()
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)

    @property
    def pids(self) -> list[int]:
        """Of the schedulers and workers that run."""
        return [process.pid for process in self._started if process.poll() is None]

    def scheduler(self, *options: str) -> tuple[str, subprocess.Popen[bytes]]:
        """Start a scheduler; return its address, and what it is."""
        about = self._folder() / "scheduler.json"
        where = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        process = self._start("scheduler", [*where, "--scheduler-file", str(about), *options])
        for _ in range(SECONDS_TO_START * 10):
            if about.exists() and about.read_text().endswith("}"):
                return json.loads(about.read_text())["address"], process
            time.sleep(0.1)
        raise RuntimeError("the scheduler did not start")

    def worker(
        self, scheduler: str, *options: str, changed: str = "", nanny: bool = False
    ) -> subprocess.Popen[bytes]:
        """Start a worker.

        Parameters
        ----------
        scheduler : str
            The address of its scheduler.
        *options : str
            For ``dask worker``.
        changed : str, optional
            Python that it runs first, to be other than it should.
        nanny : bool
            Whether it is started again when it has ended.
        """
        kind = "--nanny" if nanny else "--no-nanny"
        where = ["--host", "127.0.0.1", "--no-dashboard", kind]
        return self._start("worker", [scheduler, *where, *options], changed)

    def _start(self, kind: str, arguments: list[str], changed: str = "") -> subprocess.Popen[bytes]:
        folder = self._folder()
        settings = {"TMPDIR": str(folder), **self._settings}
        if changed:
            (folder / "sitecustomize.py").write_text(changed)
            settings["PYTHONPATH"] = str(folder)
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
            cwd=folder,
            env=os.environ | settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._started.append(process)
        return process

    def _folder(self) -> Path:
        self._folders.append(Path(tempfile.mkdtemp(prefix="machine-")))
        return self._folders[-1]


WITHOUT_SECCOMP = """
import autograder.runner.conductor as c
from autograder.runner.processes.confinement import ConfinementError
start = c.ForkServer
def refuse(role, *how, **more):
    if role == "student":
        raise ConfinementError("seccomp cannot be used: No module named 'pyseccomp'")
    return start(role, *how, **more)
c.ForkServer = refuse
"""
WITHOUT_MSGSPEC = """
import sys
class Nowhere:
    def find_spec(self, name, *where):
        if name == "msgspec":
            raise ModuleNotFoundError("No module named 'msgspec'")
sys.meta_path.insert(0, Nowhere())
"""
JUDGING_OTHERWISE = """
from autograder.runner import tasks
run = tasks.run_together
def fail(*asked):
    failing = lambda found: {place: one._replace(failed=True) for place, one in found.items()}
    return {name: [failing(found) for found in runs] for name, runs in run(*asked).items()}
tasks.run_together = fail
"""
OF_ANOTHER_VERSION = """
import importlib.metadata as m
version = m.version
m.version = lambda name: "0" if name == "mastermind-grader" else version(name)
"""
WITH_FULL_SCRATCH_SPACE = """
import autograder.extras.cluster.worker as c
from autograder.runner import tasks
def full(*task):  # what it tried out before went well
    c.examine = full
    raise OSError(28, "No space left on device")
tasks.Task.run_packed = staticmethod(full)
"""
ENDING = "ends its worker"
WITH_TOO_LITTLE_MEMORY = f"""
import os
from autograder.runner import tasks
run = tasks.Task.run_packed
def little(task):
    if {ENDING!r}.encode() in task:
        os._exit(1)
    return run(task)
tasks.Task.run_packed = staticmethod(little)
"""


def taken_over(path: Path) -> str:
    """Write Python that makes a worker's answers ones that write a file where they are read."""
    return f"""
from autograder.runner import tasks
class Evil:
    def __reduce__(self):
        return open, ({str(path)!r}, "w")
run = tasks.Task.run_packed
def evil(task):
    done = run(task)
    return Evil() if b'"wanted":{{}}' in task else done
tasks.Task.run_packed = staticmethod(evil)
"""


FORGING = """
from autograder.runner import tasks
run = tasks.Task.run_packed
def forging(task):
    done = tasks._DONE.decode(run(task))
    outcomes = {name: one._replace(outputs={999: []}) for name, one in done.outcomes.items()}
    return tasks.pack(done._replace(outcomes=outcomes))
tasks.Task.run_packed = staticmethod(forging)
"""
