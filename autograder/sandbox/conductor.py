"""Run one notebook: the student's cells in one process, the instructor's in another."""

import sys
import time
from collections.abc import Iterable, Sequence
from functools import partial
from threading import Lock
from typing import Generic, TypeVar

from msgspec.json import Decoder

from autograder import names
from autograder.sandbox import confinement, inquiry
from autograder.sandbox.messages import (
    FROM_EXAMINER,
    RAN,
    Meet,
    Ran,
    Run,
    Test,
    Tested,
)
from autograder.sandbox.sheets import Judged, Sheet, Step
from autograder.sandbox.shell import SHOWN, Output, Outputs, failure, quiet, size_of
from autograder.sandbox.student import LARGEST_RAN
from autograder.sandbox.text import one_line
from autograder.sandbox.watching import LONGEST_NOTE, MOST_NOTED
from autograder.sandbox.wire import LARGEST_MESSAGE, Channel, TooLarge
from autograder.sandbox.zygote import Zygote

M = TypeVar("M")

CELL_SECONDS = 30
NOTEBOOK_SECONDS = 300
MOST_RESTARTS = 10
MOST_OUTPUTS = 200
LARGEST_NOTEBOOK = 20_000_000
"""How many characters all outputs of a notebook may have."""
MOST_REMARKS = 20
GRACE_SECONDS = 3
BOTH_WALLS = "bubblewrap, seccomp and Landlock"
LANDLOCK_ALONE = "Landlock and seccomp"
WITHOUT_BUBBLEWRAP = (
    "Without bubblewrap a cell can see which files there are, and fill more of the disk; "
    "docs/scale.md says what it needs."
)
_starting = Lock()
Warm = tuple[Zygote, Zygote, str]
"""What forks students' processes, what the examiner's, and how students are confined."""
_running: dict[bool, Warm] = {}  # by whether it is unconfined


def warm(unconfined: bool = False) -> Warm:
    """Start the warm processes that are shared by all notebooks of this process.

    Parameters
    ----------
    unconfined : bool
        Do without confinement.

    Returns
    -------
    tuple of Zygote, Zygote and str
        For students, for the examiner, and how students are confined.

    Raises
    ------
    confinement.ConfinementError
        If students cannot be confined here, and should be.
    """
    with _starting:
        if unconfined not in _running:
            _running[unconfined] = _start_both(unconfined)
        return _running[unconfined]


def _start_both(unconfined: bool) -> Warm:
    examiner = Zygote("examiner")
    if unconfined:
        return Zygote("student"), examiner, "nothing"
    paths = confinement.readable()
    try:
        wrap = partial(confinement.bubblewrap, paths=paths)
        return Zygote("student", wrap, confined=True), examiner, BOTH_WALLS
    except confinement.ConfinementError as error:
        without = error
    try:
        # Before version 3 it does not keep files from being cut short.
        if confinement.landlock_version() < 3:
            raise confinement.ConfinementError("Landlock is missing or too old in this kernel")
        return Zygote("student", confined=True), examiner, LANDLOCK_ALONE
    except confinement.ConfinementError as error:
        examiner.close()
        # The second wall stands in the first one, too.
        why = error if "seccomp" in str(error) else f"{without}; {error}"
        missing = "pyseccomp" if "seccomp" in str(error) else "bubblewrap"
        raise confinement.ConfinementError(
            f"students' code cannot be confined on this machine ({why}). "
            f"Install {missing}, or grade unconfined on a machine that has nothing to lose."
        ) from None


def forget(lost: Warm | None = None) -> None:
    """Have new warm processes started for the next notebook.

    Parameters
    ----------
    lost : tuple, optional
        Only if they are still these: several threads may find out that they are lost,
        and those that one of them has started anew are not.
    """
    with _starting:
        for key in [key for key, warm in _running.items() if lost is None or warm is lost]:
            del _running[key]


