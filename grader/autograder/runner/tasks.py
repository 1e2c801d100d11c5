"""What a pool of workers runs: the notebooks of a submission, apart and then in one process."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from autograder.runner.conductor import warm
from autograder.runner.examination import MOST_REMARKS, OutputRoom, few_files, passive
from autograder.runner.jobs import Job, Outcome
from autograder.runner.juries import KINDS, Runs, judged, passed, run_apart, run_together
from autograder.runner.text import one_line
from autograder.runner.wire.channel import TooLarge, pack, weigh


class Done(NamedTuple):
    """The outcomes of runs apart, and the results in one process, by the names of notebooks."""

    outcomes: dict[str, Outcome]
    together: dict[str, Runs]
    wall: str = ""  # the way in which students' code was confined
    worker: str = ""  # none for this machine

    def passed(self, jobs: Mapping[str, Job]) -> dict[str, list[int]]:
        """List the tests of each notebook that pass apart."""
        return {name: passed(job, self.outcomes[name]) for name, job in jobs.items()}

    def judged(self, jobs: Mapping[str, Job]) -> dict[str, Outcome]:
        """Put the runs of each notebook together."""
        return {
            name: judged(job, self.outcomes[name], self.together[name])
            for name, job in jobs.items()
        }


class Task(Struct):
    r"""A submission to run. A `Pool` receives it and may send it to another machine.

    Parameters
    ----------
    jobs : dict of str to Job
        Its notebooks, by name.
    unconfined, cell_seconds, notebook_seconds, wall_seconds
        As for `examine`.
    stage : {"apart", "together", "both"}
        The runs to make.
    passed : dict of str to list of int
        For single-process runs only, the tests that passed in isolation.
    wanted : dict of str to list of int
        For the instructor's solution, the tests that must pass in both runs. A machine on which
        they fail would grade students differently than other machines.

    Examples
    --------
    A pool packs the task, a worker runs it, and the pool reads the reply:

    >>> from autograder import Job, Step, Task
    >>> task = Task({"ps1": Job([Step(0, "print(6 * 7)")], [], {}, {})}, True, 30, 300)
    >>> reply = Task.run_packed(task.pack())
    >>> done = task.read(reply, "worker-1")
    >>> done.outcomes["ps1"].outputs[0][0]["text"], done.worker
    ('42\n', 'worker-1')
    """

    jobs: dict[str, Job]
    unconfined: bool
    cell_seconds: float
    notebook_seconds: float
    wall_seconds: float = 0
    stage: Literal["apart", "together", "both"] = "both"
    passed: dict[str, list[int]] = {}
    wanted: dict[str, list[int]] = {}

    def run(self) -> Done:
        """Run the notebooks on this machine.

        Returns
        -------
        Done
            Their results.

        Raises
        ------
        ValueError
            If a test in `wanted` does not pass.
        """
        how = self.unconfined, self.cell_seconds, self.notebook_seconds, self.wall_seconds
        done = Done({}, {}, warm(self.unconfined).wall)
        if self.stage != "together":
            done = done._replace(outcomes=run_apart(self.jobs, *how))
        if self.stage != "apart":
            passed = self.passed if self.stage == "together" else done.passed(self.jobs)
            done = done._replace(together=run_together(self.jobs, passed, *how))
        for name, tests in self.wanted.items():
            failed = {place for place, found in done.together[name][0].items() if found.failed}
            if not {*tests} <= {*done.passed(self.jobs)[name]} - failed:
                raise ValueError(f"the instructor's solution to {name} fails a test on this worker")
        return done

    def pack(self) -> bytes:
        """Write the task as JSON.

        Returns
        -------
        bytes
            The input of `run_packed`.
        """
        return pack(self)

    @staticmethod
    def run_packed(task: bytes) -> bytes:
        """Run a packed task, on a worker.

        Parameters
        ----------
        task : bytes
            The output of `pack`.

        Returns
        -------
        bytes
            What `read` takes.
        """
        return pack(_TASK.decode(task).run())

    def read(self, reply: bytes, worker: str) -> Done:
        """Read a worker's reply, which may be forged, and check it like a student's outputs.

        Parameters
        ----------
        reply : bytes
            The output of `run_packed` on the worker.
        worker : str
            The worker's name, for the instructor.

        Returns
        -------
        Done
            The results of the notebooks.

        Raises
        ------
        ValueError
            If the reply does not fit the task.
        """
        try:
            weigh(reply)
            done = _DONE.decode(reply)
        except (DecodeError, RecursionError, TooLarge) as error:
            raise ValueError(str(error)) from None
        outcomes = _checked(done.outcomes, self.jobs) if self.stage != "together" else {}
        together = _checked_runs(done.together, self.jobs) if self.stage != "apart" else {}
        return Done(outcomes, together, one_line(done.wall), worker)


_TASK, _DONE = Decoder(Task), Decoder(Done)


def _checked(outcomes: dict[str, Outcome], jobs: dict[str, Job]) -> dict[str, Outcome]:
    if outcomes.keys() != jobs.keys():
        raise ValueError("the notebooks differ from those in the task")
    for name, job in jobs.items():
        found, room = outcomes[name], OutputRoom()
        places = {step.place for step in job.steps} - {-1}
        if found.outputs.keys() != places or not found.undecided.keys() <= {*job.tests}:
            raise ValueError("the cells differ from those in the task")
        outcomes[name] = found._replace(
            outputs={at: room.limited(passive(shown)) for at, shown in found.outputs.items()},
            remarks=found.remarks[:MOST_REMARKS],
            files=few_files(found.files),
        )
    return outcomes


def _checked_runs(together: dict[str, Runs], jobs: dict[str, Job]) -> dict[str, Runs]:
    if together.keys() != jobs.keys():
        raise ValueError("the notebooks differ from those in the task")
    for name, runs in together.items():
        if len(runs) not in (1, 2) or any(run.keys() != {*jobs[name].tests} for run in runs):
            raise ValueError("the tests differ from those in the task")
        if any(found.refused not in KINDS for run in runs for found in run.values()):
            raise ValueError("the kind of refusal is unknown")
    return together


@cache
def grader_digest() -> str:
    """Compute a digest of this package."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
