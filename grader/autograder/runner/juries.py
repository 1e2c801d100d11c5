"""The two juries of a submission: all of its notebooks apart, then all of them in one process.

A test gets its points if both runs pass, and none if both fail, or only the run in one
process, twice. A person decides on all others.
"""

import math
from collections.abc import Mapping, Sequence

from autograder.runner.conductor import How, examine, examine_together
from autograder.runner.jobs import Job, Outcome, Together, Verdict, credit
from autograder.runner.processes.shell import Output, failure, has_failed

FAILS_TOGETHER = (
    "nbgrader's own way of running all cells in one Python fails here. Restart the kernel, run "
    "all cells in order, and see whether this test passes."
)
_REFUSED = {
    "network": "the network was refused",
    "file": "a file outside of the notebook's folder, or more room for files, was refused",
    "process": "a program, a process or a thread was refused",
    "memory": "more memory was refused",
    "time": "the time for the notebook was used up",
}
KINDS = {"", *_REFUSED}
"""The kinds of refusals."""
Runs = list[dict[int, Together]]
"""A run in one process, and its repetition where it differs from the run apart."""


def run_apart(jobs: Mapping[str, Job], *how: *How) -> dict[str, Outcome]:
    """Run notebooks apart; `how` are the further arguments of `examine`."""
    return {name: examine(job, *how) for name, job in jobs.items()}


def run_together(
    jobs: Mapping[str, Job], passed_apart: Mapping[str, Sequence[int]], *how: *How
) -> dict[str, Runs]:
    """Run notebooks in one process, twice where a test fails that passed apart."""
    found = {}
    for name, job in jobs.items():
        runs = [examine_together(job, *how)]
        doubtful = {*passed_apart[name]} - {*job.alone}
        if any(runs[0][place].failed and not runs[0][place].refused for place in doubtful):
            runs.append(examine_together(job, *how))
        found[name] = runs
    return found


def run_both(jobs: Mapping[str, Job], *how: *How) -> tuple[dict[str, Outcome], dict[str, Runs]]:
    """Run notebooks apart, and then in one process."""
    outcomes = run_apart(jobs, *how)
    return outcomes, run_together(jobs, {n: passed(jobs[n], o) for n, o in outcomes.items()}, *how)


def passed(job: Job, outcome: Outcome) -> list[int]:
    """List the places of the tests that pass apart."""
    return [place for place in job.tests if not has_failed(outcome.outputs[place])]


def judged(job: Job, outcome: Outcome, runs: Sequence[Mapping[int, Together]]) -> Outcome:
    """Put the two runs of a notebook together."""
    outputs, verdicts = dict(outcome.outputs), {}
    for place in job.tests:
        first, second = runs[0][place], runs[-1][place]
        if place in job.alone:
            outputs[place] = _decided_alone(outputs[place], first)
            if first.failed and first.refused:
                verdicts[place] = _refused("undecided", first)
            continue
        found = _verdict(place, outcome, first, second)
        if found is not None:
            verdicts[place] = found
        # What the run apart says of a value that it cannot judge means nothing to a student.
        if not found.person if found else place in outcome.undecided:
            outputs[place] = failure("Different", FAILS_TOGETHER)
    return outcome._replace(outputs=outputs, verdicts=verdicts)


def _verdict(place: int, outcome: Outcome, first: Together, second: Together) -> Verdict | None:
    failed = has_failed(outcome.outputs[place])
    why = outcome.undecided.get(place, "") if failed else ""
    apart = "undecided" if why else "fail" if failed else "pass"
    if first.failed and first.refused:
        return _refused(apart, first)
    if not failed and first.failed:
        if not second.failed:
            return Verdict(apart, "chance", "it passes apart, and in one process only sometimes")
        return Verdict(apart, "fail", "it passes apart and fails in one process", person=False)
    if failed and not first.failed:
        said = why or "its test fails apart, where it has copies of what the answer gives"
        return Verdict(apart, "pass", f"it passes in one process; {said}")
    if not failed and not _same(credit(outcome.outputs[place]), first.credit):
        return Verdict(apart, "pass", "the two runs give different parts of the points")
    return None


def _refused(apart: str, found: Together) -> Verdict:
    return Verdict(apart, "fail", f"it fails because {_REFUSED[found.refused]}", found.refused)


def _decided_alone(shown: list[Output], found: Together) -> list[Output]:
    """Make the outputs of a test that the run in one process decides alone."""
    if found.failed:
        return shown if has_failed(shown) else shown + failure("Different", FAILS_TOGETHER)
    kept = [o for o in shown if o["output_type"] not in ("error", "execute_result")]
    if found.credit is None:
        return kept
    text = {"text/plain": repr(found.credit)}
    return [
        *kept,
        {"output_type": "execute_result", "data": text, "metadata": {}, "execution_count": None},
    ]


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return one == other or (math.isnan(one) and math.isnan(other))