def examine(
    sheet: Sheet,
    unconfined: bool = False,
    cell_seconds: float = CELL_SECONDS,
    notebook_seconds: float = NOTEBOOK_SECONDS,
) -> Judged:
    """Run a notebook, and then try out the exercises that lost points.

    Parameters
    ----------
    sheet : Sheet
        The notebook.
    unconfined : bool
        Do without confinement.
    cell_seconds, notebook_seconds : float
        How long one cell and all of them may take.

    Returns
    -------
    Judged
        The outputs of every cell that has a place, and what was observed.

    Raises
    ------
    confinement.ConfinementError
        If students cannot be confined here, and should be.
    """
    running = warm(unconfined)
    try:
        return _examine(sheet, running, cell_seconds, notebook_seconds)
    except (EOFError, ConnectionError):
        # A warm process is gone: the system was short of memory, or somebody killed it.
        forget(running)
        return _examine(sheet, warm(unconfined), cell_seconds, notebook_seconds)


def _examine(sheet: Sheet, running: Warm, cell_seconds: float, notebook_seconds: float) -> Judged:
    students, examiners, _ = running
    examination = _Examination(sheet, students, examiners, cell_seconds, notebook_seconds)
    try:
        outputs, seconds = _run_all(examination, sheet)
        remarks = list(examination.remarks)
        again = _second_chance(sheet, outputs)
        if again:
            examination.start_over(again, cell_seconds, notebook_seconds)
            kept = _run_all(examination, again)[0]
            outputs |= {place: kept[place] for place in outputs if _better(kept, outputs, place)}
        left = {place: why for place, why in examination.by_hand.items() if _failed(outputs[place])}
        observed, more = _inquire(examination, sheet, outputs)
    finally:
        examination.close()
    return Judged(outputs, remarks + more, seconds, observed, left)


def _run_all(
    examination: "_Examination", sheet: Sheet
) -> tuple[dict[int, list[Output]], dict[int, float]]:
    outputs: dict[int, list[Output]] = {}
    seconds = {}
    for step in sheet.steps:
        began = time.monotonic()
        lent = [
            name
            for name, tests in step.lends
            if any(_failed(outputs.get(place, ())) for place in tests)
        ]
        outputs[step.place] = examination.run(step, lent)
        seconds[step.place] = time.monotonic() - began
    outputs.pop(-1, None)
    return outputs, seconds


def _failed(outputs: Iterable[Output]) -> bool:
    return any(output["output_type"] == "error" for output in outputs)


def _second_chance(sheet: Sheet, outputs: dict[int, list[Output]]) -> Sheet | None:
    """Plan to run a notebook once more with functions that only hidden tests have refused.

    The student saw them pass, so they were not lent at home; what was written after them
    may build on what is special about them. What has nothing to do with them by its names
    would be lost again.
    """
    steps, kept, first = [], set[str](), 0
    for step in sheet.steps:
        lends = tuple((name, tests[:1]) for name, tests in step.lends)
        steps.append(step._replace(lends=lends))
        for name, tests in step.lends:
            failed = [_failed(outputs.get(place, ())) for place in tests]
            if any(failed) and not failed[0]:
                kept.add(name)
                first = first or len(steps)
    if not kept:
        return None
    cells = [(step.text, step.known) for step in steps if not step.test]
    unseen = any(names.binds_unseen(text) for text, known in cells if not known)
    matters = names.reached(kept, cells)
    end = 0  # what comes after the last test that may be won is not run again
    for number, step in enumerate(steps, start=1):
        lost = step.test and _failed(outputs.get(step.place, ()))
        if number > first and lost and (unseen or names.used(step.text) & matters):
            end = number
    return sheet._replace(steps=steps[:end]) if end else None


def _better(kept: dict[int, list[Output]], outputs: dict[int, list[Output]], place: int) -> bool:
    return _failed(outputs[place]) and not _failed(kept.get(place, outputs[place]))


