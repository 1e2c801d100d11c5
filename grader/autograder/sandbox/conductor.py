"""Run one notebook: the student's cells in one process, the instructor's in another."""

import errno
import os
import time
from collections.abc import Callable
from functools import partial
from threading import Lock

from autograder.sandbox import inquiry, names
from autograder.sandbox.examination import Examination, has_failed
from autograder.sandbox.jobs import Job, Outcome, Step
from autograder.sandbox.processes import confinement
from autograder.sandbox.processes.forkserver import ForkServer, patiently
from autograder.sandbox.processes.shell import Output, quiet

CELL_SECONDS = 30
WIDER = 4
"""How many times longer a cell may take by the clock, if nobody says how long."""
NOTEBOOK_SECONDS = 300
BOTH_WALLS = "bubblewrap, seccomp and Landlock"
LANDLOCK_ALONE = "Landlock and seccomp"
WITHOUT_BUBBLEWRAP = (
    "Without bubblewrap a cell can see which files there are, and fill more of the disk; "
    "docs/scale.md says what it needs."
)
COMMANDS_NEED_BUBBLEWRAP = "Commands were not run: they need bubblewrap, which is not here."
_starting = Lock()
Warm = tuple[ForkServer, ForkServer, str]
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
    tuple of ForkServer, ForkServer and str
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
    if unconfined:
        return ForkServer("student"), ForkServer("examiner"), "nothing"
    paths = confinement.readable()
    try:
        wrap = partial(confinement.bubblewrap, paths=paths)
        return *patiently(partial(_start_where_there_is_room, wrap)), BOTH_WALLS
    except confinement.ConfinementError as error:
        without = error
    try:
        # Before version 3 it does not keep files from being cut short.
        if confinement.landlock_version() < 3:
            raise confinement.ConfinementError("Landlock is missing or too old in this kernel")
        return *patiently(partial(_start_where_there_is_room, list)), LANDLOCK_ALONE
    except confinement.ConfinementError as error:
        # The second wall stands in the first one, too.
        why = error if "seccomp" in str(error) else f"{without}; {error}"
        missing = "pyseccomp" if "seccomp" in str(error) else "bubblewrap"
        raise confinement.ConfinementError(
            f"students' code cannot be confined on this machine ({why}). "
            f"Install {missing}, or grade unconfined on a machine that has nothing to lose."
        ) from None


def _start_where_there_is_room(
    wrap: Callable[[list[str]], list[str]],
) -> tuple[ForkServer, ForkServer]:
    """Start both; that a wall finds no room for a process does not say that it is missing."""
    try:
        return _start_confined(wrap)
    except confinement.ConfinementError as error:
        if os.strerror(errno.EAGAIN) in str(error):
            raise BlockingIOError(str(error)) from None
        raise


def _start_confined(wrap: Callable[[list[str]], list[str]]) -> tuple[ForkServer, ForkServer]:
    """Start both behind the same walls: what a test is given may be made to run code there."""
    student = ForkServer("student", wrap, confined=True)
    try:
        return student, ForkServer("examiner", wrap, confined=True)
    except confinement.ConfinementError:
        student.close()
        raise


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
    job: Job,
    unconfined: bool = False,
    cell_seconds: float = CELL_SECONDS,
    notebook_seconds: float = NOTEBOOK_SECONDS,
    wall_seconds: float = 0,
) -> Outcome:
    """Run a notebook, and then try out the exercises that lost points.

    Parameters
    ----------
    job : Job
        The notebook.
    unconfined : bool
        Do without confinement.
    cell_seconds, notebook_seconds : float
        How much CPU time one cell and all of them may take.
    wall_seconds : float, optional
        How long one cell may take by the clock; four times as long if it is not given. All of
        them may take longer by the clock in the same ratio.

    Returns
    -------
    Outcome
        The outputs of every cell that has a place, and what was observed.

    Raises
    ------
    confinement.ConfinementError
        If students cannot be confined here, and should be.
    """
    running = warm(unconfined)
    limits = cell_seconds, notebook_seconds, wall_seconds or WIDER * cell_seconds
    try:
        return _examine(job, running, *limits)
    except (EOFError, ConnectionError):
        # A warm process is gone: the system was short of memory, or somebody killed it.
        forget(running)
        return _examine(job, warm(unconfined), *limits)


