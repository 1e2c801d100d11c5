"""The conductor of one notebook: a run apart, with tests in another process, and one together."""

import errno
import fcntl
import hashlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from autograder.runner import names
from autograder.runner.examination import Examination, Limits, refused
from autograder.runner.inquiry import inquire
from autograder.runner.jobs import Job, Outcome, Together, credit
from autograder.runner.processes import confinement
from autograder.runner.processes.confinement import USUAL, Allowed
from autograder.runner.processes.forked import ForkServer, PageCache, patiently
from autograder.runner.processes.shell import Output, has_failed, quiet
from autograder.runner.processes.surroundings import Surroundings, surroundings
from autograder.runner.text import IN_A_CONTAINER, one_line

T = TypeVar("T")

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
    "Without bubblewrap, a cell can see which files exist, and it can exceed the limit on disk "
    "space. See docs/scale.md for what bubblewrap needs."
)
COMMANDS_NEED_BUBBLEWRAP = (
    "Commands were not run, because they need bubblewrap, which is not installed."
)
_OTHER = {"apart": "together", "together": "apart"}
_starting = Lock()
How = tuple[bool, float, float, float]
"""Whether notebooks run unconfined, and for how many seconds, as `examine` takes it."""


class Warm(NamedTuple):
    """The fork servers that all notebooks of this process share, and what confines them."""

    students: ForkServer
    examiners: ForkServer
    together: ForkServer  # a run apart sees nothing of it, such as the next number of a file
    page_cache: PageCache  # what the runs in one process have read
    wall: str


Shown = dict[int, list[Output]]  # the outputs of cells, by their places
Raw = tuple[Shown, dict[int, str]]
"""All outputs of a run in one process, and the kinds of refusals that ended cells."""
_Around = tuple[Surroundings, Surroundings]
"""The surroundings of students, and of processes in which hidden tests are run."""
_running: dict[tuple[bool, _Around], Warm] = {}  # by whether it is unconfined
_together = Counter[str]()  # how many runs in one process are under way, by assignment


def warm(unconfined: bool = False, allowed: Allowed | None = None) -> Warm:
    """Start the fork servers, or return them: those that were used last if nothing is allowed."""
    with _starting:
        last = [key for key in _running if key[0] == unconfined and allowed is None]
        around = surroundings(allowed or USUAL), surroundings(allowed or USUAL, tested=True)
        key = last[-1] if last else (unconfined, around)
        _running[key] = _running.pop(key) if key in _running else _start_all(*key)
        return _running[key]


def _start_all(unconfined: bool, around: _Around) -> Warm:
    """Start all behind the same walls: a forged value may make the examiner run code."""
    if not unconfined and sys.platform != "linux":
        raise confinement.ConfinementError(
            "students' code cannot be confined on this machine, because the sandbox needs Linux. "
            f"{IN_A_CONTAINER}, or grade unconfined where students' code can do no harm."
        )
    apart, tested = around
    # The examiner's has what is lent, because tests may compare with it. An answer that depends on
    # the order of a set passes both ways by chance alone.
    roles = [
        ("student", apart, 0),
        ("examiner", tested._replace(lent=()), 0),
        ("student", tested, 1),
    ]
    if unconfined:
        servers = [ForkServer(role, around=own, hash_seed=seed) for role, own, seed in roles]
        return Warm._make([*servers, PageCache(servers[-1].pid), "nothing"])
    missing = []
    for wall, boxed in (BOTH_WALLS, True), (LANDLOCK_ALONE, False):
        try:
            servers = patiently(partial(_start_confined, roles, boxed))
            return Warm._make([*servers, PageCache(servers[-1].pid), wall])
        except confinement.ConfinementError as error:
            missing.append(str(error))
    # seccomp is also part of the first wall.
    without_seccomp = "seccomp" in missing[1]
    why = missing[1] if without_seccomp else "; ".join(missing)
    raise confinement.ConfinementError(
        f"students' code cannot be confined on this machine ({why}). "
        f"Install {'pyseccomp' if without_seccomp else 'bubblewrap'}, or grade unconfined on a "
        "machine where students' code can do no harm."
    )


def _start_confined(roles: list[tuple[str, Surroundings, int]], boxed: bool) -> list[ForkServer]:
    """Start all; raise BlockingIOError, for a retry, if there is no room for a process."""
    # Before version 3 Landlock does not forbid truncating files.
    if not boxed and confinement.landlock_version() < 3:
        raise confinement.ConfinementError("Landlock is missing or too old in this kernel")

    started: dict[int, ForkServer] = {}

    def start(place: int, role: str, own: Surroundings, seed: int) -> None:
        paths = [Path(path) for path in own.paths]
        wrap = partial(confinement.bubblewrap, paths=paths, lent=own.lent) if boxed else list
        started[place] = ForkServer(role, wrap, True, own, seed)

    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(start, range(len(roles)), *zip(*roles, strict=True)))
    except (confinement.ConfinementError, RuntimeError) as error:
        for server in started.values():
            server.close()
        # A thread that cannot be started is a RuntimeError.
        if isinstance(error, RuntimeError) or os.strerror(errno.EAGAIN) in str(error):
            raise BlockingIOError(str(error)) from None
        raise
    return [started[place] for place in sorted(started)]


