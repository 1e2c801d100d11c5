"""The two processes of one notebook: asked to run cells and tests, restarted if they end."""

import sys
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from autograder.runner.jobs import Job, Step
from autograder.runner.messages import (
    FROM_EXAMINER,
    RAN,
    CollectFiles,
    Fork,
    Meet,
    Ran,
    RunCell,
    Test,
    Tested,
)
from autograder.runner.processes.examiner import MOST_REFUSED
from autograder.runner.processes.forked import ForkServer, Patience, Process
from autograder.runner.processes.shared_files import MOST_KEPT
from autograder.runner.processes.shell import (
    SHOWN,
    Output,
    Outputs,
    beginning,
    failure,
    has_failed,
    size_of,
)
from autograder.runner.refusals import confirmed
from autograder.runner.text import one_line
from autograder.runner.wire.channel import TooLarge

M = TypeVar("M")
MOST_RESTARTS = 10
LARGEST_NOTEBOOK = 20_000_000  # the limit on the characters of all outputs of a notebook
LONGEST_BEYOND = 1000  # the characters of an error or a result that are kept beyond that
MOST_REMARKS = 20
LONGEST_REMARK = 200  # characters of a name or a reason in a remark
GRACE_SECONDS = 10
SECONDS_TO_END = 5
"""The time for a cell to end that was interrupted."""
_KINDS = {"disk": "file", "memory": "memory", "threads": "process"}
"""The kinds of refusal of a process that was ended because it had too much."""
NEVER_ENDED = "The test did not finish within"  # the beginning of what a test says that was stopped


class Limits(NamedTuple):
    """The limits of CPU time for a cell and a notebook; those of wall time are `wider` times it."""

    cell: float
    notebook: float
    wider: float


class OutputRoom:
    """The room that all outputs of a notebook share."""

    def __init__(self) -> None:
        self._left = LARGEST_NOTEBOOK

    def limited(self, outputs: list[Output]) -> list[Output]:
        """Drop a cell's outputs above the limit, but the beginning of what its points come from."""
        kept: list[Output] = []
        decided = set[str]()
        for output in outputs:
            self._left -= size_of(output)
            if self._left > 0:
                kept.append(output)
            elif output["output_type"] in {"error", "execute_result"} - decided:
                kept.append(beginning(output, LONGEST_BEYOND))
            decided.add(output["output_type"])
        return kept