def _inquire(
    examination: "_Examination", sheet: Sheet, outputs: dict[int, list[Output]]
) -> tuple[dict[str, list[str]], list[str]]:
    """Try out what lost points; whatever goes wrong is only a remark."""
    asked = inquiry.asked(sheet, outputs)
    if not asked:
        return {}, []
    try:
        plan = inquiry.plan(sheet, asked, outputs)
        examination.turn_to(plan, inquiry.PROBE_SECONDS, inquiry.ALL_PROBES_SECONDS)
        tried = {step.place: examination.run(step) for step in plan.steps}
        return inquiry.observed(asked, tried), []
    except Exception as error:
        return {}, [f"There is no diagnosis: {type(error).__name__}: {error}"]


class _Process(Generic[M]):
    """One forked process and the channel to it."""

    def __init__(
        self,
        zygote: Zygote,
        messages: Decoder[M],
        files: dict[str, bytes],
        modules: list[str],
        cells: list[str],
        largest: int = LARGEST_MESSAGE,
    ) -> None:
        self._zygote = zygote
        self._pid, sock = zygote.fork(files, modules, cells)
        self.channel = Channel(sock, messages, largest)

    def ask(self, request: object, deadline: float) -> M:
        try:
            self.channel.send(request, deadline)
        except ConnectionError:
            raise EOFError("the process has ended") from None
        return self.channel.receive(deadline)

    def end(self) -> bool:
        """End it; tell whether it was ended before, because it had written too much."""
        self.channel.close()
        return self._zygote.end(self._pid)