def forget(lost: Warm | None = None) -> None:
    """Forget all fork servers, or only those `lost`: another thread may have new ones by now."""
    with _starting:
        for key in [key for key, warm in _running.items() if lost is None or warm is lost]:
            _running.pop(key).page_cache.drop()


def examine(
    job: Job,
    unconfined: bool = False,
    cell_seconds: float = CELL_SECONDS,
    notebook_seconds: float = NOTEBOOK_SECONDS,
    wall_seconds: float = 0,
) -> Outcome:
    """Run tests and answers in separate processes; then probe exercises that lost points.

    Parameters
    ----------
    job : Job
        The notebook.
    unconfined : bool
        Run without confinement.
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
        If students' code should be confined, but this machine cannot confine it.

    Examples
    --------
    >>> from autograder import Job, Step, examine
    >>> answer = Step(0, "def double(n): return 2 * n")
    >>> test = Step(1, "assert double(3) == 6", test=True, names=("double",))
    >>> examine(Job([answer, test], [], {}, {}), unconfined=True).outputs
    {0: [], 1: []}
    """
    how = cell_seconds, notebook_seconds, wall_seconds
    with phase(job.name, "apart"):
        return _with_servers(unconfined, job, partial(_examine, job, _limits(*how)))


def examine_together(job: Job, *how: Any) -> dict[int, Together]:
    """Run a notebook in one process, its tests too; `how` are the further arguments of `examine`.

    The process has the hidden tests in reach, so nothing else of it leaves this function.
    """
    outputs, refusals = run_together(job, *how)
    return {
        place: Together(
            has_failed(outputs[place]),
            credit(outputs[place]),
            _cause(place, job, refusals) if has_failed(outputs[place]) else "",
        )
        for place in job.tests
    }


def run_together(job: Job, unconfined: bool = False, *how: float) -> Raw:
    """Run the instructor's own solution in one process, for which all that comes of it is kept."""
    with phase(job.name, "together"), _dropping(job.name):
        return _with_servers(unconfined, job, partial(_run_together, job, _limits(*how)))


def _limits(
    cell: float = CELL_SECONDS, notebook: float = NOTEBOOK_SECONDS, wall: float = 0
) -> Limits:
    return Limits(cell, notebook, wall / cell or WIDER)


@contextmanager
def _dropping(name: str) -> Iterator[None]:
    """Drop what runs in one process have read when the last one of an assignment has ended."""
    with _starting:
        _together[name] += 1
    try:
        yield
    finally:
        with _starting:
            _together[name] -= 1
            for running in () if _together[name] else _running.values():
                running.page_cache.drop()


@contextmanager
def phase(name: str, kind: str) -> Iterator[None]:
    """Wait for an assignment's runs of the other kind on this machine to end, and keep them out.

    A run in one process has the hidden tests in reach, and a run apart publishes what it finds.
    A run that waits keeps later ones waiting, so that both kinds have their turn.
    """
    if not name:
        yield
        return
    key = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()[:16]
    place = Path(tempfile.gettempdir()) / f"phases-of-autograder-{os.getuid()}"
    place.mkdir(mode=0o700, exist_ok=True)
    if place.stat().st_uid != os.getuid():
        raise PermissionError(f"{place} belongs to another user and could block grading; remove it")
    with (place / f"{key}-{kind}").open("a") as own:
        with (place / f"{key}-turn").open("a") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            with (place / f"{key}-{_OTHER[kind]}").open("a") as other:
                fcntl.flock(other, fcntl.LOCK_EX)
                fcntl.flock(own, fcntl.LOCK_SH)
        yield


def _with_servers(unconfined: bool, job: Job, run: Callable[[Warm], T]) -> T:
    running = warm(unconfined, job.allowed)
    try:
        return run(running)
    except (EOFError, ConnectionError):
        # A fork server is gone: the system was short of memory, or somebody killed it.
        forget(running)
        return run(warm(unconfined, job.allowed))


def _examine(job: Job, limits: Limits, running: Warm) -> Outcome:
    job, remarks = _as_far_as_possible(job, running.wall)
    servers = running.students, running.examiners
    with closing(Examination(job, *servers, limits, one=False)) as examination:
        examination.remarks += remarks
        outputs, seconds = _run_all(examination, job)
        remarks = list(examination.remarks)
        undecided = {
            place: why for place, why in examination.by_hand.items() if has_failed(outputs[place])
        }
        observed, alone, more = inquire(examination, job, outputs)
        if job.alone:
            outputs |= _show_alone(examination, job)
    found = Outcome(outputs, remarks + more, seconds, observed, undecided, alone=alone)
    return found._replace(seen=sorted(examination.seen), files=examination.files)