class Examination:
    """A notebook under way: its two processes, its limits, and the remarks on it."""

    def __init__(
        self, job: Job, students: ForkServer, examiners: ForkServer, limits: Limits, one: bool
    ) -> None:
        self._one = one  # all cells in the student's process
        self._students, self._examiners = students, examiners
        self._student: Process[Ran] | None = None
        self._examiner: Process[Tested] | None = None
        self.remarks = _shadowing(job)
        self.room = OutputRoom()
        self.by_hand: dict[int, str] = {}
        self.seen: set[tuple[str, str]] = set()
        self.files: dict[str, bytes] = {}
        self.refusals: dict[int, str] = {}  # the kinds of refusals that ended cells, by place
        self.limits = limits
        self.turn_to(job)

    def turn_to(self, job: Job, limits: Limits | None = None) -> None:
        """Begin with the cells of a job: the student's process is a new one."""
        self._drop_student()
        self.job = job
        self.limits = limits or self.limits
        self._deadline = time.monotonic() + self.limits.notebook * self.limits.wider
        self._used = 0.0
        cells = [step.place for step in job.steps if step.place >= 0]
        self._numbers = {place: number for number, place in enumerate(cells, 1)}
        self._finished: list[RunCell] = []  # the student's cells, to be run again after a restart
        self._prepared: list[Step] = []  # the examiner's, likewise
        self._starts = 0

    def start_over(self, job: Job) -> "Examination":
        """Begin a notebook anew, in two new processes."""
        self._drop_examiner()
        self.turn_to(job)
        return self

    def run(self, step: Step, without: Sequence[str] = ()) -> list[Output]:
        """Run one cell and return its outputs; unbind some names before a student's cell."""
        return self.room.limited(self._run(step, without))

    def _run(self, step: Step, without: Sequence[str]) -> list[Output]:
        limit = self.limits.notebook
        if self._used > limit or time.monotonic() > self._deadline:
            self.refusals[step.place] = "time"
            return failure("NotRun", f"The notebook took more than {limit:g} seconds.")
        if self._starts > MOST_RESTARTS:
            return failure(
                "NotRun", f"Cells in the notebook made Python exit {MOST_RESTARTS} times."
            )
        if step.test and not self._one:
            examiner = self._examiner or self._start_examiner()
            self._student = self._student or self._started()
            return self._run_test(step, examiner)
        number = self._numbers.get(step.place, 0)
        request = RunCell(step.text, [*without], number, dict(step.modules))
        return self._run_cell(step, request, self._student or self._started())

    def collect(self) -> None:
        """Keep the files that the student's process has written; none of a run in one process."""
        if self._one or not self._finished or not (student := self._student or self._started()):
            return
        try:
            reply = self._within(student, CollectFiles())
        except (EOFError, TimeoutError, ValueError):
            self._drop_student()
            return
        self.files = few_files(reply.files)

    def close(self) -> None:
        """End both processes."""
        self._drop_student()
        self._drop_examiner()

    def _start_examiner(self) -> Process[Tested]:
        job, cells = self.job, self._known(test=True)
        allowed = job.allowed._replace(commands=False)  # those are for the student's cells
        asked = Fork(job.modules, cells, allowed)
        self._examiner = examiner = Process(self._examiners, FROM_EXAMINER, job.given, asked)
        self._introduce()
        for step in self._prepared:
            self._ask_examiner(examiner, step)
        return examiner

    def _started(self) -> Process[Ran] | None:
        """Start a process and run the earlier cells again; return None if that never works."""
        job, cells, allowed = self.job, self._known(test=False), self.job.allowed
        lent = job.steps[0].modules if job.steps else {}
        if not self._one:
            allowed = allowed._replace(programs=(), loopback=False)  # those are for tests
        asked = Fork(job.shown, cells, allowed, lent)
        while not self._student and self._starts <= MOST_RESTARTS:
            student = Process(self._students, RAN, job.handed_in, asked)
            self._starts += 1
            self._student = student
            if self._run_again(student):
                self._introduce()
            else:
                student.end()
                self._student = None
                if time.monotonic() > self._deadline:
                    break
        return self._student

    def _run_again(self, student: Process[Ran]) -> bool:
        for request in self._finished:
            try:
                student.ask(request, self._patience(student))
            except (EOFError, TimeoutError):
                # It ran the first time; without it the others may still run.
                request.code = ""
                return False
        return True

    def _known(self, test: bool) -> list[str]:
        steps = [*self.job.steps, *(question.step for question in self.job.questions)]
        return [s.text for s in steps if s.known and (s.test and not self._one) == test]

    def _introduce(self) -> None:
        if self._examiner and self._student:
            job = self.job
            meet = Meet(job.abilities, tools=dict(job.tools), constants=[*job.constants])
            self._examiner.channel.send(meet)
            self._examiner.channel.lend(self._student.channel.sock)

    def _drop_student(self) -> str:
        """End the student's process; return what it was ended for having too much of."""
        wanted = self._student.end() if self._student else ""
        if wanted:
            self._remark(f"The student's code needed more {wanted} than a notebook may use.")
        self._student = None
        return wanted

    def _drop_examiner(self) -> None:
        if self._examiner:
            self._examiner.end()
        self._examiner = None

    def _run_cell(self, step: Step, request: RunCell, student: Process[Ran] | None) -> list[Output]:
        if student is None:
            return failure("NotRun", "Earlier cells repeatedly made Python exit.")
        try:
            reply = self._within(student, request)
            outputs = passive(reply.outputs)
        except TooLarge as error:
            return failure("NotRun", f"The text of this cell is {error}.")
        except TimeoutError as limit:
            return self._overdue_cell(student, f"This cell took more than {limit}.")
        except (EOFError, ValueError):
            if wanted := self._drop_student():
                self.refusals[step.place] = _KINDS[wanted]
            return self._stopped("This cell made Python exit.")
        if kind := confirmed(reply.refused):
            self.refusals[step.place] = kind
        self._finished.append(request)
        return outputs

    def _overdue_cell(self, student: Process[Ran], why: str) -> list[Output]:
        """Interrupt a cell, as nbgrader does: what it has bound by then stays."""
        try:
            reply = student.interrupt(SECONDS_TO_END)
            outputs = passive(reply.outputs)
        except (EOFError, TimeoutError, ValueError):
            self._drop_student()
            return self._stopped(why)
        self._remark(f"{why} It was interrupted.")
        said = [output for output in outputs if output["output_type"] != "error"]
        return said + failure(
            "Stopped", f"{why} It was interrupted. Is there a loop that never ends?"
        )

    def _remark(self, remark: str) -> None:
        if remark not in self.remarks and len(self.remarks) < MOST_REMARKS:
            self.remarks.append(remark)

    def _stopped(self, why: str) -> list[Output]:
        self.remarks.append(f"{why} It was skipped, and the cells after it were run without it.")
        return failure("Stopped", f"{why} The rest of the notebook is graded without it.")

    def _run_test(self, step: Step, examiner: Process[Tested]) -> list[Output]:
        try:
            reply = self._ask_examiner(examiner, step)
            reply.outputs = passive(reply.outputs)
        except TimeoutError as limit:
            return self._overdue(examiner, limit)
        except (EOFError, ValueError):
            self._drop_examiner()
            self.remarks.append("A test ended its own process.")
            return failure("Stopped", "The test made Python exit.")
        for name in reply.refused[:MOST_REFUSED]:
            shown = one_line(name, LONGEST_REMARK)
            self._remark(f"{shown} was overwritten; the tests use the original from the course.")
        self.seen |= {*reply.seen}
        if step.place < 0:
            self._prepared.append(step)
        failed = has_failed(reply.outputs)
        if reply.missed and failed and not reply.lost and step.place >= 0:
            self.by_hand[step.place] = one_line(reply.missed, LONGEST_REMARK)
        if reply.lost:
            self._drop_student()
            self.remarks.append(
                "A call to the student's code made Python exit or sent invalid data."
            )
            if not failed:
                # The test caught the exception that told it so.
                return reply.outputs + failure("Stopped", "A call to your code made Python exit.")
        return reply.outputs

    def _overdue(self, examiner: Process[Tested], limit: TimeoutError) -> list[Output]:
        """End the student's process; if the test still goes on, end the examiner's, too."""
        self._drop_student()
        try:
            examiner.channel.receive(time.monotonic() + GRACE_SECONDS)
        except (TimeoutError, EOFError):
            self._drop_examiner()
        why = f"{NEVER_ENDED} {limit}."
        self.remarks.append(why)
        return failure("Stopped", f"{why} Is there a loop in your code that never ends?")

    def _ask_examiner(self, examiner: Process[Tested], step: Step) -> Tested:
        request = Test(code=step.text, names=list(step.names), modules=self.job.modules)
        return self._within(examiner, request, self._student)

    def _within(self, process: Process[M], request: object, other: Process[Any] | None = None) -> M:
        """Send a process a request and return its reply, within the limits of a cell."""
        patience = self._patience(process, other)
        try:
            return process.ask(request, patience)
        finally:
            self._used += patience.used

    def _patience(self, *processes: Process[Any] | None) -> Patience:
        cell = self.limits.cell
        wall = min(cell * self.limits.wider, self._deadline + 1 - time.monotonic())
        return Patience(cell, max(wall, 0.1), [p for p in processes if p])