class _Examination:
    def __init__(
        self,
        sheet: Sheet,
        students: Zygote,
        examiners: Zygote,
        cell_seconds: float,
        notebook_seconds: float,
    ) -> None:
        self._students, self._examiners = students, examiners
        self._student: _Process[Ran] | None = None
        self._examiner: _Process[Tested] | None = None
        self.remarks = _shadowing(sheet)
        self._room = LARGEST_NOTEBOOK
        self.by_hand: dict[int, str] = {}
        self.turn_to(sheet, cell_seconds, notebook_seconds)

    def turn_to(self, sheet: Sheet, cell_seconds: float, notebook_seconds: float) -> None:
        """Begin to run cells: the student's in a new process, in which nothing was run before."""
        self._drop_student()
        self._sheet = sheet
        self._cell_seconds = cell_seconds
        self._notebook_seconds = notebook_seconds
        self._deadline = time.monotonic() + notebook_seconds
        self._finished: list[Run] = []  # the student's cells, to be run again after a restart
        self._prepared: list[Step] = []  # the examiner's, likewise
        self._starts = 0

    def start_over(self, sheet: Sheet, cell_seconds: float, notebook_seconds: float) -> None:
        """Begin to run a notebook as if nothing had been run."""
        self._drop_examiner()
        self.turn_to(sheet, cell_seconds, notebook_seconds)

    def run(self, step: Step, without: Sequence[str] = ()) -> list[Output]:
        """Run one cell, whatever it does; a student's without some of the names bound so far."""
        return self._limited(self._run(step, without))

    def _run(self, step: Step, without: Sequence[str]) -> list[Output]:
        if time.monotonic() > self._deadline:
            return failure(
                "NotRun", f"The notebook took more than {self._notebook_seconds:g} seconds."
            )
        if self._starts > MOST_RESTARTS:
            return failure("NotRun", f"Cells of the notebook ended Python {MOST_RESTARTS} times.")
        if step.together:
            return self._run_together(step)
        examiner = self._examiner or self._start_examiner()
        student = self._student or self._start_student()
        if step.test:
            return self._run_test(step, examiner)
        return self._run_cell(Run(code=step.text, without=[*without]), student)

    def close(self) -> None:
        """End both processes."""
        self._drop_student()
        self._drop_examiner()

    def _start_examiner(self) -> _Process[Tested]:
        sheet, cells = self._sheet, self._known(test=True)
        examiner = _Process(self._examiners, FROM_EXAMINER, sheet.given, sheet.modules, cells)
        self._examiner = examiner
        self._introduce()
        for step in self._prepared:
            self._ask_examiner(examiner, step)
        return examiner

    def _start_student(self) -> _Process[Ran] | None:
        """Start anew, and run again what was run before; None if it goes wrong all the time."""
        self._student = self._started()
        self._introduce()
        return self._student

    def _started(self) -> _Process[Ran] | None:
        sheet, cells = self._sheet, self._known(test=False)
        while self._starts <= MOST_RESTARTS:
            student = _Process(
                self._students, RAN, sheet.handed_in, sheet.modules, cells, LARGEST_RAN
            )
            self._starts += 1
            try:
                if self._run_again(student):
                    return student
            except BaseException:
                student.end()
                raise
            student.end()
            if time.monotonic() > self._deadline:
                break
        return None

    def _run_again(self, student: _Process[Ran]) -> bool:
        for request in self._finished:
            try:
                student.ask(request, self._until())
            except (EOFError, TimeoutError):
                # It went well the first time; without it the rest may still go well.
                request.code = ""
                return False
        return True

    def _known(self, test: bool) -> list[str]:
        steps = [*self._sheet.steps, *(question.step for question in self._sheet.questions)]
        return [step.text for step in steps if step.known and step.test == test]

    def _introduce(self) -> None:
        if self._examiner and self._student:
            self._examiner.channel.send(Meet())
            self._examiner.channel.lend(self._student.channel.sock)

    def _drop_student(self) -> None:
        if self._student and self._student.end():
            self._remark("The student's code wanted more disk than there is for a notebook.")
        self._student = None

    def _drop_examiner(self) -> None:
        if self._examiner:
            self._examiner.end()
        self._examiner = None

    def _run_together(self, step: Step) -> list[Output]:
        """Run a test after the student's cells, in a process in which nothing is run after it."""
        student = self._started()
        if student is None:
            return failure("NotRun", "Cells above ended Python, again and again.")
        self._starts -= 1  # it is not the student who wanted it
        try:
            reply = student.ask(Run(code=step.text), self._until())
            return quiet(passive(reply.outputs))
        except TimeoutError:
            return self._never_ended()
        except (EOFError, ValueError):
            return failure("Stopped", "The test ended Python.")
        finally:
            student.end()

    def _run_cell(self, request: Run, student: _Process[Ran] | None) -> list[Output]:
        if student is None:
            return failure("NotRun", "Cells above ended Python, again and again.")
        try:
            reply = student.ask(request, self._until())
            self._note(reply.tried)
            outputs = passive(reply.outputs)
        except TooLarge as error:
            return failure("NotRun", f"The text of this cell is {error}.")
        except TimeoutError:
            self._drop_student()
            return self._stopped(f"This cell took more than {self._cell_seconds:g} seconds.")
        except (EOFError, ValueError):
            self._drop_student()
            return self._stopped("This cell ended Python.")
        self._finished.append(request)
        for wanted in {_wanted_too_much(output) for output in outputs} - {""}:
            self._remark(f"A cell wanted more {wanted} than there is for a notebook.")
        return outputs

    def _limited(self, outputs: list[Output]) -> list[Output]:
        """Leave out what makes the outputs of the notebook too large; never how a test ended."""
        kept = []
        for output in outputs:
            self._room -= size_of(output)
            if self._room > 0 or output["output_type"] in ("error", "execute_result"):
                kept.append(output)
        return kept

    def _remark(self, remark: str) -> None:
        if remark not in self.remarks and len(self.remarks) < MOST_REMARKS:
            self.remarks.append(remark)

    def _stopped(self, why: str) -> list[Output]:
        self.remarks.append(f"{why} It was left out, and the cells after it were run without it.")
        return failure("Stopped", f"{why} The rest of the notebook is graded without it.")

    def _run_test(self, step: Step, examiner: _Process[Tested]) -> list[Output]:
        try:
            reply = self._ask_examiner(examiner, step)
        except TimeoutError:
            return self._overdue(examiner)
        except EOFError:
            self._drop_examiner()
            self.remarks.append("A test ended its own process.")
            return failure("Stopped", "The test ended Python.")
        self._note(reply.tried)
        if step.place < 0:
            self._prepared.append(step)
        failed = _failed(reply.outputs)
        if reply.missed and failed and not reply.lost and step.place >= 0:
            self.by_hand[step.place] = one_line(reply.missed, LONGEST_NOTE)
        if reply.lost:
            self._drop_student()
            self.remarks.append("A call of the student's code ended Python or sent nonsense.")
            if not failed:
                # The test caught what told it so.
                return reply.outputs + failure("Stopped", "A call of your code ended Python.")
        return reply.outputs

    def _note(self, tried: list[str]) -> None:
        """Remark on what the student's process says was tried; it may be forged."""
        for what in tried[:MOST_NOTED]:
            self._remark(f"The student's code {one_line(what, LONGEST_NOTE)}.")

    def _overdue(self, examiner: _Process[Tested]) -> list[Output]:
        """Stop the student; if the test goes on by itself, stop the examiner, too."""
        self._drop_student()
        try:
            examiner.channel.receive(time.monotonic() + GRACE_SECONDS)
        except (TimeoutError, EOFError):
            self._drop_examiner()
        return self._never_ended()

    def _never_ended(self) -> list[Output]:
        why = f"The test did not end within {self._cell_seconds:g} seconds."
        self.remarks.append(why)
        return failure("Stopped", f"{why} Is there a loop in your code that never ends?")

    def _ask_examiner(self, examiner: _Process[Tested], step: Step) -> Tested:
        sheet = self._sheet
        names, classes = list(step.names), list(sheet.classes)
        request = Test(code=step.text, names=names, modules=sheet.modules, classes=classes)
        return examiner.ask(request, self._until())

    def _until(self) -> float:
        return min(time.monotonic() + self._cell_seconds, self._deadline + 1)