def _run_together(job: Job, limits: Limits, running: Warm) -> Raw:
    job, _ = _as_far_as_possible(_in_one_process(job), running.wall)
    servers = running.together, running.examiners
    with closing(Examination(job, *servers, limits, one=True)) as examination:
        outputs, _ = _run_all(examination, job)
    return outputs, examination.refusals


def _in_one_process(job: Job) -> Job:
    """Leave out what only the examiner runs."""
    steps = [step for step in job.steps if step.place >= 0 or not step.test]
    return job._replace(steps=steps, shown=job.modules, questions=())


def _show_alone(examination: Examination, job: Job) -> Shown:
    """Run the notebook in one process with what was released of its tests, for their messages."""
    one = _in_one_process(job)
    last = max(n for n, step in enumerate(one.steps) if step.place in job.alone) + 1
    shown = [
        step._replace(test=False, text=job.alone.get(step.place, ""), known=False)
        if step.test
        else step
        for step in one.steps[:last]
    ]
    outputs, _ = _run_once(examination.start_over(one._replace(steps=shown, shown=job.shown)))
    return {place: quiet(outputs[place]) for place in job.alone if place in outputs}


def _as_far_as_possible(job: Job, wall: str) -> tuple[Job, list[str]]:
    """Leave out what cannot be had here; return remarks on that, too."""
    remarks, kept, room = [], {}, LARGEST_BESIDE
    for name, data in job.handed_in.items():
        size = -(-len(data) // _BLOCK) * _BLOCK
        if size <= room:
            kept[name] = data
            room -= size
    if left := one_line(", ".join(name for name in job.handed_in if name not in kept)):
        room_for = f"the limit is {LARGEST_BESIDE:,} bytes, including the provided files"
        remarks = [f"{left} was left out while the notebook was graded: {room_for}."]
    if job.allowed.commands and wall == LANDLOCK_ALONE:  # what a command starts would live on
        job = job._replace(allowed=job.allowed._replace(commands=False))
        remarks.append(COMMANDS_NEED_BUBBLEWRAP)
    return job._replace(handed_in=kept), remarks


def _run_all(examination: Examination, job: Job) -> tuple[Shown, dict[int, float]]:
    """Run a notebook, and once more behind a cell that lends, if that may help later tests."""
    outputs, seconds = _run_once(examination)
    examination.collect()
    again, behind = _second_chance(job, outputs)
    if again:
        refusals = dict(examination.refusals)
        found, _ = _run_once(examination.start_over(again))
        better = {place for place in behind if not has_failed(found[place])}
        outputs |= {place: found[place] for place in better}
        examination.refusals = refusals
    return outputs, seconds


def _run_once(examination: Examination) -> tuple[Shown, dict[int, float]]:
    outputs: Shown = {}
    seconds = {}
    for step in examination.job.steps:
        began = time.monotonic()
        outputs[step.place] = examination.run(step, refused(step, outputs))
        seconds[step.place] = time.monotonic() - began
    outputs.pop(-1, None)
    return outputs, seconds


def _second_chance(job: Job, outputs: Shown) -> tuple[Job | None, set[int]]:
    """Plan a second run, with the student's functions that only hidden tests have refused.

    The student saw them pass, so they were not lent at home, and later answers may build on
    their peculiarities. Only tests of other exercises, behind the cell that lends, may become
    better: the second run is no second throw of a random answer's dice.
    """
    steps, kept, first, own = [], set[str](), 0, set[int]()
    for step in job.steps:
        lends = tuple((name, tests[:1]) for name, tests in step.lends)
        steps.append(step._replace(lends=lends))
        for name, tests in step.lends:
            own |= {*tests}
            failed = [has_failed(outputs.get(place, ())) for place in tests]
            if any(failed) and not failed[0]:
                kept.add(name)
                first = first or len(steps)
    if not kept:
        return None, set()
    cells = [(step.text, step.known) for step in steps if not step.test]
    unseen = any(names.binds_unseen(text) for text, known in cells if not known)
    matters = names.reached(kept, cells)
    end, behind = 0, set[int]()  # cells after the last test that may pass are not run again
    for number, step in enumerate(steps, start=1):
        lost = step.test and has_failed(outputs.get(step.place, ()))
        needs = lost and number > first and step.place not in own
        if needs and (unseen or names.used(step.text) & matters):
            end = number
            behind.add(step.place)
    return (job._replace(steps=steps[:end]) if end else None), behind


def _cause(place: int, job: Job, refusals: dict[int, str]) -> str:
    """Return the kind of refusal that made a test fail: its own, or of a cell that it needs."""
    if place in refusals:
        return refusals[place]
    [test] = [step for step in job.steps if step.place == place]
    before = [step for step in job.steps if 0 <= step.place < place and not step.test]
    cells = [(step.text, step.known) for step in before]
    for step in before:
        if step.place in refusals:
            bound = names.at_a_glance(step.text)
            if names.reached(bound, cells) & names.used(test.text):
                return refusals[step.place]
    return ""