def refused(step: Step, outputs: dict[int, list[Output]]) -> list[str]:
    """List the names that a cell lends, because tests have refused the student's own."""
    return [
        name
        for name, tests in step.lends
        if any(has_failed(outputs.get(place, ())) for place in tests)
    ]


def few_files(files: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """Return as many of a run's files as are kept, since their number may be forged."""
    return dict(islice(((n, data) for n, data in files.items() if data is not None), MOST_KEPT))


def _shadowing(job: Job) -> list[str]:
    """Return a remark for each file that has the name of a module."""
    modules = sys.stdlib_module_names | set(job.modules)
    return [
        f"{one_line(name)} has the same name as an installed module, which was used instead."
        for name in sorted(job.handed_in.keys() - job.given.keys())
        if name.endswith(".py") and name.removesuffix(".py") in modules
    ]


def passive(outputs: list[Output]) -> list[Output]:
    """Check and copy the outputs of a cell, which may be forged.

    Examples
    --------
    >>> data = {"text/plain": "3", "application/javascript": "alert()"}
    >>> passive([{"output_type": "display_data", "data": data, "text": "more"}])
    [{'output_type': 'display_data', 'data': {'text/plain': '3'}, 'metadata': {}}]
    >>> passive([{"output_type": "stream"}])
    Traceback (most recent call last):
        ...
    ValueError: an output has no 'name'
    """
    limited = Outputs()  # as the student's process should have limited them
    try:
        for output in outputs:
            match output["output_type"]:
                case "stream":
                    limited.write(output["name"], output["text"])
                case "error":
                    limited.error(output["ename"], output["evalue"], output["traceback"])
                case kind:
                    data = {mime: output["data"][mime] for mime in SHOWN if mime in output["data"]}
                    # The number of a cell may differ from one run to the next.
                    limited.result(data, None) if kind == "execute_result" else limited.show(data)
    except KeyError as error:
        raise ValueError(f"an output has no {error}") from None
    return limited.items