def _wanted_too_much(output: Output) -> str:
    if output.get("ename") == "MemoryError":
        return "memory"
    full = "[Errno 27]", "[Errno 28]"  # a file too large, no space left
    return "disk" if output.get("evalue", "").startswith(full) else ""


def _shadowing(sheet: Sheet) -> list[str]:
    """Remark on files that have the names of modules."""
    modules = sys.stdlib_module_names | set(sheet.modules)
    return [
        f"{one_line(name)} has the name of a module that is installed, which was used instead."
        for name in sorted(sheet.handed_in.keys() - sheet.given.keys())
        if name.endswith(".py") and name.removesuffix(".py") in modules
    ]


def passive(outputs: list[Output]) -> list[Output]:
    """Check and copy the outputs of a student's cell, which may be forged.

    Parameters
    ----------
    outputs : list of Output
        What came from the student's process.

    Returns
    -------
    list of Output
        Of the kinds that can be shown.

    Raises
    ------
    ValueError
        If this cannot be the outputs of a cell.

    Examples
    --------
    >>> data = {"text/plain": "3", "application/javascript": "alert()"}
    >>> passive([{"output_type": "display_data", "data": data, "text": "more"}])
    [{'output_type': 'display_data', 'data': {'text/plain': '3'}, 'metadata': {}}]
    >>> passive([{"output_type": "stream"}])
    Traceback (most recent call last):
        ...
    ValueError: an output without 'name'
    """
    limited = Outputs()  # as the student's process should have limited them
    try:
        for output in outputs[:MOST_OUTPUTS]:
            _add(output, limited)
    except KeyError as error:
        raise ValueError(f"an output without {error}") from None
    return limited.items


def _add(output: Output, limited: Outputs) -> None:
    kind = output["output_type"]
    if kind == "stream":
        limited.write(output["name"], output["text"])
    elif kind == "error":
        limited.error(output["ename"], output["evalue"], output["traceback"])
    else:
        limited.show({mime: output["data"][mime] for mime in SHOWN if mime in output["data"]})
        if kind == "execute_result":
            # Which number a cell had is nothing to tell from one run to the next.
            limited.items[-1] |= {"output_type": kind, "execution_count": None}