def _examine(
    job: Job, running: Warm, cell_seconds: float, notebook_seconds: float, wall_seconds: float
) -> Outcome:
    students, examiners, wall = running
    limits = cell_seconds, notebook_seconds, wall_seconds
    unwalled = job.allowed.commands and wall == LANDLOCK_ALONE
    if unwalled:  # what a command leaves behind would live on
        job = job._replace(allowed=job.allowed._replace(commands=False))
    examination = Examination(job, students, examiners, *limits)
    examination.remarks += [COMMANDS_NEED_BUBBLEWRAP] * unwalled
    try:
        outputs, seconds = _run_all(examination, job)
        remarks = list(examination.remarks)
        again = _second_chance(job, outputs)
        if again:
            examination.start_over(again, cell_seconds, notebook_seconds)
            kept = _run_all(examination, again)[0]
            outputs |= {place: kept[place] for place in outputs if _better(kept, outputs, place)}
        outputs |= _run_whole(examination, job, cell_seconds, notebook_seconds)
        left = {
            place: why for place, why in examination.by_hand.items() if has_failed(outputs[place])
        }
        observed, more = _inquire(examination, job, outputs)
    finally:
        examination.close()
    seen, refused = sorted(examination.seen), sorted(examination.refused)
    return Outcome(outputs, remarks + more, seconds, observed, left, seen, refused)


def _run_all(
    examination: Examination, job: Job
) -> tuple[dict[int, list[Output]], dict[int, float]]:
    outputs: dict[int, list[Output]] = {}
    seconds = {}
    for step in job.steps:
        began = time.monotonic()
        lent = _refused(step, outputs)
        outputs[step.place] = [] if step.whole else examination.run(step, lent)
        seconds[step.place] = time.monotonic() - began
    outputs.pop(-1, None)
    return outputs, seconds


def _run_whole(
    examination: Examination, job: Job, cell_seconds: float, notebook_seconds: float
) -> dict[int, list[Output]]:
    """Run the notebook once more, all in one process, for tests that need that.

    Returned is what these tests and the student's cells put out, which may need what a
    test has bound; the verdicts of all other tests stay those of their own process.
    """
    if not any(step.whole for step in job.steps):
        return {}
    end = max(number for number, step in enumerate(job.steps) if step.whole) + 1
    steps = [step for step in job.steps[:end] if step.place >= 0]
    one = [step._replace(test=False, names=(), together=False, whole=False) for step in steps]
    examination.start_over(job._replace(steps=one), cell_seconds, notebook_seconds)
    found, _ = _run_all(examination, job._replace(steps=one))
    tests = {step.place for step in steps if step.whole}
    answers = {step.place for step in steps if not step.test}
    kept = {place: outputs for place, outputs in found.items() if place in answers}
    return kept | {place: quiet(found[place]) for place in tests}


def _refused(step: Step, outputs: dict[int, list[Output]]) -> list[str]:
    """Name what a cell lends, because tests have refused the student's own."""
    return [
        name
        for name, tests in step.lends
        if any(has_failed(outputs.get(place, ())) for place in tests)
    ]


def _second_chance(job: Job, outputs: dict[int, list[Output]]) -> Job | None:
    """Plan to run a notebook once more with functions that only hidden tests have refused.

    The student saw them pass, so they were not lent at home; what was written after them
    may build on what is special about them. What has nothing to do with them by its names
    would be lost again.
    """
    steps, kept, first = [], set[str](), 0
    for step in job.steps:
        lends = tuple((name, tests[:1]) for name, tests in step.lends)
        steps.append(step._replace(lends=lends))
        for name, tests in step.lends:
            failed = [has_failed(outputs.get(place, ())) for place in tests]
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
        lost = step.test and has_failed(outputs.get(step.place, ()))
        if number > first and lost and (unseen or names.used(step.text) & matters):
            end = number
    return job._replace(steps=steps[:end]) if end else None


def _better(kept: dict[int, list[Output]], outputs: dict[int, list[Output]], place: int) -> bool:
    return has_failed(outputs[place]) and not has_failed(kept.get(place, outputs[place]))


def _inquire(
    examination: Examination, job: Job, outputs: dict[int, list[Output]]
) -> tuple[dict[str, list[str]], list[str]]:
    """Try out what lost points; whatever goes wrong is only a remark."""
    asked = inquiry.asked(job, outputs)
    if not asked:
        return {}, []
    try:
        plan = inquiry.plan(job, asked, outputs)
        examination.turn_to(plan, inquiry.PROBE_SECONDS, inquiry.ALL_PROBES_SECONDS)
        # With the same borrowed functions as the tests: a mistake is told of its own exercise.
        tried = {step.place: examination.run(step, _refused(step, outputs)) for step in plan.steps}
        return inquiry.observed(asked, tried), []
    except Exception as error:
        return {}, [f"There is no diagnosis: {type(error).__name__}: {error}"]
