"""The conductor of one notebook: the student's cells in one process, the tests in another."""

import errno
import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from threading import Lock

from autograder.sandbox import names, probe_plan
from autograder.sandbox.examination import Examination, Room, has_failed
from autograder.sandbox.jobs import Job, Outcome, Step
from autograder.sandbox.processes import confinement
from autograder.sandbox.processes.forkserver import ForkServer, patiently
from autograder.sandbox.processes.shell import Output, quiet
from autograder.sandbox.text import one_line

CELL_SECONDS = 30
WIDER = 4
"""The default ratio of the limits of wall time to those of CPU time."""
NOTEBOOK_SECONDS = 300
BOTH_WALLS = "bubblewrap, seccomp and Landlock"
LANDLOCK_ALONE = "Landlock and seccomp"
LARGEST_BESIDE = 64_000_000
"""The limit on the bytes of files in a new working directory, which holds 64 MiB."""
_BLOCK = 4096
WITHOUT_BUBBLEWRAP = (
    "Without bubblewrap a cell can see which files there are, and fill more of the disk; "
    "docs/scale.md says what it needs."
)
COMMANDS_NEED_BUBBLEWRAP = "Commands were not run: they need bubblewrap, which is not here."
_starting = Lock()
Warm = tuple[ForkServer, ForkServer, str]
"""The fork servers of students and of examiners, and how students are confined."""
_running: dict[tuple[bool, tuple[str, ...]], Warm] = {}  # by whether it is unconfined, by `lent`


def warm(unconfined: bool = False, lent: Iterable[str] = ()) -> Warm:
    """Start the fork servers that all notebooks of this process share, or return them.

    Parameters
    ----------
    unconfined : bool
        Do without confinement.
    lent : iterable of str
        The modules that come late to students' processes.

    Returns
    -------
    tuple of ForkServer, ForkServer and str
        The fork servers of students and of examiners, and how students are confined.

    Raises
    ------
    confinement.ConfinementError
        If students cannot be confined here, and should be.
    """
    with _starting:
        key = unconfined, tuple(lent)
        if key not in _running:
            _running[key] = _start_both(*key)
        return _running[key]


def _start_both(unconfined: bool, lent: tuple[str, ...]) -> Warm:
    if unconfined:
        return ForkServer("student", lent=lent), ForkServer("examiner"), "nothing"
    paths = confinement.readable()
    try:
        wrap = partial(confinement.bubblewrap, paths=paths)
        return *patiently(partial(_start_where_there_is_room, wrap, lent)), BOTH_WALLS
    except confinement.ConfinementError as error:
        without = error
    try:
        # Before version 3 Landlock does not forbid truncating files.
        if confinement.landlock_version() < 3:
            raise confinement.ConfinementError("Landlock is missing or too old in this kernel")
        return *patiently(partial(_start_where_there_is_room, _alone, lent)), LANDLOCK_ALONE
    except confinement.ConfinementError as error:
        # seccomp is also part of the first wall.
        why = error if "seccomp" in str(error) else f"{without}; {error}"
        missing = "pyseccomp" if "seccomp" in str(error) else "bubblewrap"
        raise confinement.ConfinementError(
            f"students' code cannot be confined on this machine ({why}). "
            f"Install {missing}, or grade unconfined on a machine that has nothing to lose."
        ) from None


def _alone(command: list[str], lent: Iterable[str]) -> list[str]:
    return command


def _start_where_there_is_room(
    wrap: Callable[..., list[str]], lent: tuple[str, ...]
) -> tuple[ForkServer, ForkServer]:
    """Start both; raise BlockingIOError, for a retry, if there is no room for a process."""
    try:
        return _start_confined(wrap, lent)
    except confinement.ConfinementError as error:
        if os.strerror(errno.EAGAIN) in str(error):
            raise BlockingIOError(str(error)) from None
        raise


def _start_confined(
    wrap: Callable[..., list[str]], lent: tuple[str, ...]
) -> tuple[ForkServer, ForkServer]:
    """Start both behind the same walls: a forged value may make the examiner run code.

    Only the student's lacks what is lent: tests may compare with it.
    """
    student = ForkServer("student", partial(wrap, lent=lent), confined=True, lent=lent)
    try:
        return student, ForkServer("examiner", partial(wrap, lent=()), confined=True)
    except confinement.ConfinementError:
        student.close()
        raise


def forget(lost: Warm | None = None) -> None:
    """Forget the fork servers, so that new ones are started for the next notebook.

    Parameters
    ----------
    lost : tuple, optional
        Forget only these: several threads may find out that they are lost, and another
        thread may have started new ones by now.
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
        The limits of CPU time for one cell, and for all of them.
    wall_seconds : float, optional
        The limit of wall time for one cell; four times `cell_seconds` if it is not given. The
        notebook's limit of wall time has the same ratio.

    Returns
    -------
    Outcome
        The outputs of every cell that has a place, and the results of the questions.

    Raises
    ------
    confinement.ConfinementError
        If students cannot be confined here, and should be.
    """
    running = warm(unconfined, job.allowed.lent)
    limits = cell_seconds, notebook_seconds, wall_seconds or WIDER * cell_seconds
    try:
        return _examine(job, running, *limits)
    except (EOFError, ConnectionError):
        # A fork server is gone: the system was short of memory, or somebody killed it.
        forget(running)
        return _examine(job, warm(unconfined, job.allowed.lent), *limits)


def _examine(
    job: Job, running: Warm, cell_seconds: float, notebook_seconds: float, wall_seconds: float
) -> Outcome:
    students, examiners, wall = running
    limits = cell_seconds, notebook_seconds, wall_seconds
    unwalled = job.allowed.commands and wall == LANDLOCK_ALONE
    if unwalled:  # what a command leaves behind would live on
        job = job._replace(allowed=job.allowed._replace(commands=False))
    job, left_out = _fitting(job)
    examination = Examination(job, students, examiners, *limits)
    examination.remarks += left_out + [COMMANDS_NEED_BUBBLEWRAP] * unwalled
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


def _fitting(job: Job) -> tuple[Job, list[str]]:
    """Leave out files, of the last ones, for which a folder has no room; return a remark, too."""
    kept, left, room = {}, [], LARGEST_BESIDE
    for name, data in job.handed_in.items():
        size = -(-len(data) // _BLOCK) * _BLOCK
        if size <= room:
            kept[name] = data
            room -= size
        else:
            left.append(name)
    names = one_line(", ".join(left))
    room_for = f"there is room for {LARGEST_BESIDE:,} bytes, given files included"
    why = f"{names} was not there while the notebook was graded: {room_for}."
    return job._replace(handed_in=kept), [why] if left else []


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

    Return the outputs of these tests, and of the student's cells, which may use names that
    a test has bound; all other tests keep the verdicts of their own process.
    """
    if not any(step.whole for step in job.steps):
        return {}
    end = max(number for number, step in enumerate(job.steps) if step.whole) + 1
    steps = [step for step in job.steps[:end] if step.place >= 0]
    one = [
        step._replace(
            test=False, names=(), known=step.known and not step.test, together=False, whole=False
        )
        for step in steps
    ]
    examination.start_over(job._replace(steps=one), cell_seconds, notebook_seconds)
    found, _ = _run_all(examination, job._replace(steps=one))
    tests = {step.place for step in steps if step.whole}
    answers = {step.place for step in steps if not step.test}
    kept = {place: outputs for place, outputs in found.items() if place in answers}
    return kept | {place: quiet(found[place]) for place in tests}


def _refused(step: Step, outputs: dict[int, list[Output]]) -> list[str]:
    """List the names that a cell lends, because tests have refused the student's own."""
    return [
        name
        for name, tests in step.lends
        if any(has_failed(outputs.get(place, ())) for place in tests)
    ]


def _second_chance(job: Job, outputs: dict[int, list[Output]]) -> Job | None:
    """Plan a second run, with the student's functions that only hidden tests have refused.

    The student saw them pass, so they were not lent at home, and later answers may build on
    their peculiarities. Tests that use none of these names would only fail again.
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
    end = 0  # cells after the last test that may pass are not run again
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
    """Try out the exercises that lost points; an error here is only a remark."""
    asked = probe_plan.asked(job, outputs)
    if not asked:
        return {}, []
    try:
        plan = probe_plan.plan(job, asked, outputs)
        examination.room = Room()  # these outputs are in no notebook
        examination.turn_to(plan, probe_plan.PROBE_SECONDS, probe_plan.ALL_PROBES_SECONDS)
        # With the same lent functions as the tests: a mistake belongs to its own exercise.
        tried = {step.place: examination.run(step, _refused(step, outputs)) for step in plan.steps}
        return probe_plan.observed(asked, tried), []
    except Exception as error:
        return {}, [f"There is no diagnosis: {type(error).__name__}: {error}"]
